import type { FastifyInstance } from 'fastify'

/** The static maps of a park in the home page, in HTML. */
const PICTURE = /\/api\/maps\/static\?[^" ]+/g

/**
 * Requests the home page and the pictures of its first park once, so that the first visitor does not wait for
 * what is loaded and drawn on first use: the screens, the base map, the typefaces. Later starts find the
 * pictures on disk.
 * @param signal stops it before the next picture
 */
export async function warmUp(app: FastifyInstance, signal: AbortSignal): Promise<void> {
  const { body } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  const pictures = Array.from(body.matchAll(PICTURE), ([url]) => url.replaceAll('&amp;', '&'))
  const place = (url: string) => url.split('&zoom')[0]
  for (const url of new Set(pictures))
    if (!signal.aborted && place(url) === place(pictures[0]!)) await app.inject({ url })
}

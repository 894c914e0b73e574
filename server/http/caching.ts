import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the directory used for this request. Only in routes with {@link fromDirectory}. */
    copy: DirectoryCopy
  }
}

/** A hash of a reply's content for its ETag: 22 characters, 132 bits. */
export const contentHash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Whether an If-None-Match header contains this tag, by the weak comparison of RFC 9110 section 13.1.2. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaqueTag = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaqueTag(tag) === opaqueTag(etag))
}

/** Every cache asks whether the reply has changed before it uses it. */
const REVALIDATED = 'no-cache'
/**
 * Shared caches (a CDN, a proxy) may reply for half a minute, and for as long again while they ask for the
 * newest reply; a browser always asks. Only for replies that are the same for everyone, and that no device
 * keeps as its directory: an older one must never replace a newer one.
 */
export const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30'

/** Parameters with which few people send the same request; positions belong in no shared cache anyway. */
const OWN_PARAMETERS = ['latitude', 'lat', 'area', 'now']

/** Whether other people may send the same request. */
export function isForManyPeople(request: FastifyRequest): boolean {
  const query = request.query as Partial<Record<string, unknown>>
  return OWN_PARAMETERS.every((name) => query[name] === undefined)
}

/** Whether a reply is for the present moment: which parks are open changes by the minute. */
export function isForThisMoment(request: FastifyRequest): boolean {
  const { open, now } = request.query as { open?: unknown; now?: unknown }
  return open !== undefined && now === undefined
}

interface CachingOptions {
  /** What else the reply depends on, as part of its ETag; what it throws becomes the reply. */
  also?: (request: FastifyRequest) => string
  /** Whether shared caches may keep the reply ({@link SHARED}). */
  shared?: (request: FastifyRequest) => boolean
  /** Whether the reply depends on more than the URL and the directory: no cache may keep it, and it is never 304. */
  uncached?: (request: FastifyRequest) => boolean
}

/** A hook for routes whose replies no cache may keep. */
export async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
}

/**
 * A hook for routes whose reply depends only on the URL and the directory: sets `request.copy`, and replies
 * 304 if the client has the current reply.
 */
export const fromDirectory =
  (directory: Directory, { also, shared, uncached }: CachingOptions = {}) =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const answerFrom = (copy: DirectoryCopy) => {
      request.copy = copy
      reply.header('vary', 'accept-encoding')
      if (uncached?.(request)) {
        reply.header('cache-control', 'no-store')
        return done()
      }
      let more = ''
      try {
        if (also) more = `-${also(request)}`
      } catch (error) {
        return done(error as Error)
      }
      const etag = `W/"${copy.tag}${more}"`
      // A 304 has the headers that caches need from the 200, too (RFC 9110 section 15.4.5).
      reply.header('cache-control', shared?.(request) ? SHARED : REVALIDATED).header('etag', etag)
      if (matches(request.headers['if-none-match'], etag)) void reply.code(304).send()
      else done()
    }
    // The copy is nearly always ready, and waiting for a promise would cost a turn of the event loop.
    const ready = directory.ready()
    if (ready) answerFrom(ready)
    else directory.current().then(answerFrom, done)
  }

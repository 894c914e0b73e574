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

/**
 * A hook for routes whose reply depends only on the URL and the directory: sets `request.copy`, and replies
 * 304 if the client has the current reply.
 * @param also what else the reply depends on, as part of its ETag; what it throws becomes the reply
 */
export const fromDirectory =
  (directory: Directory, also: (request: FastifyRequest) => string = () => '') =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const answerFrom = (copy: DirectoryCopy) => {
      request.copy = copy
      let more: string
      try {
        more = also(request)
      } catch (error) {
        return done(error as Error)
      }
      const etag = `W/"${copy.tag}${more && `-${more}`}"`
      reply.header('cache-control', 'no-cache').header('etag', etag)
      if (matches(request.headers['if-none-match'], etag)) void reply.code(304).send()
      else done()
    }
    // The copy is nearly always ready, and waiting for a promise would cost a turn of the event loop.
    const ready = directory.ready()
    if (ready) answerFrom(ready)
    else directory.current().then(answerFrom, done)
  }

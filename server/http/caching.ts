import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the directory this request is answered from. Only under {@link fromDirectory}. */
    copy: DirectoryCopy
  }
}

/** Whether one of the tags of an If-None-Match header is this one, by the weak comparison of RFC 9110 section 13.1.2. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag))
}

/**
 * A hook for routes whose answer depends on their address and the directory alone: puts the directory at hand, and answers 304 when the
 * client has what would come out.
 * @param also what else the answer depends on, as part of its tag; what it throws is answered
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
    // Hardly ever is there anything to wait for, and each wait lets a turn of the event loop pass.
    const ready = directory.ready()
    if (ready) answerFrom(ready)
    else directory.current().then(answerFrom, done)
  }

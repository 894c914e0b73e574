import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Directory, DirectoryCopy } from './directory.ts'

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
 */
export const fromDirectory = (directory: Directory) => async (request: FastifyRequest, reply: FastifyReply) => {
  request.copy = await directory.current()
  const etag = `W/"${request.copy.tag}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : undefined
}

import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problems.ts'

/**
 * A Host header as RFC 9110 section 7.2 has it: a name, an IPv4 address or an IPv6 address in brackets, and a port. Of the characters that a
 * URL allows in a host only those are taken that mean nothing in HTML, XML and JSON.
 */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether the host a request was sent to, or that a trusted proxy passed on, is a host. */
export const hasHost = (request: FastifyRequest) => HOST.test(request.host ?? '')

/**
 * The origin people see this product under: `publicUrl` where it is configured, else where the request was sent.
 * @throws ProblemError `invalid-input` for a Host header that is no host
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  if (!hasHost(request))
    throw new ProblemError({ code: 'invalid-input', message: 'The Host header is not a host name.' })
  return `${request.protocol}://${request.host.toLowerCase()}`
}

/** Whether the person's browser speaks https, also where a proxy in front ends it and the operator has only configured the address. */
export const isHttps = (request: FastifyRequest, publicUrl: string | undefined) =>
  publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:')

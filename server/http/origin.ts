import type { FastifyRequest } from 'fastify'
import { ProblemError } from './problems.ts'

/**
 * A Host header (RFC 9110 section 7.2): a name, an IPv4 address or an IPv6 address in brackets, and a port.
 * Allows only characters that have no meaning in HTML, XML and JSON.
 */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a request has a valid Host header, or one passed on by a trusted proxy. */
export const hasHost = (request: FastifyRequest) => HOST.test(request.host ?? '')

/**
 * The origin that people see: `publicUrl` if configured, else the one the request was sent to.
 * @throws ProblemError `invalid-input` for an invalid Host header
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  if (!hasHost(request))
    throw new ProblemError({ code: 'invalid-input', message: 'The Host header is not a host name.' })
  return `${request.protocol}://${request.host.toLowerCase()}`
}

/** Whether the browser uses https, also behind a proxy that terminates TLS if `publicUrl` is configured. */
export const isHttps = (request: FastifyRequest, publicUrl: string | undefined) =>
  publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:')

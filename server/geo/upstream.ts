import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import PQueue from 'p-queue'
import type * as z from 'zod/mini'

/**
 * Why a request to a service failed. `status`: it replied with an error; `invalid`: its reply cannot be used.
 */
export type UpstreamFailure =
  | 'unreachable'
  | 'slow'
  | 'too-large'
  | 'redirected'
  | 'status'
  | 'invalid'
  | 'forbidden-address'
  | 'overloaded'

interface UpstreamDetails {
  status?: number
  body?: Buffer
  location?: string | undefined
  cause?: unknown
}

/** A map, geocoding or route service failed. The message contains the service's host and no personal data. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly failure: UpstreamFailure
  readonly status: number | undefined
  readonly #body: Buffer | undefined
  readonly #location: string | undefined

  constructor(
    failure: UpstreamFailure,
    message: string,
    { status, body, location, cause }: UpstreamDetails = {},
  ) {
    super(message, { cause })
    this.failure = failure
    this.status = status
    this.#body = body
    this.#location = location
  }

  /** The body of the service's error, for its adapter; not logged. */
  get body(): Buffer | undefined {
    return this.#body
  }

  /** The target of a redirect, not validated. */
  get location(): string | undefined {
    return this.#location
  }
}

interface UpstreamReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Upstream {
  /**
   * Sends a request to the service. `path` starts with a slash, may have a query, and is appended to the
   * configured URL.
   * @throws UpstreamError for anything but a reply with status 200 within the limits
   */
  get(path: string, signal?: AbortSignal): Promise<UpstreamReply>
  post(path: string, body: unknown, signal?: AbortSignal): Promise<UpstreamReply>
}

export interface UpstreamLimits {
  /** Milliseconds for the whole reply. */
  timeout: number
  /** Maximum size of the body. */
  maxBytes: number
  /** Simultaneous requests. Some more wait; beyond that they are refused. */
  concurrency: number
}

/**
 * Addresses that are not public (RFC 6890 and successors): loopback, private, link-local, multicast,
 * reserved.
 */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['192.88.99.0', 24],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix)
}
for (const [network, prefix] of [
  ['::', 96],
  // IPv4 addresses embedded in IPv6: SIIT (RFC 7915), NAT64 (RFC 6052), Teredo (RFC 4380), 6to4 (RFC 3056).
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:2::', 48],
  ['2001:10::', 28],
  ['2001:20::', 28],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6')
}

/**
 * IPv4 addresses written as IPv6 (::ffff:10.0.0.1) are checked as IPv4. Text that is not an address counts as
 * private.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a URL names a private network: by a private address, or by a name that exists only there. */
export function namesPrivateNetwork(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0
    ? isPrivateAddress(host)
    : !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}

/** Resolves names and refuses private addresses when connecting, against DNS rebinding. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0)
      return
    }
    if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(Object.assign(new Error(`${hostname} has a private address`), { code: 'EPRIVATE' }), '', 0)
      return
    }
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

/** Requests that may wait, as a multiple of those in progress. */
const WAITING_FACTOR = 4

/** A service at a fixed URL. The host cannot be changed by requests, and redirects are not followed. */
export function openUpstream(
  base: URL,
  { timeout, maxBytes, concurrency }: UpstreamLimits,
  userAgent: string,
): Upstream {
  const request = base.protocol === 'https:' ? requestHttps : requestHttp
  const prefix = base.pathname.replace(/\/$/, '')
  const guard = namesPrivateNetwork(base) ? {} : { lookup: publicOnly }
  const queue = new PQueue({ concurrency })

  const send = (method: 'GET' | 'POST', path: string, body: string | undefined, signal: AbortSignal) =>
    new Promise<UpstreamReply>((resolve, reject) => {
      const fail = (failure: UpstreamFailure, message: string, details?: UpstreamDetails) =>
        reject(new UpstreamError(failure, `${base.host} ${message}`, details))
      const outgoing = request(
        {
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port,
          method,
          path: `${prefix}${path}`,
          headers: {
            'user-agent': userAgent,
            accept: '*/*',
            'accept-encoding': 'identity',
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          },
          signal,
          ...guard,
        },
        (incoming) => {
          const status = incoming.statusCode ?? 0
          const chunks: Buffer[] = []
          let size = 0
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > maxBytes) {
              fail('too-large', `sent more than ${maxBytes} bytes`)
              outgoing.destroy()
              return
            }
            chunks.push(chunk)
          })
          incoming.on('end', () => {
            const whole = Buffer.concat(chunks)
            if (status >= 300 && status < 400)
              fail('redirected', `replied with a redirect (${status})`, {
                status,
                location: incoming.headers.location,
              })
            else if (status !== 200) fail('status', `replied ${status}`, { status, body: whole })
            else resolve({ status, headers: incoming.headers, body: whole })
          })
          incoming.on('error', (cause) => failWith(cause))
        },
      )
      const failWith = (cause: Error & { code?: string }) => {
        if (cause.code === 'EPRIVATE')
          fail('forbidden-address', 'is a public name with a private address', { cause })
        else fail('unreachable', 'cannot be reached', { cause })
      }
      outgoing.on('error', (cause: Error & { code?: string }) => {
        // The service had just closed the connection of an earlier request.
        if (outgoing.reusedSocket && cause.code === 'ECONNRESET') resolve(send(method, path, body, signal))
        else failWith(cause)
      })
      outgoing.end(body)
    })

  const sendWithinLimits = async (
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    outer: AbortSignal | undefined,
  ): Promise<UpstreamReply> => {
    const limit = AbortSignal.timeout(timeout)
    const signal = outer ? AbortSignal.any([limit, outer]) : limit
    let hasStarted = false
    const start = () => {
      hasStarted = true
      return send(method, path, body, signal)
    }
    try {
      if (queue.size < concurrency * WAITING_FACTOR) return await queue.add(start, { signal })
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause
      if (hasStarted)
        throw new UpstreamError('slow', `${base.host} did not reply within ${timeout} ms`, { cause })
    }
    throw new UpstreamError('overloaded', `Too many requests to ${base.host} are in progress`)
  }

  return {
    get: (path, signal) => sendWithinLimits('GET', path, undefined, signal),
    post: (path, body, signal) => sendWithinLimits('POST', path, JSON.stringify(body), signal),
  }
}

/**
 * Parses the body as JSON with a schema.
 * @throws UpstreamError `invalid`
 */
export function readJson<Schema extends z.ZodMiniType>(
  { body }: { body: Buffer },
  schema: Schema,
  service: string,
): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new UpstreamError('invalid', `${service} did not reply with JSON`, { cause })
  }
  const read = schema.safeParse(value)
  if (!read.success)
    throw new UpstreamError('invalid', `${service} replied in an unknown format`, { cause: read.error })
  return read.data
}

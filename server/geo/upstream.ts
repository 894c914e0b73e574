import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import type * as z from 'zod/mini'

/** Why a service did not give what it was asked for. `status`: it answered with an error of its own. */
export type UpstreamFailure =
  | 'unreachable'
  | 'slow'
  | 'too-large'
  | 'redirected'
  | 'status'
  | 'nonsense'
  | 'forbidden-address'
  | 'overloaded'

interface UpstreamDetails {
  status?: number
  body?: Buffer
  location?: string | undefined
  cause?: unknown
}

/** A map, geocoding or route service failed. The message names the service's host and nothing of the person who asked. */
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

  /** What the service said with its error, for adapters to read; hidden from logs. */
  get body(): Buffer | undefined {
    return this.#body
  }

  /** Where a redirect leads, unchecked. */
  get location(): string | undefined {
    return this.#location
  }
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Upstream {
  /**
   * Asks the service. `path` begins with a slash, may have a query, and is joined to the configured address.
   * @throws UpstreamError for anything but an answer with status 200 within time and size.
   */
  get(path: string, signal?: AbortSignal): Promise<Answer>
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Answer>
}

export interface UpstreamLimits {
  /** Milliseconds in which the whole answer must be there. */
  timeout: number
  /** Largest body in bytes. */
  maxBytes: number
  /** Questions on their way at once. Further ones wait, a few; beyond that they are refused. */
  concurrency: number
}

/** Addresses that no public service has (RFC 6890 and successors): this machine, private and link-local networks, multicast, reserved. */
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
  // IPv4 addresses in IPv6 by other ways: SIIT (RFC 7915), NAT64 (RFC 6052), Teredo (RFC 4380), 6to4 (RFC 3056).
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

/** IPv4 addresses written as IPv6 (::ffff:10.0.0.1) are judged as IPv4. Anything that is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address an operator wrote down itself means a private network: such an address, or a name that only those have. */
export function namesPrivateNetwork(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0
    ? isPrivateAddress(host)
    : !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}

/** Name resolution that refuses private addresses, at the moment of connecting: a public name cannot be turned on the inner network. */
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

/** As many more may wait as are on their way. */
const WAITING_SHARE = 4

/** A fixed service at an address the operator configured. Nothing a person sends can change its host; redirects are not followed. */
export function openUpstream(
  base: URL,
  { timeout, maxBytes, concurrency }: UpstreamLimits,
  userAgent: string,
): Upstream {
  const request = base.protocol === 'https:' ? requestHttps : requestHttp
  const prefix = base.pathname.replace(/\/$/, '')
  const guard = namesPrivateNetwork(base) ? {} : { lookup: publicOnly }
  let running = 0
  const waiting: (() => void)[] = []

  const overloaded = () =>
    new UpstreamError('overloaded', `Too many questions to ${base.host} are on their way`)
  const enter = async (signal: AbortSignal) => {
    if (running < concurrency) {
      running++
      return
    }
    if (waiting.length >= concurrency * WAITING_SHARE) throw overloaded()
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const stop = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(overloaded())
      }
      waiting.push(go)
      signal.addEventListener('abort', stop, { once: true })
    })
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  const send = (method: 'GET' | 'POST', path: string, body: string | undefined, signal: AbortSignal) =>
    new Promise<Answer>((resolve, reject) => {
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
              fail('redirected', `answered with a redirect (${status})`, {
                status,
                location: incoming.headers.location,
              })
            else if (status !== 200) fail('status', `answered ${status}`, { status, body: whole })
            else resolve({ status, headers: incoming.headers, body: whole })
          })
          incoming.on('error', (cause) => failWith(cause))
        },
      )
      const failWith = (cause: Error & { code?: string }) => {
        if (signal.aborted) fail('slow', `gave no whole answer within ${timeout} ms`, { cause })
        else if (cause.code === 'EPRIVATE')
          fail('forbidden-address', 'is a public name for a private address', { cause })
        else fail('unreachable', 'cannot be reached', { cause })
      }
      outgoing.on('error', failWith)
      outgoing.end(body)
    })

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    outer: AbortSignal | undefined,
  ): Promise<Answer> => {
    const limit = AbortSignal.timeout(timeout)
    const signal = outer ? AbortSignal.any([limit, outer]) : limit
    await enter(signal)
    try {
      return await send(method, path, body, signal)
    } finally {
      leave()
    }
  }

  return {
    get: (path, signal) => ask('GET', path, undefined, signal),
    post: (path, body, signal) => ask('POST', path, JSON.stringify(body), signal),
  }
}

/**
 * The body as JSON of a known shape.
 * @throws UpstreamError ('nonsense') when it is none.
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
    throw new UpstreamError('nonsense', `${service} answered with something other than JSON`, { cause })
  }
  const read = schema.safeParse(value)
  if (!read.success)
    throw new UpstreamError('nonsense', `${service} answered in an unknown form`, { cause: read.error })
  return read.data
}

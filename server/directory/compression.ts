import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text in its content encodings, as far as they have been computed. */
export interface Representations {
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}
export type Encoding = keyof Representations

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const unBrotli = promisify(brotliDecompress)
const unGzip = promisify(gunzip)

/** Both run on the thread pool, not on the thread that answers requests. */
export const toBrotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
export const toGzip = (bytes: Buffer, level: number): Promise<Buffer> => deflate(bytes, { level })

/** @throws zlib's error for bytes that are not in this encoding */
export const decompress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? unBrotli(bytes) : encoding === 'gzip' ? unGzip(bytes) : Promise.resolve(bytes)

/**
 * The best of `available` that the request accepts (RFC 9110 section 12.5.3); 'identity' if it accepts none
 * of them. A quality of 0 refuses an encoding; other qualities are ignored.
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  if (!header) return 'identity'
  const accepted = new Map<string, boolean>()
  for (const part of header.split(',')) {
    const [name, ...parameters] = part.split(';')
    accepted.set(
      name!.trim().toLowerCase(),
      !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/i.test(parameter)),
    )
  }
  for (const encoding of ['br', 'gzip'] as const) {
    if (available.includes(encoding) && (accepted.get(encoding) ?? accepted.get('*') ?? false))
      return encoding
  }
  return 'identity'
}

/** A reply that is sent more than once, compressed at its first use in each encoding. */
export interface CachedReply {
  readonly plain: Buffer
  in(encoding: Encoding): Promise<Buffer>
  /** Bytes in all encodings so far. */
  readonly size: number
}

/** @param quality of brotli and gzip */
export function cachedReply(plain: Buffer, quality: { br: number; gzip: number }): CachedReply {
  const forms: Partial<Record<Encoding, Promise<Buffer>>> = { identity: Promise.resolve(plain) }
  let size = plain.length
  const compress = async (encoding: 'br' | 'gzip') => {
    const bytes = await (encoding === 'br' ? toBrotli(plain, quality.br) : toGzip(plain, quality.gzip))
    size += bytes.length
    return bytes
  }
  return {
    plain,
    get size() {
      return size
    },
    in(encoding) {
      forms[encoding] ??= encoding === 'identity' ? Promise.resolve(plain) : compress(encoding)
      return forms[encoding]
    },
  }
}

const ALL_ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** The bytes of a reply in the encoding that the request accepts. Sets the headers. */
export async function encodedFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedReply,
): Promise<Buffer> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], ALL_ENCODINGS)
  reply.header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return answer.in(encoding)
}

/** Characters. Shorter replies fit into one packet anyway. */
const MIN_LENGTH = 1400
/** Saves more than half of what the highest quality saves, in a hundredth of the time. */
const QUALITY_ON_THE_FLY = 4

/**
 * A hook that compresses JSON replies if the client accepts it. Calls `done` rather than returning a promise
 * when there is nothing to compress.
 */
export function compressReplies(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): Promise<Buffer> | void {
  const type = reply.getHeader('content-type')
  if (typeof payload !== 'string' || typeof type !== 'string' || !type.startsWith('application/json'))
    return done(null, payload)
  reply.header('vary', 'accept-encoding')
  if (payload.length < MIN_LENGTH || reply.hasHeader('content-encoding')) return done(null, payload)
  const encoding = chooseEncoding(request.headers['accept-encoding'], ALL_ENCODINGS)
  if (encoding === 'identity') return done(null, payload)
  reply.removeHeader('content-length')
  return compressed(Buffer.from(payload), encoding, reply)
}

function compressed(bytes: Buffer, encoding: Encoding, reply: FastifyReply): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(bytes)
  reply.header('content-encoding', encoding)
  return encoding === 'br' ? toBrotli(bytes, QUALITY_ON_THE_FLY) : toGzip(bytes, QUALITY_ON_THE_FLY)
}

/** The same for a reply that is bytes already: compressed for this request only. Sets the headers. */
export function compressedFor(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): Promise<Buffer> {
  reply.header('vary', 'accept-encoding')
  return compressed(bytes, chooseEncoding(request.headers['accept-encoding'], ALL_ENCODINGS), reply)
}

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text in the forms it can travel in. Which ones are there may depend on how far compressing has come. */
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

/** @throws the error of zlib for bytes that are not of this form. */
export const unpack = (bytes: Buffer, form: Encoding): Promise<Buffer> =>
  form === 'br' ? unBrotli(bytes) : form === 'gzip' ? unGzip(bytes) : Promise.resolve(bytes)

/**
 * The best of `available` that the request takes, by RFC 9110 section 12.5.3; 'identity' when it takes none of them. A quality of 0 refuses,
 * other qualities are not weighed: every client takes what it names.
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  if (!header) return 'identity'
  const taken = new Map<string, boolean>()
  for (const part of header.split(',')) {
    const [name, ...parameters] = part.split(';')
    taken.set(
      name!.trim().toLowerCase(),
      !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/i.test(parameter)),
    )
  }
  for (const encoding of ['br', 'gzip'] as const) {
    if (available.includes(encoding) && (taken.get(encoding) ?? taken.get('*') ?? false)) return encoding
  }
  return 'identity'
}

/** An answer that is sent more than once: compressed the first time somebody takes it in that form. */
export interface KeptAnswer {
  readonly plain: Buffer
  in(encoding: Encoding): Promise<Buffer>
  /** Bytes of all forms there are. */
  readonly size: number
}

/** @param quality of brotli and gzip, for the one compression there is */
export function keptAnswer(plain: Buffer, quality: { br: number; gzip: number }): KeptAnswer {
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

/** The bytes of a kept answer in the form the request takes; the headers that say so are set. */
export async function encodedFor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<Buffer> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], ALL_ENCODINGS)
  reply.header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return answer.in(encoding)
}

/** Shorter answers fit into one packet anyway. Characters. */
const WORTH_COMPRESSING = 1400
/** A good half of what the highest quality saves, at a hundredth of its time: these answers are made for one request. */
const QUALITY_ON_THE_FLY = 4

/** A hook that compresses JSON on its way out, where the client takes it. What needs no compressing goes on at once: `done`, no promise. */
export function compressAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): Promise<Buffer> | void {
  const type = reply.getHeader('content-type')
  if (typeof payload !== 'string' || typeof type !== 'string' || !type.startsWith('application/json'))
    return done(null, payload)
  reply.header('vary', 'accept-encoding')
  if (payload.length < WORTH_COMPRESSING || reply.hasHeader('content-encoding')) return done(null, payload)
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip'])
  if (encoding === 'identity') return done(null, payload)
  const bytes = Buffer.from(payload)
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return encoding === 'br' ? toBrotli(bytes, QUALITY_ON_THE_FLY) : toGzip(bytes, QUALITY_ON_THE_FLY)
}

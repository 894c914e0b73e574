import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { readRetryAfter } from './backoff.ts'

/** The platform's `fetch`, or what a test puts in its place. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The server answered, with a status that is no success. */
export class HttpStatusError extends Error {
  override name = 'HttpStatusError'
  readonly status: number
  /** Milliseconds the server asks to wait, `null` when it does not say. */
  readonly retryAfter: number | null

  constructor({ status, headers }: Pick<Response, 'status' | 'headers'>, url: string) {
    super(`${status}: ${url}`)
    this.status = status
    this.retryAfter = readRetryAfter(headers, Date.now())
  }
}

export class DownloadStalled extends Error {
  override name = 'DownloadStalled'
}

interface DownloadOptions {
  fetch: Fetch
  cache: RequestCache
  /** Longest wait without a further byte, milliseconds. */
  stallAfter?: number
  /** Refuses an answer that is longer, before it fills the memory. */
  maxBytes?: number
  signal?: AbortSignal | undefined
}

/**
 * All bytes of an answer. It may take as long as it needs, but not {@link REQUEST_TIMEOUT} without progress (specification 17.5).
 * @throws HttpStatusError, DownloadStalled, RangeError (too long), or what `fetch` rejects with
 */
export async function download(url: string, options: DownloadOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { stallAfter = REQUEST_TIMEOUT, maxBytes = Infinity } = options
  const abort = new AbortController()
  const stop = () => abort.abort(options.signal?.reason)
  if (options.signal?.aborted) stop()
  options.signal?.addEventListener('abort', stop)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true })
  })
  // A rejection nobody waits for any more, after the last byte, is nothing to report.
  stalled.catch(() => undefined)
  const progress = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => abort.abort(new DownloadStalled(`${url}: no progress for ${stallAfter} ms`)),
      stallAfter,
    )
  }
  try {
    progress()
    const response = await Promise.race([
      options.fetch(url, { cache: options.cache, credentials: 'same-origin', signal: abort.signal }),
      stalled,
    ])
    if (!response.ok) throw new HttpStatusError(response, url)
    const chunks: Uint8Array[] = []
    let length = 0
    const next = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined) => {
      progress()
      const read = await Promise.race([reader?.read(), stalled])
      return read?.value
    }
    const reader = response.body?.getReader()
    let chunk = await next(reader)
    while (chunk !== undefined) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) throw new RangeError(`${url}: longer than ${maxBytes} bytes`)
      chunk = await next(reader)
    }
    const bytes = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  } catch (error) {
    abort.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

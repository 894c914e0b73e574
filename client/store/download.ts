import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { readRetryAfter } from './backoff.ts'

/** The platform's `fetch`, or a test's replacement. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The server answered with a status outside 200 to 299. */
export class HttpStatusError extends Error {
  override name = 'HttpStatusError'
  readonly status: number
  /** `Retry-After` in milliseconds, `null` if not sent. */
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
  /** Longest time without progress. Milliseconds. */
  stallTimeoutMs?: number
  /** A longer response is aborted, before it fills the memory. */
  maxBytes?: number
  signal?: AbortSignal | undefined
}

/**
 * Downloads all bytes of a response. It may take any time, but at most {@link REQUEST_TIMEOUT} without
 * progress (specification 17.5).
 * @returns the response, whose body has been read, and its bytes
 * @throws HttpStatusError, DownloadStalled, RangeError (too long), or what `fetch` rejects with
 */
export async function download(
  url: string,
  options: DownloadOptions,
): Promise<{ response: Response; bytes: Uint8Array<ArrayBuffer> }> {
  const { stallTimeoutMs = REQUEST_TIMEOUT, maxBytes = Infinity } = options
  const abort = new AbortController()
  const forwardAbort = () => abort.abort(options.signal?.reason)
  if (options.signal?.aborted) forwardAbort()
  options.signal?.addEventListener('abort', forwardAbort)
  let timer: ReturnType<typeof setTimeout> | undefined
  const aborted = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true })
  })
  // A rejection after the last byte is not an unhandled rejection.
  aborted.catch(() => undefined)
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => abort.abort(new DownloadStalled(`${url}: no progress for ${stallTimeoutMs} ms`)),
      stallTimeoutMs,
    )
  }
  try {
    restartTimer()
    const response = await Promise.race([
      options.fetch(url, { cache: options.cache, credentials: 'same-origin', signal: abort.signal }),
      aborted,
    ])
    if (!response.ok) throw new HttpStatusError(response, url)
    const chunks: Uint8Array[] = []
    let length = 0
    const next = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined) => {
      restartTimer()
      const read = await Promise.race([reader?.read(), aborted])
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
    return { response, bytes }
  } catch (error) {
    abort.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', forwardAbort)
  }
}

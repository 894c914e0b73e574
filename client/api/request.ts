import type * as z from 'zod/mini'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { deadline } from '../store/deadline.ts'
import { NoAnswerError, readRefusal } from './error.ts'

export interface Reply<T> {
  data: T
  headers: Headers
}

/**
 * Live JSON from our own origin: session credentials, past every cache, 15 s at most, checked against its schema.
 * @throws ApiError for a status of 400 or more, NoAnswerError for everything that is no answer of ours, or the caller's own abort reason
 */
export async function read<T>(path: string, schema: z.ZodMiniType<T>, signal?: AbortSignal): Promise<Reply<T>> {
  return exchange(path, schema, signal, {
    cache: 'no-store',
    headers: { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' },
  })
}

async function exchange<T>(path: string, schema: z.ZodMiniType<T>, signal: AbortSignal | undefined, init: RequestInit): Promise<Reply<T>> {
  const limit = deadline(REQUEST_TIMEOUT, signal)
  let response: Response
  let body: string
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', signal: limit.signal })
    if (response.status >= 400) throw await readRefusal(response)
    body = await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.over()) throw new NoAnswerError('The server did not answer in time.', { cause: error })
    if (error instanceof TypeError) throw new NoAnswerError('The server cannot be reached.', { cause: error })
    throw error
  } finally {
    limit.clear()
  }
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (error) {
    throw new NoAnswerError('Something else answered in place of the server.', { cause: error })
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new NoAnswerError('The server’s answer cannot be read.', { cause: parsed.error })
  return { data: parsed.data, headers: response.headers }
}

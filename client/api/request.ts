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
export async function read<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  signal?: AbortSignal,
): Promise<Reply<T>> {
  return exchange(path, schema, signal, {
    cache: 'no-store',
    headers: { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' },
  })
}

/**
 * Has the server change something; the errors are those of {@link read}.
 * @param schema what it answers with; `null` for an answer without a body
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object | undefined,
  schema: z.ZodMiniType<T> | null,
): Promise<T | null> {
  const asked = {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }
  const { text, headers } = await answerTo(
    path,
    undefined,
    body === undefined ? asked : { ...asked, body: JSON.stringify(body) },
  )
  return schema === null ? null : understand(text, headers, schema).data
}

async function exchange<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal | undefined,
  init: RequestInit,
): Promise<Reply<T>> {
  const { text, headers } = await answerTo(path, signal, init)
  return understand(text, headers, schema)
}

async function answerTo(
  path: string,
  signal: AbortSignal | undefined,
  init: RequestInit,
): Promise<{ text: string; headers: Headers }> {
  const limit = deadline(REQUEST_TIMEOUT, signal)
  try {
    const response = await fetch(path, { ...init, credentials: 'same-origin', signal: limit.signal })
    if (response.status >= 400) throw await readRefusal(response)
    return { text: await response.text(), headers: response.headers }
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.over()) throw new NoAnswerError('The server did not answer in time.', { cause: error })
    if (error instanceof TypeError) throw new NoAnswerError('The server cannot be reached.', { cause: error })
    throw error
  } finally {
    limit.clear()
  }
}

function understand<T>(text: string, headers: Headers, schema: z.ZodMiniType<T>): Reply<T> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new NoAnswerError('Something else answered in place of the server.', { cause: error })
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new NoAnswerError('The server’s answer cannot be read.', { cause: parsed.error })
  return { data: parsed.data, headers }
}

import type * as z from 'zod/mini'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { deadline } from '../store/deadline.ts'
import { ServerPaused, serverGate } from '../store/server-gate.ts'
import { NoAnswerError, readRefusal } from './error.ts'

/** Signals of reads that nobody has asked for just now: the server in trouble is spared them. */
const automatic = new WeakSet<AbortSignal>()

/** Has the reads with this signal made only when the gate lets automatic calls through. */
export const markAutomatic = (signal: AbortSignal) => void automatic.add(signal)

/** What the service worker answers from its own cache where the network fails (sw/maps.ts). */
const KEPT_OFFER = '/api/maps'

/** Calls that fail together: those of one resource, `/api/parks` for `/api/parks/7`. */
const resourceOf = (path: string) => path.split(/[/?]/).slice(0, 3).join('/')

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
  return answerTo(
    path,
    signal,
    {
      cache: 'no-store',
      headers: { accept: 'application/json', 'cache-control': 'no-cache', pragma: 'no-cache' },
    },
    (text, headers) => understand(text, headers, schema),
  )
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
  return answerTo(
    path,
    undefined,
    body === undefined ? asked : { ...asked, body: JSON.stringify(body) },
    (text, headers) => (schema === null ? null : understand(text, headers, schema).data),
  )
}

/** @param understood reads the answer: one that cannot be read is none of our server's */
async function answerTo<T>(
  path: string,
  signal: AbortSignal | undefined,
  init: RequestInit,
  understood: (text: string, headers: Headers) => T,
): Promise<T> {
  const call = async () => {
    const { text, headers } = await send(path, signal, init)
    return understood(text, headers)
  }
  try {
    return await serverGate.run(resourceOf(path), call, {
      asked: signal === undefined || !automatic.has(signal),
      kept: path === KEPT_OFFER,
    })
  } catch (error) {
    if (error instanceof ServerPaused)
      throw new NoAnswerError('The server is in trouble and is not called just now.', { cause: error })
    throw error
  }
}

async function send(
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
    if (limit.timedOut()) throw new NoAnswerError('The server did not answer in time.', { cause: error })
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

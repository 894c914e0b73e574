import type * as z from 'zod/mini'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { deadline } from '../store/deadline.ts'
import { MAP_OFFER_PATH } from '../store/names.ts'
import { ServerPaused, serverGate } from '../store/server-gate.ts'
import { NoAnswerError, readErrorResponse } from './error.ts'

/** Signals of automatic reads, which are subject to the server gate. */
const automatic = new WeakSet<AbortSignal>()

/** Makes reads with this signal wait until the gate lets automatic calls through. */
export const markAutomatic = (signal: AbortSignal) => void automatic.add(signal)

export const OTHER_ANSWER = 'Something else answered in place of the server.'

/** The kind of a call for the server gate: its resource, such as `/api/parks` for `/api/parks/7`. */
const resourceOf = (path: string) => path.split(/[/?]/).slice(0, 3).join('/')

export interface Reply<T> {
  data: T
  headers: Headers
}

/**
 * Fetches JSON from our origin, with credentials and bypassing caches, within {@link REQUEST_TIMEOUT}, and
 * validates it.
 * @throws ApiError for a status of 400 or more, NoAnswerError without a valid reply, or the caller's abort
 *   reason
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
    (text, headers) => parseReply(text, headers, schema),
  )
}

/**
 * Sends a request through the server gate.
 * @param parse parses the reply. A reply that it cannot parse is not from our server
 */
export async function answerTo<T>(
  path: string,
  signal: AbortSignal | undefined,
  init: RequestInit,
  parse: (text: string, headers: Headers) => T,
): Promise<T> {
  const call = async () => {
    const { text, headers } = await send(path, signal, init)
    return parse(text, headers)
  }
  try {
    return await serverGate.run(resourceOf(path), call, {
      asked: signal === undefined || !automatic.has(signal),
      mayBeCached: path === MAP_OFFER_PATH,
    })
  } catch (error) {
    if (error instanceof ServerPaused)
      throw new NoAnswerError('The server is not answering. We’ll try again later.', { cause: error })
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
    // Only sent by networks that ask for a sign-in first (RFC 6585, 6).
    if (response.status === 511) throw new NoAnswerError(OTHER_ANSWER)
    if (response.status >= 400) throw await readErrorResponse(response)
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

type Fields = Record<PropertyKey, unknown>

/**
 * Validates a reply without the fields that the schema does not know: a tab that is open uses a newer server until
 * its user starts the new version.
 */
function parseKnownFields<T>(json: unknown, schema: z.ZodMiniType<T>) {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const parent = issue.path.reduce((value, name) => value[name] as Fields, json as Fields)
    for (const key of issue.keys) delete parent[key]
  }
  return schema.safeParse(json)
}

export function parseReply<T>(text: string, headers: Headers, schema: z.ZodMiniType<T>): Reply<T> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new NoAnswerError(OTHER_ANSWER, { cause: error })
  }
  const parsed = parseKnownFields(json, schema)
  if (!parsed.success) throw new NoAnswerError('The server’s answer cannot be read.', { cause: parsed.error })
  return { data: parsed.data, headers }
}

import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { isDatabaseTrouble, isUnreachable } from '../api/error.ts'
import { markAutomatic } from '../api/request.ts'
import { ABSENT } from './device.ts'
import type { Source } from './types.ts'

/** A result and its source. */
export interface Served<T> {
  source: Source
  value: T
}

export interface Sources<T> {
  /** Whether the device is asked before the server. */
  deviceFirst: boolean
  device(): Promise<T | typeof ABSENT>
  server(): Promise<T>
  /** From the ten samples or cached results; `ABSENT` if they cannot answer the question. */
  samples(): Promise<T | typeof ABSENT>
}

/** The part of a query function's context that {@link readInOrder} needs. */
export type ReadContext<K extends QueryKey = QueryKey> = Pick<
  QueryFunctionContext<K>,
  'signal' | 'client' | 'queryKey'
>

/** For this long after a tap on 'Try again', reads count as made by the user. */
const RETRY_VALID_MS = 1_000
let retriedAt = -Infinity
/** Call it when the user retries a read: the server is then asked at once, even if it is in trouble. */
export function recordRetry(): void {
  retriedAt = performance.now()
}

/**
 * Whether a read is automatic: it replaces data that is already shown, and the user did not ask for it. The
 * at most three retries of a user's own read are not automatic.
 */
function isAutomatic({ client, queryKey }: ReadContext): boolean {
  const state = client.getQueryState(queryKey)
  return state?.data !== undefined && performance.now() - retriedAt >= RETRY_VALID_MS
}

/** Longer than the directory takes to load on a slow phone. */
const DEVICE_TIMEOUT_MS = 5_000

/** The device's answer, or that it has none, because browsers sometimes keep a database waiting. */
export const inTime = <T>(answer: Promise<T | typeof ABSENT>) =>
  Promise.race([
    answer,
    new Promise<typeof ABSENT>((resolve) => setTimeout(resolve, DEVICE_TIMEOUT_MS, ABSENT)),
  ])

/**
 * Reads from the sources in order (specification 18.26): the directory on the device, the server, the ten
 * samples. If the device does not answer in time, the server is asked too. The samples are used after the first failure, and only if the server or its database cannot
 * be reached. Other errors are thrown.
 */
export async function readInOrder<T>(
  { deviceFirst, device, server, samples }: Sources<T>,
  context: ReadContext,
): Promise<Served<T>> {
  const { signal } = context
  if (isAutomatic(context)) markAutomatic(signal)
  // A device that fails to answer is treated as one without a directory.
  let answer: Promise<T | typeof ABSENT> | undefined
  const fromDevice = () => (answer ??= device().catch((): typeof ABSENT => ABSENT))
  if (deviceFirst) {
    const value = await inTime(fromDevice())
    signal.throwIfAborted()
    if (value !== ABSENT) return { source: 'device', value }
  }
  try {
    return { source: 'server', value: await server() }
  } catch (error) {
    signal.throwIfAborted()
    const late = await inTime(fromDevice())
    if (late !== ABSENT) return { source: 'device', value: late }
    if (!isUnreachable(error) && !isDatabaseTrouble(error)) throw error
    const value = await samples().catch((): typeof ABSENT => ABSENT)
    if (value === ABSENT) throw error
    return { source: 'samples', value }
  }
}

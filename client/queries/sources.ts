import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { isDatabaseTrouble, isUnreachable } from '../api/error.ts'
import { markAutomatic } from '../api/request.ts'
import { ABSENT } from './device.ts'
import type { Source } from './types.ts'

/** An answer and who gave it. */
export interface Served<T> {
  source: Source
  value: T
}

export interface Sources<T> {
  /** Whether the device is asked before the server. */
  deviceFirst: boolean
  device(): Promise<T | typeof ABSENT>
  server(): Promise<T>
  /** From the ten samples, or what else is at hand; `ABSENT` when they cannot answer this question. */
  samples(): Promise<T | typeof ABSENT>
}

/** What a query tells of itself when it is read. */
export type ReadContext<K extends QueryKey = QueryKey> = Pick<
  QueryFunctionContext<K>,
  'signal' | 'client' | 'queryKey'
>

/** How long after a tap on 'Try again' what is read counts as asked for. Milliseconds. */
const TAP_VALID = 1_000
let tappedAt = -Infinity
/** To be called when a person asks for something again: the server is asked at once, even when it is in trouble. */
export function recordRetry(): void {
  tappedAt = performance.now()
}

/**
 * Whether a read repeats by itself, to replace what is on the screen. The tries that follow a person's own read are three at most, and part of it.
 */
function repeats({ client, queryKey }: ReadContext): boolean {
  const state = client.getQueryState(queryKey)
  return state?.data !== undefined && performance.now() - tappedAt >= TAP_VALID
}

/**
 * The order of sources (specification 18.26): the directory on the device, the server, the ten samples. The samples answer as soon as the server
 * has failed once, and only when it cannot be reached or its database cannot; any other failure is the caller's to see.
 */
export async function readInOrder<T>(
  { deviceFirst, device, server, samples }: Sources<T>,
  context: ReadContext,
): Promise<Served<T>> {
  const { signal } = context
  if (repeats(context)) markAutomatic(signal)
  // A device that cannot be asked is a device without a directory.
  const fromDevice = () => device().catch((): typeof ABSENT => ABSENT)
  if (deviceFirst) {
    const value = await fromDevice()
    signal.throwIfAborted()
    if (value !== ABSENT) return { source: 'device', value }
  }
  try {
    return { source: 'server', value: await server() }
  } catch (error) {
    signal.throwIfAborted()
    if (!deviceFirst) {
      const value = await fromDevice()
      if (value !== ABSENT) return { source: 'device', value }
    }
    if (!isUnreachable(error) && !isDatabaseTrouble(error)) throw error
    const value = await samples().catch((): typeof ABSENT => ABSENT)
    if (value === ABSENT) throw error
    return { source: 'samples', value }
  }
}

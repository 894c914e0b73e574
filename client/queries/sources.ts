import { isDatabaseTrouble, isUnreachable } from '../api/error.ts'
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

/**
 * The order of sources (specification 18.26): the directory on the device, the server, the ten samples. The samples answer as soon as the server
 * has failed once, and only when it cannot be reached or its database cannot; any other failure is the caller's to see.
 */
export async function readInOrder<T>(
  { deviceFirst, device, server, samples }: Sources<T>,
  signal: AbortSignal,
): Promise<Served<T>> {
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

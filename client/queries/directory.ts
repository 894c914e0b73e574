import { after, hasPassed } from '../platform/clock.ts'
import { savesData } from '../platform/saves-data.ts'
import { onNetworkReturn } from '../platform/network-return.ts'
import { isVisible, onVisible } from '../platform/visibility.ts'
import type { DIRECTORY_CALLS } from '../store/directory-sync.ts'
import { serverGate } from '../store/server-gate.ts'
import type { ServerGate } from '../store/server-gate.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'

/** A directory confirmed less than this ago is not checked again. Milliseconds. */
export const SYNC_INTERVAL_MS = 15 * 60_000
/** The same in data-saving mode, and when the new version does not fit on the device. */
const LONG_INTERVAL_MS = 6 * 60 * 60_000
/** Wait after a failure that was not the server's. */
const OTHER_FAILURE_WAIT_MS = 60_000

export interface SyncSchedulePorts {
  device: Pick<Device, 'ask' | 'hasStopped' | 'restart'>
  /**
   * Decides when a server in trouble is called again. The search worker makes the calls of the directory and
   * records their outcomes.
   */
  gate: Pick<ServerGate, 'run' | 'wait' | 'onRecovery'>
  /** Milliseconds since 1970. */
  now(): number
  visible(): boolean
  /** Whether the browser is set to save data. */
  saveData?(): boolean
  /**
   * When the server last confirmed the device's directory, milliseconds since 1970; `null` without a
   * directory.
   */
  confirmedAt?(): number | null
  /** Calls back after a delay in milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, call: () => void): () => void
  /** Calls back when the network returns. Returns a function that stops it. */
  onOnline(listener: () => void): () => void
  /** Calls back when the page becomes visible. Returns a function that stops it. */
  onVisible(listener: () => void): () => void
}

export interface SyncSchedule {
  /**
   * Call it once the first screen is shown. Resolves when the directory is up to date or the update has
   * failed.
   */
  begin(): Promise<void>
  stop(): void
}

/**
 * Keeps the device's directory up to date: at the start, when the network returns, when the page becomes
 * visible (at most every {@link SYNC_INTERVAL_MS}), and after a failure as soon as the gate allows it and the
 * page is visible.
 */
export function scheduleSync({
  device,
  gate,
  now,
  after,
  visible,
  onOnline,
  onVisible,
  saveData = () => false,
  confirmedAt = () => null,
}: SyncSchedulePorts): SyncSchedule {
  let doneAt: number | undefined
  let failed = false
  /** Whether the last update did not fit on the device. */
  let full = false
  let running = false
  let stopped = false
  let cancel: () => void = () => undefined

  /** @param asked whether the user waits for it, because the device has no directory yet */
  async function run(asked = false) {
    if (running || stopped) return
    running = true
    cancel()
    try {
      // Its code comes from the server, or from a cache.
      if (device.hasStopped()) await gate.run('search-worker', device.restart, { mayBeCached: true })
      const answer = await device.ask('sync', { asked })
      if (answer === ABSENT) throw new Error('the directory cannot be updated')
      doneAt = now()
      failed = false
      full = answer.full
    } catch {
      doneAt = undefined
      failed = true
      const wait = await gate.wait('directory' satisfies typeof DIRECTORY_CALLS)
      if (!stopped)
        cancel = after(wait > 0 ? wait : OTHER_FAILURE_WAIT_MS, () => {
          if (visible()) void run()
        })
    } finally {
      running = false
    }
  }

  /** Whether a start or the return of the network is no reason to check before the interval is over. */
  const isSparing = () => full || saveData()
  const isDue = () =>
    isSparing()
      ? hasPassed(LONG_INTERVAL_MS, doneAt ?? confirmedAt() ?? -Infinity, now())
      : hasPassed(SYNC_INTERVAL_MS, doneAt ?? -Infinity, now())
  let started = false
  const stops = [
    onOnline(() => {
      if (started && (!isSparing() || isDue())) void run()
    }),
    onVisible(() => {
      if (started && isDue()) void run()
    }),
    gate.onRecovery(() => {
      if (started && failed && visible()) void run()
    }),
  ]

  return {
    async begin() {
      started = true
      if (!isSparing() || isDue()) await run(confirmedAt() === null)
    },
    stop() {
      stopped = true
      cancel()
      for (const stop of stops) stop()
    },
  }
}

export const browserSchedule = (device: Device): SyncSchedulePorts => ({
  device,
  gate: serverGate,
  saveData: savesData,
  confirmedAt: () => device.directory().updatedAt,
  now: Date.now,
  after,
  visible: isVisible,
  onOnline: onNetworkReturn,
  onVisible,
})

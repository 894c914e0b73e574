import { savesData } from '../platform/saves-data.ts'
import { onNetworkReturn } from '../platform/network-return.ts'
import type { DIRECTORY_CALLS } from '../store/directory-sync.ts'
import { serverGate } from '../store/server-gate.ts'
import type { ServerGate } from '../store/server-gate.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'

/** A directory confirmed less than this ago is not asked after again. Milliseconds. */
export const SYNC_INTERVAL = 15 * 60_000
/** The same for who has asked their browser to use little data. */
const SAVE_DATA_INTERVAL_MS = 6 * 60 * 60_000
/** Wait after a failure that was not the server's. Milliseconds. */
const OTHER_WAIT = 60_000

export interface SyncSchedulePorts {
  device: Pick<Device, 'ask'>
  /** When the server in trouble is called again. The search worker makes the calls, and notes how they went. */
  gate: Pick<ServerGate, 'wait' | 'onRecovery'>
  /** Milliseconds since 1970. */
  now(): number
  visible(): boolean
  /** Whether the person wants little data to be used. */
  saveData?(): boolean
  /** When the server last confirmed what is on the device, milliseconds since 1970; `null` when there is nothing. */
  confirmedAt?(): number | null
  /** Calls back after some milliseconds; returns cancels. */
  after(milliseconds: number, call: () => void): () => void
  /** Told when the network comes back; returns stop. */
  onOnline(listener: () => void): () => void
  /** Told when the page becomes visible; returns stop. */
  onVisible(listener: () => void): () => void
}

export interface SyncSchedule {
  /** To be called when the first screen is there. Resolves when the directory is up to date, or cannot be for now. */
  begin(): Promise<void>
  stop(): void
}

/**
 * Keeps the device's directory up to date: from the beginning, when the network comes back, when the page is looked at again (at most
 * every {@link SYNC_INTERVAL}), and after a failure when the gate lets it, for as long as the page is looked at.
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
  let running = false
  let stopped = false
  let cancel: () => void = () => undefined

  /** @param asked the person has opened the app, and there is nothing to show them */
  async function run(asked = false) {
    if (running || stopped) return
    running = true
    cancel()
    try {
      const answer = await device.ask('sync', { asked })
      if (answer === ABSENT) throw new Error('the directory cannot be brought up to date')
      doneAt = now()
      failed = false
    } catch {
      doneAt = undefined
      failed = true
      const wait = await gate.wait('directory' satisfies typeof DIRECTORY_CALLS)
      if (!stopped)
        cancel = after(wait > 0 ? wait : OTHER_WAIT, () => {
          if (visible()) void run()
        })
    } finally {
      running = false
    }
  }

  /** Who saves data is not asked at every start and return of the network, only when it is time. */
  const due = () =>
    saveData()
      ? now() - (doneAt ?? confirmedAt() ?? -Infinity) >= SAVE_DATA_INTERVAL_MS
      : doneAt === undefined || now() - doneAt >= SYNC_INTERVAL
  let started = false
  const stops = [
    onOnline(() => {
      if (started && (!saveData() || due())) void run()
    }),
    onVisible(() => {
      if (started && due()) void run()
    }),
    gate.onRecovery(() => {
      if (started && failed && visible()) void run()
    }),
  ]

  return {
    async begin() {
      started = true
      if (!saveData() || due()) await run(confirmedAt() === null)
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
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
  visible: () => document.visibilityState === 'visible',
  onOnline: onNetworkReturn,
  onVisible(listener) {
    const shown = () => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  },
})

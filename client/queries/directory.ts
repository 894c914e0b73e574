import { savesData } from '../platform/saves-data.ts'
import { retryWait } from '../api/retry.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'

/** A directory confirmed less than this ago is not asked after again. Milliseconds. */
export const SYNC_INTERVAL = 15 * 60_000
/** The same for who has asked their browser to use little data. */
const SPARING_INTERVAL = 6 * 60 * 60_000
/** First and longest wait after a failure; it doubles in between. Milliseconds. */
const LONGEST_WAIT = 5 * 60_000

export interface SyncSchedulePorts {
  device: Pick<Device, 'ask'>
  /** Milliseconds since 1970. */
  now(): number
  visible(): boolean
  /** Whether the person wants little data to be used. */
  sparing?(): boolean
  /** When the server last confirmed what is on the device, milliseconds since 1970; `null` when there is nothing. */
  confirmedAt?(): number | null
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
 * every {@link SYNC_INTERVAL}), and after a failure with growing pauses for as long as somebody looks.
 */
export function scheduleSync({
  device,
  now,
  visible,
  onOnline,
  onVisible,
  sparing = () => false,
  confirmedAt = () => null,
}: SyncSchedulePorts): SyncSchedule {
  let doneAt: number | undefined
  let failures = 0
  let running = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    if (running || stopped) return
    running = true
    clearTimeout(timer)
    try {
      const answer = await device.ask('sync', {})
      if (answer === ABSENT) throw new Error('the directory cannot be brought up to date')
      doneAt = now()
      failures = 0
    } catch {
      doneAt = undefined
      const wait = failures < 5 ? retryWait(failures) : LONGEST_WAIT
      failures++
      timer = setTimeout(() => {
        if (visible()) void run()
      }, wait)
    } finally {
      running = false
    }
  }

  /** Who saves data is not asked at every start and return of the network, only when it is time. */
  const due = () =>
    sparing()
      ? now() - (doneAt ?? confirmedAt() ?? -Infinity) >= SPARING_INTERVAL
      : doneAt === undefined || now() - doneAt >= SYNC_INTERVAL
  let started = false
  const stops = [
    onOnline(() => {
      if (started && (!sparing() || due())) void run()
    }),
    onVisible(() => {
      if (started && due()) void run()
    }),
  ]

  return {
    async begin() {
      started = true
      if (!sparing() || due()) await run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

export const browserSchedule = (device: Device): SyncSchedulePorts => ({
  device,
  sparing: savesData,
  confirmedAt: () => device.directory().updatedAt,
  now: Date.now,
  visible: () => document.visibilityState === 'visible',
  onOnline(listener) {
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  },
  onVisible(listener) {
    const shown = () => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  },
})

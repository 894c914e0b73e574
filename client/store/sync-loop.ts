import { SyncRefused } from './drain.ts'
import type { Drained } from './drain.ts'

/** What the outbox is doing: nothing to do, sending, waiting for the next try, or for the person. */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out' | 'other-user' | 'update'

export interface SyncLoopPorts {
  drain(): Promise<Drained>
  /** Whether the browser has a network. */
  online(): boolean
  /** Whether somebody looks at the page. */
  visible(): boolean
  /** Whether the person has asked for little data to be used. */
  sparing(): boolean
  /** Told when the network comes back, the page becomes visible, or the service worker wakes it; returns stops. */
  onWake(listener: () => void): () => void
  /** Calls back after some milliseconds; returns cancels. */
  after(milliseconds: number, call: () => void): () => void
  /** From 0 to 1. */
  random(): number
  /** Told of each change of state. */
  changed(state: SyncState): void
}

/** First and longest pause after a failure; it doubles in between. Milliseconds. */
export const FIRST_PAUSE = 1_000
export const LONGEST_PAUSE = 5 * 60_000
/** How often a page that is looked at asks what happened on other devices. Milliseconds. */
export const LOOK_EVERY = 60_000
/** The same for who saves data. What is saved here is sent at once all the same. Milliseconds. */
export const SPARING_LOOK_EVERY = 15 * 60_000

/**
 * How long to wait after so many failures in a row: doubling, and each device a little differently, so that a server that comes back is not
 * asked by all of them at once. Milliseconds.
 */
export function pauseAfter(failures: number, random: number, retryAfter: number | null): number {
  const full = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
  return Math.max(full * (0.5 + random / 2), retryAfter ?? 0)
}

export interface SyncLoop {
  /** Something waits: sends it soon. */
  nudge(): void
  /** Sends now, and all that has come in until now; resolves when it is done, or has failed for now. @throws what the drain throws */
  run(): Promise<Drained>
  stop(): void
}

/** Sends what waits: at the start, when woken, some time after a failure, and every now and then while somebody looks. */
export function startSyncLoop({
  drain,
  online,
  visible,
  sparing,
  onWake,
  after,
  random,
  changed,
}: SyncLoopPorts): SyncLoop {
  let running: Promise<Drained> | undefined
  /** The run after the one that is under way. */
  let next: Promise<Drained> | undefined
  let again = false
  let failures = 0
  let stopped = false
  let cancel: () => void = () => undefined

  const schedule = (milliseconds: number) => {
    cancel()
    if (!stopped) cancel = after(milliseconds, () => void attempt())
  }

  const once = async (): Promise<Drained> => {
    cancel()
    changed('sending')
    try {
      const drained = await drain()
      failures = 0
      changed(drained === 'done' ? 'idle' : drained)
      schedule(sparing() ? SPARING_LOOK_EVERY : LOOK_EVERY)
      return drained
    } catch (error) {
      failures++
      changed('waiting')
      schedule(pauseAfter(failures, random(), error instanceof SyncRefused ? error.retryAfter : null))
      throw error
    }
  }

  const begin = (): Promise<Drained> => {
    running = once().finally(() => {
      running = undefined
      if (again && !stopped && next === undefined) nudge()
      again = false
    })
    return running
  }

  const run = (): Promise<Drained> => {
    if (running === undefined) return begin()
    // What came in after that run began may not be in it.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }

  /** A hidden page looks again when it is shown, one without network when there is one. */
  const attempt = async () => {
    if (stopped) return
    if (!online() || !visible()) {
      schedule(LOOK_EVERY)
      return
    }
    await run().catch(() => undefined)
  }

  const nudge = () => {
    if (running !== undefined) again = true
    else if (!stopped && failures === 0 && online()) void run().catch(() => undefined)
  }

  const sleep = onWake(() => {
    if (stopped) return
    failures = 0
    void run().catch(() => undefined)
  })
  void attempt()

  return {
    nudge,
    run,
    stop() {
      stopped = true
      cancel()
      sleep()
    },
  }
}

import type { DrainResult } from './drain.ts'
import { ServerPaused } from './server-gate.ts'
import type { ServerGate } from './server-gate.ts'
import { SYNC_CALLS } from './names.ts'

/**
 * State of the outbox: idle, sending, waiting until the server answers again, or waiting for the user.
 * `waiting` starts with the second consecutive failure and ends with a success, so that the screen does not
 * change with each attempt.
 */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out' | 'other-user' | 'update'

export interface SyncLoopPorts {
  /**
   * Sends unsent operations through the gate, unless another tab is sending.
   * @param asked whether the user asked for it
   * @param started is called once the gate lets the call through
   * @throws ServerPaused
   */
  drain(asked: boolean, started: () => void): Promise<DrainResult>
  /** Decides when the server may be called. */
  gate: Pick<ServerGate, 'wait' | 'inTrouble' | 'onRecovery'>
  /** Whether the browser has a network. */
  online(): boolean
  /** Whether the page is visible. */
  visible(): boolean
  /** Whether the browser is set to save data. */
  saveData(): boolean
  /**
   * Calls back when the network returns, the page becomes visible, or the service worker wakes it. Returns a
   * function that stops it.
   */
  onWake(listener: () => void): () => void
  /** Calls back after a delay in milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, call: () => void): () => void
  /** Called with each new state. */
  changed(state: SyncState): void
}

/** How often a visible page fetches changes from other devices. */
export const POLL_INTERVAL_MS = 60_000
/** The same in data-saving mode. Changes on this device are still sent at once. */
export const SAVE_DATA_POLL_INTERVAL_MS = 15 * 60_000

export interface SyncLoop {
  /** Call it after a change was queued: sends it soon. */
  sendSoon(): void
  /** Sends everything queued until now. Resolves when that is done. @throws what `drain` throws */
  run(): Promise<DrainResult>
  stop(): void
}

/**
 * Sends unsent operations: at the start, when woken, some time after a failure, and at intervals while the
 * page is visible. The gate decides when a server in trouble is called again; waking up does not bring that
 * forward.
 */
export function startSyncLoop({
  drain,
  gate,
  online,
  visible,
  saveData,
  onWake,
  after,
  changed,
}: SyncLoopPorts): SyncLoop {
  let running: Promise<DrainResult> | undefined
  /** The run that follows the current one. */
  let next: Promise<DrainResult> | undefined
  let queuedMeanwhile = false
  let state: SyncState = 'idle'
  let stopped = false
  let cancel: () => void = () => undefined

  const schedule = (milliseconds: number) => {
    cancel()
    if (!stopped) cancel = after(milliseconds, () => void attempt())
  }
  const setState = (next: SyncState) => {
    if (state === next) return
    state = next
    changed(next)
  }

  const runOnce = async (asked: boolean): Promise<DrainResult> => {
    cancel()
    try {
      const drained = await drain(asked, () => {
        if (state !== 'waiting') setState('sending')
      })
      setState(drained === 'done' ? 'idle' : drained)
      schedule(saveData() ? SAVE_DATA_POLL_INTERVAL_MS : POLL_INTERVAL_MS)
      return drained
    } catch (error) {
      if (await gate.inTrouble(SYNC_CALLS)) setState('waiting')
      else if (state === 'sending') setState('idle')
      const wait = error instanceof ServerPaused ? error.wait : await gate.wait(SYNC_CALLS)
      // Without a wait, the failure was not the server's, or there is no network.
      schedule(wait > 0 ? wait : POLL_INTERVAL_MS)
      throw error
    }
  }

  const begin = (asked: boolean): Promise<DrainResult> => {
    running = runOnce(asked).finally(() => {
      running = undefined
      if (queuedMeanwhile && !stopped && next === undefined) sendSoon()
      queuedMeanwhile = false
    })
    return running
  }

  const run = (asked: boolean): Promise<DrainResult> => {
    if (running === undefined) return begin(asked)
    // The current run may have missed operations that were queued after it started.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin(asked)
      })
    return next
  }

  /**
   * Waits for the next interval while the page is hidden or offline; `onWake` is called when that changes.
   */
  const attempt = async () => {
    if (stopped) return
    if (!online() || !visible()) {
      schedule(POLL_INTERVAL_MS)
      return
    }
    await run(false).catch(() => undefined)
  }

  const sendSoon = () => {
    if (running !== undefined) queuedMeanwhile = true
    else if (!stopped && online()) void run(false).catch(() => undefined)
  }

  const wake = () => {
    if (!stopped && running === undefined) void run(false).catch(() => undefined)
  }
  const stops = [
    onWake(wake),
    // The server has answered another tab or another kind of call.
    gate.onRecovery(() => {
      if (state === 'waiting') wake()
    }),
  ]
  void attempt()

  return {
    sendSoon,
    run: () => run(true),
    stop() {
      stopped = true
      cancel()
      for (const stop of stops) stop()
    },
  }
}

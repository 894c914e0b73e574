import type { Drained } from './drain.ts'
import { ServerPaused } from './server-gate.ts'
import type { ServerGate } from './server-gate.ts'

/**
 * What the outbox is doing: nothing, sending, waiting until the server answers again, or waiting for the person. `waiting` begins with the second
 * failure in a row and ends with a success, so that what the screen says of it does not change with each attempt.
 */
export type SyncState = 'idle' | 'sending' | 'waiting' | 'signed-out' | 'other-user' | 'update'

/** Calls of the outbox, as the gate names them. */
export const SYNC_CALLS = 'sync'

export interface SyncLoopPorts {
  /**
   * Sends what is unsent, through the gate, when no other tab does.
   * @param asked by the person
   * @param begun to be called when the gate has let it through
   * @throws ServerPaused
   */
  drain(asked: boolean, begun: () => void): Promise<Drained>
  /** Says when the server may be called. */
  gate: Pick<ServerGate, 'wait' | 'inTrouble' | 'onRecovery'>
  /** Whether the browser has a network. */
  online(): boolean
  /** Whether the page is looked at. */
  visible(): boolean
  /** Whether the person has asked for little data to be used. */
  sparing(): boolean
  /** Told when the network comes back, the page becomes visible, or the service worker wakes it; returns stops. */
  onWake(listener: () => void): () => void
  /** Calls back after some milliseconds; returns cancels. */
  after(milliseconds: number, call: () => void): () => void
  /** Told of each change of state. */
  changed(state: SyncState): void
}

/** How often a page that is looked at asks what happened on other devices. Milliseconds. */
export const LOOK_EVERY = 60_000
/** The same for who saves data. What is saved here is sent at once all the same. Milliseconds. */
export const SPARING_LOOK_EVERY = 15 * 60_000

export interface SyncLoop {
  /** Something waits: sends it soon. */
  nudge(): void
  /** Sends now, and all that has come in until now; resolves when it is done, or has failed for now. @throws what the drain throws */
  run(): Promise<Drained>
  stop(): void
}

/**
 * Sends what is unsent: at the start, when woken, some time after a failure, and every now and then while the page is looked at. When a server in
 * trouble is called again is for the gate to say; no wake brings that forward.
 */
export function startSyncLoop({
  drain,
  gate,
  online,
  visible,
  sparing,
  onWake,
  after,
  changed,
}: SyncLoopPorts): SyncLoop {
  let running: Promise<Drained> | undefined
  /** The run after the one that is under way. */
  let next: Promise<Drained> | undefined
  let again = false
  let state: SyncState = 'idle'
  let stopped = false
  let cancel: () => void = () => undefined

  const schedule = (milliseconds: number) => {
    cancel()
    if (!stopped) cancel = after(milliseconds, () => void attempt())
  }
  const tell = (now: SyncState) => {
    if (state === now) return
    state = now
    changed(now)
  }

  const once = async (asked: boolean): Promise<Drained> => {
    cancel()
    try {
      const drained = await drain(asked, () => {
        if (state !== 'waiting') tell('sending')
      })
      tell(drained === 'done' ? 'idle' : drained)
      schedule(sparing() ? SPARING_LOOK_EVERY : LOOK_EVERY)
      return drained
    } catch (error) {
      const known = await gate.inTrouble(SYNC_CALLS)
      if (known) tell('waiting')
      else if (state === 'sending') tell('idle')
      const wait = error instanceof ServerPaused ? error.wait : await gate.wait(SYNC_CALLS)
      // Without a wait it was no trouble of the server's, or there was no network.
      schedule(wait > 0 ? wait : LOOK_EVERY)
      throw error
    }
  }

  const begin = (asked: boolean): Promise<Drained> => {
    running = once(asked).finally(() => {
      running = undefined
      if (again && !stopped && next === undefined) nudge()
      again = false
    })
    return running
  }

  const run = (asked: boolean): Promise<Drained> => {
    if (running === undefined) return begin(asked)
    // What came in after that run began may not be in it.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin(asked)
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
    await run(false).catch(() => undefined)
  }

  const nudge = () => {
    if (running !== undefined) again = true
    else if (!stopped && online()) void run(false).catch(() => undefined)
  }

  const wake = () => {
    if (!stopped && running === undefined) void run(false).catch(() => undefined)
  }
  const stops = [
    onWake(wake),
    // Another tab, or another kind of call, has had an answer.
    gate.onRecovery(() => {
      if (state === 'waiting') wake()
    }),
  ]
  void attempt()

  return {
    nudge,
    run: () => run(true),
    stop() {
      stopped = true
      cancel()
      for (const stop of stops) stop()
    },
  }
}

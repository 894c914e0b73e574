import { leaveWork, takeWork } from '../repositories/runners.ts'
import type { Store } from '../repositories/store.ts'

/** How long a server that died still counts as running. Longer than a pause of the process or the network. */
export const LEASE_MS = 15_000
/** How often it is extended, and how often the other servers try to take over. */
export const LEASE_RENEWAL_MS = 5_000
const WORK = 'clean-up and pictures'

/** Decides which of several servers does the work that only one needs to do: clean-up, copying pictures. */
export interface Runner {
  /** Whether this server does it. */
  isRunner(): boolean
  /** Calls a function each time this server begins to. */
  onStart(begin: () => void): void
  close(): Promise<void>
}

/** For a server that is alone on its database. */
export const onlyRunner: Runner = {
  isRunner: () => true,
  onStart: () => undefined,
  close: () => Promise.resolve(),
}

/**
 * The runner has a lease in the database, which another server takes over when it has ended. Unlike a lock of
 * a connection, it also ends if a process hangs, or a machine disappears without closing its connections.
 * @param server a name that no other process has
 */
export function openRunner({ store, server }: { store: Store; server: string }): Runner {
  const starts: (() => void)[] = []
  /** By this process's clock, counted from before the database was asked. */
  let heldUntil = -Infinity
  let wasRunner = false
  let closed = false
  const isRunner = () => !closed && performance.now() < heldUntil

  const renew = async () => {
    const asked = performance.now()
    try {
      const isTaken = await store.write((db) => takeWork(db, WORK, server, LEASE_MS), { of: [] })
      heldUntil = isTaken ? asked + LEASE_MS : -Infinity
    } catch {
      // The database is unavailable: the lease ends unless it is extended in time.
    }
    if (isRunner() && !wasRunner) for (const begin of starts) begin()
    wasRunner = isRunner()
  }

  let renewing: Promise<void> | undefined
  const tick = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
  }
  const timer = setInterval(tick, LEASE_RENEWAL_MS).unref()
  tick()

  return {
    isRunner,
    onStart: (begin) => void starts.push(begin),
    async close() {
      clearInterval(timer)
      await renewing
      const mayBeRunner = isRunner()
      closed = true
      if (mayBeRunner)
        await store.write((db) => leaveWork(db, WORK, server), { of: [] }).catch(() => undefined)
    },
  }
}

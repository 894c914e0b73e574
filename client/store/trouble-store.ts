import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { Trouble } from './backoff.ts'

/** Troubles by name: of the server as a whole, and of kinds of calls to it. Empty while all is well. */
export type Troubles = Readonly<Record<string, Trouble>>

/** Where a device keeps what it knows of a server in trouble: one record for all tabs, workers and reloads. */
export interface TroubleStore {
  read(): Promise<Troubles>
  /** Reads, changes and writes in one step, whoever else does so. @returns what is kept now */
  change(edit: (troubles: Troubles) => Troubles): Promise<Troubles>
  /** Told what another tab or worker has written; returns stop. */
  onChange(listener: (troubles: Troubles) => void): () => void
  close(): void
}

const NAME = `${STORAGE_PREFIX}-backoff`
const ROWS = 'troubles'
const ROW = 'all'

const outcome = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')))
  })

/**
 * A small database of its own, without Dexie: the first screen and the service worker use it, and neither loads the store of people's rows. A
 * browser that keeps nothing (some private modes) has the page's memory instead.
 */
export function openTroubleStore({
  factory = () => globalThis.indexedDB,
  name = NAME,
}: { factory?: () => IDBFactory | undefined; name?: string } = {}): TroubleStore {
  let memory: Troubles = {}
  let opened: Promise<IDBDatabase> | undefined
  let channel: BroadcastChannel | undefined
  const listeners = new Set<(troubles: Troubles) => void>()

  const open = (): Promise<IDBDatabase> => {
    opened ??= (async () => {
      const indexedDB = factory()
      if (indexedDB === undefined) throw new Error('this browser keeps nothing')
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(ROWS))
      const database = await outcome(request)
      const close = () => {
        opened = undefined
        database.close()
      }
      database.addEventListener('versionchange', close)
      database.addEventListener('close', () => (opened = undefined))
      return database
    })()
    return opened
  }

  const channelOf = (): BroadcastChannel | undefined => {
    if (channel !== undefined || typeof BroadcastChannel === 'undefined') return channel
    channel = new BroadcastChannel(name)
    // Only Node has it: a channel is no reason for a process to stay.
    ;(channel as { unref?: () => void }).unref?.()
    channel.addEventListener('message', ({ data }: MessageEvent<Troubles>) => {
      for (const listener of listeners) listener(data)
    })
    return channel
  }

  return {
    async read() {
      try {
        const database = await open()
        const kept = database.transaction(ROWS).objectStore(ROWS).get(ROW) as IDBRequest<Troubles | undefined>
        return (await outcome(kept)) ?? {}
      } catch {
        return memory
      }
    },
    async change(edit) {
      try {
        const database = await open()
        // Losing the last of it in a crash costs a call too many, no more.
        const transaction = database.transaction(ROWS, 'readwrite', { durability: 'relaxed' })
        const rows = transaction.objectStore(ROWS)
        const next = await new Promise<Troubles>((resolve, reject) => {
          let edited: Troubles = {}
          const kept = rows.get(ROW) as IDBRequest<Troubles | undefined>
          kept.addEventListener('success', () => {
            edited = edit(kept.result ?? {})
            rows.put(edited, ROW)
          })
          transaction.addEventListener('complete', () => resolve(edited))
          transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
        })
        memory = next
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
        channelOf()?.postMessage(next)
      } catch {
        memory = edit(memory)
      }
      return memory
    },
    onChange(listener) {
      channelOf()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      channel?.close()
      channel = undefined
      void opened?.then(
        (database) => database.close(),
        () => undefined,
      )
      opened = undefined
    },
  }
}

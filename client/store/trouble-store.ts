import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { Trouble } from './backoff.ts'
import { beginTransaction } from './suspension.ts'

/** Troubles by name: that of the whole server, and those of kinds of calls. Empty while the server works. */
export type Troubles = Readonly<Record<string, Trouble>>

/** Stores the troubles of the server for all tabs, workers and reloads of a device. */
export interface TroubleStore {
  read(): Promise<Troubles>
  /** Reads, changes and writes in one transaction. @returns the new value */
  change(edit: (troubles: Troubles) => Troubles): Promise<Troubles>
  /** Calls back when another tab or worker has written. Returns a function that stops it. */
  onChange(listener: (troubles: Troubles) => void): () => void
  close(): void
}

const NAME = `${STORAGE_PREFIX}-backoff`
const ROWS = 'troubles'
const ROW = 'all'

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')))
  })

/**
 * A small separate database without Dexie, because the first screen and the service worker use it and do not
 * load the main store. In browsers without IndexedDB (some private modes), the troubles are kept in memory.
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
      if (indexedDB === undefined) throw new Error('this browser has no IndexedDB')
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(ROWS))
      const database = await resultOf(request)
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
    // Only Node has `unref`: an open channel must not keep the process alive.
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
        const rows = beginTransaction(() => database.transaction(ROWS)).objectStore(ROWS)
        const request = rows.get(ROW) as IDBRequest<Troubles | undefined>
        return (await resultOf(request)) ?? {}
      } catch {
        return memory
      }
    },
    async change(edit) {
      try {
        const database = await open()
        // Losing the last write in a crash costs one extra call at most.
        const transaction = beginTransaction(() =>
          database.transaction(ROWS, 'readwrite', { durability: 'relaxed' }),
        )
        const rows = transaction.objectStore(ROWS)
        const next = await new Promise<Troubles>((resolve, reject) => {
          let edited: Troubles = {}
          const request = rows.get(ROW) as IDBRequest<Troubles | undefined>
          request.addEventListener('success', () => {
            edited = edit(request.result ?? {})
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

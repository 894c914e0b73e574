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
/** How long to wait for the database, in milliseconds. Browsers sometimes keep one waiting. */
const TIMEOUT_MS = 2_000

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

/**
 * A small separate database without Dexie, because the first screen and the service worker use it and do not
 * load the main store. In browsers without IndexedDB (some private modes), and while the database does not
 * answer, the troubles are kept in memory. What changes meanwhile is stored when it answers.
 */
export function openTroubleStore({
  factory = () => globalThis.indexedDB,
  name = NAME,
}: { factory?: () => IDBFactory | undefined; name?: string } = {}): TroubleStore {
  let memory: Troubles = {}
  let opened: Promise<IDBDatabase> | undefined
  let channel: BroadcastChannel | undefined
  const listeners = new Set<(troubles: Troubles) => void>()
  /** Whether the database has not answered in time: then nothing waits for it until it does. */
  let isStuck = false

  /** @throws Error if the work takes too long, which then continues, or what it throws */
  const inTime = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const giveUp = () => {
        isStuck = true
        reject(new Error('the database does not answer'))
      }
      const timer = setTimeout(giveUp, TIMEOUT_MS)
      if (isStuck) giveUp()
      const ended = () => {
        clearTimeout(timer)
        isStuck = false
      }
      void work.finally(ended).then(resolve, reject)
    })

  const open = (): Promise<IDBDatabase> => {
    opened ??= (async () => {
      // Throws in browsers without IndexedDB.
      const request = factory()!.open(name, 1)
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
    if (channel !== undefined) return channel
    try {
      channel = new BroadcastChannel(name)
    } catch {
      // The browser refuses it while the site may store nothing (client/store/channels.ts).
      return undefined
    }
    // Only Node has `unref`: an open channel must not keep the process alive.
    ;(channel as { unref?: () => void }).unref?.()
    channel.addEventListener('message', ({ data }: MessageEvent<Troubles>) => {
      for (const listener of listeners) listener(data)
    })
    return channel
  }

  async function readStored(): Promise<Troubles> {
    const database = await open()
    const rows = beginTransaction(() => database.transaction(ROWS)).objectStore(ROWS)
    const request = rows.get(ROW) as IDBRequest<Troubles | undefined>
    memory = (await resultOf(request)) ?? {}
    return memory
  }

  async function changeStored(edit: (troubles: Troubles) => Troubles): Promise<Troubles> {
    const database = await open()
    // Losing the last write in a crash costs one extra call at most.
    const transaction = beginTransaction(() =>
      database.transaction(ROWS, 'readwrite', { durability: 'relaxed' }),
    )
    const rows = transaction.objectStore(ROWS)
    return new Promise((resolve, reject) => {
      let edited: Troubles = {}
      const request = rows.get(ROW) as IDBRequest<Troubles | undefined>
      request.addEventListener('success', () => {
        edited = edit(request.result ?? {})
        rows.put(edited, ROW)
      })
      transaction.addEventListener('complete', () => resolve(edited))
      transaction.addEventListener('abort', () => reject(transaction.error!))
    })
  }

  return {
    read: () => inTime(readStored()).catch(() => memory),
    async change(edit) {
      try {
        const next = await inTime(changeStored(edit))
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

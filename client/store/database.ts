import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** Rows made without an account. Accounts are numbered from 1, so this partition is nobody's. */
export const ANONYMOUS = 0

/** A verified part of the directory as it came from the server: UTF-8 JSON columns, kept under the hash of its bytes. */
export interface PartRow {
  sha256: string
  count: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Whether a park is a favourite of `userId`. A removal stays as a row, so that it can be told to other devices. */
export interface FavouriteRow {
  userId: number
  parkId: number
  saved: boolean
  /** The server's revision this device last saw of the row, 0 for none. */
  rev: number
  /** Milliseconds since 1970; orders the list, decides nothing. */
  changedAt: number
}

/** A change waiting to be told to the server, or its outcome (design: sync protocol). */
export interface OutboxRow {
  opId: string
  deviceId: string
  /** Position among the device's operations. */
  seq: number
  userId: number
  kind: string
  args: unknown
  baseRev: number
  state: 'pending' | 'acknowledged' | 'refused'
  createdAt: number
}

export interface HistoryRow {
  id?: number
  userId: number
  query: string
  /** Milliseconds since 1970. */
  timestamp: number
}

export interface MetaRow {
  key: string
  value: unknown
}

export class OffleadDatabase extends Dexie {
  declare parks: Table<PartRow, string>
  declare localities: Table<PartRow, string>
  declare favourites: Table<FavouriteRow, [number, number]>
  declare outbox: Table<OutboxRow, string>
  declare history: Table<HistoryRow, number>
  declare meta: Table<MetaRow, string>

  /** `strict`: a transaction is complete when its bytes are on the disk, not when the system has taken them: "saved" must survive a crash. */
  constructor(name = STORAGE_PREFIX, options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({
      parks: 'sha256',
      localities: 'sha256',
      favourites: '[userId+parkId], userId',
      outbox: 'opId, [deviceId+seq], [userId+state]',
      history: '++id, [userId+timestamp]',
      meta: 'key',
    })
  }
}

/**
 * `superseded`: another tab brings a newer version of the database, this one has let go of it and must be reloaded to go on.
 * `blocked`: an older tab holds the database, and this one waits until it is closed.
 */
export type DatabaseEvent = 'superseded' | 'blocked'

/**
 * Opens the database when first used. A tab never stands in the way of a newer version: it closes at once and tells.
 */
export function createDatabase(
  tell: (event: DatabaseEvent) => void,
  name?: string,
  options?: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange },
): OffleadDatabase {
  const database = new OffleadDatabase(name, options)
  database.on('versionchange', () => {
    database.close({ disableAutoOpen: true })
    tell('superseded')
    return false
  })
  database.on('blocked', () => tell('blocked'))
  return database
}

import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import type { Circle } from '../../data/geo/area-tiles.ts'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { NOBODY } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Refusal } from '../../data/sync/envelope.ts'
import type { Kind } from '../../data/sync/operation.ts'

/** Rows made without an account. */
export const ANONYMOUS = NOBODY

/** A verified part of the directory as it came from the server: UTF-8 JSON columns, kept under the hash of its bytes. */
export interface PartRow {
  sha256: string
  count: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Whether a park is a favourite of `userId`, as this device shows it. */
export interface FavouriteRow {
  userId: PartitionId
  parkId: number
  /** What the server has said, and what waits to be told to it. */
  saved: boolean
  /** The server's revision this device last saw of the row, 0 for none. */
  rev: number
  /** The acts of saving that hold it, by the server's word. */
  held: Id[]
  /** The same with what waits to be told: what a removal on this device takes back. */
  here: Id[]
  /** Milliseconds since 1970; orders the list, decides nothing. */
  changedAt: number
}

/**
 * A change to be told to the server, or its outcome. `acknowledged`: the server has it; kept for a while, for a server that is put back to
 * yesterday. `refused`: it never will; kept until the person has seen why.
 */
export interface OutboxRow {
  opId: Id
  deviceId: Id
  /** Position among the device's operations. */
  seq: number
  userId: PartitionId
  kind: Kind
  args: unknown
  baseRev: Id[]
  state: 'pending' | 'acknowledged' | 'refused'
  /** Milliseconds since 1970, for people to read. */
  createdAt: number
  /** The park of a favourite. */
  parkId?: number
  /** Only its place in the sequence is sent: the person has discarded it, or it cannot be sent. */
  void?: 'discarded' | 'unsendable'
  /** It was acknowledged before and is sent again: what it did is in the rows already. */
  again?: boolean
  /** When the server acknowledged it, by the server's clock, milliseconds since 1970. */
  settledAt?: number
  /** Why it was refused. */
  reason?: { code: Refusal | 'unsendable'; message: string }
}

export interface HistoryRow {
  id?: number
  userId: PartitionId
  entryId: Id
  query: string
  /** Milliseconds since 1970. */
  timestamp: number
  resultCount: number | null
  /** The clearing it was made under, if any. */
  clear: Id | null
}

/** How far a person's rows and operations on this device have come. */
export interface StreamRow {
  userId: PartitionId
  /** Lives here and nowhere else, so that a copy of this database is noticed. */
  deviceId: Id
  nextSeq: number
  /** The highest `seq` the server has acknowledged. */
  acknowledged: number
  /** The server's epoch; `null` before the first exchange. */
  epoch: Id | null
  /** Where the next pull begins; `null` for the beginning. */
  cursor: string | null
  /** Grows with each answer taken in: one that was asked for before another came is not taken. */
  exchanges: number
  /** Nothing is sent until the person signs in again, or the app is updated. */
  pause: 'signed-out' | 'other-user' | 'update' | null
  /** The clearing of the history in force, by the server's word. */
  clear: Id | null
  /** Clearings this device knows of. */
  clearings: Id[]
}

export interface MetaRow {
  key: string
  value: unknown
}

/**
 * `fetching`: on its way, or would be if the app were open. `paused`: by the person. `waiting`: until there is a network. `full`: the device
 * has no room for the rest. `ready`: all of it was here when last looked. `evicted`: it was, and the browser has taken some of it away.
 */
export type AreaState = 'fetching' | 'paused' | 'waiting' | 'full' | 'ready' | 'evicted'

/** An area somebody took along. */
export interface AreaRow {
  id: string
  /** As the person calls it: a suburb, 'Around here', 'My favourites'. */
  name: string
  /** Whose favourites it is made of: it leaves the device with them. Other areas are the device's. */
  owner?: PartitionId
  circles: Circle[]
  /** Addresses of its pictures and tiles on our origin. */
  files: string[]
  /** Of those, the ones that nobody has: a tile of the sea. */
  absent: string[]
  /** How many are here, `absent` among them. */
  here: number
  /** What is here takes up so much. */
  bytes: number
  state: AreaState
  /** Milliseconds since 1970. */
  takenAt: number
  /** When it was last found whole; `null` before that. */
  checkedAt: number | null
}

export class OffleadDatabase extends Dexie {
  declare parks: Table<PartRow, string>
  declare localities: Table<PartRow, string>
  declare favourites: Table<FavouriteRow, [number, number]>
  declare outbox: Table<OutboxRow, string>
  declare history: Table<HistoryRow, number>
  declare streams: Table<StreamRow, PartitionId>
  declare meta: Table<MetaRow, string>
  declare areas: Table<AreaRow, string>

  /** `strict`: a transaction is complete when its bytes are on the disk, not when the system has taken them: "saved" must survive a crash. */
  constructor(
    name = STORAGE_PREFIX,
    options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {},
  ) {
    super(name, { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({
      parks: 'sha256',
      localities: 'sha256',
      favourites: '[userId+parkId], userId',
      outbox: 'opId, [deviceId+seq], [userId+state]',
      history: '++id, [userId+timestamp]',
      meta: 'key',
    })
    this.version(2)
      .stores({
        outbox: 'opId, [userId+state+seq], [userId+kind+state], [userId+parkId+state]',
        history: '++id, &[userId+entryId]',
        streams: 'userId',
      })
      .upgrade((rows) => rows.table<FavouriteRow>('favourites').toCollection().modify({ held: [], here: [] }))
    this.version(3).stores({ areas: 'id, takenAt' })
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

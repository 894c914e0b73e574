import './channels.ts'
import { Dexie } from 'dexie'
import type { DBCore, PromiseExtended, Table, TransactionMode, TXWithTables } from 'dexie'
import type { Circle } from '../../data/geo/area-tiles.ts'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Refusal } from '../../data/sync/envelope.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { beginTransaction } from './suspension.ts'

/** Partition of the rows that were created without an account. */
export const ANONYMOUS = NO_ACCOUNT

/**
 * A verified part of the directory as received from the server: UTF-8 JSON columns, keyed by the hash of its
 * bytes.
 */
export interface PartRow {
  sha256: string
  count: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Whether a park is a favourite of `userId`, as shown on this device. */
export interface FavouriteRow {
  userId: PartitionId
  parkId: number
  /** Includes changes that have not been sent yet. */
  saved: boolean
  /** The server's revision of the row when this device last received it; 0 if never. */
  rev: number
  /** Ids of the saves in effect on the server. The park is a favourite while there is at least one. */
  held: Id[]
  /** The same, with unsent changes applied: the saves that a removal on this device cancels. */
  here: Id[]
  /** Milliseconds since 1970. Only used to sort the list. */
  changedAt: number
}

/** The values of a form's fields, by name. */
export type Draft = Record<string, string | string[]>

/**
 * A change to send to the server, or its outcome. `acknowledged`: the server has it; the row is kept for a
 * while in case the server is restored from a backup. `refused`: the server will never accept it; the row is
 * kept until the user has seen why.
 */
export interface OutboxRow {
  opId: Id
  deviceId: Id
  /** Sequence number among the device's operations. */
  seq: number
  userId: PartitionId
  kind: Kind
  args: unknown
  baseRev: Id[]
  state: 'pending' | 'acknowledged' | 'refused'
  /** Milliseconds since 1970. Only displayed. */
  createdAt: number
  /** Only for the kind `favourite`. */
  parkId?: number
  /** Only its sequence number is sent, because the user discarded it or it cannot be sent. */
  void?: 'discarded' | 'unsendable'
  /** It was acknowledged before and is sent again; its effect is already in the rows. */
  again?: boolean
  /** When the server acknowledged it, by the server's clock, milliseconds since 1970. */
  settledAt?: number
  /** Why it was refused. */
  reason?: { code: Refusal | 'unsendable'; message: string }
  /** The form's values, while the user corrects a refused change. */
  draft?: Draft
}

export interface HistoryRow {
  id?: number
  userId: PartitionId
  entryId: Id
  query: string
  /** Milliseconds since 1970. */
  timestamp: number
  resultCount: number | null
  /** The latest clearing when the search was made, if any. */
  clear: Id | null
}

/** Sync progress of a user's rows and operations on this device. */
export interface StreamRow {
  userId: PartitionId
  /** Stored only in this database, so that the server can detect a copy of it. */
  deviceId: Id
  nextSeq: number
  /** The highest `seq` the server has acknowledged. */
  acknowledged: number
  /** The server's epoch; `null` before the first exchange. */
  epoch: Id | null
  /** Where the next pull starts; `null` for the beginning. */
  cursor: string | null
  /** Incremented with each reply applied. A reply to a request from before the last increment is ignored. */
  exchanges: number
  /** Nothing is sent until the user signs in again or the app is updated. */
  pause: 'signed-out' | 'other-user' | 'update' | null
  /**
   * Kinds of operations that are over their limit on the server, and when each may be sent again (milliseconds since
   * 1970, by the device's clock).
   */
  postponed?: Partial<Record<Kind, number>>
  /** The latest clearing of the history on the server. */
  clear: Id | null
  /** All clearings this device knows. */
  clearings: Id[]
}

export interface MetaRow {
  key: string
  value: unknown
}

/**
 * `fetching`: being downloaded, or as soon as the app is open. `paused`: by the user. `waiting`: for a
 * network. `full`: the device has no space for the rest. `ready`: complete at the last check. `evicted`: the
 * browser has deleted some of its files.
 */
export type AreaState = 'fetching' | 'paused' | 'waiting' | 'full' | 'ready' | 'evicted'

/** A pack of a map that an area can have. */
export interface AreaPack {
  /** On our origin. */
  path: string
  bytes: number
}

/** A downloaded area. */
export interface AreaRow {
  id: string
  /** Shown to the user: a suburb, 'Around' and a suburb, 'My favourites'. */
  name: string
  /**
   * The user whose favourites the area covers; it is deleted when they sign out. Other areas have no owner.
   */
  owner?: PartitionId
  circles: Circle[]
  /** Paths of its images and tiles on our origin. */
  files: string[]
  /** Packs of an older map, which are kept until those of the new one are complete. */
  former?: string[]
  /** All packs of the server's maps, if the area does not have them all. Empty if it has the newest map. */
  newer?: AreaPack[]
  /** When its packs were last compared with the server's (milliseconds since 1970), and with which maps, if known. */
  compared?: { at: number; maps: string | null }
  /** Those of `files` that the server does not have, such as tiles of the sea. */
  absent: string[]
  /** Number of files downloaded, including `absent` ones. */
  here: number
  /** Size of the downloaded files. */
  bytes: number
  /** Size of each of `files` when they were last checked. Missing for an area of an earlier version until then. */
  sizes?: number[]
  state: AreaState
  /** When the download was started. Milliseconds since 1970. */
  takenAt: number
  /** When it was last found complete; `null` if never. Milliseconds since 1970. */
  checkedAt: number | null
}

export class OffleadDatabase extends Dexie {
  declare parks: Table<PartRow, string>
  declare localities: Table<PartRow, string>
  declare councils: Table<PartRow, string>
  declare outlines: Table<PartRow, string>
  declare favourites: Table<FavouriteRow, [number, number]>
  declare outbox: Table<OutboxRow, string>
  declare history: Table<HistoryRow, number>
  declare streams: Table<StreamRow, PartitionId>
  declare meta: Table<MetaRow, string>
  declare areas: Table<AreaRow, string>

  /** `strict`: a transaction resolves once it is flushed to disk, because "saved" must survive a crash. */
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
    this.version(4).stores({ councils: 'sha256' })
    this.version(5).stores({ outlines: 'sha256' })
  }

  /**
   * Makes every scope an `async` function. Of those, Dexie counts how many are running, to be in their transaction again
   * after each `await`. Another scope that calls one would take the count of a transaction that runs beside it: its next
   * requests are then made outside of it, and it fails with a PrematureCommitError although some of them are done.
   */
  override transaction<U>(
    mode: TransactionMode,
    ...args: [
      ...tables: (string | Table | readonly (string | Table)[])[],
      scope: (transaction: TXWithTables<this>) => PromiseLike<U> | U,
    ]
  ): PromiseExtended<U> {
    const scope = args.pop() as (transaction: TXWithTables<this>) => PromiseLike<U> | U
    return super.transaction(mode, args.flat() as Table[], async (transaction) => scope(transaction))
  }
}

/**
 * `superseded`: another tab has upgraded the database. This one has closed it and must be reloaded.
 * `blocked`: an older tab has the database open, and this one waits until it is closed.
 * `opened`: the database can be used.
 */
export type DatabaseEvent = 'superseded' | 'blocked' | 'opened'

/**
 * The database is opened on first use. It is closed at once when another tab upgrades it, so that the upgrade
 * is not blocked.
 */
export function createDatabase(
  onEvent: (event: DatabaseEvent) => void,
  name?: string,
  options?: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange },
): OffleadDatabase {
  const database = new OffleadDatabase(name, options)
  database.use({
    stack: 'dbcore',
    create: (core): Partial<DBCore> => ({
      // Dexie's are the browser's own.
      transaction: (...args) => beginTransaction(() => core.transaction(...args) as IDBTransaction),
    }),
  })
  database.on('versionchange', () => {
    database.close({ disableAutoOpen: true })
    onEvent('superseded')
    return false
  })
  database.on('blocked', () => onEvent('blocked'))
  database.on('ready', () => onEvent('opened'))
  return database
}

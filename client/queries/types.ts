import type { FetchedPosition, LocateResult } from '../platform/position.ts'
import type { DirectoryState } from '../search-worker/messages.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { Park } from '../../data/model/park.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { DrainResult } from '../store/drain.ts'
import type { SearchMade } from '../store/history.ts'
import type { LastSearch } from '../store/meta.ts'
import type { ListedChange, SendOnlyKind, SendOptions } from '../store/outbox.ts'
import type { Unsent } from '../store/person.ts'
import type { SyncState } from '../store/sync-loop.ts'
import type { Understood } from '../../data/model/search.ts'
import type { StateCode } from '../../data/model/state.ts'

/**
 * Where a result is from: the directory on this device, the server, or the ten sample parks of limited data
 * mode.
 */
export type Source = 'device' | 'server' | 'samples'

/** `loading`: no data yet. A failure after data was loaded leaves it `ready`. */
export type ReadStatus = 'loading' | 'ready' | 'error'

interface Read {
  status: ReadStatus
  source: Source | null
  error: Error | null
  /** Reads again, starting with the first source. */
  retry(): void
}

/** One page of a search (`offset` and `limit` are part of the request). */
export interface SearchRead extends Read {
  parks: Park[]
  /** Number of matching parks on all pages. */
  total: number
  /** Number of parks that would match if their unknown properties did. */
  maybe: number
  understood: Understood | null
  /** Whether a request is pending, even while an earlier result is shown. */
  isFetching: boolean
  /** Whether this is the result of an earlier request, shown until the request has its own. */
  isPrevious: boolean
}

/**
 * `missing`: the server or the directory says that the park does not exist. `successor`: the park it was
 * merged into.
 */
export interface ParkRead extends Omit<Read, 'status'> {
  status: ReadStatus | 'missing'
  park: Park | null
  successor: number | null
}

/** `parks`: number of parks, `null` if the source does not provide it. */
export interface StateEntry {
  code: StateCode
  name: string
  parks: number | null
}

export interface StatesRead extends Read {
  states: StateEntry[]
}

/**
 * A region of a state: a suburb or town, with all its postcodes (specification 7.18: the same name twice in a
 * state is one region).
 */
export interface RegionEntry {
  name: string
  slug: string
  postcodes: string[]
  parks: number | null
  /** Its centre in degrees, `null` if the source does not provide it. */
  latitude: number | null
  longitude: number | null
}

export interface RegionsRead extends Read {
  regions: RegionEntry[]
}

export interface CityRead extends Omit<Read, 'status'> {
  status: ReadStatus | 'missing'
  city: RegionEntry | null
}

export interface Favourites {
  /** Newest first. Empty until `ready`. */
  ids: ReadonlySet<number>
  ready: boolean
  has(id: number): boolean
  /**
   * Resolves once it is saved on this device, with whether anything changed. Rejects if it could not be
   * saved.
   */
  set(park: Pick<Park, 'id'>, saved: boolean): Promise<boolean>
}

/** Changes that the server has not applied. */
export interface Outbox {
  /** Unsent and refused changes, oldest first. */
  changes: readonly ListedChange[]
  ready: boolean
  /** Number of unsent changes. */
  waiting: number
  /** Sends a refused change again, as a new one. */
  retry(opId: string): Promise<void>
  /** Discards a change and reverts its effect on this device. */
  discard(opId: string): Promise<void>
  /**
   * Saved on this device when the promise resolves, and delivered exactly once as soon as possible.
   * @param options.replaces a refused change that this one corrects: it is deleted in the same transaction
   * @param options.owner the account under which the form was filled in
   */
  send<K extends SendOnlyKind>(kind: K, args: Arguments<K>, options?: SendOptions): Promise<void>
}

/** A search and its number of results. Position in degrees, if it had one. */
interface MadeSearch {
  term: string
  features: readonly FeatureId[]
  resultCount: number
  latitude?: number
  longitude?: number
}

export interface SearchHistory {
  /** Without duplicates, newest first. `timestamp`: milliseconds since 1970. */
  searches: readonly SearchMade[]
  ready: boolean
  /** Adds a search, unless it is blank. @returns whether it was added */
  record(search: { query: string; resultCount?: number | null }): Promise<boolean>
  /**
   * Counts a search for the statistics: without a user unless signed in, and with the position rounded to a
   * tenth of a degree. Does nothing if the browser sends Global Privacy Control.
   */
  count(search: MadeSearch): Promise<void>
  /** Deletes all searches, on every device. */
  clear(): Promise<void>
  /** Saves the search to start with next time, for an hour. */
  saveLast(search: Omit<LastSearch, 'at'>): Promise<void>
  last(): Promise<LastSearch | undefined>
}

export interface Sync {
  /** State of the outbox. */
  state: SyncState
  /** `memory`: the browser has no storage for us, and the page should say so. `null`: not known yet. */
  storage: 'device' | 'memory' | null
  /** Parks saved without an account, newest first. */
  local: readonly number[]
  isAddingFavourites: boolean
  /**
   * Moves them to the account. `added`: number of parks the account did not have; `result`: 'done' if the server
   * has them. If not, they are in the outbox.
   */
  addLocalFavourites(): Promise<{ added: number; result: DrainResult | 'failed' }>
  /** Sends unsent changes now. Rejects if that fails; it is retried automatically. */
  sync(): Promise<DrainResult>
}

/** The functions for signing out. */
export interface SignOutActions {
  /** As in {@link Sync}. */
  sync(): Promise<DrainResult>
  /** What signing out has to ask about, `null` if nothing. */
  unsent(): Promise<Unsent | null>
  /**
   * Deletes the user's data from this device. Unsent changes and drafts are kept, hidden, until the user returns,
   * or discarded.
   * @param asked who chose this. Does nothing if another user has signed in since
   */
  signOut(unsent: 'keep' | 'discard', asked?: number): Promise<void>
}

export type { DirectoryState, LastSearch, ListedChange, SyncState, Unsent }

export interface PositionState {
  position: FetchedPosition | null
  /**
   * Uses a cached position at once and refreshes it in the background; otherwise asks the browser (at most 15
   * s).
   * @param onMoved called with the refreshed position if the person is elsewhere by now
   */
  locate(onMoved?: (position: FetchedPosition) => void): Promise<LocateResult>
  /** Asks the browser even if a position is cached: for the place of something that is stored. */
  locateNow(): Promise<LocateResult>
  locating: boolean
}

/** `ready`: whether a new version of the app is installed; `apply` starts it and reloads the page. */
export interface UpdateState {
  ready: boolean
  apply(): void
}

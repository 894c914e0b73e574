import type { FetchedPosition, LocateResult } from '../platform/position.ts'
import type { DirectoryState } from '../search-worker/messages.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { Park } from '../../data/model/park.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { Drained } from '../store/drain.ts'
import type { SearchMade } from '../store/history.ts'
import type { LastSearch } from '../store/meta.ts'
import type { PlainKind, Waiting } from '../store/outbox.ts'
import type { SyncState } from '../store/sync-loop.ts'
import type { Understood } from '../../data/model/search.ts'
import type { StateCode } from '../../data/model/state.ts'

/** Who answered: the directory on this device, the server, or the ten sample parks of limited-data mode. */
export type Source = 'device' | 'server' | 'samples'

/** `loading`: nothing to show yet. Once there is something to show, a later failure leaves it on the screen. */
export type ReadStatus = 'loading' | 'ready' | 'error'

interface Read {
  status: ReadStatus
  source: Source | null
  error: Error | null
  /** Asks again, from the first source on. */
  retry(): void
}

/** One page of a search (`offset` and `limit` are part of the request). */
export interface SearchRead extends Read {
  parks: Park[]
  /** Parks that answer, all pages. */
  total: number
  /** Parks that would answer if what is unknown of them were so. */
  maybe: number
  understood: Understood | null
  /** A question is under way, also when an earlier answer is still shown. */
  isFetching: boolean
}

/** `missing`: the park is known not to exist (a real 404, or the directory's own word). `successor`: the park it was merged into. */
export interface ParkRead extends Omit<Read, 'status'> {
  status: ReadStatus | 'missing'
  park: Park | null
  successor: number | null
}

/** `parks`: how many there are, `null` when the source does not say. */
export interface StateEntry {
  code: StateCode
  name: string
  parks: number | null
}

export interface StatesRead extends Read {
  states: StateEntry[]
}

/** A region of a state: a suburb or town, with all its postcodes (specification 7.18: the same name twice in a state is one region). */
export interface RegionEntry {
  name: string
  slug: string
  postcodes: string[]
  parks: number | null
  /** The middle of it in degrees, `null` when the source does not say. */
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
  /** The latest first. Empty until `ready`. */
  ids: ReadonlySet<number>
  ready: boolean
  has(id: number): boolean
  /** On this device when the promise resolves, with whether anything changed; rejects when it could not be kept. */
  set(park: Pick<Park, 'id'>, saved: boolean): Promise<boolean>
}

/** Changes on their way to the server. */
export interface Outbox {
  /** Those that wait and those that were refused, the earliest first. */
  changes: readonly Waiting[]
  ready: boolean
  /** How many wait. */
  waiting: number
  /** Tries a refused change again, as a new one. */
  retry(opId: string): Promise<void>
  /** Gives a change up; what it did on this device is undone. */
  discard(opId: string): Promise<void>
  /** Kept on this device when the promise resolves, and delivered once, whenever that is possible. */
  send<K extends PlainKind>(kind: K, args: Arguments<K>): Promise<void>
}

/** A search as it was answered. Degrees, where a position was part of it. */
interface MadeSearch {
  term: string
  features: readonly FeatureId[]
  resultCount: number
  latitude?: number
  longitude?: number
}

export interface SearchHistory {
  /** Each search once, the latest first. `timestamp`: milliseconds since 1970. */
  searches: readonly SearchMade[]
  ready: boolean
  /** Blank searches are not kept. @returns whether it was */
  record(search: { query: string; resultCount?: number | null }): Promise<boolean>
  /**
   * Counts a search for the figures of the product: nobody's, unless signed in, and from no place finer than a tenth of a degree. Not at all
   * in a browser that asks not to be followed (Global Privacy Control).
   */
  count(search: MadeSearch): Promise<void>
  /** Forgets all of them, on every device. */
  clear(): Promise<void>
  /** Notes the search to begin with next time, for an hour. */
  keepLast(search: Omit<LastSearch, 'at'>): Promise<void>
  last(): Promise<LastSearch | undefined>
}

export interface Sync {
  /** What the outbox is doing. */
  state: SyncState
  /** `memory`: this browser keeps nothing for us, and the page should say so. `null`: not known yet. */
  keeps: 'device' | 'memory' | null
  /** Parks that were saved without an account, the latest first. */
  local: readonly number[]
  adopting: boolean
  /**
   * Gives the account what was saved without one. `added`: parks the account did not have; `told`: the server has them, too; otherwise they
   * wait in the outbox.
   */
  adopt(): Promise<{ added: number; told: boolean }>
  /** Sends what waits now. Rejects when that fails; it is tried again by itself. */
  sync(): Promise<Drained>
}

/** What signing out needs. */
export interface Leaving {
  /** As in {@link Sync}. */
  sync(): Promise<Drained>
  /** Changes that signing out has to ask about. */
  unsent(): Promise<number>
  /** To be called when somebody signs out. `keep`: what was not sent waits for the person’s return; `discard`: it is gone. */
  leave(unsent: 'keep' | 'discard'): Promise<void>
}

export type { DirectoryState, LastSearch, SyncState, Waiting }

export interface PositionState {
  position: FetchedPosition | null
  /** A cached position answers at once and is refreshed behind; otherwise the browser is asked (15 s at most). */
  locate(): Promise<LocateResult>
  locating: boolean
}

/** `ready`: a new version of the app waits; `apply` starts it and reloads the page. */
export interface UpdateState {
  ready: boolean
  apply(): void
}

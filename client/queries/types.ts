import type { FetchedPosition, LocateResult } from '../location/position.ts'
import type { DirectoryState } from '../search-worker/messages.ts'
import type { Park } from '../../data/model/park.ts'
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

/** A region of a state: a suburb or town, with all its postcodes (the same name twice in a state is one region, decision 34). */
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
  /** Saved on this device when the promise resolves; rejects when it could not be saved. */
  toggle(park: Pick<Park, 'id'>): Promise<'added' | 'removed'>
}

export type { DirectoryState, FetchedPosition, LocateResult }

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

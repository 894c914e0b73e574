import type { LatLng } from '../../data/geo/earth.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import type { Suggestion } from '../../data/search/index.ts'
import type { Region } from '../../data/places/regions.ts'
import type { LocationAccuracy, Park } from '../../data/model/park.ts'
import type { SearchRequest, Understood } from '../../data/model/search.ts'
import type { StateCode } from '../../data/model/state.ts'

/** Which parks a question is about: the directory on this device, or the ten samples of limited-data mode. */
type Collection = 'directory' | 'samples'

interface ParkPage {
  parks: Park[]
  total: number
  maybe: number
  understood: Understood
}

/** `gone`: it was in the directory and has been removed; `successor`: the park it was merged into. */
export interface ParkAnswer {
  park: Park | null
  gone: boolean
  successor: number | null
}

interface RegionAnswer extends Region {
  parks: number
}

/** A park as a map needs it. */
export interface ParkPoint extends LatLng {
  id: number
  name: string
  accuracy: LocationAccuracy
}

/** A rectangle in degrees. */
export interface MapBounds {
  south: number
  west: number
  north: number
  east: number
}

/** Names for a map: those in its frame, capitals and towns first, and the nearest around its middle, nearest first. */
export interface MapNames {
  inside: NamedPlace[]
  around: NamedPlace[]
}

/** What can be asked, and what comes back. */
interface Questions {
  search: { ask: { in: Collection; request: SearchRequest }; answer: ParkPage }
  /** Every park that answers, all pages of it, in the order of the list. */
  points: { ask: { in: Collection; request: SearchRequest }; answer: ParkPoint[] }
  names: { ask: { in: Collection; bounds: MapBounds; zoom: number }; answer: MapNames }
  /** How large the suburbs around these places are: radii in metres. */
  areas: { ask: { in: Collection; places: LatLng[] }; answer: number[] }
  park: { ask: { in: Collection; id: number }; answer: ParkAnswer }
  parks: { ask: { in: Collection; ids: number[] }; answer: ParkAnswer[] }
  suggest: {
    ask: { text: string; near: { latitude: number; longitude: number } | null; limit: number }
    answer: Suggestion[]
  }
  states: { ask: { in: Collection }; answer: { code: StateCode; parks: number }[] }
  regions: { ask: { in: Collection; state: StateCode }; answer: RegionAnswer[] }
  /** Brings the directory up to date; resolves when that is done, with whether it is now another one. */
  /** `asked`: by the person, also of a server in trouble. */
  sync: { ask: { asked?: boolean }; answer: { moved: boolean } }
}
export type QuestionKind = keyof Questions
export type Ask<K extends QuestionKind> = Questions[K]['ask']
export type Answer<K extends QuestionKind> = Questions[K]['answer']

export type ToWorker = { [K in QuestionKind]: { id: number; kind: K; ask: Ask<K> } }[QuestionKind]

/** The directory on this device, as screens are told of it. */
export interface DirectoryState {
  /** `fetching` and `failed`: there is none yet. A directory that is there stays `ready` whatever the network does. */
  state: 'absent' | 'fetching' | 'ready' | 'failed'
  /** When the server last confirmed it, milliseconds since 1970. */
  updatedAt: number | null
  count: number | null
  seq: number | null
  /** Another one whenever any park or locality is. */
  version: string | null
}

export type FromWorker =
  | { type: 'answer'; id: number; answer: unknown }
  /** There is no directory on this device. */
  | { type: 'absent'; id: number }
  | { type: 'failed'; id: number; message: string }
  | { type: 'directory'; directory: DirectoryState }
  /** The database belongs to a newer version of the app, or waits for an older one to let go. */
  | { type: 'database'; event: 'superseded' | 'blocked' }

import type { LatLng } from '../../data/model/point.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import type { PlaceReading, Suggestion } from '../../data/search/index.ts'
import type { Region } from '../../data/places/regions.ts'
import type { LocationAccuracy, Park } from '../../data/model/park.ts'
import type { Understood } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import type { OutlineOfPark } from '../../data/model/outline.ts'
import type { Council } from '../../data/model/council.ts'
import type { StateCode } from '../../data/model/state.ts'
import type { DatabaseEvent } from '../store/database.ts'

/** Which parks a question is about: the directory on this device, or the ten samples of limited data mode. */
export type Collection = 'directory' | 'samples'

interface ParkPage {
  parks: Park[]
  total: number
  maybe: number
  understood: Understood
}

/** `gone`: whether it was removed from the directory; `successor`: the park it was merged into. */
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

/** The questions and their answers. */
interface Questions {
  search: { ask: { in: Collection; request: SearchRequest }; answer: ParkPage }
  /** All matching parks, on all pages, in the order of the list. */
  points: { ask: { in: Collection; request: SearchRequest }; answer: ParkPoint[] }
  /** The suburbs and towns nearest to a place, nearest first. */
  names: { ask: { center: LatLng }; answer: NamedPlace[] }
  /** Radii of the localities around these places, in metres. */
  areas: { ask: { places: LatLng[] }; answer: number[] }
  park: { ask: { in: Collection; id: number }; answer: ParkAnswer }
  parks: { ask: { in: Collection; ids: number[] }; answer: ParkAnswer[] }
  suggest: {
    ask: { text: string; near: { latitude: number; longitude: number } | null; limit: number }
    answer: Suggestion[]
  }
  /** The place that a typed start of a route to `near` means. */
  start: { ask: { text: string; near: LatLng }; answer: PlaceReading }
  states: { ask: { in: Collection }; answer: { code: StateCode; parks: number }[] }
  regions: { ask: { in: Collection; state: StateCode }; answer: RegionAnswer[] }
  /** The outlines of those of the parks that have one. */
  outlines: { ask: { in: Collection; ids: number[] }; answer: OutlineOfPark[] }
  /** Every council area; none if the directory has the first format. */
  councils: { ask: { in: Collection }; answer: Council[] }
  /**
   * Updates the directory. `asked`: whether the user waits for it, so that even a server in trouble is
   * called. `full`: whether the new version does not fit on the device.
   */
  sync: { ask: { asked?: boolean }; answer: { full: boolean } }
}
export type QuestionKind = keyof Questions
export type Ask<K extends QuestionKind> = Questions[K]['ask']
export type Answer<K extends QuestionKind> = Questions[K]['answer']

export type ToWorker = { [K in QuestionKind]: { id: number; kind: K; ask: Ask<K> } }[QuestionKind]

/** State of the directory on this device. */
export interface DirectoryState {
  /** `fetching` and `failed`: there is none yet. A stored directory stays `ready` even if an update fails. */
  state: 'absent' | 'fetching' | 'ready' | 'failed'
  /** When the server last confirmed it, milliseconds since 1970. */
  updatedAt: number | null
  count: number | null
  seq: number | null
  /** Changes whenever any park, locality or outline changes. */
  version: string | null
}

export const NO_DIRECTORY: DirectoryState = {
  state: 'absent',
  updatedAt: null,
  count: null,
  seq: null,
  version: null,
}

export type FromWorker =
  | { type: 'answer'; id: number; answer: unknown }
  /** There is no directory on this device. */
  | { type: 'absent'; id: number }
  | { type: 'failed'; id: number; message: string }
  | { type: 'directory'; directory: DirectoryState }
  | { type: 'database'; event: DatabaseEvent }

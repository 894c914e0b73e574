import type { Locality } from '../model/locality.ts'
import type { Place } from '../model/search.ts'
import type { StateCode } from '../model/state.ts'
import type { LatLng } from '../model/point.ts'

/** A place of the gazetteer, with what distinguishes it from places of the same name. */
export interface GazetteerPlace {
  readonly place: Place
  /** All its postcodes, ascending. */
  readonly postcodes: readonly string[]
  /**
   * Capital cities: the name means the city wherever the user is. Someone who asks for Perth does not mean
   * the town in Tasmania.
   */
  readonly capital: boolean
  /** About how many people live in its largest locality; 0 when unknown, and for regions. */
  readonly population: number
  /** The localities that make up the place. */
  readonly localities: readonly Locality[]
}

/** How many parks a place has. Decides between places of the same weight, see data/search/weight.ts. */
export type ParkCount = (place: GazetteerPlace) => number

/** What is known about a search besides its text. */
export interface QueryContext {
  readonly near?: LatLng | undefined
  readonly state?: StateCode | undefined
  readonly parkCount?: ParkCount | undefined
}

import type { Locality } from '../model/locality.ts'
import type { Place } from '../model/search.ts'
import type { StateCode } from '../model/state.ts'
import type { Point } from './sphere.ts'

/** A place of the gazetteer with what tells it from its namesakes. */
export interface GazetteerPlace {
  readonly place: Place
  /** All its postcodes, ascending. */
  readonly postcodes: readonly string[]
  /** The name means the city wherever the person is: no one who asks for Perth means the town in Tasmania. */
  readonly capital: boolean
  /** What it is made of. */
  readonly localities: readonly Locality[]
}

/** How many parks a place has: where most parks are is what a doubtful name most likely means. */
export type ParkCount = (place: GazetteerPlace) => number

/** What is known beside the text. */
export interface Circumstances {
  readonly near?: Point | undefined
  readonly state?: StateCode | undefined
  readonly parkCount?: ParkCount | undefined
}

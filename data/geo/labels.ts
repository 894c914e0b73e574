import { METRES_PER_MILE } from '../model/constants.ts'
import type { DistanceUnit } from '../model/directions.ts'
import type { Locality } from '../model/locality.ts'
import { CAPITALS } from './towns.ts'
import type { StateCode } from '../model/state.ts'
import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import { TOWNS } from './towns.ts'

/** 0: capital. 1: well-known town. 2: place that its region is named after. 3: any other suburb or town. */
type PlaceRank = 0 | 1 | 2 | 3

/** A suburb or town to label on a map: once, however many postcodes it has. */
export interface NamedPlace extends LatLng {
  name: string
  state: StateCode
  postcode: string
  rank: PlaceRank
}

/**
 * Rows with the same name and state that are nearer to each other than this are one place with several
 * postcodes. Metres.
 */
const ONE_PLACE_METRES = 25_000

const towns = new Set(
  Object.entries(TOWNS).flatMap(([state, names]) => names.map((name) => `${name} ${state}`)),
)

/** Military bases and airports are in the gazetteer but are not suburbs. */
const NOT_A_SUBURB = /^(?:HMAS|RAAF)\b|\bAirport\b/

function rankOf({ name, state, region, region4 }: Locality): PlaceRank {
  const key = `${name} ${state}`
  if (CAPITALS[state] === name) return 0
  if (towns.has(key)) return 1
  return `${region} - ${region4}`.split(/ - | and |[/()]/).some((part) => part.trim() === name) ? 2 : 3
}

/** The places of the gazetteer, each once, sorted by rank. */
export function namedPlaces(localities: readonly Locality[]): NamedPlace[] {
  const places: NamedPlace[] = []
  const known = new Map<string, NamedPlace[]>()
  for (const row of localities) {
    if (NOT_A_SUBURB.test(row.name)) continue
    const key = `${row.name} ${row.state}`
    const same = known.get(key) ?? []
    if (same.some((place) => distanceMetres(place, row) < ONE_PLACE_METRES)) continue
    const { name, state, postcode, latitude, longitude } = row
    // The first row of a name is the capital or town; another place of that name far away gets the lowest
    // rank.
    const place = {
      name,
      state,
      postcode,
      latitude,
      longitude,
      rank: same.length === 0 ? rankOf(row) : 3,
    } as const
    known.set(key, [...same, place])
    places.push(place)
  }
  return places.sort((one, other) => one.rank - other.rank)
}

/** A rectangle in pixels; `x` and `y` are its centre. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Whether a box is entirely inside another. */
export const contains = (outer: Box, inner: Box) =>
  Math.abs(outer.x - inner.x) <= (outer.width - inner.width) / 2 &&
  Math.abs(outer.y - inner.y) <= (outer.height - inner.height) / 2

/** Whether two boxes are at least `gap` pixels apart. */
export const areApart = (one: Box, other: Box, gap: number) =>
  Math.abs(one.x - other.x) > (one.width + other.width) / 2 + gap ||
  Math.abs(one.y - other.y) > (one.height + other.height) / 2 + gap

/**
 * A distance in whole miles or kilometres, because the position of a suburb is only accurate to about one.
 */
export function formatWholeDistance(metres: number, unit: DistanceUnit): string {
  const [metresPer, name] = unit === 'km' ? [1000, 'km'] : [METRES_PER_MILE, 'mi']
  return `${Math.max(1, Math.round(metres / metresPer))} ${name}`
}

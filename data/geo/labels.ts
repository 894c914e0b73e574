import { METRES_PER_MILE } from '../model/constants.ts'
import type { DistanceUnit } from '../model/directions.ts'
import type { Locality } from '../model/locality.ts'
import type { StateCode } from '../model/state.ts'
import { distanceMetres } from './earth.ts'
import type { LatLng } from './earth.ts'
import { CAPITALS, TOWNS } from './towns.ts'

/** 0: capital. 1: a town people find their way by. 2: gives its region the name. 3: any other suburb or town. */
export type PlaceRank = 0 | 1 | 2 | 3

/** A suburb or town as a map names it: once, however many postcodes it has. */
export interface NamedPlace extends LatLng {
  name: string
  state: StateCode
  postcode: string
  rank: PlaceRank
}

/** Rows of one name and state nearer to each other than this are one place with several postcodes. */
const ONE_PLACE_METRES = 25_000

const capitals = new Set(CAPITALS.map(([name, state]) => `${name} ${state}`))
const towns = new Set(
  Object.entries(TOWNS).flatMap(([state, names]) => names.map((name) => `${name} ${state}`)),
)

/** Bases and airports have rows in the gazetteer, but no one lives or walks there. */
const NO_SUBURB = /^(?:HMAS|RAAF)\b|\bAirport\b/

function rankOf({ name, state, region, region4 }: Locality): PlaceRank {
  const key = `${name} ${state}`
  if (capitals.has(key)) return 0
  if (towns.has(key)) return 1
  return `${region} - ${region4}`.split(/ - | and |[/()]/).some((part) => part.trim() === name) ? 2 : 3
}

/** The places of the gazetteer, each once, capitals and towns first. */
export function namedPlaces(localities: readonly Locality[]): NamedPlace[] {
  const places: NamedPlace[] = []
  const known = new Map<string, NamedPlace[]>()
  for (const row of localities) {
    if (NO_SUBURB.test(row.name)) continue
    const key = `${row.name} ${row.state}`
    const same = known.get(key) ?? []
    if (same.some((place) => distanceMetres(place, row) < ONE_PLACE_METRES)) continue
    const { name, state, postcode, latitude, longitude } = row
    // A capital or town is where its first row is; a namesake far away is a place like any other.
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

/** A rectangle around its centre, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface LabelCandidate<Place> extends Box {
  place: Place
  rank: PlaceRank
  /** The dot the label belongs to, where it stands beside one. */
  dot?: Box
}

/** Whether at least `gap` pixels lie between two boxes. */
export const areApart = (one: Box, other: Box, gap: number) =>
  Math.abs(one.x - other.x) > (one.width + other.width) / 2 + gap ||
  Math.abs(one.y - other.y) > (one.height + other.height) / 2 + gap

/** Ranks that are named at a zoom wherever there is room; those below them only where the map would otherwise be empty. */
const fullRank = (zoom: number): number => (zoom < 6.5 ? 1 : zoom < 8.5 ? 2 : 3)
/** A map of the whole country names no hamlets, however empty it is. */
const EMPTY_FROM_ZOOM = 5.5

/** False for ranks that {@link thinLabels} never chooses at that zoom, so that they need not be measured. */
export const isEverNamed = (rank: PlaceRank, zoom: number) =>
  rank <= fullRank(zoom) || zoom >= EMPTY_FROM_ZOOM

/** Room in pixels that a label keeps around itself, and one below the zoom's ranks. */
const GAP = { full: 8, below: 46 }

/**
 * Which labels to draw so that none lies on another: higher ranks first, in the order given within a rank. A place may have several
 * candidates, one for each spot its label could stand in: the first that is free is taken. At most `most`.
 * `taken`: boxes that are not to be covered (the pin, the scale).
 */
export function thinLabels<Place>(
  candidates: readonly LabelCandidate<Place>[],
  { zoom, most, taken = [] }: { zoom: number; most: number; taken?: readonly Box[] },
): LabelCandidate<Place>[] {
  const chosen: LabelCandidate<Place>[] = []
  const named = new Set<Place>()
  const full = fullRank(zoom)
  for (const candidate of candidates.toSorted((one, other) => one.rank - other.rank)) {
    if (chosen.length >= most) break
    const below = candidate.rank > full
    if (!isEverNamed(candidate.rank, zoom) || named.has(candidate.place)) continue
    const boxes = chosen.flatMap((other) => (other.dot ? [other, other.dot] : [other]))
    const gap = below ? GAP.below : GAP.full
    const { dot } = candidate
    const free = boxes.every((other) => areApart(candidate, other, gap) && (!dot || areApart(dot, other, 1)))
    if (!free || !taken.every((other) => areApart(candidate, other, 2))) continue
    chosen.push(candidate)
    named.add(candidate.place)
  }
  return chosen
}

/** How far a place is, in whole miles or kilometres: the position of a suburb is good to about one. */
export function wholeDistance(metres: number, unit: DistanceUnit): string {
  const [metresPer, name] = unit === 'km' ? [1000, 'km'] : [METRES_PER_MILE, 'mi']
  return `${Math.max(1, Math.round(metres / metresPer))} ${name}`
}

import * as z from 'zod/mini'
import { wholeMetresBetween } from './point.ts'

/** The travel modes of the directions dialog, as named in URL parameters (specification 6.7). */
export const TRAVEL_MODES = ['driving', 'walking', 'bicycling', 'transit'] as const
export const TravelMode = z.enum(TRAVEL_MODES)
export type TravelMode = z.infer<typeof TravelMode>

/** Labels of the dialog's tabs. */
export const TRAVEL_MODE_LABELS: Readonly<Record<TravelMode, string>> = {
  driving: 'Drive',
  walking: 'Walk',
  bicycling: 'Bike',
  transit: 'Transit',
}

const SPELLINGS: ReadonlyMap<string, TravelMode> = new Map<string, TravelMode>([
  ...TRAVEL_MODES.map((mode) => [mode, mode] as const),
  ...TRAVEL_MODES.map((mode) => [TRAVEL_MODE_LABELS[mode].toLowerCase(), mode] as const),
])

/**
 * Reads a travel mode by its name in the maps service or on the dialog's tabs, in any case. `undefined` for
 * other texts.
 */
export const readTravelMode = (text: string): TravelMode | undefined =>
  SPELLINGS.get(text.trim().toLowerCase())

/** Maximum length of a start address. */
export const ORIGIN_MAX_LENGTH = 200

/**
 * `distance` and `duration` are texts for people ('1.2 mi', '5 mins'); `metres` and `seconds` are the same
 * figures as numbers.
 */
const measured = {
  distance: z.string(),
  duration: z.string(),
  metres: z.number().check(z.gte(0)),
  seconds: z.number().check(z.gte(0)),
}

const DirectionsStep = z.strictObject({ instructions: z.string(), ...measured })
type DirectionsStep = z.infer<typeof DirectionsStep>

/** GeoJSON: pairs of longitude and latitude in degrees. */
const RouteGeometry = z.strictObject({
  type: z.literal('LineString'),
  coordinates: z.array(z.tuple([z.number(), z.number()])).check(z.minLength(2)),
})
type RouteGeometry = z.infer<typeof RouteGeometry>

const route = {
  ...measured,
  /** What distinguishes it from the alternatives, usually the main roads; '' if nothing does. */
  summary: z.string(),
  steps: z.array(DirectionsStep),
  geometry: RouteGeometry,
}
export const DirectionsRoute = z.strictObject(route)
export type DirectionsRoute = z.infer<typeof DirectionsRoute>

/** The start or destination of a route. `approximate`: only the suburb is known. */
export const DirectionsEnd = z.strictObject({
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  approximate: z.boolean(),
})
export type DirectionsEnd = z.infer<typeof DirectionsEnd>

/**
 * The source of a route. `device`: calculated on the device with the streets of a downloaded area.
 * `estimate`: a straight line and a typical duration, without a route service.
 */
const DIRECTIONS_SOURCES = ['osrm', 'valhalla', 'device', 'estimate'] as const
export const DirectionsSource = z.enum(DIRECTIONS_SOURCES)
export type DirectionsSource = z.infer<typeof DirectionsSource>

/** An estimate from the straight line. The route's `seconds` is then the longest expected duration. */
const TravelEstimate = z.strictObject({
  /** Degrees clockwise from true north, from the start towards the park. */
  bearing: z.number().check(z.gte(0), z.lt(360)),
  /** Shortest and longest. */
  seconds: z.tuple([z.number(), z.number()]),
})
type TravelEstimate = z.infer<typeof TravelEstimate>

/** `GET /api/directions` as JSON: the best route and its alternatives. */
export const Directions = z.strictObject({
  ...route,
  mode: TravelMode,
  source: DirectionsSource,
  /** Must be shown with the route; '' for an estimate. */
  attribution: z.string(),
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  alternatives: z.array(DirectionsRoute),
  /** Other places that the typed start could mean, likeliest first. */
  otherOrigins: z.array(DirectionsEnd),
  /** Whether the start is a guess, so that the person should be asked which place they mean. */
  doubtful: z.boolean(),
  /** Only for the source `estimate`. */
  estimate: z.nullable(TravelEstimate),
})
export type Directions = z.infer<typeof Directions>

/** Units of the texts. Miles unless the user chose otherwise. */
export const DistanceUnit = z.enum(['miles', 'km'])
export type DistanceUnit = z.infer<typeof DistanceUnit>

/** At most this many other starts are offered. */
const MAX_OTHER_ORIGINS = 5
/** A start farther away than this is doubtful if its name is also that of other places. Metres. */
const DOUBTFUL_METRES = 100_000

/** What the typed start could also mean, and whether the person should be asked. */
export function doubtAbout(
  { origin, others, guessed }: { origin: DirectionsEnd; others: readonly DirectionsEnd[]; guessed: boolean },
  destination: DirectionsEnd,
): Pick<Directions, 'otherOrigins' | 'doubtful'> {
  const isFar = wholeMetresBetween(origin, destination) > DOUBTFUL_METRES
  return {
    otherOrigins: others.slice(0, MAX_OTHER_ORIGINS),
    doubtful: guessed || (isFar && others.length > 0),
  }
}

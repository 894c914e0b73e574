import * as z from 'zod/mini'

/** The ways of the directions dialog, as the address parameters call them (specification 6.7). */
export const TRAVEL_MODES = ['driving', 'walking', 'bicycling', 'transit'] as const
export const TravelMode = z.enum(TRAVEL_MODES)
export type TravelMode = z.infer<typeof TravelMode>

/** Tabs of the dialog. */
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

/** Reads a mode as the maps service or as the dialog's tabs name it, in any case. `undefined` for anything else. */
export const readTravelMode = (text: string): TravelMode | undefined =>
  SPELLINGS.get(text.trim().toLowerCase())

/** Longest start address that is read. */
export const ORIGIN_MAX_LENGTH = 200

/** The texts are for people ('1.2 mi', '5 mins'); the figures beside them are what they say. */
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
  /** What tells it from its alternatives, mostly the main roads; '' when nothing does. */
  summary: z.string(),
  steps: z.array(DirectionsStep),
  geometry: RouteGeometry,
}
export const DirectionsRoute = z.strictObject(route)
export type DirectionsRoute = z.infer<typeof DirectionsRoute>

/** An end of the way. `approximate`: it stands for a whole suburb, and nothing better is known. */
export const DirectionsEnd = z.strictObject({
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  approximate: z.boolean(),
})
export type DirectionsEnd = z.infer<typeof DirectionsEnd>

/** Where a way comes from. `estimate`: no route service, a straight line and what it may take. */
const DIRECTIONS_SOURCES = ['osrm', 'valhalla', 'estimate'] as const
export const DirectionsSource = z.enum(DIRECTIONS_SOURCES)
export type DirectionsSource = z.infer<typeof DirectionsSource>

/** What a straight line can say. Of an estimate, `seconds` of the route is the longest it should take. */
const TravelEstimate = z.strictObject({
  /** Degrees clockwise from true north, from the start towards the park. */
  bearing: z.number().check(z.gte(0), z.lt(360)),
  /** Shortest and longest. */
  seconds: z.tuple([z.number(), z.number()]),
})
type TravelEstimate = z.infer<typeof TravelEstimate>

/** `GET /api/directions` as JSON: the best route, and others. */
export const Directions = z.strictObject({
  ...route,
  mode: TravelMode,
  source: DirectionsSource,
  /** To be shown with the route; '' for the estimate. */
  attribution: z.string(),
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  alternatives: z.array(DirectionsRoute),
  /** Only with the source `estimate`. */
  estimate: z.nullable(TravelEstimate),
})
export type Directions = z.infer<typeof Directions>

/** Units of the texts. Miles unless the person chose otherwise. */
export const DistanceUnit = z.enum(['miles', 'km'])
export type DistanceUnit = z.infer<typeof DistanceUnit>

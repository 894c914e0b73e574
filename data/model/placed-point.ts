import * as z from 'zod/mini'
import { isInAustralia } from './australia.ts'
import { lineText } from './bounded.ts'
import { wholeNumber } from './numbers.ts'
import { NEAR_METRES } from './park.ts'
import type { LocationAccuracy } from './park.ts'

/**
 * How a person placed a point: on a map, by the device's position, or by choosing a park from the list of
 * named parks.
 */
export const PointMethod = z.enum(['map', 'device', 'named-park'])
export type PointMethod = z.infer<typeof PointMethod>

/** The largest accuracy of a placed point, in metres. */
export const POINT_MAX_ACCURACY = 100_000

/** A point that a person placed for a park. Degrees. */
export const PlacedPoint = z
  .strictObject({
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
    /** Metres: of the device's position, of the named park, or of a pixel of the map. */
    accuracy: wholeNumber(0, POINT_MAX_ACCURACY),
    method: PointMethod,
    /** Name of the named park; only with that method. */
    name: z.optional(lineText(200)),
  })
  .check(z.refine(isInAustralia, { message: 'This place is not in Australia', path: ['latitude'] }))
export type PlacedPoint = z.infer<typeof PlacedPoint>

/** Beyond this, a point may be outside the park. Metres. */
const EXACT_WITHIN_METRES = 300

/** How accurately a point says where a park is. */
export const accuracyOfPoint = ({ accuracy }: Pick<PlacedPoint, 'accuracy'>): LocationAccuracy =>
  accuracy <= EXACT_WITHIN_METRES ? 'exact' : accuracy <= 2 * NEAR_METRES ? 'near' : 'suburb'

/** A park, reserve or beach that has a name and a point. Says nothing about dogs. */
export const NamedPark = z.strictObject({
  name: z.string(),
  /** The suburb or town that is nearest, 'Marrickville'. */
  suburb: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Metres. */
  accuracy: z.int(),
  publisher: z.string(),
  licence: z.string(),
})
export type NamedPark = z.infer<typeof NamedPark>

import * as z from 'zod/mini'
import { ParkId } from './park.ts'
import { PositionSource } from './source.ts'

/** Maximum number of points of an outline, including the last one of each ring, which is also its first. */
export const OUTLINE_MAX_POINTS = 1_000

/** Longitude and latitude in degrees (WGS 84), rounded to 5 decimals. */
const Position = z.tuple([z.number(), z.number()])
/** Ends where it begins (RFC 7946, section 3.1.6). */
const Ring = z.array(Position).check(z.minLength(4), z.maxLength(OUTLINE_MAX_POINTS))
/** An outer ring and its holes. */
const Rings = z.array(Ring).check(z.minLength(1), z.maxLength(OUTLINE_MAX_POINTS))

/** The outline of a park, as the directory has it: a GeoJSON geometry (RFC 7946), simplified to 5 metres. */
export const Outline = z.strictObject({
  geometry: z.strictObject({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(Rings).check(z.minLength(1), z.maxLength(OUTLINE_MAX_POINTS)),
  }),
  /** Area of the outline before it was simplified. */
  squareMetres: z.int().check(z.positive()),
  /** Publisher, date and licence of the outline, apart from those of the park's position. */
  source: PositionSource,
})
export type Outline = z.infer<typeof Outline>

/** Maximum number of ids in one request for outlines. */
export const OUTLINES_AT_ONCE = 100

/** `GET /api/outlines?ids=1,2`: the outlines of those parks that have one. */
export const OutlineOfPark = z.strictObject({ id: ParkId, outline: Outline })
export type OutlineOfPark = z.infer<typeof OutlineOfPark>

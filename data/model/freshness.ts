import * as z from 'zod/mini'
import { CouncilCode } from './council.ts'
import { ParkId } from './park.ts'
import { StateCode } from './state.ts'

/**
 * `GET /api/admin/freshness`: a council area and the age of its parks' facts. `code` is '' for the parks in
 * no known council area.
 */
export const CouncilFreshness = z.strictObject({
  code: z.union([CouncilCode, z.literal('')]),
  name: z.string(),
  state: z.nullable(StateCode),
  parks: z.int(),
  /** Parks without a date. */
  undated: z.int(),
  /** Year of the oldest dated facts; `null` if none has a date. */
  oldest: z.nullable(z.int()),
})
export type CouncilFreshness = z.infer<typeof CouncilFreshness>

/**
 * `GET /api/admin/freshness/parks?council=&offset=&limit=`, with `X-Total-Count`: parks, those without a date
 * first, then the oldest.
 */
export const AgedPark = z.strictObject({
  id: ParkId,
  name: z.string(),
  /** 'Marrickville NSW 2204'. */
  place: z.string(),
  council: z.nullable(z.string()),
  publishers: z.string(),
  asOf: z.nullable(z.string()),
  /** The page to look at: the source's, or the council's website; `null` if neither is known. */
  page: z.nullable(z.string()),
})
export type AgedPark = z.infer<typeof AgedPark>

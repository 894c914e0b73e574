import * as z from 'zod/mini'
import { linesText } from './bounded.ts'
import { ParkId } from './park.ts'

/** A visit as recorded by the visitor. Limits: specification 15.28. */
export const Visit = z.strictObject({
  parkId: ParkId,
  /** ISO 8601 instant with a time zone; the time of the request if missing. */
  visitDate: z.optional(
    z.iso.datetime({ offset: true, error: 'Please enter a valid date' }).check(z.maxLength(40)),
  ),
  /** Minutes. */
  duration: z.optional(z.int().check(z.gte(1, 'Duration must be at least 1 minute'), z.lte(100_000))),
  notes: z.optional(linesText(2000, 'Notes cannot exceed 2000 characters')),
  rating: z.optional(
    z.number().check(z.gte(1, 'Rating must be at least 1'), z.lte(5, 'Rating cannot exceed 5')),
  ),
})
export type Visit = z.infer<typeof Visit>

/** A visit in a reply to the visitor. */
export const RecordedVisit = z.strictObject({
  id: z.int(),
  parkId: z.nullable(ParkId),
  visitDate: z.string(),
  duration: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  createdAt: z.string(),
})
export type RecordedVisit = z.infer<typeof RecordedVisit>

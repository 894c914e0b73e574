import * as z from 'zod/mini'
import { lineText, list, withoutControls, withoutControlsButLines } from './bounded.ts'
import { ID_MAX } from './numbers.ts'
import { ParkId } from './park.ts'

const DATE_MESSAGE = 'Please enter a date as year-month-day'

/** A review as written by its author. Limits and messages: specification 15.20, 15.21 and 15.22. */
export const Review = z.strictObject({
  parkId: ParkId,
  rating: z.number().check(z.gte(1, 'Rating must be at least 1'), z.lte(5, 'Rating cannot exceed 5')),
  comment: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Review must be at least 3 characters'),
      z.maxLength(2000, 'Review cannot exceed 2000 characters'),
      withoutControlsButLines,
    ),
  title: z.optional(lineText(100, 'Title cannot exceed 100 characters')),
  /** Calendar day, `2025-04-10`. */
  visitDate: z.optional(z.iso.date(DATE_MESSAGE).check(z.maxLength(10))),
  photoUrls: z.optional(
    list(
      z
        .url({ protocol: /^https?$/, error: 'Please enter valid addresses of photos' })
        .check(z.maxLength(500), withoutControls),
      20,
    ),
  ),
})
export type Review = z.infer<typeof Review>

/** A published review. */
export const PublishedReview = z.strictObject({
  id: z.int(),
  parkId: ParkId,
  userId: z.int(),
  /** `null` if the account has no user name. */
  username: z.nullable(z.string()),
  rating: z.number(),
  comment: z.nullable(z.string()),
  title: z.nullable(z.string()),
  visitDate: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The number of people who found it helpful. */
  helpful: z.int(),
  reportCount: z.int(),
  isModerated: z.boolean(),
  photoUrls: z.array(z.string()),
})
export type PublishedReview = z.infer<typeof PublishedReview>

/** A person's vote on a review. A later vote replaces an earlier one. */
export const HelpfulVote = z.strictObject({
  reviewId: z.int().check(z.positive(), z.lte(ID_MAX)),
  isHelpful: z.boolean(),
})
export type HelpfulVote = z.infer<typeof HelpfulVote>

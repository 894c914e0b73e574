import { sql, type Kysely } from 'kysely'
import type { HelpfulVote, PublishedReview, Review } from '../../data/model/review.ts'
import { waitForOthers } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Adds a person's review of a park, or changes their earlier one, which keeps its votes, reports and
 * moderation. Call inside a transaction.
 * @param most reviews one person may have
 * @returns its id, and whether it is the person's first of that park; `undefined` if the person has too many
 * reviews
 */
export async function saveReview(
  db: Kysely<Tables>,
  userId: number,
  { parkId, ...review }: Review,
  at: string,
  most: number,
): Promise<{ id: number; first: boolean } | undefined> {
  const fields = {
    rating: review.rating,
    comment: review.comment,
    title: review.title ?? null,
    visitDate: review.visitDate ?? null,
    photoUrls: review.photoUrls === undefined ? null : JSON.stringify(review.photoUrls),
    updatedAt: at,
  }
  const earlier = await db
    .updateTable('park_reviews')
    .set(fields)
    .where('userId', '=', userId)
    .where('parkId', '=', parkId)
    .returning('id')
    .executeTakeFirst()
  if (earlier !== undefined) return { id: earlier.id, first: false }
  const { count } = await db
    .selectFrom('park_reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= most) return undefined
  const { id } = await db
    .insertInto('park_reviews')
    .values({ userId, parkId, createdAt: at, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, first: true }
}

const publishedReviews = (db: Kysely<Tables>) =>
  db
    .selectFrom('park_reviews')
    .innerJoin('users', 'users.id', 'park_reviews.userId')
    .select([
      'park_reviews.id',
      'parkId',
      'userId',
      'users.username',
      'rating',
      'comment',
      'title',
      'visitDate',
      'park_reviews.createdAt',
      'updatedAt',
      'helpful',
      'reportCount',
      'isModerated',
      'photoUrls',
    ])

type PublishedRow = Awaited<ReturnType<ReturnType<typeof publishedReviews>['execute']>>[number]

const toPublished = (row: PublishedRow): PublishedReview => ({
  ...row,
  isModerated: row.isModerated === 1,
  photoUrls: row.photoUrls === null ? [] : (JSON.parse(row.photoUrls) as string[]),
})

/** A page of a park's reviews, latest first, and their total number. */
export async function reviewsOfPark(
  db: Kysely<Tables>,
  parkId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ reviews: PublishedReview[]; total: number }> {
  const rows = await publishedReviews(db)
    .where('parkId', '=', parkId)
    .orderBy('updatedAt', 'desc')
    .orderBy('park_reviews.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await db
    .selectFrom('park_reviews')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('parkId', '=', parkId)
    .executeTakeFirstOrThrow()
  return { reviews: rows.map(toPublished), total }
}

export async function reviewOf(db: Kysely<Tables>, id: number): Promise<PublishedReview | undefined> {
  const row = await publishedReviews(db).where('park_reviews.id', '=', id).executeTakeFirst()
  return row && toPublished(row)
}

/** Marks a review as moderated. Call inside a transaction. @returns whether the review exists */
export async function moderateReview(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('park_reviews')
    .set({ isModerated: 1 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function isReview(db: Kysely<Tables>, id: number): Promise<boolean> {
  return (
    (await db.selectFrom('park_reviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

/** Adds or changes a person's vote and updates the review's count. Call inside a transaction. */
export async function voteOnReview(
  db: Kysely<Tables>,
  userId: number,
  { reviewId, isHelpful }: HelpfulVote,
  at: string,
): Promise<void> {
  await waitForOthers(db, `review ${reviewId}`)
  await db
    .insertInto('review_helpful_votes')
    .values({ reviewId, userId, isHelpful: isHelpful ? 1 : 0, createdAt: at })
    .onConflict((conflict) =>
      conflict.columns(['reviewId', 'userId']).doUpdateSet({ isHelpful: isHelpful ? 1 : 0 }),
    )
    .execute()
  const { votes } = await db
    .selectFrom('review_helpful_votes')
    .select(({ fn }) => fn.countAll<number>().as('votes'))
    .where('reviewId', '=', reviewId)
    .where('isHelpful', '=', 1)
    .executeTakeFirstOrThrow()
  await db.updateTable('park_reviews').set({ helpful: votes }).where('id', '=', reviewId).execute()
}

/**
 * Updates the number of people who have reported a review. All people without an account count as one,
 * because they cannot be distinguished. Call inside a transaction, after the report is saved.
 */
export async function countReports(db: Kysely<Tables>, reviewId: number): Promise<void> {
  await waitForOthers(db, `review ${reviewId}`)
  const people = db
    .selectFrom('reports')
    .select(sql<number>`count(distinct coalesce("userId", 0))`.as('people'))
    .where('subject', '=', 'review')
    .where('subjectId', '=', reviewId)
  await db.updateTable('park_reviews').set({ reportCount: people }).where('id', '=', reviewId).execute()
}

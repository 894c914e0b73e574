import type { Kysely } from 'kysely'
import type { HelpfulVote, PublishedReview, Review } from '../../data/model/review.ts'
import type { Tables } from './tables.ts'

/** To be called in a write. @returns its id */
export async function addReview(
  db: Kysely<Tables>,
  userId: number,
  review: Review,
  at: string,
): Promise<number> {
  const { id } = await db
    .insertInto('park_reviews')
    .values({
      userId,
      parkId: review.parkId,
      rating: review.rating,
      comment: review.comment,
      title: review.title ?? null,
      visitDate: review.visitDate ?? null,
      photoUrls: review.photoUrls === undefined ? null : JSON.stringify(review.photoUrls),
      createdAt: at,
      updatedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const published = (db: Kysely<Tables>) =>
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

type PublishedRow = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number]

const asPublished = (row: PublishedRow): PublishedReview => ({
  ...row,
  isModerated: row.isModerated === 1,
  photoUrls: row.photoUrls === null ? [] : (JSON.parse(row.photoUrls) as string[]),
})

/** What people wrote of a park, the latest first. */
export async function reviewsOfPark(db: Kysely<Tables>, parkId: number): Promise<PublishedReview[]> {
  return (await published(db).where('parkId', '=', parkId).orderBy('park_reviews.id', 'desc').execute()).map(
    asPublished,
  )
}

export async function reviewOf(db: Kysely<Tables>, id: number): Promise<PublishedReview | undefined> {
  const row = await published(db).where('park_reviews.id', '=', id).executeTakeFirst()
  return row && asPublished(row)
}

/** Marks a review. To be called in a write. @returns whether there is such a review */
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

/** A person's word on a review in place of an earlier one; the review's count follows. To be called in a write. */
export async function voteOnReview(
  db: Kysely<Tables>,
  userId: number,
  { reviewId, isHelpful }: HelpfulVote,
  at: string,
): Promise<void> {
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

/** To be called in a write. */
export async function countReport(db: Kysely<Tables>, reviewId: number): Promise<void> {
  await db
    .updateTable('park_reviews')
    .set(({ eb }) => ({ reportCount: eb('reportCount', '+', 1) }))
    .where('id', '=', reviewId)
    .execute()
}

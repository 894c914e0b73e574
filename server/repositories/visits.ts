import type { Kysely } from 'kysely'
import type { RecordedVisit, Visit } from '../../data/model/visit.ts'
import type { Tables } from '../database/tables.ts'

/** Call inside a transaction. @returns its id, and whether it is the person's first visit to that park */
export async function addVisit(
  db: Kysely<Tables>,
  userId: number,
  visit: Visit,
  at: string,
): Promise<{ id: number; first: boolean }> {
  const earlier = await db
    .selectFrom('park_visits')
    .select('id')
    .where('userId', '=', userId)
    .where('parkId', '=', visit.parkId)
    .executeTakeFirst()
  const { id } = await db
    .insertInto('park_visits')
    .values({
      userId,
      parkId: visit.parkId,
      visitDate: visit.visitDate === undefined ? at : new Date(visit.visitDate).toISOString(),
      duration: visit.duration ?? null,
      notes: visit.notes ?? null,
      rating: visit.rating ?? null,
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notes = visit.notes?.length ?? 0
  await db
    .insertInto('account_usage')
    .values({ userId, visits: 1, visitNotes: notes })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ eb }) => ({
        visits: eb('account_usage.visits', '+', 1),
        visitNotes: eb('account_usage.visitNotes', '+', notes),
      })),
    )
    .execute()
  return { id, first: earlier === undefined }
}

/** The number of a person's visits, and of characters in their notes. */
export async function visitUsage(
  db: Kysely<Tables>,
  userId: number,
): Promise<{ visits: number; visitNotes: number }> {
  const row = await db
    .selectFrom('account_usage')
    .select(['visits', 'visitNotes'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { visits: 0, visitNotes: 0 }
}

/** A person's visits, latest first. */
export function visitsOf(
  db: Kysely<Tables>,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<RecordedVisit[]> {
  return db
    .selectFrom('park_visits')
    .select(['id', 'parkId', 'visitDate', 'duration', 'notes', 'rating', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('visitDate', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

import type { Kysely } from 'kysely'
import type { ContactMessage, ParkSubmission, Report } from '../../data/model/submission.ts'
import type { PlacedPoint } from '../../data/model/placed-point.ts'
import type { Tables } from '../database/tables.ts'

/** The sender, and the time (ISO 8601). */
interface Sender {
  userId: number | null
  at: string
}

const stored = (point: PlacedPoint | undefined) => (point === undefined ? null : JSON.stringify(point))

/** Call inside a transaction. @returns its id */
export async function addSubmission(
  db: Kysely<Tables>,
  { userId, at }: Sender,
  submission: Omit<ParkSubmission, 'fax'>,
): Promise<number> {
  const {
    parkName,
    address,
    suburb,
    postcode,
    state,
    description = null,
    website = null,
    openingHours = null,
    features,
    point,
  } = submission
  const { id } = await db
    .insertInto('park_submissions')
    .values({
      userId,
      parkName,
      address,
      suburb,
      postcode,
      state,
      description,
      website,
      openingHours,
      features: features.length === 0 ? null : features.join(','),
      point: stored(point),
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Call inside a transaction. @returns its id */
export async function addMessage(
  db: Kysely<Tables>,
  { userId, at }: Sender,
  { name, email, subject, message }: Omit<ContactMessage, 'fax'>,
): Promise<number> {
  const { id } = await db
    .insertInto('contact_messages')
    .values({ userId, name, email, subject, message, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of a person's submissions, messages or reports. */
export async function countInboxItemsOf(
  db: Kysely<Tables>,
  table: 'park_submissions' | 'contact_messages' | 'reports',
  userId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Adds a report. A person's second report of the same review, or of the same park for the same reason, replaces the
 * first, unless that has been decided. It gets another id, so that no administrator decides on a text that they have
 * not read. Reports of a park for another reason, or for none of the list, are about something else and are all kept.
 * Call inside a transaction.
 * @returns its id
 */
export async function saveReport(
  db: Kysely<Tables>,
  { userId, at }: Sender,
  { subject, subjectId, reason, message, point }: Omit<Report, 'fax'>,
): Promise<number> {
  const isAboutReview = subject === 'review'
  if (userId !== null && (isAboutReview || (reason !== undefined && reason !== 'other')))
    await db
      .deleteFrom('reports')
      .where('subject', '=', subject)
      .where('subjectId', '=', subjectId)
      .where('userId', '=', userId)
      .where('status', '=', 'new')
      .$if(!isAboutReview, (query) => query.where('reason', '=', reason!))
      .execute()
  const { id } = await db
    .insertInto('reports')
    .values({
      userId,
      subject,
      subjectId,
      reason: reason ?? null,
      message,
      point: stored(point),
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

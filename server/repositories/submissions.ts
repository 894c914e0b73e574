import type { Kysely } from 'kysely'
import { readFeatures } from '../../data/model/feature.ts'
import type {
  ContactMessage, ParkSubmission, ReceivedMessage, ReceivedReport, ReceivedSubmission, Report,
} from '../../data/model/submission.ts'
import type { Tables } from './tables.ts'

/** Who wrote, and when (ISO 8601). */
interface Sender {
  userId: number | null
  at: string
}

/** To be called in a write. @returns its id */
export async function addSubmission(db: Kysely<Tables>, { userId, at }: Sender, submission: Omit<ParkSubmission, 'fax'>): Promise<number> {
  const { parkName, address, suburb, postcode, state, description = null, website = null, openingHours = null, features } = submission
  const { id } = await db
    .insertInto('park_submissions')
    .values({
      userId, parkName, address, suburb, postcode, state, description, website, openingHours,
      features: features.length === 0 ? null : features.join(','),
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** To be called in a write. @returns its id */
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

/** To be called in a write. @returns its id */
export async function addReport(
  db: Kysely<Tables>,
  { userId, at }: Sender,
  { subject, subjectId, message }: Omit<Report, 'fax'>,
): Promise<number> {
  const { id } = await db
    .insertInto('reports')
    .values({ userId, subject, subjectId, message, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const page = { offset: 0, limit: 100 }
export type Page = typeof page

/** Parks that people want in the directory, the latest first. */
export async function submissions(db: Kysely<Tables>, { offset, limit }: Page = page): Promise<ReceivedSubmission[]> {
  const rows = await db
    .selectFrom('park_submissions')
    .select([
      'id', 'userId', 'parkName', 'address', 'suburb', 'postcode', 'state', 'description', 'website', 'openingHours', 'features', 'createdAt',
    ])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ description, website, openingHours, features, ...row }) => ({
    ...row,
    // Only what was in the list of states has been stored.
    state: row.state as ReceivedSubmission['state'],
    ...(description === null ? {} : { description }),
    ...(website === null ? {} : { website }),
    ...(openingHours === null ? {} : { openingHours }),
    features: readFeatures(features),
  }))
}

/** What people wrote to us, the latest first. */
export function messages(db: Kysely<Tables>, { offset, limit }: Page = page): Promise<ReceivedMessage[]> {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'userId', 'name', 'email', 'subject', 'message', 'createdAt'])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** What people say is wrong, the latest first. */
export function reports(db: Kysely<Tables>, { offset, limit }: Page = page): Promise<ReceivedReport[]> {
  return db
    .selectFrom('reports')
    .select(['id', 'userId', 'subject', 'subjectId', 'message', 'createdAt'])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

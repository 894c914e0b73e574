import type { Kysely } from 'kysely'
import { readFeatures } from '../../data/model/feature.ts'
import type { InboxCounts, LetterKind } from '../../data/model/inbox.ts'
import type {
  LetterStatus,
  ReceivedMessage,
  ReceivedReport,
  ReceivedSubmission,
} from '../../data/model/submission.ts'
import type { Tables } from './tables.ts'

/** Which letters: of one status or of all, the latest first. */
export interface LetterPage {
  status?: LetterStatus | undefined
  offset: number
  limit: number
}

const TABLES = {
  submissions: 'park_submissions',
  reports: 'reports',
  messages: 'contact_messages',
} as const satisfies Record<LetterKind, keyof Tables>

const DECISION = ['status', 'decidedAt', 'deciders.username as decidedBy', 'note'] as const

const submissionRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('park_submissions as letters')
    .leftJoin('users as senders', 'senders.id', 'letters.userId')
    .leftJoin('users as deciders', 'deciders.id', 'letters.decidedBy')
    .select([
      'letters.id',
      'letters.userId',
      'senders.username',
      'letters.createdAt',
      ...DECISION,
      'parkName',
      'letters.address',
      'suburb',
      'postcode',
      'state',
      'description',
      'website',
      'openingHours',
      'features',
      'parkId',
    ])

type SubmissionRow = Awaited<ReturnType<ReturnType<typeof submissionRows>['execute']>>[number]

const asSubmission = ({
  description,
  website,
  openingHours,
  features,
  ...row
}: SubmissionRow): ReceivedSubmission => ({
  ...row,
  // Only what was in the list of states has been stored.
  state: row.state as ReceivedSubmission['state'],
  ...(description === null ? {} : { description }),
  ...(website === null ? {} : { website }),
  ...(openingHours === null ? {} : { openingHours }),
  features: readFeatures(features),
})

const messageRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('contact_messages as letters')
    .leftJoin('users as senders', 'senders.id', 'letters.userId')
    .leftJoin('users as deciders', 'deciders.id', 'letters.decidedBy')
    .select([
      'letters.id',
      'letters.userId',
      'senders.username',
      'letters.createdAt',
      ...DECISION,
      'letters.name',
      'letters.email',
      'letters.subject',
      'letters.message',
    ])

const reportRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('reports as letters')
    .leftJoin('users as senders', 'senders.id', 'letters.userId')
    .leftJoin('users as deciders', 'deciders.id', 'letters.decidedBy')
    .leftJoin('park_reviews', (join) =>
      join.onRef('park_reviews.id', '=', 'letters.subjectId').on('letters.subject', '=', 'review'),
    )
    .leftJoin('parks', (join) =>
      join.on(({ eb, ref }) =>
        eb.or([
          eb.and([eb('letters.subject', '=', 'park'), eb('parks.id', '=', ref('letters.subjectId'))]),
          eb.and([eb('letters.subject', '=', 'review'), eb('parks.id', '=', ref('park_reviews.parkId'))]),
        ]),
      ),
    )
    .select([
      'letters.id',
      'letters.userId',
      'senders.username',
      'letters.createdAt',
      ...DECISION,
      'letters.subject',
      'letters.subjectId',
      'letters.reason',
      'letters.message',
      'parks.name as parkName',
    ])

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number]

const asReport = ({ reason, ...row }: ReportRow): ReceivedReport => ({
  ...row,
  ...(reason === null ? {} : { reason }),
})

/** Parks that people want in the directory. */
export async function submissions(
  db: Kysely<Tables>,
  { status, offset, limit }: LetterPage,
): Promise<ReceivedSubmission[]> {
  const rows = await submissionRows(db)
    .$if(status !== undefined, (query) => query.where('letters.status', '=', status!))
    .orderBy('letters.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(asSubmission)
}

/** What people wrote to us. */
export const messages = (
  db: Kysely<Tables>,
  { status, offset, limit }: LetterPage,
): Promise<ReceivedMessage[]> =>
  messageRows(db)
    .$if(status !== undefined, (query) => query.where('letters.status', '=', status!))
    .orderBy('letters.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

/** What people say is wrong. */
export async function reports(
  db: Kysely<Tables>,
  { status, offset, limit }: LetterPage,
): Promise<ReceivedReport[]> {
  const rows = await reportRows(db)
    .$if(status !== undefined, (query) => query.where('letters.status', '=', status!))
    .orderBy('letters.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(asReport)
}

export async function submissionOf(db: Kysely<Tables>, id: number): Promise<ReceivedSubmission | undefined> {
  const row = await submissionRows(db).where('letters.id', '=', id).executeTakeFirst()
  return row && asSubmission(row)
}
export const messageOf = (db: Kysely<Tables>, id: number): Promise<ReceivedMessage | undefined> =>
  messageRows(db).where('letters.id', '=', id).executeTakeFirst()
export async function reportOf(db: Kysely<Tables>, id: number): Promise<ReceivedReport | undefined> {
  const row = await reportRows(db).where('letters.id', '=', id).executeTakeFirst()
  return row && asReport(row)
}

/** How many there are. */
export async function countLetters(
  db: Kysely<Tables>,
  kind: LetterKind,
  status?: LetterStatus,
): Promise<number> {
  const { count } = await db
    .selectFrom(TABLES[kind])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  return count
}

/** How many wait for a decision. */
export const inboxCounts = async (db: Kysely<Tables>): Promise<InboxCounts> => ({
  submissions: await countLetters(db, 'submissions', 'new'),
  reports: await countLetters(db, 'reports', 'new'),
  messages: await countLetters(db, 'messages', 'new'),
})

export interface Decision {
  status: Exclude<LetterStatus, 'new'>
  /** The administrator. */
  userId: number
  at: Date
  note: string
}

/**
 * Decides on what is new; once. To be called in a write, together with what the decision brings.
 * @returns what it was before; `undefined` when there is no such letter
 */
export async function decide(
  db: Kysely<Tables>,
  kind: LetterKind,
  id: number,
  { status, userId, at, note }: Decision,
): Promise<LetterStatus | undefined> {
  const found = await db.selectFrom(TABLES[kind]).select('status').where('id', '=', id).executeTakeFirst()
  if (found?.status !== 'new') return found?.status
  await db
    .updateTable(TABLES[kind])
    .set({ status, decidedAt: at.toISOString(), decidedBy: userId, note })
    .where('id', '=', id)
    .execute()
  return 'new'
}

/** Says which park a submission has become: the one that version `seq` of the directory made. To be called in the same write. @returns its id */
export async function noteParkOf(db: Kysely<Tables>, submissionId: number, seq: number): Promise<number> {
  const { parkId } = await db
    .selectFrom('directory_changes')
    .select('parkId')
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  await db.updateTable('park_submissions').set({ parkId }).where('id', '=', submissionId).execute()
  return parkId
}

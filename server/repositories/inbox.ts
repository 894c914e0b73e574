import type { Kysely } from 'kysely'
import { readFeatures } from '../../data/model/feature.ts'
import type { InboxCounts, InboxItemKind } from '../../data/model/inbox.ts'
import type {
  InboxItemStatus,
  ReceivedMessage,
  ReceivedReport,
  ReceivedSubmission,
} from '../../data/model/submission.ts'
import type { PlacedPoint } from '../../data/model/placed-point.ts'
import type { Tables } from '../database/tables.ts'

/** A page of inbox items: with one status or all, newest first. */
export interface InboxPage {
  status?: InboxItemStatus | undefined
  offset: number
  limit: number
}

const TABLES = {
  submissions: 'park_submissions',
  reports: 'reports',
  messages: 'contact_messages',
} as const satisfies Record<InboxItemKind, keyof Tables>

const ITEM_COLUMNS = [
  'items.id',
  'items.userId',
  'senders.username',
  'items.createdAt',
  'status',
  'decidedAt',
  'deciders.username as decidedBy',
  'note',
] as const

const submissionRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('park_submissions as items')
    .leftJoin('users as senders', 'senders.id', 'items.userId')
    .leftJoin('users as deciders', 'deciders.id', 'items.decidedBy')
    .select([
      ...ITEM_COLUMNS,
      'parkName',
      'items.address',
      'suburb',
      'postcode',
      'state',
      'description',
      'website',
      'openingHours',
      'features',
      'items.point',
      'parkId',
    ])

/** Only valid points are stored. */
const readPoint = (text: string | null): { point?: PlacedPoint } =>
  text === null ? {} : { point: JSON.parse(text) as PlacedPoint }

type SubmissionRow = Awaited<ReturnType<ReturnType<typeof submissionRows>['execute']>>[number]

const toSubmission = ({
  description,
  website,
  openingHours,
  features,
  point,
  ...row
}: SubmissionRow): ReceivedSubmission => ({
  ...row,
  // Only valid states are stored.
  state: row.state as ReceivedSubmission['state'],
  ...(description === null ? {} : { description }),
  ...(website === null ? {} : { website }),
  ...(openingHours === null ? {} : { openingHours }),
  features: readFeatures(features),
  ...readPoint(point),
})

const messageRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('contact_messages as items')
    .leftJoin('users as senders', 'senders.id', 'items.userId')
    .leftJoin('users as deciders', 'deciders.id', 'items.decidedBy')
    .select([...ITEM_COLUMNS, 'items.name', 'items.email', 'items.subject', 'items.message'])

const reportRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('reports as items')
    .leftJoin('users as senders', 'senders.id', 'items.userId')
    .leftJoin('users as deciders', 'deciders.id', 'items.decidedBy')
    .leftJoin('park_reviews', (join) =>
      join.onRef('park_reviews.id', '=', 'items.subjectId').on('items.subject', '=', 'review'),
    )
    .leftJoin('parks', (join) =>
      join.on(({ eb, ref }) =>
        eb.or([
          eb.and([eb('items.subject', '=', 'park'), eb('parks.id', '=', ref('items.subjectId'))]),
          eb.and([eb('items.subject', '=', 'review'), eb('parks.id', '=', ref('park_reviews.parkId'))]),
        ]),
      ),
    )
    .select([
      ...ITEM_COLUMNS,
      'items.subject',
      'items.subjectId',
      'items.reason',
      'items.message',
      'items.point',
      'parks.name as parkName',
    ])

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['execute']>>[number]

const toReport = ({ reason, point, ...row }: ReportRow): ReceivedReport => ({
  ...row,
  ...readPoint(point),
  ...(reason === null ? {} : { reason }),
})

/** The ids of a page of items. */
const idsOfPage = (db: Kysely<Tables>, kind: InboxItemKind, { status, offset, limit }: InboxPage) =>
  db
    .selectFrom(TABLES[kind])
    .select('id')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)

/** Park submissions. */
export async function submissions(db: Kysely<Tables>, page: InboxPage): Promise<ReceivedSubmission[]> {
  const rows = await submissionRows(db)
    .where('items.id', 'in', idsOfPage(db, 'submissions', page))
    .orderBy('items.id', 'desc')
    .execute()
  return rows.map(toSubmission)
}

/** Contact messages. */
export const messages = (db: Kysely<Tables>, page: InboxPage): Promise<ReceivedMessage[]> =>
  messageRows(db)
    .where('items.id', 'in', idsOfPage(db, 'messages', page))
    .orderBy('items.id', 'desc')
    .execute()

/** Reports of errors in parks and reviews. */
export async function reports(db: Kysely<Tables>, page: InboxPage): Promise<ReceivedReport[]> {
  const rows = await reportRows(db)
    .where('items.id', 'in', idsOfPage(db, 'reports', page))
    .orderBy('items.id', 'desc')
    .execute()
  return rows.map(toReport)
}

export async function submissionOf(db: Kysely<Tables>, id: number): Promise<ReceivedSubmission | undefined> {
  const row = await submissionRows(db).where('items.id', '=', id).executeTakeFirst()
  return row && toSubmission(row)
}
export const messageOf = (db: Kysely<Tables>, id: number): Promise<ReceivedMessage | undefined> =>
  messageRows(db).where('items.id', '=', id).executeTakeFirst()
export async function reportOf(db: Kysely<Tables>, id: number): Promise<ReceivedReport | undefined> {
  const row = await reportRows(db).where('items.id', '=', id).executeTakeFirst()
  return row && toReport(row)
}

/** Number of items of a kind. */
export async function countInboxItems(
  db: Kysely<Tables>,
  kind: InboxItemKind,
  status?: InboxItemStatus,
): Promise<number> {
  const { count } = await db
    .selectFrom(TABLES[kind])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  return count
}

/** Numbers of items without a decision. */
export const inboxCounts = async (db: Kysely<Tables>): Promise<InboxCounts> => ({
  submissions: await countInboxItems(db, 'submissions', 'new'),
  reports: await countInboxItems(db, 'reports', 'new'),
  messages: await countInboxItems(db, 'messages', 'new'),
})

export interface Decision {
  status: Exclude<InboxItemStatus, 'new'>
  /** The administrator. */
  userId: number
  at: Date
  note: string
}

/**
 * Records a decision on a new item; only the first decision counts. Call inside the write transaction that
 * applies the decision.
 * @returns the status before; `undefined` if there is no such item
 */
export async function decide(
  db: Kysely<Tables>,
  kind: InboxItemKind,
  id: number,
  { status, userId, at, note }: Decision,
): Promise<InboxItemStatus | undefined> {
  const found = await db.selectFrom(TABLES[kind]).select('status').where('id', '=', id).executeTakeFirst()
  if (found?.status !== 'new') return found?.status
  await db
    .updateTable(TABLES[kind])
    .set({ status, decidedAt: at.toISOString(), decidedBy: userId, note })
    .where('id', '=', id)
    .execute()
  return 'new'
}

/**
 * Links a submission to its park: the one that version `seq` of the directory created. Call inside the same
 * write transaction.
 * @returns the park's id
 */
export async function linkSubmissionToPark(
  db: Kysely<Tables>,
  submissionId: number,
  seq: number,
): Promise<number> {
  const { parkId } = await db
    .selectFrom('directory_changes')
    .select('parkId')
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  await db.updateTable('park_submissions').set({ parkId }).where('id', '=', submissionId).execute()
  return parkId
}

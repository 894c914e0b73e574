import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * The tables with personal data, and the columns that are exported to the user. Every table with a `userId`
 * must be here or in {@link NOT_EXPORTED}; a test checks this against the schema.
 */
export const EXPORTED = {
  dogs: ['name', 'breed', 'createdAt'],
  user_favorites: ['parkId', 'createdAt'],
  park_reviews: [
    'id',
    'parkId',
    'rating',
    'title',
    'comment',
    'visitDate',
    'photoUrls',
    'createdAt',
    'updatedAt',
    'helpful',
  ],
  review_helpful_votes: ['reviewId', 'isHelpful', 'createdAt'],
  park_visits: ['parkId', 'visitDate', 'duration', 'notes', 'rating', 'createdAt'],
  user_search_history: ['query', 'timestamp', 'resultCount'],
  search_analytics: ['searchTerm', 'latitude', 'longitude', 'features', 'resultCount', 'searchDate'],
  user_analytics: ['parksVisited', 'totalSearches', 'favoritesAdded', 'reviewsWritten', 'lastActive'],
  user_identities: ['provider', 'issuer', 'subject', 'email', 'createdAt', 'lastUsed'],
  park_submissions: [
    'parkName',
    'address',
    'suburb',
    'postcode',
    'state',
    'description',
    'website',
    'openingHours',
    'features',
    'point',
    'createdAt',
  ],
  contact_messages: ['name', 'email', 'subject', 'message', 'createdAt'],
  reports: ['subject', 'subjectId', 'reason', 'message', 'point', 'createdAt'],
  admin_acts: ['act', 'subject', 'details', 'createdAt'],
} as const

/**
 * Tables with personal data that are not exported, and why.
 * @internal Read by a test only.
 */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  sessions: 'listed by device in the export, without the hashes',
  sign_in_names: "folded forms of the account's own user name and e-mail",
  sign_in_flows: 'secrets of a sign-in in progress, deleted within minutes',
  sync_devices: 'bookkeeping of the sync',
  sync_people: 'bookkeeping of the sync',
  favourite_revisions: 'bookkeeping of the sync; the favourites are in user_favorites',
  favourite_adds: 'bookkeeping of the sync; the favourites are in user_favorites',
  history_entries: 'bookkeeping of the sync; the searches are in user_search_history',
  history_clearings: 'bookkeeping of the sync',
  account_usage: 'the number of visits; the visits are in park_visits',
  imports: 'lists of parks; that the user imported one is in admin_acts',
}

export type PersonalTable = keyof typeof EXPORTED

/** Rows of one query: reviews have up to 37 kB each. */
const ROWS_AT_ONCE = 50

/** Tables whose rows have no id to continue from. They are small, so all rows are read at once. */
const WITHOUT_ID: ReadonlySet<PersonalTable> = new Set(['user_identities'])

/**
 * The next rows of a user in a table, by ascending id.
 * @param after the last id of the previous rows, 0 at first
 * @returns the rows, and the id to continue after; `undefined` if these were the last
 */
export async function personalRows(
  db: Kysely<Tables>,
  userId: number,
  table: PersonalTable,
  after: number,
): Promise<{ rows: object[]; next: number | undefined }> {
  const names = sql.join(EXPORTED[table].map((column) => sql.ref(column)))
  if (WITHOUT_ID.has(table)) {
    const { rows } =
      await sql<object>`select ${names} from ${sql.table(table)} where ${sql.ref('userId')} = ${userId}`.execute(
        db,
      )
    return { rows, next: undefined }
  }
  const { rows } = await sql<{ rowNumber: number }>`
    select id as "rowNumber", ${names} from ${sql.table(table)}
    where ${sql.ref('userId')} = ${userId} and id > ${after} order by id limit ${ROWS_AT_ONCE}`.execute(db)
  return {
    rows: rows.map(({ rowNumber: _number, ...row }) => row),
    next: rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)!.rowNumber,
  }
}

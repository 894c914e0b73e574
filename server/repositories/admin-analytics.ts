import { sql, type Kysely } from 'kysely'
import { dayOf } from '../../data/model/analytics.ts'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import type {
  AnalyticsSort,
  AnalyticsView,
  Order,
  ParkVisitRow,
  SearchDay,
  SearchFeatureRow,
  SearchPlace,
  SearchTermRow,
  UserAnalyticsRow,
} from '../../data/model/analytics.ts'
import { dayIn } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** ISO 8601 instants in UTC; `before` is exclusive. */
export interface Span {
  since?: string | undefined
  before?: string | undefined
}

/** The requested page of a table, with its order. */
export interface RowsQuery<V extends AnalyticsView> {
  span: Span
  sort: AnalyticsSort<V>
  order: Order
  offset: number
  limit: number
}

export interface Rows<T> {
  rows: T[]
  /** Number of rows on all pages. */
  total: number
}

/** Whether a column is in a span; its ends are instants or days, as in the column. */
const within = (column: string, { since, before }: Span) => {
  const from = since === undefined ? sql`true` : sql`${sql.ref(column)} >= ${since}`
  const until = before === undefined ? sql`true` : sql`${sql.ref(column)} < ${before}`
  return sql<boolean>`${from} and ${until}`
}

/** Columns whose order ignores the case of ASCII letters. */
const CASELESS: ReadonlySet<string> = new Set(['users.username'])

/** Unknown values come last in both directions. `tie`: the column that orders equal rows. */
const inOrder = (column: string, order: Order, tie: string) => {
  const by = CASELESS.has(column) ? sql`lower(${sql.ref(column)})` : sql.ref(column)
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc')
  return sql`${sql.ref(column)} is null, ${by} ${direction}, ${sql.ref(tie)} ${direction}`
}

const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
  (await query.executeTakeFirstOrThrow()).count

const USER_SORTS: Readonly<Record<AnalyticsSort<'users'>, string>> = {
  id: 'user_analytics.id',
  username: 'users.username',
  parksVisited: 'parksVisited',
  totalSearches: 'totalSearches',
  favoritesAdded: 'favoritesAdded',
  reviewsWritten: 'reviewsWritten',
  lastActive: 'lastActive',
}

/** Activity by account. With a span: the accounts that were last active in it. */
export async function userAnalytics(
  db: Kysely<Tables>,
  { span, sort, order, offset, limit }: RowsQuery<'users'>,
): Promise<Rows<UserAnalyticsRow>> {
  const from = db
    .selectFrom('user_analytics')
    .leftJoin('users', 'users.id', 'user_analytics.userId')
    .where(within('lastActive', span))
  const rows = await from
    .select([
      'user_analytics.id',
      'users.id as known',
      'users.username',
      'parksVisited',
      'totalSearches',
      'favoritesAdded',
      'reviewsWritten',
      'lastActive',
    ])
    .orderBy(inOrder(USER_SORTS[sort], order, 'user_analytics.id'))
    .offset(offset)
    .limit(limit)
    .execute()
  return {
    rows: rows.map(({ known, username, ...row }) => ({ ...row, user: known === null ? null : { username } })),
    total: await countOf(from.select(({ fn }) => fn.countAll<number>().as('count'))),
  }
}

const VISIT_SORTS: Readonly<Record<AnalyticsSort<'visits'>, string>> = {
  id: 'park_visits.id',
  park: 'parks.name',
  username: 'users.username',
  visitDate: 'visitDate',
  duration: 'duration',
  rating: 'park_visits.rating',
}

export async function parkVisits(
  db: Kysely<Tables>,
  { span, sort, order, offset, limit }: RowsQuery<'visits'>,
): Promise<Rows<ParkVisitRow>> {
  const from = db
    .selectFrom('park_visits')
    .leftJoin('users', 'users.id', 'park_visits.userId')
    .leftJoin('parks', 'parks.id', 'park_visits.parkId')
    .where(within('visitDate', span))
  const rows = await from
    .select([
      'park_visits.id',
      'parks.name',
      'users.id as known',
      'users.username',
      'visitDate',
      'duration',
      'park_visits.rating',
    ])
    .orderBy(inOrder(VISIT_SORTS[sort], order, 'park_visits.id'))
    .offset(offset)
    .limit(limit)
    .execute()
  return {
    rows: rows.map(({ known, username, name, ...row }) => ({
      ...row,
      park: name === null ? null : { name },
      user: known === null ? null : { username },
    })),
    total: await countOf(from.select(({ fn }) => fn.countAll<number>().as('count'))),
  }
}

/** The span in days, for the tables of daily totals. */
const onDays = ({ since, before }: Span) =>
  within('day', {
    since: since && dayOf(new Date(since)),
    before: before && dayOf(new Date(before)),
  })

/** Search terms and their counts, ignoring case: individual searches and the daily totals together. */
export async function searchTerms(
  db: Kysely<Tables>,
  { span, sort, order, offset, limit }: RowsQuery<'terms'>,
): Promise<Rows<SearchTermRow>> {
  const all = db
    .selectFrom('search_analytics')
    .select([sql<string>`lower("searchTerm")`.as('term'), sql<number>`1`.as('count')])
    .where('searchTerm', 'is not', null)
    .where(within('searchDate', span))
    .unionAll(db.selectFrom('search_day_terms').select(['term', 'count']).where(onDays(span)))
    .as('searches')
  const terms = db
    .selectFrom(all)
    .select(({ fn }) => ['term', fn.sum<number>('count').as('count')])
    .groupBy('term')
    .as('terms')
  // A subquery, because PostgreSQL knows a sum by its name only there.
  const rows = await db
    .selectFrom(terms)
    .select(['term', 'count'])
    .orderBy(inOrder(sort, order, 'term'))
    .offset(offset)
    .limit(limit)
    .execute()
  return {
    rows,
    total: await countOf(db.selectFrom(all).select(sql<number>`count(distinct term)`.as('count'))),
  }
}

/** The features in searches. A search with several features counts for each. */
export async function searchFeatures(
  db: Kysely<Tables>,
  { span, sort, order, offset, limit }: RowsQuery<'features'>,
): Promise<Rows<SearchFeatureRow>> {
  const sets = await db
    .selectFrom('search_analytics')
    .select(({ fn }) => ['features', fn.countAll<number>().as('count')])
    .where('features', 'is not', null)
    .where(within('searchDate', span))
    .groupBy('features')
    .$narrowType<{ features: string }>()
    .unionAll(
      db.selectFrom('search_day_features').select(['feature as features', 'count']).where(onDays(span)),
    )
    .execute()
  const counts = new Map<string, number>()
  for (const { features, count } of sets)
    for (const id of features.split(',')) counts.set(id, (counts.get(id) ?? 0) + count)
  const catalogueOrder = (id: string) => FEATURE_IDS.findIndex((known) => known === id)
  const rows = Array.from(counts, ([feature, count]) => ({ feature, count })).sort(
    (a, b) =>
      (sort === 'count' ? a.count - b.count : a.feature.localeCompare(b.feature, 'en')) *
        (order === 'asc' ? 1 : -1) || catalogueOrder(a.feature) - catalogueOrder(b.feature),
  )
  return { rows: rows.slice(offset, offset + limit), total: rows.length }
}

/** Searches by day. */
export async function searchDays(db: Kysely<Tables>, span: Span): Promise<SearchDay[]> {
  const all = db
    .selectFrom('search_analytics')
    .select([
      dayIn(db, 'searchDate').as('day'),
      sql<number>`1`.as('count'),
      sql<number>`case when "resultCount" = 0 then 1 else 0 end`.as('empty'),
    ])
    .where(within('searchDate', span))
    .unionAll(db.selectFrom('search_days').select(['day', 'count', 'empty']).where(onDays(span)))
    .as('searches')
  return db
    .selectFrom(all)
    .select(({ fn }) => ['day', fn.sum<number>('count').as('count'), fn.sum<number>('empty').as('empty')])
    .groupBy('day')
    .orderBy('day')
    .execute()
}

/** Places of searches, most searched first. */
export function searchPlaces(
  db: Kysely<Tables>,
  span: Span,
  limit: number,
): Promise<Omit<SearchPlace, 'near'>[]> {
  const all = db
    .selectFrom('search_analytics')
    .select(['latitude', 'longitude', sql<number>`1`.as('count')])
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .where(within('searchDate', span))
    .$narrowType<{ latitude: number; longitude: number }>()
    .unionAll(
      db.selectFrom('search_day_places').select(['latitude', 'longitude', 'count']).where(onDays(span)),
    )
    .as('searches')
  return db
    .selectFrom(all)
    .select(({ fn }) => ['latitude', 'longitude', fn.sum<number>('count').as('count')])
    .groupBy(['latitude', 'longitude'])
    .orderBy('count', 'desc')
    .orderBy('latitude')
    .orderBy('longitude')
    .limit(limit)
    .execute()
}

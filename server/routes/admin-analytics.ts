import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { toCsv } from '../../data/export/csv.ts'
import {
  ANALYTICS,
  ANALYTICS_FILE_ROWS,
  ANALYTICS_ROWS,
  ANALYTICS_VIEWS,
  ANALYTICS_ZONE,
  ORDERS,
  ParkVisitRow,
  SearchDay,
  SearchFeatureRow,
  SearchPlace,
  SearchTermRow,
  UserAnalyticsRow,
} from '../../data/model/analytics.ts'
import type { AnalyticsSort, AnalyticsView } from '../../data/model/analytics.ts'
import { lineText } from '../../data/model/bounded.ts'
import { ROWS_MAX } from '../../data/model/numbers.ts'
import { DAY } from '../../data/model/constants.ts'
import { FEATURE_LABELS } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { Tables } from '../database/tables.ts'
import type { Directory } from '../directory/directory.ts'
import { noStore } from '../http/caching.ts'
import { ADMIN_PROBLEMS } from '../http/problems.ts'
import { numeric, textual } from '../http/queries.ts'
import {
  parkVisits,
  searchDays,
  searchFeatures,
  searchPlaces,
  searchTerms,
  userAnalytics,
} from '../repositories/admin-analytics.ts'
import type { Rows, Span, RowsQuery } from '../repositories/admin-analytics.ts'
import type { Store } from '../repositories/store.ts'

/** Maximum number of cells on the map: more than Australia has towns. */
const MAX_PLACES = 2_000

const range = {
  from: textual(z.iso.date().max(10)).describe(`First day, '2026-11-01', in ${ANALYTICS_ZONE.label}.`),
  to: textual(z.iso.date().max(10)).describe('Last day.'),
}
const requireOrder = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (from !== undefined && to !== undefined && from > to)
    context.addIssue({ code: 'custom', path: ['to'], message: 'The range ends before it begins.' })
}
const RangeQuery = z.strictObject(range).superRefine(requireOrder)

/** The instants at which the range of days starts and ends. */
const spanOf = ({ from, to }: z.infer<typeof RangeQuery>): Span => {
  const startOf = (day: string) => new Date(`${day}T00:00:00${ANALYTICS_ZONE.offset}`)
  return {
    since: from && startOf(from).toISOString(),
    before: to && new Date(startOf(to).getTime() + DAY).toISOString(),
  }
}

const sorting = <V extends AnalyticsView>(view: V) => ({
  sort: textual(z.enum(ANALYTICS[view].sorts as readonly AnalyticsSort<V>[])),
  order: textual(z.enum(ORDERS)),
})
const tableQuery = <V extends AnalyticsView>(view: V) =>
  z
    .strictObject({
      ...range,
      ...sorting(view),
      offset: numeric(z.int().min(0).max(ROWS_MAX)),
      limit: numeric(z.int().min(1).max(2_000)),
    })
    .superRefine(requireOrder)

type TableQuery<V extends AnalyticsView> = z.infer<ReturnType<typeof tableQuery<V>>>

/** By default sorted by the first column in the list, descending. */
function rowsQueryOf<V extends AnalyticsView>(
  view: V,
  { sort, order, offset = 0, limit = ANALYTICS_ROWS, ...days }: TableQuery<V>,
): RowsQuery<V> {
  return {
    span: spanOf(days as z.infer<typeof RangeQuery>),
    sort: (sort ?? ANALYTICS[view].sorts[0]) as AnalyticsSort<V>,
    order: order ?? 'desc',
    offset,
    limit,
  }
}

const FileQuery = z
  .strictObject({
    ...range,
    view: z.enum(ANALYTICS_VIEWS),
    sort: textual(lineText(40)),
    order: textual(z.enum(ORDERS)),
  })
  .superRefine(requireOrder)
  .superRefine(({ view, sort }, context) => {
    if (sort !== undefined && !(ANALYTICS[view].sorts as readonly string[]).includes(sort)) {
      context.addIssue({ code: 'custom', path: ['sort'], message: 'There is no such column in this table.' })
    }
  })

/**
 * `/api/admin/analytics/…`: the four tables of specification 13.71 to 13.74, the data of two charts, and each
 * table as a file.
 */
export const adminAnalyticsRoutes: FastifyPluginAsyncZod<{ store: Store; directory: Directory }> = async (
  app,
  { store, directory },
) => {
  app.addHook('onRequest', noStore)
  const config = { access: 'admin' } as const

  const addTable = <V extends AnalyticsView, Row>(
    view: V,
    summary: string,
    row: z.core.$ZodType<Row>,
    list: (db: Kysely<Tables>, wanted: RowsQuery<V>) => Promise<Rows<Row>>,
  ) =>
    app.get(
      `/api/admin/analytics/${ANALYTICS[view].path}`,
      {
        config,
        schema: {
          summary,
          description: 'X-Total-Count: number of rows on all pages.',
          querystring: tableQuery(view),
          response: { 200: z.array(row), ...ADMIN_PROBLEMS },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await store.view((db) => list(db, rowsQueryOf(view, query)))
        reply.header('x-total-count', total)
        return rows as never
      },
    )
  addTable('users', 'Activity by account', UserAnalyticsRow, userAnalytics)
  addTable('visits', 'Visits of parks', ParkVisitRow, parkVisits)
  addTable('terms', 'Search terms', SearchTermRow, searchTerms)
  addTable('features', 'Features in searches', SearchFeatureRow, searchFeatures)

  app.get(
    '/api/admin/analytics/search/days',
    {
      config,
      schema: {
        summary: 'Searches by day',
        querystring: RangeQuery,
        response: { 200: z.array(SearchDay), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query }) => store.read((db) => searchDays(db, spanOf(query))),
  )
  app.get(
    '/api/admin/analytics/search/places',
    {
      config,
      schema: {
        summary: 'Places of searches, to a tenth of a degree',
        querystring: RangeQuery,
        response: { 200: z.array(SearchPlace), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query }) => {
      const places = await store.read((db) => searchPlaces(db, spanOf(query), MAX_PLACES))
      const gazetteer = directory.last()?.gazetteer
      return places.map((place) => {
        const near = gazetteer?.nearest(place.latitude, place.longitude)
        return { ...place, near: near ? `${near.name} ${near.state}` : null }
      })
    },
  )

  app.get(
    '/api/admin/analytics/file',
    {
      config,
      schema: {
        summary: 'A table as CSV, safe from formulas',
        querystring: FileQuery,
        response: { 200: z.string(), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query: { view, from, to, sort, order } }, reply) => {
      // The schema has checked that the view has the column.
      const wanted = rowsQueryOf(view, { from, to, sort: sort as never, order, limit: ANALYTICS_FILE_ROWS })
      const { header, rows } = await store.view((db) => FILES[view](db, wanted as never))
      const days = [from, to].filter(Boolean).join('-to-')
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="offlead-${ANALYTICS[view].path.replace('/', '-')}${days && `-${days}`}.csv"`,
        )
      return toCsv(header, rows)
    },
  )
}

interface Sheet {
  header: readonly string[]
  rows: (string | number | null)[][]
}

const sheet = <T>(
  { rows }: Rows<T>,
  columns: Readonly<Record<string, (row: T) => string | number | null>>,
): Sheet => ({
  header: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((cell) => cell(row))),
})

/** The columns of each file. Unknown values are empty cells. */
const FILES: { [V in AnalyticsView]: (db: Kysely<Tables>, wanted: RowsQuery<V>) => Promise<Sheet> } = {
  users: async (db, wanted) =>
    sheet(await userAnalytics(db, wanted), {
      id: ({ id }) => id,
      username: ({ user }) => user?.username ?? null,
      parksVisited: ({ parksVisited }) => parksVisited,
      totalSearches: ({ totalSearches }) => totalSearches,
      favoritesAdded: ({ favoritesAdded }) => favoritesAdded,
      reviewsWritten: ({ reviewsWritten }) => reviewsWritten,
      lastActive: ({ lastActive }) => lastActive,
    }),
  visits: async (db, wanted) =>
    sheet(await parkVisits(db, wanted), {
      id: ({ id }) => id,
      park: ({ park }) => park?.name ?? null,
      username: ({ user }) => user?.username ?? null,
      visitDate: ({ visitDate }) => visitDate,
      minutes: ({ duration }) => duration,
      rating: ({ rating }) => rating,
    }),
  terms: async (db, wanted) =>
    sheet(await searchTerms(db, wanted), { term: ({ term }) => term, count: ({ count }) => count }),
  features: async (db, wanted) =>
    sheet(await searchFeatures(db, wanted), {
      feature: ({ feature }) => FEATURE_LABELS[feature as FeatureId] ?? feature,
      count: ({ count }) => count,
    }),
}

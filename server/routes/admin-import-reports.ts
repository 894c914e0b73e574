import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { toCsv, toCsvLines } from '../../data/export/csv.ts'
import { ImportOutcome, ImportPreviewRow } from '../../data/model/import.ts'
import { Problem } from '../../data/model/problem.ts'
import { noStore } from '../http/caching.ts'
import { ADMIN_PROBLEMS, notFound } from '../http/problems.ts'
import { IdParams, PageQuery } from '../http/queries.ts'
import { countReportRows, reportRows } from '../repositories/import-reports.ts'
import type { Store } from '../repositories/store.ts'

const OutcomeQuery = z.strictObject({ outcome: z.optional(ImportOutcome) })

/** Rows read at once for a file, so that other requests wait a few milliseconds at most. */
const FILE_BATCH_SIZE = 500

const FILE_HEADER = [
  'Row',
  'Outcome',
  'Park',
  'Place',
  'Park ID',
  'Field',
  'Before',
  'After',
  'Reason',
  'Notes',
] as const

/** The words of the screens for outcomes. */
const OUTCOME_WORDS = {
  new: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  merged: 'Duplicate',
  failed: 'Refused',
} as const satisfies Record<ImportOutcome, string>

/** One line for each change, or one line for a row without changes. */
function linesOf(row: ImportPreviewRow): (string | number | null)[][] {
  const start = [row.row, OUTCOME_WORDS[row.outcome], row.name, row.place, row.parkId]
  const end = [row.reason, row.notes.join(' ')]
  return row.changes.length === 0
    ? [[...start, null, null, null, ...end]]
    : row.changes.map(({ field, before, after }) => [...start, field, before, after, ...end])
}

/** The reports of imports and dry runs: every row of the file with what became of it. */
export const adminImportReportRoutes: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.addHook('onRequest', noStore)
  const config = { access: 'admin' } as const
  const problems = { ...ADMIN_PROBLEMS, 404: Problem }

  app.get(
    '/api/admin/import-reports/:id',
    {
      config,
      schema: {
        summary: 'Rows of the report of an import or of a dry run, all or those with one outcome',
        params: IdParams,
        querystring: z.strictObject({ ...PageQuery.shape, ...OutcomeQuery.shape }),
        response: { 200: z.array(ImportPreviewRow), ...problems },
      },
    },
    async ({ params: { id }, query: { outcome, offset = 0, limit = 100 } }, reply) => {
      const total = await store.read((db) => countReportRows(db, id, outcome))
      if (total === undefined) throw notFound()
      reply.header('x-total-count', total)
      return store.read((db) => reportRows(db, { id, outcome, offset, limit }))
    },
  )

  app.get(
    '/api/admin/import-reports/:id/file',
    {
      config,
      schema: {
        summary: 'The report as CSV, safe from formulas: a line for each row, or for each changed field',
        params: IdParams,
        querystring: OutcomeQuery,
        response: {
          200: { description: 'CSV', content: { 'text/csv': { schema: z.unknown() } } },
          ...problems,
        },
      },
    },
    async ({ params: { id }, query: { outcome } }, reply) => {
      if ((await store.read((db) => countReportRows(db, id, outcome))) === undefined) throw notFound()
      async function* pieces() {
        yield toCsv(FILE_HEADER, [])
        for (let after = 0; ;) {
          const from = after
          const rows = await store.read((db) =>
            reportRows(db, { id, outcome, after: from, limit: FILE_BATCH_SIZE }),
          )
          yield toCsvLines(rows.flatMap(linesOf))
          if (rows.length < FILE_BATCH_SIZE) return
          after = rows.at(-1)!.row
        }
      }
      const part = outcome === undefined ? 'report' : OUTCOME_WORDS[outcome].toLowerCase()
      reply.header('content-disposition', `attachment; filename="import-report-${id}-${part}.csv"`)
      return reply.type('text/csv; charset=utf-8').send(Readable.from(pieces()))
    },
  )
}

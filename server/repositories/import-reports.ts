import { sql, type Kysely } from 'kysely'
import type { ImportOutcome, ImportPreviewRow } from '../../data/model/import.ts'
import type { Tables } from '../database/tables.ts'

/** Creates a report without rows. `importId`: `null` for a dry run. */
export async function beginReport(db: Kysely<Tables>, importId: number | null, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('import_reports')
    .values({ importId, createdAt: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addReportRows(
  db: Kysely<Tables>,
  reportId: number,
  rows: readonly ImportPreviewRow[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('import_report_rows')
    .values(
      rows.map((row) => ({ reportId, row: row.row, outcome: row.outcome, report: JSON.stringify(row) })),
    )
    .execute()
}

export interface ReportRows {
  id: number
  /** Only rows with this outcome. */
  outcome?: ImportOutcome | undefined
  /** Only rows after this row number. */
  after?: number
  offset?: number
  limit: number
}

/** Some rows of a report, by row number. A park that the import created has its id. */
export async function reportRows(
  db: Kysely<Tables>,
  { id, outcome, after = 0, offset = 0, limit }: ReportRows,
): Promise<ImportPreviewRow[]> {
  let rows = db
    .selectFrom('import_report_rows as reported')
    .innerJoin('import_reports', 'import_reports.id', 'reported.reportId')
    .leftJoin('import_rows', (join) =>
      join
        .onRef('import_rows.importId', '=', 'import_reports.importId')
        .onRef('import_rows.row', '=', 'reported.row'),
    )
    .select(['reported.report', 'import_rows.parkId'])
    .where('reported.reportId', '=', id)
    .where('reported.row', '>', after)
  if (outcome) rows = rows.where('reported.outcome', '=', outcome)
  const found = await rows.orderBy('reported.row').offset(offset).limit(limit).execute()
  return found.map(({ report, parkId }) => {
    const row = JSON.parse(report) as ImportPreviewRow
    return { ...row, parkId: row.parkId ?? parkId }
  })
}

/** For each of some parks, its row in the report of the last import that changed it and is not undone. */
export async function lastReportRows(
  db: Kysely<Tables>,
  parkIds: readonly number[],
): Promise<Map<number, ImportPreviewRow>> {
  if (parkIds.length === 0) return new Map()
  const found = await db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.importId')
    .innerJoin('import_reports', 'import_reports.importId', 'import_rows.importId')
    .innerJoin('import_report_rows as reported', (join) =>
      join.onRef('reported.reportId', '=', 'import_reports.id').onRef('reported.row', '=', 'import_rows.row'),
    )
    .select(['import_rows.parkId', 'reported.report'])
    .where('import_rows.parkId', 'in', parkIds)
    .where('imports.state', '=', 'done')
    .where('imports.undoneAt', 'is', null)
    // A further row about the park has no notes.
    .where('reported.outcome', '<>', 'merged')
    .orderBy('import_rows.importId')
    .execute()
  // The last one replaces those before it.
  return new Map(found.map(({ parkId, report }) => [parkId!, JSON.parse(report) as ImportPreviewRow]))
}

/** The number of rows of a report; `undefined` if there is no such report. */
export async function countReportRows(
  db: Kysely<Tables>,
  id: number,
  outcome?: ImportOutcome,
): Promise<number | undefined> {
  const report = await db.selectFrom('import_reports').select('id').where('id', '=', id).executeTakeFirst()
  if (!report) return undefined
  let rows = db
    .selectFrom('import_report_rows')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('reportId', '=', id)
  if (outcome) rows = rows.where('outcome', '=', outcome)
  return (await rows.executeTakeFirstOrThrow()).total
}

/**
 * Deletes some rows of reports from before an instant, and the reports that have no rows left.
 * @returns the number of deleted rows
 */
export async function deleteOldReports(db: Kysely<Tables>, before: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from import_report_rows where ("reportId", "row") in (
    select "reportId", "row" from import_report_rows
    where "reportId" in (select id from import_reports where "createdAt" < ${before}) limit ${limit})`.execute(
    db,
  )
  if (Number(numAffectedRows) < limit)
    await db.deleteFrom('import_reports').where('createdAt', '<', before).execute()
  return Number(numAffectedRows)
}

import type { Migration } from './migration.ts'

/**
 * Reports of imports and of dry runs: what became of every row of the file. `importId` is null for a dry run.
 * `report` is JSON (`ImportPreviewRow` of data/model/import.ts). Old reports are deleted
 * (server/retention.ts).
 */
export const importReports: Migration = {
  number: 12,
  name: 'import-reports',
  statements: [
    `create table import_reports (
      id integer primary key autoincrement,
      importId integer references imports (id) on delete cascade,
      createdAt text not null
    ) strict`,
    `create index reports_of_import on import_reports (importId)`,
    `create table import_report_rows (
      reportId integer not null references import_reports (id) on delete cascade,
      "row" integer not null,
      outcome text not null check (outcome in ('new', 'updated', 'unchanged', 'merged', 'failed')),
      report text not null,
      primary key (reportId, "row")
    ) strict, without rowid`,
    `create index report_rows_by_outcome on import_report_rows (reportId, outcome, "row")`,
  ],
}

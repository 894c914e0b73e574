import { setImmediate as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { IMPORT_PREVIEW_ROWS } from '../../data/model/import.ts'
import type {
  AssignedColumn,
  ImportColumn,
  ImportKind,
  ImportPreviewRow,
  ImportResult,
} from '../../data/model/import.ts'
import { suburbText } from '../../data/model/text.ts'
import { localityLookup } from '../../data/import/locality-lookup.ts'
import { allLocalities } from '../repositories/directory.ts'
import {
  deleteImport,
  beginImport,
  deleteAbandonedImports,
  DirectoryChanged,
  importedParks,
  readImportBasis,
  stageRows,
  publishImport,
} from '../repositories/imports.ts'
import type { ImportFigures, ImportBasis, StagedRow } from '../repositories/imports.ts'
import { ImportBusy } from '../repositories/import-jobs.ts'
import { addReportRows, beginReport } from '../repositories/import-reports.ts'
import { storeNumbers } from '../repositories/park-numbers.ts'
import type { ParkNumber } from '../repositories/park-numbers.ts'
import type { Tables } from '../database/tables.ts'
import { DatabaseUnavailable, writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { columnName } from './cell-text.ts'
import { assignColumns, mapHeaders } from './headers.ts'
import type { Column } from './headers.ts'
import { differences } from './merging.ts'
import { nearestLocality } from './placing.ts'
import type { Places } from './placing.ts'
import { numberKey } from './park-finder.ts'
import { planImport } from './plan.ts'
import type { Plan } from './plan.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

export interface ImportRequest {
  kind: ImportKind
  fileName: string
  /** Publisher of the list, for rows without a source of their own. */
  source: string
  /** Licence of the list's outlines. */
  licence?: string | undefined
  /** The user who imports it; `null` for the command line. */
  userId: number | null
  dryRun: boolean
  /** Most rows in the preview. */
  previewRows?: number
  /** Columns assigned by hand. */
  columns?: readonly AssignedColumn[]
}

/** Called during an import with the number of staged rows and the total. */
export type OnProgress = (done: number, of: number) => void

/** Called in the transactions of an import, so that what it writes happens with them or not at all. */
export interface ImportRecorder {
  /** @param importId in which the rows are staged */
  begun(db: Kysely<Tables>, importId: number): Promise<void>
  staged(db: Kysely<Tables>, done: number, of: number): Promise<void>
  published(db: Kysely<Tables>): Promise<void>
}

/** Rows staged per transaction. Small, because other writes wait for it. */
const STAGING_BATCH_SIZE = 100
/** Other writes need not wait for what is staged. */
const IN_ORDER = { of: [writeNames.imports] }
/** Maximum number of times an import is planned if the directory keeps changing. */
const MAX_ATTEMPTS = 8
const DIRECTORY_BUSY = 'The directory changed again and again during this import. Try again later.'
/** Time to plan a list uploaded on the web. The command line has no limit, since it takes larger lists. */
const PLANNING_TIMEOUT_MS = 60_000
/** An import without progress for this time was killed. */
const ABANDONED_AFTER_MS = 600_000

/**
 * Plans and publishes an import, again if the directory has changed meanwhile.
 * @param run throws DirectoryChanged if it was given an outdated directory
 * @throws ImportBusy if the directory keeps changing
 */
export async function withCurrentDirectory<Result>(
  store: Store,
  run: (basis: ImportBasis) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(await store.view(readImportBasis))
    } catch (error) {
      if (!(error instanceof DirectoryChanged)) throw error
      if (attempt === MAX_ATTEMPTS) throw new ImportBusy(DIRECTORY_BUSY)
    }
  }
}

/**
 * Runs an import, or a dry run of it. The rows are staged in small steps and published in one transaction; if
 * it is interrupted before that, the directory is unchanged.
 * @throws UnreadableFile, ImportBusy, DatabaseUnavailable
 */
export async function runImport(
  store: Store,
  table: Table,
  request: ImportRequest,
  clock: () => Date,
  onProgress: OnProgress = () => undefined,
  recorder?: ImportRecorder,
): Promise<ImportResult> {
  if (table.rows.length === 0) throw new UnreadableFile('The list has headers and no rows below them.')
  const columns = assignColumns(mapHeaders(table.header, table.rows), request.columns ?? [])
  const places = await openPlaces(store)
  return withCurrentDirectory(store, async (basis) => {
    const at = clock()
    const until = request.userId === null ? Infinity : performance.now() + PLANNING_TIMEOUT_MS
    const plan = planImport(table, columns, knownFrom(basis), places, {
      source: request.source,
      licence: request.licence,
      createdAt: at.toISOString(),
      shouldContinue: () => performance.now() < until,
    })
    const figures = figuresOf(plan)
    const changing = changingRows(plan)
    const toResult = (importId: number | null, reportId: number | null): ImportResult => ({
      ...figures,
      ...resultOf(plan, table, columns, request, figures),
      preview: changing.slice(0, request.previewRows ?? IMPORT_PREVIEW_ROWS),
      importId,
      reportId,
      failuresUrl: importId !== null && figures.failed > 0 ? `/api/admin/imports/${importId}/failures` : null,
    })
    // The command line takes lists of any size, and prints its own report.
    const isReported = request.userId !== null
    if (request.dryRun)
      return toResult(null, isReported ? await storeDryReport(store, reportOf(plan, changing), clock) : null)
    const { kind, fileName, userId } = request
    let reportId: number | null = null
    const importId = await stageAndPublish(store, {
      rows: stagedRows(plan),
      numbers: plan.numbers,
      figures,
      header: table.header,
      kind,
      fileName,
      userId,
      basis,
      clock,
      onProgress,
      recorder,
      ...(isReported && {
        async beforePublishing(id) {
          reportId = await storeReport(store, id, reportOf(plan, changing), clock)
        },
      }),
    })
    const result = toResult(importId, reportId)
    const ids = await store.read((db) => importedParks(db, importId, IMPORT_PREVIEW_ROWS))
    return {
      ...result,
      preview: result.preview.map((row) => ({ ...row, parkId: row.parkId ?? ids.get(row.row) ?? null })),
    }
  })
}

async function openPlaces(store: Store): Promise<Places> {
  const localities = await store.read(allLocalities)
  return { known: localityLookup(localities), nearest: nearestLocality(localities) }
}

const knownFrom = ({ parks, removed, formerPlaces, sources, pictures }: ImportBasis) => ({
  parks,
  removed,
  formerPlaces: Map.groupBy(formerPlaces, ({ parkId }) => parkId),
  numbers: new Map(sources.map(({ dataset, sourceId, parkId }) => [numberKey(dataset, sourceId), parkId])),
  pictures: new Map(pictures.map(({ parkId, url }) => [parkId, url])),
})

function figuresOf({ total, changed, unchanged, merged, failed }: Plan): ImportFigures {
  const created = changed.filter(({ before }) => before === null).length
  return {
    total,
    failed: failed.length,
    created,
    updated: changed.length - created,
    unchanged: unchanged.length,
    merged: merged.length,
    unpublished: changed.filter(({ after }) => after.access === null).length,
  }
}

/** Maximum length of a cell in the report of failed rows, which can be imported again: that of a description. */
const MAX_REPORTED_CELL_LENGTH = 5_000

/**
 * The rows of a plan to stage, without those about a park that an earlier row is also about. A number is staged if the
 * import gives it to the park, so that undoing the import takes it away.
 */
function stagedRows({ changed, unchanged, failed, numbers }: Plan): StagedRow[] {
  const newNumbers = new Map(numbers.map((number) => [number.numberedRow, number]))
  const nothing = {
    parkId: null,
    before: null,
    after: null,
    dataset: null,
    sourceId: null,
    pictureUrl: null,
    cells: null,
    reason: null,
  }
  return [
    ...changed.map(({ row, before, after, dataset, sourceId, pictureUrl }): StagedRow => ({
      ...nothing,
      row,
      outcome: before ? 'updated' : 'new',
      parkId: before?.id ?? null,
      before,
      after,
      ...(sourceId !== '' && { dataset, sourceId }),
      pictureUrl,
    })),
    ...unchanged.map(({ row, id }): StagedRow => {
      const { dataset = null, sourceId = null } = newNumbers.get(row) ?? {}
      return { ...nothing, row, outcome: 'updated', parkId: id, dataset, sourceId }
    }),
    ...failed.map(({ row, cells, reason }): StagedRow => ({
      ...nothing,
      row,
      outcome: 'failed',
      cells: cells.map((cell) => cell.slice(0, MAX_REPORTED_CELL_LENGTH)),
      reason,
    })),
  ]
}

/** Stores the report of every row in short transactions, because other writes wait for each. Returns its id. */
async function storeReport(
  store: Store,
  importId: number | null,
  rows: readonly ImportPreviewRow[],
  clock: () => Date,
): Promise<number> {
  const reportId = await store.write((db) => beginReport(db, importId, clock()), IN_ORDER)
  for (let start = 0; start < rows.length; start += STAGING_BATCH_SIZE) {
    await store.write(
      (db) => addReportRows(db, reportId, rows.slice(start, start + STAGING_BATCH_SIZE)),
      IN_ORDER,
    )
    await pause()
  }
  return reportId
}

/** A dry run works without its report if the database cannot be written. */
async function storeDryReport(
  store: Store,
  rows: readonly ImportPreviewRow[],
  clock: () => Date,
): Promise<number | null> {
  try {
    return await storeReport(store, null, rows, clock)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null
    throw error
  }
}

export interface Staging {
  /** Called with the import's id before its rows are published. */
  beforePublishing?: (importId: number) => Promise<void>
  rows: readonly StagedRow[]
  /** Numbers of parks, besides those of the rows. */
  numbers?: readonly ParkNumber[]
  figures: ImportFigures
  header: readonly string[]
  kind: ImportKind
  fileName: string
  userId: number | null
  basis: ImportBasis
  clock: () => Date
  onProgress: OnProgress
  recorder?: ImportRecorder | undefined
}

/**
 * Stages rows in short transactions, then publishes all of them.
 * @returns the import's id
 * @throws DirectoryChanged
 */
export async function stageAndPublish(
  store: Store,
  { beforePublishing, rows, numbers = [], basis, clock, onProgress, recorder, ...record }: Staging,
): Promise<number> {
  const { kind, fileName, userId, figures } = record
  // The clock is read here, after planning, which may take as long as an abandoned import is kept.
  const abandonedBefore = new Date(clock().getTime() - ABANDONED_AFTER_MS)
  await store.write((db) => deleteAbandonedImports(db, abandonedBefore), IN_ORDER)
  const importId = await store.write(async (db) => {
    const id = await beginImport(db, record, clock())
    await recorder?.begun(db, id)
    return id
  }, IN_ORDER)
  try {
    for (let start = 0; start < rows.length; start += STAGING_BATCH_SIZE) {
      const done = Math.min(rows.length, start + STAGING_BATCH_SIZE)
      await store.write(async (db) => {
        await stageRows(db, importId, rows.slice(start, done), clock())
        await recorder?.staged(db, done, rows.length)
      }, IN_ORDER)
      onProgress(done, rows.length)
      await pause()
    }
    await beforePublishing?.(importId)
    const act = kind === 'locate' ? 'positions-located' : 'import'
    await store.write(async (db) => {
      const details = `${fileName}: ${summaryText(figures)}`
      await publishImport(db, importId, { basis, userId, details, act }, clock())
      await storeNumbers(db, importId, numbers)
      await recorder?.published(db)
    })
    return importId
  } catch (error) {
    await store.write((db) => deleteImport(db, importId), IN_ORDER).catch(() => undefined)
    throw error
  }
}

/** A summary such as '3 new, 1 updated, 12 unchanged.' */
function summaryText({ created, updated, unchanged, merged, failed, unpublished }: ImportFigures): string {
  const parts = [
    [created, 'new'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [merged, merged === 1 ? 'duplicate' : 'duplicates'],
    [failed, 'invalid'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`)
  const unpublishedText =
    unpublished === 0
      ? ''
      : ` ${unpublished} ${unpublished === 1 ? 'is' : 'are'} not public until a rule for dogs is set.`
  return `${parts.join(', ') || 'nothing'}.${unpublishedText}`
}

/** Maximum length of an example in the column mapping. Characters. */
const MAX_EXAMPLE_LENGTH = 80

function resultOf(
  plan: Plan,
  table: Table,
  columns: readonly Column[],
  { dryRun }: ImportRequest,
  figures: ImportFigures,
) {
  const { total, failed } = figures
  const imported = total - failed
  const parks = `${imported} ${imported === 1 ? 'park' : 'parks'}`
  const entries = `${total} ${total === 1 ? 'entry' : 'entries'}`
  return {
    imported,
    message: `${dryRun ? 'Would import' : 'Imported'} ${parks} out of ${entries}: ${summaryText(figures)}`,
    dryRun,
    pictures: plan.changed.filter(({ pictureUrl }) => pictureUrl !== null).length,
    readAs: table.readAs,
    mapping: columns.map((column): ImportColumn => {
      const { at, field, feature } = column
      const example =
        table.rows.map(({ cells }) => (cells[at] ?? '').trim()).find((cell) => cell !== '') ?? ''
      return {
        column: columnName(column),
        field,
        feature,
        example: example.slice(0, MAX_EXAMPLE_LENGTH).toWellFormed(),
      }
    }),
    notUnderstood: plan.notUnderstood.slice(0, IMPORT_PREVIEW_ROWS),
    notUnderstoodTotal: plan.notUnderstood.length,
  }
}

/** The rows that change something or fail, in order. */
function changingRows({ changed, failed }: Plan): ImportPreviewRow[] {
  const parks = changed.map(({ row, before, after, pictureUrl, notes }): ImportPreviewRow => {
    const changes = before ? differences(before, after) : []
    return {
      row,
      name: after.name,
      place: suburbText(after),
      outcome: before ? 'updated' : 'new',
      published: after.access !== null,
      parkId: before?.id ?? null,
      changes:
        pictureUrl !== null && before
          ? [...changes, { field: 'Picture', before: before.imageUrl ?? '', after: pictureUrl }]
          : changes,
      notes,
      reason: null,
    }
  })
  const rows = failed.map(({ row, name, reason }): ImportPreviewRow => ({
    row,
    name,
    place: '',
    outcome: 'failed',
    published: false,
    parkId: null,
    changes: [],
    notes: [],
    reason,
  }))
  return [...parks, ...rows].toSorted(byRow)
}

const byRow = (a: ImportPreviewRow, b: ImportPreviewRow) => a.row - b.row

/** Every row of the list, in order. @param changing its {@link changingRows} */
function reportOf(plan: Plan, changing: readonly ImportPreviewRow[]): ImportPreviewRow[] {
  const same = (outcome: 'unchanged' | 'merged') =>
    plan[outcome].map(({ row, id, park }): ImportPreviewRow => ({
      row,
      name: park.name,
      place: suburbText(park),
      outcome,
      published: park.access !== null,
      parkId: id,
      changes: [],
      notes: [],
      reason: null,
    }))
  return [...changing, ...same('unchanged'), ...same('merged')].toSorted(byRow)
}

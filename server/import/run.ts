import { setImmediate as pause } from 'node:timers/promises'
import { IMPORT_PREVIEW_ROWS } from '../../data/model/import.ts'
import type { ImportColumn, ImportKind, ImportPreviewRow, ImportResult } from '../../data/model/import.ts'
import { gazetteer } from '../../data/sources/gazetteer.ts'
import { allLocalities } from '../repositories/directory.ts'
import {
  abandonImport,
  beginImport,
  clearAbandoned,
  DirectoryMoved,
  importGround,
  stageRows,
  swapImport,
} from '../repositories/imports.ts'
import type { ImportFigures, ImportGround, StagedRow } from '../repositories/imports.ts'
import type { Store } from '../repositories/store.ts'
import { mapHeaders } from './headers.ts'
import type { Column } from './headers.ts'
import { differences } from './merging.ts'
import { nearestLocality } from './placing.ts'
import type { Places } from './placing.ts'
import { numberKey, planImport } from './plan.ts'
import type { Plan, PlannedPark } from './plan.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

export interface ImportRequest {
  kind: ImportKind
  fileName: string
  /** Who published the list, where its rows do not say. */
  source: string
  /** Who imports it; `null` from the command line. */
  userId: number | null
  dryRun: boolean
}

/** Told while it goes on: of so many rows, so many are staged. */
export type OnProgress = (done: number, of: number) => void

/** Rows staged in one short transaction: whoever else writes waits no longer than that. */
const STAGED_AT_ONCE = 100
/** How often a directory that moves meanwhile is planned on anew. */
const PLANS = 8
/** Milliseconds in which a list of the web must be planned; the command line takes larger ones. */
const PLANNED_WITHIN = 60_000
/** An import that has made no progress for so long, in milliseconds, was killed. */
const ABANDONED_AFTER = 600_000

/**
 * Carries out an import, or works out what it would do. The rows are staged beside the directory in small steps and put into it in one
 * transaction; whatever interrupts it before leaves the directory as it was.
 * @throws UnreadableFile, DatabaseUnavailable
 */
export async function runImport(
  store: Store,
  table: Table,
  request: ImportRequest,
  clock: () => Date,
  onProgress: OnProgress = () => undefined,
): Promise<ImportResult> {
  if (table.rows.length === 0) throw new UnreadableFile('The list has headers and no rows below them.')
  const columns = mapHeaders(table.header, table.rows)
  const places = await openPlaces(store)
  for (let attempt = 1; ; attempt += 1) {
    const ground = await store.view(importGround)
    const at = clock()
    const until = request.userId === null ? Infinity : performance.now() + PLANNED_WITHIN
    const plan = planImport(table, columns, knownFrom(ground), places, {
      source: request.source,
      createdAt: at.toISOString(),
      goesOn: () => performance.now() < until,
    })
    const figures = figuresOf(plan)
    const answer = (importId: number | null): ImportResult => ({
      ...figures,
      ...resultOf(plan, table, columns, request, figures),
      importId,
      failuresUrl: importId !== null && figures.failed > 0 ? `/api/admin/imports/${importId}/failures` : null,
    })
    if (request.dryRun) return answer(null)
    try {
      return answer(await carryOut(store, plan, table, request, figures, ground, clock, onProgress))
    } catch (error) {
      if (!(error instanceof DirectoryMoved) || attempt === PLANS) throw error
    }
  }
}

async function openPlaces(store: Store): Promise<Places> {
  const localities = await store.read(allLocalities)
  return { known: gazetteer(localities), nearest: nearestLocality(localities) }
}

const knownFrom = ({ parks, sources, pictures }: ImportGround) => ({
  parks,
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
    unchanged,
    merged,
    unpublished: changed.filter(({ after }) => after.access === null).length,
  }
}

const stagedPark = ({ row, before, after, dataset, sourceId, pictureUrl }: PlannedPark): StagedRow => ({
  row,
  outcome: before ? 'updated' : 'new',
  before,
  after,
  dataset: sourceId === '' ? null : dataset,
  sourceId: sourceId === '' ? null : sourceId,
  pictureUrl,
  cells: null,
  reason: null,
})

/** Characters of a cell that the report of failed rows keeps. */
const REPORTED_CELL = 1_000

/** Stages the plan and puts it in. @throws DirectoryMoved when it must be planned again. */
async function carryOut(
  store: Store,
  plan: Plan,
  table: Table,
  request: ImportRequest,
  figures: ImportFigures,
  ground: ImportGround,
  clock: () => Date,
  onProgress: OnProgress,
): Promise<number> {
  const { kind, fileName, userId } = request
  const rows: StagedRow[] = plan.changed.map(stagedPark)
  for (const { row, cells, reason } of plan.failed) {
    rows.push({
      row,
      outcome: 'failed',
      before: null,
      after: null,
      dataset: null,
      sourceId: null,
      pictureUrl: null,
      cells: cells.map((cell) => cell.slice(0, REPORTED_CELL)),
      reason,
    })
  }
  return stageAndSwap(store, {
    rows,
    figures,
    header: table.header,
    kind,
    fileName,
    userId,
    ground,
    clock,
    onProgress,
  })
}

export interface Staging {
  rows: readonly StagedRow[]
  figures: ImportFigures
  header: readonly string[]
  kind: ImportKind
  fileName: string
  userId: number | null
  ground: ImportGround
  clock: () => Date
  onProgress: OnProgress
}

/**
 * Puts rows beside the directory in short steps, then all of them in.
 * @returns the import's number. @throws DirectoryMoved
 */
export async function stageAndSwap(
  store: Store,
  { rows, figures, header, kind, fileName, userId, ground, clock, onProgress }: Staging,
): Promise<number> {
  // Read here and not before the planning, which may take as long as an abandoned import is kept.
  await store.write((db) => clearAbandoned(db, new Date(clock().getTime() - ABANDONED_AFTER)))
  const importId = await store.write((db) =>
    beginImport(db, { kind, fileName, userId, header, figures }, clock()),
  )
  try {
    for (let start = 0; start < rows.length; start += STAGED_AT_ONCE) {
      await store.write((db) => stageRows(db, importId, rows.slice(start, start + STAGED_AT_ONCE), clock()))
      onProgress(Math.min(rows.length, start + STAGED_AT_ONCE), rows.length)
      await pause()
    }
    const act = kind === 'locate' ? 'positions-located' : 'import'
    await store.write((db) =>
      swapImport(db, importId, { ground, userId, details: `${fileName}: ${inWords(figures)}`, act }, clock()),
    )
    return importId
  } catch (error) {
    await store.write((db) => abandonImport(db, importId)).catch(() => undefined)
    throw error
  }
}

/** '3 new, 1 updated, 12 unchanged.' */
export function inWords({ created, updated, unchanged, merged, failed, unpublished }: ImportFigures): string {
  const parts = [
    [created, 'new'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [merged, 'named twice'],
    [failed, 'invalid'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`)
  const kept =
    unpublished === 0
      ? ''
      : ` ${unpublished} ${unpublished === 1 ? 'is' : 'are'} not public until somebody says the rule for dogs.`
  return `${parts.join(', ') || 'nothing'}.${kept}`
}

/** Characters of an example in the mapping. */
const EXAMPLE = 80

function resultOf(
  plan: Plan,
  table: Table,
  columns: readonly Column[],
  { dryRun }: ImportRequest,
  figures: ImportFigures,
) {
  const imported = figures.total - figures.failed
  const first = `${dryRun ? 'Would import' : 'Imported'} ${imported} parks out of ${figures.total} entries`
  return {
    imported,
    message: `${first}: ${inWords(figures)}`,
    dryRun,
    pictures: plan.changed.filter(({ pictureUrl }) => pictureUrl !== null).length,
    readAs: table.readAs,
    mapping: columns.map(({ at, header, field, feature }): ImportColumn => {
      const example =
        table.rows.map(({ cells }) => (cells[at] ?? '').trim()).find((cell) => cell !== '') ?? ''
      return { column: header, field, feature, example: example.slice(0, EXAMPLE).toWellFormed() }
    }),
    preview: previewOf(plan),
  }
}

function previewOf({ changed, failed }: Plan): ImportPreviewRow[] {
  const parks = changed.map(({ row, before, after, pictureUrl, notes }): ImportPreviewRow => {
    const changes = before ? differences(before, after) : []
    return {
      row,
      name: after.name,
      place: [after.city, after.state, after.postcode].filter(Boolean).join(' '),
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
  return [...parks, ...rows].toSorted((a, b) => a.row - b.row).slice(0, IMPORT_PREVIEW_ROWS)
}

import { sql, type Kysely, type Selectable } from 'kysely'
import type { ImportKind, ImportRecord, ImportUndone } from '../../data/model/import.ts'
import { recordAdminAct } from './admin-log.ts'
import {
  directoryVersion,
  PARK_COLUMNS,
  publishChangedParks,
  removedParks,
  storedParks,
  toRow,
} from './directory.ts'
import type { DirectoryVersion, RemovedPark, StoredPark } from './directory.ts'
import { allFormerPlaces, keepPlacesBeforeImport } from './former-places.ts'
import type { FormerPlace } from './former-places.ts'
import { knownPictures } from './pictures.ts'
import { idsOf, objectsOf, reserveIds, textIn } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** The directory changed after the import was planned, so it must be planned again. */
export class DirectoryChanged extends Error {
  override name = 'DirectoryChanged'
}

/** A later import has the same parks, so that one must be undone first. */
export class LaterImportExists extends Error {
  override name = 'LaterImportExists'
  readonly later: { id: number; fileName: string }

  constructor(later: { id: number; fileName: string }) {
    super(`Import ${later.id} has the same parks.`)
    this.later = later
  }
}

/** The data that an import is planned on. */
export interface ImportBasis {
  version: DirectoryVersion | undefined
  /** The last completed import; 0 if there is none. */
  lastImport: number
  parks: StoredPark[]
  removed: RemovedPark[]
  formerPlaces: FormerPlace[]
  sources: { dataset: string; sourceId: string; parkId: number }[]
  pictures: { parkId: number; url: string }[]
}

export type ImportFigures = Pick<
  ImportRecord,
  'total' | 'failed' | 'created' | 'updated' | 'unchanged' | 'merged' | 'unpublished'
>

export interface StagedRow {
  row: number
  outcome: 'new' | 'updated' | 'failed'
  /** `null` for a new park or a failed row. */
  parkId: number | null
  before: StoredPark | null
  /** `null` for a failed row, or an 'updated' one that changes nothing: the import only lists its park. */
  after: Omit<StoredPark, 'id'> | null
  dataset: string | null
  sourceId: string | null
  pictureUrl: string | null
  cells: readonly string[] | null
  reason: string | null
}

const lastImport = async (db: Kysely<Tables>) => {
  const row = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('state', '=', 'done')
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Reads the data to plan an import on. Call inside a read transaction. */
export async function readImportBasis(db: Kysely<Tables>): Promise<ImportBasis> {
  return {
    version: await directoryVersion(db),
    lastImport: await lastImport(db),
    parks: await storedParks(db),
    removed: await removedParks(db),
    formerPlaces: await allFormerPlaces(db),
    sources: await db.selectFrom('park_sources').select(['dataset', 'sourceId', 'parkId']).execute(),
    pictures: await knownPictures(db),
  }
}

/** Creates an import, which is not visible until {@link publishImport}. */
export async function beginImport(
  db: Kysely<Tables>,
  {
    figures,
    header,
    ...record
  }: {
    kind: ImportKind
    fileName: string
    userId: number | null
    header: readonly string[]
    figures: ImportFigures
  },
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({
      ...record,
      ...figures,
      header: JSON.stringify(header),
      state: 'staging',
      createdAt: at.toISOString(),
      undoneAt: null,
      undoneBy: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stages rows without changing the directory, and records that the import made progress. */
export async function stageRows(
  db: Kysely<Tables>,
  importId: number,
  rows: readonly StagedRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await db
    .updateTable('imports')
    .set({ createdAt: at.toISOString() })
    .where('id', '=', importId)
    .where('state', '=', 'staging')
    .execute()
  await db
    .insertInto('import_rows')
    .values(
      rows.map(({ before, after, cells, ...row }) => ({
        ...row,
        importId,
        before: before && JSON.stringify(toRow(before)),
        after: after && JSON.stringify(toRow(after)),
        cells: cells && JSON.stringify(cells),
      })),
    )
    .execute()
}

/** Deletes an import that was not completed. */
export async function deleteImport(db: Kysely<Tables>, importId: number): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', importId).where('state', '=', 'staging').execute()
}

/**
 * Deletes incomplete imports without progress since an instant: their process was killed. While an import is
 * staged, `createdAt` is when its last rows were staged.
 */
export async function deleteAbandonedImports(db: Kysely<Tables>, before: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('state', '=', 'staging')
    .where('createdAt', '<', before.toISOString())
    .execute()
}

/** The columns that an import writes. Pictures are copied later, and `createdAt` never changes. */
const IMPORTED_COLUMNS = PARK_COLUMNS.filter(
  (name) => name !== 'id' && name !== 'imageUrl' && name !== 'createdAt',
)
const INSERTED_COLUMNS = PARK_COLUMNS.filter((name) => name !== 'id')
const joinColumns = (names: readonly string[], each: (name: string) => ReturnType<typeof sql>) =>
  sql.join(names.map(each))

/** `noDogs` of a staged park, which has it only if it is 1. @param column `before` or `after` */
const stagedNoDogs = (db: Kysely<Tables>, column: string) =>
  sql`case when ${textIn(db, column, 'noDogs')} is null then 0 else 1 end`

/** @throws DirectoryChanged if an import was planned on another version of the directory than the current one */
async function refuseAfterChange(
  db: Kysely<Tables>,
  importId: number,
  basis: Pick<ImportBasis, 'version' | 'lastImport'>,
): Promise<void> {
  const version = await directoryVersion(db)
  if (
    !version ||
    version.epoch !== basis.version?.epoch ||
    version.seq !== basis.version.seq ||
    (await lastImport(db)) !== basis.lastImport
  )
    throw new DirectoryChanged()
  // That dogs are not allowed in a park that is not public is no new version of the directory.
  const { rows: changedRules } = await sql`select 1 from import_rows as r join parks on parks.id = r."parkId"
    where r."importId" = ${importId} and r."before" is not null and parks.access is null
      and parks."noDogs" <> ${stagedNoDogs(db, 'r.before')}
    limit 1`.execute(db)
  if (changedRules.length > 0) throw new DirectoryChanged()
}

/** Inserts the new parks of an import, by row, and records their ids in its rows. */
async function insertNewParks(db: Kysely<Tables>, importId: number): Promise<void> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('importId', '=', importId)
    .where('outcome', '=', 'new')
    .executeTakeFirstOrThrow()
  const last = await reserveIds(db, 'parks', count)
  const values = joinColumns(INSERTED_COLUMNS, (name) => textIn(db, 'after', name))
  await sql`insert into parks (id, ${joinColumns(INSERTED_COLUMNS, sql.ref)})
    select ${last} + row_number() over (order by "row"), ${values}
    from import_rows where "importId" = ${importId} and outcome = 'new' order by "row"`.execute(db)
  await sql`with numbered as (
      select "row", row_number() over (order by "row") as n
      from import_rows where "importId" = ${importId} and outcome = 'new'
    )
    update import_rows set "parkId" = ${last} + numbered.n from numbered
    where import_rows."importId" = ${importId} and import_rows."row" = numbered."row"`.execute(db)
}

/** Writes the changes of an import to the parks that it changes. */
async function updateChangedParks(db: Kysely<Tables>, importId: number): Promise<void> {
  const columns = joinColumns(
    IMPORTED_COLUMNS,
    (name) => sql`${sql.ref(name)} = ${textIn(db, 'r.after', name)}`,
  )
  await sql`update parks set ${columns} from import_rows as r
    where r."importId" = ${importId} and r.outcome = 'updated' and r."after" is not null
      and r."parkId" = parks.id`.execute(db)
  await sql`update parks set "noDogs" = ${stagedNoDogs(db, 'r.after')} from import_rows as r
    where r."importId" = ${importId} and r.outcome <> 'failed' and r."after" is not null
      and r."parkId" = parks.id`.execute(db)
}

/** Records the numbers of the parks of an import, and queues their pictures. */
async function saveNumbersAndPictures(db: Kysely<Tables>, importId: number): Promise<void> {
  // Several rows may have the same number: the last one has it then.
  await sql`insert into park_sources (dataset, "sourceId", "parkId")
    select dataset, "sourceId", "parkId" from (
      select dataset, "sourceId", "parkId",
        row_number() over (partition by dataset, "sourceId" order by "row" desc) as place
      from import_rows
      where "importId" = ${importId} and outcome <> 'failed' and "sourceId" is not null and dataset is not null
    ) as numbered where place = 1
    on conflict (dataset, "sourceId") do update set "parkId" = excluded."parkId"`.execute(db)
  await sql`insert into park_pictures ("parkId", "importId", url, state)
    select "parkId", "importId", "pictureUrl", 'waiting' from import_rows
    where "importId" = ${importId} and outcome <> 'failed' and "pictureUrl" is not null
    on conflict ("parkId") do update set "importId" = excluded."importId", url = excluded.url,
      state = 'waiting', tries = 0, file = null, reason = null`.execute(db)
}

/**
 * Publishes a staged import as one new version. Call inside a write transaction. It is short however long the
 * list is, because all other writes wait for it.
 * @returns the directory's version afterwards; unchanged if no public park is changed
 * @throws DirectoryChanged
 */
export async function publishImport(
  db: Kysely<Tables>,
  importId: number,
  {
    basis,
    userId,
    details,
    act,
  }: {
    basis: Pick<ImportBasis, 'version' | 'lastImport'>
    userId: number | null
    details: string
    act: 'import' | 'positions-located'
  },
  at: Date,
): Promise<number> {
  await refuseAfterChange(db, importId, basis)
  await insertNewParks(db, importId)
  await updateChangedParks(db, importId)
  await keepPlacesBeforeImport(db, importId, at)
  const seq = await publishChangedParks(
    db,
    sql`select "parkId" as id from import_rows
      where "importId" = ${importId} and outcome <> 'failed'
      and (${textIn(db, 'before', 'access')} is not null or ${textIn(db, 'after', 'access')} is not null)`,
  )
  await saveNumbersAndPictures(db, importId)
  await db.updateTable('imports').set({ state: 'done' }).where('id', '=', importId).execute()
  await recordAdminAct(db, { userId, act, subject: `import ${importId}`, details }, at)
  return seq
}

type Columns = Record<string, string | number | null>

/** Columns that say one thing together, and so are restored or kept together. */
const TOGETHER: readonly (readonly string[])[] = [
  ['access', 'noDogs', 'features', 'lacks', 'leashHours'],
  ['latitude', 'longitude', 'accuracy', 'city', 'postal_code', 'state', 'position', 'council'],
]
const COLUMN_GROUPS: readonly (readonly string[])[] = [
  ...TOGETHER,
  ...IMPORTED_COLUMNS.filter((name) => !TOGETHER.flat().includes(name)).map((name) => [name]),
]

/**
 * The columns of a park after undoing an import: each group as before the import, unless one of its columns was
 * changed since. `kept`: some were changed since.
 */
function undoneColumns(
  current: Columns,
  before: Columns,
  after: Columns,
): { columns: Columns; kept: boolean } {
  const columns: Columns = {}
  let kept = false
  let isEdited = false
  const isSame = (names: readonly string[], a: Columns, b: Columns) =>
    names.every((name) => (a[name] ?? null) === (b[name] ?? null))
  for (const names of COLUMN_GROUPS) {
    const isUnchangedSince = isSame(names, current, after)
    for (const name of names) columns[name] = (isUnchangedSince ? before[name] : current[name]) ?? null
    if (isUnchangedSince) continue
    isEdited = true
    if (!isSame(names, before, after)) kept = true
  }
  // It is also the date of what was changed since.
  if (isEdited) columns['asOf'] = current['asOf'] ?? null
  return { columns, kept }
}

/** @throws LaterImportExists if an import that is not undone has changed parks of this one */
async function refuseBeforeLaterImport(db: Kysely<Tables>, importId: number): Promise<void> {
  const { rows: later } = await sql<{
    id: number
    fileName: string
  }>`select imports.id, imports."fileName" from imports
    join import_rows as theirs on theirs."importId" = imports.id
    join import_rows as ours on ours."importId" = ${importId} and ours."parkId" = theirs."parkId"
    where imports.id > ${importId} and imports.state = 'done' and imports."undoneAt" is null order by imports.id desc limit 1`.execute(
    db,
  )
  if (later[0]) throw new LaterImportExists(later[0])
}

/**
 * Restores removed parks too: one that was merged into another may come back when that one's import is undone.
 * @returns the number of parks, without removed ones, that are as before the import, and of those that keep something
 *   changed since
 */
async function restoreChangedParks(
  db: Kysely<Tables>,
  importId: number,
): Promise<{ restored: number; kept: number }> {
  const changed = await db
    .selectFrom('import_rows')
    .innerJoin('parks', 'parks.id', 'import_rows.parkId')
    .select([
      'parkId',
      'before',
      'after',
      'parks.noDogs',
      'parks.removedAt',
      ...IMPORTED_COLUMNS.map((name) => `parks.${name}` as const),
    ])
    .where('importId', '=', importId)
    .where('outcome', '=', 'updated')
    .where('after', 'is not', null)
    .execute()
  const outcomes = changed.map(({ parkId, before, after, noDogs, removedAt, ...current }) => ({
    parkId,
    isRemoved: removedAt !== null,
    ...undoneColumns(
      // Staged parks have it only if it is 1.
      { ...current, noDogs: noDogs || null },
      JSON.parse(before!) as Columns,
      JSON.parse(after!) as Columns,
    ),
  }))
  const restored = joinColumns(
    IMPORTED_COLUMNS,
    (name) => sql`${sql.ref(name)} = ${textIn(db, 'j.value', name)}`,
  )
  const objects = objectsOf(
    db,
    outcomes.map(({ parkId, columns }) => ({ ...columns, id: parkId })),
  )
  await sql`update parks set ${restored}, "noDogs" = ${stagedNoDogs(db, 'j.value')}
    from ${objects} as j where parks.id = cast(${textIn(db, 'j.value', 'id')} as bigint)`.execute(db)
  // A picture from the import is replaced by the previous one.
  await sql`update parks set "imageUrl" = ${textIn(db, 'r.before', 'imageUrl')} from import_rows as r
    where r."importId" = ${importId} and r.outcome = 'updated' and r."pictureUrl" is not null and r."parkId" = parks.id`.execute(
    db,
  )
  await db.deleteFrom('park_pictures').where('importId', '=', importId).execute()
  const present = outcomes.filter(({ isRemoved }) => !isRemoved)
  const kept = present.filter((outcome) => outcome.kept).length
  return { restored: present.length - kept, kept }
}

/**
 * Removes the parks that the import created, and publishes this with the restored parks as one version. Other parks that
 * an administrator has merged into them come back.
 */
async function publishUndo(
  db: Kysely<Tables>,
  importId: number,
  at: Date,
): Promise<{ removed: number; broughtBack: number }> {
  const ours = sql`select "parkId" from import_rows where "importId" = ${importId} and outcome = 'new'`
  // A park may have been merged into one that was then merged into another one, also of an import undone before.
  const undone = sql`select "parkId" from import_rows where outcome = 'new'
    and "importId" in (select id from imports where id = ${importId} or "undoneAt" is not null)`
  const mergedIntoOurs = sql`with recursive ending as (
      select id from parks where "removedAt" is null and id in (${ours})
      union select parks.id from parks join ending on parks.successor = ending.id where parks.id in (${undone})
    ) select id from parks where id not in (${undone}) and successor in (select id from ending)`
  await publishChangedParks(
    db,
    sql`select id from parks where access is not null and id in (${mergedIntoOurs})
      union select parks.id from import_rows as r join parks on parks.id = r."parkId"
      where r."importId" = ${importId} and r."after" is not null and parks."removedAt" is null
        and (parks.access is not null or ${textIn(db, 'r.after', 'access')} is not null)`,
  )
  const { numAffectedRows: broughtBack } =
    await sql`update parks set "removedAt" = null, successor = null where id in (${mergedIntoOurs})`.execute(
      db,
    )
  const { numAffectedRows: removed } =
    await sql`update parks set "removedAt" = ${at.toISOString()} where "removedAt" is null and id in (${ours})`.execute(
      db,
    )
  await sql`delete from park_sources where "parkId" in (${ours}) or exists (
      select 1 from import_rows as r where r."importId" = ${importId} and r.outcome <> 'failed'
        and r.dataset = park_sources.dataset and r."sourceId" = park_sources."sourceId"
        and r."parkId" = park_sources."parkId"
    )`.execute(db)
  await restoreNumbers(db, importId)
  return { removed: Number(removed ?? 0n), broughtBack: Number(broughtBack ?? 0n) }
}

/**
 * Gives the numbers that an import gave to its parks back to the parks that had them by the latest other import that is
 * not undone.
 */
async function restoreNumbers(db: Kysely<Tables>, importId: number): Promise<void> {
  await sql`insert into park_sources (dataset, "sourceId", "parkId")
    select dataset, "sourceId", "parkId" from (
      select dataset, "sourceId", "parkId",
        row_number() over (partition by dataset, "sourceId" order by "importId" desc, "row" desc) as place
      from import_rows
      where "importId" in (select id from imports where id <> ${importId} and state = 'done' and "undoneAt" is null)
        and outcome <> 'failed' and "parkId" is not null
        and (dataset, "sourceId") in (
          select dataset, "sourceId" from import_rows where "importId" = ${importId} and outcome <> 'failed'
        )
    ) as numbered where place = 1
    on conflict (dataset, "sourceId") do nothing`.execute(db)
}

/**
 * Undoes an import: parks that it created are removed for good, and parks that it changed are restored,
 * except for what was changed since. Call inside a write transaction.
 * @returns `undefined` if there is no such import; `'already'` if it is already undone
 * @throws LaterImportExists
 */
export async function undoImport(
  db: Kysely<Tables>,
  importId: number,
  userId: number | null,
  at: Date,
): Promise<Omit<ImportUndone, 'message'> | 'already' | undefined> {
  const found = await db
    .selectFrom('imports')
    .select(['undoneAt', 'fileName'])
    .where('id', '=', importId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!found) return undefined
  if (found.undoneAt !== null) return 'already'
  await refuseBeforeLaterImport(db, importId)
  const { restored, kept } = await restoreChangedParks(db, importId)
  const { removed, broughtBack } = await publishUndo(db, importId, at)
  await db
    .updateTable('imports')
    .set({ undoneAt: at.toISOString(), undoneBy: userId })
    .where('id', '=', importId)
    .execute()
  const figures = { id: importId, removed, restored: restored + broughtBack, kept }
  await recordAdminAct(
    db,
    {
      userId,
      act: 'import-undone',
      subject: `import ${importId}`,
      details: `${found.fileName}: ${figures.removed} parks removed, ${figures.restored + figures.kept} restored.`,
    },
    at,
  )
  return figures
}

/** The ids of the parks that the first rows of an import created or changed, by row number. */
export async function importedParks(
  db: Kysely<Tables>,
  importId: number,
  limit: number,
): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['row', 'parkId'])
    .where('importId', '=', importId)
    .where(({ eb, or }) => or([eb('after', 'is not', null), eb('outcome', '=', 'failed')]))
    .orderBy('row')
    .limit(limit)
    .execute()
  return new Map(rows.map(({ row, parkId }) => [row, parkId]))
}

const failuresUrl = (id: number) => `/api/admin/imports/${id}/failures`

/** A page of the completed imports, newest first, and their total number. */
export async function imports(
  db: Kysely<Tables>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ records: ImportRecord[]; total: number }> {
  const rows = await db
    .selectFrom('imports')
    .leftJoin('users as doer', 'doer.id', 'imports.userId')
    .leftJoin('users as undoer', 'undoer.id', 'imports.undoneBy')
    .leftJoin('import_reports', 'import_reports.importId', 'imports.id')
    .select([
      'imports.id',
      'kind',
      'fileName',
      'imports.createdAt',
      'doer.username as username',
      'total',
      'failed',
      'created',
      'updated',
      'unchanged',
      'merged',
      'unpublished',
      'undoneAt',
      'undoer.username as undoneBy',
      'import_reports.id as reportId',
    ])
    .where('state', '=', 'done')
    .orderBy('imports.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const pictures = await db
    .selectFrom('park_pictures')
    .select(['importId', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['importId', 'state'])
    .execute()
  const count = (id: number, state: string) =>
    pictures.find((each) => each.importId === id && each.state === state)?.count ?? 0
  const { total } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  const records = rows.map((row) => ({
    ...row,
    imported: row.total - row.failed,
    pictures: {
      waiting: count(row.id, 'waiting'),
      copied: count(row.id, 'copied'),
      failed: count(row.id, 'failed'),
    },
    failuresUrl: row.failed > 0 ? failuresUrl(row.id) : null,
  }))
  return { records, total }
}

/** Every failed row of an import, as in the file; `undefined` if there is no such import. */
export async function failedRows(
  db: Kysely<Tables>,
  importId: number,
): Promise<
  { fileName: string; header: string[]; rows: { row: number; cells: string[]; reason: string }[] } | undefined
> {
  const found = await db
    .selectFrom('imports')
    .select(['fileName', 'header'])
    .where('id', '=', importId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!found) return undefined
  const rows = await db
    .selectFrom('import_rows')
    .select(['row', 'cells', 'reason'])
    .where('importId', '=', importId)
    .where('outcome', '=', 'failed')
    .orderBy('row')
    .execute()
  return {
    fileName: found.fileName,
    header: JSON.parse(found.header) as string[],
    rows: rows.map(({ row, cells, reason }) => ({
      row,
      cells: JSON.parse(cells ?? '[]') as string[],
      reason: reason ?? '',
    })),
  }
}

/** A geocoder's result for a park; without a position if it found nothing better. */
export type Lookup = Selectable<Tables['park_lookups']>

/** All geocoder results. */
export function lookups(db: Kysely<Tables>): Promise<Lookup[]> {
  return db
    .selectFrom('park_lookups')
    .select(['parkId', 'question', 'askedAt', 'service', 'latitude', 'longitude', 'label'])
    .execute()
}

/** Stores a result immediately, so that it is not lost if the run is interrupted. */
export async function saveLookup(db: Kysely<Tables>, lookup: Lookup): Promise<void> {
  await db
    .insertInto('park_lookups')
    .values(lookup)
    .onConflict((conflict) => conflict.column('parkId').doUpdateSet(lookup))
    .execute()
}

/**
 * Clears the positions that are now in the directory, so that they are not imported again, even after an
 * undo.
 */
export async function clearUsedLookups(db: Kysely<Tables>, parkIds: readonly number[]): Promise<void> {
  await sql`update park_lookups set latitude = null, longitude = null where "parkId" in (${idsOf(db, parkIds)})`.execute(
    db,
  )
}

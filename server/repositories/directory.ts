import { setImmediate as pause } from 'node:timers/promises'
import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { hoursByStatus } from '../../data/hours/business-status.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { Tombstone } from '../../data/model/directory.ts'
import { readFeatures } from '../../data/model/feature.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { OutlineRow } from '../../data/directory/outlines.ts'
import type { Outline } from '../../data/model/outline.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { publishersText } from '../../data/model/source.ts'
import type { PositionSource, Source } from '../../data/model/source.ts'
import { readPositionSource, readSources } from '../../data/import/sources.ts'
import { SEED_VERSION } from '../../data/sources/parks.ts'
import { continueIds } from '../database/dialect.ts'
import type { ParksTable, Tables } from '../database/tables.ts'

/**
 * The version of the directory in the database. `localitiesSeq`: the version that last changed the gazetteer.
 */
export interface DirectoryVersion {
  epoch: string
  seq: number
  localitiesSeq: number
}

/**
 * A park to publish. A park without an id is new and gets the next one. `outline`: `null` deletes the outline, and
 * without it the stored one stays.
 */
export type PublishedPark = Omit<DirectoryPark, 'id'> & { id?: number; outline?: Outline | null }

/** A park as stored. Without a rule for dogs it is not public. */
export type StoredPark = Omit<DirectoryPark, 'access'> & {
  access: DirectoryPark['access'] | null
  outline: Outline | null
  /** An administrator or a list says that dogs are not allowed, so the park has no rule. */
  noDogs?: true
}

export interface DirectoryChange {
  upserts?: readonly PublishedPark[]
  removals?: readonly Tombstone[]
}

/** The columns of {@link DirectoryPark}. Outlines are read apart from them: they are longer than all others. */
const FACT_COLUMNS = [
  'id',
  'name',
  'address',
  'description',
  'latitude',
  'longitude',
  'rating',
  'openingHours',
  'imageUrl',
  'features',
  'size',
  'city',
  'postal_code',
  'state',
  'createdAt',
  'area',
  'accuracy',
  'access',
  'lacks',
  'leashHours',
  'phone',
  'source',
  'sources',
  'position',
  'council',
  'asOf',
] as const
export const PARK_COLUMNS = [...FACT_COLUMNS, 'outline'] as const

/** Rows per insert statement: SQLite allows 32,766 values in a statement. */
const ROWS_PER_STATEMENT = 500

/** Rows read per query. */
const ROWS_PER_PAGE = 2_000

/** Converts a park to its table row. */
export function toRow(
  park: Omit<StoredPark, 'id' | 'outline'> & Pick<PublishedPark, 'id' | 'outline'>,
): Insertable<ParksTable> {
  return {
    ...(park.id === undefined ? {} : { id: park.id }),
    name: park.name,
    address: park.address,
    description: park.description,
    latitude: String(roundCoordinate(park.latitude)),
    longitude: String(roundCoordinate(park.longitude)),
    rating: park.rating === null ? null : String(park.rating),
    openingHours: park.openingHours,
    imageUrl: park.imageUrl,
    features: park.features.length === 0 ? null : park.features.join(','),
    size: park.size,
    city: park.city,
    postal_code: park.postcode,
    state: park.state,
    createdAt: park.createdAt,
    area: park.area,
    accuracy: park.accuracy,
    access: park.access,
    ...(park.noDogs && { noDogs: 1 }),
    lacks: park.lacks.length === 0 ? null : park.lacks.join(','),
    leashHours: park.leashHours,
    phone: park.phone,
    source: publishersText(park.sources),
    sources: JSON.stringify(park.sources),
    position: park.position && JSON.stringify(park.position),
    council: park.council ?? '',
    asOf: park.asOf,
    ...(park.outline === undefined ? {} : { outline: park.outline && JSON.stringify(park.outline) }),
  }
}

/** The sources of a row. Rows from before `sources` have them as the text of a list. */
export const storedSources = ({
  sources,
  source,
  asOf,
}: Pick<Selectable<ParksTable>, 'sources' | 'source' | 'asOf'>): Source[] =>
  sources === null ? readSources(source, asOf) : (JSON.parse(sources) as Source[])

// Columns with a closed list of values are constrained by the schema, so the casts are safe.
function fromRow(
  row: Pick<Selectable<ParksTable>, (typeof FACT_COLUMNS)[number]>,
): Omit<StoredPark, 'outline'> {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city ?? '',
    area: row.area,
    state: row.state as DirectoryPark['state'],
    postcode: row.postal_code ?? '',
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    accuracy: row.accuracy as DirectoryPark['accuracy'],
    access: row.access as StoredPark['access'],
    features: readFeatures(row.features),
    lacks: readFeatures(row.lacks),
    size: row.size as DirectoryPark['size'],
    openingHours: row.openingHours,
    leashHours: row.leashHours,
    rating: row.rating === null ? null : Number(row.rating),
    imageUrl: row.imageUrl,
    phone: row.phone,
    description: row.description,
    sources: storedSources(row),
    position:
      row.position === null ? readPositionSource(row.source) : (JSON.parse(row.position) as PositionSource),
    council: row.council || null,
    asOf: row.asOf,
    createdAt: row.createdAt,
  }
}

/** The version of the directory; `undefined` until the first parks are inserted. */
export function directoryVersion(db: Kysely<Tables>): Promise<DirectoryVersion | undefined> {
  return db.selectFrom('directory_meta').select(['epoch', 'seq', 'localitiesSeq']).executeTakeFirst()
}

/** The seed whose additions the directory has. */
export async function readSeedVersion(db: Kysely<Tables>): Promise<number> {
  const meta = await db.selectFrom('directory_meta').select('seedVersion').executeTakeFirst()
  return meta?.seedVersion ?? SEED_VERSION
}

export async function writeSeedVersion(db: Kysely<Tables>, seedVersion: number): Promise<void> {
  await db.updateTable('directory_meta').set({ seedVersion }).execute()
}

/** Parks that are not removed and have a known rule for dogs. */
const selectPublicParks = (db: Kysely<Tables>) =>
  db
    .selectFrom('parks')
    .where('removedAt', 'is', null)
    .where('access', 'is not', null)
    .where('state', 'is not', null)

/** Every public park, by id, with its facts as stored. */
export async function storedPublicParks(db: Kysely<Tables>): Promise<DirectoryPark[]> {
  const parks: DirectoryPark[] = []
  // One page at a time: SQLite runs on this thread, and other requests are waiting.
  for (;;) {
    const rows = await selectPublicParks(db)
      .select(FACT_COLUMNS)
      .where('id', '>', parks.at(-1)?.id ?? 0)
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
      .execute()
    for (const row of rows) parks.push(fromRow(row) as DirectoryPark)
    if (rows.length < ROWS_PER_PAGE) return parks
    await pause()
  }
}

/** The same as published: with the opening hours that follow from the business status. */
export async function publicParks(db: Kysely<Tables>): Promise<DirectoryPark[]> {
  const parks = await storedPublicParks(db)
  for (const park of parks) park.openingHours = hoursByStatus(park.openingHours, park.description)
  return parks
}

/** Every park that is not removed, public or not, by id; or only the one with that id. */
export async function storedParks(db: Kysely<Tables>, id?: number): Promise<StoredPark[]> {
  const parks = db
    .selectFrom('parks')
    .select([...PARK_COLUMNS, 'noDogs'])
    .where('removedAt', 'is', null)
    .where('state', 'is not', null)
  const rows = await (id === undefined ? parks : parks.where('id', '=', id)).orderBy('id').execute()
  return rows.map((row) => ({
    ...fromRow(row),
    outline: readOutline(row.outline),
    ...(row.noDogs === 1 && { noDogs: true }),
  }))
}

/** A park that an administrator removed, with the one it was merged into, if any. */
export interface RemovedPark {
  park: StoredPark
  successor: number | null
}

/** The removed parks, without those that were removed because their import was undone. */
export async function removedParks(db: Kysely<Tables>): Promise<RemovedPark[]> {
  const rows = await db
    .selectFrom('parks')
    .select([...PARK_COLUMNS, 'successor'])
    .where('removedAt', 'is not', null)
    // Undoing an import has one time for the import and its parks.
    .where('removedAt', 'not in', (undone) =>
      undone.selectFrom('imports').select('undoneAt').where('undoneAt', 'is not', null).$castTo<{
        undoneAt: string
      }>(),
    )
    .where('state', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ successor, ...row }) => ({
    park: { ...fromRow(row), outline: readOutline(row.outline) },
    successor,
  }))
}

const readOutline = (text: string | null) => (text === null ? null : (JSON.parse(text) as Outline))

/** The outlines of the public parks that have one, by id. */
export async function publicOutlines(db: Kysely<Tables>): Promise<OutlineRow[]> {
  const outlines: OutlineRow[] = []
  for (;;) {
    const rows = await selectPublicParks(db)
      .select(['id', 'outline'])
      .where('outline', 'is not', null)
      .where('id', '>', outlines.at(-1)?.id ?? 0)
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
      .execute()
    for (const { id, outline } of rows) outlines.push({ id, outline: readOutline(outline)! })
    if (rows.length < ROWS_PER_PAGE) return outlines
    await pause()
  }
}

/** The number of public parks, and of those with an outline. */
export async function countOutlines(db: Kysely<Tables>): Promise<{ parks: number; outlines: number }> {
  const { parks, outlines } = await selectPublicParks(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('parks'),
      // Counts the values that are not null.
      fn.count<number>('outline').as('outlines'),
    ])
    .executeTakeFirstOrThrow()
  return { parks: Number(parks), outlines: Number(outlines) }
}

/** The outline of a park; `null` if it has none. */
export async function parkOutline(db: Kysely<Tables>, id: number): Promise<Outline | null> {
  const row = await db.selectFrom('parks').select('outline').where('id', '=', id).executeTakeFirst()
  return readOutline(row?.outline ?? null)
}

/** A public park with its facts as stored; `undefined` if it does not exist or is not public. */
export async function publicPark(db: Kysely<Tables>, id: number): Promise<DirectoryPark | undefined> {
  const row = await selectPublicParks(db).select(FACT_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && (fromRow(row) as DirectoryPark)
}

/** The gazetteer, in its stored order. */
export async function allLocalities(db: Kysely<Tables>): Promise<Locality[]> {
  const rows = await db
    .selectFrom('postcodes')
    .leftJoin('populations', 'postcodeId', 'id')
    .select(['locality', 'postcode', 'state', 'region', 'region4', 'latitude', 'longitude', 'people'])
    .where('locality', 'is not', null)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: row.locality!,
    postcode: row.postcode,
    state: row.state as Locality['state'],
    region: row.region ?? '',
    region4: row.region4 ?? '',
    latitude: row.latitude!,
    longitude: row.longitude!,
    population: row.people ?? 0,
  }))
}

/**
 * A device that lacks more than this share of the parks, and more than {@link MIN_LISTED_CHANGES}, downloads
 * the changed parts instead.
 */
const LISTED_CHANGES_SHARE = 0.25
const MIN_LISTED_CHANGES = 200
/** Maximum number of changed parks that are listed individually, for this many public parks. */
const maxListedChanges = (parks: number) =>
  Math.max(MIN_LISTED_CHANGES, Math.floor(parks * LISTED_CHANGES_SHARE))

/**
 * Ids of the parks changed by versions after `seq`, ascending; `undefined` if there are too many to list
 * individually, or some are no longer recorded. `parks`: number of public parks.
 */
export async function changedParkIds(
  db: Kysely<Tables>,
  seq: number,
  parks: number,
): Promise<number[] | undefined> {
  const meta = await db.selectFrom('directory_meta').select('changesFrom').executeTakeFirst()
  if (!meta || seq < meta.changesFrom) return undefined
  const limit = maxListedChanges(parks)
  const rows = await db
    .selectFrom('directory_changes')
    .select('parkId')
    .where('seq', '>', seq)
    .orderBy('parkId')
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? undefined : rows.map((row) => row.parkId)
}

/** Records that a version changes a park. */
async function recordChange(db: Kysely<Tables>, parkId: number, seq: number): Promise<void> {
  await db
    .insertInto('directory_changes')
    .values({ parkId, seq })
    .onConflict((conflict) => conflict.column('parkId').doUpdateSet({ seq }))
    .execute()
}

/** Deletes changes that are too old to be listed for any device. */
async function deleteOldChanges(db: Kysely<Tables>): Promise<void> {
  const { count } = await selectPublicParks(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('directory_changes')
    .select('seq')
    .orderBy('seq', 'desc')
    .offset(maxListedChanges(count))
    .limit(1)
    .executeTakeFirst()
  // A version is listed completely or not at all.
  if (!last) return
  await db.deleteFrom('directory_changes').where('seq', '<=', last.seq).execute()
  await db.updateTable('directory_meta').set({ changesFrom: last.seq }).execute()
}

/** The given ids, each with the park it was merged into, if any. */
export async function successorsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Tombstone[]> {
  if (ids.length === 0) return []
  return db.selectFrom('parks').select(['id', 'successor']).where('id', 'in', ids).orderBy('id').execute()
}

/** The tombstone of a removed park; `undefined` if it was not removed or never existed. */
function tombstone(db: Kysely<Tables>, id: number): Promise<Tombstone | undefined> {
  return db
    .selectFrom('parks')
    .select(['id', 'successor'])
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
}

/** Every removed park, by id. */
export function allTombstones(db: Kysely<Tables>): Promise<Tombstone[]> {
  return db
    .selectFrom('parks')
    .select(['id', 'successor'])
    .where('removedAt', 'is not', null)
    .orderBy('id')
    .execute()
}

/**
 * Inserts the first parks and the gazetteer, as version 1 of a new epoch. Returns false without changes if
 * there is already a directory. Call inside a write transaction.
 */
export async function seedDirectory(
  db: Kysely<Tables>,
  {
    parks,
    localities,
    epoch,
  }: { parks: readonly PublishedPark[]; localities: readonly Locality[]; epoch: string },
): Promise<boolean> {
  if (await directoryVersion(db)) return false
  for (const rows of chunks(parks)) await db.insertInto('parks').values(rows.map(toRow)).execute()
  await continueIds(db, 'parks')
  for (const rows of chunks(localities)) {
    const inserted = await db
      .insertInto('postcodes')
      .values(
        rows.map(({ name, latitude, longitude, population: _population, ...row }) => ({
          ...row,
          locality: name,
          latitude: roundCoordinate(latitude),
          longitude: roundCoordinate(longitude),
        })),
      )
      .returning('id')
      .execute()
    const populations = rows.flatMap(({ population }, at) =>
      population > 0 ? [{ postcodeId: inserted[at]!.id, people: population }] : [],
    )
    if (populations.length > 0) await db.insertInto('populations').values(populations).execute()
  }
  await db
    .insertInto('directory_meta')
    .values({ id: 1, epoch, seq: 1, localitiesSeq: 1, seedVersion: SEED_VERSION })
    .execute()
  return true
}

/**
 * Writes the populations and positions of the stored localities, if they differ from the given ones, as a new
 * version. Brings those of a directory that an earlier version of the program has seeded up to date. Devices
 * then download the changed parts of the gazetteer. Call inside a write transaction.
 * @returns whether anything changed
 */
export async function updateLocalities(
  db: Kysely<Tables>,
  localities: readonly Locality[],
): Promise<boolean> {
  const version = await directoryVersion(db)
  if (!version) return false
  const keyOf = ({ name, state, postcode }: Pick<Locality, 'name' | 'postcode'> & { state: string }) =>
    `${state} ${postcode} ${name}`
  const known = new Map(localities.map((row) => [keyOf(row), row]))
  const stored = await db
    .selectFrom('postcodes')
    .leftJoin('populations', 'postcodeId', 'id')
    .select(['id', 'locality', 'postcode', 'state', 'latitude', 'longitude', 'people'])
    .execute()
  const pairs = stored.flatMap((row) => {
    const locality = known.get(keyOf({ name: row.locality ?? '', state: row.state, postcode: row.postcode }))
    return locality === undefined ? [] : [{ row, locality }]
  })
  const counted = pairs
    .filter(({ row, locality }) => locality.population !== (row.people ?? 0))
    .map(({ row, locality }) => ({ id: row.id, population: locality.population }))
  const moved = pairs.filter(
    ({ row, locality }) => row.latitude !== locality.latitude || row.longitude !== locality.longitude,
  )
  if (counted.length === 0 && moved.length === 0) return false
  for (const { row, locality } of moved) {
    const { latitude, longitude } = locality
    await db.updateTable('postcodes').set({ latitude, longitude }).where('id', '=', row.id).execute()
  }
  for (const rows of chunks(counted)) {
    await db
      .deleteFrom('populations')
      .where(
        'postcodeId',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    const positive = rows.filter(({ population }) => population > 0)
    if (positive.length === 0) continue
    await db
      .insertInto('populations')
      .values(positive.map(({ id, population }) => ({ postcodeId: id, people: population })))
      .execute()
  }
  // Changes are listed by park and do not include the gazetteer, so devices have to get the new parts.
  const seq = version.seq + 1
  await db.updateTable('directory_meta').set({ seq, localitiesSeq: seq, changesFrom: seq }).execute()
  return true
}

/**
 * Publishes new, changed and removed parks as one new version. Call inside a write transaction.
 * @returns the directory's `seq` afterwards; unchanged if there is nothing to publish
 * @throws RangeError for an id that was removed or never existed
 */
export async function publishChange(
  db: Kysely<Tables>,
  { upserts = [], removals = [] }: DirectoryChange,
  at: Date,
): Promise<number> {
  const version = await directoryVersion(db)
  if (!version) throw new RangeError('There is no directory to publish to.')
  if (upserts.length === 0 && removals.length === 0) return version.seq
  const seq = version.seq + 1
  for (const park of upserts) {
    await recordChange(db, await save(db, park), seq)
  }
  for (const { id, successor } of removals) {
    if (successor === id) throw new RangeError(`Park ${id} cannot be its own successor.`)
    const { numUpdatedRows } = await db
      .updateTable('parks')
      .set({ removedAt: at.toISOString(), successor })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new RangeError(`Park ${id} does not exist or was removed before.`)
    await recordChange(db, id, seq)
  }
  await deleteOldChanges(db)
  await db.updateTable('directory_meta').set({ seq }).execute()
  return seq
}

/**
 * Publishes changes already made to public parks as one new version. `touched`: a query for their distinct
 * ids. Call inside the write transaction that makes the changes.
 * @returns the directory's `seq` afterwards; unchanged if no park was changed
 */
export async function publishChangedParks(db: Kysely<Tables>, touched: RawBuilder<unknown>): Promise<number> {
  const version = await directoryVersion(db)
  if (!version) throw new RangeError('There is no directory to publish to.')
  const seq = version.seq + 1
  const { numAffectedRows } =
    await sql`insert into directory_changes ("parkId", seq) select id, cast(${seq} as bigint) from (${touched}) as touched where true
    on conflict ("parkId") do update set seq = excluded.seq`.execute(db)
  if ((numAffectedRows ?? 0n) === 0n) return version.seq
  await deleteOldChanges(db)
  await db.updateTable('directory_meta').set({ seq }).execute()
  return seq
}

async function save(db: Kysely<Tables>, park: PublishedPark): Promise<number> {
  const { createdAt, ...row } = toRow(park)
  if (park.id !== undefined) {
    const removed = await tombstone(db, park.id)
    if (removed) throw new RangeError(`Park ${park.id} was removed, and ids are never reused.`)
    // It has a rule for dogs now, whatever was found before.
    const { numUpdatedRows } = await db
      .updateTable('parks')
      .set({ ...row, noDogs: 0 })
      .where('id', '=', park.id)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return park.id
  }
  const inserted = await db
    .insertInto('parks')
    .values({ ...row, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (park.id !== undefined) await continueIds(db, 'parks')
  return inserted.id
}

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
}

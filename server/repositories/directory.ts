import { setImmediate as pause } from 'node:timers/promises'
import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { roundCoordinate } from '../../data/directory/columns.ts'
import type { Tombstone } from '../../data/model/directory.ts'
import { readFeatures } from '../../data/model/feature.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { ParksTable, Tables } from './tables.ts'

/** Which directory the database holds. `localitiesSeq`: the version that last changed the gazetteer. */
export interface DirectoryVersion {
  epoch: string
  seq: number
  localitiesSeq: number
}

/** A park to be published. Without an id it is new and gets the next one. */
export type PublishedPark = Omit<DirectoryPark, 'id'> & { id?: number }

/** A park as the database holds it: without a rule for dogs it is not public. */
export type StoredPark = Omit<DirectoryPark, 'access'> & { access: DirectoryPark['access'] | null }

export interface DirectoryChange {
  upserts?: readonly PublishedPark[]
  removals?: readonly Tombstone[]
}

export const PARK_COLUMNS = [
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
  'asOf',
] as const

/** Rows one statement inserts: SQLite takes 32,766 values in a statement. */
const ROWS_PER_STATEMENT = 500

/** Rows read at once. */
const ROWS_PER_PAGE = 2_000

/** The columns of a park. */
export function toRow(park: Omit<StoredPark, 'id'> & { id?: number }): Insertable<ParksTable> {
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
    lacks: park.lacks.length === 0 ? null : park.lacks.join(','),
    leashHours: park.leashHours,
    phone: park.phone,
    source: park.source,
    asOf: park.asOf,
  }
}

// The columns with a closed list of values are held to it by the schema, so the texts read here are of those lists.
export function fromRow(row: Pick<Selectable<ParksTable>, (typeof PARK_COLUMNS)[number]>): StoredPark {
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
    source: row.source,
    asOf: row.asOf,
    createdAt: row.createdAt,
  }
}

/** `undefined` until the first parks are put in. */
export function directoryVersion(db: Kysely<Tables>): Promise<DirectoryVersion | undefined> {
  return db.selectFrom('directory_meta').select(['epoch', 'seq', 'localitiesSeq']).executeTakeFirst()
}

/** The parks that are there and whose rule for dogs is known. */
const ofThePublic = (db: Kysely<Tables>) =>
  db
    .selectFrom('parks')
    .where('removedAt', 'is', null)
    .where('access', 'is not', null)
    .where('state', 'is not', null)

/** Every park the public sees, by id. */
export async function publicParks(db: Kysely<Tables>): Promise<DirectoryPark[]> {
  const parks: DirectoryPark[] = []
  // A page at a time: SQLite answers on this very thread, and others are waiting on it.
  for (;;) {
    const rows = await ofThePublic(db)
      .select(PARK_COLUMNS)
      .where('id', '>', parks.at(-1)?.id ?? 0)
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
      .execute()
    for (const row of rows) parks.push(fromRow(row) as DirectoryPark)
    if (rows.length < ROWS_PER_PAGE) return parks
    await pause()
  }
}

/** Every park that is there, public or not, by id; or the one of that id alone. */
export async function storedParks(db: Kysely<Tables>, id?: number): Promise<StoredPark[]> {
  const parks = db
    .selectFrom('parks')
    .select(PARK_COLUMNS)
    .where('removedAt', 'is', null)
    .where('state', 'is not', null)
  const rows = await (id === undefined ? parks : parks.where('id', '=', id)).orderBy('id').execute()
  return rows.map(fromRow)
}

/** A park as the public sees it; `undefined` when they do not. */
export async function publicPark(db: Kysely<Tables>, id: number): Promise<DirectoryPark | undefined> {
  const row = await ofThePublic(db).select(PARK_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && (fromRow(row) as DirectoryPark)
}

/** The gazetteer in its own order. */
export async function allLocalities(db: Kysely<Tables>): Promise<Locality[]> {
  const rows = await db
    .selectFrom('postcodes')
    .select(['locality', 'postcode', 'state', 'region', 'region4', 'latitude', 'longitude'])
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
  }))
}

/** A device that misses more than this share of the parks, and more than a handful, takes the parts that changed instead. */
const CHANGES_SHARE = 0.25
const CHANGES_ALWAYS = 200
/** How many parks a device is told of one by one where so many are public. */
const mostTold = (parks: number) => Math.max(CHANGES_ALWAYS, Math.floor(parks * CHANGES_SHARE))

/**
 * Ids of the parks that versions after `seq` touched, ascending; `undefined` when they are too many to be told one by one, or not all known
 * any more. `parks`: how many are public.
 */
export async function parksTouched(
  db: Kysely<Tables>,
  seq: number,
  parks: number,
): Promise<number[] | undefined> {
  const meta = await db.selectFrom('directory_meta').select('changesFrom').executeTakeFirst()
  if (!meta || seq < meta.changesFrom) return undefined
  const most = mostTold(parks)
  const rows = await db
    .selectFrom('directory_changes')
    .select('parkId')
    .where('seq', '>', seq)
    .orderBy('parkId')
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.map((row) => row.parkId)
}

/** Notes that a version touches a park. */
async function noteChange(db: Kysely<Tables>, parkId: number, seq: number): Promise<void> {
  await db
    .insertInto('directory_changes')
    .values({ parkId, seq })
    .onConflict((conflict) => conflict.column('parkId').doUpdateSet({ seq }))
    .execute()
}

/** Lets go of what no device is told any more. */
async function forgetChanges(db: Kysely<Tables>): Promise<void> {
  const { count } = await ofThePublic(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('directory_changes')
    .select('seq')
    .orderBy('seq', 'desc')
    .offset(mostTold(count))
    .limit(1)
    .executeTakeFirst()
  // A version is told whole or not at all.
  if (!last) return
  await db.deleteFrom('directory_changes').where('seq', '<=', last.seq).execute()
  await db.updateTable('directory_meta').set({ changesFrom: last.seq }).execute()
}

/** The same ids with what each was merged into, if anything. */
export async function successorsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Tombstone[]> {
  if (ids.length === 0) return []
  return db.selectFrom('parks').select(['id', 'successor']).where('id', 'in', ids).orderBy('id').execute()
}

/** Where a park that is gone went; `undefined` when it is not gone or never was. */
export function tombstone(db: Kysely<Tables>, id: number): Promise<Tombstone | undefined> {
  return db
    .selectFrom('parks')
    .select(['id', 'successor'])
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
}

/**
 * Puts the first parks and the gazetteer in, as version 1 of a new epoch. Does nothing, and says so, when there is a directory already.
 * To be called in a write.
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
  for (const rows of chunks(localities)) {
    await db
      .insertInto('postcodes')
      .values(
        rows.map(({ name, latitude, longitude, ...row }) => ({
          ...row,
          locality: name,
          latitude: roundCoordinate(latitude),
          longitude: roundCoordinate(longitude),
        })),
      )
      .execute()
  }
  await db.insertInto('directory_meta').values({ id: 1, epoch, seq: 1, localitiesSeq: 1 }).execute()
  return true
}

/**
 * Publishes parks made or changed and parks taken away as one new version. To be called in a write: all of it happens or none.
 * @returns the directory's `seq` afterwards; unmoved when there is nothing to publish.
 * @throws RangeError for an id that is gone, or was never there.
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
    await noteChange(db, await save(db, park), seq)
  }
  for (const { id, successor } of removals) {
    if (successor === id) throw new RangeError(`Park ${id} cannot be its own successor.`)
    const { numUpdatedRows } = await db
      .updateTable('parks')
      .set({ removedAt: at.toISOString(), successor })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new RangeError(`Park ${id} is not there to be removed.`)
    await noteChange(db, id, seq)
  }
  await forgetChanges(db)
  await db.updateTable('directory_meta').set({ seq }).execute()
  return seq
}

/**
 * Publishes what has been done to public parks already, as one new version. `touched`: a question for their ids, each once. To be called in the write
 * that does it.
 * @returns the directory's `seq` afterwards; unmoved when no park was touched.
 */
export async function publishTouched(db: Kysely<Tables>, touched: RawBuilder<unknown>): Promise<number> {
  const version = await directoryVersion(db)
  if (!version) throw new RangeError('There is no directory to publish to.')
  const seq = version.seq + 1
  const { numAffectedRows } =
    await sql`insert into directory_changes (parkId, seq) select id, ${seq} from (${touched}) where true
    on conflict (parkId) do update set seq = excluded.seq`.execute(db)
  if ((numAffectedRows ?? 0n) === 0n) return version.seq
  await forgetChanges(db)
  await db.updateTable('directory_meta').set({ seq }).execute()
  return seq
}

async function save(db: Kysely<Tables>, park: PublishedPark): Promise<number> {
  const { createdAt, ...row } = toRow(park)
  if (park.id !== undefined) {
    const gone = await tombstone(db, park.id)
    if (gone) throw new RangeError(`Park ${park.id} is gone, and its id is never given again.`)
    const { numUpdatedRows } = await db
      .updateTable('parks')
      .set(row)
      .where('id', '=', park.id)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return park.id
  }
  const made = await db
    .insertInto('parks')
    .values({ ...row, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
}

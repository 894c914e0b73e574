import type { Table } from 'dexie'
import { decodeLocalities } from '../../data/directory/localities.ts'
import type { LocalityColumns } from '../../data/directory/localities.ts'
import { decodeParks } from '../../data/directory/parks.ts'
import type { FirstParkColumns, ParkColumns } from '../../data/directory/parks.ts'
import type { CouncilArea } from '../../data/model/council.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { OffleadDatabase, PartRow } from './database.ts'
import { readMeta } from './meta.ts'
import type { BundleRecord, DirectoryRecord, Tombstones } from './meta.ts'

export interface StoredDirectory {
  record: DirectoryRecord
  parks: readonly DirectoryPark[]
  /** Decodes the localities. @throws DirectoryDamaged */
  localities(): Locality[]
  /** Decodes the councils; none in a directory of the first format. @throws DirectoryDamaged */
  councils(): CouncilArea[]
  tombstones: Tombstones
}

/** Parks that are decoded already, and the hash of their bundle. */
export interface DecodedParks {
  sha256: string
  /** By ascending id. */
  parks: readonly DirectoryPark[]
}

/** Part of the stored directory is missing or unreadable, although it was written completely. */
export class DirectoryDamaged extends Error {
  override name = 'DirectoryDamaged'
}

const text = new TextDecoder()

/** The tables of the directory's parts. */
export const PART_TABLES = ['parks', 'localities', 'councils'] as const

/** The tables that hold the directory. */
export const directoryTables = ({ meta, parks, localities, councils }: OffleadDatabase) => [
  meta,
  parks,
  localities,
  councils,
]

/**
 * The hashes of stored parts that are not needed, by the keys alone: counting rows of several keys reads their bytes.
 * @returns `undefined` if a part that is needed is missing
 */
export async function unneededParts(
  table: Table<PartRow, string>,
  needed: readonly string[] = [],
): Promise<string[] | undefined> {
  const wanted = new Set(needed)
  const stored = await table.toCollection().primaryKeys()
  const unneeded = stored.filter((sha256) => !wanted.has(sha256))
  return stored.length - unneeded.length === wanted.size ? unneeded : undefined
}

/** Columns of a stored part. Hash and schema were checked before it was stored. */
export const columnsOf = <Columns>(row: PartRow) => JSON.parse(text.decode(row.bytes)) as Columns

async function rowsOf(
  database: OffleadDatabase,
  table: (typeof PART_TABLES)[number],
  bundle: BundleRecord,
): Promise<PartRow[]> {
  const rows = await database[table].bulkGet(bundle.parts)
  return rows.map((row, position) => {
    if (row === undefined) throw new DirectoryDamaged(`${table}: part ${position} is not stored`)
    return row
  })
}

function decode<T>(name: string, bundle: BundleRecord, rows: PartRow[], read: (row: PartRow) => T[]): T[] {
  let decoded: T[]
  try {
    decoded = rows.flatMap(read)
  } catch (cause) {
    throw new DirectoryDamaged(`${name}: a stored part cannot be read`, { cause })
  }
  if (decoded.length !== bundle.count)
    throw new DirectoryDamaged(`${name}: ${decoded.length} rows instead of ${bundle.count}`)
  return decoded
}

/**
 * The parks of a stored bundle, by ascending id.
 * @param decoded used instead of reading them, if they are the same
 * @throws DirectoryDamaged if parts are missing or unreadable
 */
export async function readParks(
  database: OffleadDatabase,
  bundle: BundleRecord,
  decoded?: DecodedParks,
): Promise<readonly DirectoryPark[]> {
  if (decoded?.sha256 === bundle.sha256) return decoded.parks
  return decodeParkRows(bundle, await rowsOf(database, 'parks', bundle))
}

const decodeParkRows = (bundle: BundleRecord, rows: PartRow[]) =>
  decode('parks', bundle, rows, (row) => decodeParks(columnsOf<ParkColumns | FirstParkColumns>(row)))

/** The record of the stored directory, without its parts. */
export const readDirectoryRecord = (database: OffleadDatabase) => readMeta(database, 'directory')

/**
 * The stored directory, parks by ascending id; `undefined` if there is none.
 * @param decoded used instead of decoding the stored parks again, if they are the same
 * @throws DirectoryDamaged if parts are missing or unreadable
 */
export async function loadDirectory(
  database: OffleadDatabase,
  decoded?: DecodedParks,
): Promise<StoredDirectory | undefined> {
  const stored = await database.transaction(
    'r',
    database.meta,
    database.parks,
    database.localities,
    database.councils,
    async () => {
      const record = await readMeta(database, 'directory')
      if (record === undefined) return undefined
      const known = decoded?.sha256 === record.parks.sha256 ? decoded.parks : undefined
      const parkRows = known ? [] : await rowsOf(database, 'parks', record.parks)
      const localityRows = await rowsOf(database, 'localities', record.localities)
      const councilRows = record.councils ? await rowsOf(database, 'councils', record.councils) : []
      const tombstones = (await readMeta(database, 'tombstones')) ?? {}
      return { record, known, parkRows, localityRows, councilRows, tombstones }
    },
  )
  if (stored === undefined) return undefined
  const { record, known, parkRows, localityRows, councilRows, tombstones } = stored
  return {
    record,
    tombstones,
    parks: known ?? decodeParkRows(record.parks, parkRows),
    localities: () =>
      decode('localities', record.localities, localityRows, (row) =>
        decodeLocalities(columnsOf<LocalityColumns>(row)),
      ),
    councils: () =>
      record.councils
        ? decode('councils', record.councils, councilRows, (row) => columnsOf<CouncilArea[]>(row))
        : [],
  }
}

/**
 * Deletes a damaged directory completely, because other parts may be missing too. The next synchronisation
 * fetches it again.
 */
export async function deleteDirectory(database: OffleadDatabase, record: DirectoryRecord): Promise<void> {
  await database.transaction('rw', directoryTables(database), async () => {
    const current = await readMeta(database, 'directory')
    if (
      current?.parks.sha256 !== record.parks.sha256 ||
      current.localities.sha256 !== record.localities.sha256
    )
      return
    await database.meta.delete('directory')
    await Promise.all([database.parks.clear(), database.localities.clear(), database.councils.clear()])
  })
}

import { decodeLocalities } from '../../data/directory/localities.ts'
import type { LocalityColumns } from '../../data/directory/localities.ts'
import { decodeParks } from '../../data/directory/parks.ts'
import type { ParkColumns } from '../../data/directory/parks.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { OffleadDatabase, PartRow } from './database.ts'
import { readMeta } from './meta.ts'
import type { BundleRecord, DirectoryRecord, Tombstones } from './meta.ts'

export interface StoredDirectory {
  record: DirectoryRecord
  parks: DirectoryPark[]
  /** Reads them. @throws DirectoryDamaged */
  localities(): Locality[]
  tombstones: Tombstones
}

/** A directory is written whole or not at all; this is what a reader throws when the browser has lost a piece of it. */
export class DirectoryDamaged extends Error {
  override name = 'DirectoryDamaged'
}

const text = new TextDecoder()

/** Columns of a stored part. They were checked against hash and schema before they were stored. */
const columnsOf = <Columns>(row: PartRow) => JSON.parse(text.decode(row.bytes)) as Columns

async function rowsOf(
  database: OffleadDatabase,
  table: 'parks' | 'localities',
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

/** What the device knows of its directory without reading it. */
export const readDirectoryRecord = (database: OffleadDatabase) => readMeta(database, 'directory')

/**
 * The directory that answers now, parks by ascending id; `undefined` when there is none yet.
 * @throws DirectoryDamaged when parts of it are gone or unreadable
 */
export async function loadDirectory(database: OffleadDatabase): Promise<StoredDirectory | undefined> {
  const stored = await database.transaction(
    'r',
    database.meta,
    database.parks,
    database.localities,
    async () => {
      const record = await readMeta(database, 'directory')
      if (record === undefined) return undefined
      const parkRows = await rowsOf(database, 'parks', record.parks)
      const localityRows = await rowsOf(database, 'localities', record.localities)
      return { record, parkRows, localityRows, tombstones: (await readMeta(database, 'tombstones')) ?? {} }
    },
  )
  if (stored === undefined) return undefined
  const { record, parkRows, localityRows, tombstones } = stored
  return {
    record,
    tombstones,
    parks: decode('parks', record.parks, parkRows, (row) => decodeParks(columnsOf<ParkColumns>(row))),
    localities: () =>
      decode('localities', record.localities, localityRows, (row) =>
        decodeLocalities(columnsOf<LocalityColumns>(row)),
      ),
  }
}

/** Forgets a directory that cannot be read, all of it: nobody knows which other parts the browser has lost. The next synchronisation brings it anew. */
export async function forgetDirectory(database: OffleadDatabase, record: DirectoryRecord): Promise<void> {
  await database.transaction('rw', database.meta, database.parks, database.localities, async () => {
    const current = await readMeta(database, 'directory')
    if (
      current?.parks.sha256 !== record.parks.sha256 ||
      current.localities.sha256 !== record.localities.sha256
    )
      return
    await database.meta.delete('directory')
    await Promise.all([database.parks.clear(), database.localities.clear()])
  })
}

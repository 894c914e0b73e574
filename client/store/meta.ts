import type { PartitionId } from '../../data/model/sync.ts'
import type { OffleadDatabase } from './database.ts'

/** The directory in use on this device, and its parts in order. */
export interface DirectoryRecord {
  epoch: string
  seq: number
  parks: BundleRecord
  localities: BundleRecord
  /** Missing in a directory of the first format, until the next update. */
  councils?: BundleRecord
  /** Whether the device has the tombstones of all parks removed before. Missing until a snapshot has them. */
  allTombstones?: true
  /** When the server last confirmed it, milliseconds since 1970. */
  confirmedAt: number
}

export interface BundleRecord {
  sha256: string
  count: number
  /** Hashes of the parts, in order. */
  parts: string[]
}

/** Removed parks: id → id of the park it was merged into, or `null`. */
export type Tombstones = Record<number, number | null>

/** The latest search. Position in degrees, if it had one. */
export interface LastSearch {
  query: string
  latitude?: number
  longitude?: number
  /** Milliseconds since 1970. */
  at: number
}

interface MetaValues {
  directory: DirectoryRecord
  /** Outlines of parks, which are fetched after the directory and may be of an earlier version than it. */
  outlines: BundleRecord
  tombstones: Tombstones
  /** The user signed in on this device, whose rows are shown. */
  person: PartitionId
  /** Set when the database is first used. It is missing after the browser has deleted the database. */
  born: true
  'last-search': LastSearch
}

export async function readMeta<K extends keyof MetaValues>(
  database: OffleadDatabase,
  key: K,
): Promise<MetaValues[K] | undefined> {
  const row = await database.meta.get(key)
  return row?.value as MetaValues[K] | undefined
}

export async function writeMeta<K extends keyof MetaValues>(
  database: OffleadDatabase,
  key: K,
  value: MetaValues[K],
): Promise<void> {
  await database.meta.put({ key, value })
}

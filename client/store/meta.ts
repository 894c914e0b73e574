import type { PartitionId } from '../../data/model/sync.ts'
import type { OffleadDatabase } from './database.ts'

/** The directory that answers on this device: which parts it is made of, in order. */
export interface DirectoryRecord {
  epoch: string
  seq: number
  parks: BundleRecord
  localities: BundleRecord
  /** When the server last confirmed it, milliseconds since 1970. */
  confirmedAt: number
}

export interface BundleRecord {
  sha256: string
  count: number
  /** Hashes of the parts. */
  parts: string[]
}

/** Parks that are gone: id → the park it was merged into, or `null`. */
export type Tombstones = Record<number, number | null>

/** What was looked for last, and where from: degrees, when a position was part of it. */
export interface LastSearch {
  query: string
  latitude?: number
  longitude?: number
  /** Milliseconds since 1970. */
  at: number
}

interface MetaValues {
  directory: DirectoryRecord
  tombstones: Tombstones
  /** Whose rows are shown: the account that is signed in on this device. */
  person: PartitionId
  /** There since this database was first used. A browser that takes the database away takes it, too. */
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

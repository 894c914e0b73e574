import * as z from 'zod/mini'
import { bundleHash, bundleParks, sha256 } from '../../data/directory/bundle.ts'
import { decodeLocalities, LocalityColumns } from '../../data/directory/localities.ts'
import { decodeParks, ParkColumns } from '../../data/directory/parks.ts'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { DirectoryChanges, DirectoryManifest } from '../../data/model/directory.ts'
import type { Bundle, BundlePart, Tombstone } from '../../data/model/directory.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { OffleadDatabase, PartRow } from './database.ts'
import { deadline } from './deadline.ts'
import { DirectoryDamaged, loadDirectory, readDirectoryRecord } from './directory.ts'
import { download, HttpStatusError } from './download.ts'
import type { Fetch } from './download.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { BundleRecord, DirectoryRecord, Tombstones } from './meta.ts'

/** `unchanged`: the server has the same. `changes` and `snapshot`: how the new one came. */
export type SyncResult = { kind: 'unchanged' | 'changes' | 'snapshot'; record: DirectoryRecord }

export interface SyncPorts {
  database: OffleadDatabase
  fetch: Fetch
  /** Milliseconds since 1970. */
  now(): number
  /** Runs one synchronisation of this origin at a time; two at once are merely wasteful, not wrong. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Told after each part that came in: parts present and parts needed. */
  progress?(present: number, needed: number): void
  signal?: AbortSignal
}

/** A part's bytes are not what the manifest says of them, twice. */
export class PartRefused extends Error {
  override name = 'PartRefused'
}

/** The directory moved while its parts were fetched, on the server or by another tab; asking again brings what holds now. */
class ManifestOutdated extends Error {
  override name = 'ManifestOutdated'
}

/** Calls for the directory, as the gate names them. */
export const DIRECTORY_CALLS = 'directory'

const MANIFEST_ATTEMPTS = 3
const text = new TextDecoder()

/**
 * Brings the device's directory up to date. Until everything new is there, checked and written in one transaction, the old copy answers;
 * what an interrupted run has fetched is there for the next one.
 * @throws HttpStatusError, DownloadStalled, PartRefused, a DOMException QuotaExceededError, or what `fetch` rejects with
 */
export async function syncDirectory(ports: SyncPorts): Promise<SyncResult> {
  return ports.exclusively(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await syncOnce(ports)
      } catch (error) {
        if (!(error instanceof ManifestOutdated) || attempt === MANIFEST_ATTEMPTS) throw error
      }
    }
  })
}

async function syncOnce(ports: SyncPorts): Promise<SyncResult> {
  const manifest = await readJson(ports, '/api/directory', DirectoryManifest)
  const held = await readDirectoryRecord(ports.database)
  if (held === undefined || held.epoch !== manifest.epoch) return takeSnapshot(ports, manifest, held)
  const same = {
    parks: held.parks.sha256 === manifest.parks.sha256,
    localities: held.localities.sha256 === manifest.localities.sha256,
  }
  if (same.parks && same.localities && held.seq === manifest.seq) {
    return { kind: 'unchanged', record: await confirm(ports, held) }
  }
  if (same.localities && held.seq < manifest.seq) {
    const record = await takeChanges(ports, held)
    if (record !== undefined) return { kind: 'changes', record }
  }
  return takeSnapshot(ports, manifest, held)
}

/** Notes that the server still has what the device has. */
async function confirm({ database, now }: SyncPorts, held: DirectoryRecord): Promise<DirectoryRecord> {
  return database.transaction('rw', database.meta, async () => {
    const current = await readMeta(database, 'directory')
    if (current === undefined || !sameDirectory(current, held))
      throw new ManifestOutdated('another tab has moved the directory')
    const record = { ...current, confirmedAt: now() }
    await writeMeta(database, 'directory', record)
    return record
  })
}

const sameDirectory = (a: DirectoryRecord, b: DirectoryRecord) =>
  a.epoch === b.epoch &&
  a.seq === b.seq &&
  a.parks.sha256 === b.parks.sha256 &&
  a.localities.sha256 === b.localities.sha256

/** Applies what changed since `held`; `undefined` when that cannot be done and the snapshot must be taken. */
async function takeChanges(ports: SyncPorts, held: DirectoryRecord): Promise<DirectoryRecord | undefined> {
  const { database } = ports
  let answer: DirectoryChanges
  try {
    answer = await readJson(
      ports,
      `/api/directory/changes?cursor=${encodeURIComponent(`${held.epoch}.${held.seq}`)}`,
      DirectoryChanges,
    )
  } catch (error) {
    if (
      error instanceof HttpStatusError &&
      error.status < 500 &&
      error.status !== 429 &&
      error.status !== 408
    )
      return undefined
    throw error
  }
  if (answer.kind === 'snapshot' || answer.epoch !== held.epoch) return undefined
  const stored = await loadDirectory(database).catch((error: unknown) => {
    if (error instanceof DirectoryDamaged) return undefined
    throw error
  })
  if (stored === undefined || !sameDirectory(stored.record, held)) return undefined

  const upserts = readColumns(() => decodeParks(z.parse(ParkColumns, answer.upserts)))
  if (upserts === undefined) return undefined
  const parks = new Map(stored.parks.map((park) => [park.id, park]))
  for (const park of upserts) parks.set(park.id, park)
  for (const { id } of answer.removed) parks.delete(id)
  const bundle = await bundleParks([...parks.values()])
  if (bundle.sha256 !== answer.sha256 || bundle.count !== answer.count) return undefined

  const record: DirectoryRecord = {
    ...held,
    seq: answer.seq,
    parks: { sha256: bundle.sha256, count: bundle.count, parts: bundle.parts.map((part) => part.sha256) },
    confirmedAt: ports.now(),
  }
  const swapped = await swap(database, {
    record,
    bring: bundle.parts.map(({ sha256, count, bytes }) => ({ sha256, count, bytes })),
    removed: answer.removed,
    present: [...parks.keys()],
    replaces: held,
  })
  return swapped ? record : undefined
}

async function takeSnapshot(
  ports: SyncPorts,
  manifest: DirectoryManifest,
  held: DirectoryRecord | undefined,
): Promise<SyncResult> {
  const { database } = ports
  await checkManifest(manifest.parks)
  await checkManifest(manifest.localities)
  await stage(ports, manifest)
  const record: DirectoryRecord = {
    epoch: manifest.epoch,
    seq: manifest.seq,
    parks: bundleRecord(manifest.parks),
    localities: bundleRecord(manifest.localities),
    confirmedAt: ports.now(),
  }
  // What left without a word of where it went: the cursor was too old for the server to say.
  const before = await loadDirectory(database).catch(() => undefined)
  const present = await stagedParkIds(database, record.parks)
  const still = new Set(present)
  const removed = (before?.parks ?? [])
    .filter(({ id }) => !still.has(id))
    .map(({ id }) => ({ id, successor: null }))
  if (!(await swap(database, { record, bring: [], removed, present, replaces: held }))) {
    throw new ManifestOutdated('another tab has moved the directory')
  }
  return { kind: 'snapshot', record }
}

const bundleRecord = (bundle: Bundle): BundleRecord => ({
  sha256: bundle.sha256,
  count: bundle.count,
  parts: bundle.parts.map((part) => part.sha256),
})

async function checkManifest(bundle: Bundle) {
  const count = bundle.parts.reduce((sum, part) => sum + part.count, 0)
  const bytes = bundle.parts.reduce((sum, part) => sum + part.bytes, 0)
  const hash = await bundleHash(bundle.parts.map((part) => part.sha256))
  if (count !== bundle.count || bytes !== bundle.bytes || hash !== bundle.sha256) {
    throw new PartRefused('the manifest contradicts itself: its totals are not those of its parts')
  }
}

/** Fetches the parts that are not on the device yet. Parts lie under their hash, so staging disturbs nothing that answers. */
async function stage(ports: SyncPorts, manifest: DirectoryManifest) {
  const { database } = ports
  const wanted = [
    ...manifest.parks.parts.map((part) => ({ table: 'parks' as const, part })),
    ...manifest.localities.parts.map((part) => ({ table: 'localities' as const, part })),
  ]
  let present = 0
  for (const { table, part } of wanted) {
    ports.signal?.throwIfAborted()
    if ((await database[table].where('sha256').equals(part.sha256).count()) === 0) {
      const row = await fetchPart(ports, table, part)
      try {
        await database[table].put(row)
      } catch (error) {
        if (isQuotaError(error)) await dropUnused(database)
        throw error
      }
    }
    present++
    ports.progress?.(present, wanted.length)
  }
}

async function fetchPart(
  ports: SyncPorts,
  table: 'parks' | 'localities',
  part: BundlePart,
): Promise<PartRow> {
  // The second attempt goes past the HTTP cache: it may be the cache that holds the broken copy.
  for (const cache of ['default', 'reload'] as const) {
    let bytes: Uint8Array<ArrayBuffer>
    try {
      bytes = await download(part.url, {
        fetch: ports.fetch,
        cache,
        maxBytes: part.bytes,
        signal: ports.signal,
      })
    } catch (error) {
      if (error instanceof HttpStatusError && (error.status === 404 || error.status === 410)) {
        throw new ManifestOutdated(part.url, { cause: error })
      }
      if (error instanceof RangeError) continue
      throw error
    }
    if (await isWhole(table, part, bytes)) return { sha256: part.sha256, count: part.count, bytes }
  }
  throw new PartRefused(`${part.url}: not the bytes the manifest promises`)
}

async function isWhole(
  table: 'parks' | 'localities',
  part: BundlePart,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (bytes.length !== part.bytes || (await sha256(bytes)) !== part.sha256) return false
  const rows = readColumns<unknown[]>(() => {
    const columns: unknown = JSON.parse(text.decode(bytes))
    return table === 'parks'
      ? decodeParks(z.parse(ParkColumns, columns))
      : decodeLocalities(z.parse(LocalityColumns, columns))
  })
  return rows !== undefined && rows.length === part.count
}

function readColumns<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

async function stagedParkIds(database: OffleadDatabase, bundle: BundleRecord): Promise<number[]> {
  const rows = await database.parks.bulkGet(bundle.parts)
  return rows.flatMap((row) => {
    if (row === undefined) return []
    return decodeParks(JSON.parse(text.decode(row.bytes)) as ParkColumns).map(
      (park: DirectoryPark) => park.id,
    )
  })
}

interface Swap {
  record: DirectoryRecord
  /** Parts made here, that no stage has brought. */
  bring: PartRow[]
  removed: Tombstone[]
  present: number[]
  /** What answered when the work began. When another tab has put something else there meanwhile, its work stands. */
  replaces: DirectoryRecord | undefined
}

/** The one moment at which another directory answers. `false`, and nothing written, when the ground has moved. */
async function swap(
  database: OffleadDatabase,
  { record, bring, removed, present, replaces }: Swap,
): Promise<boolean> {
  return database.transaction('rw', database.meta, database.parks, database.localities, async () => {
    const current = await readMeta(database, 'directory')
    if (
      current === undefined
        ? replaces !== undefined
        : replaces === undefined || !sameDirectory(current, replaces)
    )
      return false
    await database.parks.bulkPut(bring)
    const parksPresent = await database.parks.where('sha256').anyOf(record.parks.parts).count()
    const localitiesPresent = await database.localities.where('sha256').anyOf(record.localities.parts).count()
    if (
      parksPresent !== new Set(record.parks.parts).size ||
      localitiesPresent !== new Set(record.localities.parts).size
    )
      return false
    await writeMeta(database, 'directory', record)
    await writeMeta(
      database,
      'tombstones',
      buried((await readMeta(database, 'tombstones')) ?? {}, removed, present),
    )
    await database.parks.where('sha256').noneOf(record.parks.parts).delete()
    await database.localities.where('sha256').noneOf(record.localities.parts).delete()
    return true
  })
}

function buried(known: Tombstones, removed: Tombstone[], present: number[]): Tombstones {
  const tombstones = { ...known }
  for (const { id, successor } of removed) tombstones[id] = successor ?? tombstones[id] ?? null
  for (const id of present) delete tombstones[id]
  return tombstones
}

const isQuotaError = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' || (error as { inner?: Error }).inner?.name === 'QuotaExceededError')

/** Gives back the space of staged parts: a favourite must find room on a full device before a directory does. */
async function dropUnused(database: OffleadDatabase) {
  await database.transaction('rw', database.meta, database.parks, database.localities, async () => {
    const held = await readMeta(database, 'directory')
    await database.parks
      .where('sha256')
      .noneOf(held?.parks.parts ?? [])
      .delete()
    await database.localities
      .where('sha256')
      .noneOf(held?.localities.parts ?? [])
      .delete()
  })
}

/** Live JSON: never from a cache, 15 s for all of it. */
async function readJson<T>(ports: SyncPorts, url: string, schema: z.ZodMiniType<T>): Promise<T> {
  const { signal, clear } = deadline(REQUEST_TIMEOUT, ports.signal)
  try {
    const response = await ports.fetch(url, {
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      signal,
    })
    if (!response.ok) throw new HttpStatusError(response, url)
    return z.parse(schema, await response.json())
  } finally {
    clear()
  }
}

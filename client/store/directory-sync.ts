import * as z from 'zod/mini'
import { bundleChangedParks, bundleHash, sha256 } from '../../data/directory/bundle.ts'
import { decodeLocalities, LocalityColumns } from '../../data/directory/localities.ts'
import { decodeOutlines, OutlineColumns } from '../../data/directory/outlines.ts'
import { decodeParks, ParkColumns } from '../../data/directory/parks.ts'
import { CouncilArea } from '../../data/model/council.ts'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import {
  DIRECTORY_FORMAT,
  DirectoryChanges,
  DirectoryManifest,
  Tombstone,
} from '../../data/model/directory.ts'
import type { Bundle, BundlePart } from '../../data/model/directory.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { isTransientStatus } from '../../data/model/transient-status.ts'
import type { OffleadDatabase, PartRow } from './database.ts'
import { deadline } from './deadline.ts'
import {
  columnsOf,
  DirectoryDamaged,
  directoryTables,
  PART_TABLES,
  readDirectoryRecord,
  readParks,
  unneededParts,
} from './directory.ts'
import type { DecodedParks } from './directory.ts'
import { download, HttpStatusError } from './download.ts'
import type { Fetch } from './download.ts'
import { DeviceFull, saveOrFreeSpace } from './free-space.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { BundleRecord, DirectoryRecord, Tombstones } from './meta.ts'

/**
 * `unchanged`: the device had the latest version. `changes`, `snapshot`: how the new version was received.
 * `parks`: the parks of the new version; missing if it is unchanged. `outlines`: the server's outlines, to be
 * fetched afterwards; missing from servers without them.
 */
export type SyncResult = {
  kind: 'unchanged' | 'changes' | 'snapshot'
  record: DirectoryRecord
  parks?: DecodedParks
  outlines?: Bundle | undefined
}

export interface SyncPorts {
  database: OffleadDatabase
  fetch: Fetch
  /** Milliseconds since 1970. */
  now(): number
  /** Runs one synchronisation at a time across all tabs. Two at once are safe but wasteful. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Deletes maps that are only cached because they were shown, when the device is full. */
  freeSpace(): Promise<unknown>
  /** The parks in use, so that they need not be decoded again. */
  inUse?: DecodedParks | undefined
  /** Called after each part: number of parts present and needed. */
  progress?(present: number, needed: number): void
  signal?: AbortSignal
}

/** The manifest is inconsistent, or a part did not match it twice in a row. */
export class PartRefused extends Error {
  override name = 'PartRefused'
}

/**
 * The directory was replaced during the download, on the server or by another tab. Starting again gets the
 * current one.
 */
class ManifestOutdated extends Error {
  override name = 'ManifestOutdated'
}

/** A reply began and did not end in time. The server works, and the connection is slow. */
class ReplyTooSlow extends Error {
  override name = 'TimeoutError'
}

/** The kind of the directory's calls, for the server gate. */
export const DIRECTORY_CALLS = 'directory'

const MANIFEST_ATTEMPTS = 3
const text = new TextDecoder()

/**
 * Updates the device's directory. The old version stays in use until the new one is complete, verified and
 * written in one transaction. Parts fetched by an interrupted run are reused by the next.
 * @throws HttpStatusError, DownloadStalled, PartRefused, DeviceFull, or what `fetch` rejects with
 */
export async function syncDirectory(ports: SyncPorts): Promise<SyncResult> {
  return ports.exclusively(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await saveOrFreeSpace(() => syncOnce(ports), ports.freeSpace)
      } catch (error) {
        if (error instanceof DeviceFull) await dropUnused(ports.database)
        if (!(error instanceof ManifestOutdated) || attempt === MANIFEST_ATTEMPTS) throw error
      }
    }
  })
}

async function syncOnce(ports: SyncPorts): Promise<SyncResult> {
  const manifest = await readJson(ports, `/api/directory?format=${DIRECTORY_FORMAT}`, DirectoryManifest)
  return { ...(await update(ports, manifest)), outlines: manifest.outlines }
}

async function update(ports: SyncPorts, manifest: DirectoryManifest): Promise<SyncResult> {
  const stored = await readDirectoryRecord(ports.database)
  if (stored === undefined || stored.epoch !== manifest.epoch) return fetchSnapshot(ports, manifest, stored)
  const same = {
    parks: stored.parks.sha256 === manifest.parks.sha256,
    others:
      stored.localities.sha256 === manifest.localities.sha256 &&
      stored.councils?.sha256 === manifest.councils.sha256,
  }
  // A directory of an earlier version of the app gets them with a snapshot of the parts that it has.
  const lacksTombstones = manifest.tombstones !== undefined && !stored.allTombstones
  if (same.parks && same.others && stored.seq === manifest.seq && !lacksTombstones) {
    return { kind: 'unchanged', record: await confirm(ports, stored) }
  }
  // A server with an older version than the device's reads the newest one when it is asked for changes.
  if (same.others && stored.seq !== manifest.seq) {
    const changed = await applyChanges(ports, stored)
    if (changed !== undefined) return { kind: 'changes', ...changed }
  }
  return fetchSnapshot(ports, manifest, stored)
}

/** Records that the server has just confirmed the stored version. */
async function confirm({ database, now }: SyncPorts, stored: DirectoryRecord): Promise<DirectoryRecord> {
  return database.transaction('rw', database.meta, async () => {
    const current = await readMeta(database, 'directory')
    if (current === undefined || !sameDirectory(current, stored))
      throw new ManifestOutdated('another tab has replaced the directory')
    const record = { ...current, confirmedAt: now() }
    await writeMeta(database, 'directory', record)
    return record
  })
}

const sameDirectory = (a: DirectoryRecord, b: DirectoryRecord) =>
  a.epoch === b.epoch &&
  a.seq === b.seq &&
  a.parks.sha256 === b.parks.sha256 &&
  a.localities.sha256 === b.localities.sha256 &&
  a.councils?.sha256 === b.councils?.sha256

/** Applies the changes since `before`; `undefined` if that is not possible and the snapshot is needed. */
async function applyChanges(
  ports: SyncPorts,
  before: DirectoryRecord,
): Promise<{ record: DirectoryRecord; parks: DecodedParks } | undefined> {
  const { database } = ports
  let answer: DirectoryChanges
  try {
    answer = await readJson(
      ports,
      `/api/directory/changes?${new URLSearchParams({ cursor: `${before.epoch}.${before.seq}`, format: DIRECTORY_FORMAT })}`,
      DirectoryChanges,
    )
  } catch (error) {
    // It would be too slow the next time, too. Parts may take longer, and those that have arrived are kept.
    if (error instanceof ReplyTooSlow) return undefined
    if (error instanceof HttpStatusError && !isTransientStatus(error.status)) return undefined
    throw error
  }
  if (answer.kind === 'snapshot' || answer.epoch !== before.epoch) return undefined
  const stored = await readParks(database, before.parks, ports.inUse).catch((error: unknown) => {
    if (error instanceof DirectoryDamaged) return undefined
    throw error
  })
  if (stored === undefined) return undefined

  const upserts = readColumns(() => decodeParks(z.parse(ParkColumns, answer.upserts)))
  if (upserts === undefined) return undefined
  const byId = new Map(stored.map((park) => [park.id, park]))
  for (const park of upserts) byId.set(park.id, park)
  for (const { id } of answer.removed) byId.delete(id)
  const parks = [...byId.values()].sort((one, other) => one.id - other.id)
  const bundle = await bundleChangedParks(
    { parks: stored, parts: before.parks.parts },
    parks,
    [...upserts, ...answer.removed].map(({ id }) => id),
  )
  if (bundle.sha256 !== answer.sha256 || bundle.count !== answer.count) return undefined

  const record: DirectoryRecord = {
    ...before,
    seq: answer.seq,
    parks: { sha256: bundle.sha256, count: bundle.count, parts: bundle.parts },
    confirmedAt: ports.now(),
  }
  const swapped = await swap(database, {
    record,
    newParts: bundle.changedParts.map(({ sha256, count, bytes }) => ({ sha256, count, bytes })),
    removed: answer.removed,
    present: [...byId.keys()],
    replaces: before,
  })
  return swapped ? { record, parks: { sha256: bundle.sha256, parks } } : undefined
}

async function fetchSnapshot(
  ports: SyncPorts,
  manifest: DirectoryManifest,
  replaces: DirectoryRecord | undefined,
): Promise<SyncResult> {
  const { database } = ports
  await checkManifest(manifest.parks)
  await checkManifest(manifest.localities)
  await checkManifest(manifest.councils)
  if (manifest.tombstones) await checkManifest(manifest.tombstones)
  const decoded = await stage(ports, manifest)
  const tombstones = await fetchTombstones(ports, manifest.tombstones)
  const record: DirectoryRecord = {
    epoch: manifest.epoch,
    seq: manifest.seq,
    parks: bundleRecord(manifest.parks),
    localities: bundleRecord(manifest.localities),
    councils: bundleRecord(manifest.councils),
    ...(manifest.tombstones && { allTombstones: true }),
    confirmedAt: ports.now(),
  }
  // Parks that are no longer in it get a tombstone too: they may be hidden instead of removed, and a server of an
  // earlier version sends no tombstones.
  const before = replaces && (await readParks(database, replaces.parks, ports.inUse).catch(() => undefined))
  const parks = await stagedParks(database, record.parks, decoded)
  const present = parks.map(({ id }) => id)
  const remaining = new Set(present)
  const missing = (before ?? []).filter(({ id }) => !remaining.has(id))
  const removed = [...missing.map(({ id }) => ({ id, successor: null })), ...tombstones]
  if (!(await swap(database, { record, newParts: [], removed, present, replaces }))) {
    throw new ManifestOutdated('another tab has replaced the directory')
  }
  return { kind: 'snapshot', record, parks: { sha256: record.parks.sha256, parks } }
}

export const bundleRecord = (bundle: Bundle): BundleRecord => ({
  sha256: bundle.sha256,
  count: bundle.count,
  parts: bundle.parts.map((part) => part.sha256),
})

/** @throws PartRefused if the totals do not match the parts */
export async function checkManifest(bundle: Bundle) {
  const count = bundle.parts.reduce((sum, part) => sum + part.count, 0)
  const bytes = bundle.parts.reduce((sum, part) => sum + part.bytes, 0)
  const hash = await bundleHash(bundle.parts.map((part) => part.sha256))
  if (count !== bundle.count || bytes !== bundle.bytes || hash !== bundle.sha256) {
    throw new PartRefused('the totals of the manifest do not match its parts')
  }
}

/**
 * Fetches the missing parts of the directory.
 * @returns the parks of the fetched parts, by the hash of the part
 */
async function stage(ports: SyncPorts, { parks, localities, councils }: DirectoryManifest) {
  const needed = parks.parts.length + localities.parts.length + councils.parts.length
  let present = 0
  const onPresent = () => ports.progress?.(++present, needed)
  const decoded = await storeMissingParts(ports, 'parks', parks.parts, onPresent)
  await storeMissingParts(ports, 'localities', localities.parts, onPresent)
  await storeMissingParts(ports, 'councils', councils.parts, onPresent)
  return decoded
}

/** The tombstones of the server; none from a server of an earlier version. */
async function fetchTombstones(ports: SyncPorts, bundle: Bundle | undefined): Promise<Tombstone[]> {
  const parts: Tombstone[][] = []
  for (const part of bundle?.parts ?? []) parts.push((await fetchPart(ports, 'tombstones', part)).rows)
  return parts.flat()
}

/**
 * Fetches and stores the parts that the device does not have. They are stored under their hash, so the
 * version in use is not affected.
 * @param onPresent called after each part
 * @returns the rows of the fetched parts, by the hash of the part
 * @throws what {@link fetchPart} throws, and a DOMException QuotaExceededError
 */
export async function storeMissingParts<Table extends PartTable>(
  ports: Pick<SyncPorts, 'database' | 'fetch' | 'signal'>,
  table: Table,
  parts: readonly BundlePart[],
  onPresent?: () => void,
): Promise<Map<string, PartRows<Table>>> {
  const { database, signal } = ports
  const fetched = new Map<string, PartRows<Table>>()
  for (const part of parts) {
    signal?.throwIfAborted()
    if ((await database[table].where('sha256').equals(part.sha256).count()) === 0) {
      const { row, rows } = await fetchPart(ports, table, part)
      await database[table].put(row)
      fetched.set(part.sha256, rows)
    }
    onPresent?.()
  }
  return fetched
}

/** The rows in the columns of a part. They throw if the columns do not match the schema. */
const readRows = {
  parks: (columns: unknown) => decodeParks(z.parse(ParkColumns, columns)),
  localities: (columns: unknown) => decodeLocalities(z.parse(LocalityColumns, columns)),
  councils: (columns: unknown) => z.parse(z.array(z.object(CouncilArea.shape)), columns),
  outlines: (columns: unknown) =>
    decodeOutlines(z.parse(OutlineColumns, columns)).map(({ outline }) => outline()),
  tombstones: (rows: unknown) => z.parse(z.array(z.object(Tombstone.shape)), rows),
}
type PartKind = keyof typeof readRows
/** Tombstones are kept in `meta`, together with those from changes. */
type PartTable = Exclude<PartKind, 'tombstones'>
type PartRows<Kind extends PartKind> = ReturnType<(typeof readRows)[Kind]>

/**
 * A part from the server, verified.
 * @returns how it is stored, and the rows in it
 * @throws PartRefused, and what `download` throws
 */
async function fetchPart<Kind extends PartKind>(
  ports: Pick<SyncPorts, 'fetch' | 'signal'>,
  kind: Kind,
  part: BundlePart,
): Promise<{ row: PartRow; rows: PartRows<Kind> }> {
  // The second attempt bypasses the HTTP cache, which may contain the damaged copy.
  for (const cache of ['default', 'reload'] as const) {
    let bytes: Uint8Array<ArrayBuffer>
    try {
      ;({ bytes } = await download(part.url, {
        fetch: ports.fetch,
        cache,
        maxBytes: part.bytes,
        signal: ports.signal,
      }))
    } catch (error) {
      if (error instanceof HttpStatusError && (error.status === 404 || error.status === 410)) {
        throw new ManifestOutdated(part.url, { cause: error })
      }
      if (error instanceof RangeError) continue
      throw error
    }
    const rows = await readPart(kind, part, bytes)
    if (rows) return { row: { sha256: part.sha256, count: part.count, bytes }, rows }
  }
  throw new PartRefused(`${part.url}: does not match the manifest`)
}

/** The rows of a part; `undefined` if it does not match the manifest or cannot be read. */
async function readPart<Kind extends PartKind>(
  kind: Kind,
  part: BundlePart,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PartRows<Kind> | undefined> {
  if (bytes.length !== part.bytes || (await sha256(bytes)) !== part.sha256) return undefined
  const rows = readColumns(() => readRows[kind](JSON.parse(text.decode(bytes))) as PartRows<Kind>)
  return rows?.length === part.count ? rows : undefined
}

function readColumns<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The parks of a bundle whose parts are all staged, by ascending id. `decoded`: those of some parts. */
async function stagedParks(
  database: OffleadDatabase,
  bundle: BundleRecord,
  decoded: ReadonlyMap<string, DirectoryPark[]>,
): Promise<DirectoryPark[]> {
  const others = bundle.parts.filter((sha256) => !decoded.has(sha256))
  const rows = new Map((await database.parks.bulkGet(others)).map((row) => [row?.sha256, row]))
  return bundle.parts.flatMap((sha256) => {
    const row = rows.get(sha256)
    return decoded.get(sha256) ?? (row ? decodeParks(columnsOf<ParkColumns>(row)) : [])
  })
}

interface Swap {
  record: DirectoryRecord
  /** Parts built on the device, which are not stored yet. */
  newParts: PartRow[]
  removed: Tombstone[]
  /** Ids of all parks in the new directory. */
  present: number[]
  /** The record when the update began. If another tab has changed it since, the swap is cancelled. */
  replaces: DirectoryRecord | undefined
}

/**
 * Replaces the directory in one transaction. `false` if it changed meanwhile or parts are missing; nothing is
 * written then.
 */
async function swap(
  database: OffleadDatabase,
  { record, newParts, removed, present, replaces }: Swap,
): Promise<boolean> {
  return database.transaction('rw', directoryTables(database), async () => {
    const current = await readMeta(database, 'directory')
    if (
      current === undefined
        ? replaces !== undefined
        : replaces === undefined || !sameDirectory(current, replaces)
    )
      return false
    await database.parks.bulkPut(newParts)
    const unneeded = new Map<(typeof PART_TABLES)[number], string[]>()
    for (const table of PART_TABLES) {
      const parts = await unneededParts(database[table], record[table]?.parts)
      if (parts === undefined) return false
      unneeded.set(table, parts)
    }
    await writeMeta(database, 'directory', record)
    await writeMeta(
      database,
      'tombstones',
      mergeTombstones((await readMeta(database, 'tombstones')) ?? {}, removed, present),
    )
    for (const [table, parts] of unneeded) await database[table].bulkDelete(parts)
    return true
  })
}

function mergeTombstones(known: Tombstones, removed: Tombstone[], present: number[]): Tombstones {
  const tombstones = { ...known }
  for (const { id, successor } of removed) tombstones[id] = successor ?? tombstones[id] ?? null
  for (const id of present) delete tombstones[id]
  return tombstones
}

/**
 * Deletes staged parts when the device is full, because favourites need the space more than a new directory.
 */
async function dropUnused(database: OffleadDatabase) {
  await database.transaction('rw', directoryTables(database), async () => {
    const record = await readMeta(database, 'directory')
    for (const table of PART_TABLES)
      await database[table]
        .where('sha256')
        .noneOf(record?.[table]?.parts ?? [])
        .delete()
  })
}

/** Fetches JSON, never from a cache, within {@link REQUEST_TIMEOUT}. */
async function readJson<T>(ports: SyncPorts, url: string, schema: z.ZodMiniType<T>): Promise<T> {
  const { signal, timedOut, clear } = deadline(REQUEST_TIMEOUT, ports.signal)
  try {
    const response = await ports.fetch(url, {
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      signal,
    })
    if (!response.ok) throw new HttpStatusError(response, url)
    const content: unknown = await response.json().catch((error: unknown) => {
      throw timedOut() ? new ReplyTooSlow(url, { cause: error }) : error
    })
    return z.parse(schema, content)
  } finally {
    clear()
  }
}

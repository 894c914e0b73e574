import type { DirectoryPark } from '../model/park.ts'
import type { CouncilArea } from '../model/council.ts'
import type { Tombstone } from '../model/directory.ts'
import type { Locality } from '../model/locality.ts'
import { encodeLocalities } from './localities.ts'
import { encodeOutlines } from './outlines.ts'
import type { OutlineRow } from './outlines.ts'
import { encodeParks } from './parks.ts'

// These two web interfaces exist in browsers, workers and Node, so they are declared here instead of
// including one environment's library.
declare const crypto: {
  subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** Range of ids in a part of the parks bundle. Changing a park changes one part and not its neighbours. */
const PARK_IDS_PER_PART = 2048
/** The same for outlines, which are longer, and are not sent one by one as the parks' changes are. */
const OUTLINE_IDS_PER_PART = 512
/** The same for tombstones, which are short. */
const TOMBSTONE_IDS_PER_PART = 65_536
/** Rows in a part of the localities bundle. */
const LOCALITIES_PER_PART = 8192

export interface EncodedPart {
  /** UTF-8 JSON. */
  bytes: Uint8Array<ArrayBuffer>
  /** Hex SHA-256 of `bytes`. */
  sha256: string
  count: number
}

/** The parts of a bundle with the figures for the manifest (`Bundle` without the URLs). */
export interface EncodedBundle {
  parts: EncodedPart[]
  sha256: string
  bytes: number
  count: number
}

/** Hex SHA-256, by the Web Crypto API that browsers, workers and Node share. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hash of a bundle: SHA-256 over its parts' hashes. */
export const bundleHash = (partHashes: readonly string[]) =>
  sha256(new TextEncoder().encode(partHashes.join('')))

async function bundleOf(
  columnsOfParts: readonly (() => { columns: unknown; count: number })[],
): Promise<EncodedBundle> {
  const parts: EncodedPart[] = []
  // One part at a time, because the event loop can run other tasks while a part is hashed.
  for (const part of columnsOfParts) {
    const { columns, count } = part()
    const bytes = new TextEncoder().encode(JSON.stringify(columns))
    parts.push({ bytes, sha256: await sha256(bytes), count })
  }
  return {
    parts,
    sha256: await bundleHash(parts.map((part) => part.sha256)),
    bytes: parts.reduce((sum, part) => sum + part.bytes.length, 0),
    count: parts.reduce((sum, part) => sum + part.count, 0),
  }
}

/**
 * Equal parks always give an equal bundle, so a device that applied changes can compare its hash with the
 * server's. `encode`: the format, if not the newest.
 */
export async function bundleParks(
  parks: readonly DirectoryPark[],
  encode: (rows: readonly DirectoryPark[]) => unknown = encodeParks,
): Promise<EncodedBundle> {
  return bundleById(parks, PARK_IDS_PER_PART, encode)
}

/** Equal outlines always give an equal bundle. */
export const bundleOutlines = (outlines: readonly OutlineRow[]): Promise<EncodedBundle> =>
  bundleById(outlines, OUTLINE_IDS_PER_PART, encodeOutlines)

/** No part if no park was removed. */
export const bundleTombstones = (tombstones: readonly Tombstone[]): Promise<EncodedBundle> =>
  bundleById(tombstones, TOMBSTONE_IDS_PER_PART, (rows) => rows)

/** Rows by the number of their range of ids, in ascending order of both if the rows are. */
function byRange<Row extends { id: number }>(rows: readonly Row[], idsPerPart: number): Map<number, Row[]> {
  const ranges = new Map<number, Row[]>()
  for (const row of rows) {
    const range = Math.floor(row.id / idsPerPart)
    const others = ranges.get(range)
    if (others) others.push(row)
    else ranges.set(range, [row])
  }
  return new Map([...ranges].sort(([a], [b]) => a - b))
}

/** One part for each range of ids that has rows. */
function bundleById<Row extends { id: number }>(
  rows: readonly Row[],
  idsPerPart: number,
  encode: (rows: readonly Row[]) => unknown,
): Promise<EncodedBundle> {
  return bundleOf(
    [...byRange(rows, idsPerPart).values()].map((part) => () => ({
      columns: encode(part),
      count: part.length,
    })),
  )
}

/** A bundle after changes, of which only the parts that changed are encoded. */
export interface ChangedBundle {
  sha256: string
  count: number
  /** The hashes of all parts, in their order. */
  parts: string[]
  changedParts: EncodedPart[]
}

/**
 * The bundle of the parks `after` changes, without encoding the parts that have none.
 * @param before the parks, and the hashes of their parts in the newest format
 * @param changed the ids of the parks that were added, changed or removed
 */
export async function bundleChangedParks(
  before: { parks: readonly DirectoryPark[]; parts: readonly string[] },
  after: readonly DirectoryPark[],
  changed: Iterable<number>,
): Promise<ChangedBundle> {
  const hashes = new Map(
    [...byRange(before.parks, PARK_IDS_PER_PART).keys()].map((range, part) => [range, before.parts[part]]),
  )
  for (const id of changed) hashes.delete(Math.floor(id / PARK_IDS_PER_PART))
  const ranges = byRange(after, PARK_IDS_PER_PART)
  const encoded = await bundleOf(
    [...ranges]
      .filter(([range]) => hashes.get(range) === undefined)
      .map(([, parks]) => () => ({ columns: encodeParks(parks), count: parks.length })),
  )
  const changedParts = encoded.parts.values()
  const parts = [...ranges.keys()].map((range) => hashes.get(range) ?? changedParts.next().value!.sha256)
  return { sha256: await bundleHash(parts), count: after.length, parts, changedParts: encoded.parts }
}

/** `encode`: the format, if not the newest. */
export async function bundleLocalities(
  localities: readonly Locality[],
  encode: (rows: readonly Locality[]) => unknown = encodeLocalities,
): Promise<EncodedBundle> {
  const starts = Array.from(
    { length: Math.ceil(localities.length / LOCALITIES_PER_PART) },
    (_, part) => part * LOCALITIES_PER_PART,
  )
  return bundleOf(
    starts.map((start) => () => {
      const rows = localities.slice(start, start + LOCALITIES_PER_PART)
      return { columns: encode(rows), count: rows.length }
    }),
  )
}

/** All councils in one part: they seldom change. */
export const bundleCouncils = (councils: readonly CouncilArea[]): Promise<EncodedBundle> =>
  bundleOf([() => ({ columns: councils, count: councils.length })])

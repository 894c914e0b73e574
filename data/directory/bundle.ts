import type { DirectoryPark } from '../model/park.ts'
import type { Council } from '../model/council.ts'
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

/** One part for each range of ids that has rows. */
function bundleById<Row extends { id: number }>(
  rows: readonly Row[],
  idsPerPart: number,
  encode: (rows: readonly Row[]) => unknown,
): Promise<EncodedBundle> {
  const byPart = new Map<number, Row[]>()
  for (const row of rows) {
    const part = Math.floor(row.id / idsPerPart)
    const others = byPart.get(part)
    if (others) others.push(row)
    else byPart.set(part, [row])
  }
  const ordered = [...byPart].sort(([a], [b]) => a - b)
  return bundleOf(
    ordered.map(([, part]) => () => ({ columns: encode(part), count: part.length })),
  )
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
export const bundleCouncils = (councils: readonly Council[]): Promise<EncodedBundle> =>
  bundleOf([() => ({ columns: councils, count: councils.length })])

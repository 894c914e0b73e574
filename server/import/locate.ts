import { setTimeout as sleep } from 'node:timers/promises'
import { roundCoordinate } from '../../data/directory/columns.ts'
import { distanceMetres } from '../../data/geo/earth.ts'
import { sameName } from '../../data/sources/merge.ts'
import { FARTHEST_FROM_SUBURB } from '../../data/sources/place.ts'
import type { AddressService, FoundAddress } from '../geo/geocoder.ts'
import { UpstreamError } from '../geo/upstream.ts'
import type { StoredPark } from '../repositories/directory.ts'
import { DirectoryMoved, importGround, keepLookup, lookups, useUpLookups } from '../repositories/imports.ts'
import type { StagedRow } from '../repositories/imports.ts'
import type { Store } from '../repositories/store.ts'
import { withSource } from './merging.ts'
import { stageAndSwap } from './run.ts'
import type { OnProgress } from './run.ts'

export interface Locating {
  service: AddressService
  /** How the source of a position is named: 'position: Nominatim, © OpenStreetMap contributors, ODbL'. */
  source: string
  /** Milliseconds from one question to the next, as the service permits. */
  pace: number
  /** Parks to be asked about at most; the rest is for another time. */
  limit: number
  dryRun: boolean
  clock: () => Date
  /** Ends the asking; what has been found is put in. */
  signal: AbortSignal
  onProgress: OnProgress
}

export interface Located {
  /** Parks known only by their suburb, of which nothing had been asked. */
  waiting: number
  asked: number
  found: number
  importId: number | null
}

/** What is asked of a park. */
export const questionOf = ({ name, address, city, state, postcode }: StoredPark) =>
  [name, address, [city, state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/**
 * The answer that is the park: a point and not an area, near its suburb, and either of its name or in its street. A geocoder that does not know
 * a park answers with something else of a similar name.
 */
export function answerFor(park: StoredPark, answers: readonly FoundAddress[]): FoundAddress | undefined {
  const street = park.address
    .replace(/^[^,]*?\d[\w/-]{0,20}\s+/, '')
    .split(',')[0]!
    .trim()
    .toLowerCase()
  const isIt = ({ label }: FoundAddress) =>
    sameName(label.split(',')[0]!, park.name) || (street.length > 4 && label.toLowerCase().includes(street))
  return answers.find(
    (answer) => !answer.approximate && distanceMetres(answer, park) <= FARTHEST_FROM_SUBURB && isIt(answer),
  )
}

/**
 * Asks a geocoder where the parks are that are known only by their suburb, one at a time and no faster than it permits. Each answer is kept as it
 * comes: the next run goes on where this one ended. What was found is then put in as one import, which can be undone.
 * @throws UpstreamError when the service fails several times in a row; what was found before is put in by the next run.
 */
export async function locateParks(
  store: Store,
  { service, source, pace, limit, dryRun, clock, signal, onProgress }: Locating,
): Promise<Located> {
  const { parks } = await store.view(importGround)
  const known = new Map((await store.read(lookups)).map((lookup) => [lookup.parkId, lookup.question]))
  const waiting = parks.filter(
    (park) => park.accuracy === 'suburb' && known.get(park.id) !== questionOf(park),
  )
  const located: Located = { waiting: waiting.length, asked: 0, found: 0, importId: null }
  if (dryRun) return located
  const now = waiting.slice(0, limit)
  let failures = 0
  for (const park of now) {
    if (signal.aborted) break
    const question = questionOf(park)
    try {
      const answer = answerFor(park, await service.find(question, signal))
      const { latitude = null, longitude = null, label = null } = answer ?? {}
      await store.write((db) =>
        keepLookup(db, {
          parkId: park.id,
          question,
          askedAt: clock().toISOString(),
          service: source,
          latitude,
          longitude,
          label,
        }),
      )
      located.asked += 1
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      if (!(error instanceof UpstreamError) || failures === MOST_FAILURES) throw error
    }
    onProgress(located.asked, now.length)
    await sleep(pace, undefined, { signal }).catch(() => undefined)
  }
  return { ...located, ...(await putIn(store, clock)) }
}

/** A service that fails so often in a row is away. */
const MOST_FAILURES = 3
const TRIES = 8

/** Puts in what has been found and is not in the directory yet. */
async function putIn(store: Store, clock: () => Date): Promise<{ found: number; importId: number | null }> {
  for (let attempt = 1; ; attempt += 1) {
    const ground = await store.view(importGround)
    const answers = new Map((await store.read(lookups)).map((lookup) => [lookup.parkId, lookup]))
    const rows: StagedRow[] = []
    for (const park of ground.parks) {
      const answer = answers.get(park.id)
      if (park.accuracy !== 'suburb' || !answer || answer.latitude === null || answer.longitude === null)
        continue
      const { id: _id, ...facts } = park
      const after = {
        ...facts,
        latitude: roundCoordinate(answer.latitude),
        longitude: roundCoordinate(answer.longitude),
        accuracy: 'exact' as const,
        source: withSource(park.source, answer.service),
      }
      rows.push({
        row: rows.length + 1,
        outcome: 'updated',
        before: park,
        after,
        dataset: null,
        sourceId: null,
        pictureUrl: null,
        cells: null,
        reason: null,
      })
    }
    if (rows.length === 0) return { found: 0, importId: null }
    const figures = {
      total: rows.length,
      failed: 0,
      created: 0,
      updated: rows.length,
      unchanged: 0,
      merged: 0,
      unpublished: rows.filter(({ after }) => after!.access === null).length,
    }
    try {
      const importId = await stageAndSwap(store, {
        rows,
        figures,
        header: [],
        kind: 'locate',
        fileName: 'positions',
        userId: null,
        ground,
        clock,
        onProgress: () => undefined,
      })
      await store.write((db) =>
        useUpLookups(
          db,
          rows.map(({ before }) => before!.id),
        ),
      )
      return { found: rows.length, importId }
    } catch (error) {
      if (!(error instanceof DirectoryMoved) || attempt === TRIES) throw error
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { roundCoordinate } from '../../data/model/point.ts'
import { metresBetween } from '../../data/import/distance.ts'
import { sameName, spelledOut } from '../../data/import/merge.ts'
import { MAX_METRES_FROM_SUBURB } from '../../data/import/place.ts'
import type { AddressService, FoundAddress } from '../geo/geocoder.ts'
import { UpstreamError } from '../geo/upstream.ts'
import { OPENSTREETMAP } from '../../data/model/source.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { suburbText } from '../../data/model/text.ts'
import { councilAreaAt } from '../geo/council-areas.ts'
import type { StoredPark } from '../repositories/directory.ts'
import { readImportBasis, saveLookup, lookups, clearUsedLookups } from '../repositories/imports.ts'
import type { StagedRow } from '../repositories/imports.ts'
import type { Store } from '../repositories/store.ts'
import { withPicturesPaused } from './picture-queue.ts'
import { stageAndPublish, withCurrentDirectory } from './run.ts'
import type { OnProgress } from './run.ts'

export interface LocateOptions {
  service: AddressService
  /** Name of the position's source: 'position: Nominatim, © OpenStreetMap contributors, ODbL'. */
  source: string
  /** Milliseconds between two requests, as the service permits. */
  pace: number
  /** Maximum number of parks to look up; the others are left for the next run. */
  limit: number
  dryRun: boolean
  clock: () => Date
  /** Stops the requests; results so far are imported. */
  signal: AbortSignal
  onProgress: OnProgress
}

export interface LocateResult {
  /** Parks known only by their suburb that have not been looked up. */
  waiting: number
  asked: number
  found: number
  importId: number | null
}

/** The geocoder query for a park. */
const queryFor = (park: StoredPark) => [park.name, park.address, suburbText(park)].filter(Boolean).join(', ')

/**
 * The result that is the park: a point and not an area, near its suburb, and with its name or in its street.
 * A geocoder that does not know a park returns something else with a similar name.
 */
export function answerFor(
  park: Pick<StoredPark, 'name' | 'address' | 'latitude' | 'longitude'>,
  answers: readonly FoundAddress[],
): FoundAddress | undefined {
  const street = spelledOut(park.address.replace(/^[^,]*?\d[\w/-]{0,20}\s+/, '').split(',')[0]!)
  const isMatch = ({ label }: FoundAddress) =>
    sameName(label.split(',')[0]!, park.name) || (street.length > 4 && spelledOut(label).includes(street))
  return answers.find(
    (answer) =>
      !answer.approximate && metresBetween(answer, park) <= MAX_METRES_FROM_SUBURB && isMatch(answer),
  )
}

/**
 * Looks up the positions of parks known only by their suburb, one at a time and no faster than the service
 * permits. Each result is stored immediately, so the next run continues where this one ended. The positions
 * found are then published as one import, which can be undone.
 * @throws UpstreamError if the service fails several times in a row, and ImportBusy if the directory keeps
 * changing; the next run imports what was found before
 */
export async function locateParks(
  store: Store,
  { service, source, pace, limit, dryRun, clock, signal, onProgress }: LocateOptions,
): Promise<LocateResult> {
  const { parks } = await store.view(readImportBasis)
  const known = new Map((await store.read(lookups)).map((lookup) => [lookup.parkId, lookup.question]))
  const waiting = parks.filter((park) => park.accuracy === 'suburb' && known.get(park.id) !== queryFor(park))
  const located: LocateResult = { waiting: waiting.length, asked: 0, found: 0, importId: null }
  if (dryRun) return located
  const batch = waiting.slice(0, limit)
  let failures = 0
  for (const park of batch) {
    if (signal.aborted) break
    const question = queryFor(park)
    try {
      const answer = answerFor(park, await service.find(question, undefined, signal))
      const { latitude = null, longitude = null, label = null } = answer ?? {}
      await store.write((db) =>
        saveLookup(db, {
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
      if (!(error instanceof UpstreamError) || failures === MAX_FAILURES) throw error
    }
    onProgress(located.asked, batch.length)
    await sleep(pace, undefined, { signal }).catch(() => undefined)
  }
  return { ...located, ...(await withPicturesPaused(store, () => importPositions(store, clock))) }
}

/**
 * Both services use the data of OpenStreetMap. `service`: 'Nominatim', or 'position: Nominatim, © OpenStreetMap
 * contributors'.
 */
export const positionSourceOf = (service: string, askedAt: string): PositionSource => ({
  publisher: OPENSTREETMAP,
  title: service.replace(/^position: /, '').split(',')[0]!,
  date: askedAt.slice(0, 10),
  licence: 'ODbL 1.0',
})

/** After this many failures in a row the service counts as unavailable. */
const MAX_FAILURES = 3

/** Imports the positions that were found and are not in the directory yet. */
async function importPositions(
  store: Store,
  clock: () => Date,
): Promise<{ found: number; importId: number | null }> {
  return withCurrentDirectory(store, async (basis) => {
    const answers = new Map((await store.read(lookups)).map((lookup) => [lookup.parkId, lookup]))
    const rows: StagedRow[] = []
    for (const park of basis.parks) {
      const answer = answers.get(park.id)
      if (park.accuracy !== 'suburb' || !answer || answer.latitude === null || answer.longitude === null)
        continue
      const { id: _id, ...facts } = park
      const after = {
        ...facts,
        latitude: roundCoordinate(answer.latitude),
        longitude: roundCoordinate(answer.longitude),
        accuracy: 'exact' as const,
        position: positionSourceOf(answer.service, answer.askedAt),
        council: councilAreaAt({ latitude: answer.latitude, longitude: answer.longitude }),
      }
      rows.push({
        row: rows.length + 1,
        outcome: 'updated',
        parkId: park.id,
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
    const importId = await stageAndPublish(store, {
      rows,
      figures,
      header: [],
      kind: 'locate',
      fileName: 'positions',
      userId: null,
      basis,
      clock,
      onProgress: () => undefined,
    })
    await store.write((db) =>
      clearUsedLookups(
        db,
        rows.map(({ before }) => before!.id),
      ),
    )
    return { found: rows.length, importId }
  })
}

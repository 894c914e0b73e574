import type { Circle } from '../../data/geo/area-tiles.ts'
import { hasHash, hasStreets, isPack, withPacks } from './area-files.ts'
import type { AreaPorts } from './area-files.ts'
import { changeArea, readArea } from './areas.ts'
import type { AreaPack, AreaRow, OffleadDatabase } from './database.ts'

interface ListedPack extends AreaPack {
  hash: string | null
}

/** The maps that the server has now. */
export interface CurrentMaps {
  /** Maps with the same name have the same packs. */
  name: string
  /**
   * The packs that cover some circles. `hash`: of those of the built-in map, whose address does not name it; `null` if
   * there is no such pack, as in the sea.
   */
  packs(circles: readonly Circle[]): Promise<ListedPack[]>
}

export interface ComparisonPorts extends Pick<AreaPorts, 'database' | 'cache' | 'now'> {
  /** Asks the server. */
  currentMaps(): Promise<CurrentMaps>
}

/**
 * Compares the maps of complete areas with those of the server, and saves in their rows whether there is a newer one.
 * Other areas get the newest map when their download continues. One request, and one more for each area whose
 * packs have not been compared with these maps before.
 * @throws what the requests reject with
 */
export async function compareMaps(ports: ComparisonPorts, areas: readonly AreaRow[]): Promise<void> {
  const complete = areas.filter(({ state }) => state === 'ready')
  if (complete.length === 0) return
  const maps = await ports.currentMaps()
  for (const stored of complete) {
    const { id, circles, compared } = stored
    const listed =
      compared?.maps === maps.name ? null : await keepUnchanged(ports, await maps.packs(circles), stored)
    await ports.database.transaction('rw', ports.database.areas, async () => {
      // It may have been removed, updated or downloaded again during the requests.
      const area = await readArea(ports.database, id)
      if (area?.state === 'ready')
        await changeArea(ports.database, id, compare(area, listed, maps, ports.now()))
    })
  }
}

/** @param listed the packs of the server; `null` if the area has been compared with them before */
function compare(
  { files }: AreaRow,
  listed: AreaPack[] | null,
  maps: CurrentMaps,
  at: number,
): Partial<AreaRow> {
  if (listed === null) return { compared: { at, maps: maps.name } }
  const paths = listed.map(({ path }) => path)
  // The server has no street map just now, for example while it copies a new one.
  if (hasStreets(files) && !hasStreets(paths)) return { compared: { at, maps: null }, newer: [] }
  const stored = new Set(files)
  const isNewer = paths.some((path) => !stored.has(path))
  return { compared: { at, maps: maps.name }, newer: isNewer ? listed : [] }
}

/**
 * Replaces those packs of the built-in map that an area has with the same content: a new version of it changes few
 * regions, but the addresses of all.
 */
async function keepUnchanged(
  ports: ComparisonPorts,
  listed: readonly ListedPack[],
  { files, absent }: AreaRow,
): Promise<AreaPack[]> {
  const cellOf = (path: string) => path.split('/').slice(-3).join('/')
  const present = new Map(
    files.filter((path) => isPack(path) && !hasStreets([path])).map((path) => [cellOf(path), path]),
  )
  const cache = await ports.cache()
  const isSame = async (path: string, hash: string | null) => {
    if (hash === null || absent.includes(path)) return hash === null && absent.includes(path)
    const response = await cache.match(path)
    return response !== undefined && (await hasHash(await response.arrayBuffer(), hash)) === true
  }
  return Promise.all(
    listed.map(async ({ path, bytes, hash }) => {
      const kept = hasStreets([path]) ? undefined : present.get(cellOf(path))
      return { path: kept !== undefined && (await isSame(kept, hash)) ? kept : path, bytes }
    }),
  )
}

/** The paths of the files that complete areas have. */
export const storedFiles = (areas: readonly AreaRow[]): ReadonlySet<string> =>
  new Set(areas.filter(({ state }) => state === 'ready').flatMap(({ files }) => files))

/** Bytes that the areas use together. A file that several complete ones have counts once. */
export function totalBytes(areas: readonly AreaRow[]): number {
  const shared = new Map<string, number>()
  let total = 0
  for (const { state, files, sizes = [], bytes } of areas)
    if (state === 'ready' && sizes.length === files.length)
      files.forEach((path, at) => shared.set(path, sizes[at]!))
    else total += bytes
  for (const size of shared.values()) total += size
  return total
}

/**
 * Bytes to download for the newer map of an area; `null` if there is none. What it shares with its present map, or with
 * another area, is not downloaded again.
 */
export function updateBytes({ state, newer = [] }: AreaRow, areas: readonly AreaRow[]): number | null {
  if (state !== 'ready' || newer.length === 0) return null
  const stored = storedFiles(areas)
  return newer.reduce((sum, { path, bytes }) => sum + (stored.has(path) ? 0 : bytes), 0)
}

/** Whether an area was complete and still has its former map, because that of a newer one is not. */
export const isUpdating = ({ state, checkedAt, former = [] }: AreaRow): boolean =>
  state !== 'ready' && checkedAt !== null && former.length > 0

/**
 * Gives an area the packs of the newer map, which are then to be downloaded. It keeps its present packs until they
 * are complete.
 * @returns whether it is to be downloaded: not if another tab has begun that
 */
export const beginUpdate = (database: OffleadDatabase, id: string): Promise<boolean> =>
  database.transaction('rw', database.areas, async () => {
    const area = await readArea(database, id)
    if (area?.state !== 'ready' || !area.newer?.length) return false
    const packs = area.newer.map(({ path }) => path)
    await changeArea(database, id, { ...withPacks(area, packs), state: 'fetching' })
    return true
  })

import type { AreaRow, AreaState, OffleadDatabase } from './database.ts'
import type { Circle } from '../../data/geo/area-tiles.ts'
import { isSubstitute } from '../../data/map/substitute.ts'
import { changeArea, readArea, readAreas, deleteAreaRow } from './areas.ts'
import { ceilingAfter } from './backoff.ts'
import { download, HttpStatusError } from './download.ts'
import type { Fetch } from './download.ts'
import { isQuotaError } from './free-space.ts'
import { STATIC_MAP_PATH } from './names.ts'
import { isPage } from './page-reply.ts'
import { ServerPaused } from './server-gate.ts'

export interface AreaPorts {
  database: OffleadDatabase
  /** The browser's cache of areas. */
  cache(): Promise<Pick<Cache, 'keys' | 'put' | 'match' | 'delete'>>
  fetch: Fetch
  /** The paths of the packs that cover some circles, of the maps that the server has now. */
  packs(circles: readonly Circle[], signal: AbortSignal): Promise<string[]>
  /** Milliseconds since 1970. */
  now(): number
  /** Deletes maps that are only cached because they were shown, to free space. */
  freeSpace(): Promise<unknown>
  /**
   * Runs one download at a time across all tabs.
   * @throws the signal's reason if it is aborted while another download runs
   */
  exclusively<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /**
   * Runs one at a time, across all tabs, what deletes files and what finds out which files are there: a download must
   * not count a file that is being deleted.
   */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>
  /** Waits between two attempts. */
  pause(milliseconds: number): Promise<void>
}

type DeletionPorts = Pick<AreaPorts, 'database' | 'cache' | 'oneAtATime'>

/** Number of files downloaded in parallel. */
const MAX_PARALLEL = 4
/** Attempts per file before the whole download waits for a better network. */
const MAX_ATTEMPTS = 3
/** Upper limits of the pauses between attempts; the limit doubles each time. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** Progress is saved each time this many more files are present: often enough to see, and cheap. */
const SAVE_PROGRESS_EVERY = 8

class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The server does not have a pack: it has built or got another map since the files were listed. */
class PackOutdated extends Error {
  override name = 'PackOutdated'
}

/** The server drew a substitute for a map image. It can be asked for the image later. */
class ImageSubstituted extends Error {
  override name = 'ImageSubstituted'
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, 'https://any.example')
  return pathname + search
}

/** Paths of all files in the cache. */
async function pathsIn(cache: Pick<Cache, 'keys'>): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => pathOf(url)))
}

const isMapImage = (path: string) => path.startsWith(`${STATIC_MAP_PATH}?`)

/** The packs of both maps, whose addresses change with their content. */
export const isPack = (path: string) => /^\/api\/maps\/(?:base-)?packs\//.test(path)

/** The address of a pack of streets, which ends with its hash (data/model/map.ts). */
const PACK_PATH = /^\/api\/maps\/packs\/\d+\/\d+\/\d+\/([\w-]+)$/

export const hasStreets = (paths: readonly string[]) => paths.some((path) => PACK_PATH.test(path))

/** Whether the bytes of a pack have a hash (data/model/map.ts); `undefined` if that cannot be found out here. */
export async function hasHash(bytes: BufferSource, hash: string): Promise<boolean | undefined> {
  // `crypto.subtle` is missing in pages without https, except on localhost.
  if (crypto.subtle === undefined) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const base64 = btoa(String.fromCharCode(...digest))
  return base64.replaceAll('+', '-').replaceAll('/', '_').startsWith(hash)
}

/** Whether a file has the hash that its address names. True for addresses without a hash. */
async function hasNamedHash(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const named = PACK_PATH.exec(path)?.[1]
  return named === undefined || (await hasHash(bytes, named)) !== false
}

/** Where a file is downloaded to. */
interface Destination {
  ports: AreaPorts
  cache: Pick<Cache, 'put'>
  signal: AbortSignal
}

/**
 * Downloads a file into the cache. An attempt without progress for 15 s has failed.
 * @returns its size in bytes, or `null` if the server has nothing there
 * @throws PackOutdated, ImageSubstituted, StorageFull, or what the last attempt failed with
 */
async function fetchFile(to: Destination, path: string): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The browser's HTTP cache may contain a damaged copy.
      return await attemptFile(to, path, attempt === 1 ? 'default' : 'reload')
    } catch (error) {
      if (to.signal.aborted || isFinal(error) || attempt === MAX_ATTEMPTS) throw error
      const ceiling = ceilingAfter(attempt - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS)
      await to.ports.pause(ceiling / 2 + (Math.random() * ceiling) / 2)
    }
  }
}

/** Whether another attempt would fail, too. While the server has trouble, the whole download waits. */
const isFinal = (error: unknown) =>
  error instanceof PackOutdated ||
  error instanceof StorageFull ||
  error instanceof ImageSubstituted ||
  error instanceof ServerPaused

/** One attempt of {@link fetchFile}. */
async function attemptFile(
  { ports, cache, signal }: Destination,
  path: string,
  cacheMode: RequestCache,
): Promise<number | null> {
  const downloaded = await download(path, { fetch: ports.fetch, cache: cacheMode, signal }).catch(
    (error: unknown) => {
      if (error instanceof HttpStatusError && error.status === 404) return null
      throw error
    },
  )
  if (downloaded === null) {
    if (isPack(path)) throw new PackOutdated(path)
    return null
  }
  const { response, bytes } = downloaded
  if (response.status === 204) return null
  // Opaque responses are not cached: their status and content cannot be checked.
  if (response.status !== 200 || response.type === 'opaque' || response.type === 'opaqueredirect')
    throw new Error(`answered with ${response.status}`)
  if (isPage(response)) throw new Error('answered with a web page')
  if (isMapImage(path) && isSubstitute(response.headers.get('cache-control')))
    throw new ImageSubstituted(path)
  if (bytes.length === 0) throw new Error('answered with an empty body')
  if (!(await hasNamedHash(path, bytes))) throw new Error('answered with other bytes than its address names')
  await putInCache(ports, cache, path, new Response(bytes, { headers: response.headers }))
  return bytes.length
}

async function putInCache(
  ports: AreaPorts,
  cache: Pick<Cache, 'put'>,
  path: string,
  response: Response,
): Promise<void> {
  const copy = response.clone()
  try {
    await cache.put(path, response)
    return
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await ports.freeSpace()
  try {
    await cache.put(path, copy)
  } catch (error) {
    if (isQuotaError(error)) throw new StorageFull('this device is full', { cause: error })
    throw error
  }
}

/**
 * Downloads an area and then checks that it is complete. Files from an interrupted download are not fetched
 * again.
 * @returns the state afterwards: `ready`; `waiting` for a network; `full`; `evicted` if a file is missing at
 *   the check. `paused` if the area is paused or the signal was aborted: then who aborts it saves the state
 */
export async function fetchArea(ports: AreaPorts, id: string, signal: AbortSignal): Promise<AreaState> {
  const work = async () => {
    const state = await fetchMissingFiles(ports, id, signal)
    if (state !== 'outdated') return state
    try {
      await listPacksAgain(ports, id, signal)
    } catch {
      return 'waiting'
    }
    const next = await fetchMissingFiles(ports, id, signal)
    return next === 'outdated' ? 'waiting' : next
  }
  try {
    return await ports.exclusively(work, signal)
  } catch (error) {
    if (signal.aborted) return 'paused'
    const state = isQuotaError(error) ? 'full' : 'waiting'
    // On a full device this may fail, too: then the next start continues.
    await changeArea(ports.database, id, { state }).catch(() => undefined)
    return state
  }
}

/**
 * Replaces the packs of an area by those of the maps that the server has now.
 * @throws PackOutdated if the area has streets and the server has none: the packs on the device are kept
 */
async function listPacksAgain(ports: AreaPorts, id: string, signal: AbortSignal): Promise<void> {
  const area = await readArea(ports.database, id)
  if (area === undefined) return
  const packs = await ports.packs(area.circles, signal)
  // The server has no street map just now, for example while it copies a new one.
  if (hasStreets(area.files) && !hasStreets(packs)) throw new PackOutdated('no street map')
  await changeArea(ports.database, id, withPacks(area, packs))
}

/** The change of an area that gets these packs. Those that it had are kept until the new ones are complete. */
export function withPacks(
  { files, absent, former = [] }: AreaRow,
  packs: readonly string[],
): Pick<AreaRow, 'files' | 'absent'> & Required<Pick<AreaRow, 'former' | 'newer'>> {
  const listed = new Set(packs)
  return {
    files: [...files.filter((path) => !isPack(path)), ...packs],
    absent: absent.filter((path) => !isPack(path) || listed.has(path)),
    former: [...new Set([...former, ...files.filter(isPack)])].filter((path) => !listed.has(path)),
    newer: [],
  }
}

/** @returns the state afterwards, or `outdated` if it waits because the server has other packs now */
async function fetchMissingFiles(
  ports: AreaPorts,
  id: string,
  signal: AbortSignal,
): Promise<AreaState | 'outdated'> {
  const cache = await ports.cache()
  const cached = await ports.oneAtATime(() => pathsIn(cache))
  const area = await readArea(ports.database, id)
  // It may have been paused, removed or resumed elsewhere while it waited for another download.
  if (area === undefined || area.state === 'paused' || signal.aborted) return 'paused'
  const absent = new Set(area.absent)
  const missing = area.files.filter((path) => !cached.has(path) && !absent.has(path))
  // Another tab has completed it.
  if (area.state === 'ready' && missing.length === 0) return 'ready'
  let { bytes } = area
  let here = area.files.length - missing.length
  const saveProgress = (change: Partial<AreaRow> = {}) =>
    changeArea(ports.database, id, { here, bytes, absent: [...absent], ...change })
  await saveProgress({ state: 'fetching' })

  const stop = new AbortController()
  const forwardAbort = () => stop.abort(signal.reason)
  if (signal.aborted) forwardAbort()
  signal.addEventListener('abort', forwardAbort)
  let failure: unknown
  const fetchMissing = async () => {
    for (let path = missing.shift(); path !== undefined && !stop.signal.aborted; path = missing.shift()) {
      try {
        const size = await fetchFile({ ports, cache, signal: stop.signal }, path)
        if (size === null) absent.add(path)
        bytes += size ?? 0
        here++
        if (here % SAVE_PROGRESS_EVERY === 0) await saveProgress()
      } catch (error) {
        if (failure === undefined || failure instanceof ImageSubstituted) failure = error
        // The other files do not depend on the image.
        if (error instanceof ImageSubstituted) continue
        // Without a reason of ours: the other downloads were stopped here, not failed by the server.
        stop.abort()
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, fetchMissing))
  signal.removeEventListener('abort', forwardAbort)
  if (signal.aborted) {
    await saveProgress()
    return 'paused'
  }
  if (failure !== undefined) {
    const state = failure instanceof StorageFull || isQuotaError(failure) ? 'full' : 'waiting'
    await saveProgress({ state })
    return failure instanceof PackOutdated ? 'outdated' : state
  }
  await saveProgress()
  const state = await verifyArea(ports, id)
  const { former = [] } = area
  // If this fails, the next start deletes them.
  if (state === 'ready' && former.length > 0)
    await ports.oneAtATime(() => deleteUnused(ports, former)).catch(() => undefined)
  return state
}

/**
 * Reads every file of an area from the cache and saves how many are present. An area with missing files is
 * `evicted`: the browser has deleted them. Reading takes long, and nothing is saved if the area is updated meanwhile.
 * @returns whether all files are there, as a state
 */
export async function verifyArea(
  ports: Pick<AreaPorts, 'database' | 'cache' | 'now'>,
  id: string,
): Promise<AreaState> {
  const area = await readArea(ports.database, id)
  if (area === undefined) return 'evicted'
  const cache = await ports.cache()
  const absent = new Set(area.absent)
  let here = 0
  const sizes: number[] = []
  for (const path of area.files) {
    const size = absent.has(path) ? 0 : await sizeOf(cache, path)
    if (size !== null) here++
    sizes.push(size ?? 0)
  }
  const isComplete = here === area.files.length
  const state: AreaState = isComplete ? 'ready' : 'evicted'
  const change = {
    here,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    sizes,
    state,
    ...(isComplete ? { checkedAt: ports.now(), former: [] } : {}),
  }
  await ports.database.transaction('rw', ports.database.areas, async () => {
    const current = await readArea(ports.database, id)
    if (current?.files.join() === area.files.join()) await changeArea(ports.database, id, change)
  })
  return state
}

/** @returns the size of a file in bytes, `null` if it is not there. An empty one is deleted */
async function sizeOf(cache: Pick<Cache, 'match' | 'delete'>, path: string): Promise<number | null> {
  const response = await cache.match(path)
  if (response === undefined) return null
  const { size } = await response.blob()
  if (size > 0) return size
  await cache.delete(path)
  return null
}

/**
 * Finds areas that were `ready` and now lack files. Run at start-up, so it only compares paths and does not
 * read the files.
 * @returns the areas that have become `evicted`
 */
export async function findEvicted(ports: Pick<AreaPorts, 'database' | 'cache'>): Promise<AreaRow[]> {
  const areas = (await readAreas(ports.database)).filter(({ state }) => state === 'ready')
  if (areas.length === 0) return []
  const cached = await pathsIn(await ports.cache())
  const evicted = areas.flatMap((area) => {
    const absent = new Set(area.absent)
    const here = area.files.filter((path) => cached.has(path) || absent.has(path)).length
    return here < area.files.length ? [{ ...area, here, state: 'evicted' as const }] : []
  })
  for (const { id, here, state } of evicted) await changeArea(ports.database, id, { here, state })
  return evicted
}

const allFilesOf = ({ files, former = [] }: AreaRow): string[] => [...files, ...former]

/** Deletes files that belong to no area, for example after their owner signed out in another tab. */
export async function deleteOrphanedFiles(ports: DeletionPorts): Promise<void> {
  await ports.oneAtATime(async () => deleteUnused(ports, await pathsIn(await ports.cache())))
}

/** Deletes those files that no area uses. */
async function deleteUnused(ports: DeletionPorts, paths: Iterable<string>): Promise<void> {
  const cache = await ports.cache()
  // Areas are read after the paths: an area is saved before its first file is downloaded.
  const inUse = new Set((await readAreas(ports.database)).flatMap(allFilesOf))
  for (const path of paths) if (!inUse.has(path)) await cache.delete(path)
}

/** Deletes an area and those of its files that no other area uses. */
export async function deleteArea(ports: DeletionPorts, id: string): Promise<void> {
  const area = await readArea(ports.database, id)
  if (area === undefined) return
  await deleteAreaRow(ports.database, id)
  await ports.oneAtATime(() => deleteUnused(ports, allFilesOf(area)))
}

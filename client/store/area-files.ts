import type { AreaRow, AreaState, OffleadDatabase } from './database.ts'
import { changeArea, readArea, readAreas, removeArea } from './areas.ts'
import { ceilingAfter } from './backoff.ts'
import type { Fetch } from './download.ts'
import { isQuotaError } from './room.ts'
import { ServerPaused } from './server-gate.ts'

export interface AreaPorts {
  database: OffleadDatabase
  /** The browser's cache of areas. */
  cache(): Promise<Pick<Cache, 'keys' | 'put' | 'match' | 'delete'>>
  fetch: Fetch
  /** Milliseconds since 1970. */
  now(): number
  /** Lets go of what was merely seen, to make room. */
  giveWay(): Promise<unknown>
  /** One download of this origin at a time, whichever tab. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Waits between two tries. Milliseconds. */
  pause(milliseconds: number): Promise<void>
}

/** Files on their way at once. */
const AT_ONCE = 4
/** A file that fails is tried so often before the whole waits for a better network. */
const TRIES = 3
/** Ceilings of the pauses between tries, doubling. Milliseconds. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000
/** Progress is written down after so many files: often enough to be seen, seldom enough to cost nothing. */
const NOTE_EVERY = 8

class NoRoom extends Error {
  override name = 'NoRoom'
}

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, 'https://any.example')
  return pathname + search
}

/** Addresses that are in the cache. */
async function pathsIn(cache: Pick<Cache, 'keys'>): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => pathOf(url)))
}

/** Puts a file into the cache. @returns its size in bytes, or `null` when nobody has it */
async function fetchFile(
  ports: AreaPorts,
  cache: Pick<Cache, 'put'>,
  path: string,
  signal: AbortSignal,
): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await ports.fetch(path, { signal })
      if (response.status === 404 || response.status === 204) return null
      // An answer of another origin, or one that cannot be looked into, is never kept.
      if (response.status !== 200 || response.type === 'opaque' || response.type === 'opaqueredirect')
        throw new Error(`answered with ${response.status}`)
      const body = await response.blob()
      if (body.size === 0) throw new Error('answered with nothing')
      await keep(ports, cache, path, new Response(body, { headers: response.headers }))
      return body.size
    } catch (error) {
      // A server in trouble is left alone: the whole waits for it.
      if (signal.aborted || error instanceof NoRoom || error instanceof ServerPaused || attempt === TRIES)
        throw error
      const ceiling = ceilingAfter(attempt - 1, FIRST_PAUSE, LONGEST_PAUSE)
      await ports.pause(ceiling / 2 + (Math.random() * ceiling) / 2)
    }
  }
}

async function keep(
  ports: AreaPorts,
  cache: Pick<Cache, 'put'>,
  path: string,
  response: Response,
): Promise<void> {
  const again = response.clone()
  try {
    await cache.put(path, response)
    return
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await ports.giveWay()
  try {
    await cache.put(path, again)
  } catch (error) {
    if (isQuotaError(error)) throw new NoRoom('this device is full', { cause: error })
    throw error
  }
}

/**
 * Brings an area onto the device: what is there already, from a download that was cut off, is not fetched again. Afterwards looks whether all of
 * it is here.
 * @returns how it ended: `ready`; `paused`, because the signal said so; `waiting` for a network; `full`
 */
export async function fetchArea(ports: AreaPorts, id: string, signal: AbortSignal): Promise<AreaState> {
  return ports.exclusively(async () => {
    const area = await readArea(ports.database, id)
    if (area === undefined) return 'paused'
    const cache = await ports.cache()
    const there = await pathsIn(cache)
    const absent = new Set(area.absent)
    const missing = area.files.filter((path) => !there.has(path) && !absent.has(path))
    let { bytes } = area
    let here = area.files.length - missing.length
    const note = (change: Partial<AreaRow> = {}) =>
      changeArea(ports.database, id, { here, bytes, absent: [...absent], ...change })
    await note({ state: 'fetching' })

    const stop = new AbortController()
    const stopped = () => stop.abort(signal.reason)
    if (signal.aborted) stopped()
    signal.addEventListener('abort', stopped)
    let failure: unknown
    const take = async () => {
      for (let path = missing.shift(); path !== undefined && !stop.signal.aborted; path = missing.shift()) {
        try {
          const size = await fetchFile(ports, cache, path, stop.signal)
          if (size === null) absent.add(path)
          bytes += size ?? 0
          here++
          if (here % NOTE_EVERY === 0) await note()
        } catch (error) {
          failure ??= error
          // Without a reason of ours: the other downloads were stopped here, not failed by the server.
          stop.abort()
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, take))
    signal.removeEventListener('abort', stopped)
    if (signal.aborted) return ended('paused')
    if (failure !== undefined)
      return ended(failure instanceof NoRoom || isQuotaError(failure) ? 'full' : 'waiting')
    await note()
    return verifyArea(ports, id)

    async function ended(state: AreaState): Promise<AreaState> {
      await note({ state })
      return state
    }
  })
}

/**
 * Looks at every file of an area and notes what is here. An area that was whole and is not any more, the browser has taken some of.
 * @returns its state afterwards
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
  let bytes = 0
  for (const path of area.files) {
    const size = absent.has(path) ? 0 : await sizeOf(cache, path)
    if (size === null) continue
    here++
    bytes += size
  }
  const whole = here === area.files.length
  const state: AreaState = whole ? 'ready' : 'evicted'
  await changeArea(ports.database, id, { here, bytes, state, ...(whole ? { checkedAt: ports.now() } : {}) })
  return state
}

async function sizeOf(cache: Pick<Cache, 'match' | 'delete'>, path: string): Promise<number | null> {
  const kept = await cache.match(path)
  if (kept === undefined) return null
  const { size } = await kept.blob()
  if (size > 0) return size
  await cache.delete(path)
  return null
}

/** At a start: areas that were whole and are not any more, without looking into files. @returns those of which some is newly gone */
export async function findEvicted(ports: Pick<AreaPorts, 'database' | 'cache'>): Promise<AreaRow[]> {
  const areas = (await readAreas(ports.database)).filter(({ state }) => state === 'ready')
  if (areas.length === 0) return []
  const there = await pathsIn(await ports.cache())
  const evicted = areas.flatMap((area) => {
    const absent = new Set(area.absent)
    const here = area.files.filter((path) => there.has(path) || absent.has(path)).length
    return here < area.files.length ? [{ ...area, here, state: 'evicted' as const }] : []
  })
  for (const { id, here, state } of evicted) await changeArea(ports.database, id, { here, state })
  return evicted
}

/** Lets go of files that no area is made of: areas of somebody's favourites go with their person, by whichever tab. */
export async function letGoOfStrays(ports: Pick<AreaPorts, 'database' | 'cache'>): Promise<void> {
  const cache = await ports.cache()
  const paths = await pathsIn(cache)
  // Looked at after the files: an area is noted before the first of its files comes.
  const kept = new Set((await readAreas(ports.database)).flatMap(({ files }) => files))
  for (const path of paths) if (!kept.has(path)) await cache.delete(path)
}

/** Lets an area go, and of its files those that no other area is made of. */
export async function letGoOfArea(ports: Pick<AreaPorts, 'database' | 'cache'>, id: string): Promise<void> {
  const area = await readArea(ports.database, id)
  if (area === undefined) return
  await removeArea(ports.database, id)
  const others = new Set((await readAreas(ports.database)).flatMap(({ files }) => files))
  const cache = await ports.cache()
  for (const path of area.files) if (!others.has(path)) await cache.delete(path)
}

import { DAY } from '../../../data/model/constants.ts'
import { NO_ACCOUNT } from '../../../data/model/sync.ts'
import { hasPassed } from '../../platform/clock.ts'
import { savesData } from '../../platform/saves-data.ts'
import { onNetworkReturn } from '../../platform/network-return.ts'
import { askToPersist } from '../../platform/persist.ts'
import {
  fetchArea,
  findEvicted,
  deleteArea,
  deleteOrphanedFiles,
  verifyArea,
} from '../../store/area-files.ts'
import type { AreaPorts } from '../../store/area-files.ts'
import { beginUpdate, compareMaps, isUpdating } from '../../store/area-maps.ts'
import { changeArea, liveAreas, saveArea, readArea, readAreas } from '../../store/areas.ts'
import type { AreaRow } from '../../store/database.ts'
import { createDatabase } from '../../store/database.ts'
import { deleteSeenMaps, DeviceFull, saveOrFreeSpace } from '../../store/free-space.ts'
import { ifLockIsFree, whenLockIsFree, withLock } from '../../store/lock.ts'
import {
  AREA_FILES_LOCK,
  AREA_MAPS_LOCK,
  AREAS_CACHE,
  AREAS_HINT,
  AREAS_LOCK,
  MAP_OFFER_PATH,
} from '../../store/names.ts'
import { serverGate } from '../../store/server-gate.ts'
import { activePerson, newId } from '../../store/stream.ts'
import { toast } from '../../platform/toast.ts'
import { markAutomatic } from '../../api/request.ts'
import { readAreaPacks, readCurrentMaps } from '../../queries/areas.ts'
import { filesOf } from './plan.ts'
import type { AreaPlan } from './plan.ts'
import { AREA_TEXTS } from './texts.ts'

/** The gate's name for calls for the files of areas. */
const AREA_CALLS = 'areas'
/** The maps of areas are compared with the server's when this has passed, in milliseconds. */
const COMPARISON_INTERVAL_MS = DAY

const database = createDatabase(() => undefined)

/**
 * The offline areas of this device, oldest first. Those of a user's favourites are hidden after the session has ended,
 * like the favourites.
 */
export async function listAreas(): Promise<AreaRow[]> {
  const shownOwners = new Set([undefined, NO_ACCOUNT, await activePerson(database)])
  return (await readAreas(database)).filter(({ owner }) => shownOwners.has(owner))
}

const portsFor = (asked: boolean): AreaPorts => ({
  database,
  cache: () => caches.open(AREAS_CACHE),
  // A download that continues by itself waits while the server is in trouble; one the user asked for does
  // not.
  fetch: (url, init) => serverGate.fetch(AREA_CALLS, () => fetch(url, init), { mayBeCached: true, asked }),
  async packs(circles, signal) {
    if (!asked) markAutomatic(signal)
    const { base, streets } = await readAreaPacks(circles, signal)
    return [...base, ...streets.map(({ url }) => url)]
  },
  now: Date.now,
  freeSpace: deleteSeenMaps,
  exclusively: (work, signal) => whenLockIsFree(navigator.locks, AREAS_LOCK, signal, work),
  oneAtATime: (work) => withLock(navigator.locks, AREA_FILES_LOCK, work),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})
const ports = portsFor(false)
const askedPorts = portsFor(true)

/** Running downloads of this tab, by area id. */
const downloads = new Map<string, { controller: AbortController; done: Promise<void> }>()

/**
 * Records whether there are areas, so that the next start knows whether to load this module. Call it without areas
 * only when their files are deleted: otherwise the next start must delete the rest.
 */
function saveHint(list: readonly AreaRow[]): void {
  try {
    if (list.length > 0) localStorage.setItem(AREAS_HINT, String(list.length))
    else localStorage.removeItem(AREAS_HINT)
  } catch {
    // Without the hint, downloads resume and missing files are noticed when the offline areas screen opens.
  }
}

/** @param asked whether the user asked for it: then its calls do not wait for a server in trouble */
function startDownload(id: string, asked = false): Promise<void> {
  const running = downloads.get(id)
  if (running) return running.done
  const controller = new AbortController()
  let wasPaused = false
  const download = async () => {
    wasPaused = (await serverPauses()).length > 0
    const before = await readArea(database, id)
    const isUpdate = before !== undefined && isUpdating(before)
    const state = await fetchArea(asked ? askedPorts : ports, id, controller.signal)
    const area = await readArea(database, id)
    if (state === 'ready' && area)
      toast(
        isUpdate
          ? { title: AREA_TEXTS.updated, description: AREA_TEXTS.updatedBody(area.name) }
          : { title: AREA_TEXTS.ready, description: AREA_TEXTS.readyBody(area.name) },
      )
    if (state === 'full')
      toast({ title: AREA_TEXTS.full, description: AREA_TEXTS.fullBody, look: 'destructive' })
  }
  // If the database is closed, the area stays in its last saved state.
  const done = download()
    .catch(() => undefined)
    .finally(() => {
      if (downloads.get(id)?.controller === controller) downloads.delete(id)
      void resumeWhenAllowed(wasPaused).catch(() => undefined)
    })
  downloads.set(id, { controller, done })
  return done
}

/** Resolves when the download does nothing any more. */
async function stopDownload(id: string): Promise<void> {
  const running = downloads.get(id)
  downloads.delete(id)
  running?.controller.abort()
  await running?.done
}

/**
 * Adds an area and starts its download. Resolves when the area is saved; its files follow. Shows a toast if it cannot
 * be saved.
 * @param ofFavourites whether the area is made of the current user's favourites
 */
export async function downloadArea(name: string, plan: AreaPlan, ofFavourites: boolean): Promise<void> {
  const id = newId()
  try {
    const owner = ofFavourites ? { owner: await activePerson(database) } : {}
    const area: AreaRow = {
      id,
      name,
      ...owner,
      circles: plan.circles,
      files: filesOf(plan),
      absent: [],
      here: 0,
      bytes: 0,
      state: 'fetching',
      takenAt: Date.now(),
      checkedAt: null,
    }
    await saveOrFreeSpace(() => saveArea(database, area), deleteSeenMaps)
  } catch (error) {
    const isFull = error instanceof DeviceFull
    toast({
      title: isFull ? AREA_TEXTS.full : AREA_TEXTS.notSaved,
      description: isFull ? AREA_TEXTS.notSavedFull : AREA_TEXTS.notSavedBody,
      look: 'destructive',
    })
    return
  }
  askToPersist()
  void startDownload(id, true)
}

export async function pauseArea(id: string): Promise<void> {
  void stopDownload(id)
  await changeArea(database, id, { state: 'paused' })
}

/** Resumes a paused or interrupted download, or downloads files again that the browser has evicted. */
export async function resumeArea(id: string): Promise<void> {
  await changeArea(database, id, { state: 'fetching' })
  void startDownload(id, true)
}

/** Downloads the newer map of an area. */
export async function updateArea(id: string): Promise<void> {
  if (await beginUpdate(database, id)) void startDownload(id, true)
}

let comparing: Promise<void> | undefined
/** Finds out for which areas the server has a newer map. A failure changes nothing. */
export function lookForNewerMaps(): Promise<void> {
  const compare = async () => compareMaps({ ...ports, currentMaps: readCurrentMaps }, await listAreas())
  const start = async () => {
    if (!navigator.onLine) return
    // What another tab finds is saved for this one, too.
    await ifLockIsFree(navigator.locks, AREA_MAPS_LOCK, compare)
  }
  comparing ??= start()
    .catch(() => undefined)
    .finally(() => (comparing = undefined))
  return comparing
}

/** The same once a day, unless the user has data saving on: then it is done when the screen is opened. */
export async function lookForNewerMapsDaily(): Promise<void> {
  if (savesData()) return
  const now = Date.now()
  const isDue = (await listAreas()).some(
    ({ state, compared, takenAt }) =>
      state === 'ready' && hasPassed(COMPARISON_INTERVAL_MS, compared?.at ?? takenAt, now),
  )
  if (isDue) await lookForNewerMaps()
}

export async function checkArea(id: string): Promise<void> {
  const state = await verifyArea(ports, id)
  toast(
    state === 'ready' ? { title: AREA_TEXTS.complete } : { title: AREA_TEXTS.evicted, look: 'destructive' },
  )
}

export async function removeArea(id: string): Promise<void> {
  const stopped = stopDownload(id)
  await deleteArea(ports, id)
  await stopped
  // Its last files may have arrived meanwhile.
  await deleteOrphanedFiles(ports)
}

/** Makes downloads that were interrupted by the end of a page wait, so that they can be resumed by hand. */
async function markInterrupted(): Promise<void> {
  const mark = async () => {
    for (const { id, state } of await readAreas(database))
      if (state === 'fetching' && !downloads.has(id)) await changeArea(database, id, { state: 'waiting' })
  }
  // Otherwise a tab is downloading, and the others wait for it.
  if (navigator.locks) await ifLockIsFree(navigator.locks, AREAS_LOCK, mark)
}

/** Resumes interrupted downloads, unless the user has data saving on: then they are resumed by hand. */
async function resumeDownloads(): Promise<void> {
  if (!navigator.onLine || savesData()) {
    await markInterrupted()
    return
  }
  for (const { id, state } of await readAreas(database))
    if (state === 'fetching' || state === 'waiting') await startDownload(id)
}

/** The pauses, in milliseconds, of a server in trouble for what a download asks for: its files, and a newer map. */
async function serverPauses(): Promise<number[]> {
  const waits = await Promise.all([AREA_CALLS, MAP_OFFER_PATH].map((kind) => serverGate.wait(kind)))
  return waits.filter((wait) => wait > 0)
}

let resumeTimer: ReturnType<typeof setTimeout> | undefined
/**
 * Resumes areas that are waiting for a server in trouble when it may be called again.
 * @param wasPaused whether there was a pause, which may be over now, when a download that has ended began
 */
async function resumeWhenAllowed(wasPaused: boolean): Promise<void> {
  const pauses = await serverPauses()
  clearTimeout(resumeTimer)
  if (pauses.length === 0 && wasPaused) pauses.push(0)
  if (pauses.length > 0 && (await readAreas(database)).some(({ state }) => state === 'waiting'))
    resumeTimer = setTimeout(() => void resumeDownloads().catch(() => undefined), Math.min(...pauses))
}

/** Stops the downloads of areas that were paused or removed elsewhere, for example in another tab. */
async function stopUnwanted(): Promise<void> {
  for (const id of downloads.keys()) {
    const area = await readArea(database, id)
    if (area === undefined || area.state === 'paused') await stopDownload(id)
  }
}

async function deleteFilesWithoutArea(): Promise<void> {
  await deleteOrphanedFiles(ports)
  saveHint(await readAreas(database))
}

/** Stops the downloads and deletes the files of areas that were removed elsewhere. */
async function cleanUp(): Promise<void> {
  await stopUnwanted()
  await deleteFilesWithoutArea()
}

let started = false
/**
 * Starts to watch the areas: resumes downloads, and shows a toast if the browser has evicted files. Called
 * after the first screen; further calls do nothing.
 */
export function manageAreas(): void {
  if (started) return
  started = true
  let known: readonly AreaRow[] = []
  liveAreas(database).subscribe(
    (list) => {
      const wasRemoved = known.some(({ id }) => list.every((one) => one.id !== id))
      known = list
      if (list.length > 0) saveHint(list)
      const isPaused = list.some(({ id, state }) => state === 'paused' && downloads.has(id))
      if (wasRemoved) cleanUp().catch(() => undefined)
      else if (isPaused) stopUnwanted().catch(() => undefined)
    },
    () => undefined,
  )
  const resume = () => void resumeDownloads().catch(() => undefined)
  const resumeAndLook = async () => {
    await resumeDownloads()
    await lookForNewerMapsDaily()
  }
  onNetworkReturn(() => void resumeAndLook().catch(() => undefined))
  serverGate.onRecovery(resume)
  const checkFiles = async () => {
    await deleteFilesWithoutArea()
    const evicted = await findEvicted(ports)
    if (evicted.length > 0)
      toast({
        title: AREA_TEXTS.evicted,
        description: AREA_TEXTS.evictedBody(evicted.map(({ name }) => name)),
        look: 'destructive',
      })
    await resumeAndLook()
  }
  checkFiles().catch(() => undefined)
}

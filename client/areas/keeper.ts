import { savesData } from '../offline/saves-data.ts'
import { onNetworkReturn } from '../offline/network-return.ts'
import { askToPersist } from '../offline/persist.ts'
import { fetchArea, findEvicted, letGoOfArea, letGoOfStrays, verifyArea } from '../store/area-files.ts'
import type { AreaPorts } from '../store/area-files.ts'
import { changeArea, putArea, readArea, readAreas, watchAreas } from '../store/areas.ts'
import type { AreaRow } from '../store/database.ts'
import { createDatabase } from '../store/database.ts'
import { AREAS_CACHE, AREAS_HINT, AREAS_LOCK, SEEN_CACHE } from '../store/names.ts'
import { currentPerson } from '../store/person.ts'
import { serverGate } from '../store/server-gate.ts'
import { newId } from '../store/stream.ts'
import { watched } from '../queries/watched.ts'
import { toast } from '../ui/toast-queue.ts'
import { filesOf } from './plan.ts'
import type { AreaPlan } from './plan.ts'
import { AREA_TEXTS } from './texts.ts'

/** Areas that were taken along, for the screens; `ready` once they have been read. */
const areas = watched<{ list: readonly AreaRow[]; ready: boolean }>({ list: [], ready: false })
export const takenAreas = { current: areas.current, subscribe: areas.subscribe }

const database = createDatabase(() => undefined)

const ports: AreaPorts = {
  database,
  cache: () => caches.open(AREAS_CACHE),
  // What an area lacks is fetched by itself, file after file: it waits while the server is in trouble.
  fetch: (url, init) => serverGate.fetch(AREA_CALLS, () => fetch(url, init), { kept: true }),
  now: Date.now,
  giveWay: () => caches.delete(SEEN_CACHE),
  exclusively: (work) => (navigator.locks === undefined ? work() : navigator.locks.request(AREAS_LOCK, work)),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Calls for files of areas, as the gate names them. */
const AREA_CALLS = 'areas'

/** Downloads of this tab: how to stop one, and when it has stopped. */
const underWay = new Map<string, { stop: AbortController; done: Promise<void> }>()

function hint(list: readonly AreaRow[]): void {
  try {
    if (list.length > 0) localStorage.setItem(AREAS_HINT, String(list.length))
    else localStorage.removeItem(AREAS_HINT)
  } catch {
    // Without the hint, downloads go on and losses are noticed when the screen of areas is opened.
  }
}

function run(id: string): Promise<void> {
  const known = underWay.get(id)
  if (known) return known.done
  const stop = new AbortController()
  const download = async () => {
    const state = await fetchArea(ports, id, stop.signal)
    const area = areas.current().list.find((one) => one.id === id)
    if (state === 'ready' && area)
      toast({ title: AREA_TEXTS.ready, description: AREA_TEXTS.readyBody(area.name) })
    if (state === 'full')
      toast({ title: AREA_TEXTS.full, description: AREA_TEXTS.fullBody, look: 'destructive' })
  }
  // What fails beyond the network (a database that is gone) leaves the area as it was noted last.
  const done = download()
    .catch(() => undefined)
    .finally(() => {
      underWay.delete(id)
      void goOnLater().catch(() => undefined)
    })
  underWay.set(id, { stop, done })
  return done
}

async function halt(id: string): Promise<void> {
  const running = underWay.get(id)
  running?.stop.abort()
  await running?.done
}

/** Takes an area along. Resolves when it is noted; its files follow. @param ofFavourites it is made of what the person here has saved */
export async function takeArea(name: string, plan: AreaPlan, ofFavourites: boolean): Promise<void> {
  const id = newId()
  const owner = ofFavourites ? { owner: await currentPerson(database) } : {}
  await putArea(database, {
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
  })
  askToPersist()
  void run(id)
}

export async function pauseArea(id: string): Promise<void> {
  await halt(id)
  await changeArea(database, id, { state: 'paused' })
}

/** Goes on with what was paused or cut off, and fetches again what the browser has taken. */
export async function resumeArea(id: string): Promise<void> {
  await changeArea(database, id, { state: 'fetching' })
  void run(id)
}

export async function checkArea(id: string): Promise<void> {
  const state = await verifyArea(ports, id)
  toast(state === 'ready' ? { title: AREA_TEXTS.whole } : { title: AREA_TEXTS.evicted, look: 'destructive' })
}

export async function dropArea(id: string): Promise<void> {
  await halt(id)
  await letGoOfArea(ports, id)
}

/** What was on its way when the app was closed goes on, and so does what waits for a network. Who saves data goes on by hand. */
async function goOn(): Promise<void> {
  if (!navigator.onLine || savesData()) return
  for (const { id, state } of await readAreas(database))
    if (state === 'fetching' || state === 'waiting') await run(id)
}

let later: ReturnType<typeof setTimeout> | undefined
/** Areas that a server in trouble has left waiting go on when it may be called again. */
async function goOnLater(): Promise<void> {
  const wait = await serverGate.wait(AREA_CALLS)
  clearTimeout(later)
  if (wait > 0 && areas.current().list.some(({ state }) => state === 'waiting'))
    later = setTimeout(() => void goOn().catch(() => undefined), wait)
}

/** Areas that are gone without having been let go here: their downloads end, and their files follow. */
async function tidy(): Promise<void> {
  for (const id of underWay.keys()) if ((await readArea(database, id)) === undefined) await halt(id)
  await letGoOfStrays(ports)
}

let started = false
/** Looks after the areas from now on; what the browser has taken is said. Called once the first screen is there; again does nothing. */
export function lookAfterAreas(): void {
  if (started) return
  started = true
  watchAreas(database)(
    (list) => {
      const gone = areas.current().list.some(({ id }) => list.every((one) => one.id !== id))
      areas.set({ list, ready: true })
      hint(list)
      if (gone) tidy().catch(() => undefined)
    },
    () => areas.set({ list: [], ready: true }),
  )
  const resume = () => void goOn().catch(() => undefined)
  onNetworkReturn(resume)
  serverGate.onRecovery(resume)
  const begin = async () => {
    await letGoOfStrays(ports)
    const evicted = await findEvicted(ports)
    if (evicted.length > 0)
      toast({
        title: AREA_TEXTS.evicted,
        description: AREA_TEXTS.evictedBody(evicted.map(({ name }) => name)),
        look: 'destructive',
      })
    await goOn()
  }
  begin().catch(() => undefined)
}

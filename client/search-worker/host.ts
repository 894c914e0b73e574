import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import type { Gazetteer, SearchEngine } from '../../data/search/index.ts'
import { suburbRadius } from '../../data/geo/area.ts'
import { distanceMetres } from '../../data/geo/earth.ts'
import { isEverLabelled, namedPlaces } from '../../data/geo/labels.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import { toPark } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { parksOfRegion, regionsOf } from '../../data/places/regions.ts'
import type { Region } from '../../data/places/regions.ts'
import type { Locality } from '../../data/model/locality.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import type { OffleadDatabase } from '../store/database.ts'
import { DirectoryDamaged, deleteDirectory, loadDirectory, readDirectoryRecord } from '../store/directory.ts'
import { DIRECTORY_CALLS, syncDirectory } from '../store/directory-sync.ts'
import type { Fetch } from '../store/download.ts'
import type { DirectoryRecord, Tombstones } from '../store/meta.ts'
import { ServerPaused } from '../store/server-gate.ts'
import type { ServerGate } from '../store/server-gate.ts'
import type {
  Answer,
  Ask,
  DirectoryState,
  FromWorker,
  ParkAnswer,
  QuestionKind,
  ToWorker,
} from './messages.ts'

export interface HostPorts {
  database: OffleadDatabase
  fetch: Fetch
  now(): number
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Says whether the server may be called for the directory, and hears how it went. */
  gate: Pick<ServerGate, 'run' | 'wait'>
  /** To the page. */
  post(message: FromWorker): void
  /** To the other tabs: the directory has moved. */
  announceUpdate(): void
  /** The samples travel in a piece of code of their own, which most people never need. */
  loadSamples(): Promise<readonly DirectoryPark[]>
}

export interface Host {
  /** Answers a question from the page. */
  receive(message: ToWorker): Promise<void>
  /** Another tab has moved the directory. */
  moved(): Promise<void>
  /** Starts to load the directory, before anybody asks. */
  start(): Promise<void>
}

/** Parks that can be asked about; `engine` is made when first needed. */
interface Loaded {
  parks: ReadonlyMap<number, DirectoryPark>
  /** Read when first needed. @throws DirectoryDamaged */
  localities(): readonly Locality[]
  tombstones: Tombstones
  record: DirectoryRecord | null
  engine(): SearchEngine
  /** Makes what the engine reads texts by, before anybody asks. */
  learnPlaces(): void
  /** What a map names; made when first needed. */
  names(): readonly NamedPlace[]
}

/** Names sent to a map: more than it has room for, so that it can choose, and no more than it can look at in a moment. */
const MOST_NAMES = 600
const MOST_AROUND = 60

/** Thrown to say "not here" to a question about a directory that is not on the device. */
class Absent extends Error {
  override name = 'Absent'
}

/**
 * Places take longer to learn than parks, and the first list of a start names none: it does not wait for them.
 * @param localities called once, when a place is first asked about
 */
function loadedFrom(
  parks: readonly DirectoryPark[],
  localities: () => readonly Locality[],
  tombstones: Tombstones,
  record: DirectoryRecord | null,
): Loaded {
  let read: readonly Locality[] | undefined
  let places: Gazetteer | undefined
  const known = () => (read ??= localities())
  const gazetteer = () => (places ??= buildGazetteer(known()))
  let built: SearchEngine | undefined
  let named: readonly NamedPlace[] | undefined
  return {
    parks: new Map(parks.map((park) => [park.id, park])),
    localities: known,
    tombstones,
    record,
    engine() {
      built ??= buildEngine(parks, gazetteer)
      return built
    },
    learnPlaces: () => void gazetteer(),
    names() {
      named ??= namedPlaces(known())
      return named
    },
  }
}

/** Suburbs of the parks themselves: a gazetteer for when there is none, so that the samples are found by place too. */
export function localitiesOf(parks: readonly DirectoryPark[]): Locality[] {
  const seen = new Map<string, Locality>()
  for (const { city, postcode, state, area, latitude, longitude } of parks) {
    const key = `${state} ${city} ${postcode}`
    if (!seen.has(key))
      seen.set(key, { name: city, postcode, state, region: area, region4: '', latitude, longitude })
  }
  return [...seen.values()]
}

const NO_DIRECTORY: DirectoryState = {
  state: 'absent',
  updatedAt: null,
  count: null,
  seq: null,
  version: null,
}

/** A turn of the event loop: what was asked meanwhile is answered first. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Holds the directory and its engine off the page's thread, keeps them up to date and answers the page. */
export function createHost(ports: HostPorts): Host {
  let directory: Promise<Loaded | undefined> | undefined
  let samples: Promise<Loaded> | undefined
  let state: DirectoryState = NO_DIRECTORY

  function tell(next: DirectoryState) {
    state = next
    ports.post({ type: 'directory', directory: next })
  }

  const readyState = (record: DirectoryRecord): DirectoryState => ({
    state: 'ready',
    updatedAt: record.confirmedAt,
    count: record.parks.count,
    seq: record.seq,
    version: `${record.parks.sha256}${record.localities.sha256}`,
  })

  async function load(): Promise<Loaded | undefined> {
    try {
      const stored = await loadDirectory(ports.database)
      return stored && loadedFrom(stored.parks, stored.localities, stored.tombstones, stored.record)
    } catch (error) {
      if (!(error instanceof DirectoryDamaged)) throw error
      await forget()
      return undefined
    }
  }

  async function forget(): Promise<void> {
    const record = await readDirectoryRecord(ports.database)
    if (record !== undefined) await deleteDirectory(ports.database, record)
  }

  /** The directory that answers; loaded once, and again after a failure. */
  function current(): Promise<Loaded | undefined> {
    directory ??= load().then(
      (loaded) => {
        if (loaded?.record) tell(readyState(loaded.record))
        else directory = undefined
        return loaded
      },
      (error: unknown) => {
        directory = undefined
        throw error
      },
    )
    return directory
  }

  /** Puts what is stored now in the place of what answers. The old engine answers until the new one stands. */
  async function reload(): Promise<void> {
    const loaded = await load()
    if (loaded === undefined) {
      directory = undefined
      tell(NO_DIRECTORY)
      return
    }
    await yieldToEventLoop()
    loaded.engine()
    loaded.learnPlaces()
    directory = Promise.resolve(loaded)
    if (loaded.record) tell(readyState(loaded.record))
  }

  async function collection(name: 'directory' | 'samples'): Promise<Loaded> {
    if (name === 'directory') {
      const loaded = await current()
      if (loaded === undefined) throw new Absent()
      return loaded
    }
    samples ??= ports.loadSamples().then(
      (parks) => loadedFrom(parks, () => localitiesOf(parks), {}, null),
      (error: unknown) => {
        samples = undefined
        throw error
      },
    )
    return samples
  }

  function parkAnswer({ parks, tombstones }: Loaded, id: number): ParkAnswer {
    const park = parks.get(id)
    return {
      park: park === undefined ? null : toPark(park),
      gone: id in tombstones,
      successor: tombstones[id] ?? null,
    }
  }

  async function sync({ asked = false }: Ask<'sync'>): Promise<{ moved: boolean }> {
    // What is not even tried changes nothing of what the page is told.
    const wait = asked ? 0 : await ports.gate.wait(DIRECTORY_CALLS)
    if (wait > 0) throw new ServerPaused(wait)
    const before = await current().catch(() => undefined)
    if (before === undefined) tell({ ...state, state: 'fetching' })
    try {
      const { kind, record } = await syncDirectory({
        ...ports,
        // The gate is asked when the turn has come: another tab may have met the trouble meanwhile.
        exclusively: (work) => ports.exclusively(() => ports.gate.run(DIRECTORY_CALLS, work, { asked })),
      })
      const moved = kind !== 'unchanged' || before === undefined
      if (moved) {
        await reload()
        if (kind !== 'unchanged') ports.announceUpdate()
      } else {
        tell(readyState(record))
      }
      return { moved }
    } catch (error) {
      if (before === undefined) tell({ ...state, state: 'failed' })
      throw error
    }
  }

  /** What turns out to be damaged only when it is needed is as good as not there. */
  async function whole<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DirectoryDamaged)) throw error
      await forget()
      directory = undefined
      tell(NO_DIRECTORY)
      throw new Absent()
    }
  }

  const answers: { [K in QuestionKind]: (ask: Ask<K>) => Promise<Answer<K>> } = {
    async search({ in: name, request }) {
      const { parks, engine } = await collection(name)
      const { hits, total, maybe, understood } = engine().search(request)
      return {
        parks: hits.map(({ id, distanceMetres }) => toPark(parks.get(id)!, distanceMetres)),
        total,
        maybe,
        understood,
      }
    },
    async points({ in: name, request }) {
      const { parks, engine } = await collection(name)
      const { offset: _offset, limit: _limit, ...all } = request
      return engine()
        .search(all)
        .hits.map(({ id }) => {
          const park = parks.get(id)!
          return {
            id,
            name: park.name,
            accuracy: park.accuracy,
            latitude: park.latitude,
            longitude: park.longitude,
          }
        })
    },
    async names({ in: name, bounds: { south, west, north, east }, zoom }) {
      const places = (await collection(name)).names()
      const inside = places.filter(
        ({ latitude, longitude, rank }) =>
          latitude >= south &&
          latitude <= north &&
          longitude >= west &&
          longitude <= east &&
          isEverLabelled(rank, zoom),
      )
      const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
      const around = places
        .map((place) => ({ place, metres: distanceMetres(middle, place) }))
        .sort((one, other) => one.metres - other.metres)
        .slice(0, MOST_AROUND)
      return { inside: inside.slice(0, MOST_NAMES), around: around.map(({ place }) => place) }
    },
    async areas({ in: name, places }) {
      const { localities } = await collection(name)
      return places.map((place) => suburbRadius(place, localities()))
    },
    park: async ({ in: name, id }) => parkAnswer(await collection(name), id),
    async parks({ in: name, ids }) {
      const loaded = await collection(name)
      return ids.map((id) => parkAnswer(loaded, id))
    },
    async suggest({ text, near, limit }) {
      const { engine } = await collection('directory')
      return engine().suggest(text, { limit, ...(near === null ? {} : { near }) })
    },
    async states({ in: name }) {
      const { parks } = await collection(name)
      const counts = new Map(STATE_CODES.map((code) => [code, 0]))
      for (const { state } of parks.values()) counts.set(state, counts.get(state)! + 1)
      return [...counts].map(([code, count]) => ({ code, parks: count }))
    },
    async regions({ in: name, state }) {
      const { localities, engine } = await collection(name)
      const count = (region: Region) => engine().search({ ...parksOfRegion(region, state), limit: 0 }).total
      return regionsOf(localities(), state).map((region) => ({ ...region, parks: count(region) }))
    },
    sync,
  }

  return {
    async receive(message) {
      const { id } = message
      try {
        const answer = await whole(() =>
          (answers[message.kind] as (ask: ToWorker['ask']) => Promise<unknown>)(message.ask),
        )
        ports.post({ type: 'answer', id, answer })
      } catch (error) {
        if (error instanceof Absent) ports.post({ type: 'absent', id })
        else
          ports.post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
      }
    },
    async moved() {
      const before = await current().catch(() => undefined)
      const record = await readDirectoryRecord(ports.database)
      if (
        record?.parks.sha256 !== before?.record?.parks.sha256 ||
        record?.localities.sha256 !== before?.record?.localities.sha256
      )
        await reload()
    },
    async start() {
      let loaded: Loaded | undefined
      try {
        loaded = await current()
      } catch {
        tell({ ...state, state: 'failed' })
        return
      }
      // A synchronisation asked for meanwhile has more to say than that nothing is there.
      if (loaded === undefined) {
        if (state.state === 'absent') tell(state)
        return
      }
      await yieldToEventLoop()
      loaded.engine()
      await yieldToEventLoop()
      await whole(() => loaded.learnPlaces()).catch(() => undefined)
    },
  }
}

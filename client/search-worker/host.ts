import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import type { Gazetteer, SearchEngine } from '../../data/search/index.ts'
import { suburbRadius } from '../../data/geo/area.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { namedPlaces } from '../../data/geo/labels.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import { toPark } from '../../data/model/park.ts'
import type { Bundle } from '../../data/model/directory.ts'
import type { Council } from '../../data/model/council.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { parksOfRegion, regionsOf } from '../../data/places/regions.ts'
import type { Region } from '../../data/places/regions.ts'
import type { Locality } from '../../data/model/locality.ts'
import { STATE_CODES, STATE_NAMES } from '../../data/model/state.ts'
import type { SearchAnswer } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import type { OffleadDatabase } from '../store/database.ts'
import { DirectoryDamaged, deleteDirectory, loadDirectory, readDirectoryRecord } from '../store/directory.ts'
import { DIRECTORY_CALLS, syncDirectory } from '../store/directory-sync.ts'
import { loadOutlines, outlinesHash, syncOutlines } from '../store/outlines.ts'
import type { DecodedParks } from '../store/directory.ts'
import type { Fetch } from '../store/download.ts'
import { DeviceFull, isQuotaError } from '../store/free-space.ts'
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
import { NO_DIRECTORY } from './messages.ts'

export interface HostPorts {
  database: OffleadDatabase
  fetch: Fetch
  now(): number
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Deletes maps that are only cached because they were shown, when the device is full. */
  freeSpace(): Promise<unknown>
  /** Decides whether the server may be called for the directory, and records the outcomes. */
  gate: Pick<ServerGate, 'run' | 'wait'>
  /** Sends a message to the page. */
  post(message: FromWorker): void
  /** Tells the other tabs that the directory was updated. */
  announceUpdate(): void
  /** Loads the samples. They are in a separate file, because most users never need them. */
  loadSamples(): Promise<readonly DirectoryPark[]>
}

export interface Host {
  /** Answers a question from the page. */
  receive(message: ToWorker): Promise<void>
  /** Call it when another tab has updated the directory. */
  reloadDirectory(): Promise<void>
  /** Loads the directory before the first question. */
  start(): Promise<void>
}

/** What follows from the localities alone, each decoded or built on first use. @throws DirectoryDamaged */
interface Places {
  localities(): readonly Locality[]
  gazetteer(): Gazetteer
  /** Place names for maps. */
  names(): readonly NamedPlace[]
}

/** A collection of parks. Its engine is built on first use. */
interface Loaded {
  parks: readonly DirectoryPark[]
  park(id: number): DirectoryPark | undefined
  places: Places
  /** Decoded at each question. @throws DirectoryDamaged */
  councils(): readonly Council[]
  tombstones: Tombstones
  record: DirectoryRecord | null
  engine(): SearchEngine
}

/**
 * Maximum number of names inside and around a map: more than fit, so that it can choose, but quick to place.
 */
const MAX_NAMES = 60

/** Thrown for a question about a directory that is not on the device. */
class Absent extends Error {
  override name = 'Absent'
}

/** @param decode called once, on first use */
function createPlaces(decode: () => readonly Locality[]): Places {
  let localities: readonly Locality[] | undefined
  let gazetteer: Gazetteer | undefined
  let names: readonly NamedPlace[] | undefined
  const places: Places = {
    localities: () => (localities ??= decode()),
    gazetteer: () => (gazetteer ??= buildGazetteer(places.localities())),
    names: () => (names ??= namedPlaces(places.localities())),
  }
  return places
}

/**
 * Builds a collection. The gazetteer is built later, because it takes longer than the parks and the first
 * list of results does not need it.
 */
function createLoaded(
  parks: readonly DirectoryPark[],
  places: Places,
  councils: () => readonly Council[],
  tombstones: Tombstones,
  record: DirectoryRecord | null,
): Loaded {
  const byId = new Map(parks.map((park) => [park.id, park]))
  let engine: SearchEngine | undefined
  return {
    parks,
    park: (id) => byId.get(id),
    places,
    councils,
    tombstones,
    record,
    engine: () => (engine ??= buildEngine(parks, places.gazetteer)),
  }
}

/** The localities of the parks themselves, used as a gazetteer for the samples. */
export function localitiesOf(parks: readonly DirectoryPark[]): Locality[] {
  const seen = new Map<string, Locality>()
  for (const { city, postcode, state, area, latitude, longitude } of parks) {
    const key = `${state} ${city} ${postcode}`
    if (!seen.has(key))
      seen.set(key, {
        name: city,
        postcode,
        state,
        region: area,
        region4: '',
        latitude,
        longitude,
        population: 0,
      })
  }
  return [...seen.values()]
}

/**
 * Finds the parks that contain a text anywhere, also inside a word: "osma" finds Mosman (specification 13.97).
 * Only for the samples: in the directory, parts of words would match nearly everything.
 */
function searchForPartOfWord(engine: SearchEngine, request: SearchRequest): SearchAnswer {
  const { query = '', offset = 0, limit, ...rest } = request
  const text = query.trim().toLowerCase()
  const answer = engine.search(rest)
  const hits = answer.hits.filter(({ id }) => {
    const { name, address, city, state, postcode } = engine.park(id)!
    return [name, address, city, state, STATE_NAMES[state], postcode].some((part) =>
      part.toLowerCase().includes(text),
    )
  })
  return {
    ...answer,
    hits: hits.slice(offset, limit === undefined ? undefined : offset + limit),
    total: hits.length,
    maybe: 0,
  }
}

/** Time for the page to ask for the parks on the screen again before the indexes of an update are built. */
const BUILD_AFTER_MS = 100

/** Whether a directory in memory is the one that the record describes. */
const isSameDirectory = (inUse: DirectoryRecord | null | undefined, record: DirectoryRecord | undefined) =>
  inUse?.parks.sha256 === record?.parks.sha256 &&
  inUse?.localities.sha256 === record?.localities.sha256 &&
  inUse?.councils?.sha256 === record?.councils?.sha256

/** Lets the event loop process pending questions first. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/**
 * Runs the directory and its search engine in the worker, keeps them up to date and answers the page's
 * questions.
 */
export function createHost(ports: HostPorts): Host {
  let directory: Promise<Loaded | undefined> | undefined
  let samples: Promise<Loaded> | undefined
  let state: DirectoryState = NO_DIRECTORY
  /** The hash of the outlines on the device. */
  let outlinesVersion = ''
  let outlines: ReturnType<typeof loadOutlines> | undefined
  /** Whether the outlines did not fit on the device: they are tried again at the next start. */
  let hasNoRoomForOutlines = false

  function setState(next: DirectoryState) {
    state = next
    ports.post({ type: 'directory', directory: next })
  }

  const readyState = (record: DirectoryRecord): DirectoryState => ({
    state: 'ready',
    updatedAt: record.confirmedAt,
    count: record.parks.count,
    seq: record.seq,
    version: `${record.parks.sha256}${record.localities.sha256}${record.councils?.sha256 ?? ''}${outlinesVersion}`,
  })

  /**
   * @param before the directory in use, whose places are kept if its localities are the same
   * @param decoded parks that need not be decoded again
   */
  async function load(before?: Loaded, decoded?: DecodedParks): Promise<Loaded | undefined> {
    try {
      const stored = await loadDirectory(ports.database, decoded)
      outlinesVersion = await outlinesHash(ports.database)
      outlines = undefined
      if (stored === undefined) return undefined
      const { parks, localities, councils, tombstones, record } = stored
      const places =
        before?.record?.localities.sha256 === record.localities.sha256
          ? before.places
          : createPlaces(localities)
      return createLoaded(parks, places, councils, tombstones, record)
    } catch (error) {
      if (!(error instanceof DirectoryDamaged)) throw error
      await deleteDamaged()
      return undefined
    }
  }

  async function deleteDamaged(): Promise<void> {
    const record = await readDirectoryRecord(ports.database)
    if (record !== undefined) await deleteDirectory(ports.database, record)
  }

  /** The directory in use. It is loaded once, and again after a failure. */
  function current(): Promise<Loaded | undefined> {
    directory ??= load().then(
      (loaded) => {
        if (loaded?.record) setState(readyState(loaded.record))
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

  /** Switches to the stored directory. */
  async function reload(decoded?: DecodedParks): Promise<void> {
    const before = await directory?.catch(() => undefined)
    const loaded = await load(before, decoded)
    if (loaded === undefined) {
      directory = undefined
      setState(NO_DIRECTORY)
      return
    }
    if (before === undefined) {
      // Until then, the server answers the page.
      await yieldToEventLoop()
      loaded.engine()
      loaded.places.gazetteer()
    }
    directory = Promise.resolve(loaded)
    if (loaded.record) setState(readyState(loaded.record))
    // A page that shows a park need not wait for the indexes.
    if (before !== undefined) setTimeout(() => void buildIndexes(loaded), BUILD_AFTER_MS)
  }

  /** Builds what searches need, so that the next one does not wait for it. */
  async function buildIndexes(loaded: Loaded): Promise<void> {
    await yieldToEventLoop()
    loaded.engine()
    await yieldToEventLoop()
    await withDamageCheck(() => loaded.places.gazetteer()).catch(() => undefined)
  }

  async function collection(name: 'directory' | 'samples'): Promise<Loaded> {
    if (name === 'directory') {
      const loaded = await current()
      if (loaded === undefined) throw new Absent()
      return loaded
    }
    samples ??= ports.loadSamples().then(
      (parks) =>
        createLoaded(
          parks,
          createPlaces(() => localitiesOf(parks)),
          () => [],
          {},
          null,
        ),
      (error: unknown) => {
        samples = undefined
        throw error
      },
    )
    return samples
  }

  function parkAnswer(loaded: Loaded, id: number): ParkAnswer {
    const { tombstones } = loaded
    const park = loaded.park(id)
    return {
      park: park === undefined ? null : toPark(park),
      gone: id in tombstones,
      successor: tombstones[id] ?? null,
    }
  }

  async function sync({ asked = false }: Ask<'sync'>): Promise<Answer<'sync'>> {
    // An update that is not attempted does not change the state.
    const wait = asked ? 0 : await ports.gate.wait(DIRECTORY_CALLS)
    if (wait > 0) throw new ServerPaused(wait)
    const before = await current().catch(() => undefined)
    if (before === undefined) setState({ ...state, state: 'fetching' })
    try {
      const {
        kind,
        record,
        parks,
        outlines: offered,
      } = await syncDirectory({
        ...ports,
        inUse: before?.record ? { sha256: before.record.parks.sha256, parks: before.parks } : undefined,
        // The gate is checked inside the lock, because another tab may have met trouble meanwhile.
        exclusively: (work) => ports.exclusively(() => ports.gate.run(DIRECTORY_CALLS, work, { asked })),
      })
      // Another tab or the service worker may have stored the server's version, and not have said so yet.
      const isReplaced = kind !== 'unchanged' || !isSameDirectory(before?.record, record)
      if (isReplaced) {
        await reload(parks)
        if (kind !== 'unchanged') ports.announceUpdate()
      } else {
        setState(readyState(record))
      }
      // Not awaited: the directory is complete without them. The next update tries again.
      if (offered && !hasNoRoomForOutlines)
        updateOutlines(offered, asked).catch((error: unknown) => (hasNoRoomForOutlines = isQuotaError(error)))
      return { updated: isReplaced }
    } catch (error) {
      if (before === undefined) setState({ ...state, state: 'failed' })
      if (error instanceof DeviceFull) return { updated: false, full: true }
      throw error
    }
  }

  async function updateOutlines(bundle: Bundle, asked: boolean): Promise<void> {
    const { database, fetch } = ports
    const isChanged = await ports.exclusively(() =>
      ports.gate.run(DIRECTORY_CALLS, () => syncOutlines({ database, fetch }, bundle), { asked }),
    )
    // Another tab or the service worker may have stored them, and not have said so yet.
    if (isChanged || (await outlinesHash(database)) !== outlinesVersion) await readNewOutlines()
    if (isChanged) ports.announceUpdate()
  }

  /** Makes the page ask again for what it shows, with the outlines that are now on the device. */
  async function readNewOutlines(): Promise<void> {
    const record = (await current())?.record
    outlinesVersion = await outlinesHash(ports.database)
    outlines = undefined
    if (record) setState(readyState(record))
  }

  /** Deletes a directory that turns out to be damaged during the work, and treats it as absent. */
  async function withDamageCheck<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DirectoryDamaged)) throw error
      await deleteDamaged()
      directory = undefined
      setState(NO_DIRECTORY)
      throw new Absent()
    }
  }

  const answers: { [K in QuestionKind]: (ask: Ask<K>) => Promise<Answer<K>> } = {
    async search({ in: name, request }) {
      const { park, engine } = await collection(name)
      const found = engine().search(request)
      const { hits, total, maybe, understood } =
        name === 'samples' && found.total === 0 && found.maybe === 0 && request.query
          ? searchForPartOfWord(engine(), request)
          : found
      return {
        parks: hits.map(({ id, distanceMetres }) => toPark(park(id)!, distanceMetres)),
        total,
        maybe,
        understood,
      }
    },
    async points({ in: name, request }) {
      const { park, engine } = await collection(name)
      const { offset: _offset, limit: _limit, ...all } = request
      return engine()
        .search(all)
        .hits.map(({ id }) => {
          const { name, accuracy, latitude, longitude } = park(id)!
          return { id, name, accuracy, latitude, longitude }
        })
    },
    async names({ in: name, center }) {
      return (await collection(name)).places
        .names()
        .map((place) => ({ place, metres: distanceMetres(center, place) }))
        .sort((one, other) => one.metres - other.metres)
        .slice(0, MAX_NAMES)
        .map(({ place }) => place)
    },
    async areas({ in: name, places }) {
      const localities = (await collection(name)).places.localities()
      return places.map((place) => suburbRadius(place, localities))
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
    async start({ text, near }) {
      return (await collection('directory')).places.gazetteer().readPlaces(text, near)
    },
    async states({ in: name }) {
      const { parks } = await collection(name)
      const counts = new Map(STATE_CODES.map((code) => [code, 0]))
      for (const { state } of parks) counts.set(state, counts.get(state)! + 1)
      return [...counts].map(([code, count]) => ({ code, parks: count }))
    },
    async regions({ in: name, state }) {
      const { places, engine } = await collection(name)
      const count = (region: Region) => engine().search({ ...parksOfRegion(region, state), limit: 0 }).total
      return regionsOf(places.localities(), state).map((region) => ({ ...region, parks: count(region) }))
    },
    async outlines({ in: name, ids }) {
      await collection(name)
      if (name === 'samples') return []
      // The next question tries again.
      outlines ??= loadOutlines(ports.database).catch((error: unknown) => {
        outlines = undefined
        throw error
      })
      const known = await outlines
      return ids.flatMap((id) => {
        const outline = known.get(id)?.()
        return outline ? [{ id, outline }] : []
      })
    },
    async councils({ in: name }) {
      return [...(await collection(name)).councils()]
    },
    sync,
  }

  return {
    async receive(message) {
      const { id } = message
      try {
        const answer = await withDamageCheck(() =>
          (answers[message.kind] as (ask: ToWorker['ask']) => Promise<unknown>)(message.ask),
        )
        ports.post({ type: 'answer', id, answer })
      } catch (error) {
        if (error instanceof Absent) ports.post({ type: 'absent', id })
        else
          ports.post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
      }
    },
    async reloadDirectory() {
      const before = await current().catch(() => undefined)
      const record = await readDirectoryRecord(ports.database)
      if (!isSameDirectory(before?.record, record)) await reload()
      else if ((await outlinesHash(ports.database)) !== outlinesVersion) await readNewOutlines()
    },
    async start() {
      let loaded: Loaded | undefined
      try {
        loaded = await current()
      } catch {
        setState({ ...state, state: 'failed' })
        return
      }
      // A synchronisation that has started meanwhile has set its own state.
      if (loaded === undefined) {
        if (state.state === 'absent') setState(state)
        return
      }
      await buildIndexes(loaded)
    },
  }
}

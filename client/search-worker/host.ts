import type { Bundle } from '../../data/model/directory.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { OffleadDatabase } from '../store/database.ts'
import { DirectoryDamaged, deleteDirectory, loadDirectory, readDirectoryRecord } from '../store/directory.ts'
import { DIRECTORY_CALLS, syncDirectory } from '../store/directory-sync.ts'
import { loadOutlines, outlinesHash, syncOutlines } from '../store/outlines.ts'
import type { DecodedParks } from '../store/directory.ts'
import type { Fetch } from '../store/download.ts'
import { DeviceFull, isQuotaError } from '../store/free-space.ts'
import type { DirectoryRecord } from '../store/meta.ts'
import { ServerPaused } from '../store/server-gate.ts'
import type { ServerGate } from '../store/server-gate.ts'
import { createAnswers } from './answers.ts'
import { createLoaded, createPlaces, createSamples } from './loaded.ts'
import type { Loaded } from './loaded.ts'
import type {
  Answer,
  Ask,
  Collection,
  DirectoryState,
  FromWorker,
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
  samples: readonly DirectoryPark[]
}

export interface Host {
  /** Answers a question from the page. */
  receive(message: ToWorker): Promise<void>
  /** Call it when another tab has updated the directory. */
  reloadDirectory(): Promise<void>
  /** Loads the directory before the first question. */
  start(): Promise<void>
}

/** Thrown for a question about a directory that is not on the device. */
class Absent extends Error {
  override name = 'Absent'
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
  let samples: Loaded | undefined
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
   * @param before the directory in use, whose places are kept if its localities and councils are the same
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
        before?.record?.localities.sha256 === record.localities.sha256 &&
        before.record.councils?.sha256 === record.councils?.sha256
          ? before.places
          : createPlaces(localities, councils)
      return createLoaded({ parks, places, councils, tombstones, record })
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

  async function collection(name: Collection): Promise<Loaded> {
    if (name === 'directory') {
      const loaded = await current()
      if (loaded === undefined) throw new Absent()
      return loaded
    }
    samples ??= createSamples(ports.samples)
    return samples
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
      return { full: false }
    } catch (error) {
      // Another tab may have stored one meanwhile.
      if (directory === undefined) setState({ ...state, state: 'failed' })
      if (error instanceof DeviceFull) return { full: true }
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

  const knownOutlines = () =>
    // After a failure, the next question tries again.
    (outlines ??= loadOutlines(ports.database).catch((error: unknown) => {
      outlines = undefined
      throw error
    }))

  const answers: { [K in QuestionKind]: (ask: Ask<K>) => Promise<Answer<K>> } = {
    ...createAnswers({ collection, outlines: knownOutlines }),
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

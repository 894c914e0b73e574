import type { OffleadDatabase } from '../store/database.ts'
import { DirectoryDamaged, deleteDirectory, loadDirectory, readDirectoryRecord } from '../store/directory.ts'
import { loadOutlines, outlinesHash } from '../store/outlines.ts'
import type { DecodedParks } from '../store/directory.ts'
import type { DirectoryRecord } from '../store/meta.ts'
import { createLoaded, createPlaces } from './loaded.ts'
import type { Loaded } from './loaded.ts'
import type { DirectoryState, FromWorker } from './messages.ts'
import { NO_DIRECTORY } from './messages.ts'

export interface DirectoryPorts {
  database: OffleadDatabase
  /** Sends a message to the page. */
  post(message: FromWorker): void
}

/** The directory on this device that questions are answered from. The page is told whenever it changes. */
export interface DirectoryInUse {
  /** It is loaded once, and again after a failure. `undefined`: there is none on the device. */
  current(): Promise<Loaded | undefined>
  /** Whether it is loaded, or being loaded. */
  isPresent(): boolean
  /**
   * Switches to the stored directory.
   * @param decoded parks that need not be decoded again
   */
  reload(decoded?: DecodedParks): Promise<void>
  /** Builds what searches need, so that the next one does not wait for it. */
  buildIndexes(loaded: Loaded): Promise<void>
  /** Deletes a directory that turns out to be damaged during the work. @throws Absent then */
  withDamageCheck<T>(work: () => T | Promise<T>): Promise<T>
  outlines(): ReturnType<typeof loadOutlines>
  /**
   * Switches to the stored outlines if they are others, so that the page asks again for what it shows.
   * @param isStored whether they have just been stored
   */
  reloadOutlines(isStored?: boolean): Promise<void>
  /** Tells the page that the server has confirmed the directory of this record. */
  confirm(record: DirectoryRecord): void
  /** Tells the page about a directory that is not there yet. */
  setMissing(state: 'absent' | 'fetching' | 'failed'): void
  /** What the page was told last. */
  state(): DirectoryState['state']
}

/** Thrown for a question about a directory that is not on the device. */
export class Absent extends Error {
  override name = 'Absent'
}

/** Time for the page to ask for the parks on the screen again before the indexes of an update are built. */
const BUILD_AFTER_MS = 100

/** Whether a directory in memory is the one that the record describes. */
export const isSameDirectory = (
  inUse: DirectoryRecord | null | undefined,
  record: DirectoryRecord | undefined,
) =>
  inUse?.parks.sha256 === record?.parks.sha256 &&
  inUse?.localities.sha256 === record?.localities.sha256 &&
  inUse?.councils?.sha256 === record?.councils?.sha256

/** Lets the event loop process pending questions first. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

export function createDirectoryInUse({ database, post }: DirectoryPorts): DirectoryInUse {
  let directory: Promise<Loaded | undefined> | undefined
  let told: DirectoryState = NO_DIRECTORY
  let outlines: ReturnType<typeof loadOutlines> | undefined
  /** The hash of the outlines on the device. */
  let outlinesVersion = ''

  const tell = (state: DirectoryState) => {
    told = state
    post({ type: 'directory', directory: state })
  }
  const confirm = (record: DirectoryRecord) =>
    tell({
      state: 'ready',
      updatedAt: record.confirmedAt,
      count: record.parks.count,
      seq: record.seq,
      version: `${record.parks.sha256}${record.localities.sha256}${record.councils?.sha256 ?? ''}${outlinesVersion}`,
    })

  const switchOutlines = async () => {
    outlinesVersion = await outlinesHash(database)
    outlines = undefined
  }

  async function deleteDamaged(): Promise<void> {
    const record = await readDirectoryRecord(database)
    if (record !== undefined) await deleteDirectory(database, record)
  }

  /** @param before the directory in use, whose places are kept if its localities and councils are the same */
  async function load(before?: Loaded, decoded?: DecodedParks): Promise<Loaded | undefined> {
    try {
      const stored = await loadDirectory(database, decoded)
      await switchOutlines()
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

  const current = () =>
    (directory ??= load().then(
      (loaded) => {
        if (loaded?.record) confirm(loaded.record)
        else directory = undefined
        return loaded
      },
      (error: unknown) => {
        directory = undefined
        throw error
      },
    ))

  async function reload(decoded?: DecodedParks): Promise<void> {
    const before = await directory?.catch(() => undefined)
    const loaded = await load(before, decoded)
    if (loaded === undefined) {
      directory = undefined
      tell(NO_DIRECTORY)
      return
    }
    if (before === undefined) {
      // Until then, the server answers the page.
      await yieldToEventLoop()
      loaded.engine()
      loaded.places.gazetteer()
    }
    directory = Promise.resolve(loaded)
    if (loaded.record) confirm(loaded.record)
    // A page that shows a park need not wait for the indexes.
    if (before !== undefined) setTimeout(() => void buildIndexes(loaded), BUILD_AFTER_MS)
  }

  async function buildIndexes(loaded: Loaded): Promise<void> {
    await yieldToEventLoop()
    loaded.engine()
    await yieldToEventLoop()
    await withDamageCheck(() => loaded.places.gazetteer()).catch(() => undefined)
  }

  async function withDamageCheck<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DirectoryDamaged)) throw error
      await deleteDamaged()
      directory = undefined
      tell(NO_DIRECTORY)
      throw new Absent()
    }
  }

  return {
    current,
    isPresent: () => directory !== undefined,
    reload,
    buildIndexes,
    withDamageCheck,
    outlines: () =>
      // After a failure, the next question tries again.
      (outlines ??= loadOutlines(database).catch((error: unknown) => {
        outlines = undefined
        throw error
      })),
    async reloadOutlines(isStored = false) {
      if (!isStored && (await outlinesHash(database)) === outlinesVersion) return
      const record = (await current())?.record
      await switchOutlines()
      if (record) confirm(record)
    },
    confirm,
    setMissing: (state) => tell({ ...told, state }),
    state: () => told.state,
  }
}

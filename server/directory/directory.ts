import { setImmediate as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  bundleCouncils,
  bundleLocalities,
  bundleOutlines,
  bundleParks,
  bundleTombstones,
} from '../../data/directory/bundle.ts'
import type { EncodedBundle } from '../../data/directory/bundle.ts'
import { encodeFirstLocalities } from '../../data/directory/localities.ts'
import { encodeFirstParks, encodeParks } from '../../data/directory/parks.ts'
import type {
  Bundle,
  DirectoryChanges,
  DirectoryManifest,
  FirstDirectoryManifest,
} from '../../data/model/directory.ts'
import type { Outline } from '../../data/model/outline.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { LatLng } from '../../data/model/point.ts'
import { councils } from '../../data/sources/councils.ts'
import { buildEngineInSteps, buildGazetteer } from '../../data/search/index.ts'
import type { Gazetteer, SearchEngine, Steps } from '../../data/search/index.ts'
import type { Representations } from './compression.ts'
import { rememberParkTexts } from './park-texts.ts'
import type { ParkTexts } from './park-texts.ts'
import type { Parts } from './parts.ts'
import {
  allLocalities,
  allTombstones,
  directoryVersion,
  changedParkIds,
  publicOutlines,
  publicParks,
  publishChange,
  successorsOf,
} from '../repositories/directory.ts'
import type { DirectoryChange, DirectoryVersion } from '../repositories/directory.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { Tables } from '../database/tables.ts'

/** One version of the directory: complete and immutable. */
export interface DirectoryCopy {
  version: DirectoryVersion
  /** For ETags: changes whenever replies made from the directory may change. */
  tag: string
  engine: SearchEngine
  gazetteer: Gazetteer
  manifest: DirectoryManifest
  /** The outlines of parks, by their id. */
  outlines: ReadonlyMap<number, Outline>
  /** The outline of the park at exactly this position, if it has one. */
  outlineAt(position: LatLng): Outline | undefined
  /** The removed parks, by their id: the park that each was merged into, or `null`. */
  tombstones: ReadonlyMap<number, number | null>
  /** The manifest in the first format, for installed apps that know no other. Made at its first use. */
  firstManifest(): Promise<FirstDirectoryManifest>
  parkText: ParkTexts
}

export interface Directory {
  /**
   * The newest version. Fails while the database is unavailable even if a version is in memory, so that
   * replies do not depend on how long a server has been running.
   * @throws DatabaseUnavailable
   */
  current(): Promise<DirectoryCopy>
  /**
   * The result of {@link current} if it is known without a query; for at most 50 ms after the database became
   * unavailable.
   */
  ready(): DirectoryCopy | undefined
  /** The last version that was read, also while the database is unavailable. */
  last(): DirectoryCopy | undefined
  part(sha256: string): Promise<Representations | undefined>
  /** The changes since the version that a device has. @throws DatabaseUnavailable */
  changesSince(cursor: { epoch: string; seq: number }, format: 'first' | 'newest'): Promise<DirectoryChanges>
  /**
   * Publishes a change and resolves when {@link current} returns it. @throws DatabaseUnavailable, RangeError
   */
  publish(change: DirectoryChange): Promise<DirectoryCopy>
  /**
   * Runs `work`, which changes the directory and other tables in one transaction, and resolves when {@link
   * current} returns the result. `work` may run more than once.
   * @throws DatabaseUnavailable, and what `work` throws
   */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /**
   * Resolves when {@link current} returns what another process or thread has published.
   * @throws DatabaseUnavailable
   */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * How long the database counts as available without another look at its file: a look for each request takes a
 * tenth of the time of a search.
 */
const AVAILABILITY_TTL_MS = 50
/** How long a version counts as the newest without a query: another process may publish too. */
const VERSION_TTL_MS = 250
/** Checks without a request, so that new versions are loaded before they are requested. */
const POLL_INTERVAL_MS = 500
/** Until a directory that could not be loaded is tried again: each attempt reads all parks. */
const PAUSE_AFTER_FAILURE_MS = 1_000

/** URL of a part of the directory. */
const partUrl = (sha256: string) => `/api/directory/parts/${sha256}.json`

/** Finds the outline of the park at exactly a position. */
function outlinesByPosition(
  parks: readonly DirectoryPark[],
  outlines: ReadonlyMap<number, Outline>,
): DirectoryCopy['outlineAt'] {
  const keyOf = ({ latitude, longitude }: LatLng) => `${latitude} ${longitude}`
  const byPosition = new Map(
    parks.flatMap((park) => {
      const outline = outlines.get(park.id)
      // Many parks share the centre of a suburb.
      return outline && park.accuracy !== 'suburb' ? [[keyOf(park), outline] as const] : []
    }),
  )
  return (position) => byPosition.get(keyOf(position))
}

/** What the database has of the newest version. Its localities are left out if they are those of `known`. */
async function readRows(db: Kysely<Tables>, known: DirectoryVersion | undefined) {
  const version = await directoryVersion(db)
  if (!version) throw new DatabaseUnavailable('The database contains no directory; the seed step adds it.')
  const sameLocalities = known?.epoch === version.epoch && known.localitiesSeq === version.localitiesSeq
  return {
    version,
    parks: await publicParks(db),
    outlineRows: await publicOutlines(db),
    tombstones: await allTombstones(db),
    localities: sameLocalities ? undefined : await allLocalities(db),
  }
}

const withAddresses = ({ parts, ...figures }: EncodedBundle): Bundle => ({
  ...figures,
  parts: parts.map(({ bytes, sha256, count }) => ({
    url: partUrl(sha256),
    sha256,
    bytes: bytes.length,
    count,
  })),
})

/** Runs the steps one after the other, and lets other requests run between them. */
async function runYielding<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Does not read the database yet. */
export function openDirectory({
  store,
  parts,
  clock,
  build,
}: {
  store: Store
  parts: Parts
  clock: () => Date
  /** Identifies the code of the server: another version of it may reply differently. */
  build: string
}): Directory {
  let copy: DirectoryCopy | undefined
  let bundledLocalities: EncodedBundle | undefined
  /** The parts of the newest version, in both formats. */
  let newestParts: EncodedBundle['parts'] = []
  const councilBundle = bundleCouncils(councils())
  let checkedAt = -Infinity
  let checking: Promise<DirectoryCopy> | undefined
  let loading: Promise<DirectoryCopy> | undefined
  /** Why the newest version could not be loaded, and when: then an older one is not served. */
  let failure: { error: unknown; at: number } | undefined

  const load = async (): Promise<DirectoryCopy> => {
    // Not the whole copy before: what follows keeps these variables in memory for as long as the new copy, so
    // each copy would keep the one before it, and with it all earlier ones.
    const knownVersion = copy?.version
    const knownGazetteer = copy?.gazetteer
    const { version, parks, outlineRows, tombstones, localities } = await store.view((db) =>
      readRows(db, knownVersion),
    )
    await pause()
    const gazetteer = localities ? buildGazetteer(localities, councils()) : knownGazetteer!
    await pause()
    const engine = await runYielding(buildEngineInSteps(parks, () => gazetteer))
    await pause()
    const parkBundle = await bundleParks(parks)
    const outlineBundle = await bundleOutlines(outlineRows)
    const tombstoneBundle = await bundleTombstones(tombstones)
    const localityBundle = localities ? await bundleLocalities(localities) : bundledLocalities!
    const manifest: DirectoryManifest = {
      epoch: version.epoch,
      seq: version.seq,
      parks: withAddresses(parkBundle),
      localities: withAddresses(localityBundle),
      councils: withAddresses(await councilBundle),
      outlines: withAddresses(outlineBundle),
      tombstones: withAddresses(tombstoneBundle),
    }
    bundledLocalities = localityBundle
    newestParts = [parkBundle, localityBundle, await councilBundle, outlineBundle, tombstoneBundle].flatMap(
      (bundle) => bundle.parts,
    )
    parts.keep(newestParts)
    const makeFirstManifest = async (): Promise<FirstDirectoryManifest> => {
      const bundle = await bundleParks(parks, encodeFirstParks)
      const places = await bundleLocalities(await store.view(allLocalities), encodeFirstLocalities)
      // A later version may have been loaded meanwhile: its parts stay the newest.
      newestParts = [...newestParts, ...bundle.parts, ...places.parts]
      parts.keep(newestParts)
      const { epoch, seq } = version
      return { epoch, seq, parks: withAddresses(bundle), localities: withAddresses(places) }
    }
    const outlines = new Map(outlineRows.map(({ id, outline }) => [id, outline]))
    let first: Promise<FirstDirectoryManifest> | undefined
    copy = {
      version,
      // The same on every server with this code and directory, and after a restart.
      tag: `${build}-${version.epoch}-${version.seq}`,
      engine,
      gazetteer,
      manifest,
      outlines,
      outlineAt: outlinesByPosition(parks, outlines),
      tombstones: new Map(tombstones.map(({ id, successor }) => [id, successor])),
      firstManifest() {
        first ??= makeFirstManifest().catch((error: unknown) => {
          first = undefined
          throw error
        })
        return first
      },
      parkText: rememberParkTexts(),
    }
    return copy
  }

  const reload = () => {
    loading ??= load()
      .then(
        (loaded) => {
          failure = undefined
          return loaded
        },
        (error: unknown) => {
          failure = { error, at: performance.now() }
          throw error
        },
      )
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  const loadVersion = async (seq: number): Promise<DirectoryCopy> => {
    await loading?.catch(() => undefined)
    return copy?.version.seq === seq ? copy : reload()
  }

  const refresh = async () => {
    const version = await store.read(directoryVersion)
    if (version) await loadVersion(version.seq)
  }

  const check = async (): Promise<DirectoryCopy> => {
    const version = await store.read(directoryVersion)
    checkedAt = performance.now()
    if (copy && version && version.epoch === copy.version.epoch && version.seq === copy.version.seq)
      return copy
    if (failure && checkedAt - failure.at < PAUSE_AFTER_FAILURE_MS) throw failure.error
    if (!copy || !version || failure) return reload()
    // The current copy is served until the next one is loaded. After an error, the next check waits for it.
    reload().catch(() => undefined)
    return copy
  }

  let seenAt = -Infinity
  let isAvailable = false
  const ready = () => {
    const now = performance.now()
    if (!copy || failure || now - checkedAt >= VERSION_TTL_MS) return undefined
    if (now - seenAt >= AVAILABILITY_TTL_MS) {
      isAvailable = store.isUnchanged()
      seenAt = now
    }
    return isAvailable ? copy : undefined
  }

  const current = async (): Promise<DirectoryCopy> => {
    const known = ready()
    if (known) return known
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }

  // An error here is found and reported again by the next request.
  const poll = setInterval(() => void current().catch(() => undefined), POLL_INTERVAL_MS)
  poll.unref()

  return {
    current,
    ready,
    last: () => copy,
    async part(sha256) {
      const found = await parts.get(sha256)
      if (found) return found
      // Another server may have published it a moment ago.
      await current().catch(() => undefined)
      await loading?.catch(() => undefined)
      return parts.get(sha256)
    },
    async changesSince(cursor, format) {
      // A device may have got a newer version from another server. It must not be sent back to an older one.
      const { version: known } = await current()
      if (cursor.epoch !== known.epoch || cursor.seq > known.seq) await refresh()
      const { version, engine, manifest, firstManifest } = copy!
      if (cursor.epoch !== version.epoch || cursor.seq < 1 || cursor.seq > version.seq)
        return { kind: 'snapshot' }
      // Parks that a newer version has changed, not loaded yet, are sent as they are in this one.
      const touched = await store.view((db) => changedParkIds(db, cursor.seq, manifest.parks.count))
      if (!touched) return { kind: 'snapshot' }
      const upserts = touched.map((id) => engine.park(id)).filter((park) => park !== undefined)
      const removed = touched.filter((id) => engine.park(id) === undefined)
      const { parks } = format === 'first' ? await firstManifest() : manifest
      return {
        kind: 'changes',
        epoch: version.epoch,
        seq: version.seq,
        upserts: format === 'first' ? encodeFirstParks(upserts) : encodeParks(upserts),
        removed: await store.read((db) => successorsOf(db, removed)),
        count: parks.count,
        sha256: parks.sha256,
      }
    },
    async publish(change) {
      const seq = await store.write((db) => publishChange(db, change, clock()))
      return loadVersion(seq)
    },
    async write(work) {
      const { value, seq } = await store.write(async (db) => ({
        value: await work(db),
        seq: (await directoryVersion(db))?.seq,
      }))
      if (seq !== undefined) await loadVersion(seq)
      return value
    },
    refresh,
    async close() {
      clearInterval(poll)
      await checking?.catch(() => undefined)
      await loading?.catch(() => undefined)
    },
  }
}

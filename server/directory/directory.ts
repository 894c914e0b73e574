import { randomBytes } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { bundleLocalities, bundleParks } from '../../data/directory/bundle.ts'
import type { EncodedBundle } from '../../data/directory/bundle.ts'
import { encodeParks } from '../../data/directory/parks.ts'
import type { Bundle, DirectoryChanges, DirectoryManifest } from '../../data/model/directory.ts'
import { buildEngineInSteps, buildGazetteer } from '../../data/search/index.ts'
import type { Gazetteer, SearchEngine, Steps } from '../../data/search/index.ts'
import type { Representations } from './compression.ts'
import { rememberParkTexts } from './park-texts.ts'
import type { ParkTexts } from './park-texts.ts'
import type { Parts } from './parts.ts'
import {
  allLocalities,
  directoryVersion,
  changedParkIds,
  publicParks,
  publishChange,
  successorsOf,
} from '../repositories/directory.ts'
import type { DirectoryChange, DirectoryVersion } from '../repositories/directory.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { Tables } from '../database/tables.ts'

/** One version of the directory, whole and unchanging. */
export interface DirectoryCopy {
  version: DirectoryVersion
  /** Changes whenever an answer made from the directory can: for ETags. */
  tag: string
  engine: SearchEngine
  gazetteer: Gazetteer
  manifest: DirectoryManifest
  parkText: ParkTexts
}

export interface Directory {
  /**
   * The newest version this process has. It is answered only while the database can be asked, so that what one server says never depends
   * on how long it has been running.
   * @throws DatabaseUnavailable
   */
  current(): Promise<DirectoryCopy>
  /** What {@link current} would answer, where that is known without asking the database. */
  ready(): DirectoryCopy | undefined
  /** The last version that was read, whether or not the database is there now. */
  last(): DirectoryCopy | undefined
  part(sha256: string): Promise<Representations | undefined>
  /** What happened since a version a device has. @throws DatabaseUnavailable */
  changesSince(cursor: { epoch: string; seq: number }): Promise<DirectoryChanges>
  /** Publishes a change and resolves when {@link current} answers with it. @throws DatabaseUnavailable, RangeError */
  publish(change: DirectoryChange): Promise<DirectoryCopy>
  /**
   * Runs `work` in one write, a change of the directory with whatever belongs to it, and resolves when {@link current} answers with what it
   * has published. `work` may run more than once. @throws DatabaseUnavailable, and what `work` throws
   */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Resolves when {@link current} answers with what another process or thread has published. @throws DatabaseUnavailable */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** How long a version that was seen in the database is taken for the newest, in milliseconds: another process may publish, too. */
const CHECKED_FOR = 250
/** The database is looked at this often without being asked, so that it heals and new versions are ready before someone wants them. */
const LOOK_EVERY = 500

/** Address of a part of the directory. */
const partUrl = (sha256: string) => `/api/directory/parts/${sha256}.json`

const withAddresses = ({ parts, ...figures }: EncodedBundle): Bundle => ({
  ...figures,
  parts: parts.map(({ bytes, sha256, count }) => ({
    url: partUrl(sha256),
    sha256,
    bytes: bytes.length,
    count,
  })),
})

/** Takes one step after the other, and lets whoever waits have their answer between them. */
async function calmly<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

/** Reads nothing yet; the first question does. */
export function openDirectory({
  store,
  parts,
  clock,
}: {
  store: Store
  parts: Parts
  clock: () => Date
}): Directory {
  // Answers may change with the program as well as with the parks, so what one run has tagged is not taken for another's.
  const run = randomBytes(6).toString('base64url')
  let copy: DirectoryCopy | undefined
  let bundledLocalities: EncodedBundle | undefined
  let checkedAt = -Infinity
  let checking: Promise<DirectoryCopy> | undefined
  let loading: Promise<DirectoryCopy> | undefined

  const load = async (): Promise<DirectoryCopy> => {
    const before = copy
    const { version, parks, localities } = await store.view(async (db) => {
      const version = await directoryVersion(db)
      if (!version)
        throw new DatabaseUnavailable('The database holds no directory; the seed step puts it in.')
      const sameLocalities =
        before?.version.epoch === version.epoch && before.version.localitiesSeq === version.localitiesSeq
      return {
        version,
        parks: await publicParks(db),
        localities: sameLocalities ? undefined : await allLocalities(db),
      }
    })
    await pause()
    const gazetteer = localities ? buildGazetteer(localities) : before!.gazetteer
    await pause()
    const engine = await calmly(buildEngineInSteps(parks, () => gazetteer))
    await pause()
    const parkBundle = await bundleParks(parks)
    const localityBundle = localities ? await bundleLocalities(localities) : bundledLocalities!
    const manifest: DirectoryManifest = {
      epoch: version.epoch,
      seq: version.seq,
      parks: withAddresses(parkBundle),
      localities: withAddresses(localityBundle),
    }
    bundledLocalities = localityBundle
    parts.keep([...parkBundle.parts, ...localityBundle.parts])
    copy = {
      version,
      tag: `${run}-${version.epoch}-${version.seq}`,
      engine,
      gazetteer,
      manifest,
      parkText: rememberParkTexts(),
    }
    return copy
  }

  const reload = () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  const arriveAt = async (seq: number): Promise<DirectoryCopy> => {
    await loading?.catch(() => undefined)
    return copy?.version.seq === seq ? copy : reload()
  }

  const check = async (): Promise<DirectoryCopy> => {
    const version = await store.read(directoryVersion)
    checkedAt = performance.now()
    if (copy && version && version.epoch === copy.version.epoch && version.seq === copy.version.seq)
      return copy
    if (!copy || !version) return reload()
    // The version at hand answers until the next one is whole. What keeps that from being read shows at the next check.
    reload().catch(() => {
      checkedAt = -Infinity
    })
    return copy
  }

  const ready = () =>
    copy && performance.now() - checkedAt < CHECKED_FOR && store.isUnchanged() ? copy : undefined

  const current = async (): Promise<DirectoryCopy> => {
    const known = ready()
    if (known) return known
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }

  // Trouble found here is found again, and told, by the next request.
  const looking = setInterval(() => void current().catch(() => undefined), LOOK_EVERY)
  looking.unref()

  return {
    current,
    ready,
    last: () => copy,
    part: (sha256) => parts.get(sha256),
    async changesSince(cursor) {
      const { version, engine, manifest } = await current()
      if (cursor.epoch !== version.epoch || cursor.seq < 1 || cursor.seq > version.seq)
        return { kind: 'snapshot' }
      // Those that a version touched which is not read yet are told as this one has them.
      const touched = await store.view((db) => changedParkIds(db, cursor.seq, manifest.parks.count))
      if (!touched) return { kind: 'snapshot' }
      const upserts = touched.map((id) => engine.park(id)).filter((park) => park !== undefined)
      const gone = touched.filter((id) => engine.park(id) === undefined)
      return {
        kind: 'changes',
        epoch: version.epoch,
        seq: version.seq,
        upserts: encodeParks(upserts),
        removed: await store.read((db) => successorsOf(db, gone)),
        count: manifest.parks.count,
        sha256: manifest.parks.sha256,
      }
    },
    async publish(change) {
      const seq = await store.write((db) => publishChange(db, change, clock()))
      return arriveAt(seq)
    },
    async write(work) {
      const { value, seq } = await store.write(async (db) => ({
        value: await work(db),
        seq: (await directoryVersion(db))?.seq,
      }))
      if (seq !== undefined) await arriveAt(seq)
      return value
    },
    async refresh() {
      const version = await store.read(directoryVersion)
      if (version) await arriveAt(version.seq)
    },
    async close() {
      clearInterval(looking)
      await checking?.catch(() => undefined)
      await loading?.catch(() => undefined)
    },
  }
}

import {
  bundleCouncils,
  bundleHash,
  bundleLocalities,
  bundleOutlines,
  bundleParks,
  bundleTombstones,
} from '../../data/directory/bundle.ts'
import type { EncodedBundle } from '../../data/directory/bundle.ts'
import type { OutlineRow } from '../../data/directory/outlines.ts'
import { encodeParks } from '../../data/directory/parks.ts'
import type { CouncilArea } from '../../data/model/council.ts'
import type { Bundle, DirectoryChanges, DirectoryManifest, Tombstone } from '../../data/model/directory.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'

/** Replaces a response, rejects, or leaves the request alone (`undefined`). */
export type Interceptor = (
  url: string,
  init: RequestInit | undefined,
) => Response | Promise<Response> | undefined

/** A directory server in memory: the real bundles, a URL for each part, and an interceptor of responses. */
export class DirectoryServer {
  epoch = 'first'
  seq = 1
  parks: DirectoryPark[]
  localities: Locality[]
  councils: CouncilArea[] = [
    {
      code: '45890',
      name: 'Port Adelaide Enfield',
      state: 'SA',
      website: 'https://www.cityofpae.sa.gov.au',
      rules: [],
    },
  ]
  /** `undefined`: a server of an earlier version, whose manifest has no outlines. */
  outlines: OutlineRow[] | undefined
  /** `undefined`: a server of an earlier version, whose manifest has no tombstones. */
  tombstones: Tombstone[] | undefined = []
  intercept: Interceptor = () => undefined
  /** Every URL requested, in order. */
  requested: string[] = []
  private changes: { seq: number; upserts: number[]; removed: Tombstone[] }[] = []
  private oldestCursor = 1

  constructor(parks: DirectoryPark[], localities: Locality[]) {
    this.parks = parks
    this.localities = localities
  }

  /** Publishes a changed directory. */
  publish(upserts: DirectoryPark[], removed: Tombstone[] = []) {
    const gone = new Set([...removed.map(({ id }) => id), ...upserts.map(({ id }) => id)])
    this.parks = [...this.parks.filter(({ id }) => !gone.has(id)), ...upserts]
    this.tombstones = this.tombstones
      ?.concat(removed)
      .filter(({ id }) => !upserts.some((park) => park.id === id))
      .sort((one, other) => one.id - other.id)
    this.seq++
    this.changes.push({ seq: this.seq, upserts: upserts.map(({ id }) => id), removed })
  }

  /** Drops the change log, so that only the snapshot is available. */
  forgetChanges() {
    this.changes = []
    this.oldestCursor = this.seq
  }

  requestedParts(): string[] {
    return this.requested.filter((url) => url.startsWith('/parts/'))
  }

  readonly fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    this.requested.push(url)
    init?.signal?.throwIfAborted()
    const intercepted = this.intercept(url, init)
    if (intercepted !== undefined) return intercepted
    if (url === '/api/directory?format=2') return Response.json(await this.manifest())
    if (url.startsWith('/api/directory/changes?'))
      return Response.json(await this.changesSince(new URL(url, 'http://x').searchParams.get('cursor')!))
    const bytes = (await this.partBytes()).get(url)
    return bytes === undefined ? new Response('no such part', { status: 404 }) : new Response(bytes)
  }

  async partBytes(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
    const parts = Object.values(await this.bundles()).flatMap((bundle) => bundle.parts)
    return new Map(parts.map((part) => [`/parts/${part.sha256}`, part.bytes]))
  }

  async manifest(): Promise<DirectoryManifest> {
    const { parks, localities, councils, outlines, tombstones } = await this.bundles()
    return {
      epoch: this.epoch,
      seq: this.seq,
      parks: describe(parks),
      localities: describe(localities),
      councils: describe(councils),
      ...(this.outlines && { outlines: describe(outlines) }),
      ...(this.tombstones && { tombstones: describe(tombstones) }),
    }
  }

  private async bundles() {
    return {
      parks: await bundleParks(this.parks),
      localities: await bundleLocalities(this.localities),
      councils: await bundleCouncils(this.councils),
      outlines: await bundleOutlines(this.outlines ?? []),
      tombstones: await bundleTombstones(this.tombstones ?? []),
    }
  }

  private async changesSince(cursor: string): Promise<DirectoryChanges> {
    const [epoch, seq] = cursor.split('.')
    if (epoch !== this.epoch || Number(seq) < this.oldestCursor) return { kind: 'snapshot' }
    const since = this.changes.filter((change) => change.seq > Number(seq))
    const touched = new Set(since.flatMap((change) => change.upserts))
    const bundle = await bundleParks(this.parks)
    return {
      kind: 'changes',
      epoch: this.epoch,
      seq: this.seq,
      upserts: encodeParks(this.parks.filter(({ id }) => touched.has(id))),
      removed: since
        .flatMap((change) => change.removed)
        .filter(({ id }) => !this.parks.some((park) => park.id === id)),
      count: bundle.count,
      sha256: bundle.sha256,
    }
  }
}

const describe = (bundle: EncodedBundle): Bundle => ({
  sha256: bundle.sha256,
  bytes: bundle.bytes,
  count: bundle.count,
  parts: bundle.parts.map(({ sha256, bytes, count }) => ({
    url: `/parts/${sha256}`,
    sha256,
    bytes: bytes.length,
    count,
  })),
})

/** The bundle with the hash and totals of its parts, after a test has changed them. */
export async function withTotals(bundle: Bundle): Promise<Bundle> {
  return {
    sha256: await bundleHash(bundle.parts.map((part) => part.sha256)),
    bytes: bundle.parts.reduce((sum, part) => sum + part.bytes, 0),
    count: bundle.parts.reduce((sum, part) => sum + part.count, 0),
    parts: bundle.parts,
  }
}

/** A park of these tests; its id decides the part it belongs to. */
export const park = (id: number, over: Partial<DirectoryPark> = {}): DirectoryPark => ({
  id,
  name: `Reserve ${id}`,
  address: `${id} Beach Road`,
  city: 'Semaphore',
  area: '',
  state: 'SA',
  postcode: '5019',
  latitude: -34.83881,
  longitude: 138.48241,
  accuracy: 'exact',
  access: 'off_leash',
  features: ['off-leash'],
  lacks: [],
  size: null,
  openingHours: null,
  leashHours: null,
  rating: null,
  imageUrl: null,
  phone: null,
  description: null,
  position: null,
  council: '45890',
  sources: [{ publisher: 'a list of this test', year: '2017' }],
  asOf: '2017',
  createdAt: '2025-04-10T00:00:00.000Z',
  ...over,
})

export const locality = (
  name: string,
  postcode: string,
  latitude: number,
  longitude: number,
  state: Locality['state'] = 'SA',
): Locality => ({
  name,
  postcode,
  state,
  region: 'Port Adelaide - West',
  region4: 'Adelaide - West',
  latitude,
  longitude,
  population: 0,
})

/** The outline of a park of these tests: a square around its position. */
export const outline = (id: number, squareMetres = 900): OutlineRow => ({
  id,
  outline: {
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [138.482, -34.839],
            [138.483, -34.839],
            [138.483, -34.838],
            [138.482, -34.838],
            [138.482, -34.839],
          ],
        ],
      ],
    },
    squareMetres,
    source: { publisher: 'OpenStreetMap', date: '2026', licence: 'ODbL 1.0' },
  },
})

/** Four parts of parks (ids beyond 6,144) and one of localities. */
export const fourParts = () => [1, 2, 3, 2048, 2049, 4100, 4101, 6200].map((id) => park(id))
export const someLocalities = () => [
  locality('Semaphore', '5019', -34.8388, 138.4824),
  locality('Glenelg', '5045', -34.9799, 138.5156),
]

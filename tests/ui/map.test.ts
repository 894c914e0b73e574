import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchVectorTile } from '../../client/api/map-tiles.ts'
import { clusterParks } from '../../client/features/search/clusters.ts'
import { watchLoading, type Loading } from '../../client/map/loading.ts'
import { readTile } from '../../client/map/read-tile.ts'
import { layOutMarks, groupLabel } from '../../client/features/search/marks.ts'
import { numberKeys } from '../../client/features/search/number-keys.ts'
import { labelBoxes, signposts } from '../../client/map/signposts.ts'
import { areApart } from '../../data/geo/labels.ts'
import { project } from '../../data/geo/mercator.ts'
import { roundDistance, formatRoundDistance } from '../../data/geo/rings.ts'
import { MAP_COLOURS } from '../../data/map/colours.ts'
import { PALETTES } from '../../server/geo/picture/palette.ts'

describe('a loading map', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watch(load: () => Promise<string>) {
    const states: Loading<string>[] = []
    watchLoading(load, (loading) => states.push(loading))
    return states
  }

  test('is ready at the next poll, after 100 ms', async () => {
    const states = watch(async () => 'a map')
    await vi.advanceTimersByTimeAsync(99)
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(states).toEqual([{ state: 'ready', value: 'a map' }])
  })

  test('fails after 10 s, and not before', async () => {
    const states = watch(() => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states).toEqual([{ state: 'failed' }])
  })

  test('fails at once if its code cannot be loaded', async () => {
    const states = watch(() => Promise.reject(new TypeError('Failed to fetch')))
    await vi.advanceTimersByTimeAsync(100)
    expect(states).toEqual([{ state: 'failed' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states).toHaveLength(1)
  })

  test('becomes ready even if it loads after it has failed', async () => {
    const states = watch(() => new Promise((resolve) => setTimeout(() => resolve('a map'), 12_000)))
    await vi.advanceTimersByTimeAsync(12_100)
    expect(states.map(({ state }) => state)).toEqual(['failed', 'ready'])
  })
})

describe('a map on a network that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const TILE = { z: 15, x: 30_143, y: 19_668 }
  const after = (milliseconds: number, read: () => string) => ({
    async getDisplayTile() {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return read()
    },
  })

  test.each([
    [
      'is drawn from the source that has arrived, after a second',
      200,
      15_000,
      ['1200: base', '15000: base, streets'],
    ],
    ['is drawn once if all sources arrive soon', 200, 1_100, ['1100: base, streets']],
  ])('%s', async (_, base, streets, expected) => {
    const drawn: string[] = []
    const began = Date.now()
    const draw = (data: ReadonlyMap<string, unknown>) =>
      drawn.push(`${Date.now() - began}: ${[...data.keys()].join(', ')}`)
    const views = new Map([
      ['base', after(base, () => 'base')],
      ['streets', after(streets, () => 'streets')],
    ])
    void readTile(views as never, TILE, draw).then(({ data }) => draw(data))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(drawn).toEqual(expected)
  })

  test('says which sources could not be read', async () => {
    const views = new Map([
      ['base', after(200, () => 'base')],
      [
        'streets',
        after(100, () => {
          throw new TypeError('Failed to fetch')
        }),
      ],
    ])
    const drawn = vi.fn<() => void>()
    const tile = readTile(views as never, TILE, drawn)
    await vi.advanceTimersByTimeAsync(200)
    expect(await tile).toEqual({ data: new Map([['base', ['base']]]), failed: new Set(['streets']) })
    expect(drawn).not.toHaveBeenCalled()
  })

  test('stops waiting for a tile after 15 s', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, init?: RequestInit) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
        }),
    )
    let failedAt: number | undefined
    const began = Date.now()
    fetchVectorTile('/api/maps/streets/1/{z}/{x}/{y}', TILE, () => undefined).catch(
      () => (failedAt = Date.now() - began),
    )
    await vi.advanceTimersByTimeAsync(20_000)
    expect(failedAt).toBe(15_000)
  })
})

describe('rings around a park', () => {
  test('are at round distances in miles or kilometres', () => {
    const rings = (metres: number, unit: 'miles' | 'km') =>
      [1, 2, 3].map((ring) => formatRoundDistance(ring * roundDistance(metres, unit), unit))
    expect(rings(382, 'miles')).toEqual(['0.2 mi', '0.4 mi', '0.6 mi'])
    expect(rings(40, 'miles')).toEqual(['0.02 mi', '0.04 mi', '0.06 mi'])
    expect(rings(9_000, 'miles')).toEqual(['5 mi', '10 mi', '15 mi'])
    expect(rings(382, 'km')).toEqual(['200 m', '400 m', '600 m'])
    expect(rings(3_000, 'km')).toEqual(['2 km', '4 km', '6 km'])
  })
})

describe('the number keys', () => {
  const upTo = (count: number) => (number: number) => number >= 1 && number <= count

  test('select one park each', () => {
    const read = numberKeys()
    expect([
      read('1', 0, upTo(5)),
      read('4', 5_000, upTo(5)),
      read('7', 10_000, upTo(5)),
      read('a', 10_001, upTo(5)),
    ]).toEqual([1, 4, null, null])
  })

  test('form one number if typed quickly and the park exists', () => {
    const read = numberKeys()
    expect([
      read('1', 0, upTo(50)),
      read('2', 300, upTo(50)),
      read('3', 600, upTo(50)),
      read('1', 5_000, upTo(50)),
      read('2', 6_000, upTo(50)),
    ]).toEqual([1, 12, 3, 1, 2])
  })
})

describe('clusters', () => {
  const park = (id: number, latitude: number, longitude: number) => ({
    id,
    name: `Park ${id}`,
    accuracy: 'exact' as const,
    latitude,
    longitude,
  })
  const world = { west: -180, east: 180, south: -80, north: 80 }

  test('merge parks at low zoom, split them at high zoom, and lose none', () => {
    const parks = Array.from({ length: 500 }, (_, id) =>
      park(id, -33 - (id % 25) / 50, 151 + Math.floor(id / 25) / 50),
    )
    const clusters = clusterParks(parks)
    for (const zoom of [3, 8, 11, 14]) {
      const marks = clusters.within(world, zoom)
      expect(
        marks.reduce((sum, mark) => sum + (mark.kind === 'cluster' ? mark.count : 1), 0),
        `zoom ${zoom}`,
      ).toBe(500)
    }
    expect(clusters.within(world, 3)).toHaveLength(1)
    expect(clusters.within(world, 16).every(({ kind }) => kind === 'park')).toBe(true)
  })

  test('never split parks at the same position, and list them', () => {
    const clusters = clusterParks([park(1, -27.4, 153), park(2, -27.4, 153), park(3, -20, 140)])
    const cluster = clusters.within(world, 16).find((mark) => mark.kind === 'cluster')
    expect(clusters.opensAt(cluster!.id)).toBeNull()
    expect(
      clusters
        .parksOf(cluster!.id)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2])
  })
})

describe('signposts', () => {
  const place = (name: string, x: number, y: number, metres: number) => ({ place: { name }, x, y, metres })
  const size = { width: 400, height: 300 }

  test('name the nearest place in each direction, in whole kilometres, at the edge of the map', () => {
    const posts = signposts(
      [place('Far North', 210, -900, 6_000), place('North', 200, -500, 3_400), place('East', 900, 150, 480)],
      size,
      [],
      'km',
    )
    expect(posts.map(({ label, angle }) => [label, Math.round(angle)])).toEqual([
      ['East 1 km', 90],
      ['North 3 km', 0],
    ])
    expect(posts[0]!.x).toBeGreaterThan(size.width / 2)
  })

  test('leave out visible places, and cover nothing', () => {
    const pin = { x: 340, y: 150, width: 60, height: 60 }
    const posts = signposts(
      [place('Here', 320, 90, 500), place('East', 900, 150, 900), place('South', 200, 700, 900)],
      size,
      [pin],
      'km',
    )
    expect(posts.map(({ label }) => label)).toEqual(['South 1 km'])
    expect(posts.every((post) => areApart(post, pin, 4))).toBe(true)
  })

  test('leave out a direction where a name is on the map, also between two zooms', () => {
    const east = place('East', 900, 150, 900)
    const [post] = signposts([east], size, [], 'km')
    // The name is where the signpost would be. Half a zoom closer, a world pixel of zoom 13 is 1.41 pixels.
    const topLeft = { x: 1_000_000, y: 700_000 }
    const scale = Math.SQRT2
    const [x, y] = [(post!.x + topLeft.x) / scale, (post!.y + topLeft.y) / scale]
    const labels = { zoom: 13, boxes: [{ minX: x - 20, minY: y - 5, maxX: x + 20, maxY: y + 5 }] }
    const [box] = labelBoxes(labels, 13.5, topLeft)
    expect(box!.x).toBeCloseTo(post!.x)
    expect(box!.y).toBeCloseTo(post!.y)
    expect(box!.width).toBeCloseTo(40 * scale)
    expect(signposts([east], size, [box!], 'km')).toEqual([])
  })
})

test('texts and lines over the map have the colours of static maps', async () => {
  const css = await readFile(new URL('../../client/map/map.css', import.meta.url), 'utf8')
  const dark = css.indexOf('@media (prefers-color-scheme: dark)')
  const colour = (name: string, from: number) =>
    new RegExp(`--map-${name}: (#[0-9a-f]{6})`).exec(css.slice(from))?.[1]
  for (const [theme, from] of [
    ['light', 0],
    ['dark', dark],
  ] as const) {
    const { line, ink, muted, halo } = PALETTES[theme]
    const wanted = { land: MAP_COLOURS[theme].land, line, ink, muted, halo }
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, colour(name, from)])), theme).toEqual(
      wanted,
    )
  }
})

describe('overlapping marks', () => {
  const at = (id: number, latitude: number, longitude: number) => ({
    id,
    name: `Park ${id}`,
    accuracy: 'suburb' as const,
    latitude,
    longitude,
  })
  const numbered = (number: number, latitude: number, longitude: number) => ({
    ...at(number, latitude, longitude),
    number,
  })
  const world = { west: -180, east: 180, south: -80, north: 80 }
  const laidOut = (list: ReturnType<typeof numbered>[], others: ReturnType<typeof at>[], zoom: number) => {
    const clusters = clusterParks(others)
    return layOutMarks(list, clusters.within(world, zoom), clusters, zoom)
  }

  test('are merged, with the numbers of the list, until the zoom separates them', () => {
    const list = [
      numbered(1, -33.9, 151.15),
      numbered(2, -33.9, 151.15),
      numbered(3, -33.9, 151.16),
      numbered(4, -33.7, 151),
    ]
    expect(laidOut(list, [], 10).groups.map(groupLabel)).toEqual(['1·2·3', '4'])
    expect(laidOut(list, [], 14).groups.map(groupLabel)).toEqual(['1·2', '3', '4'])
  })

  test('include the parks of other pages at the same position, and lose none', () => {
    const others = [at(11, -33.9, 151.15), at(12, -33.9, 151.15), at(13, -33.8, 151.3)]
    const { groups, singles } = laidOut([numbered(1, -33.9, 151.15)], others, 14)
    expect(groups.map(groupLabel)).toEqual(['1 +2'])
    expect(groups[0]!.others.map(({ id }) => id).sort()).toEqual([11, 12])
    expect(singles.map(({ id }) => id)).toEqual([13])
  })

  test('move a cluster away from the numbered mark that it would overlap', () => {
    const others = Array.from({ length: 30 }, (_, index) => at(100 + index, -33.9 + index / 500, 151.15))
    const { groups, clusters } = laidOut([numbered(1, -33.9, 151.15)], others, 5)
    expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(30)
    for (const cluster of clusters) {
      const [one, other] = [project(groups[0]!, 5), project(cluster, 5)]
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(50)
    }
  })
})

import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import {
  fetchArea,
  findEvicted,
  deleteArea,
  deleteOrphanedFiles,
  verifyArea,
} from '../../client/store/area-files.ts'
import type { AreaPorts } from '../../client/store/area-files.ts'
import { saveArea, readArea, readAreas, deleteAreaRow } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { PACK_HASH_LENGTH } from '../../data/model/map.ts'
import { READY_AREA } from '../support/area-row.ts'
import { waitFor } from '../support/wait-for.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')
const ORIGIN = 'https://offlead.example'

/** The hash in the address of a pack of streets. */
const hashOf = (content: string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, PACK_HASH_LENGTH)

const files = (count: number, name = 'tile') =>
  Array.from({ length: count }, (_, index) => `/api/maps/tiles/14/${name}/${index}`)

/** A device with a cache for offline areas, and a server whose responses the test sets. */
function device() {
  const database = createDatabase(() => undefined, undefined, { indexedDB: new IDBFactory(), IDBKeyRange })
  const cached = new Map<string, Response>()
  const requested: string[] = []
  let capacity = Infinity
  let viewedFiles = 0
  let answer: (path: string, init?: RequestInit) => Response | Promise<Response> = () =>
    new Response('a tile', { headers: { 'cache-control': 'public, max-age=604800' } })
  let packs: string[] = []
  const cache = {
    keys: async () => [...cached.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
    match: async (path: RequestInfo) => cached.get(String(path))?.clone(),
    delete: async (path: RequestInfo) => cached.delete(String(path)),
    async put(path: RequestInfo, response: Response) {
      if (cached.size + viewedFiles >= capacity) throw new DOMException('no room', 'QuotaExceededError')
      cached.set(String(path), response)
    },
  }
  const ports: AreaPorts = {
    database,
    cache: async () => cache as unknown as Cache,
    async fetch(url, init) {
      init?.signal?.throwIfAborted()
      requested.push(String(url))
      return answer(String(url), init)
    },
    now: () => NOW,
    freeSpace: async () => void (viewedFiles = 0),
    packs: async () => packs,
    exclusively: (work) => work(),
    oneAtATime: (work) => work(),
    pause: async () => undefined,
  }
  return {
    ports,
    cached,
    requested,
    respondWith(next: typeof answer) {
      answer = next
    },
    /** The packs that cover an area, of the maps that the server has now. */
    buildMaps(next: string[]) {
      packs = next
    },
    /** Limits storage to `count` files; maps cached by viewing take `cachedByViewing` of them. */
    limitStorage(count: number, cachedByViewing = 0) {
      capacity = count
      viewedFiles = cachedByViewing
    },
    async addArea(id: string, list: string[]) {
      await saveArea(database, {
        ...READY_AREA,
        id,
        name: id,
        files: list,
        state: 'fetching',
        takenAt: NOW,
        checkedAt: null,
      })
    },
    area: (id: string) => readArea(database, id),
    fetch: (id: string, signal = new AbortController().signal) => fetchArea(ports, id, signal),
  }
}

describe('an area download', () => {
  test('refuses a pack of streets with other bytes than its address names, and tries it again', async () => {
    const { addArea, fetch, area, respondWith, requested, cached } = device()
    const bytes = new TextEncoder().encode('a pack')
    const path = `/api/maps/packs/13/7535/4917/${hashOf('a pack')}`
    await addArea('marrickville', [path])
    respondWith(() => new Response('cut off'))
    expect(await fetch('marrickville')).toBe('waiting')
    expect(requested).toEqual([path, path, path])
    expect(cached.size).toBe(0)
    respondWith(() => new Response(bytes))
    expect(await fetch('marrickville')).toBe('ready')
    expect(await area('marrickville')).toMatchObject({ state: 'ready', here: 1, bytes: bytes.length })
  })

  test('requests a pack from the server that the browser has cached damaged', async () => {
    const { addArea, fetch, respondWith } = device()
    await addArea('bondi', [`/api/maps/packs/13/7535/4917/${hashOf('a pack')}`])
    respondWith((_, init) => new Response(init?.cache === 'reload' ? 'a pack' : 'a pa'))
    expect(await fetch('bondi')).toBe('ready')
  })

  test('keeps the map that it has until that of a newer map is complete', async () => {
    const { addArea, fetch, area, respondWith, buildMaps, ports, cached } = device()
    const packsOf = (...contents: string[]) =>
      contents.map((content, index) => `/api/maps/packs/13/7535/${4917 + index}/${hashOf(content)}`)
    const former = packsOf('old 1', 'old 2')
    const next = packsOf('new 1', 'new 2')
    await addArea('bondi', former)
    respondWith((path) => new Response(path === former[0] ? 'old 1' : 'old 2'))
    expect(await fetch('bondi')).toBe('ready')

    // The browser deletes one file. When it is downloaded again, the server has a new map, and the network is
    // lost before that arrives.
    cached.delete(former[1]!)
    buildMaps(next)
    respondWith((path) => {
      if (former.includes(path)) return new Response('', { status: 404 })
      throw new TypeError('Failed to fetch')
    })
    expect(await fetch('bondi')).toBe('waiting')
    await deleteOrphanedFiles(ports)
    expect([...cached.keys()]).toEqual([former[0]])

    respondWith((path) => new Response(path === next[0] ? 'new 1' : 'new 2'))
    expect(await fetch('bondi')).toBe('ready')
    await deleteOrphanedFiles(ports)
    expect(new Set(cached.keys())).toEqual(new Set(next))
    expect(await area('bondi')).toMatchObject({ files: next, here: 2 })
  })

  test('says that the device is full when not even the progress can be saved', async () => {
    const { addArea, fetch, limitStorage, ports, cached } = device()
    await addArea('bondi', files(20))
    limitStorage(8)
    ports.database.areas.hook('updating', () => {
      if (cached.size >= 8) throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await fetch('bondi')).toBe('full')
  })

  test('stores every file and records the total size', async () => {
    const { addArea, fetch, area, cached } = device()
    await addArea('bondi', files(312))
    expect(await fetch('bondi')).toBe('ready')
    expect(await area('bondi')).toMatchObject({ state: 'ready', here: 312, bytes: 312 * 6, checkedAt: NOW })
    expect(cached.size).toBe(312)
  })

  test('resumes after being killed and fetches nothing twice', async () => {
    const { addArea, fetch, area, requested, respondWith } = device()
    await addArea('bondi', files(40))
    // The process ends abruptly: four requests are pending, and never finish.
    let kill: () => void = () => undefined
    const killed = new Promise<void>((resolve) => (kill = resolve))
    let pending = 0
    respondWith(() => {
      if (requested.length < 20) return new Response('a tile')
      if (++pending === 4) kill()
      return new Promise<Response>(() => undefined)
    })
    void fetch('bondi')
    await killed
    const before = new Set(requested)
    requested.length = 0
    respondWith(() => new Response('a tile'))
    expect(await fetch('bondi')).toBe('ready')
    expect(await area('bondi')).toMatchObject({ state: 'ready', here: 40, bytes: 240 })
    // Only the requests pending at the kill are repeated.
    expect(requested.filter((path) => before.has(path)).length).toBeLessThanOrEqual(4)
    expect(requested.length).toBeLessThan(30)
  })

  test('can be paused and resumed', async () => {
    const { addArea, fetch, area, requested, respondWith } = device()
    await addArea('bondi', files(30))
    const pause = new AbortController()
    respondWith(() => {
      if (requested.length === 10) pause.abort()
      return new Response('a tile')
    })
    expect(await fetch('bondi', pause.signal)).toBe('paused')
    const { here } = (await area('bondi'))!
    expect(here).toBeGreaterThan(0)
    expect(here).toBeLessThan(30)
    expect(await fetch('bondi')).toBe('ready')
  })

  test('retries each file and then waits when the network is lost', async () => {
    const { addArea, fetch, area, requested, respondWith } = device()
    await addArea('bondi', files(8))
    respondWith(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await fetch('bondi')).toBe('waiting')
    expect(requested.length).toBeGreaterThanOrEqual(3)
    expect(await area('bondi')).toMatchObject({ state: 'waiting', here: 0 })
  })

  test.each([
    ['the server does not respond', () => new Promise<Response>(() => undefined)],
    [
      'a file stops arriving',
      () =>
        new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) })),
    ],
  ])('waits for a better network when %s for 15 s, three times', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { addArea, fetch, area, requested, respondWith } = device()
      await addArea('bondi', files(1))
      respondWith(answer)
      const outcome = fetch('bondi')
      for (let attempt = 1; attempt <= 3; attempt++) {
        await waitFor(() => expect(requested).toHaveLength(attempt))
        await vi.advanceTimersByTimeAsync(14_000)
        expect(await area('bondi')).toMatchObject({ state: 'fetching' })
        await vi.advanceTimersByTimeAsync(1_000)
      }
      expect(await outcome).toBe('waiting')
      expect(await area('bondi')).toMatchObject({ state: 'waiting', here: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  test('stores no response that is an error, empty or from another origin', async () => {
    for (const response of [
      new Response('no', { status: 500 }),
      new Response(''),
      Object.defineProperty(new Response('opaque'), 'type', { value: 'opaque' }),
    ]) {
      const { addArea, fetch, cached, respondWith } = device()
      await addArea('bondi', files(1))
      respondWith(() => response)
      expect(await fetch('bondi')).toBe('waiting')
      expect(cached.size).toBe(0)
    }
  })

  test('completes without tiles that answer 404 and does not request them again', async () => {
    const { addArea, fetch, area, requested, respondWith } = device()
    await addArea('sea', files(5))
    respondWith((path) => (path.endsWith('/3') ? new Response('', { status: 404 }) : new Response('a tile')))
    expect(await fetch('sea')).toBe('ready')
    expect(await area('sea')).toMatchObject({ here: 5, absent: ['/api/maps/tiles/14/tile/3'] })
    requested.length = 0
    await fetch('sea')
    expect(requested).toEqual([])
  })

  test('has the packs of the new map if the operator built one while it was interrupted', async () => {
    const { addArea, fetch, area, respondWith, buildMaps, cached } = device()
    const packs = (map: string) => ['4917', '4918'].map((y) => `/api/maps/packs/13/7535/${y}/${hashOf(map)}`)
    const base = (version: string) => [`/api/maps/base-packs/${version}/7/117/76`]
    await addArea('fitzroy', ['/api/maps/tiles/14/1/1', ...base('one'), ...packs('old')])
    let map = 'old'
    respondWith((path) => {
      if (path === packs('old')[1] && map === 'old') throw new TypeError('Failed to fetch')
      if (path.includes('tiles') || base(map === 'old' ? 'one' : 'two').includes(path))
        return new Response('x')
      return packs(map).includes(path) ? new Response(map) : new Response('', { status: 404 })
    })
    expect(await fetch('fitzroy')).toBe('waiting')

    map = 'new'
    buildMaps([...base('two'), ...packs('new')])
    expect(await fetch('fitzroy')).toBe('ready')
    const files = ['/api/maps/tiles/14/1/1', ...base('two'), ...packs('new')]
    expect(await area('fitzroy')).toMatchObject({ state: 'ready', files, absent: [], here: 4 })
    expect([...cached.keys()]).toEqual(expect.arrayContaining(files))
  })

  test('waits while the server has a pack on its list, but not the file', async () => {
    const { addArea, fetch, area, respondWith, buildMaps } = device()
    const pack = `/api/maps/packs/13/7535/4917/${hashOf('a pack')}`
    await addArea('fitzroy', [pack])
    buildMaps([pack])
    respondWith(() => new Response('', { status: 404 }))
    expect(await fetch('fitzroy')).toBe('waiting')
    expect(await area('fitzroy')).toMatchObject({ state: 'waiting', here: 0, absent: [] })
  })

  test('keeps its streets and waits while the server has no street map', async () => {
    const { addArea, fetch, respondWith, buildMaps, cached, ports } = device()
    const packs = ['4917', '4918'].map((y) => `/api/maps/packs/13/7535/${y}/${hashOf(y)}`)
    await addArea('fitzroy', ['/api/maps/tiles/14/1/1', ...packs])
    let hasMap = true
    respondWith((path) => {
      if (path === packs[1] && hasMap) throw new TypeError('Failed to fetch')
      if (path.includes('tiles')) return new Response('a tile')
      return hasMap ? new Response(path.split('/')[6]!) : new Response('', { status: 404 })
    })
    expect(await fetch('fitzroy')).toBe('waiting')
    hasMap = false
    buildMaps([])
    expect(await fetch('fitzroy')).toBe('waiting')
    await deleteOrphanedFiles(ports)
    expect(cached.has(packs[0]!)).toBe(true)
    respondWith((path) => new Response(path.split('/')[6]!))
    buildMaps(packs)
    expect(await fetch('fitzroy')).toBe('ready')
  })

  test('stores no page instead of a file: the sign-in page of a public Wi-Fi', async () => {
    const { addArea, fetch, respondWith, cached } = device()
    await addArea('fitzroy', ['/api/pictures/a.webp', '/api/maps/base-packs/one/7/117/76'])
    respondWith(() => new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } }))
    expect(await fetch('fitzroy')).toBe('waiting')
    expect(cached.size).toBe(0)
  })

  test('completes without packs of the built-in map that answer 204: regions of the sea', async () => {
    const { addArea, fetch, area, respondWith } = device()
    const sea = '/api/maps/base-packs/one/7/120/76'
    await addArea('sea', [sea])
    respondWith(() => new Response(null, { status: 204 }))
    expect(await fetch('sea')).toBe('ready')
    expect(await area('sea')).toMatchObject({ absent: [sea] })
  })

  test('has all other files and waits while map images are substitutes', async () => {
    const { addArea, fetch, area, respondWith, requested, cached } = device()
    const picture = '/api/maps/static?lat=-33.9&lng=151.3'
    await addArea('bondi', [picture, ...files(10)])
    respondWith(
      (path) =>
        new Response('x', {
          headers: { 'cache-control': `public, max-age=${path === picture ? 60 : 604_800}` },
        }),
    )
    expect(await fetch('bondi')).toBe('waiting')
    expect(requested).toHaveLength(11)
    expect([...cached.keys()].toSorted()).toEqual(files(10).toSorted())
    expect(await area('bondi')).toMatchObject({ state: 'waiting', here: 10, absent: [] })
    respondWith(() => new Response('x', { headers: { 'cache-control': 'public, max-age=604800' } }))
    expect(await fetch('bondi')).toBe('ready')
    expect(cached.has(picture)).toBe(true)
  })

  test('evicts maps cached by viewing when storage is full, then stops and keeps what was downloaded', async () => {
    const { addArea, fetch, area, limitStorage } = device()
    await addArea('bondi', files(20))
    limitStorage(12, 8)
    expect(await fetch('bondi')).toBe('full')
    expect(await area('bondi')).toMatchObject({ state: 'full', here: 12 })
    limitStorage(100)
    expect(await fetch('bondi')).toBe('ready')
  })
})

test('an area that another tab has completed meanwhile is not downloaded again', async () => {
  const { addArea, fetch, ports, requested } = device()
  await addArea('bondi', files(4))
  const changes: unknown[] = []
  const exclusively: AreaPorts['exclusively'] = async (work) => {
    await fetch('bondi')
    requested.length = 0
    ports.database.areas.hook('updating', (change) => void changes.push(change))
    return work()
  }
  expect(await fetchArea({ ...ports, exclusively }, 'bondi', new AbortController().signal)).toBe('ready')
  expect([requested, changes]).toEqual([[], []])
})

describe('area files removed by the browser', () => {
  test('are detected at the next start, reported once, and are the only files fetched again', async () => {
    const { addArea, fetch, area, ports, cached, requested } = device()
    await addArea('bondi', files(10))
    await addArea('manly', files(10, 'other'))
    await fetch('bondi')
    await fetch('manly')
    for (const path of files(3)) cached.delete(path)
    expect((await findEvicted(ports)).map(({ name, here }) => ({ name, here }))).toEqual([
      { name: 'bondi', here: 7 },
    ])
    expect(await area('bondi')).toMatchObject({ state: 'evicted', here: 7 })
    expect(await findEvicted(ports)).toEqual([])
    requested.length = 0
    expect(await fetch('bondi')).toBe('ready')
    expect(requested.sort()).toEqual(files(3))
  })

  test('are found by checking each file, including one that is now empty', async () => {
    const { addArea, fetch, area, ports, cached } = device()
    await addArea('bondi', files(4))
    await fetch('bondi')
    cached.set('/api/maps/tiles/14/tile/2', new Response(''))
    expect(await verifyArea(ports, 'bondi')).toBe('evicted')
    expect(await area('bondi')).toMatchObject({ here: 3 })
    expect(await fetch('bondi')).toBe('ready')
  })
})

test('the files of an area whose row is missing are deleted, and no others', async () => {
  const { addArea, fetch, ports, cached } = device()
  await addArea('favourites', [...files(3), ...files(2, 'both')])
  await addArea('bondi', [...files(2, 'other'), ...files(2, 'both')])
  await fetch('favourites')
  await fetch('bondi')
  await deleteAreaRow(ports.database, 'favourites')
  await deleteOrphanedFiles(ports)
  expect([...cached.keys()].toSorted()).toEqual([...files(2, 'both'), ...files(2, 'other')].toSorted())
})

test('deleting an area deletes its files except those of another area', async () => {
  const { addArea, fetch, ports, cached } = device()
  await addArea('bondi', [...files(3), '/api/maps/static?lat=-33.9&lng=151.3'])
  await addArea('beaches', ['/api/maps/static?lat=-33.9&lng=151.3'])
  await fetch('bondi')
  await fetch('beaches')
  await deleteArea(ports, 'bondi')
  expect([...cached.keys()]).toEqual(['/api/maps/static?lat=-33.9&lng=151.3'])
  expect((await readAreas(ports.database)).map(({ id }) => id)).toEqual(['beaches'])
})

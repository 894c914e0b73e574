import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import {
  fetchArea,
  findEvicted,
  letGoOfArea,
  letGoOfStrays,
  verifyArea,
} from '../../client/store/area-files.ts'
import type { AreaPorts } from '../../client/store/area-files.ts'
import { putArea, readArea, readAreas, removeArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')
const ORIGIN = 'https://offlead.example'

const files = (count: number, name = 'tile') =>
  Array.from({ length: count }, (_, index) => `/api/maps/tiles/14/${name}/${index}`)

/** A device with a cache of areas, before a server that answers as told. */
function device() {
  const database = createDatabase(() => undefined, undefined, { indexedDB: new IDBFactory(), IDBKeyRange })
  const kept = new Map<string, Response>()
  const asked: string[] = []
  let room = Infinity
  let seen = 0
  let answer: (path: string) => Response | Promise<Response> = () => new Response('a tile')
  const cache = {
    keys: async () => [...kept.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
    match: async (path: RequestInfo) => kept.get(String(path))?.clone(),
    delete: async (path: RequestInfo) => kept.delete(String(path)),
    async put(path: RequestInfo, response: Response) {
      if (kept.size + seen >= room) throw new DOMException('no room', 'QuotaExceededError')
      kept.set(String(path), response)
    },
  }
  const ports: AreaPorts = {
    database,
    cache: async () => cache as unknown as Cache,
    async fetch(url, init) {
      init?.signal?.throwIfAborted()
      asked.push(String(url))
      return answer(String(url))
    },
    now: () => NOW,
    giveWay: async () => void (seen = 0),
    exclusively: (work) => work(),
    pause: async () => undefined,
  }
  return {
    ports,
    kept,
    asked,
    answers(next: typeof answer) {
      answer = next
    },
    /** Room for so many files, of which some are taken by what was merely seen. */
    hasRoomFor(count: number, merelySeen = 0) {
      room = count
      seen = merelySeen
    },
    async take(id: string, list: string[]) {
      await putArea(database, {
        id,
        name: id,
        circles: [],
        files: list,
        absent: [],
        here: 0,
        bytes: 0,
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
  test('stores every file and records the total size', async () => {
    const { take, fetch, area, kept } = device()
    await take('bondi', files(312))
    expect(await fetch('bondi')).toBe('ready')
    expect(await area('bondi')).toMatchObject({ state: 'ready', here: 312, bytes: 312 * 6, checkedAt: NOW })
    expect(kept.size).toBe(312)
  })

  test('resumes after being killed and fetches nothing twice', async () => {
    const { take, fetch, area, asked, answers } = device()
    await take('bondi', files(40))
    // The process ends without a word: what hangs then never comes back.
    let killed: () => void = () => undefined
    const dead = new Promise<void>((resolve) => (killed = resolve))
    answers((path) => {
      if (asked.length < 20) return new Response('a tile')
      killed()
      return path === '' ? new Response() : new Promise<Response>(() => undefined)
    })
    void fetch('bondi')
    await dead
    await new Promise((resolve) => setTimeout(resolve, 20))
    const before = new Set(asked)
    asked.length = 0
    answers(() => new Response('a tile'))
    expect(await fetch('bondi')).toBe('ready')
    expect(await area('bondi')).toMatchObject({ state: 'ready', here: 40, bytes: 240 })
    // Those that were on their way when it was killed are asked for again, and no others.
    expect(asked.filter((path) => before.has(path)).length).toBeLessThanOrEqual(4)
    expect(asked.length).toBeLessThan(30)
  })

  test('can be paused and resumed', async () => {
    const { take, fetch, area, asked, answers } = device()
    await take('bondi', files(30))
    const pause = new AbortController()
    answers(() => {
      if (asked.length === 10) pause.abort()
      return new Response('a tile')
    })
    expect(await fetch('bondi', pause.signal)).toBe('paused')
    const { here } = (await area('bondi'))!
    expect(here).toBeGreaterThan(0)
    expect(here).toBeLessThan(30)
    expect(await fetch('bondi')).toBe('ready')
  })

  test('retries each file and then waits when the network is lost', async () => {
    const { take, fetch, area, asked, answers } = device()
    await take('bondi', files(8))
    answers(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await fetch('bondi')).toBe('waiting')
    expect(asked.length).toBeGreaterThanOrEqual(3)
    expect(await area('bondi')).toMatchObject({ state: 'waiting', here: 0 })
  })

  test('stores no response that is an error, empty or from another origin', async () => {
    for (const bad of [
      new Response('no', { status: 500 }),
      new Response(''),
      Object.defineProperty(new Response('opaque'), 'type', { value: 'opaque' }),
    ]) {
      const { take, fetch, kept, answers } = device()
      await take('bondi', files(1))
      answers(() => bad)
      expect(await fetch('bondi')).toBe('waiting')
      expect(kept.size).toBe(0)
    }
  })

  test('completes without tiles that answer 404 and does not request them again', async () => {
    const { take, fetch, area, asked, answers } = device()
    await take('sea', files(5))
    answers((path) => (path.endsWith('/3') ? new Response('', { status: 404 }) : new Response('a tile')))
    expect(await fetch('sea')).toBe('ready')
    expect(await area('sea')).toMatchObject({ here: 5, absent: ['/api/maps/tiles/14/tile/3'] })
    asked.length = 0
    await fetch('sea')
    expect(asked).toEqual([])
  })

  test('evicts maps cached by viewing when storage is full, then stops and keeps what was downloaded', async () => {
    const { take, fetch, area, hasRoomFor } = device()
    await take('bondi', files(20))
    hasRoomFor(12, 8)
    expect(await fetch('bondi')).toBe('full')
    expect(await area('bondi')).toMatchObject({ state: 'full', here: 12 })
    hasRoomFor(100)
    expect(await fetch('bondi')).toBe('ready')
  })
})

describe('area files removed by the browser', () => {
  test('are detected at the next start, reported once, and are the only files fetched again', async () => {
    const { take, fetch, area, ports, kept, asked } = device()
    await take('bondi', files(10))
    await take('manly', files(10, 'other'))
    await fetch('bondi')
    await fetch('manly')
    for (const path of files(3)) kept.delete(path)
    expect((await findEvicted(ports)).map(({ name, here }) => ({ name, here }))).toEqual([
      { name: 'bondi', here: 7 },
    ])
    expect(await area('bondi')).toMatchObject({ state: 'evicted', here: 7 })
    expect(await findEvicted(ports)).toEqual([])
    asked.length = 0
    expect(await fetch('bondi')).toBe('ready')
    expect(asked.sort()).toEqual(files(3))
  })

  test('are found by checking each file, including one that is now empty', async () => {
    const { take, fetch, area, ports, kept } = device()
    await take('bondi', files(4))
    await fetch('bondi')
    kept.set('/api/maps/tiles/14/tile/2', new Response(''))
    expect(await verifyArea(ports, 'bondi')).toBe('evicted')
    expect(await area('bondi')).toMatchObject({ here: 3 })
    expect(await fetch('bondi')).toBe('ready')
  })
})

test('the files of an area whose row is missing are deleted, and no others', async () => {
  const { take, fetch, ports, kept } = device()
  await take('favourites', [...files(3), ...files(2, 'both')])
  await take('bondi', [...files(2, 'other'), ...files(2, 'both')])
  await fetch('favourites')
  await fetch('bondi')
  await removeArea(ports.database, 'favourites')
  await letGoOfStrays(ports)
  expect([...kept.keys()].toSorted()).toEqual([...files(2, 'both'), ...files(2, 'other')].toSorted())
})

test('deleting an area deletes its files except those of another area', async () => {
  const { take, fetch, ports, kept } = device()
  await take('bondi', [...files(3), '/api/maps/static?lat=-33.9&lng=151.3'])
  await take('beaches', ['/api/maps/static?lat=-33.9&lng=151.3'])
  await fetch('bondi')
  await fetch('beaches')
  await letGoOfArea(ports, 'bondi')
  expect([...kept.keys()]).toEqual(['/api/maps/static?lat=-33.9&lng=151.3'])
  expect((await readAreas(ports.database)).map(({ id }) => id)).toEqual(['beaches'])
})

import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { deleteOrphanedFiles, fetchArea } from '../../client/store/area-files.ts'
import type { AreaPorts } from '../../client/store/area-files.ts'
import { readArea, saveArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { PACK_HASH_LENGTH } from '../../data/model/map.ts'

const ORIGIN = 'https://offlead.example'
const hashOf = (content: string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, PACK_HASH_LENGTH)
const pack = (y: number, content: string) => `/api/maps/packs/13/7535/${y}/${hashOf(content)}`

function device(answer: (path: string, init?: RequestInit) => Response) {
  const database = createDatabase(() => undefined, undefined, { indexedDB: new IDBFactory(), IDBKeyRange })
  const cached = new Map<string, Response>()
  let packs: string[] = []
  let reply = answer
  const cache = {
    keys: async () => [...cached.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
    match: async (path: string) => cached.get(path)?.clone(),
    delete: async (path: string) => cached.delete(path),
    put: async (path: string, response: Response) => void cached.set(path, response),
  }
  const ports: AreaPorts = {
    database,
    cache: async () => cache as unknown as Cache,
    fetch: async (url, init) => reply(url, init),
    now: () => 0,
    freeSpace: async () => undefined,
    packs: async () => packs,
    exclusively: (work) => work(),
    oneAtATime: (work) => work(),
    pause: async () => undefined,
  }
  return {
    ports,
    cached,
    area: () => readArea(database, 'area'),
    addArea: (files: string[]) =>
      saveArea(database, {
        id: 'area',
        name: 'area',
        circles: [],
        files,
        absent: [],
        here: 0,
        bytes: 0,
        state: 'fetching',
        takenAt: 0,
        checkedAt: null,
      }),
    download: () => fetchArea(ports, 'area', new AbortController().signal),
    respondWith(next: typeof answer, map: string[]) {
      reply = next
      packs = map
    },
  }
}

test('a pack that the browser has cached damaged is requested from the server', async () => {
  const path = pack(4917, 'a pack')
  const { addArea, download } = device((_, init) =>
    init?.cache === 'reload' || init?.cache === 'no-store' ? new Response('a pack') : new Response('a pa'),
  )
  await addArea([path])
  expect(await download()).toBe('ready')
})

test('an area keeps the map it has until that of a newer map is complete', async () => {
  const old = [pack(4917, 'old 1'), pack(4918, 'old 2')]
  const next = [pack(4917, 'new 1'), pack(4918, 'new 2')]
  const contents = new Map(['old 1', 'old 2'].map((content, index) => [old[index]!, content]))
  const { addArea, download, respondWith, ports, cached, area } = device(
    (path) => new Response(contents.get(path)),
  )
  await addArea(old)
  expect(await download()).toBe('ready')
  // The browser deletes one file. When it is downloaded again, the operator has built a new map, and the network is
  // lost before it arrives.
  cached.delete(old[1]!)
  respondWith((path) => {
    if (old.includes(path)) return new Response('', { status: 404 })
    throw new TypeError('Failed to fetch')
  }, next)
  expect(await download()).toBe('waiting')
  // The next start.
  await deleteOrphanedFiles(ports)
  expect([...cached.keys()]).toEqual([old[0]])

  respondWith((path) => new Response(path === next[0] ? 'new 1' : 'new 2'), next)
  expect(await download()).toBe('ready')
  await deleteOrphanedFiles(ports)
  expect([...cached.keys()]).toEqual(next)
  expect(await area()).toMatchObject({ files: next, here: 2 })
})

test('a full device on which not even the progress can be saved is full', async () => {
  const { addArea, download, ports, cached } = device(() => new Response('a tile'))
  await addArea(Array.from({ length: 20 }, (_, index) => `/api/maps/tiles/14/1/${index}`))
  const full = () => {
    if (cached.size >= 8) throw new DOMException('no room', 'QuotaExceededError')
  }
  const cache = await ports.cache()
  ports.cache = async () => ({
    ...cache,
    put: async (path, response) => {
      full()
      await cache.put(path, response)
    },
  })
  ports.database.areas.hook('updating', full)
  expect(await download()).toBe('full')
})

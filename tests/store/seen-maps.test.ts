import { describe, expect, test } from 'vitest'
import { createSeenMaps } from '../../sw/maps.ts'

const ORIGIN = 'https://offlead.example'
const PICTURE = `${ORIGIN}/api/maps/static?lat=-27&lng=153&zoom=15&width=400&height=300`
const TILE = `${ORIGIN}/api/maps/tiles/3/7/4`
const NOW = Date.parse('2026-11-21T00:00:00Z')

/** As much of a browser's cache as is used: addresses in the order in which they came. */
function fakeStorage() {
  const kept = new Map<string, Response>()
  const urlOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), ORIGIN).href
  const cache = {
    match: async (key: RequestInfo) => kept.get(urlOf(key))?.clone(),
    put: async (key: RequestInfo, response: Response) => void kept.set(urlOf(key), response),
    delete: async (key: RequestInfo) => kept.delete(urlOf(key)),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
  }
  return { kept, storage: { open: async () => cache } as unknown as CacheStorage }
}

interface Answer {
  body: string
  status?: number
  maxAge?: number
  type?: ResponseType
}

function answered({ body, status = 200, maxAge = 604_800, type = 'basic' }: Answer): Response {
  const response = new Response(body, {
    status,
    headers: { 'cache-control': `public, max-age=${maxAge}`, date: new Date(NOW).toUTCString() },
  })
  Object.defineProperty(response, 'type', { value: type })
  const clone = response.clone.bind(response)
  response.clone = () => Object.defineProperty(clone(), 'type', { value: type })
  return response
}

/** A service worker's maps before a network that answers as told, or does not. */
function device(later = NOW) {
  const { kept, storage } = fakeStorage()
  const asked: string[] = []
  let answer: (url: string) => Answer | null = () => null
  let clock = later
  const network = (async (request: Request) => {
    asked.push(request.url)
    const found = answer(request.url)
    if (found === null) throw new TypeError('Failed to fetch')
    return answered(found)
  }) as unknown as typeof fetch
  const maps = createSeenMaps('maps', storage, network, () => clock)
  return {
    kept,
    asked,
    network(next: (url: string) => Answer | null) {
      answer = next
    },
    pass(milliseconds: number) {
      clock += milliseconds
    },
    ask: async (url: string) => (await maps.answer(new Request(url))).text(),
    maps,
  }
}

describe('a static map of a park', () => {
  test('is served offline once it was viewed, and fails otherwise', async () => {
    const { ask, network } = device()
    network(() => ({ body: 'a map' }))
    await ask(PICTURE)
    network(() => null)
    expect(await ask(PICTURE)).toBe('a map')
    await expect(ask(`${PICTURE}&theme=dark`)).rejects.toThrow('Failed to fetch')
  })

  test('is fetched again only when it is stale', async () => {
    const { ask, network, asked, pass } = device()
    network(() => ({ body: 'a map' }))
    await ask(PICTURE)
    await ask(PICTURE)
    expect(asked).toHaveLength(1)
    pass(8 * 86_400_000)
    network(() => ({ body: 'a newer map' }))
    expect(await ask(PICTURE)).toBe('a newer map')
  })

  test('is not cached when it is a placeholder, an error or from another origin', async () => {
    const { ask, network, kept } = device()
    for (const bad of [
      { body: 'substitute', maxAge: 60 },
      { body: 'busy', status: 503 },
      { body: 'opaque', type: 'opaque' as const },
    ]) {
      network(() => bad)
      expect(await ask(PICTURE)).toBe(bad.body)
      expect([...kept.keys()]).toEqual([])
    }
  })

  test('is served from the cache when the server fails', async () => {
    const { ask, network, pass } = device()
    network(() => ({ body: 'a map' }))
    await ask(PICTURE)
    pass(8 * 86_400_000)
    network(() => ({ body: 'engine-unavailable', status: 503 }))
    expect(await ask(PICTURE)).toBe('a map')
  })

  test('evicts the oldest when the cache is full', async () => {
    const { ask, network, kept } = device()
    network(() => ({ body: 'a map' }))
    for (let park = 0; park < 160; park++) await ask(`${PICTURE}&lat=${park}`)
    expect(kept.size).toBe(150)
    expect([...kept.keys()][0]).toMatch(/lat=10$/)
  })
})

describe('map tiles', () => {
  const offering =
    (offlineAllowed: boolean) =>
    (url: string): Answer =>
      url.endsWith('/api/maps')
        ? {
            body: JSON.stringify({
              tiles: {
                url: '/api/maps/tiles/{z}/{x}/{y}',
                attribution: 'Someone',
                minZoom: 0,
                maxZoom: 5,
                offlineAllowed,
              },
            }),
          }
        : { body: 'a tile' }

  test('are cached when their provider allows it', async () => {
    const { ask, network } = device()
    network(offering(true))
    await ask(`${ORIGIN}/api/maps`)
    await ask(TILE)
    network(() => null)
    expect(await ask(TILE)).toBe('a tile')
    expect(JSON.parse(await ask(`${ORIGIN}/api/maps`)).tiles.attribution).toBe('Someone')
  })

  test('are not cached when the provider forbids it or its terms are unknown', async () => {
    for (const known of [true, false]) {
      const { ask, network, kept } = device()
      network(offering(false))
      if (known) await ask(`${ORIGIN}/api/maps`)
      await ask(TILE)
      expect([...kept.keys()].filter((url) => url === TILE)).toEqual([])
    }
  })
})

test('only map requests are handled', () => {
  const { maps } = device()
  const has = (path: string) => maps.has(new URL(path, ORIGIN))
  expect(['/api/maps', '/api/maps/static?lat=1', '/api/maps/tiles/1/2/3'].map(has)).toEqual([
    true,
    true,
    true,
  ])
  expect(['/api/parks', '/api/mapsx', '/api/directions?lat=1', '/'].map(has)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteSeenMaps } from '../../client/store/free-space.ts'
import { createMapCache } from '../../sw/maps.ts'

const ORIGIN = 'https://offlead.example'
const STATIC_MAP = `${ORIGIN}/api/maps/static?lat=-27&lng=153&zoom=15&width=400&height=300`
const TILE = `${ORIGIN}/api/maps/tiles/3/7/4`
const NOW = Date.parse('2026-11-21T00:00:00Z')

/** The part of a browser's cache that is used here: entries in insertion order. */
function fakeStorage() {
  const cached = new Map<string, Response>()
  const urlOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), ORIGIN).href
  const cache = {
    match: async (key: RequestInfo) => cached.get(urlOf(key))?.clone(),
    put: async (key: RequestInfo, response: Response) => void cached.set(urlOf(key), response),
    delete: async (key: RequestInfo) => cached.delete(urlOf(key)),
    keys: async () => [...cached.keys()].map((url) => new Request(url)),
  }
  const storage = { open: async () => cache, has: async () => cached.size > 0 }
  return { cached, storage: storage as unknown as CacheStorage }
}

interface FakeResponse {
  body: string
  contentType?: string
  status?: number
  maxAge?: number
  type?: ResponseType
}

function responseOf({
  body,
  contentType = 'application/json',
  status = 200,
  maxAge = 604_800,
  type = 'basic',
}: FakeResponse): Response {
  const response = new Response(body, {
    status,
    headers: {
      'content-type': contentType,
      'cache-control': `public, max-age=${maxAge}`,
      date: new Date(NOW).toUTCString(),
    },
  })
  Object.defineProperty(response, 'type', { value: type })
  const clone = response.clone.bind(response)
  response.clone = () => Object.defineProperty(clone(), 'type', { value: type })
  return response
}

/** A service worker's map cache, and a network whose responses the test sets; `null` fails. */
function device() {
  const { cached, storage } = fakeStorage()
  const requested: string[] = []
  let answer: (url: string) => FakeResponse | null = () => null
  let hanging: Promise<void> | undefined
  let clock = NOW
  const network = (async (request: Request) => {
    requested.push(request.url)
    await hanging
    const found = answer(request.url)
    if (found === null) throw new TypeError('Failed to fetch')
    return responseOf(found)
  }) as unknown as typeof fetch
  const maps = createMapCache('maps', storage, network, () => clock)
  return {
    cached,
    requested,
    network(next: (url: string) => FakeResponse | null) {
      answer = next
    },
    /** Makes the network wait. Returns a function that lets it answer. */
    hang() {
      let resume: (() => void) | undefined
      hanging = new Promise((resolve) => (resume = resolve))
      return () => {
        hanging = undefined
        resume!()
      }
    },
    pass(milliseconds: number) {
      clock += milliseconds
    },
    ask: async (url: string) => (await maps.answer(new Request(url))).text(),
    freeSpace: () => deleteSeenMaps(storage),
    maps,
  }
}

describe('a static map of a park', () => {
  test('is served offline once it was viewed, and fails otherwise', async () => {
    const { ask, network } = device()
    network(() => ({ body: 'a map' }))
    await ask(STATIC_MAP)
    network(() => null)
    expect(await ask(STATIC_MAP)).toBe('a map')
    await expect(ask(`${STATIC_MAP}&theme=dark`)).rejects.toThrow('Failed to fetch')
  })

  test('is fetched again only when it is stale', async () => {
    const { ask, network, requested, pass } = device()
    network(() => ({ body: 'a map' }))
    await ask(STATIC_MAP)
    await ask(STATIC_MAP)
    expect(requested).toHaveLength(1)
    pass(8 * 86_400_000)
    network(() => ({ body: 'a newer map' }))
    expect(await ask(STATIC_MAP)).toBe('a newer map')
  })

  test('is not cached when it is a placeholder, an error or from another origin', async () => {
    const { ask, network, cached } = device()
    for (const answer of [
      { body: 'substitute', maxAge: 60 },
      { body: 'busy', status: 503 },
      { body: 'opaque', type: 'opaque' as const },
    ]) {
      network(() => answer)
      expect(await ask(STATIC_MAP)).toBe(answer.body)
      expect([...cached.keys()]).toEqual([])
    }
  })

  test('is served from the cache when the server fails', async () => {
    const { ask, network, pass } = device()
    network(() => ({ body: 'a map' }))
    await ask(STATIC_MAP)
    pass(8 * 86_400_000)
    network(() => ({ body: 'engine-unavailable', status: 503 }))
    expect(await ask(STATIC_MAP)).toBe('a map')
  })

  test('evicts the oldest when the cache is full', async () => {
    const { ask, network, cached } = device()
    network(() => ({ body: 'a map' }))
    for (let park = 0; park < 160; park++) await ask(`${STATIC_MAP}&lat=${park}`)
    expect(cached.size).toBe(150)
    expect([...cached.keys()][0]).toMatch(/lat=10$/)
  })
})

describe('map tiles', () => {
  const offering =
    (offlineAllowed: boolean) =>
    (url: string): FakeResponse =>
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
      const { ask, network, cached } = device()
      network(offering(false))
      if (known) await ask(`${ORIGIN}/api/maps`)
      await ask(TILE)
      expect([...cached.keys()].filter((url) => url === TILE)).toEqual([])
    }
  })
})

describe('on a network that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['the offer of the maps', `${ORIGIN}/api/maps`],
    ['a stale map image', STATIC_MAP],
  ])('%s is served from the cache after 3 s', async (_, url) => {
    const { ask, network, hang, pass } = device()
    network(() => ({ body: 'seen' }))
    await ask(url)
    pass(8 * 86_400_000)
    const answerNow = hang()
    let shown: string | undefined
    const answer = ask(url).then((text) => (shown = text))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(shown).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(shown).toBe('seen')
    // What arrives later is stored.
    network(() => ({ body: 'newer' }))
    answerNow()
    await vi.advanceTimersByTimeAsync(0)
    network(() => null)
    expect(await ask(url)).toBe('newer')
  })

  test('a map that was not seen before is waited for', async () => {
    const { ask, network, hang } = device()
    network(() => ({ body: 'a map' }))
    const answerNow = hang()
    const answer = ask(STATIC_MAP)
    await vi.advanceTimersByTimeAsync(14_000)
    answerNow()
    expect(await answer).toBe('a map')
  })
})

test('the offer of the maps stays when images are deleted to free space, so that downloaded maps are still drawn', async () => {
  const { ask, network, freeSpace } = device()
  await freeSpace()
  network((url) => ({ body: url.endsWith('/api/maps') ? 'the offer' : 'a map' }))
  await ask(`${ORIGIN}/api/maps`)
  await ask(STATIC_MAP)
  await freeSpace()
  network(() => null)
  expect(await ask(`${ORIGIN}/api/maps`)).toBe('the offer')
  await expect(ask(STATIC_MAP)).rejects.toThrow('Failed to fetch')
})

test.each([`${ORIGIN}/api/maps`, TILE])(
  'the sign-in page of a public Wi-Fi does not replace %s',
  async (url) => {
    const { network, ask, pass } = device()
    network((asked) => ({ body: asked === TILE ? 'a tile' : '{"tiles":{"offlineAllowed":true}}' }))
    await ask(`${ORIGIN}/api/maps`)
    const seen = await ask(url)
    pass(8 * 86_400_000)
    network(() => ({ body: '<html>Sign in', contentType: 'text/html; charset=utf-8' }))
    expect(await ask(url)).toBe(seen)
    network(() => null)
    expect(await ask(url)).toBe(seen)
  },
)

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

import { expect, test } from 'vitest'
import { createAreaCache } from '../../sw/areas.ts'
import { createMapCache } from '../../sw/maps.ts'
import { SCREEN_CACHE } from '../../client/store/names.ts'
import { withKeptResults } from '../../sw/kept-results.ts'
import { documentPart } from '../../data/screens/document-parts.ts'

const ORIGIN = 'https://offlead.example'

function storageOf(stores: Record<string, Record<string, string | Uint8Array>>) {
  const maps = new Map(Object.entries(stores).map(([name, files]) => [name, new Map(Object.entries(files))]))
  const open = async (name: string) => {
    const files = maps.get(name) ?? new Map<string, string | Uint8Array>()
    maps.set(name, files)
    const urlOf = (key: RequestInfo | URL) =>
      new URL(key instanceof Request ? key.url : String(key), ORIGIN).href
    return {
      keys: async () => [...files.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
      match: async (key: RequestInfo) => {
        const body = files.get(urlOf(key).slice(ORIGIN.length))
        return body === undefined ? undefined : new Response(body as string)
      },
      put: async (key: RequestInfo, response: Response) =>
        void files.set(urlOf(key).slice(ORIGIN.length), new Uint8Array(await response.arrayBuffer())),
      delete: async (key: RequestInfo) => files.delete(urlOf(key).slice(ORIGIN.length)),
    }
  }
  return {
    storage: { open, has: async (name: string) => maps.has(name) } as unknown as CacheStorage,
    paths: (name: string) => [...(maps.get(name)?.keys() ?? [])],
  }
}

test('a downloaded map image in another theme is shown while a gateway answers with an error, and not downloaded', async () => {
  const path = (rest: string) => `/api/maps/static?lat=-33.9&lng=151.2&zoom=15&width=400&height=300${rest}`
  const { storage } = storageOf({ areas: { [path('')]: 'by day' } })
  const areas = createAreaCache('areas', storage)
  const requested = (destination: string) => {
    const request = new Request(`${ORIGIN}${path('&theme=dark')}`)
    return Object.defineProperty(request, 'destination', { value: destination })
  }
  const busy = async () => new Response('no', { status: 503 })
  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await (await areas.answer(requested('image'), busy)).text()).toBe('by day')
  expect(await (await areas.answer(requested('image'), offline)).text()).toBe('by day')
  // A page would store it as the image by night.
  expect((await areas.answer(requested(''), busy)).status).toBe(503)
  await expect(areas.answer(requested(''), offline)).rejects.toThrow('Failed to fetch')
})

test('a map is requested while the browser cannot read its cache', async () => {
  const fails = async () => {
    throw new DOMException('Internal error.', 'UnknownError')
  }
  const storage = { open: async () => ({ match: fails, put: fails, delete: fails, keys: fails }) }
  const maps = createMapCache('maps', storage as unknown as CacheStorage, async () => new Response('a map'))
  const answer = maps.answer(new Request(`${ORIGIN}/api/maps/static?lat=1`))
  expect(await (await answer).text()).toBe('a map')
})

test('results are put into no document of another version, which the network sent', async () => {
  const kept = JSON.stringify({ build: '/assets/index-1.js', results: 'Kept', known: {} })
  const { storage } = storageOf({ [SCREEN_CACHE]: { '/screen:results': kept } })
  const document = (build: string) =>
    new Response(`<link rel="app-code" href="/assets/${build}.js">${documentPart('results', 'Skeletons')}`)
  const isOwnCode = (path: string) => path === '/assets/index-1.js'
  expect(await (await withKeptResults(document('index-1'), isOwnCode, storage)).text()).toContain('Kept')
  expect(await (await withKeptResults(document('index-2'), isOwnCode, storage)).text()).not.toContain('Kept')
})

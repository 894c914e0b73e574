import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serverGate } from '../../client/store/server-gate.ts'
import { signInErrorCode } from '../../data/model/sign-in-error.ts'
import { isAppNavigation, signInTrouble } from '../../sw/navigation.ts'

const isServedFromDevice = (address: string) => isAppNavigation(new URL(address, 'https://offlead.example'))

test.each([
  '/',
  '/?q=Glenelg&lat=-34.9&lng=138.5',
  '/park/12',
  '/directions/12',
  '/state',
  '/state/nsw',
  '/state/nsw/coffs-harbour',
  '/states',
  '/favorites',
  '/submit-park',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/admin',
  '/auth',
  '/auth?tab=register',
  '/profile',
  '/offline',
  '/share?text=geo%3A-33.9%2C151.3',
  '/outbox',
  '/icons',
  '/favorites/',
  '/state/qld/st.-helena',
])('%s is served from the device', (address) => expect(isServedFromDevice(address)).toBe(true))

test.each(['/nothing-here', '/park', '/state/nsw/a/b'])('%s shows the app’s own not-found page', (address) =>
  expect(isServedFromDevice(address)).toBe(true),
)

test.each(['/api', '/api/parks', '/api/auth/google', '/api/directions?lat=1&lng=2&mode=walking'])(
  '%s goes to the server',
  (address) => expect(isServedFromDevice(address)).toBe(false),
)

test.each([
  '/assets/index-abc.js',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/images/parks/1.webp',
  '/sw.js',
])('a file request (%s) goes to the server and is never answered with a page', (address) =>
  expect(isServedFromDevice(address)).toBe(false),
)

test('a link to a provider without a reply leads to the login page with the reason and the way back', () => {
  const trouble = (address: string) => signInTrouble(new URL(address, 'https://offlead.example'))
  expect(trouble('/api/auth/google')).toBe(`/auth?error=${signInErrorCode('google', 'trouble')}`)
  expect(trouble('/api/auth/apple?returnTo=%2Fpark%2F7')).toBe(
    '/auth?error=apple-trouble&returnTo=%2Fpark%2F7',
  )
  expect(trouble('/api/auth/google/callback?code=1')).toBeNull()
  expect(trouble('/auth')).toBeNull()
})

describe('the running service worker', () => {
  const listeners = new Map<string, (event: unknown) => void>()
  /** Paths of the maps that it has stored. */
  const stored: string[] = []

  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubGlobal('self', globalThis)
    vi.stubGlobal('location', new URL('https://offlead.example/sw.js'))
    vi.stubGlobal('registration', { scope: 'https://offlead.example/' })
    const seen = {
      match: async () => undefined,
      put: async (request: Request) => void stored.push(new URL(request.url).pathname),
      delete: async () => false,
      keys: async () => [],
    }
    vi.stubGlobal('caches', { has: async () => false, open: async () => seen })
    vi.stubGlobal('__WB_MANIFEST', [])
    vi.stubGlobal('addEventListener', (name: string, listener: (event: unknown) => void) =>
      listeners.set(name, listener),
    )
    await import('../../sw/sw.ts')
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  /** Its answer to a request for a picture. */
  const picture = (path: string) =>
    new Promise<Response>((resolve) => {
      const request = new Request(`https://offlead.example${path}`)
      Object.defineProperty(request, 'destination', { value: 'image' })
      listeners.get('fetch')!({ request, respondWith: resolve })
    })

  /** What a page gets that makes a request itself: a response of the service worker, or else of the network. */
  const pageFetch = (path: string) => {
    const request = new Request(`https://offlead.example${path}`)
    let answer: Promise<Response> | undefined
    listeners.get('fetch')!({ request, respondWith: (response: Promise<Response>) => (answer = response) })
    return answer ?? fetch(request)
  }

  test('is not installed if its script for background work did not arrive', async () => {
    const lost = new DOMException('The script failed to load.', 'NetworkError')
    vi.stubGlobal('importScripts', () => {
      throw lost
    })
    const waited: Promise<unknown>[] = []
    listeners.get('install')!({ type: 'install', waitUntil: (work: Promise<unknown>) => waited.push(work) })
    await expect(Promise.all(waited)).rejects.toBe(lost)
  })

  test('does not take a picture, which may come from the browser’s cache, for an answer of the server', async () => {
    // The pause after a failure must not end before the picture is there.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const noAnswer = new TypeError('Failed to fetch')
    await serverGate.run('sync', () => Promise.reject(noAnswer)).catch(() => undefined)
    vi.stubGlobal('fetch', async () => new Response('a picture'))
    expect(await (await picture('/api/pictures/hash.webp')).text()).toBe('a picture')
    expect(await serverGate.wait('directory')).toBeGreaterThan(0)
  })

  test('does not refuse the map images of an offline area, for which the page has asked the gate', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let failures = 0; failures < 3; failures++) {
      await serverGate
        .run('sync', () => Promise.reject(new TypeError('Failed to fetch')))
        .catch(() => undefined)
      vi.setSystemTime(Date.now() + 10 * 60_000)
    }
    const map = () => Object.defineProperty(new Response('a map'), 'type', { value: 'basic' })
    vi.stubGlobal('fetch', async () => map())
    const path = '/api/maps/static?lat=-33.9&lng=151.2'
    expect(await (await serverGate.fetch('areas', () => pageFetch(path))).text()).toBe('a map')
    expect(stored).toEqual([])
  })
})

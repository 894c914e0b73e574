import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { createShell as Create } from '../../sw/shell.ts'

const ORIGIN = 'https://offlead.example'
let createShell: typeof Create
const cached = new Map<string, Response>()
const urlOf = (key: RequestInfo | URL) => new URL(key instanceof Request ? key.url : String(key), ORIGIN).href
const cache = {
  match: async (key: RequestInfo) => cached.get(urlOf(key))?.clone(),
  put: async (key: RequestInfo, response: Response) => void cached.set(urlOf(key), response),
  delete: async (key: RequestInfo) => cached.delete(urlOf(key)),
  keys: async () => [...cached.keys()].map((url) => new Request(url)),
}

const installEvent = () => ({ type: 'install', waitUntil: () => undefined }) as never

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('location', { href: `${ORIGIN}/sw.js`, origin: ORIGIN })
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
  vi.stubGlobal('FetchEvent', Event)
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match, has: async () => false })
  ;({ createShell } = await import('../../sw/shell.ts'))
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('an installation stores no web page as a code file', async () => {
  const entries = [
    { url: '/assets/app-1.js', revision: null },
    { url: '/index.html', revision: 'a', integrity: 'sha256-of-the-document' },
  ]
  const install = () => createShell('offlead-shell', entries).fill(installEvent())
  // A proxy replies to everything with its own page. The document does not match its hash.
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('.html')) throw new TypeError('Failed to fetch')
    return new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } })
  })
  await expect(install()).rejects.toThrow('bad-precaching-response')
  // Later the server replies itself.
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('.js')
      ? new Response('code', { headers: { 'content-type': 'text/javascript' } })
      : new Response('document', { headers: { 'content-type': 'text/html' } }),
  )
  await install()
  const shell = createShell('offlead-shell', entries)
  const code = await shell.file(new Request(`${ORIGIN}/assets/app-1.js`))
  expect(await code.text()).toBe('code')
})

test('an installation replaces a web page that an earlier version has stored as a code file', async () => {
  cached.clear()
  cached.set(
    `${ORIGIN}/assets/app-1.js`,
    new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } }),
  )
  vi.stubGlobal('fetch', async () => new Response('code', { headers: { 'content-type': 'text/javascript' } }))
  const shell = createShell('offlead-shell', [{ url: '/assets/app-1.js', revision: null }])
  await shell.fill(installEvent())
  expect(await (await shell.file(new Request(`${ORIGIN}/assets/app-1.js`))).text()).toBe('code')
})

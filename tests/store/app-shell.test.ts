import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { createShell as Create } from '../../sw/shell.ts'

const ORIGIN = 'https://offlead.example'
let createShell: typeof Create

beforeAll(async () => {
  // Workbox reads these when it is loaded.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('location', { href: `${ORIGIN}/sw.js`, origin: ORIGIN })
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
  vi.stubGlobal('FetchEvent', Event)
  vi.stubGlobal('fetch', async () => new Response('from the network'))
  ;({ createShell } = await import('../../sw/shell.ts'))
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('pages and code come from the network while the browser cannot open its caches', async () => {
  const open = async () => {
    throw new DOMException('Internal error.', 'UnknownError')
  }
  vi.stubGlobal('caches', { open, match: open, has: open })
  const shell = createShell('offlead-shell', [
    { url: '/index.html', revision: 'a' },
    { url: '/page.html', revision: 'b' },
    { url: '/assets/app-1.js', revision: null },
  ])
  const textOf = async (response: Promise<Response>) => (await response).text()
  for (const path of ['/', '/park/1'])
    expect(await textOf(shell.page(new Request(`${ORIGIN}${path}`))), path).toBe('from the network')
  for (const path of ['/assets/app-1.js', '/assets/former-1.js'])
    expect(await textOf(shell.file(new Request(`${ORIGIN}${path}`))), path).toBe('from the network')
})

describe('the files of a version', () => {
  const cached = new Map<string, Response>()
  /** What the server sends, by path; `null` without a network. */
  let served: ((path: string) => string) | null

  const DOCUMENTS = ['/index.html', '/page.html']
  const integrityOf = (body: string) => `sha256-${createHash('sha256').update(body).digest('base64')}`
  const urlOf = (key: RequestInfo | URL) => new URL(key instanceof Request ? key.url : String(key), ORIGIN)
  const cache = {
    match: async (key: RequestInfo) => cached.get(urlOf(key).href)?.clone(),
    put: async (key: RequestInfo, response: Response) => void cached.set(urlOf(key).href, response),
    delete: async (key: RequestInfo) => cached.delete(urlOf(key).href),
    keys: async () => [...cached.keys()].map((url) => new Request(url)),
  }

  beforeEach(() => {
    cached.clear()
    vi.stubGlobal('caches', { open: async () => cache, match: cache.match, has: async () => false })
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const integrity = input instanceof Request ? input.integrity : init?.integrity
      const body = served?.(urlOf(input).pathname)
      if (body === undefined || (integrity && integrity !== integrityOf(body)))
        throw new TypeError('Failed to fetch')
      return new Response(body)
    })
  })

  /** A build: its documents are different in each, its code files have names of their own. */
  function build(version: string) {
    const send = (path: string) => (path.endsWith('.html') ? `${path} of ${version}` : path)
    const code = ['app', 'map', 'last'].map((name) => `/assets/${name}-${version}.js`)
    const entries = [
      ...DOCUMENTS.map((url) => ({ url, revision: version, integrity: integrityOf(send(url)) })),
      ...code.map((url) => ({ url, revision: null })),
    ]
    return { send, code, shell: createShell('offlead-shell', entries) }
  }
  type Build = ReturnType<typeof build>

  const installEvent = () => ({ type: 'install', waitUntil: () => undefined }) as never
  const install = ({ shell }: Build) => shell.fill(installEvent())
  const alone = { installing: null, waiting: null }

  /** Installs a version, during which `meanwhile` runs while its last file is fetched. */
  async function installWhile(next: Build, meanwhile: () => Promise<unknown>) {
    let reachLast: (() => void) | undefined
    const last = new Promise<void>((resolve) => (reachLast = resolve))
    let resume: (() => void) | undefined
    const resumed = new Promise<void>((resolve) => (resume = resolve))
    const network = fetch
    vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
      if (reachLast && urlOf(input).pathname.startsWith('/assets/last-')) {
        reachLast()
        reachLast = undefined
        await resumed
      }
      return network(input, init)
    })
    served = next.send
    const installed = install(next)
    await last
    await meanwhile()
    resume!()
    await installed
  }

  const page = async ({ shell }: Build, path: string) => {
    const response = await shell.page(new Request(`${ORIGIN}${path}`)).catch(() => null)
    return response?.text()
  }
  const file = async ({ shell }: Build, path: string) => {
    const response = await shell.file(new Request(`${ORIGIN}${path}`)).catch(() => null)
    return response?.text()
  }
  /** What a version opens without a network. */
  async function openOffline(version: Build) {
    served = null
    return {
      pages: [await page(version, '/'), await page(version, '/park/1')],
      code: await Promise.all(version.code.map((path) => file(version, path))),
    }
  }
  const everythingOf = ({ send, code }: Build) => ({ pages: DOCUMENTS.map(send), code })

  async function installed(version: string): Promise<Build> {
    const next = build(version)
    served = next.send
    await install(next)
    return next
  }

  test('are fetched once each, three at a time', async () => {
    const network = fetch
    let running = 0
    const atOnce: number[] = []
    vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
      atOnce.push(++running)
      await new Promise((resolve) => setTimeout(resolve))
      running--
      return network(input, init)
    })
    const v1 = await installed('v1')
    expect(atOnce).toHaveLength(5)
    expect(Math.max(...atOnce)).toBe(3)
    expect(await openOffline(v1)).toEqual(everythingOf(v1))
  })

  describe('are not replaced by a page of a proxy', () => {
    const signInPage = () => new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } })

    test('that replies to requests during an installation, which is tried again', async () => {
      const v1 = build('v1')
      served = v1.send
      const network = fetch
      vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) =>
        DOCUMENTS.includes(urlOf(input).pathname) ? network(input, init) : signInPage(),
      )
      await expect(install(v1)).rejects.toThrow('bad-precaching-response')
      vi.stubGlobal('fetch', network)
      await install(v1)
      expect(await openOffline(v1)).toEqual(everythingOf(v1))
    })

    test('that an earlier version of the app has stored', async () => {
      for (const path of build('v1').code) cached.set(`${ORIGIN}${path}`, signInPage())
      const v1 = await installed('v1')
      expect(await openOffline(v1)).toEqual(everythingOf(v1))
    })
  })

  test('stay when an older version takes over while they are being fetched', async () => {
    await (await installed('v1')).shell.clean(alone)
    const v2 = await installed('v2')
    const v3 = build('v3')
    await installWhile(v3, () => v2.shell.clean({ installing: {} as never, waiting: null }))
    expect(await openOffline(v3)).toEqual(everythingOf(v3))
    await v3.shell.clean(alone)
    expect(await openOffline(v3)).toEqual(everythingOf(v3))
    // Open tabs continue with the code of the versions before.
    expect(await file(v3, '/assets/app-v1.js')).toBe('/assets/app-v1.js')
    expect(await page(v2, '/')).toBeUndefined()
  })

  test('are fetched again if an earlier release deletes them meanwhile', async () => {
    const v2 = await installed('v2')
    const v3 = build('v3')
    await installWhile(v3, () => v2.shell.clean(alone))
    expect(await openOffline(v3)).toEqual(everythingOf(v3))
  })

  test('are kept for two versions more', async () => {
    for (const version of ['v1', 'v2', 'v3', 'v4']) await (await installed(version)).shell.clean(alone)
    served = null
    const v4 = build('v4')
    expect(await file(v4, '/assets/app-v2.js')).toBe('/assets/app-v2.js')
    expect(await file(v4, '/assets/app-v1.js')).toBeUndefined()
  })

  test('are stored again when one is missing, unless the server has those of another version', async () => {
    const v1 = await installed('v1')
    const visit = async () => {
      for (const path of ['/', '/park/1']) await page(v1, path)
      for (const path of v1.code) await file(v1, path)
    }
    cached.clear()
    served = (path) => build('v2').send(path)
    await visit()
    await expect.poll(() => cached.size).toBe(3)
    served = (path) => v1.send(path)
    await visit()
    await expect.poll(() => cached.size).toBe(5)
    expect(await openOffline(v1)).toEqual(everythingOf(v1))
  })
})

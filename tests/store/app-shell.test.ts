import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { createShell as Create } from '../../sw/shell.ts'

const ORIGIN = 'https://offlead.example'
let createShell: typeof Create

beforeAll(async () => {
  // Workbox reads these when it is loaded.
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('location', { href: `${ORIGIN}/sw.js`, origin: ORIGIN })
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
  vi.stubGlobal('fetch', async () => new Response('from the network'))
  ;({ createShell } = await import('../../sw/shell.ts'))
})
afterAll(() => vi.unstubAllGlobals())

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

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Config } from '../../fastify.config.ts'
import { warmUp } from '../../server/warm-up.ts'
import { PARKS, startedServer, stoppedClock } from './harness.ts'

/** A minimal renderer in place of the one in the build; its output shows its arguments. */
const RENDERER = `
export const firstRequest = (now) => ({ limit: 2, now, open: 'last' })
let renderings = 0
export async function firstScreen(path, known, instant) {
  if (path === '/park/2') throw new Error('cannot be rendered')
  return 'screen of ' + path + ' for ' + (known.parks?.parks.map(({ id }) => id) ?? known.park?.name ?? 'nothing') + ', rendering ' + ++renderings
}
`
const DOCUMENT =
  '<!doctype html><title>Offlead</title><body><div id="root"><!--screen-->as it was built<!--/screen--></div>'

async function serverWithRenderer(renderer = RENDERER, change: Partial<Config> = {}, clock?: () => Date) {
  const server = await startedServer(change, clock)
  const folder = join(dirname(server.config.clientDir), 'first-screen')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'first-screen.js'), renderer)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(server.config.clientDir, 'index.html'), DOCUMENT)
  const screen = async (url: string, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url, remoteAddress })).body.replace(
      /^[^]*<!--screen-->|<!--\/screen-->[^]*$/g,
      '',
    )
  return { ...server, screen }
}

test('a server draws the pictures of the first park on its home page before anyone asks for them', async () => {
  const picture = (lat: number, scale: string) =>
    `<img src="/api/maps/static?lat=${lat}&amp;lng=151&amp;zoom=15&amp;width=400&amp;height=300${scale}">`
  const html = `${picture(-33, '')}${picture(-33, '&amp;scale=2')}${picture(-34, '')}`
  const { app, config } = await serverWithRenderer(
    `export const firstRequest = (now) => ({ limit: 1, now, open: 'last' })
     export const firstScreen = async () => ${JSON.stringify(html)}`,
  )
  const drawn = () => {
    const folder = join(config.dataDir, 'maps')
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : []
  }
  expect(drawn()).toHaveLength(0)
  await warmUp(app, new AbortController().signal)
  await expect.poll(() => drawn().length).toBe(2)
})

test('a document contains the prerendered screen of its path, rendered once for all clients', async () => {
  const { screen } = await serverWithRenderer()
  const [first, second] = PARKS.map(({ id }) => id).sort((a, b) => a - b)
  const home = await screen('/')
  expect(home).toMatch(/^screen of \/ for \d+,\d+, rendering 1$/)
  expect(await screen('/')).toBe(home)
  expect(await screen(`/park/${first}`)).toContain(
    `for ${PARKS.find(({ id }) => id === first)!.name}, rendering 2`,
  )
  expect(second).toBeDefined()
})

test('a query, a personal page or an unknown page gets only the frame', async () => {
  const { screen } = await serverWithRenderer()
  expect(await screen('/?q=coogee')).toMatch(/^screen of \/ for nothing/)
  for (const url of ['/profile', '/admin', '/no-such-page', '/state/atlantis', '/park/999999', '/park/1x'])
    expect(await screen(url), url).toMatch(/^screen of \/page for nothing/)
})

test('a page works without a prerendered screen if rendering fails', async () => {
  const { screen, app } = await serverWithRenderer()
  expect(await screen('/park/2')).toBe('')
  expect((await app.inject('/park/2')).statusCode).toBe(200)
  const broken = await serverWithRenderer('export const nothing = 1')
  expect(await broken.screen('/')).toBe('')
})

test('a client that requests many park pages gets documents without a prerendered screen', async () => {
  const { screen, app } = await serverWithRenderer(RENDERER, { rateLimit: true }, stoppedClock())
  const ids = PARKS.map(({ id }) => id).filter((id) => id !== 2)
  for (const id of ids.slice(0, 120)) expect(await screen(`/park/${id}`)).toContain(`screen of /park/${id} `)
  const beyond = `/park/${ids[130]}`
  expect(await screen(beyond)).toMatch(/^screen of \/page for nothing/)
  expect((await app.inject(beyond)).statusCode).toBe(200)
  // Cached screens are still served, and other clients get new ones.
  expect(await screen(`/park/${ids[119]}`)).toContain(`screen of /park/${ids[119]} `)
  expect(await screen(beyond, '192.0.2.7')).toContain(`screen of ${beyond} `)
})

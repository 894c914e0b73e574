import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Config } from '../../fastify.config.ts'
import { PARKS, startedServer } from './harness.ts'

/** What the build leaves beside the client, as small as it can be: it says what it was asked for. */
const WRITER = `
export const firstRequest = (now) => ({ limit: 2, now, open: 'last' })
let written = 0
export async function firstScreen(path, known, instant) {
  if (path === '/park/2') throw new Error('cannot be drawn')
  return 'screen of ' + path + ' for ' + (known.parks?.parks.map(({ id }) => id) ?? known.park?.name ?? 'nothing') + ', written ' + ++written
}
`
const DOCUMENT =
  '<!doctype html><title>Offlead</title><body><div id="root"><!--screen-->as it was built<!--/screen--></div>'

async function serverWithWriter(writer = WRITER, change: Partial<Config> = {}) {
  const server = await startedServer(change)
  const folder = join(dirname(server.config.clientDir), 'first-screen')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'first-screen.js'), writer)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(server.config.clientDir, 'index.html'), DOCUMENT)
  const screen = async (url: string, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url, remoteAddress })).body.replace(
      /^[^]*<!--screen-->|<!--\/screen-->[^]*$/g,
      '',
    )
  return { ...server, screen }
}

test('a document comes with the first screen of its address, written from the directory once for everybody', async () => {
  const { screen } = await serverWithWriter()
  const [first, second] = PARKS.map(({ id }) => id).sort((a, b) => a - b)
  const home = await screen('/')
  expect(home).toMatch(/^screen of \/ for \d+,\d+, written 1$/)
  expect(await screen('/')).toBe(home)
  expect(await screen(`/park/${first}`)).toContain(
    `for ${PARKS.find(({ id }) => id === first)!.name}, written 2`,
  )
  expect(second).toBeDefined()
})

test('a question in the address is left to the device, and what is not the same for everybody to what stands around it', async () => {
  const { screen } = await serverWithWriter()
  expect(await screen('/?q=coogee')).toMatch(/^screen of \/ for nothing/)
  for (const url of ['/profile', '/admin', '/no-such-page', '/state/atlantis', '/park/999999', '/park/1x'])
    expect(await screen(url), url).toMatch(/^screen of \/page for nothing/)
})

test('a screen that cannot be written, or no writer at all, leaves an empty one: the page works all the same', async () => {
  const { screen, app } = await serverWithWriter()
  expect(await screen('/park/2')).toBe('')
  expect((await app.inject('/park/2')).statusCode).toBe(200)
  const broken = await serverWithWriter('export const nothing = 1')
  expect(await broken.screen('/')).toBe('')
})

test('an address that asks for one park page after the other gets documents without a screen of their own', async () => {
  const { screen, app } = await serverWithWriter(WRITER, { rateLimit: true })
  const ids = PARKS.map(({ id }) => id).filter((id) => id !== 2)
  for (const id of ids.slice(0, 120)) expect(await screen(`/park/${id}`)).toContain(`screen of /park/${id} `)
  const beyond = `/park/${ids[130]}`
  expect(await screen(beyond)).toMatch(/^screen of \/page for nothing/)
  expect((await app.inject(beyond)).statusCode).toBe(200)
  // What is remembered is served all the same, and others have theirs drawn.
  expect(await screen(`/park/${ids[119]}`)).toContain(`screen of /park/${ids[119]} `)
  expect(await screen(beyond, '192.0.2.7')).toContain(`screen of ${beyond} `)
})

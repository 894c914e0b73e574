import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { seedParks } from '../../data/sources/parks.ts'
import { REQUESTS_PER_MINUTE } from '../../server/app.ts'
import { configIn, seed, startedOn, startedServer, stoppedClock, temporaryFolder } from './harness.ts'

test('the list of all parks is the same in every range and encoding', async () => {
  const config = configIn(temporaryFolder())
  await seed(config, { parks: seedParks() })
  const { app } = await startedOn(config)
  const get = (url: string, accept = 'identity') =>
    app.inject({ url, headers: { 'accept-encoding': accept } })
  const whole = await get('/api/parks')
  const all = whole.json() as { id: number }[]
  expect(all.map(({ id }) => id)).toEqual(seedParks().map(({ id }) => id))
  expect((await get('/api/parks?limit=5')).json()).toEqual(all.slice(0, 5))
  for (const [offset, limit] of [
    [0, 300],
    [1, all.length],
    [1, 999],
    [500, 201],
    [all.length - 250, 1000],
  ] as const) {
    const answer = await get(`/api/parks?offset=${offset}&limit=${limit}`, 'br')
    expect([offset, limit, answer.json()]).toEqual([offset, limit, all.slice(offset, offset + limit)])
    expect(Number(answer.headers['x-total-count'])).toBe(all.length)
  }
  for (const round of [1, 2]) {
    const br = await get('/api/parks', 'br')
    expect([round, br.headers['content-encoding'], br.headers.vary]).toEqual([round, 'br', 'accept-encoding'])
    expect(brotliDecompressSync(br.rawPayload).equals(whole.rawPayload)).toBe(true)
    expect(gunzipSync((await get('/api/parks', 'gzip')).rawPayload).equals(whole.rawPayload)).toBe(true)
  }
  const { etag } = whole.headers
  expect(
    (await app.inject({ url: '/api/parks', headers: { 'if-none-match': String(etag) } })).statusCode,
  ).toBe(304)
})

test('the API description is generated once', async () => {
  const { app } = await startedServer()
  const generate = vi.spyOn(app, 'swagger')
  const first = await app.inject('/api/openapi.json')
  const again = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } })
  expect(generate.mock.calls.length).toBe(1)
  expect(brotliDecompressSync(again.rawPayload).toString()).toBe(first.body)
  const known = await app.inject({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(known.statusCode).toBe(304)
})

test('the sitemap counts towards the rate limit and is the same when compressed', async () => {
  const { app } = await startedServer({ rateLimit: true }, stoppedClock())
  const plain = await app.inject('/sitemap.xml')
  const br = await app.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  const statuses: number[] = []
  for (let at = 0; at < REQUESTS_PER_MINUTE; at += 1)
    statuses.push((await app.inject({ url: at % 2 ? '/sitemap.xml' : '/sitemap-1.xml' })).statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await app.inject({ url: '/sitemap.xml', remoteAddress: '192.0.2.4' })).statusCode).toBe(200)
})

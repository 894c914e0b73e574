import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { CONFIGURATION_PAGE, configurationPage, DATA_PAGE, dataPage } from '../../scripts/docs.ts'
import { startedServer } from './harness.ts'

const TOKEN = 'a-token-of-the-operator'

/** The value of a sample, by its name and labels in Prometheus' text format. */
const valueOf = (text: string, sample: string) => {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

test('the metrics count requests by route and contain no queries', async () => {
  const { app } = await startedServer({ metricsAddresses: ['127.0.0.1'] })
  for (const text of ['Richmond', 'Fitzroy', 'Bondi']) await app.inject(`/api/search?query=${text}`)
  await app.inject('/api/parks/999999')
  const answer = await app.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(
    valueOf(
      answer.body,
      'offlead_http_request_duration_seconds_count{route="/api/search",method="GET",status="200"}',
    ),
  ).toBe(3)
  expect(
    valueOf(
      answer.body,
      'offlead_http_request_duration_seconds_count{route="/api/parks/:id",method="GET",status="404"}',
    ),
  ).toBe(1)
  expect(valueOf(answer.body, 'offlead_database_up')).toBe(1)
  expect(valueOf(answer.body, 'offlead_directory_version')).toBe(1)
  expect(valueOf(answer.body, 'offlead_directory_parks')).toBe(150)
  expect(valueOf(answer.body, 'offlead_process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  expect(answer.body).not.toMatch(/Richmond|Fitzroy|Bondi|parks\/\d/)
})

const NOT_FOUND = { statusCode: 404, code: 'not-found' }
const requesterOf =
  (app: FastifyInstance) =>
  async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const { statusCode, json } = await app.inject({ url: '/metrics', remoteAddress, headers })
    return statusCode === 200 ? 200 : { statusCode, code: json().code }
  }

test('the metrics are off unless a token or addresses are configured, even for this machine', async () => {
  const { app } = await startedServer()
  const ask = requesterOf(app)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.168.1.4'])
    expect([address, await ask(address)]).toEqual([address, NOT_FOUND])
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null'])
    expect([authorization, await ask('127.0.0.1', { authorization })]).toEqual([authorization, NOT_FOUND])
})

test('a request with the token gets the metrics', async () => {
  const { app } = await startedServer({ metricsToken: TOKEN })
  const ask = requesterOf(app)
  expect(await ask('127.0.0.1')).toEqual(NOT_FOUND)
  expect(await ask('192.168.1.4', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await ask('192.168.1.4', { authorization: `Bearer ${TOKEN}x` })).toEqual(NOT_FOUND)
  expect(await ask('192.168.1.4', { authorization: TOKEN })).toEqual(NOT_FOUND)
})

test('a request from a configured address gets the metrics, but not through a proxy', async () => {
  const { app } = await startedServer({ metricsAddresses: ['127.0.0.1', '::1', '10.1.0.0/16'] })
  const ask = requesterOf(app)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3'])
    expect([address, await ask(address)]).toEqual([address, 200])
  for (const address of ['127.0.0.2', '10.2.0.1', '192.168.1.4', '::2'])
    expect([address, await ask(address)]).toEqual([address, NOT_FOUND])
  // A proxy on this machine forwards requests of others.
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect([name, await ask('127.0.0.1', { [name]: '203.0.113.9' })]).toEqual([name, NOT_FOUND])
})

test('docs/configuration.md is the page generated from the schema', () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage())
})

test('the tables of docs/data.md are those that npm run docs writes', () => {
  const page = readFileSync(DATA_PAGE, 'utf8')
  expect(page).toBe(dataPage())
  expect(page).toMatch(/\| all \| exact \| .* \| 207 → 549 \|/)
})

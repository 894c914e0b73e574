import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONFIGURATION_PAGE, configurationPage } from '../../scripts/docs.ts'
import { startedServer } from './harness.ts'

const TOKEN = 'a-token-of-the-operator-and-nobody-else'

/** The value of a sample, by its name and labels as Prometheus writes them. */
const valueOf = (text: string, sample: string) => {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

test('the metrics count requests by route, never by what was asked for', async () => {
  const { app } = await startedServer()
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

test('from elsewhere there are no metrics without the token', async () => {
  const { app } = await startedServer({ metricsToken: TOKEN })
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const { statusCode, json } = await app.inject({ url: '/metrics', remoteAddress, headers })
    return statusCode === 200 ? 200 : { statusCode, code: json().code }
  }
  const nothing = { statusCode: 404, code: 'not-found' }
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('::1')).toBe(200)
  expect(await ask('::ffff:127.0.0.1')).toBe(200)
  expect(await ask('192.168.1.4')).toEqual(nothing)
  // A proxy on this machine passes on what others ask.
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toEqual(nothing)
  expect(await ask('127.0.0.1', { forwarded: 'for=203.0.113.9' })).toEqual(nothing)
  expect(await ask('192.168.1.4', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await ask('192.168.1.4', { authorization: `Bearer ${TOKEN}x` })).toEqual(nothing)
  expect(await ask('192.168.1.4', { authorization: TOKEN })).toEqual(nothing)
})

test('without a token, nobody elsewhere reads the metrics, whatever they bear', async () => {
  const { app } = await startedServer()
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
    expect(
      (await app.inject({ url: '/metrics', remoteAddress: '192.168.1.4', headers: { authorization } }))
        .statusCode,
    ).toBe(404)
  }
})

test('the page of all variables says what the schema says', () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage())
})

import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  isPrivateAddress,
  namesPrivateNetwork,
  openUpstream,
  readJson,
  UpstreamError,
} from '../../../server/geo/upstream.ts'
import { serviceTimeoutMs, sendJson, service, SERVICE_FAILURES } from './fake-service.ts'

const limits = { timeout: serviceTimeoutMs(), maxBytes: 1_000_000, concurrency: 2 }
const open = (url: string, change: Partial<typeof limits> = {}) =>
  openUpstream(new URL(url), { ...limits, ...change }, 'Offlead/1.2.3')
const Anything = z.object({ fine: z.boolean() })

describe('a service that', () => {
  for (const { name, failure, answer } of SERVICE_FAILURES) {
    test(`${name} fails as '${failure}', within its time`, async () => {
      const { url } = await service(answer)
      const asking = open(url, { timeout: serviceTimeoutMs(failure) })
        .get('/')
        .then((reply) => readJson(reply, Anything, 'It'))
      await expect(asking).rejects.toMatchObject({ name: 'UpstreamError', failure })
    })
  }

  test('does not exist fails as unreachable', async () => {
    await expect(open('http://127.0.0.1:9').get('/')).rejects.toMatchObject({ failure: 'unreachable' })
  })
})

test('a redirect is not followed', async () => {
  const inside = await service((_, response) => sendJson(response, { secret: true }))
  const { url } = await service((_, response) => response.writeHead(301, { location: inside.url }).end())
  await expect(open(url).get('/')).rejects.toMatchObject({ failure: 'redirected', status: 301 })
  expect(inside.asked).toEqual([])
})

test('requests go below the configured URL, with a user agent', async () => {
  const { url, asked } = await service((_, response) => sendJson(response, { fine: true }))
  await open(`${url}/routing/`).get('/route?a=b')
  await open(`${url}/routing`).post('/route', { a: 1 })
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/routing/route?a=b', ''],
    ['POST', '/routing/route', '{"a":1}'],
  ])
  expect(asked[0]!.headers['user-agent']).toBe('Offlead/1.2.3')
})

test('a request on a connection that the service has just closed is sent again', async () => {
  const used = new WeakSet<Socket>()
  const { url } = await service((request, response) => {
    if (used.has(request.socket)) request.socket.destroy()
    else sendJson(response, { fine: true })
    used.add(request.socket)
  })
  const upstream = open(url)
  expect((await upstream.get('/')).status).toBe(200)
  expect((await upstream.get('/')).status).toBe(200)
  expect((await upstream.post('/', { a: 1 })).status).toBe(200)
})

test('concurrent requests are limited; a few are queued, more are rejected immediately', async () => {
  let running = 0
  let maxRunning = 0
  const { url } = await service((_, response) => {
    maxRunning = Math.max(maxRunning, ++running)
    setTimeout(() => {
      running--
      sendJson(response, { fine: true })
    }, 10)
  })
  const upstream = open(url)
  const outcomes = await Promise.allSettled(Array.from({ length: 13 }, () => upstream.get('/')))
  expect(maxRunning).toBe(2)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.map((outcome) => (outcome.reason as UpstreamError).failure)).toEqual([
    'overloaded',
    'overloaded',
    'overloaded',
  ])
  await expect(upstream.get('/')).resolves.toMatchObject({ status: 200 })
})

test('queued requests to a slow service time out as well', async () => {
  const { url } = await service(() => undefined)
  const upstream = open(url, { concurrency: 1, timeout: serviceTimeoutMs('slow') })
  const outcomes = await Promise.allSettled([upstream.get('/'), upstream.get('/'), upstream.get('/')])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('an error reveals nothing of the request or reply', async () => {
  const { url } = await service((_, response) => response.writeHead(500).end('12 Secret Street'))
  const error: unknown = await open(url)
    .get('/search?q=12+Secret+Street')
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UpstreamError)
  expect(`${String(error)} ${JSON.stringify(error)} ${Object.keys(error as object).join()}`).not.toMatch(
    /Secret|body/,
  )
})

describe('network addresses', () => {
  test('of private networks are recognised in every notation', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      'fec0::1',
      'feff::1',
      '2001::a00:1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '::ffff:0:10.0.0.1',
      '::ffff:0:a00:1',
      '192.88.99.1',
      '2001:2::1',
      '3fff::1',
      '5f00::1',
      'not an address',
    ])
      expect(isPrivateAddress(address), address).toBe(true)
    for (const address of [
      '1.1.1.1',
      '172.32.0.1',
      '100.128.0.1',
      '192.88.98.1',
      '2606:4700::1111',
      '2001:4860:4860::8888',
      '::ffff:1.1.1.1',
    ])
      expect(isPrivateAddress(address), address).toBe(false)
  })

  test('of private networks are allowed if the operator configures them by a private name', async () => {
    for (const url of [
      'http://127.0.0.1:5000',
      'http://[::1]/',
      'http://osrm:5000',
      'http://localhost',
      'http://maps.internal',
      'http://10.0.0.8',
    ]) {
      expect(namesPrivateNetwork(new URL(url)), url).toBe(true)
    }
    for (const url of ['https://router.example', 'http://1.1.1.1', 'http://127.0.0.1.example'])
      expect(namesPrivateNetwork(new URL(url)), url).toBe(false)
  })
})

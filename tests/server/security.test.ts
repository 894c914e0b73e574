import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '../../fastify.config.ts'
import { REQUESTS_PER_MINUTE } from '../../server/app.ts'
import { HEADERS_TIMEOUTS } from '../../server/http/deadlines.ts'
import { sharedServer, startedServer, stoppedClock } from './harness.ts'

const URLS = [
  '/',
  '/nothing',
  '/assets/main-abc123.js',
  '/assets/gone.js',
  '/api/parks',
  '/api/nothing',
  '/api/search?x=1',
  '/api/parks/999999',
  '/search?q=x',
  '/park/%',
  '/api/parks/%',
]

describe('the security headers', () => {
  const shared = sharedServer()

  test.each(URLS)('are sent with %s', async (url) => {
    const { app } = shared()
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=(self)'),
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('allow only our own origin, and only script files', async () => {
    const { app } = shared()
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    const directives = new Map(
      policy
        .split(';')
        .map((directive) => [directive.trim().split(' ')[0]!, directive.trim().split(' ').slice(1)]),
    )
    const sources = new Set([...directives.values()].flat())
    expect([...sources].toSorted()).toEqual(["'none'", "'self'", 'blob:', 'data:'])
    expect(
      [...directives]
        .filter(([, values]) => values.some((value) => /blob:|data:/.test(value)))
        .map(([name]) => name),
    ).toEqual(['img-src'])
    for (const [name, value] of [
      ['script-src', "'self'"],
      ['script-src-attr', "'none'"],
      ['object-src', "'none'"],
      ['frame-ancestors', "'none'"],
      ['base-uri', "'none'"],
      ['form-action', "'self'"],
      ['worker-src', "'self'"],
      ['connect-src', "'self'"],
    ]) {
      expect([name, directives.get(name!)]).toEqual([name, [value]])
    }
  })

  test('require https only if PUBLIC_URL has it', async () => {
    const plain = (await shared().app.inject('/')).headers
    expect(plain).not.toHaveProperty('strict-transport-security')
    expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests')
    const secure = (await (await startedServer({ publicUrl: 'https://offlead.example' })).app.inject('/'))
      .headers
    expect(secure['strict-transport-security']).toBe('max-age=31536000')
    expect(secure['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

describe('the rate limit', () => {
  const limitedServer = (change: Partial<Config> = {}) =>
    startedServer({ rateLimit: true, ...change }, stoppedClock())
  const ask = async (
    app: Awaited<ReturnType<typeof startedServer>>['app'],
    count: number,
    remoteAddress: string,
    url = '/api/states',
    headers: Record<string, string> = {},
  ) => {
    const statuses = new Map<number, number>()
    for (let asked = 0; asked < count; asked += 1) {
      const { statusCode } = await app.inject({ url, remoteAddress, headers })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    return Object.fromEntries(statuses)
  }

  test('refuses requests over the limit with 429, but not those of other addresses', async () => {
    const { app } = await limitedServer()
    expect(await ask(app, REQUESTS_PER_MINUTE, '192.0.2.1')).toEqual({ 200: REQUESTS_PER_MINUTE })
    const refused = await app.inject({ url: '/api/states', remoteAddress: '192.0.2.1' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ code: 'too-many-requests', message: expect.stringMatching(/\.$/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await app.inject({ url: '/api/nothing', remoteAddress: '192.0.2.1' })).statusCode).toBe(429)
    expect((await app.inject({ url: '/api/states', remoteAddress: '192.0.2.2' })).statusCode).toBe(200)
  })

  test('ends with its minute, also after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app } = await startedServer({ rateLimit: true })
    await ask(app, REQUESTS_PER_MINUTE, '192.0.2.1')
    expect(await ask(app, 1, '192.0.2.1')).toEqual({ 429: 1 })
    vi.setSystemTime(Date.now() - 86_400_000)
    expect(await ask(app, REQUESTS_PER_MINUTE + 1, '192.0.2.1')).toEqual({ 200: REQUESTS_PER_MINUTE, 429: 1 })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await ask(app, 1, '192.0.2.1')).toEqual({ 200: 1 })
  })

  test('counts requests for unknown paths', async () => {
    const { app } = await limitedServer()
    expect(await ask(app, REQUESTS_PER_MINUTE + 5, '192.0.2.1', '/api/nothing')).toEqual({
      404: REQUESTS_PER_MINUTE,
      429: 5,
    })
  })

  test('does not count files, pages, parts of the directory or health checks', async () => {
    const { app } = await limitedServer()
    const part = (await app.inject('/api/directory')).json().parks.parts[0].url as string
    for (const url of ['/', '/assets/main-abc123.js', '/api/health', part]) {
      expect([url, await ask(app, REQUESTS_PER_MINUTE + 5, '192.0.2.9', url)]).toEqual([
        url,
        { 200: REQUESTS_PER_MINUTE + 5 },
      ])
    }
  })

  test('counts requests that are refused with 403 or 405', async () => {
    const { app } = await limitedServer()
    const statuses = async (method: 'POST' | 'DELETE', url: string, remoteAddress: string) => {
      const all: number[] = []
      for (let at = 0; at < REQUESTS_PER_MINUTE + 5; at += 1)
        all.push((await app.inject({ method, url, remoteAddress })).statusCode)
      return [all[0], all.filter((status) => status === 429).length]
    }
    expect(await statuses('POST', '/api/login', '192.0.2.31')).toEqual([403, 5])
    expect(await statuses('DELETE', '/api/states', '192.0.2.32')).toEqual([405, 5])
    expect(await statuses('POST', '/', '192.0.2.33')).toEqual([405, 5])
    // They count together with all other requests.
    expect((await app.inject({ url: '/api/states', remoteAddress: '192.0.2.31' })).statusCode).toBe(429)
  })

  test('counts an IPv6 /56 network as one address', async () => {
    const { app } = await limitedServer()
    await ask(app, REQUESTS_PER_MINUTE, '2001:db8:1:2::1')
    expect(await ask(app, 1, '2001:db8:1:ff::2')).toEqual({ 429: 1 })
    expect(await ask(app, 1, '2001:db8:1:100::1')).toEqual({ 200: 1 })
  })

  test('ignores a forwarding header unless it comes from a trusted proxy', async () => {
    const { app } = await limitedServer()
    await ask(app, REQUESTS_PER_MINUTE, '192.0.2.1')
    expect(await ask(app, 1, '192.0.2.1', '/api/states', { 'x-forwarded-for': '198.51.100.7' })).toEqual({
      429: 1,
    })

    for (const trustProxy of [1, ['192.0.2.0/24']]) {
      const proxied = (await limitedServer({ trustProxy })).app
      await ask(proxied, REQUESTS_PER_MINUTE, '192.0.2.1', '/api/states', {
        'x-forwarded-for': '198.51.100.7',
      })
      expect(
        await ask(proxied, 1, '192.0.2.1', '/api/states', { 'x-forwarded-for': '198.51.100.7' }),
      ).toEqual({ 429: 1 })
      expect(
        await ask(proxied, 1, '192.0.2.1', '/api/states', { 'x-forwarded-for': '198.51.100.8' }),
      ).toEqual({ 200: 1 })
      // Addresses that the client puts before the one added by the proxy are ignored.
      expect(
        await ask(proxied, 1, '192.0.2.1', '/api/states', { 'x-forwarded-for': '203.0.113.5, 198.51.100.7' }),
      ).toEqual({ 429: 1 })
    }
  })
})

describe('an error response', () => {
  async function appWithFaults() {
    const { app } = await startedServer()
    app.get('/fault', () => {
      throw new Error('an internal secret: /etc/passwd')
    })
    app.post('/taken', (request) => request.body)
    return app
  }

  test('reveals no internal details', async () => {
    const app = await appWithFaults()
    const answer = await app.inject('/fault')
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({
      status: 500,
      body: { code: 'internal', message: 'Something went wrong here. It has been noted.' },
    })
  })

  test('distinguishes too large, malformed and unsupported bodies', async () => {
    const app = await appWithFaults()
    const large = await app.inject({ method: 'POST', url: '/taken', payload: { text: 'x'.repeat(70_000) } })
    expect({ status: large.statusCode, code: large.json().code }).toEqual({ status: 413, code: 'too-large' })
    const broken = await app.inject({
      method: 'POST',
      url: '/taken',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect({ status: broken.statusCode, code: broken.json().code }).toEqual({
      status: 400,
      code: 'invalid-input',
    })
    const other = await app.inject({
      method: 'POST',
      url: '/taken',
      payload: '<a/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect({ status: other.statusCode, code: other.json().code }).toEqual({
      status: 415,
      code: 'invalid-input',
    })
    const poisoned = await app.inject({
      method: 'POST',
      url: '/taken',
      payload: '{"__proto__":{"isAdmin":true}}',
      headers: { 'content-type': 'application/json' },
    })
    expect({ status: poisoned.statusCode, code: poisoned.json().code }).toEqual({
      status: 400,
      code: 'invalid-input',
    })
  })
})

test('the log contains no searches, positions or addresses of users', async () => {
  const lines: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string | Uint8Array) => lines.push(String(text)) > 0
  try {
    const { app } = await startedServer({ logLevel: 'info' })
    await app.inject({
      url: '/api/search?query=secretplace&latitude=-33.86&longitude=151.2',
      remoteAddress: '192.0.2.77',
    })
    await app.inject('/api/search?query=secretplace&wrong=1')
  } finally {
    process.stdout.write = write
  }
  const log = lines.join('')
  expect(log).toContain('/api/search')
  expect(log).not.toMatch(/secretplace|33\.86|192\.0\.2\.77/)
})

// Node itself reads it, before any database is used.
describe('the head of a request', () => {
  /**
   * Sends a text on a new connection; returns the reply and the milliseconds until the connection is closed.
   */
  async function sendRaw(app: FastifyInstance, head: string): Promise<{ answer: string; after: number }> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('data', (text: Buffer) => void (answer += text.toString()))
    const start = performance.now()
    socket.write(head)
    await once(socket, 'close')
    return { answer, after: performance.now() - start }
  }

  test('that does not arrive within 15 seconds gets 408 and the connection is closed', async () => {
    const { app } = await startedServer()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { answer, after } = await sendRaw(app, 'GET /api/states HTTP/1.1\r\nHost: x\r\nX: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(after).toBeGreaterThan(10_000)
    // A busy machine may look later, but long before the minute that is Node's default.
    expect(app.server.headersTimeout + HEADERS_TIMEOUTS.connectionsCheckingInterval).toBe(15_000)
    expect(after).toBeLessThan(55_000)
  })

  test('that is malformed is refused', async () => {
    const { app } = await startedServer()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { answer } = await sendRaw(app, 'GET /api/states HTTP/1.1\r\nHost: x\r\nX: \u0000\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('without PUBLIC_URL', () => {
  const shared = sharedServer()
  const HOSTILE = [
    'evil.example"/><x',
    "evil.example'",
    'a&b',
    '<script>',
    'user@evil.example',
    'evil.example/path',
    'evil example',
    '[::1',
    'evil.example:123456',
  ]

  test.each(HOSTILE)('the invalid Host header %j is refused for pages that contain it', async (host) => {
    const { app } = shared()
    for (const url of ['/', '/park/1', '/sitemap.xml', '/sitemap-1.xml', '/robots.txt']) {
      const answer = await app.inject({ url, headers: { host } })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'invalid-input'])
      expect(answer.body).not.toContain('evil')
    }
  })

  test.each(['offlead.example', 'OFFLEAD.example:8443', '192.0.2.1:3000', '[2001:db8::1]:3000', 'my_app'])(
    'the Host header %s is the origin of the sitemap',
    async (host) => {
      const { app } = shared()
      const { statusCode, body } = await app.inject({ url: '/sitemap.xml', headers: { host } })
      expect([statusCode, body.includes(`<loc>http://${host.toLowerCase()}/park/1</loc>`)]).toEqual([
        200,
        true,
      ])
    },
  )

  test('a page that contains the host has another ETag for another host', async () => {
    const { app, config } = await startedServer()
    const document = '<!doctype html><title>Offlead</title><meta name="description" content="x" />'
    writeFileSync(join(config.clientDir, 'index.html'), document)
    for (const url of ['/', '/park/1', '/sitemap.xml']) {
      const [one, two] = await Promise.all(
        ['one.example', 'two.example'].map((host) => app.inject({ url, headers: { host } })),
      )
      expect([url, two!.body.includes('http://two.example/')]).toEqual([url, true])
      expect([url, one!.headers.etag]).not.toEqual([url, two!.headers.etag])
      const headers = { host: 'two.example', 'if-none-match': String(one!.headers.etag) }
      expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 200])
    }
  })
})

import { describe, expect, test } from 'vitest'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import { sharedServer } from '../harness.ts'

const body = { email: 'rex@example.com', password: PASSWORD }

describe('a request that changes something', () => {
  const refusing = sharedServer('empty')

  test.each([
    ['another site, in a browser that sends Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another site whose origin begins with ours', { origin: 'http://localhost:80.evil.example' }],
    ['another site, in an older browser', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:8080' }],
    ['the same host with another scheme', { origin: 'https://localhost:80' }],
    ['a frame with an opaque origin', { origin: 'null' }],
    [
      'a browser whose two headers contradict each other',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
    ],
    ['a page that sends only a referrer', { referer: 'http://localhost:80/' }],
    ['an unknown page', {}],
  ])('is refused from %s', async (_origin, headers: Record<string, string>) => {
    const { app } = refusing()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/register',
      payload: body,
      headers: { host: 'localhost:80', ...headers },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { code: 'cross-site', message: 'This can only be asked from the pages of this site.' },
    ])
  })

  test.each([
    ['our own page', {}, { 'sec-fetch-site': 'same-origin' }],
    ['our own page, in an older browser', {}, { host: 'localhost:80', origin: 'http://localhost:80' }],
    [
      'our own page, behind a proxy that terminates https',
      { publicUrl: 'https://offlead.example' },
      { host: '10.0.0.7:3000', origin: 'https://offlead.example' },
    ],
  ])('is accepted from %s', async (_origin, config, headers: Record<string, string>) => {
    const { app } = await emptyServer(config)
    expect(
      (await app.inject({ method: 'POST', url: '/api/register', payload: body, headers })).statusCode,
    ).toBe(201)
  })

  test('is refused if its origin matches the Host header but not PUBLIC_URL', async () => {
    const { app } = await emptyServer({ publicUrl: 'https://offlead.example' })
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    expect(
      (await app.inject({ method: 'POST', url: '/api/register', payload: body, headers })).statusCode,
    ).toBe(403)
  })

  test('is refused with 415 in the content types that a form can send', async () => {
    const { app } = await emptyServer()
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/json',
      'application/xml',
    ]) {
      const answer = await visitor(app).send('POST', '/api/register', undefined, {
        payload: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect([type, answer.statusCode]).toEqual([type, 415])
    }
  })

  test('is refused from another site even with a session', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    for (const [method, url] of [
      ['POST', '/api/logout'],
      ['POST', '/api/profile/delete'],
      ['PATCH', '/api/profile'],
      ['DELETE', '/api/profile/devices'],
      ['POST', '/api/nothing'],
    ] as const) {
      const answer = await rex.send(method, url, method === 'DELETE' ? undefined : {}, {
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
    expect((await rex.get('/api/user')).statusCode).toBe(200)
  })

  test('gets no CORS headers, so that other sites cannot read the response', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const answer = await rex.get('/api/user', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/api/login',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(405)
  })
})

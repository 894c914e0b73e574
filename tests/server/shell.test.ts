import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../fastify.config.ts'
import {
  configIn,
  putClient,
  seed,
  sharedServer,
  startedOn,
  startedServer,
  temporaryFolder,
} from './harness.ts'

const DOCUMENT = '<!doctype html><title>Offlead</title>'

const SCREENS = [
  '/',
  '/?q=Bondi',
  '/park/1',
  '/directions/1',
  '/state',
  '/state/nsw',
  '/state/nsw/sydney',
  '/state/vic/RICHMOND',
  '/states',
  '/favorites',
  '/submit-park',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/admin',
  '/auth',
  '/auth?tab=register',
  '/profile',
  '/offline',
  '/share?text=Bondi',
  '/outbox',
  '/icons',
  '/state/nsw/',
]

const shared = sharedServer()

test.each(SCREENS)('%s gets the document', async (url) => {
  const { app } = shared()
  const answer = await app.inject(url)
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: DOCUMENT })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    vary: 'accept-encoding',
  })
})

test('what does not exist in the directory gets the document with status 404', async () => {
  const { app } = shared()
  for (const url of ['/park/999999', '/park/abc', '/park/01', '/state/xyz', '/state/nsw/no-such-town']) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, body: answer.body }).toEqual({
      url,
      status: 404,
      body: DOCUMENT,
    })
  }
})

test('any other path gets the document with status 404', async () => {
  const { app } = await startedServer()
  for (const url of [
    '/nothing',
    '/park',
    '/park/1/reviews',
    '/state/nsw/a/b',
    '/Favorites',
    '/search/x',
    '/%F0%9F%90%95',
    '//evil',
    '/directions',
  ]) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, body: answer.body }).toEqual({
      url,
      status: 404,
      body: DOCUMENT,
    })
  }
})

test('a page address that cannot be decoded gets the same document as an unknown address', async () => {
  const { app } = shared()
  const unknown = await app.inject('/nothing')
  for (const url of [
    '/park/%',
    '/park/%?q=%',
    '/%',
    '/api%',
    '/state/nsw/%E0%A4%A',
    '/directions/%',
    '/favorites/%zz',
    '/caf%C3%A9/%ff',
  ]) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, body: answer.body }).toEqual({
      url,
      status: 404,
      body: unknown.body,
    })
    expect(answer.headers).toEqual({ ...unknown.headers, date: answer.headers.date })
  }
  expect((await app.inject({ url: '/park/%', method: 'HEAD' })).statusCode).toBe(404)
  expect((await app.inject({ url: '/park/%', method: 'POST' })).statusCode).toBe(405)
  // Only the path must be readable.
  expect((await app.inject('/?q=%')).statusCode).toBe(200)
})

test('a missing file never gets the document', async () => {
  const { app } = await startedServer()
  for (const url of [
    '/assets/main-gone.js',
    '/assets/x',
    '/favicon.ico',
    '//evil.example',
    '/park/photo.png',
    '/state/nsw/x.js',
    '/assets/',
    '/assets/../index.htm',
    '/.env',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/%',
    '/park/%.png',
  ]) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, code: answer.json().code }).toEqual({
      url,
      status: 404,
      code: 'not-found',
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('files outside the client are not served', async () => {
  const { app, config } = await startedServer()
  writeFileSync(join(config.clientDir, '..', 'secret.txt'), 'secret')
  for (const url of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%5c..%5c..%5csecret.txt',
    '/assets/..%00/secret.txt',
  ]) {
    const answer = await app.inject(url)
    expect({ url, found: answer.body.includes('secret') && answer.statusCode === 200 }).toEqual({
      url,
      found: false,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('files with a hash in their name are immutable and compressed; other files are revalidated', async () => {
  const { app } = await startedServer()
  const asset = await app.inject('/assets/main-abc123.js')
  expect({ status: asset.statusCode, body: asset.body }).toEqual({
    status: 200,
    body: 'console.log("plain")',
  })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
    vary: 'accept-encoding',
  })
  const brotli = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
  expect(brotli.body).toBe('brotli form')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/javascript; charset=utf-8$/),
  })
  for (const url of ['/manifest.webmanifest', '/index.html']) {
    const file = await app.inject(url)
    expect({ url, status: file.statusCode, cache: file.headers['cache-control'] }).toEqual({
      url,
      status: 200,
      cache: 'no-cache, no-transform',
    })
    const again = await app.inject({ url, headers: { 'if-none-match': String(file.headers.etag) } })
    expect({ url, status: again.statusCode }).toEqual({ url, status: 304 })
  }
})

test('the service worker is not cached', async () => {
  const { app, config } = await startedServer()
  writeFileSync(join(config.clientDir, 'sw-later.js'), '/* its second part */')
  for (const file of ['sw.js.br', 'sw.js.gz', 'sw-later.js.br'])
    writeFileSync(join(config.clientDir, file), 'compressed form')
  for (const [url, encoding, body] of [
    ['/sw.js', 'identity', '/* service worker */'],
    ['/sw.js', 'br', 'compressed form'],
    ['/sw.js', 'gzip', 'compressed form'],
    ['/sw-later.js', 'identity', '/* its second part */'],
    ['/sw-later.js', 'gzip, deflate, br, zstd', 'compressed form'],
  ]) {
    const answer = await app.inject({ url: url!, headers: { 'accept-encoding': encoding } })
    expect({ url, encoding, body: answer.body, cache: answer.headers['cache-control'] }).toEqual({
      url,
      encoding,
      body,
      cache: 'no-store',
    })
  }
})

test('the service worker is replaced by one that unregisters itself when it is switched off', async () => {
  const { app, config } = await startedServer({ serviceWorker: false })
  writeFileSync(join(config.clientDir, 'sw-off.js'), '/* unregisters itself */')
  const answer = await app.inject('/sw.js')
  expect({ status: answer.statusCode, body: answer.body, cache: answer.headers['cache-control'] }).toEqual({
    status: 200,
    body: '/* unregisters itself */',
    cache: 'no-store',
  })
})

describe('code of earlier builds', () => {
  /** Replaces the files, as a deployment does. */
  function deploy(config: Config, name: string) {
    rmSync(join(config.clientDir, 'assets'), { recursive: true })
    mkdirSync(join(config.clientDir, 'assets'))
    writeFileSync(join(config.clientDir, 'assets', `${name}.js`), name)
    writeFileSync(join(config.clientDir, 'assets', `${name}.js.br`), `${name} in brotli`)
    writeFileSync(join(config.clientDir, 'index.html'), `<!doctype html><title>${name}</title>`)
  }
  const bodyOf = async (app: FastifyInstance, name: string) => {
    const answer = await app.inject(`/assets/${name}.js`)
    return answer.statusCode === 200 ? answer.body : answer.statusCode
  }

  // Servers that share a database keep them longer (tests/postgres/deployments.test.ts).
  test('is served for two more builds, across restarts, still immutable and compressed', async () => {
    const { app, config } = await startedServer()
    await app.close()
    deploy(config, 'second')
    const { app: second } = await startedOn(config)
    expect(await bodyOf(second, 'main-abc123')).toBe('console.log("plain")')
    await second.close()
    deploy(config, 'third')
    const { app: third } = await startedOn(config)
    const old = await third.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect(old.body).toBe('brotli form')
    expect(old.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    await third.close()
    deploy(config, 'fourth')
    const { app: fourth } = await startedOn(config)
    expect(
      await Promise.all(['fourth', 'third', 'second', 'main-abc123'].map((name) => bodyOf(fourth, name))),
    ).toEqual(['fourth', 'third', 'second', config.databaseUrl === undefined ? 404 : 'console.log("plain")'])
  })

  test('is served after a deployment under the running server, once a page of it was served', async () => {
    const { app, config } = await startedServer()
    await app.inject('/')
    for (const name of ['second', 'third']) {
      deploy(config, name)
      await app.inject('/')
    }
    expect(await Promise.all(['third', 'second', 'main-abc123'].map((name) => bodyOf(app, name)))).toEqual([
      'third',
      'second',
      'console.log("plain")',
    ])
  })

  test('is kept if a build is deployed again, which counts as the latest', async () => {
    const { app, config } = await startedServer()
    await app.inject('/')
    for (const name of ['second', 'third', 'second', 'third', 'second']) {
      deploy(config, name)
      await app.inject('/')
    }
    expect(await Promise.all(['second', 'third', 'main-abc123'].map((name) => bodyOf(app, name)))).toEqual([
      'second',
      'third',
      'console.log("plain")',
    ])
  })

  test('does not affect the server if it cannot be kept', async () => {
    const config = configIn(temporaryFolder())
    await seed(config)
    putClient(config)
    writeFileSync(join(config.dataDir, 'builds'), 'a file where the folder would be')
    const { app } = await startedOn(config)
    expect((await app.inject('/')).statusCode).toBe(200)
    expect((await app.inject('/assets/gone.js')).statusCode).toBe(404)
  })
})

test('the document is sent compressed, and revalidated by ETag', async () => {
  const { app, config } = await startedServer()
  const first = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(DOCUMENT)
  expect(
    (await app.inject({ url: '/park/3', headers: { 'if-none-match': String(first.headers.etag) } }))
      .statusCode,
  ).toBe(304)
  writeFileSync(join(config.clientDir, 'index.html'), '<!doctype html><title>Newer</title>')
  const newer = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(newer.body).toBe('<!doctype html><title>Newer</title>')
})

test('/search?q= redirects to the search on the home page', async () => {
  const { app } = await startedServer()
  for (const [url, location] of [
    ['/search?q=Bondi', '/?q=Bondi'],
    ['/search?q=dog%20%26%20park%23', '/?q=dog%20%26%20park%23'],
    ['/search?q=//evil.example', '/?q=%2F%2Fevil.example'],
    ['/search?q=a&q=b', '/'],
    ['/search', '/'],
    ['/search/?q=Bondi', '/?q=Bondi'],
  ]) {
    const answer = await app.inject(url!)
    expect({ url, status: answer.statusCode, location: answer.headers.location }).toEqual({
      url,
      status: 302,
      location,
    })
  }
})

test('without a built client, the API works and pages explain what to do', async () => {
  const config = configIn(temporaryFolder())
  await seed(config)
  const { app } = await startedOn(config)
  expect((await app.inject('/api/parks/1')).statusCode).toBe(200)
  const screen = await app.inject('/')
  expect(screen.statusCode).toBe(503)
  expect(screen.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(screen.body).toMatch(/not built yet/)
  expect((await app.inject('/assets/main.js')).statusCode).toBe(404)
})

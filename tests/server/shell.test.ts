import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { configIn, seed, startedOn, startedServer, temporaryFolder } from './harness.ts'

const DOCUMENT = '<!doctype html><title>Offlead</title>'

const SCREENS = [
  '/', '/?q=Bondi', '/park/1', '/directions/1', '/state', '/state/nsw', '/state/nsw/coffs-harbour', '/state/vic/melbourne--inner', '/states', '/favorites',
  '/submit-park', '/contact', '/privacy', '/terms', '/accessibility', '/admin', '/auth', '/auth?tab=register', '/profile', '/icons', '/state/nsw/',
]

test.each(SCREENS)('%s is the document', async (url) => {
  const { app } = await startedServer()
  const answer = await app.inject(url)
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: DOCUMENT })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', vary: 'accept-encoding' })
})

test('any other address is the document, too, as not found', async () => {
  const { app } = await startedServer()
  for (const url of ['/nothing', '/park', '/park/1/reviews', '/state/nsw/a/b', '/Favorites', '/search/x', '/%F0%9F%90%95', '//evil', '/directions']) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, body: answer.body }).toEqual({ url, status: 404, body: DOCUMENT })
  }
})

test('a file that is not there is never the document', async () => {
  const { app } = await startedServer()
  for (const url of ['/assets/main-gone.js', '/assets/x', '/favicon.ico', '//evil.example', '/park/photo.png', '/state/nsw/x.js', '/assets/', '/assets/../index.htm', '/.env', '/assets/%2e%2e/%2e%2e/package.json']) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, code: answer.json().code }).toEqual({ url, status: 404, code: 'not-found' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test('what lies outside of the client is not served', async () => {
  const { app, config } = await startedServer()
  writeFileSync(join(config.clientDir, '..', 'secret.txt'), 'secret')
  for (const url of ['/../secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/%5c..%5c..%5csecret.txt', '/assets/..%00/secret.txt']) {
    const answer = await app.inject(url)
    expect({ url, found: answer.body.includes('secret') && answer.statusCode === 200 }).toEqual({ url, found: false })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('files named by their content are immutable, in the form the client takes; others are asked for again', async () => {
  const { app } = await startedServer()
  const asset = await app.inject('/assets/main-abc123.js')
  expect({ status: asset.statusCode, body: asset.body }).toEqual({ status: 200, body: 'console.log("plain")' })
  expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-type': expect.stringMatching(/javascript; charset=utf-8$/), vary: 'accept-encoding' })
  const brotli = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
  expect(brotli.body).toBe('brotli form')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable', 'content-type': expect.stringMatching(/javascript; charset=utf-8$/) })
  for (const url of ['/sw.js', '/manifest.webmanifest', '/index.html']) {
    const file = await app.inject(url)
    expect({ url, status: file.statusCode, cache: file.headers['cache-control'] }).toEqual({ url, status: 200, cache: 'no-cache' })
    const again = await app.inject({ url, headers: { 'if-none-match': String(file.headers.etag) } })
    expect({ url, status: again.statusCode }).toEqual({ url, status: 304 })
  }
})

test('the document is sent compressed, once per build, and not at all to who has it', async () => {
  const { app, config } = await startedServer()
  const first = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(DOCUMENT)
  expect((await app.inject({ url: '/park/3', headers: { 'if-none-match': String(first.headers.etag) } })).statusCode).toBe(304)
  writeFileSync(join(config.clientDir, 'index.html'), '<!doctype html><title>Newer</title>')
  const newer = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(newer.body).toBe('<!doctype html><title>Newer</title>')
})

test('/search?q= goes to the home search', async () => {
  const { app } = await startedServer()
  for (const [url, location] of [
    ['/search?q=Bondi', '/?q=Bondi'],
    ['/search?q=dog%20%26%20park%23', '/?q=dog%20%26%20park%23'],
    ['/search?q=//evil.example', '/?q=%2F%2Fevil.example'],
    ['/search?q=a&q=b', '/'],
    ['/search', '/'],
  ]) {
    const answer = await app.inject(url!)
    expect({ url, status: answer.statusCode, location: answer.headers.location }).toEqual({ url, status: 302, location })
  }
})

test('without a built client, the API works and the screens say what to do', async () => {
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

import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { hashOfCode } from '../../server/build-id.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { member } from './accounts/visitors.ts'
import {
  configIn,
  openedStore,
  PARKS,
  seed,
  startedOn,
  startedServer,
  temporaryFolder,
  timeUntil,
} from './harness.ts'

const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30'
const FOR_EVERYONE = [
  '/api/parks',
  '/api/parks?limit=5',
  '/api/parks/1',
  '/api/parks/search?q=park',
  '/api/search?query=park&limit=20',
  '/api/search?state=NSW&features=fenced',
  '/api/states',
  '/api/states/nsw/cities',
  '/api/states/nsw/cities/Bondi/postcodes',
  '/api/outlines?ids=1,2',
  '/api/councils',
]
const NOT_SHARED = [
  '/api/directory',
  '/api/directory/changes?cursor=epoch1.1',
  '/api/parks/nearby?lat=-33.9&lng=151.2',
  '/api/search?latitude=-33.9&longitude=151.2',
  '/api/search?area=-34,151,-33,152',
  '/api/search?open=last&now=1790000000000',
  '/api/search?open=only',
  '/api/parks?open=last',
  '/api/geocode?address=Bondi',
  '/api/reverse-geocode?lat=-33.9&lng=151.2',
  '/api/named-parks?name=oval&suburb=Bondi&state=NSW',
  '/api/health',
  '/api/parks/4711',
  '/api/search?limit=-1',
]
const etagOf = async (app: FastifyInstance, url: string) => (await app.inject(url)).headers.etag

describe('a shared cache', () => {
  test('may keep what is the same for everyone, for half a minute', async () => {
    const { app } = await startedServer({ rateLimit: true })
    const person = await member(app)
    for (const url of FOR_EVERYONE) {
      const [anonymous, signedIn] = [await app.inject(url), await person.get(url)]
      expect({ url, status: anonymous.statusCode, headers: anonymous.headers }).toMatchObject({
        url,
        status: 200,
        headers: { 'cache-control': SHARED, vary: 'accept-encoding' },
      })
      expect([url, signedIn.body, signedIn.headers.etag]).toEqual([
        url,
        anonymous.body,
        anonymous.headers.etag,
      ])
      for (const { headers } of [anonymous, signedIn])
        expect([url, headers['set-cookie'], headers['x-ratelimit-remaining']]).toEqual([
          url,
          undefined,
          undefined,
        ])
    }
  })

  test('must not keep the directory, positions, the present moment or errors', async () => {
    const { app } = await startedServer()
    for (const url of NOT_SHARED)
      expect([url, (await app.inject(url)).headers['cache-control']]).toEqual([
        url,
        expect.stringMatching(/^no-(cache|store)$/),
      ])
  })
})

describe('an ETag', () => {
  test('is the same on every server with the same code and directory, and after a restart', async () => {
    const config = configIn(temporaryFolder())
    const path = await seed(config)
    const [first, second] = [(await startedOn(config)).app, (await startedOn(config)).app]
    const urls = ['/api/parks', '/api/search?query=park', '/api/directory']
    const before = new Map<string, unknown>()
    for (const url of urls) {
      before.set(url, await etagOf(first, url))
      expect([url, await etagOf(second, url)]).toEqual([url, before.get(url)])
    }
    const store = openedStore(path)
    const change = { upserts: [{ ...PARKS[0]!, name: 'Renamed Park' }] }
    const seq = await store.write((db) => publishChange(db, change, new Date()))
    await store.close()
    for (const app of [first, second])
      await timeUntil(async () => (await app.inject('/api/directory')).json().seq === seq)
    const third = (await startedOn(config)).app
    for (const url of urls) {
      const tags = [await etagOf(first, url), await etagOf(second, url), await etagOf(third, url)]
      expect([url, new Set(tags).size]).toEqual([url, 1])
      expect([url, tags[0]]).not.toEqual([url, before.get(url)])
    }
  })

  test('is on no reply for the present moment, and no such reply is a 304', async () => {
    const { app } = await startedServer()
    const etag = String(await etagOf(app, '/api/search'))
    for (const url of ['/api/search?open=only', '/api/search?open=last', '/api/parks?open=last'])
      for (const known of ['*', etag]) {
        const { statusCode, headers } = await app.inject({ url, headers: { 'if-none-match': known } })
        expect([url, known, statusCode, headers['cache-control'], headers.etag]).toEqual([
          url,
          known,
          200,
          'no-store',
          undefined,
        ])
        const atInstant = `${url}&now=1790000000000`
        const again = await app.inject({ url: atInstant, headers: { 'if-none-match': known } })
        expect([atInstant, known, again.statusCode]).toEqual([atInstant, known, 304])
      }
  })

  test('answers a conditional request before the search runs, but not an invalid one', async () => {
    const { app } = await startedServer()
    const url = '/api/search?query=park'
    const first = await app.inject(url)
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url, headers })
    expect(again.statusCode).toBe(304)
    expect(first.headers['x-total-count']).toBeDefined()
    expect(again.headers['x-total-count']).toBeUndefined()
    expect((await app.inject({ url: '/api/search?limit=-1', headers })).statusCode).toBe(400)
  })
})

test('the hash of the code changes with the content and names of files and with the lock file, and nothing else', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'server', 'routes'), { recursive: true })
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'server', 'routes', 'search.ts'), 'search')
  writeFileSync(join(folder, 'data', 'parks.json'), '[]')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  const hash = await hashOfCode(folder)
  expect(hash).toMatch(/^[\w-]{16}$/)
  const copy = temporaryFolder()
  cpSync(folder, copy, { recursive: true })
  mkdirSync(join(copy, 'var'))
  writeFileSync(join(copy, 'var', 'offlead.db'), 'data')
  expect(await hashOfCode(copy)).toBe(hash)
  const seen = new Set([hash])
  const changes = [
    () => writeFileSync(join(copy, 'server', 'routes', 'search.ts'), 'another search'),
    () => renameSync(join(copy, 'data', 'parks.json'), join(copy, 'data', 'places.json')),
    () => writeFileSync(join(copy, 'package-lock.json'), '{"packages":{}}'),
  ]
  for (const change of changes) {
    change()
    seen.add(await hashOfCode(copy))
  }
  expect(seen.size).toBe(1 + changes.length)
})

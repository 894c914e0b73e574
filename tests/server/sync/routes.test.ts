import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Park } from '../../../data/model/park.ts'
import { PublishedReview } from '../../../data/model/review.ts'
import { Device } from '../../sync/device.ts'
import { listFavourites, setFavourite } from '../../../client/store/favourites.ts'
import { listHistory, recordSearch } from '../../../client/store/history.ts'
import { pushOver } from '../../../client/store/drain.ts'
import { send } from '../../../client/store/outbox.ts'
import { signIn } from '../../../client/store/person.ts'
import { openStore } from '../../../server/repositories/store.ts'
import { startServer } from '../../../server/start.ts'
import { member, visitor } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { configIn, putClient, seed, startedServer } from '../harness.ts'
import type { Running } from '../harness.ts'

let running: Pick<Running, 'app' | 'path'>
let ada: Awaited<ReturnType<typeof member>>
let bo: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-test-'))
  const config = configIn(folder)
  const path = await seed(config)
  putClient(config)
  running = { app: await startServer(config), path }
  ;[ada, bo] = [await member(running.app), await member(running.app)]
  return async () => {
    await running.app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const ids = async (person: Visitor) =>
  ((await person.get('/api/favorites')).json() as { id: number }[]).map(({ id }) => id)

/** Sends operations with the session of this user. */
const pushOf = (person: Visitor) =>
  pushOver(async (url, init) => {
    const answer = await person.send('POST', url, JSON.parse(String(init?.body)) as object)
    return new Response(answer.body, { status: answer.statusCode })
  })

async function phoneOf(person: Awaited<ReturnType<typeof member>>): Promise<Device> {
  const phone = new Device()
  await signIn(phone.database, person.account.id)
  return phone
}

async function readDatabase<T>(work: Parameters<ReturnType<typeof openStore>['read']>[0]): Promise<T> {
  const store = openStore(running.path)
  try {
    return (await store.read(work)) as T
  } finally {
    await store.close()
  }
}

test('personal data needs a session, and the inbox an administrator', async () => {
  const stranger = visitor(running.app)
  for (const url of [
    '/api/favorites',
    '/api/user/search-history',
    '/api/user/search-cache?query=x',
    '/api/user/visits',
  ]) {
    expect((await stranger.get(url)).statusCode).toBe(401)
  }
  expect((await stranger.send('POST', '/api/favorites', { parkId: 1 })).statusCode).toBe(401)
  expect((await stranger.send('POST', '/api/favorites/sync', { parks: [] })).statusCode).toBe(401)
  expect((await stranger.send('DELETE', '/api/favorites/1')).statusCode).toBe(401)
  for (const inbox of ['submissions', 'messages', 'reports']) {
    expect((await stranger.get(`/api/admin/${inbox}`)).statusCode).toBe(401)
    expect((await ada.get(`/api/admin/${inbox}`)).statusCode).toBe(403)
  }
})

test('a client of the specified API and a device with an outbox agree', async () => {
  const phone = await phoneOf(ada)
  const added = await ada.send('POST', '/api/favorites', { parkId: 3 })
  expect([added.statusCode, added.json()]).toEqual([200, { parkId: 3, saved: true }])
  // Adding it again changes nothing.
  await ada.send('POST', '/api/favorites', { parkId: 3 })
  await phone.drain(pushOf(ada))
  expect(await listFavourites(phone.database)).toEqual([3])
  await setFavourite(phone.database, 5, true)
  await setFavourite(phone.database, 3, false)
  await phone.drain(pushOf(ada))
  const answer = await ada.get('/api/favorites')
  expect((answer.json() as unknown[]).map((park) => Park.parse(park).id)).toEqual([5])
  expect((await ada.send('DELETE', '/api/favorites/5')).json()).toEqual({ parkId: 5, saved: false })
  await ada.send('DELETE', '/api/favorites/5')
  await phone.drain(pushOf(ada))
  expect(await listFavourites(phone.database)).toEqual([])
  expect(await ids(ada)).toEqual([])
  expect(await ids(bo)).toEqual([])
  phone.database.close()
})

test('only the ids of existing parks are read from the parks that a device sends', async () => {
  const { json } = await ada.get('/api/parks/8')
  const answer = await ada.send('POST', '/api/favorites/sync', {
    parks: [{ ...(json() as object), name: 'Mine now' }, { id: 9 }, { id: 9 }, { id: 99_999 }],
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, [9, 8]])
  expect(
    ((await ada.get('/api/favorites')).json() as { name: string }[]).map(({ name }) => name),
  ).not.toContain('Mine now')
  expect((await ada.send('POST', '/api/favorites/sync', { parks: [{ name: 'no id' }] })).statusCode).toBe(400)
  for (const parkId of [8, 9]) await ada.send('DELETE', `/api/favorites/${parkId}`)
})

test('an invalid favourite is refused by name', async () => {
  expect((await ada.send('POST', '/api/favorites', { parkId: 99_999 })).json()).toMatchObject({
    code: 'park-not-found',
  })
  expect(
    (await ada.send('POST', '/api/favorites', { parkId: 1, userId: bo.account.id })).json(),
  ).toMatchObject({ code: 'invalid-input', field: 'userId' })
  expect((await ada.send('DELETE', '/api/favorites/first')).json()).toMatchObject({
    code: 'invalid-input',
    field: 'parkId',
  })
})

test('searches are stored in the account once each and stay cleared', async () => {
  const phone = await phoneOf(ada)
  await recordSearch(phone.database, { query: 'Bondi' })
  await phone.drain(pushOf(ada))
  expect((await ada.send('POST', '/api/user/search-history', { query: ' beach ' })).statusCode).toBe(200)
  await ada.send('POST', '/api/user/search-history', { query: 'bondi' })
  const list = (await ada.get('/api/user/search-history')).json() as object[]
  expect(list).toMatchObject([{ query: 'bondi', userId: ada.account.id }, { query: 'beach' }])
  expect(Object.keys(list[0]!).sort()).toEqual(['id', 'query', 'resultCount', 'timestamp', 'userId'])
  await phone.drain(pushOf(ada))
  expect((await listHistory(phone.database)).map(({ query }) => query)).toEqual(
    expect.arrayContaining(['bondi', 'beach']),
  )
  expect((await ada.send('DELETE', '/api/user/search-history')).json()).toEqual({ cleared: true })
  await recordSearch(phone.database, { query: 'made before the phone got the clearing' })
  await phone.drain(pushOf(ada))
  expect((await ada.get('/api/user/search-history')).json()).toEqual([])
  expect(await listHistory(phone.database)).toEqual([])
  await recordSearch(phone.database, { query: 'made after' })
  await phone.drain(pushOf(ada))
  expect((await ada.get('/api/user/search-history')).json()).toMatchObject([{ query: 'made after' }])
  phone.database.close()
})

test('searches are listed by when they were made, also one that a phone sends late', async () => {
  const phone = await phoneOf(bo)
  await recordSearch(phone.database, { query: 'made without signal' }, Date.now() - 60_000)
  await bo.send('POST', '/api/user/search-history', { query: 'made later' })
  await phone.drain(pushOf(bo))
  expect((await bo.get('/api/user/search-history')).json()).toMatchObject([
    { query: 'made later' },
    { query: 'made without signal' },
  ])
  phone.database.close()
})

test('a blank search is not stored', async () => {
  expect((await ada.send('POST', '/api/user/search-history', { query: '  ' })).json()).toMatchObject({
    code: 'invalid-input',
    message: 'A search cannot be blank',
  })
})

test('the result of a user’s own search is cached and equals that of the search', async () => {
  await bo.send('POST', '/api/user/search-history', { query: 'Bondi NSW' })
  expect((await ada.get('/api/user/search-cache?query=bondi%20nsw')).json()).toBeNull()
  const searched = (await bo.get('/api/search?query=Bondi%20NSW')).json() as { id: number }[]
  for (const _ of ['made', 'read']) {
    const cached = (await bo.get('/api/user/search-cache?query=bondi%20nsw')).json() as { id: number }[]
    expect(cached.map(({ id }) => id)).toEqual(searched.map(({ id }) => id))
  }
  expect((await bo.get('/api/user/search-cache')).statusCode).toBe(400)
})

test.each([
  [{ rating: 5, comment: 'ok' }, 'Review must be at least 3 characters'],
  [{ rating: 5, comment: 'x'.repeat(2001) }, 'Review cannot exceed 2000 characters'],
  [{ rating: 5, comment: 'Fine', title: 'x'.repeat(101) }, 'Title cannot exceed 100 characters'],
  [{ rating: 6, comment: 'Fine' }, 'Rating cannot exceed 5'],
  [{ rating: 0, comment: 'Fine' }, 'Rating must be at least 1'],
  [{ rating: 5, comment: 'Fine', visitDate: 'yesterday' }, 'Please enter a date as year-month-day'],
  [
    { rating: 5, comment: 'Fine', photoUrls: ['javascript:alert(1)'] },
    'Please enter valid addresses of photos',
  ],
])('the invalid review %o is refused: %s', async (review, message) => {
  const answer = await ada.send('POST', '/api/parks/1/reviews', review)
  expect([answer.statusCode, (answer.json() as { message: string }).message]).toEqual([400, message])
})

test('a review is public with its votes, and its counts cannot be set by the author', async () => {
  const made = await ada.send('POST', '/api/parks/2/reviews', {
    rating: 4,
    comment: 'Long grass',
    visitDate: '2026-03-01',
    photoUrls: ['https://example.com/a.jpg'],
  })
  expect(made.statusCode).toBe(201)
  const { id } = made.json() as { id: number }
  expect(
    (await bo.send('POST', '/api/parks/2/reviews', { rating: 4, comment: 'Long', helpful: 99 })).statusCode,
  ).toBe(400)
  expect(
    (await bo.send('POST', '/api/parks/99999/reviews', { rating: 4, comment: 'Long' })).json(),
  ).toMatchObject({ code: 'park-not-found' })
  for (const isHelpful of [true, true])
    expect((await bo.send('POST', `/api/reviews/${id}/helpful`, { isHelpful })).statusCode).toBe(200)
  expect((await bo.send('POST', '/api/reviews/99999/helpful', { isHelpful: true })).json()).toMatchObject({
    code: 'review-not-found',
  })
  const [review] = (await visitor(running.app).get('/api/parks/2/reviews')).json() as unknown[]
  expect(PublishedReview.parse(review)).toMatchObject({
    id,
    parkId: 2,
    userId: ada.account.id,
    rating: 4,
    comment: 'Long grass',
    title: null,
    visitDate: '2026-03-01',
    helpful: 1,
    reportCount: 0,
    isModerated: false,
    photoUrls: ['https://example.com/a.jpg'],
  })
  expect((await visitor(running.app).get('/api/parks/99999/reviews')).statusCode).toBe(404)
})

test('visits can be read only by their owner', async () => {
  expect((await ada.send('POST', '/api/user/visits', { parkId: 1, duration: 0 })).json()).toMatchObject({
    message: 'Duration must be at least 1 minute',
  })
  expect(
    (
      await ada.send('POST', '/api/user/visits', {
        parkId: 1,
        visitDate: '2026-04-01T10:00:00+10:00',
        duration: 45,
        rating: 5,
      })
    ).statusCode,
  ).toBe(201)
  expect((await ada.get('/api/user/visits')).json()).toMatchObject([
    { parkId: 1, visitDate: '2026-04-01T00:00:00.000Z', duration: 45, rating: 5, notes: null },
  ])
  expect((await bo.get('/api/user/visits')).json()).toEqual([])
})

test('submissions, messages and reports reach the administrators with the signed-in sender', async () => {
  const phone = await phoneOf(bo)
  await send(phone.database, 'submission', {
    parkName: 'Quarry',
    address: '1 Road',
    suburb: 'Town',
    postcode: '3068',
    state: 'VIC',
    features: ['fenced'],
    website: 'https://example.com',
  })
  await send(phone.database, 'contact', {
    name: 'Bo',
    email: 'bo@example.com',
    subject: 'Hello',
    message: 'Hi',
  })
  await send(phone.database, 'report', { subject: 'park', subjectId: 1, message: 'The tap is gone' })
  await phone.drain(pushOf(bo))
  phone.database.close()
  const store = openStore(running.path)
  await store.write((db) =>
    db.updateTable('users').set({ isAdmin: 1 }).where('id', '=', ada.account.id).execute(),
  )
  await store.close()
  expect((await ada.get('/api/admin/submissions')).json()).toMatchObject([
    { parkName: 'Quarry', state: 'VIC', features: ['fenced'], userId: bo.account.id },
  ])
  expect((await ada.get('/api/admin/messages')).json()).toMatchObject([
    { subject: 'Hello', userId: bo.account.id },
  ])
  expect((await ada.get('/api/admin/reports?limit=1')).json()).toMatchObject([
    { subject: 'park', subjectId: 1 },
  ])
})

test('actions are counted in the analytics of the user', async () => {
  const analytics = await readDatabase<{ favoritesAdded: number }[]>((db) =>
    db.selectFrom('user_analytics').selectAll().where('userId', '=', ada.account.id).execute(),
  )
  expect(analytics).toMatchObject([{ favoritesAdded: 4, reviewsWritten: 1, parksVisited: 1 }])
})

test('operations of one account are refused in the session of another', async () => {
  const phone = await phoneOf(ada)
  await setFavourite(phone.database, 11, true)
  expect(await phone.drain(pushOf(bo))).toBe('other-user')
  expect(await ids(bo)).toEqual([])
  phone.database.close()
})

test('operations from another site are refused', async () => {
  const answer = await running.app.inject({
    method: 'POST',
    url: '/api/sync',
    payload: {},
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.json()).toMatchObject({ code: 'cross-site' })
})

test('an address may send 20 messages an hour, and the rest is sent later', async () => {
  // Of the device and of the server.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await startedServer({ rateLimit: true })
  const stranger = visitor(app)
  const phone = new Device()
  onTestFinished(() => phone.database.close())
  for (let at = 0; at < 25; at++) {
    await send(phone.database, 'contact', {
      name: 'Ann',
      email: 'ann@example.com',
      subject: `Message ${at}`,
      message: 'Hello',
    })
  }
  await send(phone.database, 'report', { subject: 'park', subjectId: 1, message: 'The tap is gone' })
  const pending = async () =>
    (await phone.database.outbox.filter(({ state }) => state === 'pending').toArray()).map(({ kind }) => kind)
  expect(await phone.drain(pushOf(stranger))).toBe('done')
  // The report has its own limit.
  expect(await pending()).toEqual(Array.from({ length: 5 }, () => 'contact'))
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect(await phone.drain(pushOf(stranger))).toBe('done')
  expect(await pending()).toEqual([])
})

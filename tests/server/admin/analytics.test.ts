import { expect, onTestFinished, test } from 'vitest'
import { searchEvent } from '../../../data/model/history.ts'
import { member } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { startedServer } from '../harness.ts'
import { administrator, phone } from './administrator.ts'
import { openDatabase } from '../sql.ts'

const NOW = new Date('2026-11-21T04:00:00.000Z')

async function startAnalytics() {
  const running = await startedServer({}, () => NOW)
  const boss = await administrator(running.app, running.path)
  const database = openDatabase(running.path)
  onTestFinished(() => void database.close())
  return { ...running, boss, database }
}

const figures = async (boss: Visitor, path: string) => {
  const answer = await boss.get(`/api/admin/analytics/${path}`)
  expect([path, answer.statusCode, answer.body.slice(0, 200)]).toEqual([path, 200, answer.body.slice(0, 200)])
  return answer.json() as unknown
}

test('each action of a user is counted once', async () => {
  const { app, boss } = await startAnalytics()
  const rex = await member(app, { username: 'Rex' })
  const device = phone(app, rex)
  await device.send('favourite', { parkId: 3, saved: true })
  await device.send('favourite', { parkId: 4, saved: true })
  await device.send('history', { query: 'Bondi', at: NOW.getTime(), resultCount: 12 })
  await device.send('visit', { parkId: 3, duration: 45, rating: 4 })
  await device.send('visit', { parkId: 3 })
  await device.send('review', { parkId: 3, rating: 5, comment: 'Shade and water' })
  await rex.send('POST', '/api/favorites', { parkId: 4 })
  // A search event does not count as another search of the user.
  await device.send(
    'search-event',
    searchEvent({ term: 'Bondi', features: [], resultCount: 12 }, NOW.getTime()),
  )
  // Signing in counts as activity.
  expect(await figures(boss, 'users?sort=totalSearches')).toEqual([
    {
      id: expect.any(Number),
      user: { username: 'Rex' },
      parksVisited: 1,
      totalSearches: 1,
      favoritesAdded: 2,
      reviewsWritten: 1,
      lastActive: NOW.toISOString(),
    },
    {
      id: expect.any(Number),
      user: { username: 'boss' },
      parksVisited: 0,
      totalSearches: 0,
      favoritesAdded: 0,
      reviewsWritten: 0,
      lastActive: NOW.toISOString(),
    },
  ])
})

test('the analytics tables have the fields of the specification', async () => {
  const { app, boss, database } = await startAnalytics()
  const rex = await member(app, { username: 'Rex' })
  const ownDevice = phone(app, rex)
  const anonymous = phone(app)
  await ownDevice.send('visit', { parkId: 3, duration: 45, rating: 4.5, visitDate: '2026-11-20T22:00:00Z' })
  await ownDevice.send(
    'search-event',
    searchEvent({ term: 'bondi', features: ['off-leash', 'water'], resultCount: 3 }, NOW.getTime()),
  )
  await anonymous.send(
    'search-event',
    searchEvent(
      { term: ' Bondi ', features: ['water'], resultCount: 0, latitude: -33.8912, longitude: 151.2767 },
      NOW.getTime(),
    ),
  )
  await anonymous.send(
    'search-event',
    searchEvent({ term: '', features: [], resultCount: 150 }, NOW.getTime()),
  )
  const parkName = (database.prepare('select name from parks where id = 3').get() as { name: string }).name
  expect(await figures(boss, 'park-visits')).toEqual([
    {
      id: 1,
      park: { name: parkName },
      user: { username: 'Rex' },
      visitDate: '2026-11-20T22:00:00.000Z',
      duration: 45,
      rating: 4.5,
    },
  ])
  expect(await figures(boss, 'search/terms')).toEqual([{ term: 'bondi', count: 2 }])
  expect(await figures(boss, 'search/features')).toEqual([
    { feature: 'water', count: 2 },
    { feature: 'off-leash', count: 1 },
  ])
  expect(await figures(boss, 'search/days')).toEqual([{ day: '2026-11-21', count: 3, empty: 1 }])
  expect(await figures(boss, 'search/places')).toEqual([
    { latitude: -33.9, longitude: 151.3, count: 1, near: expect.stringMatching(/ NSW$/) },
  ])
})

test('search terms are counted whatever the case of their letters, also of letters with accents', async () => {
  const { app, boss } = await startAnalytics()
  const device = phone(app)
  for (const term of ['Café', 'CAFÉ', ' café', 'Bondi', 'BONDI'])
    await device.send('search-event', searchEvent({ term, features: [], resultCount: 1 }, NOW.getTime()))
  expect(await figures(boss, 'search/terms')).toEqual([
    { term: 'café', count: 3 },
    { term: 'bondi', count: 2 },
  ])
})

test('missing users, parks and times are null', async () => {
  const { boss, database } = await startAnalytics()
  database.exec(`
    insert into users (id, email) values (90, 'nameless@example.com'), (91, 'never@example.com');
    insert into user_analytics (userId, lastActive) values (90, '2026-11-02T00:00:00.000Z'), (91, null);
    insert into park_visits (userId, parkId, visitDate) values (90, null, '2026-11-01T00:00:00.000Z'), (null, 3, '2026-11-02T00:00:00.000Z')`)
  expect(await figures(boss, 'users')).toMatchObject([
    { user: { username: 'boss' } },
    { user: { username: null }, lastActive: '2026-11-02T00:00:00.000Z' },
    { lastActive: null },
  ])
  expect(await figures(boss, 'park-visits')).toMatchObject([
    { user: null, duration: null, rating: null },
    { park: null, user: { username: null } },
  ])
})

test('a day of the analytics is a day in AEST, and a range includes its first and last day', async () => {
  const { boss, database } = await startAnalytics()
  const add = database.prepare(
    'insert into search_analytics (searchTerm, resultCount, searchDate) values (?, 1, ?)',
  )
  add.run('the evening before', '2026-11-09T13:59:59.999Z')
  add.run('midnight', '2026-11-09T14:00:00.000Z')
  add.run('last moment', '2026-11-11T13:59:59.999Z')
  add.run('the day after', '2026-11-11T14:00:00.000Z')
  const terms = (await figures(boss, 'search/terms?from=2026-11-10&to=2026-11-11&sort=term&order=asc')) as {
    term: string
  }[]
  expect(terms.map(({ term }) => term)).toEqual(['last moment', 'midnight'])
  expect(await figures(boss, 'search/days')).toEqual(
    ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'].map((day) => ({ day, count: 1, empty: 0 })),
  )
  expect(await figures(boss, 'search/days?from=2026-11-12')).toEqual([
    { day: '2026-11-12', count: 1, empty: 0 },
  ])
})

test('visits are sorted by any column in either direction, with unknown values last and a total count', async () => {
  const { boss, database } = await startAnalytics()
  const add = database.prepare(
    'insert into park_visits (userId, parkId, visitDate, duration, rating) values (null, ?, ?, ?, ?)',
  )
  add.run(3, '2026-11-01T00:00:00.000Z', 30, null)
  add.run(5, '2026-11-03T00:00:00.000Z', null, 2)
  add.run(4, '2026-11-02T00:00:00.000Z', 10, 5)
  const ids = async (query: string) =>
    ((await figures(boss, `park-visits?${query}`)) as { id: number }[]).map(({ id }) => id)
  expect(await ids('')).toEqual([2, 3, 1])
  expect(await ids('sort=duration&order=asc')).toEqual([3, 1, 2])
  expect(await ids('sort=duration&order=desc')).toEqual([1, 3, 2])
  expect(await ids('sort=rating&order=desc')).toEqual([3, 2, 1])
  expect(await ids('sort=id&order=asc&offset=1&limit=1')).toEqual([2])
  expect((await boss.get('/api/admin/analytics/park-visits?limit=1')).headers['x-total-count']).toBe('3')
  for (const query of [
    'sort=password',
    'order=up',
    'from=yesterday',
    'from=2026-11-02&to=2026-11-01',
    'limit=0',
    'what=else',
  ]) {
    expect([query, (await boss.get(`/api/admin/analytics/park-visits?${query}`)).statusCode]).toEqual([
      query,
      400,
    ])
  }
})

test('a downloaded table contains every row and no formula', async () => {
  const { app, boss } = await startAnalytics()
  const device = phone(app)
  for (const term of [
    '=HYPERLINK("https://evil.example","parks")',
    '+1+1',
    '@SUM(1)',
    '-2',
    'dogs, "big"',
    'plain',
  ]) {
    await device.send('search-event', searchEvent({ term, features: [], resultCount: 1 }, NOW.getTime()))
  }
  const answer = await boss.get('/api/admin/analytics/file?view=terms&sort=term&order=asc&from=2026-11-01')
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="offlead-search-terms-2026-11-01.csv"',
  ])
  const [header, ...lines] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toBe('term,count')
  expect(lines).toEqual([
    `'+1+1,1`,
    `'-2,1`,
    `"'=hyperlink(""https://evil.example"",""parks"")",1`,
    `'@sum(1),1`,
    `"dogs, ""big""",1`,
    'plain,1',
  ])
  expect((await boss.get('/api/admin/analytics/file?view=terms&sort=password')).json()).toMatchObject({
    code: 'invalid-input',
    field: 'sort',
  })
  for (const view of ['users', 'visits', 'features'])
    expect((await boss.get(`/api/admin/analytics/file?view=${view}`)).statusCode).toBe(200)
})

test('analytics are for administrators only', async () => {
  const { app } = await startAnalytics()
  const rex = await member(app, { username: 'Rex' })
  for (const path of [
    'users',
    'park-visits',
    'search/terms',
    'search/features',
    'search/days',
    'search/places',
    'file?view=users',
  ]) {
    expect([path, (await rex.get(`/api/admin/analytics/${path}`)).statusCode]).toEqual([path, 403])
  }
})

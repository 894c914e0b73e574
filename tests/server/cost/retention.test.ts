import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../../data/model/constants.ts'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { DAILY_TERMS_KEPT, SEARCHES_KEPT_DAYS } from '../../../data/model/limits.ts'
import { onlyRunner } from '../../../server/nodes/runner.ts'
import { openRetention } from '../../../server/retention.ts'
import { administrator, phone } from '../admin/administrator.ts'
import { openedStore, startedServer } from '../harness.ts'
import { openDatabase } from '../sql.ts'

const NOW = new Date('2026-11-21T04:00:00.000Z')

async function startWithRetention() {
  const running = await startedServer({}, () => NOW)
  const boss = await administrator(running.app, running.path)
  const database = openDatabase(running.path)
  const failures: unknown[] = []
  const retention = openRetention({
    store: openedStore(running.path),
    runner: onlyRunner,
    clock: () => NOW,
    onError: (error) => failures.push(error),
  })
  onTestFinished(async () => {
    database.close()
    await retention.close()
    expect(failures).toEqual([])
  })
  const addSearch = database.prepare(
    'insert into search_analytics (searchTerm, features, latitude, longitude, resultCount, searchDate) values (?, ?, ?, ?, ?, ?)',
  )
  const search = (
    term: string | null,
    daysAgo: number,
    more: { features?: string; place?: [number, number]; found?: number } = {},
  ) =>
    addSearch.run(
      term,
      more.features ?? null,
      more.place?.[0] ?? null,
      more.place?.[1] ?? null,
      more.found ?? 1,
      new Date(NOW.getTime() - daysAgo * DAY).toISOString(),
    )
  const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get() as number
  return { ...running, boss, database, retention, search, count }
}

const QUERIES = [
  'search/terms',
  'search/terms?from=2026-07-01&to=2026-08-31&sort=term&order=asc',
  'search/terms?from=2026-08-20&to=2026-10-01',
  'search/terms?offset=3&limit=4',
  'search/features',
  'search/features?to=2026-08-22',
  'search/days',
  'search/days?from=2026-08-10&to=2026-08-30',
  'search/places',
  'search/places?from=2026-06-01&to=2026-08-25',
  'file?view=terms',
  'file?view=features&from=2026-08-01',
]

test('the analytics are the same before and after searches are aggregated by day', async () => {
  const { boss, database, retention, search, count } = await startWithRetention()
  database.transaction(() => {
    for (let at = 0; at < 1_500; at++) {
      // 0 to 200 days ago, at every hour of the day.
      const daysAgo = ((at * 7919) % 200) + (at % 24) / 24
      search(
        at % 11 === 0 ? null : ['bondi', 'Bondi', 'beach', 'fitzroy', `word ${at % 17}`][at % 5]!,
        daysAgo,
        {
          ...(at % 3 === 0 ? { features: [FEATURE_IDS[at % 17], FEATURE_IDS[(at + 5) % 17]].join(',') } : {}),
          ...(at % 4 === 0 ? { place: [-33.9 + (at % 5) / 10, 151.3] } : {}),
          found: at % 6 === 0 ? 0 : at,
        },
      )
    }
  })()
  const figures = () =>
    Promise.all(
      QUERIES.map(async (query) => {
        const answer = await boss.get(`/api/admin/analytics/${query}`)
        return {
          query,
          status: answer.statusCode,
          total: answer.headers['x-total-count'],
          body: answer.body,
        }
      }),
    )
  const before = await figures()
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]))
  await retention.run()
  expect(await figures()).toEqual(before)
  const oldest = database.prepare('select min(searchDate) from search_analytics').pluck().get() as string
  expect(NOW.getTime() - Date.parse(oldest)).toBeLessThanOrEqual((SEARCHES_KEPT_DAYS + 1) * DAY)
  expect(count('search_analytics')).toBeLessThan(800)
  expect(count('search_day_terms')).toBeGreaterThan(100)
  // Running again changes nothing.
  await retention.run()
  expect(await figures()).toEqual(before)
})

test('only the most frequent search terms of a day are kept', async () => {
  const { database, retention, search, count } = await startWithRetention()
  database.transaction(() => {
    for (let at = 0; at < DAILY_TERMS_KEPT + 200; at++) search(`made up ${at}`, 120)
    for (const _ of [1, 2]) search('bondi', 120)
  })()
  await retention.run()
  expect(count('search_day_terms')).toBe(DAILY_TERMS_KEPT)
  expect(database.prepare("select count from search_day_terms where term = 'bondi'").pluck().get()).toBe(2)
  expect(database.prepare('select sum(count) from search_days').pluck().get()).toBe(DAILY_TERMS_KEPT + 202)
})

test('outcomes of operations are deleted after 90 days, and devices without an account after 400', async () => {
  const { app, database, retention, count } = await startWithRetention()
  await phone(app).send('nothing', {})
  await phone(app).send('nothing', {})
  expect([count('sync_outcomes'), count('sync_devices')]).toEqual([2, 2])
  const days = (ago: number) => new Date(NOW.getTime() - ago * DAY).toISOString()
  database.prepare('update sync_outcomes set createdAt = ?').run(days(89))
  await retention.run()
  expect(count('sync_outcomes')).toBe(2)
  database.prepare('update sync_outcomes set createdAt = ?').run(days(91))
  await retention.run()
  expect([count('sync_outcomes'), count('sync_devices')]).toEqual([0, 2])
  database.prepare('update sync_devices set lastSeen = ?').run(days(401))
  await retention.run()
  expect(count('sync_devices')).toBe(0)
})

test('a report of an import is deleted after 90 days, a newer one is not', async () => {
  const { database, retention, count } = await startWithRetention()
  const addReport = database.prepare('insert into import_reports (createdAt) values (?) returning id')
  const addRow = database.prepare(
    "insert into import_report_rows (reportId, row, outcome, report) values (?, ?, 'new', '{}')",
  )
  for (const days of [91, 89]) {
    const id = addReport.pluck().get(new Date(NOW.getTime() - days * DAY).toISOString()) as number
    // More rows than are deleted at once.
    database.transaction(() => {
      for (let row = 2; row < 702; row += 1) addRow.run(id, row)
    })()
  }
  await retention.run()
  expect([count('import_reports'), count('import_report_rows')]).toEqual([1, 700])
})

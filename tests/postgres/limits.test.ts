import { expect, test, vi } from 'vitest'
import { REQUESTS_PER_MINUTE } from '../../server/app.ts'
import { openRequestCounts } from '../../server/http/request-counts.ts'
import { deleteOldRequestCounts } from '../../server/repositories/request-counts.ts'
import { DatabaseUnavailable } from '../../server/repositories/store.ts'
import {
  createEmpty,
  configIn,
  openedStore,
  stoppedClock,
  temporaryFolder,
  timeUntil,
} from '../server/harness.ts'
import { openDatabase } from '../server/sql.ts'
import { member, visitor } from '../server/accounts/visitors.ts'
import { twoServers } from './two-servers.ts'

const MINUTE = 60_000

/** The counts of two servers, and how many requests to one route each has counted. */
async function twoCounts() {
  const address = await createEmpty(configIn(temporaryFolder()))
  let now = Date.parse('2026-07-01T10:00:00Z')
  const servers = [1, 2].map(() => {
    // Only the tests share counts, and not a timer between two of their lines.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const counts = openRequestCounts({
      store: openedStore(address),
      clock: () => new Date(now),
      onError(error) {
        throw error
      },
    })
    vi.useRealTimers()
    const store = new counts.Store({})
    return {
      counts,
      async count(address: string, times = 1) {
        let last = { current: 0, ttl: 0 }
        for (let time = 0; time < times; time += 1)
          store.incr(address, (_error, result) => void (last = result!), MINUTE, 100)
        return last
      },
    }
  })
  return { address, one: servers[0]!, two: servers[1]!, pass: (time: number) => void (now += time) }
}

test('a server counts the requests of an address that other servers have shared', async () => {
  const { one, two, pass } = await twoCounts()
  await one.count('203.0.113.1', 60)
  await one.counts.share()
  pass(10_000)
  await two.count('203.0.113.1', 20)
  await two.counts.share()
  // The period is that of the server that counted first.
  expect(await two.count('203.0.113.1')).toEqual({ current: 81, ttl: 50_000 })
  await one.count('203.0.113.1')
  await one.counts.share()
  expect(await one.count('203.0.113.1')).toMatchObject({ current: 82 })
  pass(50_000)
  expect(await one.count('203.0.113.1')).toEqual({ current: 1, ttl: MINUTE })
  expect(await two.count('203.0.113.1', 10)).toMatchObject({ current: 10 })
  await two.counts.share()
  expect(await two.count('203.0.113.1')).toMatchObject({ current: 11 })
})

test('counts from before the clock was set back have ended', async () => {
  const { one, two, pass } = await twoCounts()
  await one.count('203.0.113.1', 90)
  await one.counts.share()
  pass(-60 * MINUTE)
  expect(await one.count('203.0.113.1', 10)).toEqual({ current: 10, ttl: MINUTE })
  await one.counts.share()
  expect(await one.count('203.0.113.1')).toEqual({ current: 11, ttl: MINUTE })
  await two.count('203.0.113.1', 10)
  await two.counts.share()
  expect(await two.count('203.0.113.1')).toEqual({ current: 21, ttl: MINUTE })
})

test('an address with few requests costs no row, and no row contains an address', async () => {
  const { address, one, pass } = await twoCounts()
  await one.count('203.0.113.1', 9)
  await one.count('203.0.113.2', 10)
  await one.counts.share()
  const database = openDatabase(address)
  expect(database.prepare('select count from request_counts').pluck().all()).toEqual([10])
  expect(database.content()).not.toContain('203.0.113')
  database.close()
  pass(MINUTE)
  const store = openedStore(address)
  expect(await store.write((db) => deleteOldRequestCounts(db, '2026-07-01T10:01:00.001Z', 300))).toBe(1)
})

test('while the database is unavailable, each server counts alone, and shares the count later', async () => {
  const { address, one, two } = await twoCounts()
  await one.count('203.0.113.1', 50)
  const database = openDatabase(address)
  database.holdAll()
  await expect(one.counts.share()).rejects.toThrow(DatabaseUnavailable)
  expect(await one.count('203.0.113.1')).toMatchObject({ current: 51 })
  database.close()
  await timeUntil(() =>
    one.counts.share().then(
      () => true,
      () => false,
    ),
  )
  await two.count('203.0.113.1', 10)
  await two.counts.share()
  expect(await two.count('203.0.113.1')).toMatchObject({ current: 62 })
})

test('an address that has used its requests at one server is soon refused by the other', async () => {
  const { one, two } = await twoServers({ rateLimit: true }, stoppedClock())
  for (let at = 0; at < REQUESTS_PER_MINUTE; at += 1) await one.inject('/api/states')
  expect((await one.inject('/api/states')).statusCode).toBe(429)
  // The second server learns of it with the first count that it shares, long before it has counted as many.
  let asked = 0
  await timeUntil(async () => {
    asked += 1
    return (await two.inject('/api/states')).statusCode === 429
  })
  expect(asked).toBeGreaterThan(30)
  expect(asked).toBeLessThan(REQUESTS_PER_MINUTE)
  const { statusCode, headers } = await two.inject('/api/states')
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('wrong passwords at two servers at the same time are counted exactly', async () => {
  const { one, two } = await twoServers()
  const { account } = await member(one)
  const browsers = [visitor(one), visitor(two)]
  const statuses: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const wrong = { username: account.email, password: 'wrong password' }
    const answers = await Promise.all(browsers.map((browser) => browser.send('POST', '/api/login', wrong)))
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
})

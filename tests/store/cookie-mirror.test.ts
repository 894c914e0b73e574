import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  FAVOURITES_COOKIE,
  followWithCookies,
  HISTORY_COOKIE,
  readFavouritesCookie,
  readHistoryCookie,
  restoreFromCookies,
  writeFavouritesCookie,
  writeHistoryCookie,
} from '../../client/store/cookie-mirror.ts'
import type { CookieJar } from '../../client/store/cookie-mirror.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { clearHistory, listHistory, recordSearch } from '../../client/store/history.ts'
import { signIn } from '../../client/store/person.ts'
import { waitFor } from '../support/wait-for.ts'

/** A browser's cookies, and every cookie string written. */
class Jar implements CookieJar {
  secure = false
  readonly written: string[] = []
  readonly values = new Map<string, string>()
  read = () => [...this.values].map(([name, value]) => `${name}=${value}`).join('; ')
  write = (cookie: string) => {
    this.written.push(cookie)
    const [pair] = cookie.split('; ')
    const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
    this.values.set(name, value)
  }
}

let jar: Jar
let database: OffleadDatabase
const open = () => createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })

beforeEach(() => {
  jar = new Jar()
  database = open()
})
afterEach(() => database.close())

test('the favourites cookie lasts 365 days, applies to the whole site and is SameSite=Strict', () => {
  writeFavouritesCookie(jar, [3, 1])
  expect(jar.written).toEqual([`${FAVOURITES_COOKIE}=3.1; Max-Age=31536000; Path=/; SameSite=Strict`])
  jar.secure = true
  writeHistoryCookie(jar, [])
  expect(jar.written[1]).toBe(`${HISTORY_COOKIE}=%5B%5D; Max-Age=2592000; Path=/; SameSite=Strict; Secure`)
})

test('local favourites are mirrored to the cookie at every change, and those of an account never', async () => {
  const stop = followWithCookies(database, jar)
  await setFavourite(database, 7, true, 10)
  await setFavourite(database, 9, true, 20)
  await waitFor(() => expect(readFavouritesCookie(jar)).toEqual([9, 7]))
  await setFavourite(database, 7, false, 30)
  await waitFor(() => expect(readFavouritesCookie(jar)).toEqual([9]))
  await signIn(database, 1)
  await setFavourite(database, 11, true)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(readFavouritesCookie(jar)).toEqual([9])
  stop()
})

test('the latest five searches are mirrored to the cookie and cleared with the history', async () => {
  const stop = followWithCookies(database, jar)
  for (const query of ['a', 'b', 'c', 'd', 'e', 'f; g=h']) await recordSearch(database, { query })
  await waitFor(() =>
    expect(readHistoryCookie(jar).map(({ query }) => query)).toEqual(['f; g=h', 'e', 'd', 'c', 'b']),
  )
  await clearHistory(database)
  await waitFor(() => expect(readHistoryCookie(jar)).toEqual([]))
  stop()
})

test('the cookie holds the newest favourites that fit its size limit', () => {
  const many = Array.from({ length: 2000 }, (_, position) => 20_000 - position)
  writeFavouritesCookie(jar, many)
  const value = jar.values.get(FAVOURITES_COOKIE)!
  expect(value.length).toBeLessThanOrEqual(3800)
  expect(value.length).toBeGreaterThan(3790)
  expect(readFavouritesCookie(jar)).toEqual(many.slice(0, readFavouritesCookie(jar).length))
})

test('favourites and searches are restored from the cookies when the browser has deleted the database', async () => {
  const now = Date.now()
  writeFavouritesCookie(jar, [9, 7])
  writeHistoryCookie(jar, [
    { query: 'beach', timestamp: now },
    { query: 'park', timestamp: now - 1 },
  ])
  await restoreFromCookies(database, jar)
  expect(await listFavourites(database)).toEqual([9, 7])
  expect((await listHistory(database)).map(({ query }) => query)).toEqual(['beach', 'park'])
})

test('removed favourites are not restored from an outdated cookie', async () => {
  await restoreFromCookies(database, jar)
  await setFavourite(database, 7, true)
  writeFavouritesCookie(jar, [7])
  await setFavourite(database, 7, false)
  await restoreFromCookies(database, jar)
  expect(await listFavourites(database)).toEqual([])
})

test('favourites saved before the first mirroring are not replaced by a cookie', async () => {
  await setFavourite(database, 1, true)
  writeFavouritesCookie(jar, [9])
  await restoreFromCookies(database, jar)
  expect(await listFavourites(database)).toEqual([1])
})

test.each(['x', '1.2.', '1..2', '0', '-4', '1,2', '%5B1%5D', '1.99999999999999999999', '<script>'])(
  'the corrupt favourites cookie %s reads as an empty list and is reset',
  (value) => {
    jar.values.set(FAVOURITES_COOKIE, value)
    expect(readFavouritesCookie(jar)).toEqual([])
    expect(jar.values.get(FAVOURITES_COOKIE)).toBe('')
  },
)

test.each(['x', '%', '%7B%7D', '%5B%7B%22query%22%3A1%7D%5D'])(
  'the corrupt history cookie %s reads as an empty list and is reset',
  (value) => {
    jar.values.set(HISTORY_COOKIE, value)
    expect(readHistoryCookie(jar)).toEqual([])
    expect(jar.values.get(HISTORY_COOKIE)).toBe('%5B%5D')
  },
)

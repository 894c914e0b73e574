import { liveQuery } from 'dexie'
import * as z from 'zod/mini'
import { DAY, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, HISTORY_VALID_FOR } from '../../data/model/history.ts'
import { ParkId } from '../../data/model/park.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'
import { listLocalFavourites } from './favourites.ts'
import { readMeta, writeMeta } from './meta.ts'
import { listLocalHistory } from './history.ts'
import type { SearchMade } from './history.ts'
import { newId } from './stream.ts'

/** The page's cookies, with the semantics of `document.cookie`. */
export interface CookieJar {
  read(): string
  write(cookie: string): void
  /** Whether the page is on https. */
  secure: boolean
}

export const FAVOURITES_COOKIE = `${STORAGE_PREFIX}-favourites`
export const HISTORY_COOKIE = `${STORAGE_PREFIX}-history`
const FAVOURITES_VALID_FOR = 365 * DAY
/** Maximum bytes of a value: browsers limit a cookie with its name and attributes to 4,096. */
const VALUE_LENGTH = 3800

const Searches = z
  .array(z.strictObject({ query: z.string().check(z.minLength(1)), timestamp: z.int() }))
  .check(z.maxLength(ANONYMOUS_HISTORY_LENGTH))

function valueOf(jar: CookieJar, name: string): string | undefined {
  const pair = jar
    .read()
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

function put(jar: CookieJar, name: string, value: string, validFor: number): void {
  jar.write(
    `${name}=${value}; Max-Age=${validFor / 1000}; Path=/; SameSite=Strict${jar.secure ? '; Secure' : ''}`,
  )
}

/** The text of as many items as fit into a cookie, from the first. */
function fitting<T>(items: readonly T[], write: (items: readonly T[]) => string): string {
  for (let count = items.length; ; count--) {
    const value = write(items.slice(0, count))
    if (value.length <= VALUE_LENGTH || count === 0) return value
  }
}

/** Writes the newest favourites that fit. `ids`: newest first. */
export const writeFavouritesCookie = (jar: CookieJar, ids: readonly ParkId[]) =>
  put(
    jar,
    FAVOURITES_COOKIE,
    fitting(ids.slice(0, VALUE_LENGTH / 2), (ids) => ids.join('.')),
    FAVOURITES_VALID_FOR,
  )

/** The favourites in the cookie, newest first. An invalid cookie is reset to an empty list. */
export function readFavouritesCookie(jar: CookieJar): ParkId[] {
  const value = valueOf(jar, FAVOURITES_COOKIE)
  if (value === undefined || value === '') return []
  const ids = z
    .array(ParkId)
    .safeParse(/^\d{1,15}(\.\d{1,15})*$/.test(value) ? value.split('.').map(Number) : undefined)
  if (!ids.success) writeFavouritesCookie(jar, [])
  return ids.success ? [...new Set(ids.data)] : []
}

/** Writes the latest searches. `searches`: newest first. */
export const writeHistoryCookie = (jar: CookieJar, searches: readonly SearchMade[]) =>
  put(
    jar,
    HISTORY_COOKIE,
    fitting(searches.slice(0, ANONYMOUS_HISTORY_LENGTH), (searches) =>
      encodeURIComponent(JSON.stringify(searches)),
    ),
    HISTORY_VALID_FOR,
  )

/** The searches in the cookie, newest first. An invalid cookie is reset to an empty list. */
export function readHistoryCookie(jar: CookieJar): SearchMade[] {
  const value = valueOf(jar, HISTORY_COOKIE)
  if (value === undefined) return []
  try {
    return Searches.parse(JSON.parse(decodeURIComponent(value)))
  } catch {
    writeHistoryCookie(jar, [])
    return []
  }
}

/**
 * Restores favourites and searches from the cookies if the browser has deleted the database. Does nothing for
 * a database that still exists but has no favourites.
 */
export async function restoreFromCookies(
  database: OffleadDatabase,
  jar: CookieJar,
  now = Date.now(),
): Promise<void> {
  const ids = readFavouritesCookie(jar)
  const searches = readHistoryCookie(jar)
  await database.transaction('rw', database.favourites, database.history, database.meta, async () => {
    if (await readMeta(database, 'born')) return
    await writeMeta(database, 'born', true)
    // A database from before the `born` marker existed already has rows.
    if ((await database.favourites.where('userId').equals(ANONYMOUS).count()) === 0) {
      await database.favourites.bulkPut(
        ids.map((parkId, position) => ({
          userId: ANONYMOUS,
          parkId,
          saved: true,
          rev: 0,
          held: [],
          here: [],
          changedAt: now - position,
        })),
      )
    }
    await database.history.bulkAdd(
      [...searches].reverse().map((search) => ({
        ...search,
        userId: ANONYMOUS,
        entryId: newId(),
        resultCount: null,
        clear: null,
      })),
    )
  })
}

/**
 * Updates the cookies when favourites or searches without an account change, in any tab.
 * @returns a function that stops it
 */
export function followWithCookies(database: OffleadDatabase, jar: CookieJar): () => void {
  // If the rows cannot be read now, the next change writes the cookies.
  const ignore = () => undefined
  const subscriptions = [
    // Dexie only tracks reads after the first `await` if the function is `async`.
    liveQuery(async () => listLocalFavourites(database)).subscribe(
      (ids) => writeFavouritesCookie(jar, ids),
      ignore,
    ),
    liveQuery(async () => listLocalHistory(database)).subscribe(
      (searches) => writeHistoryCookie(jar, searches),
      ignore,
    ),
  ]
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
}

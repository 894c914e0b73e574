import { liveQuery } from 'dexie'
import * as z from 'zod/mini'
import { DAY, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, HISTORY_VALID_FOR } from '../../data/model/history.ts'
import { ParkId } from '../../data/model/park.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'
import { listLocalFavourites } from './favourites.ts'
import { readMeta, writeMeta } from './meta.ts'
import { deleteSearches, listLocalHistory } from './history.ts'
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

/** Begins a value that was written while the database could not be opened, and that it therefore lacks. */
const NOT_IN_DATABASE = 'memory.'

const Searches = z
  .array(z.strictObject({ query: z.string().check(z.minLength(1)), timestamp: z.int() }))
  .check(z.maxLength(ANONYMOUS_HISTORY_LENGTH))

function storedValue(jar: CookieJar, name: string): string | undefined {
  const pair = jar
    .read()
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

const isNotInDatabase = (jar: CookieJar, name: string) =>
  storedValue(jar, name)?.startsWith(NOT_IN_DATABASE) === true

const valueOf = (jar: CookieJar, name: string) =>
  storedValue(jar, name)?.slice(isNotInDatabase(jar, name) ? NOT_IN_DATABASE.length : 0)

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

/** Whether a database has what is written to a cookie. Otherwise the next one that can be opened gets it. */
interface Written {
  inDatabase: boolean
}

/** Writes the newest favourites that fit. `ids`: newest first. */
export const writeFavouritesCookie = (
  jar: CookieJar,
  ids: readonly ParkId[],
  { inDatabase }: Written = { inDatabase: true },
) =>
  put(
    jar,
    FAVOURITES_COOKIE,
    (inDatabase ? '' : NOT_IN_DATABASE) + fitting(ids.slice(0, VALUE_LENGTH / 2), (ids) => ids.join('.')),
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
export const writeHistoryCookie = (
  jar: CookieJar,
  searches: readonly SearchMade[],
  { inDatabase }: Written = { inDatabase: true },
) =>
  put(
    jar,
    HISTORY_COOKIE,
    (inDatabase ? '' : NOT_IN_DATABASE) +
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
 * Restores favourites and searches from the cookies if the browser has deleted the database, or could not open it
 * when they were changed: then favourites are added, because the cookie may not have all, and searches replaced. Does
 * nothing for a database that still exists but has no favourites.
 */
export async function restoreFromCookies(
  database: OffleadDatabase,
  jar: CookieJar,
  now = Date.now(),
): Promise<void> {
  const ids = readFavouritesCookie(jar)
  const searches = readHistoryCookie(jar)
  const lacksFavourites = isNotInDatabase(jar, FAVOURITES_COOKIE)
  const lacksSearches = isNotInDatabase(jar, HISTORY_COOKIE)
  await database.transaction('rw', database.favourites, database.history, database.meta, async () => {
    const isNew = !(await readMeta(database, 'born'))
    if (!isNew && !lacksFavourites && !lacksSearches) return
    await writeMeta(database, 'born', true)
    const rows = await database.favourites.where('userId').equals(ANONYMOUS).toArray()
    // A database from before the `born` marker existed already has rows.
    if ((isNew && rows.length === 0) || lacksFavourites) {
      const saved = new Set(rows.filter((row) => row.saved).map(({ parkId }) => parkId))
      const missing = ids.filter((id) => !saved.has(id))
      await database.favourites.bulkPut(
        missing.map((parkId, position) => ({
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
    if (!isNew && !lacksSearches) return
    if (lacksSearches) await deleteSearches(database, ANONYMOUS)
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
  if (lacksFavourites) writeFavouritesCookie(jar, ids)
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
    liveQuery(async () => listLocalFavourites(database)).subscribe((ids) => {
      // A tab that could not open the database has saved these. The next opening of the database restores them.
      const others = isNotInDatabase(jar, FAVOURITES_COOKIE)
        ? readFavouritesCookie(jar).filter((id) => !ids.includes(id))
        : []
      writeFavouritesCookie(jar, [...ids, ...others], { inDatabase: others.length === 0 })
    }, ignore),
    liveQuery(async () => listLocalHistory(database)).subscribe(
      (searches) => writeHistoryCookie(jar, searches),
      ignore,
    ),
  ]
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
}

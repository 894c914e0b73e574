import * as z from 'zod/mini'
import { DAY, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, HISTORY_VALID_FOR } from '../../data/model/history.ts'
import { ParkId } from '../../data/model/park.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'
import { watchLocalFavourites } from './favourites.ts'
import { readMeta, writeMeta } from './meta.ts'
import { watchLocalHistory } from './history.ts'
import type { SearchMade } from './history.ts'
import { newId } from './stream.ts'

/** The page's cookies, as `document.cookie` gives and takes them. */
export interface CookieJar {
  read(): string
  write(cookie: string): void
  /** Whether the page is on https. */
  secure: boolean
}

export const FAVOURITES_COOKIE = `${STORAGE_PREFIX}-favourites`
export const HISTORY_COOKIE = `${STORAGE_PREFIX}-history`
const FAVOURITES_VALID_FOR = 365 * DAY
/** Bytes of a value: browsers take 4,096 for a cookie with its name and attributes. */
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

/** As many from the beginning as fit. */
function fitting<T>(items: readonly T[], write: (items: readonly T[]) => string): string {
  for (let kept = items.length; ; kept--) {
    const value = write(items.slice(0, kept))
    if (value.length <= VALUE_LENGTH || kept === 0) return value
  }
}

/** Writes the newest favourites that fit. `ids`: the latest first. */
export const writeFavouritesCookie = (jar: CookieJar, ids: readonly ParkId[]) =>
  put(
    jar,
    FAVOURITES_COOKIE,
    fitting(ids.slice(0, VALUE_LENGTH / 2), (ids) => ids.join('.')),
    FAVOURITES_VALID_FOR,
  )

/** The favourites of the cookie, the latest first. One that cannot be read is set back to an empty list. */
export function readFavouritesCookie(jar: CookieJar): ParkId[] {
  const value = valueOf(jar, FAVOURITES_COOKIE)
  if (value === undefined || value === '') return []
  const ids = z
    .array(ParkId)
    .safeParse(/^\d{1,15}(\.\d{1,15})*$/.test(value) ? value.split('.').map(Number) : undefined)
  if (!ids.success) writeFavouritesCookie(jar, [])
  return ids.success ? [...new Set(ids.data)] : []
}

/** Writes the latest searches. `searches`: the latest first. */
export const writeHistoryCookie = (jar: CookieJar, searches: readonly SearchMade[]) =>
  put(
    jar,
    HISTORY_COOKIE,
    fitting(searches.slice(0, ANONYMOUS_HISTORY_LENGTH), (searches) =>
      encodeURIComponent(JSON.stringify(searches)),
    ),
    HISTORY_VALID_FOR,
  )

/** The searches of the cookie, the latest first. One that cannot be read is set back to an empty list. */
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
 * Brings back what the cookies remember when the browser has taken the database away. A database that is merely without favourites was never
 * taken away, and stays so.
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
    // One from before this mark was set has rows already.
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

/** Keeps the cookies in step with what is saved without an account, whichever tab saves it. @returns stops */
export function followWithCookies(database: OffleadDatabase, jar: CookieJar): () => void {
  // A mirror that cannot be written now is written with the next change.
  const ignored = () => undefined
  const stops = [
    watchLocalFavourites(database, (ids) => writeFavouritesCookie(jar, ids), ignored),
    watchLocalHistory(database, (searches) => writeHistoryCookie(jar, searches), ignored),
  ]
  return () => stops.forEach((stop) => stop())
}

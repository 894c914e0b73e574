import { ANONYMOUS_HISTORY_LENGTH, distinctSearches } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import {
  readFavouritesCookie,
  readHistoryCookie,
  writeFavouritesCookie,
  writeHistoryCookie,
} from './cookie-mirror.ts'
import type { CookieJar } from './cookie-mirror.ts'
import type { SearchMade } from './history.ts'

/** Favourites and searches without an account, in memory and in cookies, newest first. */
export interface CookieRows {
  favourites(): ParkId[]
  /** Keeps what other tabs have saved, also if this one has it no more: nothing that was saved is lost. */
  setFavourite(parkId: ParkId, saved: boolean): void
  replaceFavourites(ids: ParkId[]): void
  searches(): SearchMade[]
  addSearch(search: SearchMade): void
  clearSearches(): void
}

/** @param notify called after each change */
export function createCookieRows(jar: CookieJar, notify: () => void): CookieRows {
  let favourites: ParkId[] = readFavouritesCookie(jar)
  let searches: SearchMade[] = readHistoryCookie(jar)

  const replaceFavourites = (ids: ParkId[]) => {
    favourites = ids
    writeFavouritesCookie(jar, ids, { inDatabase: false })
    notify()
  }
  const replaceSearches = (made: SearchMade[]) => {
    searches = made
    writeHistoryCookie(jar, made, { inDatabase: false })
    notify()
  }
  return {
    favourites: () => favourites,
    setFavourite(parkId, saved) {
      const others = new Set([...readFavouritesCookie(jar), ...favourites])
      others.delete(parkId)
      replaceFavourites(saved ? [parkId, ...others] : [...others])
    },
    replaceFavourites,
    searches: () => searches,
    addSearch: (search) => replaceSearches(distinctSearches([search, ...searches], ANONYMOUS_HISTORY_LENGTH)),
    clearSearches: () => replaceSearches([]),
  }
}

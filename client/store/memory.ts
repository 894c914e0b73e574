import { SEARCH_VALID_FOR } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, distinctSearches, SearchText } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes } from '../../data/sync/envelope.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import {
  readFavouritesCookie,
  readHistoryCookie,
  writeFavouritesCookie,
  writeHistoryCookie,
} from './cookie-mirror.ts'
import type { CookieJar } from './cookie-mirror.ts'
import type { DrainResult, Push } from './drain.ts'
import type { Draft } from './drafts.ts'
import type { SearchMade } from './history.ts'
import type { LastSearch } from './meta.ts'
import type { PersonalStore } from './personal-store.ts'
import { newId } from './stream.ts'

/** The server refused a change. The message is the reason. */
class ChangeRefused extends Error {
  override name = 'ChangeRefused'
}

/** A value that can be watched. */
function watchable<T>(initial: T) {
  const listeners = new Set<(value: T) => void>()
  let value = initial
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener(value)
    },
    watch(changed: (value: T) => void) {
      listeners.add(changed)
      changed(value)
      return () => void listeners.delete(changed)
    },
  }
}

/**
 * The store for browsers without IndexedDB (some private modes). Data without an account is kept in memory
 * and in cookies. Changes of a signed-in user are sent at once, and rejected if that fails.
 */
export function openMemory({ push, jar }: { push: Push; jar: CookieJar }): PersonalStore {
  let person: PartitionId = NO_ACCOUNT
  let last: LastSearch | undefined
  const drafts = new Map<Kind, Draft>()
  const local = watchable<ParkId[]>(readFavouritesCookie(jar))
  const localSearches = watchable<SearchMade[]>(readHistoryCookie(jar))
  const favourites = watchable<ParkId[]>(local.get())
  const searches = watchable<SearchMade[]>(localSearches.get())
  let rows: Changes | null = null

  const update = () => {
    favourites.set(
      rows === null
        ? local.get()
        : [...rows.favourites].sort((a, b) => b.revision - a.revision).map(({ parkId }) => parkId),
    )
    searches.set(
      rows === null
        ? localSearches.get()
        : distinctSearches([...rows.history.entries].reverse(), rows.history.entries.length).map(
            ({ query, at }) => ({ query, timestamp: at }),
          ),
    )
  }
  const setLocal = (ids: ParkId[]) => {
    local.set(ids)
    writeFavouritesCookie(jar, ids)
    update()
  }

  /** Exchanges with a new device id each time, because nothing can be stored. */
  const exchange = async (operation?: { kind: Kind; args: Arguments<Kind>; baseRev: Id[] }) => {
    const userId = person
    const deviceId = newId()
    const operations =
      operation === undefined ? [] : [{ opId: newId(), deviceId, seq: 1, userId, ...operation }]
    const reply = await push({
      protocol: PROTOCOL,
      deviceId,
      userId,
      acknowledged: 0,
      cursor: null,
      operations,
    })
    const outcome = reply.outcomes[0]
    if (outcome?.status === 'refused') throw new ChangeRefused(outcome.message)
    if (userId !== person) return
    rows = reply.changes
    update()
  }

  const setFavourite = async (parkId: ParkId, saved: boolean): Promise<boolean> => {
    if (favourites.get().includes(parkId) === saved) return false
    if (person === NO_ACCOUNT)
      setLocal(saved ? [parkId, ...local.get()] : local.get().filter((id) => id !== parkId))
    else {
      const held = rows?.favourites.find((row) => row.parkId === parkId)?.adds ?? []
      await exchange({ kind: 'favourite', args: { parkId, saved }, baseRev: saved ? [] : held })
    }
    return true
  }

  const clearPerson = async () => {
    person = NO_ACCOUNT
    rows = null
    last = undefined
    drafts.clear()
    update()
  }

  return {
    keeps: 'memory',
    setFavourite,
    watchFavourites: favourites.watch,
    watchLocalFavourites: local.watch,
    async addLocalFavouritesToAccount() {
      if (person === NO_ACCOUNT) throw new RangeError('no user is signed in')
      const missing = local.get().filter((id) => !favourites.get().includes(id))
      for (const id of [...missing].reverse()) await setFavourite(id, true)
      setLocal([])
      return missing.length
    },
    async recordSearch({ query, resultCount = null }) {
      const text = SearchText.safeParse(query)
      if (!text.success) return false
      const at = Date.now()
      if (person === NO_ACCOUNT) {
        localSearches.set(
          distinctSearches(
            [{ query: text.data, timestamp: at }, ...localSearches.get()],
            ANONYMOUS_HISTORY_LENGTH,
          ),
        )
        writeHistoryCookie(jar, localSearches.get())
        update()
      } else {
        const clear = rows?.history.clear ?? null
        await exchange({
          kind: 'history',
          args: { query: text.data, at, resultCount },
          baseRev: clear === null ? [] : [clear],
        })
      }
      return true
    },
    watchHistory: searches.watch,
    async clearHistory() {
      last = undefined
      if (person === NO_ACCOUNT) {
        localSearches.set([])
        writeHistoryCookie(jar, [])
        update()
      } else
        await exchange({
          kind: 'history-clear',
          args: {},
          baseRev: rows?.history.clear ? [rows.history.clear] : [],
        })
    },
    async saveLastSearch(search) {
      if (search.query.trim() !== '') last = { ...search, at: Date.now() }
    },
    lastSearch: async () =>
      last !== undefined && Date.now() - last.at < SEARCH_VALID_FOR ? last : undefined,
    async send(kind, args) {
      await exchange({ kind, args: ARGUMENTS[kind].parse(args), baseRev: [] })
      drafts.delete(kind)
    },
    draft: async (kind) => drafts.get(kind),
    async saveDraft(kind, draft) {
      if (draft === null) drafts.delete(kind)
      else drafts.set(kind, draft)
    },
    refusedChange: async () => undefined,
    saveCorrection: async () => undefined,
    watchOutbox(changed) {
      changed([])
      return () => undefined
    },
    retry: async () => undefined,
    discard: async () => undefined,
    person: async () => person,
    async signIn(userId) {
      if (person !== userId)
        rows = { full: true, cursor: '', favourites: [], history: { clear: null, entries: [] } }
      person = userId
      update()
      // If this fails, the next change by the user fetches their data.
      await exchange().catch(() => undefined)
    },
    unsent: async () => 0,
    signOut: clearPerson,
    hidePersonalData: clearPerson,
    async sync(): Promise<DrainResult> {
      if (person !== NO_ACCOUNT) await exchange()
      return 'done'
    },
    close: () => undefined,
  }
}

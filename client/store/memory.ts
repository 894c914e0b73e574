import { SEARCH_VALID_FOR } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, distinctSearches, SearchText } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import { NOBODY } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes } from '../../data/sync/envelope.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import {
  readFavouritesCookie,
  readHistoryCookie,
  writeFavouritesCookie,
  writeHistoryCookie,
} from './cookie-mirror.ts'
import type { CookieJar } from './cookie-mirror.ts'
import type { Drained, Push } from './drain.ts'
import type { Draft } from './drafts.ts'
import type { SearchMade } from './history.ts'
import type { LastSearch } from './meta.ts'
import type { PersonalStore } from './personal-store.ts'
import { newId } from './stream.ts'

/** A change the server has said no to. The message is its reason. */
class ChangeRefused extends Error {
  override name = 'ChangeRefused'
}

/** A value and who is told of it. */
function told<T>(initial: T) {
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
 * For browsers that keep nothing (some private modes): what is saved without an account is in this page and in the cookies; what belongs to
 * an account is told to the server at once, or rejected.
 */
export function openMemory({ push, jar }: { push: Push; jar: CookieJar }): PersonalStore {
  let person: PartitionId = NOBODY
  let last: LastSearch | undefined
  const drafts = new Map<Kind, Draft>()
  const local = told<ParkId[]>(readFavouritesCookie(jar))
  const localSearches = told<SearchMade[]>(readHistoryCookie(jar))
  const favourites = told<ParkId[]>(local.get())
  const searches = told<SearchMade[]>(localSearches.get())
  let rows: Changes | null = null

  const show = () => {
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
  const keepLocal = (ids: ParkId[]) => {
    local.set(ids)
    writeFavouritesCookie(jar, ids)
    show()
  }

  /** One exchange of a device that lives no longer: there is nothing to remember it by. */
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
    show()
  }

  const setFavourite = async (parkId: ParkId, saved: boolean): Promise<boolean> => {
    if (favourites.get().includes(parkId) === saved) return false
    if (person === NOBODY)
      keepLocal(saved ? [parkId, ...local.get()] : local.get().filter((id) => id !== parkId))
    else {
      const held = rows?.favourites.find((row) => row.parkId === parkId)?.adds ?? []
      await exchange({ kind: 'favourite', args: { parkId, saved }, baseRev: saved ? [] : held })
    }
    return true
  }

  const forgetPerson = async () => {
    person = NOBODY
    rows = null
    last = undefined
    drafts.clear()
    show()
  }

  return {
    keeps: 'memory',
    setFavourite,
    watchFavourites: favourites.watch,
    watchLocalFavourites: local.watch,
    async adoptLocalFavourites() {
      if (person === NOBODY) throw new RangeError('nobody is signed in')
      const missing = local.get().filter((id) => !favourites.get().includes(id))
      for (const id of [...missing].reverse()) await setFavourite(id, true)
      keepLocal([])
      return missing.length
    },
    async recordSearch({ query, resultCount = null }) {
      const text = SearchText.safeParse(query)
      if (!text.success) return false
      const at = Date.now()
      if (person === NOBODY) {
        localSearches.set(
          distinctSearches(
            [{ query: text.data, timestamp: at }, ...localSearches.get()],
            ANONYMOUS_HISTORY_LENGTH,
          ),
        )
        writeHistoryCookie(jar, localSearches.get())
        show()
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
      if (person === NOBODY) {
        localSearches.set([])
        writeHistoryCookie(jar, [])
        show()
      } else
        await exchange({
          kind: 'history-clear',
          args: {},
          baseRev: rows?.history.clear ? [rows.history.clear] : [],
        })
    },
    async keepLastSearch(search) {
      if (search.query.trim() !== '') last = { ...search, at: Date.now() }
    },
    lastSearch: async () =>
      last !== undefined && Date.now() - last.at < SEARCH_VALID_FOR ? last : undefined,
    async send(kind, args) {
      await exchange({ kind, args, baseRev: [] })
      drafts.delete(kind)
    },
    draft: async (letter) => drafts.get(letter),
    async keepDraft(letter, draft) {
      if (draft === null) drafts.delete(letter)
      else drafts.set(letter, draft)
    },
    watchWaiting(changed) {
      changed([])
      return () => undefined
    },
    retry: async () => undefined,
    discard: async () => undefined,
    person: async () => person,
    async enter(userId) {
      if (person !== userId)
        rows = { full: true, cursor: '', favourites: [], history: { clear: null, entries: [] } }
      person = userId
      show()
      // Who is here is certain; what they have is asked again with the next thing they do.
      await exchange().catch(() => undefined)
    },
    unsent: async () => 0,
    leave: forgetPerson,
    standBy: forgetPerson,
    async sync(): Promise<Drained> {
      if (person !== NOBODY) await exchange()
      return 'done'
    },
    close: () => undefined,
  }
}

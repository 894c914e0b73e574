import { SEARCH_VALID_FOR } from '../../data/model/constants.ts'
import { ANONYMOUS_HISTORY_LENGTH, distinctSearches, SearchText } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Changes } from '../../data/sync/envelope.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { Kind } from '../../data/sync/operation.ts'
import {
  readFavouritesCookie,
  readHistoryCookie,
  writeFavouritesCookie,
  writeHistoryCookie,
} from './cookie-mirror.ts'
import type { CookieJar } from './cookie-mirror.ts'
import { ChangeRefused, createDirectExchange } from './direct-exchange.ts'
import type { NewOperation } from './direct-exchange.ts'
import type { DrainResult, Push } from './drain.ts'
import { draftFormOf } from './drafts.ts'
import type { Draft, DraftForm } from './drafts.ts'
import type { SearchMade } from './history.ts'
import type { LastSearch } from './meta.ts'
import type { PersonalStore } from './personal-store.ts'
import type { StoredProfile } from './profile.ts'
import { newId } from './stream.ts'

/**
 * The store for browsers without IndexedDB (some private modes). Data without an account is kept in memory
 * and in cookies. Changes of a signed-in user are sent at once, and rejected if that fails.
 */
export function openMemory({ push, jar }: { push: Push; jar: CookieJar }): PersonalStore {
  let person: PartitionId = NO_ACCOUNT
  let last: LastSearch | undefined
  const drafts = new Map<DraftForm, Draft>()
  /** Drafts of users who are not signed in now, until they return. */
  const hiddenDrafts = new Map<PartitionId, [DraftForm, Draft][]>()
  /**
   * The last change of each kind without a reply. If the user sends the same again, it has the same id, so that the
   * server applies it once.
   */
  const unconfirmed = new Map<Kind, { content: string; opId: Id }>()
  let localFavourites: ParkId[] = readFavouritesCookie(jar)
  let localSearches: SearchMade[] = readHistoryCookie(jar)
  let profile: StoredProfile | null = null
  /** The user's rows as the server last sent them; `null` without a user. */
  let rows: Changes | null = null
  const listeners = new Set<() => void>()

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const favourites = () =>
    rows === null
      ? localFavourites
      : [...rows.favourites].sort((a, b) => b.revision - a.revision).map(({ parkId }) => parkId)
  const onlyLocalFavourites = () =>
    person === NO_ACCOUNT ? localFavourites : localFavourites.filter((id) => !favourites().includes(id))
  const searches = () =>
    rows === null
      ? localSearches
      : distinctSearches([...rows.history.entries].reverse(), rows.history.entries.length).map(
          ({ query, at }) => ({ query, timestamp: at }),
        )
  /** With what other tabs have saved, also if this one has it no more: nothing that was saved is lost. */
  const favouritesOfAllTabs = () => [...new Set([...readFavouritesCookie(jar), ...localFavourites])]
  const setLocalFavourites = (ids: ParkId[]) => {
    localFavourites = ids
    writeFavouritesCookie(jar, ids, { inDatabase: false })
    notify()
  }
  const setLocalSearches = (searches: SearchMade[]) => {
    localSearches = searches
    writeHistoryCookie(jar, searches, { inDatabase: false })
    notify()
  }

  const send = createDirectExchange(push)
  const exchange = async (operation?: NewOperation): Promise<void> => {
    const userId = person
    const changes = await send(userId, operation)
    if (userId !== person) return
    rows = changes
    notify()
  }

  const changeFavourite = async (parkId: ParkId, saved: boolean): Promise<boolean> => {
    if (favourites().includes(parkId) === saved) return false
    if (person === NO_ACCOUNT) {
      const others = favouritesOfAllTabs().filter((id) => id !== parkId)
      setLocalFavourites(saved ? [parkId, ...others] : others)
    } else {
      const held = rows?.favourites.find((row) => row.parkId === parkId)?.adds ?? []
      await exchange({ kind: 'favourite', args: { parkId, saved }, baseRev: saved ? [] : held })
    }
    return true
  }
  const setFavourite = async (parkId: ParkId, saved: boolean): Promise<boolean> => {
    const isChanged = await changeFavourite(parkId, saved)
    if (person === NO_ACCOUNT || !localFavourites.includes(parkId)) return isChanged
    setLocalFavourites(localFavourites.filter((id) => id !== parkId))
    return true
  }

  const hideDrafts = () => void (drafts.size > 0 && hiddenDrafts.set(person, [...drafts]))
  const clearPerson = () => {
    person = NO_ACCOUNT
    rows = null
    last = undefined
    profile = null
    drafts.clear()
    unconfirmed.clear()
    notify()
  }

  return {
    storage: 'memory',
    onMemoryChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setFavourite,
    favourites: async () => favourites(),
    localFavourites: async () => onlyLocalFavourites(),
    async addLocalFavouritesToAccount() {
      if (person === NO_ACCOUNT) throw new RangeError('no user is signed in')
      const missing = onlyLocalFavourites()
      for (const id of [...missing].reverse()) await changeFavourite(id, true)
      setLocalFavourites([])
      return missing.length
    },
    async recordSearch({ query, resultCount = null }) {
      const text = SearchText.safeParse(query)
      if (!text.success) return false
      const at = Date.now()
      if (person === NO_ACCOUNT) {
        setLocalSearches(
          distinctSearches([{ query: text.data, timestamp: at }, ...localSearches], ANONYMOUS_HISTORY_LENGTH),
        )
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
    searches: async () => searches(),
    async clearHistory() {
      last = undefined
      if (person === NO_ACCOUNT) setLocalSearches([])
      else
        await exchange({
          kind: 'history-clear',
          args: {},
          baseRev: rows?.history.clearings ?? [],
        })
    },
    async saveLastSearch(search) {
      if (search.query.trim() !== '') last = { ...search, at: Date.now() }
    },
    lastSearch: async () =>
      last !== undefined && Date.now() - last.at < SEARCH_VALID_FOR ? last : undefined,
    async send(kind, input) {
      const args = ARGUMENTS[kind].parse(input)
      const content = JSON.stringify([person, args])
      const before = unconfirmed.get(kind)
      const opId = before?.content === content ? before.opId : newId()
      unconfirmed.set(kind, { content, opId })
      await exchange({ opId, kind, args, baseRev: [] }).catch((error: unknown) => {
        if (error instanceof ChangeRefused) unconfirmed.delete(kind)
        throw error
      })
      unconfirmed.delete(kind)
      const form = draftFormOf(kind, args)
      if (form !== undefined) drafts.delete(form)
    },
    draft: async (form) => drafts.get(form),
    async saveDraft(form, draft, owner = NO_ACCOUNT) {
      if (owner !== NO_ACCOUNT && owner !== person) return
      if (draft === null) drafts.delete(form)
      else drafts.set(form, draft)
    },
    refusedChange: async () => undefined,
    saveCorrection: async () => undefined,
    outbox: async () => [],
    retry: async () => undefined,
    discard: async () => undefined,
    profile: async () => profile,
    async saveProfile(userId, parts) {
      if (userId !== person) return
      profile = { userId, account: null, dogs: null, ...profile, ...parts }
      notify()
    },
    person: async () => person,
    async signIn(userId) {
      if (person !== userId) {
        rows = { full: true, cursor: '', favourites: [], history: { clear: null, entries: [] } }
        profile = null
        if (person !== NO_ACCOUNT) {
          hideDrafts()
          drafts.clear()
        }
        for (const [form, draft] of hiddenDrafts.get(userId) ?? [])
          if (!drafts.has(form)) drafts.set(form, draft)
        hiddenDrafts.delete(userId)
      }
      person = userId
      notify()
      // If this fails, the next change by the user fetches their data.
      await exchange().catch(() => undefined)
    },
    unsent: async () =>
      person === NO_ACCOUNT || drafts.size === 0 ? null : { changes: 0, drafts: drafts.size },
    async signOut(unsent) {
      if (unsent === 'keep') hideDrafts()
      clearPerson()
    },
    async hidePersonalData() {
      hideDrafts()
      clearPerson()
    },
    async sync(): Promise<DrainResult> {
      if (person !== NO_ACCOUNT) await exchange()
      return 'done'
    },
    close: () => undefined,
  }
}

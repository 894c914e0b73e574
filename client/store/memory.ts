import { SEARCH_VALID_FOR } from '../../data/model/constants.ts'
import { SearchText } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { CookieJar } from './cookie-mirror.ts'
import { createCookieRows } from './memory-cookies.ts'
import type { DrainResult, Push } from './drain.ts'
import { draftFormOf } from './drafts.ts'
import { createMemoryAccount } from './memory-account.ts'
import { createMemoryDrafts } from './memory-drafts.ts'
import type { LastSearch } from './meta.ts'
import type { PersonalStore } from './personal-store.ts'
import type { StoredProfile } from './profile.ts'

/**
 * The store for browsers without IndexedDB (some private modes). Data without an account is kept in memory
 * and in cookies. Changes of a signed-in user are sent at once, and rejected if that fails.
 */
export function openMemory({ push, jar }: { push: Push; jar: CookieJar }): PersonalStore {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const local = createCookieRows(jar, notify)
  const account = createMemoryAccount(push, notify)
  const drafts = createMemoryDrafts()
  let profile: StoredProfile | null = null
  let last: LastSearch | undefined

  const isSignedIn = () => account.person() !== NO_ACCOUNT
  const favourites = () => (isSignedIn() ? account : local).favourites()
  const onlyLocalFavourites = () =>
    isSignedIn() ? local.favourites().filter((id) => !account.favourites().includes(id)) : local.favourites()

  /** @returns whether it was not so before */
  const changeFavourite = async (parkId: ParkId, saved: boolean): Promise<boolean> => {
    if (favourites().includes(parkId) === saved) return false
    await (isSignedIn() ? account : local).setFavourite(parkId, saved)
    return true
  }
  /** Signs out on this device, or hides the rows of a user whose session has ended. */
  const clearPerson = () => {
    account.signOut()
    drafts.clear()
    profile = null
    last = undefined
    notify()
  }

  return {
    storage: 'memory',
    onMemoryChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async setFavourite(parkId, saved) {
      const isChanged = await changeFavourite(parkId, saved)
      const isLocal = isSignedIn() && local.favourites().includes(parkId)
      if (isLocal) local.replaceFavourites(local.favourites().filter((id) => id !== parkId))
      return isChanged || isLocal
    },
    favourites: async () => favourites(),
    localFavourites: async () => onlyLocalFavourites(),
    async addLocalFavouritesToAccount() {
      if (!isSignedIn()) throw new RangeError('no user is signed in')
      const missing = onlyLocalFavourites()
      for (const id of [...missing].reverse()) await changeFavourite(id, true)
      local.replaceFavourites([])
      return missing.length
    },
    async recordSearch({ query, resultCount = null }) {
      const text = SearchText.safeParse(query)
      if (!text.success) return false
      const at = Date.now()
      if (isSignedIn()) await account.recordSearch({ query: text.data, at, resultCount })
      else local.addSearch({ query: text.data, timestamp: at })
      return true
    },
    searches: async () => (isSignedIn() ? account : local).searches(),
    async clearHistory() {
      last = undefined
      if (isSignedIn()) await account.clearHistory()
      else local.clearSearches()
    },
    async saveLastSearch(search) {
      if (search.query.trim() !== '') last = { ...search, at: Date.now() }
    },
    lastSearch: async () =>
      last !== undefined && Date.now() - last.at < SEARCH_VALID_FOR ? last : undefined,
    async send(kind, input) {
      const args = ARGUMENTS[kind].parse(input)
      await account.send(kind, args)
      const form = draftFormOf(kind, args)
      if (form !== undefined) drafts.save(form, null)
    },
    draft: async (form) => drafts.get(form),
    async saveDraft(form, draft, owner = NO_ACCOUNT) {
      if (owner === NO_ACCOUNT || owner === account.person()) drafts.save(form, draft)
    },
    refusedChange: async () => undefined,
    saveCorrection: async () => undefined,
    outbox: async () => [],
    retry: async () => undefined,
    discard: async () => undefined,
    profile: async () => profile,
    async saveProfile(userId, parts) {
      if (userId !== account.person()) return
      profile = { userId, account: null, dogs: null, ...profile, ...parts }
      notify()
    },
    person: async () => account.person(),
    async signIn(userId) {
      if (account.person() !== userId) {
        profile = null
        if (isSignedIn()) drafts.hideFor(account.person())
        drafts.showFor(userId)
      }
      account.signIn(userId)
      notify()
      // If this fails, the next change by the user fetches their data.
      await account.fetch().catch(() => undefined)
    },
    unsent: async () =>
      isSignedIn() && drafts.count() > 0
        ? { userId: account.person(), changes: 0, drafts: drafts.count() }
        : null,
    async signOut(unsent, asked) {
      if (asked !== undefined && isSignedIn() && account.person() !== asked) return
      if (unsent === 'keep') drafts.hideFor(account.person())
      clearPerson()
    },
    async hidePersonalData() {
      drafts.hideFor(account.person())
      clearPerson()
    },
    async sync(): Promise<DrainResult> {
      if (isSignedIn()) await account.fetch()
      return 'done'
    },
    close: () => undefined,
  }
}

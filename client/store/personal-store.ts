import type { ParkId } from '../../data/model/park.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { DrainResult } from './drain.ts'
import type { Draft, DraftForm } from './drafts.ts'
import type { SearchMade } from './history.ts'
import type { LastSearch } from './meta.ts'
import type { ListedChange, SendOnlyKind, SendOptions } from './outbox.ts'
import type { Unsent } from './person.ts'
import type { ProfileParts, StoredProfile } from './profile.ts'

/**
 * Everything users save, on disk or in memory. A promise that resolves has saved; one that rejects has
 * changed nothing. What reads rows does so in Dexie's zone, so that a live query sees their changes, in any
 * tab.
 */
export interface PersonalStore {
  /** `memory`: the browser has no storage for us; only the cookies outlive the page. */
  storage: 'device' | 'memory'
  /**
   * Calls back after each change that live queries cannot see, because the rows are in memory. Returns a
   * function that stops it.
   */
  onMemoryChange(listener: () => void): () => void
  /** @returns whether anything changed */
  setFavourite(id: ParkId, saved: boolean): Promise<boolean>
  /** Newest first. */
  favourites(): Promise<ParkId[]>
  /** Favourites saved without an account that the current user has not saved, newest first. */
  localFavourites(): Promise<ParkId[]>
  /** Moves them to the signed-in user's account. @returns the number of parks it did not have */
  addLocalFavouritesToAccount(): Promise<number>
  recordSearch(search: { query: string; resultCount?: number | null }): Promise<boolean>
  searches(): Promise<SearchMade[]>
  clearHistory(): Promise<void>
  saveLastSearch(search: Omit<LastSearch, 'at'>): Promise<void>
  lastSearch(): Promise<LastSearch | undefined>
  send<K extends SendOnlyKind>(kind: K, args: Arguments<K>, options?: SendOptions): Promise<void>
  draft(form: DraftForm): Promise<Draft | undefined>
  /** @param owner the account under which the text was typed */
  saveDraft(form: DraftForm, draft: Draft | null, owner?: PartitionId): Promise<void>
  /** A refused change, to be corrected and sent again; `undefined` if it is not refused any more. */
  refusedChange(opId: Id): Promise<ListedChange | undefined>
  /** Saves what the user has typed to correct a refused change. */
  saveCorrection(opId: Id, draft: Draft): Promise<void>
  outbox(): Promise<ListedChange[]>
  retry(opId: Id): Promise<void>
  discard(opId: Id): Promise<void>
  /** The account and dogs of the current user as the server last sent them; `null` if it has not. */
  profile(): Promise<StoredProfile | null>
  /** Saves what the server has sent, unless another user is the current one. */
  saveProfile(userId: PartitionId, parts: ProfileParts): Promise<void>
  person(): Promise<PartitionId>
  signIn(userId: PartitionId): Promise<void>
  /** What signing out has to ask about, `null` if nothing. */
  unsent(): Promise<Unsent | null>
  /**
   * Signs out: deletes the user's rows from this device. What is unsent is kept, hidden, or discarded.
   * @param asked who chose this. Does nothing if another user has signed in since
   */
  signOut(unsent: 'keep' | 'discard', asked?: PartitionId): Promise<void>
  /** Hides the user's rows until they sign in again, after the session has ended without a sign-out. */
  hidePersonalData(): Promise<void>
  /** Sends now. @throws if that fails; it is retried automatically */
  sync(): Promise<DrainResult>
  close(): void
}

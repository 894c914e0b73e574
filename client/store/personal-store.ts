import type { ParkId } from '../../data/model/park.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { Drained } from './drain.ts'
import type { Draft, Letter } from './drafts.ts'
import type { SearchMade } from './history.ts'
import type { LastSearch } from './meta.ts'
import type { PlainKind, Waiting } from './outbox.ts'

/** Tells a value now and after each change; returns stops. */
export type Watch<T> = (changed: (value: T) => void, failed: (error: unknown) => void) => () => void

/** Everything people save, whoever keeps it. Promises that resolve have saved; those that reject have changed nothing. */
export interface PersonalStore {
  /** `memory`: this browser keeps nothing for us; what cookies hold is all that outlives the page. */
  keeps: 'device' | 'memory'
  /** @returns whether anything changed */
  setFavourite(id: ParkId, saved: boolean): Promise<boolean>
  watchFavourites: Watch<ParkId[]>
  /** Saved without an account. */
  watchLocalFavourites: Watch<ParkId[]>
  /** Gives what was saved without an account to the one that is signed in. @returns how many parks it did not have */
  adoptLocalFavourites(): Promise<number>
  recordSearch(search: { query: string; resultCount?: number | null }): Promise<boolean>
  watchHistory: Watch<SearchMade[]>
  clearHistory(): Promise<void>
  keepLastSearch(search: Omit<LastSearch, 'at'>): Promise<void>
  lastSearch(): Promise<LastSearch | undefined>
  send<K extends PlainKind>(kind: K, args: Arguments<K>): Promise<void>
  draft(letter: Letter): Promise<Draft | undefined>
  keepDraft(letter: Letter, draft: Draft | null): Promise<void>
  watchWaiting: Watch<Waiting[]>
  retry(opId: Id): Promise<void>
  discard(opId: Id): Promise<void>
  person(): Promise<PartitionId>
  enter(userId: PartitionId): Promise<void>
  /** Changes that signing out has to ask about. */
  unsent(): Promise<number>
  /** The person signs out: their rows leave the device. */
  leave(unsent: 'keep' | 'discard'): Promise<void>
  /** The session is over without the person's doing: their rows are not shown until they return. */
  standBy(): Promise<void>
  /** Sends now. @throws when that fails; it is tried again by itself */
  sync(): Promise<Drained>
  close(): void
}

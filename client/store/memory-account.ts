import { distinctSearches } from '../../data/model/history.ts'
import type { ParkId } from '../../data/model/park.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Changes } from '../../data/sync/envelope.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { ChangeRefused, createDirectExchange } from './direct-exchange.ts'
import type { NewOperation } from './direct-exchange.ts'
import type { Push } from './drain.ts'
import type { SearchMade } from './history.ts'
import { newId } from './stream.ts'

/** The current user and their rows as the server last sent them. A change is sent at once, and rejected if that fails. */
export interface MemoryAccount {
  /** `NO_ACCOUNT`: none is signed in, and there are no rows. */
  person(): PartitionId
  /** Their rows are fetched with the next change, if not before. */
  signIn(userId: PartitionId): void
  signOut(): void
  /** Newest first. */
  favourites(): ParkId[]
  setFavourite(parkId: ParkId, saved: boolean): Promise<void>
  /** Newest first. */
  searches(): SearchMade[]
  recordSearch(args: Arguments<'history'>): Promise<void>
  clearHistory(): Promise<void>
  /** Sends an operation. If it is sent again because there was no reply, the server applies it once. */
  send(kind: Kind, args: Arguments<Kind>): Promise<void>
  /** Fetches the rows. */
  fetch(): Promise<void>
}

const NO_ROWS: Changes = { full: true, cursor: '', favourites: [], history: { clear: null, entries: [] } }

/** @param notify called after the rows have changed */
export function createMemoryAccount(push: Push, notify: () => void): MemoryAccount {
  let person: PartitionId = NO_ACCOUNT
  let rows = NO_ROWS
  /**
   * The last change of each kind without a reply. If the user sends the same again, it has the same id, so that the
   * server applies it once.
   */
  const unconfirmed = new Map<Kind, { content: string; opId: Id }>()

  const send = createDirectExchange(push)
  const exchange = async (operation?: NewOperation): Promise<void> => {
    const userId = person
    const changes = await send(userId, operation)
    if (userId !== person) return
    rows = changes ?? NO_ROWS
    notify()
  }

  return {
    person: () => person,
    signIn(userId) {
      if (userId === person) return
      person = userId
      rows = NO_ROWS
    },
    signOut() {
      person = NO_ACCOUNT
      rows = NO_ROWS
      unconfirmed.clear()
    },
    favourites: () =>
      [...rows.favourites].sort((a, b) => b.revision - a.revision).map(({ parkId }) => parkId),
    setFavourite(parkId, saved) {
      const held = rows.favourites.find((row) => row.parkId === parkId)?.adds ?? []
      return exchange({ kind: 'favourite', args: { parkId, saved }, baseRev: saved ? [] : held })
    },
    searches: () =>
      distinctSearches([...rows.history.entries].reverse(), rows.history.entries.length).map(
        ({ query, at }) => ({ query, timestamp: at }),
      ),
    recordSearch(args) {
      const { clear } = rows.history
      return exchange({ kind: 'history', args, baseRev: clear === null ? [] : [clear] })
    },
    clearHistory: () => exchange({ kind: 'history-clear', args: {}, baseRev: rows.history.clearings ?? [] }),
    async send(kind, args) {
      const content = JSON.stringify([person, args])
      const before = unconfirmed.get(kind)
      const opId = before?.content === content ? before.opId : newId()
      unconfirmed.set(kind, { content, opId })
      await exchange({ opId, kind, args, baseRev: [] }).catch((error: unknown) => {
        if (error instanceof ChangeRefused) unconfirmed.delete(kind)
        throw error
      })
      unconfirmed.delete(kind)
    },
    fetch: () => exchange(),
  }
}

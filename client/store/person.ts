import type { PartitionId } from '../../data/model/sync.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'
import { deleteDrafts, hideDrafts, shownDrafts } from './drafts.ts'
import { deleteSearches } from './history.ts'
import { isListed } from './outbox.ts'
import { updateFavouriteRow } from './favourite-rows.ts'
import { writeMeta } from './meta.ts'
import { PROFILE } from './profile.ts'
import { operationsIn, activePerson, streamOf } from './stream.ts'

const tablesOf = ({ favourites, history, outbox, streams, areas, meta }: OffleadDatabase) => [
  favourites,
  history,
  outbox,
  streams,
  areas,
  meta,
]

/**
 * Shows a user's rows and resumes sending their operations. Unsent operations of the previous user are kept
 * until that user returns. Call it each time the server says who is signed in, even if that has not changed.
 */
export async function signIn(
  database: OffleadDatabase,
  userId: PartitionId,
  now = Date.now(),
): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const before = await activePerson(database)
    if (before !== userId) {
      await deleteRowsOfOthers(database, userId)
      await database.meta.delete(PROFILE)
      // A search without an account may be the user's own.
      if (before !== ANONYMOUS) await database.meta.delete('last-search')
      await writeMeta(database, 'person', userId)
    }
    const stream = await database.streams.get(userId)
    if (stream?.pause === 'signed-out' || stream?.pause === 'other-user')
      await database.streams.put({ ...stream, pause: null })
    if (before === userId) return
    // Their unsent favourites from the last time they were signed in.
    const pending = await operationsIn(database, userId, 'pending').toArray()
    const parks = new Set(pending.flatMap(({ parkId }) => parkId ?? []))
    for (const parkId of parks) await updateFavouriteRow(database, { userId, parkId, changedAt: now })
  })
}

/** What signing out has to ask about. */
export interface Unsent {
  /** Whose it is. */
  userId: PartitionId
  /** Unsent or refused changes. Searches are none. */
  changes: number
  /** Forms that are filled in. */
  drafts: number
}

/** @returns what signing out has to ask the current user about, `null` if nothing */
export async function countUnsent(database: OffleadDatabase): Promise<Unsent | null> {
  return database.transaction('r', database.outbox, database.meta, async () => {
    const userId = await activePerson(database)
    if (userId === ANONYMOUS) return null
    const pending = await operationsIn(database, userId, 'pending').filter(isListed).count()
    const refused = await operationsIn(database, userId, 'refused').filter(isListed).count()
    const drafts = (await shownDrafts(database)).length
    const changes = pending + refused
    return changes + drafts > 0 ? { userId, changes, drafts } : null
  })
}

/**
 * Signs out: deletes the user's rows from this device. The server still has them.
 * @param unsent `keep`: unsent changes and drafts stay on the device, hidden, until the user returns; `discard`:
 *   they are deleted
 * @param asked who chose this. Does nothing if another user has signed in since. Without it, the current user
 */
export async function signOut(
  database: OffleadDatabase,
  unsent: 'keep' | 'discard',
  asked?: PartitionId,
): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const userId = await activePerson(database)
    if (asked !== undefined && userId !== ANONYMOUS && userId !== asked) return
    if (unsent === 'keep') await hideDrafts(database, userId)
    await database.meta.bulkDelete(['person', 'last-search', PROFILE])
    await deleteDrafts(database, ANONYMOUS)
    if (userId === ANONYMOUS) return
    await deleteRows(database, userId)
    if (unsent === 'keep') return
    await deleteDrafts(database, userId)
    await database.outbox.bulkDelete([
      ...(await operationsIn(database, userId, 'pending').primaryKeys()),
      ...(await operationsIn(database, userId, 'refused').primaryKeys()),
    ])
    await database.streams.delete(userId)
  })
}

/**
 * Hides the user's rows and drafts because the session has ended without a sign-out. Drafts stay until the
 * user returns, rows until then or until another user signs in: a server restored from a backup also knows no
 * session, and needs them to recover what it has lost.
 */
export async function hidePersonalData(database: OffleadDatabase): Promise<void> {
  await database.meta.bulkDelete(['person', 'last-search', PROFILE])
}

/** Deletes the rows of all other users, including those whose session has ended without a sign-out. */
async function deleteRowsOfOthers(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  const others = await database.streams.where('userId').noneOf([ANONYMOUS, userId]).primaryKeys()
  const owners = (await database.areas.toArray()).flatMap(({ owner }) => owner ?? [])
  for (const other of new Set([...others, ...owners, await activePerson(database)]))
    if (other !== ANONYMOUS && other !== userId) await deleteRows(database, other)
}

/** Deletes a user's rows except unsent and refused operations. The next pull fetches everything again. */
async function deleteRows(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  await database.favourites.where('userId').equals(userId).delete()
  await deleteSearches(database, userId)
  await database.areas.filter(({ owner }) => owner === userId).delete()
  await operationsIn(database, userId, 'acknowledged').delete()
  const stream = await streamOf(database, userId)
  await database.streams.put({ ...stream, cursor: null, exchanges: stream.exchanges + 1 })
}

/** Resumes streams that were paused until an update of the app. Call it when the app starts. */
export async function resumeAfterUpdate(database: OffleadDatabase): Promise<void> {
  await database.streams.filter(({ pause }) => pause === 'update').modify({ pause: null })
}

import type { ParkId } from '../../data/model/park.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { FavouriteRow, OffleadDatabase } from './database.ts'
import { enqueue } from './outbox.ts'
import { activePerson } from './stream.ts'

const tablesOf = ({ favourites, outbox, streams, meta }: OffleadDatabase) => [
  favourites,
  outbox,
  streams,
  meta,
]

/**
 * The saves of a park that this device knows: those in its row, and those it sends again to a restored
 * server. The latter may have no row, if the user has signed out in between.
 */
async function knownSaves(database: OffleadDatabase, { userId, parkId, here }: FavouriteRow): Promise<Id[]> {
  const pending = await database.outbox
    .where('[userId+parkId+state]')
    .equals([userId, parkId, 'pending'])
    .toArray()
  const resent = pending
    .filter(({ again, args }) => again && (args as Arguments<'favourite'>).saved)
    .map(({ opId }) => opId)
  return [...new Set([...here, ...resent])]
}

/** Changes a user's favourite, in a transaction of the caller. @returns whether it was in the other state */
async function changeFavourite(
  database: OffleadDatabase,
  { userId, parkId, saved, now }: { userId: PartitionId; parkId: ParkId; saved: boolean; now: number },
): Promise<boolean> {
  const row = (await database.favourites.get([userId, parkId])) ?? {
    userId,
    parkId,
    saved: false,
    rev: 0,
    held: [],
    here: [],
    changedAt: now,
  }
  if (row.saved === saved) return false
  let here: Id[] = []
  if (userId !== ANONYMOUS) {
    // A removal names the saves it has seen, so it does not cancel a later save from another device.
    const opId = await enqueue(
      database,
      userId,
      { kind: 'favourite', args: { parkId, saved }, baseRev: saved ? [] : await knownSaves(database, row) },
      now,
    )
    if (saved) here = [opId]
  }
  await database.favourites.put({ ...row, saved, here, changedAt: now })
  return true
}

/**
 * Saves or removes a favourite on this device at once, and queues an operation for the server if a user is
 * signed in. Both are on disk when the promise resolves, or neither. Setting the state that is already
 * stored, for example by another tab, does nothing. If the park was also saved on this device without the
 * account, that favourite becomes the account's, or is removed with it.
 * @param now milliseconds since 1970
 * @returns whether anything changed
 */
export async function setFavourite(
  database: OffleadDatabase,
  parkId: ParkId,
  saved: boolean,
  now = Date.now(),
): Promise<boolean> {
  return database.transaction('rw', tablesOf(database), async () => {
    const userId = await activePerson(database)
    const isChanged = await changeFavourite(database, { userId, parkId, saved, now })
    if (userId === ANONYMOUS) return isChanged
    const local = await database.favourites.get([ANONYMOUS, parkId])
    await database.favourites.delete([ANONYMOUS, parkId])
    return isChanged || local?.saved === true
  })
}

async function savedBy(database: OffleadDatabase, userId: number): Promise<ParkId[]> {
  const rows = await database.favourites.where('userId').equals(userId).toArray()
  return rows
    .filter((row) => row.saved)
    .sort((a, b) => b.changedAt - a.changedAt || a.parkId - b.parkId)
    .map((row) => row.parkId)
}

/** Ids of the current user's favourites, newest first. */
export async function listFavourites(database: OffleadDatabase): Promise<ParkId[]> {
  return savedBy(database, await activePerson(database))
}

/** Ids of the parks saved on this device without an account, newest first, that the current user has not saved. */
export async function listLocalFavourites(database: OffleadDatabase): Promise<ParkId[]> {
  const local = await savedBy(database, ANONYMOUS)
  const userId = await activePerson(database)
  if (userId === ANONYMOUS) return local
  const own = new Set(await savedBy(database, userId))
  return local.filter((id) => !own.has(id))
}

/**
 * Moves the favourites saved without an account to the signed-in user's, in one transaction. The outbox sends
 * them.
 * @returns the number of parks the account did not have yet
 * @throws RangeError if no user is signed in
 */
export async function addLocalFavouritesToAccount(
  database: OffleadDatabase,
  now = Date.now(),
): Promise<number> {
  return database.transaction('rw', tablesOf(database), async () => {
    const userId = await activePerson(database)
    if (userId === ANONYMOUS) throw new RangeError('no user is signed in')
    const local = (await listLocalFavourites(database)).reverse()
    for (const [position, parkId] of local.entries()) {
      // Small differences keep their order in the list.
      await changeFavourite(database, { userId, parkId, saved: true, now: now + position / 1000 })
    }
    await database.favourites.where('userId').equals(ANONYMOUS).delete()
    return local.length
  })
}

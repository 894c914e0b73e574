import { liveQuery } from 'dexie'
import type { ParkId } from '../../data/model/park.ts'
import type { Id } from '../../data/model/sync.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { FavouriteRow, OffleadDatabase } from './database.ts'
import { enqueue } from './outbox.ts'
import { personHere } from './stream.ts'

const tablesOf = ({ favourites, outbox, streams, meta }: OffleadDatabase) => [
  favourites,
  outbox,
  streams,
  meta,
]

/**
 * Acts of saving a park that this device knows of: those its row stands on, and those it tells anew to a server that was put back. Of the latter
 * there may be no row any more, when the person has logged out meanwhile.
 */
async function knownSaves(database: OffleadDatabase, { userId, parkId, here }: FavouriteRow): Promise<Id[]> {
  const waiting = await database.outbox
    .where('[userId+parkId+state]')
    .equals([userId, parkId, 'pending'])
    .toArray()
  const anew = waiting
    .filter(({ again, args }) => again && (args as Arguments<'favourite'>).saved)
    .map(({ opId }) => opId)
  return [...new Set([...here, ...anew])]
}

/**
 * Saved on this device at once; the operation tells the server later. Both are on the disk when the promise resolves, or neither. Without an
 * account there is nothing to tell. It is what the person was shown that they ask for: saving what is saved already, by another tab or before
 * this screen has read it, does nothing, and takes nothing away.
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
    const userId = await personHere(database)
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
      // A removal takes back what it knows of, and nothing another device has saved meanwhile.
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
  })
}

async function savedBy(database: OffleadDatabase, userId: number): Promise<ParkId[]> {
  const rows = await database.favourites.where('userId').equals(userId).toArray()
  return rows
    .filter((row) => row.saved)
    .sort((a, b) => b.changedAt - a.changedAt || a.parkId - b.parkId)
    .map((row) => row.parkId)
}

/** Ids of the parks the person here has saved, the latest first. */
export async function listFavourites(database: OffleadDatabase): Promise<ParkId[]> {
  return savedBy(database, await personHere(database))
}

/** Ids of the parks that were saved here without an account, the latest first. */
export const listLocalFavourites = (database: OffleadDatabase): Promise<ParkId[]> =>
  savedBy(database, ANONYMOUS)

function watch<T>(
  question: () => Promise<T>,
  changed: (answer: T) => void,
  failed: (error: unknown) => void,
): () => void {
  // An async function: by that Dexie knows to watch what is read after the first wait, too.
  const subscription = liveQuery(async () => question()).subscribe(changed, failed)
  return () => subscription.unsubscribe()
}

/** {@link listFavourites} now and after every change, whichever tab made it. @returns stops */
export const watchFavourites = (
  database: OffleadDatabase,
  changed: (ids: ParkId[]) => void,
  failed: (error: unknown) => void,
) => watch(() => listFavourites(database), changed, failed)

/** {@link listLocalFavourites} now and after every change, whichever tab made it. @returns stops */
export const watchLocalFavourites = (
  database: OffleadDatabase,
  changed: (ids: ParkId[]) => void,
  failed: (error: unknown) => void,
) => watch(() => listLocalFavourites(database), changed, failed)

/**
 * Gives the account what was saved here without one, and empties the local list: all in one transaction, so that nothing is in both or in
 * neither. Telling the server is the outbox's business.
 * @returns how many parks the account did not have yet
 * @throws RangeError when nobody is signed in
 */
export async function adoptLocalFavourites(database: OffleadDatabase, now = Date.now()): Promise<number> {
  return database.transaction('rw', tablesOf(database), async () => {
    if ((await personHere(database)) === ANONYMOUS) throw new RangeError('nobody is signed in')
    const local = (await listLocalFavourites(database)).reverse()
    let added = 0
    for (const [position, parkId] of local.entries()) {
      // Their order in the list stays.
      if (await setFavourite(database, parkId, true, now + position / 1000)) added++
    }
    await database.favourites.where('userId').equals(ANONYMOUS).delete()
    return added
  })
}

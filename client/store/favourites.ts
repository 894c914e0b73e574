import { liveQuery } from 'dexie'
import type { ParkId } from '../../data/model/park.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'

/**
 * Saved on this device at once: the promise resolves when the row is on the disk. Saving what is saved already does nothing.
 * @param now milliseconds since 1970
 * @returns whether anything changed
 */
export async function setFavourite(database: OffleadDatabase, parkId: ParkId, saved: boolean, now = Date.now()): Promise<boolean> {
  return database.transaction('rw', database.favourites, async () => {
    const row = await database.favourites.get([ANONYMOUS, parkId])
    if ((row?.saved ?? false) === saved) return false
    await database.favourites.put({ userId: ANONYMOUS, parkId, saved, rev: row?.rev ?? 0, changedAt: now })
    return true
  })
}

/**
 * Turns a heart over, whatever a screen believes of it: two taps, in two tabs even, are on and off again.
 * @returns whether the park is saved now
 */
export async function toggleFavourite(database: OffleadDatabase, parkId: ParkId, now = Date.now()): Promise<boolean> {
  return database.transaction('rw', database.favourites, async () => {
    const row = await database.favourites.get([ANONYMOUS, parkId])
    const saved = !(row?.saved ?? false)
    await setFavourite(database, parkId, saved, now)
    return saved
  })
}

/** Ids of the saved parks, the latest first. */
export async function listFavourites(database: OffleadDatabase): Promise<ParkId[]> {
  const rows = await database.favourites.where('userId').equals(ANONYMOUS).toArray()
  return rows
    .filter((row) => row.saved)
    .sort((a, b) => b.changedAt - a.changedAt || a.parkId - b.parkId)
    .map((row) => row.parkId)
}

/** {@link listFavourites} now and after every change, whichever tab made it. */
export function watchFavourites(
  database: OffleadDatabase,
  changed: (ids: ParkId[]) => void,
  failed: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(() => listFavourites(database)).subscribe(changed, failed)
  return () => subscription.unsubscribe()
}

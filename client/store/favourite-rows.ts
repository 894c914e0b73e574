import type { Id, PartitionId } from '../../data/model/sync.ts'
import { isSaved, mergeFavourite, UNTOUCHED } from '../../data/sync/favourite.ts'
import type { FavouriteState } from '../../data/sync/favourite.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { FavouriteRow, OffleadDatabase } from './database.ts'

/** A favourite by the server's word. */
export interface FavouriteWord {
  held: Id[]
  rev: number
}

/** The server's word on a park, and on top of it what has not been told to the server. */
async function heldHere(
  database: OffleadDatabase,
  userId: PartitionId,
  parkId: number,
  held: readonly Id[],
): Promise<Id[]> {
  const waiting = await database.outbox
    .where('[userId+parkId+state]')
    .equals([userId, parkId, 'pending'])
    .toArray()
  const state = waiting
    .filter(({ again, void: gone }) => !again && gone === undefined)
    .reduce<FavouriteState>(
      (state, { opId, args, baseRev }) =>
        mergeFavourite(state, { opId, args: args as Arguments<'favourite'>, baseRev }),
      { ...UNTOUCHED, held },
    )
  return [...state.held]
}

/**
 * Brings the row of a park in line with the server's word and with what waits. A park that neither knows of keeps no row. To be called in a
 * transaction with `favourites` and `outbox`.
 * @param word the server's, when it is news
 * @param changedAt where a park that turns up stands in the list, milliseconds since 1970
 */
export async function repaintFavourite(
  database: OffleadDatabase,
  {
    userId,
    parkId,
    word,
    changedAt,
  }: { userId: PartitionId; parkId: number; word?: FavouriteWord; changedAt: number },
): Promise<void> {
  const row = await database.favourites.get([userId, parkId])
  const { held, rev } = word ?? row ?? { held: [], rev: 0 }
  const here = await heldHere(database, userId, parkId, held)
  const saved = isSaved({ held: here })
  if (!saved && held.length === 0 && rev === 0) {
    await database.favourites.delete([userId, parkId])
    return
  }
  const next: FavouriteRow = {
    userId,
    parkId,
    saved,
    held,
    here,
    rev,
    changedAt: row?.saved === saved ? row.changedAt : changedAt,
  }
  await database.favourites.put(next)
}

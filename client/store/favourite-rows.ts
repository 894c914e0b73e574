import type { Id, PartitionId } from '../../data/model/sync.ts'
import { isSaved, mergeFavourite, UNTOUCHED } from '../../data/sync/favourite.ts'
import type { FavouriteState } from '../../data/sync/favourite.ts'
import type { Arguments } from '../../data/sync/operation.ts'
import type { FavouriteRow, OffleadDatabase } from './database.ts'

/** The state of a favourite on the server. */
export interface ServerFavourite {
  held: Id[]
  rev: number
}

/** The saves of a park in effect on the server, with unsent operations applied. */
async function savesOnDevice(
  database: OffleadDatabase,
  userId: PartitionId,
  parkId: number,
  held: readonly Id[],
): Promise<Id[]> {
  const pending = await database.outbox
    .where('[userId+parkId+state]')
    .equals([userId, parkId, 'pending'])
    .toArray()
  const state = pending
    .filter(({ again, void: gone }) => !again && gone === undefined)
    .reduce<FavouriteState>(
      (state, { opId, args, baseRev }) =>
        mergeFavourite(state, { opId, args: args as Arguments<'favourite'>, baseRev }),
      { ...UNTOUCHED, held },
    )
  return [...state.held]
}

/**
 * Updates the row of a park from the server's state and the unsent operations, and deletes a row that neither
 * needs. Call it in a transaction with `favourites` and `outbox`.
 * @param server the server's new state; without it, the row's last known state is used
 * @param changedAt used for sorting if the park was saved or removed, milliseconds since 1970
 */
export async function updateFavouriteRow(
  database: OffleadDatabase,
  {
    userId,
    parkId,
    server,
    changedAt,
  }: { userId: PartitionId; parkId: number; server?: ServerFavourite; changedAt: number },
): Promise<void> {
  const row = await database.favourites.get([userId, parkId])
  const { held, rev } = server ?? row ?? { held: [], rev: 0 }
  const here = await savesOnDevice(database, userId, parkId, held)
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

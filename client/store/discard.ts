import type { Id } from '../../data/model/sync.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import type { OffleadDatabase, OutboxRow } from './database.ts'
import { repaintFavourite } from './favourite-rows.ts'
import { clearingHere, waitingOf } from './history.ts'
import { enqueue, withoutContent } from './outbox.ts'
import { streamOf } from './stream.ts'

/** Tries a refused change once more, as a new one. Does nothing for one that still waits, or is not there. */
export async function retryOperation(database: OffleadDatabase, opId: Id, now = Date.now()): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.favourites, async () => {
    const row = await database.outbox.get(opId)
    if (row?.state !== 'refused') return
    await database.outbox.delete(opId)
    await enqueue(
      database,
      row.userId,
      { kind: row.kind, args: row.args as Arguments<Kind>, baseRev: row.baseRev },
      now,
    )
    if (row.parkId !== undefined)
      await repaintFavourite(database, { userId: row.userId, parkId: row.parkId, changedAt: now })
  })
}

/**
 * Gives a change up: what it did on this device is undone. One the server has already, though its answer was lost, comes back with the next
 * exchange.
 */
export async function discardOperation(database: OffleadDatabase, opId: Id, now = Date.now()): Promise<void> {
  await database.transaction(
    'rw',
    database.outbox,
    database.streams,
    database.favourites,
    database.history,
    async () => {
      const row = await database.outbox.get(opId)
      if (row?.state === 'refused') await database.outbox.delete(opId)
      if (row?.state !== 'pending' || row.again) return
      await database.outbox.put(withoutContent(row, 'discarded'))
      if (row.parkId !== undefined)
        await repaintFavourite(database, { userId: row.userId, parkId: row.parkId, changedAt: now })
      if (row.kind === 'history-clear') await takeBackClearing(database, row)
      if (row.kind === 'history')
        await database.history.where('[userId+entryId]').equals([row.userId, opId]).delete()
    },
  )
}

/** Searches made under a clearing that is not to be stand under the one before it, and what it hid comes back with the next pull. */
async function takeBackClearing(database: OffleadDatabase, { userId, opId }: OutboxRow): Promise<void> {
  const stream = await streamOf(database, userId)
  const clear = await clearingHere(database, stream)
  await database.history.filter((row) => row.userId === userId && row.clear === opId).modify({ clear })
  const made = await waitingOf(database, userId, 'history')
  const under = made.filter(({ baseRev }) => baseRev[0] === opId)
  await database.outbox.bulkPut(under.map((row) => ({ ...row, baseRev: clear === null ? [] : [clear] })))
  await database.streams.put({ ...stream, cursor: null })
}

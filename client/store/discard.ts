import type { Id } from '../../data/model/sync.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import type { OffleadDatabase, OutboxRow } from './database.ts'
import { updateFavouriteRow } from './favourite-rows.ts'
import { latestClearing, pendingOperations } from './history.ts'
import { enqueue, withoutContent } from './outbox.ts'
import { streamOf } from './stream.ts'

/**
 * Sends a refused change again, as a new operation. Does nothing if the change is not `refused`, or if the user has
 * typed a correction, which would not be sent.
 */
export async function retryOperation(database: OffleadDatabase, opId: Id, now = Date.now()): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.favourites, async () => {
    const row = await database.outbox.get(opId)
    if (row?.state !== 'refused' || row.draft !== undefined) return
    await database.outbox.delete(opId)
    await enqueue(
      database,
      row.userId,
      { kind: row.kind, args: row.args as Arguments<Kind>, baseRev: row.baseRev },
      now,
    )
    if (row.parkId !== undefined)
      await updateFavouriteRow(database, { userId: row.userId, parkId: row.parkId, changedAt: now })
  })
}

/**
 * Discards an unsent or refused change and reverts its effect on this device. If the server has applied it
 * and only the reply was lost, the next exchange brings it back.
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
        await updateFavouriteRow(database, { userId: row.userId, parkId: row.parkId, changedAt: now })
      if (row.kind === 'history-clear') await revertClearing(database, row)
      if (row.kind === 'history')
        await database.history.where('[userId+entryId]').equals([row.userId, opId]).delete()
    },
  )
}

/**
 * Moves searches made since a discarded clearing to the one before it. The next full pull restores what it
 * deleted.
 */
async function revertClearing(database: OffleadDatabase, { userId, opId }: OutboxRow): Promise<void> {
  const stream = await streamOf(database, userId)
  const clear = await latestClearing(database, stream)
  await database.history.filter((row) => row.userId === userId && row.clear === opId).modify({ clear })
  const searches = await pendingOperations(database, userId, 'history')
  const affected = searches.filter(({ baseRev }) => baseRev[0] === opId)
  await database.outbox.bulkPut(affected.map((row) => ({ ...row, baseRev: clear === null ? [] : [clear] })))
  await database.streams.put({ ...stream, cursor: null })
}

import type { Id, PartitionId } from '../../data/model/sync.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, StreamRow } from './database.ts'
import { readMeta } from './meta.ts'

/** 128 random bits as hex. `crypto.randomUUID` is available on https only. */
export function newId(): Id {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Id of the user whose rows are shown on this device. Include `meta` when it is called in a transaction. */
export async function activePerson(database: OffleadDatabase): Promise<PartitionId> {
  return (await readMeta(database, 'person')) ?? ANONYMOUS
}

/** The sync progress of a user, or that of a new stream. Call it in a transaction with `streams`. */
export async function streamOf(database: OffleadDatabase, userId: PartitionId): Promise<StreamRow> {
  const stream = await database.streams.get(userId)
  return (
    stream ?? {
      userId,
      deviceId: newId(),
      nextSeq: 1,
      acknowledged: 0,
      epoch: null,
      cursor: null,
      exchanges: 0,
      pause: null,
      clear: null,
      clearings: [],
    }
  )
}

/** A user's operations in one state, by sequence number. */
export const operationsIn = (
  database: OffleadDatabase,
  userId: PartitionId,
  state: 'pending' | 'acknowledged' | 'refused',
) => database.outbox.where('[userId+state+seq]').between([userId, state, 0], [userId, state, Infinity])

/**
 * Restarts the sequence under a new device id, because the server has lost operations or a copy of this
 * database uses the old id. Operations keep their ids, so that the server recognises those it has. Call it in
 * a transaction with `outbox`, `streams` and `favourites`.
 * @param epoch the server's epoch if it was restored from a backup: then acknowledged operations and all
 *   favourites known to this device, including those saved elsewhere, are sent again
 */
export async function restartStream(
  database: OffleadDatabase,
  stream: StreamRow,
  epoch?: Id | null,
): Promise<void> {
  const { userId } = stream
  const pending = await operationsIn(database, userId, 'pending').toArray()
  const reopened =
    epoch === undefined
      ? []
      : (await operationsIn(database, userId, 'acknowledged').toArray()).map((row) => ({
          ...row,
          again: true,
        }))
  const fromFavourites = epoch === undefined ? [] : await savesFromRows(database, userId)
  const deviceId = newId()
  const ordered = [...reopened, ...pending].sort((a, b) => a.seq - b.seq)
  const rows = [...fromFavourites, ...ordered].map((row, position) => ({
    ...row,
    deviceId,
    seq: position + 1,
    state: 'pending' as const,
  }))
  await database.outbox.bulkPut(rows)
  await database.streams.put({
    ...stream,
    deviceId,
    nextSeq: rows.length + 1,
    acknowledged: 0,
    exchanges: stream.exchanges + 1,
    // Revisions of different epochs cannot be compared, so the next pull fetches everything.
    ...(epoch === undefined ? {} : { epoch, cursor: null }),
  })
}

/**
 * The saves in favourite rows that have no operation in the outbox, as operations with their original ids.
 */
async function savesFromRows(database: OffleadDatabase, userId: PartitionId) {
  const rows = await database.favourites.where('userId').equals(userId).toArray()
  const held = rows.flatMap(({ parkId, held, changedAt }) =>
    held.map((opId) => ({ opId, parkId, changedAt })),
  )
  const known = await database.outbox.bulkGet(held.map(({ opId }) => opId))
  return held
    .filter((_, position) => known[position] === undefined)
    .map(({ opId, parkId, changedAt }) => ({
      opId,
      parkId,
      userId,
      kind: 'favourite' as const,
      args: { parkId, saved: true },
      baseRev: [],
      again: true,
      createdAt: changedAt,
    }))
}

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
 * @param lost given if the server was restored from a backup, or has deleted this device: then operations that it
 *   acknowledged at `lost.since` (milliseconds since 1970, by its clock) or later and all favourites known to this
 *   device, including those saved elsewhere, are sent again. Older operations are deleted here: a server that has
 *   only deleted this device has forgotten their ids, and would apply them twice.
 */
export async function restartStream(
  database: OffleadDatabase,
  stream: StreamRow,
  lost?: { epoch: Id | null; since: number },
): Promise<void> {
  const { userId } = stream
  const pending = await operationsIn(database, userId, 'pending').toArray()
  if (lost) await deleteAcknowledgedBefore(database, userId, lost.since)
  const acknowledged = lost ? await operationsIn(database, userId, 'acknowledged').toArray() : []
  const reopened = acknowledged.map((row) => ({ ...row, again: true }))
  const fromFavourites = lost ? await savesFromRows(database, userId) : []
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
    ...(lost ? { epoch: lost.epoch, cursor: null } : {}),
  })
}

/**
 * Deletes operations that the server acknowledged before `instant`, by its clock, in milliseconds since 1970.
 * @param most how many of them to look at, from the oldest
 */
export async function deleteAcknowledgedBefore(
  database: OffleadDatabase,
  userId: PartitionId,
  instant: number,
  most = Infinity,
): Promise<void> {
  const oldest = await operationsIn(database, userId, 'acknowledged').limit(most).toArray()
  await database.outbox.bulkDelete(
    oldest.filter(({ settledAt = 0 }) => settledAt < instant).map(({ opId }) => opId),
  )
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

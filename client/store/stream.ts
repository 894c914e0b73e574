import type { Id, PartitionId } from '../../data/model/sync.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, StreamRow } from './database.ts'
import { readMeta } from './meta.ts'

/** 128 random bits. `crypto.randomUUID` is there on https only; random values are everywhere. */
export function newId(): Id {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whose rows are shown on this device. To be called with `meta` in the transaction, where there is one. */
export async function personHere(database: OffleadDatabase): Promise<PartitionId> {
  return (await readMeta(database, 'person')) ?? ANONYMOUS
}

/** How far a person's rows have come, from the beginning when nothing is known. To be called with `streams` in the transaction. */
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

/** A person's operations in one state, by their place in the sequence. */
export const operationsIn = (
  database: OffleadDatabase,
  userId: PartitionId,
  state: 'pending' | 'acknowledged' | 'refused',
) => database.outbox.where('[userId+state+seq]').between([userId, state, 0], [userId, state, Infinity])

/**
 * Begins the sequence anew under another device id: the server has lost some of it, or a copy of this database goes on with the old one.
 * The operations keep their names, by which the server knows those it has. To be called in a transaction with `outbox`, `streams` and
 * `favourites`.
 * @param epoch of the server, when it has become an earlier one: then what it had acknowledged is sent again, and so is every favourite this
 *   device knows of, whoever saved it where
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
  const asserted = epoch === undefined ? [] : await assertFavourites(database, userId)
  const deviceId = newId()
  const told = [...reopened, ...pending].sort((a, b) => a.seq - b.seq)
  const rows = [...asserted, ...told].map((row, position) => ({
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
    // Revisions of another epoch cannot be compared with those to come, and are not: the first words taken in afterwards are about everything.
    ...(epoch === undefined ? {} : { epoch, cursor: null }),
  })
}

/** Acts of saving that only the server's word is known of, as operations under their own names. */
async function assertFavourites(database: OffleadDatabase, userId: PartitionId) {
  const rows = await database.favourites.where('userId').equals(userId).toArray()
  const held = rows.flatMap(({ parkId, held, changedAt }) =>
    held.map((opId) => ({ opId, parkId, changedAt })),
  )
  const own = await database.outbox.bulkGet(held.map(({ opId }) => opId))
  return held
    .filter((_, position) => own[position] === undefined)
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

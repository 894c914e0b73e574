import type { Kysely } from 'kysely'
import type { Outcome } from '../../data/sync/envelope.ts'
import { favouriteRevision, savesInEffect } from './favourites.ts'
import { ALL_ROWS, executeTogether } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** A new epoch starts when the database is created or restored to an earlier state. */
export interface Epoch {
  epoch: string
  /** Operations received, over all epochs. */
  total: number
}

/** All epochs of this database, the current one last. */
export function epochs(db: Kysely<Tables>): Promise<Epoch[]> {
  return db.selectFrom('sync_epochs').select(['epoch', 'total']).orderBy('number').execute()
}

/** Starts a new epoch. Call inside a transaction. */
export async function addEpoch(db: Kysely<Tables>, next: Epoch): Promise<void> {
  await db.insertInto('sync_epochs').values(next).execute()
}

/** Adds to the number of received operations. Call inside a transaction. */
export async function countOperations(db: Kysely<Tables>, epoch: string, received: number): Promise<void> {
  await totalStatement(db, epoch, received).execute()
}

const totalStatement = (db: Kysely<Tables>, epoch: string, received: number) =>
  db
    .updateTable('sync_epochs')
    .set(({ eb }) => ({ total: eb('total', '+', received) }))
    .where('epoch', '=', epoch)

/** The next revision of a person's rows, or the last of the next `count`. Call inside a transaction. */
export async function nextRevision(db: Kysely<Tables>, userId: number, count = 1): Promise<number> {
  const row = await db
    .insertInto('sync_people')
    .values({ userId, revision: count })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ eb }) => ({ revision: eb('sync_people.revision', '+', count) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}

/** A device that has sent operations. */
export interface StoredDevice {
  userId: number | null
  lastSeq: number
}

/** All epochs of this database, the current one last, and a device, if it is known. */
export async function epochsAndDevice(
  db: Kysely<Tables>,
  deviceId: string,
): Promise<{ known: Epoch[]; device: StoredDevice | undefined }> {
  const rows = await db
    .selectFrom('sync_epochs')
    .leftJoin('sync_devices', (join) => join.on('deviceId', '=', deviceId))
    .select(['epoch', 'total', 'userId', 'lastSeq'])
    .orderBy('number')
    .execute()
  const [{ userId, lastSeq }] = rows as [(typeof rows)[0]]
  return {
    known: rows.map(({ epoch, total }) => ({ epoch, total })),
    device: lastSeq === null ? undefined : { userId, lastSeq },
  }
}

/** Adds a device or updates its last sequence number. Call inside a transaction. */
export async function saveDevice(
  db: Kysely<Tables>,
  device: { deviceId: string; userId: number | null; lastSeq: number; lastSeen: string },
): Promise<void> {
  await deviceStatement(db, device).execute()
}

function deviceStatement(
  db: Kysely<Tables>,
  device: { deviceId: string; userId: number | null; lastSeq: number; lastSeen: string },
) {
  const { lastSeq, lastSeen } = device
  return db
    .insertInto('sync_devices')
    .values(device)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ lastSeq, lastSeen }))
}

/**
 * Deletes devices of a person, or devices without an account, that were last seen before an instant, with
 * their outcomes. Call inside a transaction.
 * @param most devices to delete at once
 * @returns the number of deleted devices
 */
export async function deleteUnusedDevices(
  db: Kysely<Tables>,
  userId: number | null,
  before: string,
  most: number,
): Promise<number> {
  const oldest = db
    .selectFrom('sync_devices')
    .select('deviceId')
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('lastSeen', '<', before)
    .limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('sync_devices')
    .where('deviceId', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The outcome of an operation that was received, and its user. */
export interface ReceivedOperation {
  outcome: StoredOutcome
  userId: number | null
}

/** Those of these operations that have been received, by their id. */
export async function receivedOperations(
  db: Kysely<Tables>,
  opIds: readonly string[],
): Promise<Map<string, ReceivedOperation>> {
  const rows = await db
    .selectFrom('sync_outcomes')
    .innerJoin('sync_devices', 'sync_devices.deviceId', 'sync_outcomes.deviceId')
    .select(['sync_outcomes.opId', 'sync_outcomes.outcome', 'sync_devices.userId'])
    .where('sync_outcomes.opId', 'in', opIds)
    .execute()
  return new Map(
    rows.map(({ opId, outcome, userId }) => [
      opId,
      { outcome: JSON.parse(outcome) as StoredOutcome, userId },
    ]),
  )
}

/** The outcome of a received operation for a reply. Favourites are given as they are now. */
export async function outcomeForReply(
  db: Kysely<Tables>,
  opId: string,
  { outcome: { parkId, ...stored }, userId }: ReceivedOperation,
): Promise<Outcome> {
  if (parkId === undefined || userId === null) return { opId, ...stored } as Outcome
  const adds = await savesInEffect(db, userId, parkId)
  const favourite = { parkId, revision: await favouriteRevision(db, userId, parkId), adds }
  return { opId, status: 'applied', favourite }
}

/**
 * An outcome as stored. For a favourite only the park: storing all saves of the park with each outcome would
 * grow quadratically.
 */
type StoredOutcome = { status: Outcome['status']; parkId?: number }

/** What is stored of an outcome. */
export function toStored(outcome: Outcome): StoredOutcome {
  if (outcome.status === 'applied' && outcome.favourite !== undefined)
    return { status: outcome.status, parkId: outcome.favourite.parkId }
  // The id has its own column.
  const { opId: _, ...stored } = outcome
  return stored
}

/**
 * Stores the outcomes of new operations, the progress of their device, and their number. Call inside a
 * transaction, after all that is done for them: the total of the epoch is one row, which other exchanges wait for
 * from here to the commit.
 */
export async function saveProgress(
  db: Kysely<Tables>,
  {
    device,
    epoch,
    received,
  }: {
    device: StoredDevice & { deviceId: string; lastSeen: string }
    epoch: string
    received: readonly { seq: number; outcome: Outcome }[]
  },
): Promise<void> {
  const { deviceId, lastSeen } = device
  const rows = received.map(({ seq, outcome }) => ({
    deviceId,
    seq,
    opId: outcome.opId,
    outcome: JSON.stringify(toStored(outcome)),
    createdAt: lastSeen,
  }))
  await executeTogether(db, [
    ...(rows.length === 0 ? [] : [db.insertInto('sync_outcomes').values(rows)]),
    deviceStatement(db, device),
    ...(rows.length === 0 ? [] : [totalStatement(db, epoch, rows.length)]),
  ])
}

/**
 * Deletes all but the `most` last seen devices of a person, with their outcomes. Call inside a transaction.
 */
export async function keepLatestDevices(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const beyond = db
    .selectFrom('sync_devices')
    .select('deviceId')
    .where('userId', '=', userId)
    .orderBy('lastSeen', 'desc')
    .limit(ALL_ROWS)
    .offset(most)
  await db.deleteFrom('sync_devices').where('deviceId', 'in', beyond).execute()
}

/** Deletes all but the `most` latest outcomes of a person. Call inside a transaction. */
export async function keepLatestOutcomes(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const beyond = db
    .selectFrom('sync_outcomes')
    .innerJoin('sync_devices', 'sync_devices.deviceId', 'sync_outcomes.deviceId')
    .select('opId')
    .where('sync_devices.userId', '=', userId)
    .orderBy('sync_outcomes.createdAt', 'desc')
    .orderBy('sync_outcomes.seq', 'desc')
    .limit(ALL_ROWS)
    .offset(most)
  await db.deleteFrom('sync_outcomes').where('opId', 'in', beyond).execute()
}

/**
 * Deletes at most `most` outcomes from before an instant. Call inside a transaction.
 * @returns the number of deleted outcomes
 */
export async function deleteOldOutcomes(db: Kysely<Tables>, before: string, most: number): Promise<number> {
  const oldest = db
    .selectFrom('sync_outcomes')
    .select('opId')
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('sync_outcomes')
    .where('opId', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

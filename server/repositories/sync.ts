import type { Kysely } from 'kysely'
import type { Outcome } from '../../data/sync/envelope.ts'
import { favouriteRevision, favouriteState } from './favourites.ts'
import { ALL_ROWS } from '../database/dialect.ts'
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
  await db
    .updateTable('sync_epochs')
    .set(({ eb }) => ({ total: eb('total', '+', received) }))
    .where('epoch', '=', epoch)
    .execute()
}

/** The current revision of a person's rows; 0 if there have been no changes. */
export async function revisionOf(db: Kysely<Tables>, userId: number): Promise<number> {
  const row = await db
    .selectFrom('sync_people')
    .select('revision')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

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

export function findDevice(
  db: Kysely<Tables>,
  deviceId: string,
): Promise<{ userId: number | null; lastSeq: number } | undefined> {
  return db
    .selectFrom('sync_devices')
    .select(['userId', 'lastSeq'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
}

/** Adds a device or updates its last sequence number. Call inside a transaction. */
export async function saveDevice(
  db: Kysely<Tables>,
  device: { deviceId: string; userId: number | null; lastSeq: number; lastSeen: string },
): Promise<void> {
  const { lastSeq, lastSeen } = device
  await db
    .insertInto('sync_devices')
    .values(device)
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ lastSeq, lastSeen }))
    .execute()
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

/** Which of these operations have been received. */
export async function knownOperations(db: Kysely<Tables>, opIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sync_outcomes').select('opId').where('opId', 'in', opIds).execute()
  return new Set(rows.map(({ opId }) => opId))
}

/**
 * The outcome of an operation and its user; `undefined` if it was not received. Favourites are given as they
 * are now.
 */
export async function findOutcome(
  db: Kysely<Tables>,
  opId: string,
): Promise<{ outcome: Outcome; userId: number | null } | undefined> {
  const row = await db
    .selectFrom('sync_outcomes')
    .innerJoin('sync_devices', 'sync_devices.deviceId', 'sync_outcomes.deviceId')
    .select(['sync_outcomes.outcome', 'sync_devices.userId'])
    .where('sync_outcomes.opId', '=', opId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { parkId, ...stored } = JSON.parse(row.outcome) as StoredOutcome
  if (parkId === undefined || row.userId === null)
    return { outcome: { opId, ...stored } as Outcome, userId: row.userId }
  const { held } = await favouriteState(db, row.userId, parkId)
  const favourite = { parkId, revision: await favouriteRevision(db, row.userId, parkId), adds: [...held] }
  return { outcome: { opId, status: 'applied', favourite }, userId: row.userId }
}

/**
 * An outcome as stored. For a favourite only the park: storing all saves of the park with each outcome would
 * grow quadratically.
 */
type StoredOutcome = { status: Outcome['status']; parkId?: number }

function toStored(outcome: Outcome): object {
  if (outcome.status === 'applied' && outcome.favourite !== undefined)
    return { status: outcome.status, parkId: outcome.favourite.parkId }
  // The id has its own column.
  return { ...outcome, opId: undefined }
}

/** Call inside a transaction. */
export async function addOutcome(
  db: Kysely<Tables>,
  { deviceId, seq, at, outcome }: { deviceId: string; seq: number; at: string; outcome: Outcome },
): Promise<void> {
  await db
    .insertInto('sync_outcomes')
    .values({ deviceId, seq, opId: outcome.opId, outcome: JSON.stringify(toStored(outcome)), createdAt: at })
    .execute()
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

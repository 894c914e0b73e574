import type { Kysely } from 'kysely'
import type { Outcome } from '../../data/sync/envelope.ts'
import { favouriteRevision, favouriteState } from './favourites.ts'
import type { Tables } from '../database/tables.ts'

/** A life of the database: from when it was made, or taken back to an earlier state, until the next time. */
export interface Epoch {
  epoch: string
  /** Operations that have come in, over all epochs. */
  total: number
}

/** All epochs this database knows of, the present one last. */
export function epochs(db: Kysely<Tables>): Promise<Epoch[]> {
  return db.selectFrom('sync_epochs').select(['epoch', 'total']).orderBy('number').execute()
}

/** Begins another epoch. To be called in a write. */
export async function beginEpoch(db: Kysely<Tables>, next: Epoch): Promise<void> {
  await db.insertInto('sync_epochs').values(next).execute()
}

/** Counts operations that have come in. To be called in a write. */
export async function countOperations(db: Kysely<Tables>, epoch: string, came: number): Promise<void> {
  await db
    .updateTable('sync_epochs')
    .set(({ eb }) => ({ total: eb('total', '+', came) }))
    .where('epoch', '=', epoch)
    .execute()
}

/** How far a person's rows have moved; 0 when nothing ever happened. */
export async function revisionOf(db: Kysely<Tables>, userId: number): Promise<number> {
  const row = await db
    .selectFrom('sync_people')
    .select('revision')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** The next revision of a person's rows, or the last of the next `count`. To be called in a write. */
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

/** Notes a device, or how far it has come. To be called in a write. */
export async function keepDevice(
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
 * Forgets devices of a person, or those without an account, that were last heard of before an instant, so many at most, with their outcomes. To be
 * called in a write.
 * @returns how many it was
 */
export async function forgetDevices(
  db: Kysely<Tables>,
  userId: number | null,
  before: string,
  most: number,
): Promise<number> {
  const oldest = db
    .selectFrom('sync_devices')
    .select('deviceId')
    .where('userId', 'is', userId)
    .where('lastSeen', '<', before)
    .limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('sync_devices')
    .where('deviceId', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those of some operations that have come in. */
export async function knownOperations(db: Kysely<Tables>, opIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sync_outcomes').select('opId').where('opId', 'in', opIds).execute()
  return new Set(rows.map(({ opId }) => opId))
}

/** What became of an operation, and whose it was; `undefined` for one that has not come in. A favourite is told as it is now. */
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
  const { parkId, ...kept } = JSON.parse(row.outcome) as KeptOutcome
  if (parkId === undefined || row.userId === null)
    return { outcome: { opId, ...kept } as Outcome, userId: row.userId }
  const { held } = await favouriteState(db, row.userId, parkId)
  const favourite = { parkId, revision: await favouriteRevision(db, row.userId, parkId), adds: [...held] }
  return { outcome: { opId, status: 'applied', favourite }, userId: row.userId }
}

/**
 * An outcome as it is kept. Of a favourite only the park: the saves of a park told with every outcome would be as many rows times as many saves.
 */
type KeptOutcome = { status: Outcome['status']; parkId?: number }

function asKept(outcome: Outcome): object {
  if (outcome.status === 'applied' && outcome.favourite !== undefined)
    return { status: outcome.status, parkId: outcome.favourite.parkId }
  // The name is a column of its own.
  return { ...outcome, opId: undefined }
}

/** To be called in a write. */
export async function keepOutcome(
  db: Kysely<Tables>,
  { deviceId, seq, at, outcome }: { deviceId: string; seq: number; at: string; outcome: Outcome },
): Promise<void> {
  await db
    .insertInto('sync_outcomes')
    .values({ deviceId, seq, opId: outcome.opId, outcome: JSON.stringify(asKept(outcome)), createdAt: at })
    .execute()
}

/** Forgets the devices of a person beyond so many, those heard of longest ago first, with their outcomes. To be called in a write. */
export async function keepLatestDevices(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const beyond = db
    .selectFrom('sync_devices')
    .select('deviceId')
    .where('userId', '=', userId)
    .orderBy('lastSeen', 'desc')
    .limit(-1)
    .offset(most)
  await db.deleteFrom('sync_devices').where('deviceId', 'in', beyond).execute()
}

/** Forgets the oldest outcomes of a person beyond so many. To be called in a write. */
export async function keepLatestOutcomes(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const beyond = db
    .selectFrom('sync_outcomes')
    .innerJoin('sync_devices', 'sync_devices.deviceId', 'sync_outcomes.deviceId')
    .select('opId')
    .where('sync_devices.userId', '=', userId)
    .orderBy('sync_outcomes.createdAt', 'desc')
    .orderBy('sync_outcomes.seq', 'desc')
    .limit(-1)
    .offset(most)
  await db.deleteFrom('sync_outcomes').where('opId', 'in', beyond).execute()
}

/** Forgets what became of operations before an instant, so many at most. To be called in a write. @returns how many it was */
export async function forgetOutcomes(db: Kysely<Tables>, before: string, most: number): Promise<number> {
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

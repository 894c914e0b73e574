import type { Kysely } from 'kysely'
import type { Outcome } from '../../data/sync/envelope.ts'
import type { Tables } from './tables.ts'

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

/** The next revision of a person's rows. To be called in a write. */
export async function nextRevision(db: Kysely<Tables>, userId: number): Promise<number> {
  const row = await db
    .insertInto('sync_people')
    .values({ userId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ eb }) => ({ revision: eb('sync_people.revision', '+', 1) })),
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

/** Forgets devices of a person, or of nobody, that have not been heard of since an instant, with their outcomes. To be called in a write. */
export async function forgetDevices(
  db: Kysely<Tables>,
  userId: number | null,
  before: string,
): Promise<void> {
  await db.deleteFrom('sync_devices').where('userId', 'is', userId).where('lastSeen', '<', before).execute()
}

/** What became of an operation, and whose it was; `undefined` for one that has not come in. */
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
  return row && { outcome: JSON.parse(row.outcome) as Outcome, userId: row.userId }
}

/** To be called in a write. */
export async function keepOutcome(
  db: Kysely<Tables>,
  { deviceId, seq, at, outcome }: { deviceId: string; seq: number; at: string; outcome: Outcome },
): Promise<void> {
  await db
    .insertInto('sync_outcomes')
    .values({ deviceId, seq, opId: outcome.opId, outcome: JSON.stringify(outcome), createdAt: at })
    .execute()
}

/** Forgets what became of a device's operations before an instant. To be called in a write. */
export async function forgetOutcomes(db: Kysely<Tables>, deviceId: string, before: string): Promise<void> {
  await db
    .deleteFrom('sync_outcomes')
    .where('deviceId', '=', deviceId)
    .where('createdAt', '<', before)
    .execute()
}

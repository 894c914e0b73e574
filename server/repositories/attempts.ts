import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/**
 * How often something may be tried. `window` in milliseconds, from the first attempt. `tries`: attempts to
 * count now, by default 1.
 */
export interface Allowance {
  key: string
  most: number
  window: number
  tries?: number
}

/** The key of an allowance: hashed, so that the table contains no readable addresses or e-mails. */
export const attemptKey = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')

/**
 * Counts an attempt for every key, or for none if one is used up. Call inside a transaction, so that
 * simultaneous attempts are counted one by one.
 * @returns milliseconds until the next attempt is allowed; 0 if this one is
 */
export async function takeAttempt(
  db: Kysely<Tables>,
  allowances: readonly Allowance[],
  now: Date,
): Promise<number> {
  await deleteEnded(db, now)
  let wait = 0
  for (const { key, most, window, tries = 1 } of allowances) {
    const row = await attemptsOf(db, { key, window }, now)
    if ((row?.count ?? 0) + tries > most)
      wait = Math.max(wait, row ? Date.parse(row.endsAt) - now.getTime() : window)
  }
  if (wait > 0) return wait
  for (const allowance of allowances) await addAttempts(db, allowance, allowance.tries ?? 1, now)
  return 0
}

/**
 * Counts as many of `wanted` attempts for every key as all of them still allow. Call inside a transaction.
 * @returns how many that are
 */
export async function takeAttemptsLeft(
  db: Kysely<Tables>,
  allowances: readonly Omit<Allowance, 'tries'>[],
  wanted: number,
  now: Date,
): Promise<number> {
  await deleteEnded(db, now)
  let left = wanted
  for (const allowance of allowances) {
    const count = (await attemptsOf(db, allowance, now))?.count ?? 0
    left = Math.min(left, Math.max(0, allowance.most - count))
  }
  if (left > 0) for (const allowance of allowances) await addAttempts(db, allowance, left, now)
  return left
}

const deleteEnded = (db: Kysely<Tables>, now: Date) =>
  db.deleteFrom('attempts').where('endsAt', '<=', now.toISOString()).execute()

/**
 * The count of a key. After the clock was set back, its window ends no later than one that begins now: otherwise
 * people would have to wait until the old time.
 */
async function attemptsOf(
  db: Kysely<Tables>,
  { key, window }: Pick<Allowance, 'key' | 'window'>,
  now: Date,
): Promise<{ count: number; endsAt: string } | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select(['count', 'endsAt'])
    .where('key', '=', key)
    .executeTakeFirst()
  const latest = new Date(now.getTime() + window).toISOString()
  if (row === undefined || row.endsAt <= latest) return row
  await db.updateTable('attempts').set({ endsAt: latest }).where('key', '=', key).execute()
  return { ...row, endsAt: latest }
}

const addAttempts = (
  db: Kysely<Tables>,
  { key, window }: Pick<Allowance, 'key' | 'window'>,
  count: number,
  now: Date,
) =>
  db
    .insertInto('attempts')
    .values({ key, count, endsAt: new Date(now.getTime() + window).toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ count: row('attempts.count', '+', count) })),
    )
    .execute()

/** Undoes the count of an attempt. Call inside a transaction. */
export async function undoAttempt(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute()
}

/** Deletes the count of a key. */
export async function deleteAttempts(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

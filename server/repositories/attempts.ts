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
  await db.deleteFrom('attempts').where('endsAt', '<=', now.toISOString()).execute()
  let wait = 0
  for (const { key, most, window, tries = 1 } of allowances) {
    const row = await db
      .selectFrom('attempts')
      .select(['count', 'endsAt'])
      .where('key', '=', key)
      .executeTakeFirst()
    if ((row?.count ?? 0) + tries > most)
      wait = Math.max(wait, row ? Date.parse(row.endsAt) - now.getTime() : window)
  }
  if (wait > 0) return wait
  for (const { key, window, tries = 1 } of allowances) {
    await db
      .insertInto('attempts')
      .values({ key, count: tries, endsAt: new Date(now.getTime() + window).toISOString() })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ count: row('attempts.count', '+', tries) })),
      )
      .execute()
  }
  return 0
}

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

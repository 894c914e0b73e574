import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** How often something may be tried. `window` in milliseconds, counted from the first try. `tries`: how many there are now, 1 unless told. */
export interface Allowance {
  key: string
  most: number
  window: number
  tries?: number
}

/**
 * Counts one more try under every key, or under none of them when one is used up. Only in a transaction, so that tries made at the same
 * moment are counted one by one.
 * @returns milliseconds until it may be tried again; 0 when it may be tried now.
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

/** Takes a try back that was none. Only in a transaction. */
export async function giveAttemptBack(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute()
}

/** Forgets what was counted under a key. */
export async function forgetAttempts(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute()
}

import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { engineOf, hasTable } from '../database/dialect.ts'
import { immediately } from '../database/transaction.ts'
import { tables } from './001-tables.ts'
import { directoryVersion } from './002-directory-version.ts'
import { sessionsAndSync } from './003-sessions-and-sync.ts'
import { accounts } from './004-accounts.ts'
import { sync } from './005-sync.ts'
import { imports } from './006-imports.ts'
import { lastChange } from './007-last-change.ts'
import { inbox } from './008-inbox.ts'
import { limits } from './009-limits.ts'
import { populations } from './010-populations.ts'
import { sourcesAndCouncils } from './011-sources-and-councils.ts'
import { importReports } from './012-import-reports.ts'
import { noDogs } from './013-no-dogs.ts'
import { placedPoints } from './014-placed-points.ts'
import { outlines } from './015-outlines.ts'
import { requestCounts } from './016-request-counts.ts'
import { sharedWork } from './017-shared-work.ts'
import { clientFiles } from './018-client-files.ts'
import { sharedStorage } from './019-shared-storage.ts'
import { formerPlaces } from './020-former-places.ts'
import { baseline } from './postgres-014-baseline.ts'
import { postgresOutlines } from './postgres-015-outlines.ts'
import { postgresRequestCounts } from './postgres-016-request-counts.ts'
import { postgresSharedWork } from './postgres-017-shared-work.ts'
import { postgresClientFiles } from './postgres-018-client-files.ts'
import { postgresSharedStorage } from './postgres-019-shared-storage.ts'
import { postgresFormerPlaces } from './postgres-020-former-places.ts'
import type { Migration } from './migration.ts'

export const MIGRATIONS: readonly Migration[] = [
  tables,
  directoryVersion,
  sessionsAndSync,
  accounts,
  sync,
  imports,
  lastChange,
  inbox,
  limits,
  populations,
  sourcesAndCouncils,
  importReports,
  noDogs,
  placedPoints,
  outlines,
  requestCounts,
  sharedWork,
  clientFiles,
  sharedStorage,
  formerPlaces,
]

/** The steps of PostgreSQL: one for the first 14 of SQLite, then one for each. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
  baseline,
  postgresOutlines,
  postgresRequestCounts,
  postgresSharedWork,
  postgresClientFiles,
  postgresSharedStorage,
  postgresFormerPlaces,
]

/** The number of the newest schema, of both engines. */
export const NEWEST_SCHEMA = MIGRATIONS.at(-1)!.number

/** The number of the last migration applied to this database; 0 if none, also for a file that is not ours. */
export async function schemaNumber(db: Kysely<Tables>): Promise<number> {
  if (!(await hasTable(db, 'migrations'))) return 0
  const last = await db
    .selectFrom('migrations')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return last?.number ?? 0
}

/**
 * Migrates the database to the newest schema. Each step runs in its own write transaction, which checks again
 * whether another process has applied it meanwhile. A database that is newer than this program is not changed.
 */
export async function migrate(
  db: Kysely<Tables>,
  steps: readonly Migration[] = engineOf(db) === 'sqlite' ? MIGRATIONS : POSTGRES_MIGRATIONS,
): Promise<void> {
  if (engineOf(db) === 'sqlite')
    await sql`create table if not exists migrations (number integer primary key, name text not null, appliedAt text not null) strict`.execute(
      db,
    )
  for (const step of steps) {
    await immediately(db, async (transaction) => {
      if ((await schemaNumber(transaction)) >= step.number) return
      for (const statement of step.statements) await sql.raw(statement).execute(transaction)
      await transaction
        .insertInto('migrations')
        .values({ number: step.number, name: step.name, appliedAt: new Date().toISOString() })
        .execute()
    })
  }
}

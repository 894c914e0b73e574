import { requestCounts } from './016-request-counts.ts'
import type { Migration } from './migration.ts'

/** Unlogged: the counts of a minute need not survive a crash, nor be sent to a standby. */
export const postgresRequestCounts: Migration = {
  ...requestCounts,
  statements: [
    `create unlogged table request_counts (
      key text collate "C" primary key,
      count bigint not null,
      "endsAt" text collate "C" not null
    )`,
    `create index request_counts_by_end on request_counts ("endsAt")`,
  ],
}

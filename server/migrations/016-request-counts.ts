import type { Migration } from './migration.ts'

/**
 * Requests of an address in a period, counted by several servers (server/http/request-counts.ts). Empty on
 * SQLite, where one process counts in memory.
 */
export const requestCounts: Migration = {
  number: 16,
  name: 'request-counts',
  statements: [
    `create table request_counts (
      key text primary key not null,
      count integer not null,
      endsAt text not null
    ) strict`,
    `create index request_counts_by_end on request_counts (endsAt)`,
  ],
}

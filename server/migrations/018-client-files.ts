import type { Migration } from './migration.ts'

/**
 * The code files of the client's builds, so that each of several servers can send those of the others
 * (server/pages/builds.ts). Their names contain a hash of their content. Empty on SQLite.
 */
export const clientFiles: Migration = {
  number: 18,
  name: 'client-files',
  statements: [
    `create table client_files (
      path text primary key not null,
      bytes blob not null,
      usedAt text not null
    ) strict`,
  ],
}

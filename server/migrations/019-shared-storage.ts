import type { Migration } from './migration.ts'

/**
 * With a storage that several servers share (server/storage), it has the files and the database their keys:
 * `import_jobs.fileKey` instead of `file`, and `client_files` without `bytes`. SQLite's `client_files` is always
 * empty.
 */
export const sharedStorage: Migration = {
  number: 19,
  name: 'shared-storage',
  statements: [
    'alter table import_jobs add column fileKey text',
    'drop table client_files',
    `create table client_files (
      path text primary key not null,
      bytes blob,
      usedAt text not null
    ) strict`,
  ],
}

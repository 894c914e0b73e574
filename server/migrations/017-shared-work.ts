import type { Migration } from './migration.ts'

/**
 * Work that one of several servers does at a time. `runners`: which server does a kind of work, and until when
 * unless it extends that. `import_jobs`: imports from the web, with their file on PostgreSQL, so that another
 * server can continue if the first one dies; `request` is JSON (`ImportRequest` of server/import/run.ts).
 */
export const sharedWork: Migration = {
  number: 17,
  name: 'shared-work',
  statements: [
    `create table runners (
      work text primary key not null,
      server text not null,
      until text not null
    ) strict`,
    `create table import_jobs (
      id integer primary key autoincrement,
      state text not null check (state in ('running', 'done', 'failed')),
      request text not null,
      file blob,
      server text not null,
      until text not null,
      attempt integer not null default 1,
      importId integer,
      done integer not null default 0,
      total integer not null default 0,
      reason text,
      createdAt text not null,
      endedAt text
    ) strict`,
    `create index running_import_jobs on import_jobs (until) where state = 'running'`,
  ],
}

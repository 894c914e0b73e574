import type { Migration } from './migration.ts'

/**
 * Keeps only the latest change of each park, which is all that updating a device needs. Changes older than
 * any supported device are deleted; `changesFrom` is the first version since which the rows are complete.
 */
export const lastChange: Migration = {
  number: 7,
  name: 'last-change',
  statements: [
    `create table last_changes (
      parkId integer primary key references parks (id),
      seq integer not null
    ) strict`,
    `insert into last_changes (parkId, seq) select parkId, max(seq) from directory_changes group by parkId`,
    `drop table directory_changes`,
    `alter table last_changes rename to directory_changes`,
    `create index changes_by_version on directory_changes (seq)`,
    `alter table directory_meta add column changesFrom integer not null default 1`,
  ],
}

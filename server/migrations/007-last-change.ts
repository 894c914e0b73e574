import type { Migration } from './migration.ts'

/**
 * Of each park, the version that touched it last: all that bringing a device up to date asks for, and so no more rows than parks. What is older
 * than any device is brought up to date from goes, and `changesFrom` says from which version on the rows tell everything.
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

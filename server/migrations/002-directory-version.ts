import type { Migration } from './migration.ts'

/**
 * The directory's version and history. `directory_meta` has one row, added with the first parks; without it
 * there is no directory yet. `directory_changes`: the parks that each version added, changed or removed, from
 * which devices are updated.
 */
export const directoryVersion: Migration = {
  number: 2,
  name: 'directory-version',
  statements: [
    `create table directory_meta (
      id integer primary key check (id = 1),
      epoch text not null,
      seq integer not null,
      localitiesSeq integer not null
    ) strict`,
    `create table directory_changes (
      seq integer not null,
      parkId integer not null references parks (id),
      kind text not null check (kind in ('upsert', 'remove')),
      successor integer references parks (id),
      primary key (seq, parkId)
    ) strict, without rowid`,
  ],
}

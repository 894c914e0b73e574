import type { Migration } from './migration.ts'

/**
 * About how many people live in a locality, for those that are known. A table of its own, because
 * specification 13.64 lists the columns of `postcodes`. The seed step fills it in.
 */
export const populations: Migration = {
  number: 10,
  name: 'populations',
  statements: [
    `create table populations (
      postcodeId integer primary key references postcodes (id) on delete cascade,
      people integer not null
    ) strict`,
  ],
}

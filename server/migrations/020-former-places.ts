import type { Migration } from './migration.ts'

/**
 * The name and the place that a park had before an administrator corrected them, by which lists may still name it.
 */
export const formerPlaces: Migration = {
  number: 20,
  name: 'former-places',
  statements: [
    `create table former_places (
      parkId integer not null references parks (id) on delete cascade,
      correctedAt text not null,
      name text not null,
      city text not null,
      state text not null,
      latitude real not null,
      longitude real not null,
      accuracy text not null,
      primary key (parkId, correctedAt)
    ) strict, without rowid`,
  ],
}

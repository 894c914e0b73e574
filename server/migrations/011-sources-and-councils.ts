import type { Migration } from './migration.ts'

/**
 * Positions that are neither exact nor the suburb's centre; sources as data; the source of a position; the
 * council area.
 *
 * `sources` is JSON (`Source[]` of data/model/source.ts); null in rows from before, whose sources are read
 * from the text in `source`. `position` is JSON (`PositionSource`). `council` is the code of the council
 * area, '' if it is in none, null until it is determined. `directory_meta.seedVersion`: the seed whose
 * additions the database has.
 */
export const sourcesAndCouncils: Migration = {
  number: 11,
  name: 'sources-and-councils',
  statements: [
    // SQLite cannot change a check constraint, but drops it with its column.
    `alter table parks add column accuracyWithNear text not null default 'exact'
      check (accuracyWithNear in ('exact', 'near', 'suburb'))`,
    `update parks set accuracyWithNear = accuracy`,
    `alter table parks drop column accuracy`,
    `alter table parks rename column accuracyWithNear to accuracy`,
    `alter table parks add column sources text`,
    `alter table parks add column position text`,
    `alter table parks add column council text`,
    `create index parks_by_council on parks (council)`,
    `alter table directory_meta add column seedVersion integer not null default 1`,
  ],
}

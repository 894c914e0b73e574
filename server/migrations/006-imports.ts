import type { Migration } from './migration.ts'

/**
 * The admin log and imports. `admin_acts`: what each administrator did. `imports` and `import_rows`: each
 * import with the rows it added or changed, before and after, so that it can be undone, and the failed rows
 * with the reason. An import is `staging` until the one transaction that adds its rows to the directory.
 * `park_sources`: a park's number in a source's list. `park_pictures`: the source of a park's picture, and
 * whether it has been copied. `park_lookups`: a geocoder's reply for a park, so that it is asked once.
 */
export const imports: Migration = {
  number: 6,
  name: 'imports',
  statements: [
    `create table admin_acts (
      id integer primary key autoincrement,
      userId integer references users (id) on delete set null,
      username text,
      act text not null,
      subject text not null,
      details text not null,
      createdAt text not null
    ) strict`,
    `create index acts_of_user on admin_acts (userId)`,
    `create table imports (
      id integer primary key autoincrement,
      kind text not null check (kind in ('csv', 'excel', 'geojson', 'osm', 'locate')),
      fileName text not null,
      userId integer references users (id) on delete set null,
      state text not null check (state in ('staging', 'done')),
      header text not null,
      total integer not null,
      failed integer not null,
      created integer not null,
      updated integer not null,
      unchanged integer not null,
      merged integer not null,
      unpublished integer not null,
      createdAt text not null,
      undoneAt text,
      undoneBy integer references users (id) on delete set null
    ) strict`,
    `create index imports_of_user on imports (userId)`,
    `create index imports_undone_by on imports (undoneBy)`,
    `create table import_rows (
      importId integer not null references imports (id) on delete cascade,
      row integer not null,
      outcome text not null check (outcome in ('new', 'updated', 'failed')),
      parkId integer references parks (id),
      dataset text,
      sourceId text,
      pictureUrl text,
      before text,
      after text,
      cells text,
      reason text,
      primary key (importId, row)
    ) strict, without rowid`,
    `create index import_rows_of_park on import_rows (parkId)`,
    `create table park_sources (
      dataset text not null,
      sourceId text not null,
      parkId integer not null references parks (id) on delete cascade,
      primary key (dataset, sourceId)
    ) strict, without rowid`,
    `create index sources_of_park on park_sources (parkId)`,
    `create table park_pictures (
      parkId integer primary key references parks (id) on delete cascade,
      importId integer not null references imports (id) on delete cascade,
      url text not null,
      state text not null check (state in ('waiting', 'copied', 'failed')),
      tries integer not null default 0,
      file text,
      reason text
    ) strict`,
    `create index pictures_by_state on park_pictures (state)`,
    `create index pictures_of_import on park_pictures (importId)`,
    `create table park_lookups (
      parkId integer primary key references parks (id) on delete cascade,
      question text not null,
      askedAt text not null,
      service text not null,
      latitude real,
      longitude real,
      label text
    ) strict`,
  ],
}

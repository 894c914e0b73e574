import type { Migration } from './migration.ts'

/**
 * Tables of the sync protocol, and of submissions, messages and reports. `sync_epochs`: a new epoch each time
 * the database was restored to an earlier state, which is detected by `total`, the number of operations
 * received. `sync_people`: the revision of each person's rows. `favourite_adds`: every save of a park, also
 * those that were removed, so that a save that arrives late stays removed. `history_entries`: the operation
 * that each search came with, so that it is added once. `history_clearings`: every clearing, so that an
 * earlier search stays cleared.
 */
export const sync: Migration = {
  number: 5,
  name: 'sync',
  statements: [
    `create table sync_epochs (
      number integer primary key,
      epoch text not null unique,
      total integer not null default 0
    ) strict`,
    `insert into sync_epochs (number, epoch) values (1, lower(hex(randomblob(16))))`,
    `create index devices_by_last_seen on sync_devices (userId, lastSeen)`,
    `create table sync_people (
      userId integer primary key references users (id) on delete cascade,
      revision integer not null default 0
    ) strict`,
    `create table favourite_adds (
      userId integer not null references users (id) on delete cascade,
      parkId integer not null,
      addId text not null,
      undone integer not null check (undone in (0, 1)),
      primary key (userId, parkId, addId)
    ) strict, without rowid`,
    `create index favourite_revisions_in_order on favourite_revisions (userId, revision)`,
    `create table history_clearings (
      userId integer not null references users (id) on delete cascade,
      clearId text not null,
      inForce integer not null check (inForce in (0, 1)),
      primary key (userId, clearId)
    ) strict, without rowid`,
    `create table history_entries (
      userId integer not null references users (id) on delete cascade,
      entryId text not null,
      revision integer not null,
      searchId integer not null references user_search_history (id) on delete cascade,
      primary key (userId, entryId)
    ) strict, without rowid`,
    `create unique index entries_of_search on history_entries (searchId)`,
    `create table park_submissions (
      id integer primary key autoincrement,
      userId integer references users (id) on delete set null,
      parkName text not null,
      address text not null,
      suburb text not null,
      postcode text not null,
      state text not null,
      description text,
      website text,
      openingHours text,
      features text,
      createdAt text not null
    ) strict`,
    `create index submissions_of_user on park_submissions (userId)`,
    `create table contact_messages (
      id integer primary key autoincrement,
      userId integer references users (id) on delete set null,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      createdAt text not null
    ) strict`,
    `create index messages_of_user on contact_messages (userId)`,
    `create table reports (
      id integer primary key autoincrement,
      userId integer references users (id) on delete set null,
      subject text not null check (subject in ('park', 'review')),
      subjectId integer not null,
      message text not null,
      createdAt text not null
    ) strict`,
    `create index reports_of_user on reports (userId)`,
  ],
}

import type { Migration } from './migration.ts'

/**
 * Sessions, stored by a hash of their id so that a copy of the database gives access to none, and the tables
 * of the sync protocol (docs/architecture.md): the last operation of each device, the outcomes it may ask for
 * again, and the revision of each favourite, which is kept after the favourite to tell a late removal from a
 * new one.
 */
export const sessionsAndSync: Migration = {
  number: 3,
  name: 'sessions-and-sync',
  statements: [
    `create table sessions (
      idHash text primary key,
      userId integer references users (id) on delete cascade,
      data text not null,
      createdAt text not null,
      lastSeen text not null,
      expiresAt text not null
    ) strict, without rowid`,
    `create index sessions_of_user on sessions (userId)`,
    `create index sessions_by_expiry on sessions (expiresAt)`,
    `create table sync_devices (
      deviceId text primary key,
      userId integer references users (id) on delete cascade,
      lastSeq integer not null default 0,
      lastSeen text not null
    ) strict, without rowid`,
    `create index devices_of_user on sync_devices (userId)`,
    `create table sync_outcomes (
      deviceId text not null references sync_devices (deviceId) on delete cascade,
      seq integer not null,
      opId text not null unique,
      outcome text not null,
      createdAt text not null,
      primary key (deviceId, seq)
    ) strict, without rowid`,
    `create table favourite_revisions (
      userId integer not null references users (id) on delete cascade,
      parkId integer not null references parks (id) on delete cascade,
      revision integer not null,
      saved integer not null check (saved in (0, 1)),
      primary key (userId, parkId)
    ) strict, without rowid`,
  ],
}

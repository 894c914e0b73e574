import type { Migration } from './migration.ts'

const NOW = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
const FLAG = (name: string, initially: 0 | 1) =>
  `${name} integer not null default ${initially} check (${name} in (0, 1))`

/**
 * The eleven tables of specification 13.60 to 13.70. Instants are ISO 8601 texts in UTC, booleans 0 or 1.
 * `parks` has our own columns after the specified ones. A removed park keeps its row, so that its id is never
 * used again and references to it can be redirected.
 */
export const tables: Migration = {
  number: 1,
  name: 'tables',
  statements: [
    `create table users (
      id integer primary key autoincrement,
      username text collate nocase unique,
      email text collate nocase not null unique,
      password text,
      fullName text,
      createdAt text not null default ${NOW},
      address text,
      resetToken text,
      resetTokenExpiry text,
      ${FLAG('isAdmin', 0)},
      avatarUrl text,
      googleId text unique,
      appleId text unique,
      microsoftId text unique,
      provider text
    ) strict`,
    `create table dogs (
      id integer primary key autoincrement,
      userId integer not null references users (id) on delete cascade,
      name text not null,
      breed text not null,
      createdAt text not null default ${NOW}
    ) strict`,
    `create index dogs_of_user on dogs (userId)`,
    `create table parks (
      id integer primary key autoincrement,
      name text not null check (name <> ''),
      address text not null,
      description text,
      latitude text not null,
      longitude text not null,
      rating text,
      openingHours text,
      imageUrl text,
      distance text,
      features text,
      size text check (size in ('Medium', 'Large', 'Extra Large')),
      city text,
      postal_code text,
      state text check (state in ('NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT')),
      createdAt text not null default ${NOW},
      area text not null default '',
      accuracy text not null default 'exact' check (accuracy in ('exact', 'suburb')),
      access text check (access in ('off_leash', 'off_leash_timed', 'fenced_dog_park', 'dog_park', 'dogs_allowed', 'on_leash')),
      lacks text,
      leashHours text,
      phone text,
      source text not null default '',
      asOf text,
      removedAt text,
      successor integer references parks (id)
    ) strict`,
    `create table user_favorites (
      id integer primary key autoincrement,
      userId integer not null references users (id) on delete cascade,
      parkId integer not null references parks (id) on delete cascade,
      createdAt text not null default ${NOW},
      unique (userId, parkId)
    ) strict`,
    `create index favorites_of_park on user_favorites (parkId)`,
    `create table postcodes (
      id integer primary key autoincrement,
      postcode text not null,
      locality text,
      state text not null,
      region text,
      region4 text,
      longitude real,
      latitude real,
      createdAt text not null default ${NOW}
    ) strict`,
    `create table park_reviews (
      id integer primary key autoincrement,
      parkId integer not null references parks (id) on delete cascade,
      userId integer not null references users (id) on delete cascade,
      rating real not null check (rating between 1 and 5),
      comment text,
      title text,
      visitDate text,
      createdAt text not null default ${NOW},
      updatedAt text not null default ${NOW},
      helpful integer not null default 0,
      reportCount integer not null default 0,
      ${FLAG('isModerated', 0)},
      photoUrls text
    ) strict`,
    `create index reviews_of_park on park_reviews (parkId)`,
    `create index reviews_of_user on park_reviews (userId)`,
    `create table review_helpful_votes (
      id integer primary key autoincrement,
      reviewId integer not null references park_reviews (id) on delete cascade,
      userId integer not null references users (id) on delete cascade,
      ${FLAG('isHelpful', 1)},
      createdAt text not null default ${NOW},
      unique (reviewId, userId)
    ) strict`,
    `create index votes_of_user on review_helpful_votes (userId)`,
    `create table user_analytics (
      id integer primary key autoincrement,
      userId integer not null unique references users (id) on delete cascade,
      parksVisited integer not null default 0,
      totalSearches integer not null default 0,
      favoritesAdded integer not null default 0,
      reviewsWritten integer not null default 0,
      lastActive text,
      createdAt text not null default ${NOW},
      updatedAt text not null default ${NOW}
    ) strict`,
    `create table park_visits (
      id integer primary key autoincrement,
      userId integer references users (id) on delete cascade,
      parkId integer references parks (id) on delete cascade,
      visitDate text not null default ${NOW},
      duration integer check (duration >= 1),
      notes text,
      rating real check (rating between 1 and 5),
      createdAt text not null default ${NOW}
    ) strict`,
    `create index visits_of_user on park_visits (userId)`,
    `create index visits_of_park on park_visits (parkId)`,
    `create table search_analytics (
      id integer primary key autoincrement,
      userId integer references users (id) on delete set null,
      searchTerm text,
      latitude real,
      longitude real,
      features text,
      resultCount integer not null default 0,
      searchDate text not null default ${NOW},
      createdAt text not null default ${NOW}
    ) strict`,
    `create index searches_of_user on search_analytics (userId)`,
    `create table user_search_history (
      id integer primary key autoincrement,
      userId integer not null references users (id) on delete cascade,
      query text not null,
      timestamp text not null default ${NOW},
      resultCount integer,
      cachedResults text
    ) strict`,
    `create index history_of_user on user_search_history (userId, timestamp)`,
  ],
}

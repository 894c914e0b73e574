import type { Migration } from './migration.ts'

/**
 * Tables for signing in, beside `users` (specification 13.60). `sign_in_names`: the names a person can sign
 * in with, folded, so that no two people share one in any case or alphabet. `user_identities`: identities at
 * providers, by issuer and subject, never by e-mail. `sign_in_flows`: sign-ins with a provider that are in
 * progress, for a few minutes, by a hash of their cookie. `attempts`: counted attempts, by a hash of the
 * name, address or session.
 */
export const accounts: Migration = {
  number: 4,
  name: 'accounts',
  statements: [
    `create table sign_in_names (
      name text primary key,
      userId integer not null references users (id) on delete cascade,
      kind text not null check (kind in ('username', 'email')),
      unique (userId, kind)
    ) strict, without rowid`,
    `create table user_identities (
      issuer text not null,
      subject text not null,
      userId integer not null references users (id) on delete cascade,
      provider text not null check (provider in ('google', 'apple', 'microsoft')),
      email text,
      createdAt text not null,
      lastUsed text not null,
      primary key (issuer, subject),
      unique (userId, provider)
    ) strict, without rowid`,
    `create table sign_in_flows (
      tokenHash text primary key,
      provider text not null,
      state text not null,
      nonce text not null,
      verifier text not null,
      returnTo text not null,
      userId integer references users (id) on delete cascade,
      sessionHash text references sessions (idHash) on delete cascade,
      expiresAt text not null
    ) strict, without rowid`,
    `create index flows_by_expiry on sign_in_flows (expiresAt)`,
    `create index flows_of_session on sign_in_flows (sessionHash)`,
    `create index flows_of_user on sign_in_flows (userId)`,
    `create table attempts (
      key text primary key,
      count integer not null,
      endsAt text not null
    ) strict, without rowid`,
    `create index attempts_by_end on attempts (endsAt)`,
  ],
}

import type { ColumnType, Generated } from 'kysely'
import type { Provider } from '../../data/model/account.ts'
import type { ImportTables } from './import-tables.ts'
import type { SyncTables } from './sync-tables.ts'

/** Set by the database if omitted; never changed afterwards. */
type SetOnInsert = ColumnType<string, string | undefined, never>

/**
 * A row of `parks`. Coordinates and rating are texts (specification 13.7 and 13.8); features are canonical
 * ids separated by commas.
 */
export interface ParksTable {
  id: Generated<number>
  name: string
  address: string
  description: string | null
  latitude: string
  longitude: string
  rating: string | null
  openingHours: string | null
  imageUrl: string | null
  features: string | null
  size: string | null
  city: string | null
  postal_code: string | null
  state: string | null
  createdAt: SetOnInsert
  area: string
  accuracy: string
  /** `null`: the rule for dogs is unknown, and the park is not public. */
  access: string | null
  /** 1: dogs are not allowed; see server/migrations/013-no-dogs.ts. */
  noDogs: Generated<number>
  lacks: string | null
  leashHours: string | null
  phone: string | null
  /** The publishers, or the text of a list in rows from before `sources`. */
  source: string
  /** JSON, or null in rows from before: then the sources are read from `source`. */
  sources: string | null
  /** JSON. */
  position: string | null
  /** JSON (`Outline` of data/model/outline.ts). */
  outline: string | null
  /** '' if in no council area, null until it is determined. */
  council: string | null
  asOf: string | null
  /** Set when the park is removed; the row is kept as a tombstone. */
  removedAt: string | null
  successor: number | null
}

interface PostcodesTable {
  id: Generated<number>
  postcode: string
  locality: string | null
  state: string
  region: string | null
  region4: string | null
  longitude: number | null
  latitude: number | null
  createdAt: SetOnInsert
}

/** The populations of localities that are known. */
interface PopulationsTable {
  postcodeId: number
  people: number
}

/** Booleans are 0 or 1, instants ISO 8601 in UTC. */
interface UsersTable {
  id: Generated<number>
  username: string | null
  email: string
  password: string | null
  fullName: string | null
  createdAt: SetOnInsert
  address: string | null
  resetToken: string | null
  resetTokenExpiry: string | null
  isAdmin: Generated<number>
  avatarUrl: string | null
  googleId: string | null
  appleId: string | null
  microsoftId: string | null
  provider: string | null
}

interface DogsTable {
  id: Generated<number>
  userId: number
  name: string
  breed: string
  createdAt: SetOnInsert
}

interface UserAnalyticsTable {
  id: Generated<number>
  userId: number
  parksVisited: Generated<number>
  totalSearches: Generated<number>
  favoritesAdded: Generated<number>
  reviewsWritten: Generated<number>
  lastActive: string | null
  createdAt: SetOnInsert
  updatedAt: Generated<string>
}

interface SessionsTable {
  idHash: string
  userId: number | null
  data: string
  createdAt: string
  lastSeen: string
  expiresAt: string
}

interface SignInNamesTable {
  name: string
  userId: number
  kind: 'username' | 'email'
}

interface UserIdentitiesTable {
  issuer: string
  subject: string
  userId: number
  provider: Provider
  email: string | null
  createdAt: string
  lastUsed: string
}

interface SignInFlowsTable {
  tokenHash: string
  provider: string
  state: string
  nonce: string
  verifier: string
  returnTo: string
  userId: number | null
  sessionHash: string | null
  expiresAt: string
}

/** The tables that queries use; the schema is in server/migrations. */
export interface Tables extends SyncTables, ImportTables {
  migrations: { number: number; name: string; appliedAt: string }
  sqlite_master: { type: string; name: string }
  users: UsersTable
  dogs: DogsTable
  user_analytics: UserAnalyticsTable
  sessions: SessionsTable
  sign_in_names: SignInNamesTable
  user_identities: UserIdentitiesTable
  sign_in_flows: SignInFlowsTable
  attempts: { key: string; count: number; endsAt: string }
  /** `bytes`: `null` if they are in a shared storage. */
  client_files: { path: string; bytes: Buffer | null; usedAt: string }
  runners: { work: string; server: string; until: string }
  request_counts: { key: string; count: number; endsAt: string }
  parks: ParksTable
  postcodes: PostcodesTable
  populations: PopulationsTable
  directory_meta: {
    id: Generated<number>
    epoch: string
    seq: number
    localitiesSeq: number
    /** The seed whose additions the directory has. */
    seedVersion: Generated<number>
    changesFrom: Generated<number>
  }
  directory_changes: { parkId: number; seq: number }
}

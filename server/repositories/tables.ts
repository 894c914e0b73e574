import type { ColumnType, Generated } from 'kysely'

/** Made by the database when it is left out; never changed afterwards. */
type Made = ColumnType<string, string | undefined, never>

/** A row of `parks`. Coordinates and rating are texts (specification, section 3); features are canonical ids separated by commas. */
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
  createdAt: Made
  area: string
  accuracy: string
  /** `null`: the rule for dogs is unknown, and the park is not public. */
  access: string | null
  lacks: string | null
  leashHours: string | null
  phone: string | null
  source: string
  asOf: string | null
  /** Set when the park is gone; the row stays. */
  removedAt: string | null
  successor: number | null
}

export interface PostcodesTable {
  id: Generated<number>
  postcode: string
  locality: string | null
  state: string
  region: string | null
  region4: string | null
  longitude: number | null
  latitude: number | null
  createdAt: Made
}

/** The tables that questions are asked of so far; the schema itself is in server/migrations. */
export interface Tables {
  migrations: { number: number; name: string; appliedAt: string }
  sqlite_master: { type: string; name: string }
  parks: ParksTable
  postcodes: PostcodesTable
  directory_meta: { id: Generated<number>; epoch: string; seq: number; localitiesSeq: number }
  directory_changes: { seq: number; parkId: number; kind: 'upsert' | 'remove'; successor: number | null }
}

import { formerPlaces } from './020-former-places.ts'
import type { Migration } from './migration.ts'

export const postgresFormerPlaces: Migration = {
  ...formerPlaces,
  statements: [
    `create table former_places (
      "parkId" bigint not null references parks (id) on delete cascade,
      "correctedAt" text collate "C" not null,
      name text collate "C" not null,
      city text collate "C" not null,
      state text collate "C" not null,
      latitude double precision not null,
      longitude double precision not null,
      accuracy text collate "C" not null,
      primary key ("parkId", "correctedAt")
    )`,
  ],
}

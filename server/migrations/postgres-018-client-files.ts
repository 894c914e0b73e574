import { clientFiles } from './018-client-files.ts'
import type { Migration } from './migration.ts'

export const postgresClientFiles: Migration = {
  ...clientFiles,
  statements: [
    `create table client_files (
      path text collate "C" primary key,
      bytes bytea not null,
      "usedAt" text collate "C" not null
    )`,
  ],
}

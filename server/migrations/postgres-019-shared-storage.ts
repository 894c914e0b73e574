import { sharedStorage } from './019-shared-storage.ts'
import type { Migration } from './migration.ts'

export const postgresSharedStorage: Migration = {
  ...sharedStorage,
  statements: [
    'alter table import_jobs add column "fileKey" text collate "C"',
    'alter table client_files alter column bytes drop not null',
  ],
}

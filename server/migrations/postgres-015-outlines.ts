import { outlines } from './015-outlines.ts'
import type { Migration } from './migration.ts'

export const postgresOutlines: Migration = {
  ...outlines,
  statements: [`alter table parks add column outline text collate "C"`],
}

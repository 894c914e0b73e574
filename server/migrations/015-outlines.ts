import type { Migration } from './migration.ts'

/** Outlines of parks with their source: JSON (`Outline` of data/model/outline.ts), null for none. */
export const outlines: Migration = {
  number: 15,
  name: 'outlines',
  statements: [`alter table parks add column outline text`],
}

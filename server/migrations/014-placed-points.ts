import type { Migration } from './migration.ts'

/** Points that people place for a park: JSON (`PlacedPoint` of data/model/placed-point.ts), null for none. */
export const placedPoints: Migration = {
  number: 14,
  name: 'placed-points',
  statements: [
    `alter table park_submissions add column point text`,
    `alter table reports add column point text`,
  ],
}

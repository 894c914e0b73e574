import type { Migration } from './migration.ts'

/**
 * `noDogs`: an administrator found that dogs are not allowed. The park keeps no rule, so it is not public,
 * and is not listed among the parks whose rule is unknown. It is not removed: a later import of its list
 * would add it again.
 */
export const noDogs: Migration = {
  number: 13,
  name: 'no-dogs',
  statements: [`alter table parks add column noDogs integer not null default 0 check (noDogs in (0, 1))`],
}

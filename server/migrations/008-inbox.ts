import type { Migration } from './migration.ts'

/** The columns of a decision on an inbox item: who decided, when, and their note. */
const decision = (table: string) => [
  `alter table ${table} add column status text not null default 'new' check (status in ('new', 'accepted', 'rejected'))`,
  `alter table ${table} add column decidedAt text`,
  `alter table ${table} add column decidedBy integer references users (id) on delete set null`,
  `alter table ${table} add column note text not null default ''`,
  `create index ${table}_by_status on ${table} (status, id)`,
  `create index ${table}_decided_by on ${table} (decidedBy)`,
]

/**
 * Adds decisions to submissions, messages and reports, the park created from a submission, the reason of a
 * report, and indexes of searches and visits by day.
 */
export const inbox: Migration = {
  number: 8,
  name: 'inbox',
  statements: [
    ...['park_submissions', 'contact_messages', 'reports'].flatMap(decision),
    `alter table park_submissions add column parkId integer references parks (id) on delete set null`,
    `create index submissions_of_park on park_submissions (parkId)`,
    `alter table reports add column reason text check (reason in ('gone', 'rule-changed', 'wrong-place', 'other'))`,
    `create index searches_by_date on search_analytics (searchDate)`,
    `create index visits_by_date on park_visits (visitDate)`,
  ],
}

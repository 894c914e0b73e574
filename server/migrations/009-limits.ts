import type { Migration } from './migration.ts'

/**
 * Limits for everything that grows. The `revision` of saves and clearings shows which are the oldest, to be
 * deleted first. One review for each person and park: the latest is kept. A person's repeated reports count
 * once. Outcomes no longer repeat the saves of a park. Searches are summed by day: all in `search_days`, and
 * by term, feature and place in the other tables.
 */
export const limits: Migration = {
  number: 9,
  name: 'limits',
  statements: [
    `alter table favourite_adds add column revision integer not null default 0`,
    `create index favourite_adds_by_state on favourite_adds (userId, undone, revision)`,
    `alter table history_clearings add column revision integer not null default 0`,
    `create index clearing_in_force on history_clearings (userId) where inForce = 1`,
    `delete from park_reviews where id not in (select max(id) from park_reviews group by userId, parkId)`,
    `create unique index review_of_person_and_park on park_reviews (userId, parkId)`,
    `create index reports_of_subject on reports (subject, subjectId, userId)`,
    `update park_reviews set reportCount = (
      select count(distinct coalesce(userId, 0)) from reports where subject = 'review' and subjectId = park_reviews.id
    )`,
    `create table account_usage (
      userId integer primary key references users (id) on delete cascade,
      visits integer not null default 0,
      visitNotes integer not null default 0
    ) strict`,
    `insert into account_usage (userId, visits, visitNotes)
      select userId, count(*), coalesce(sum(length(notes)), 0) from park_visits where userId is not null group by userId`,
    `create index outcomes_by_age on sync_outcomes (createdAt)`,
    `update sync_outcomes set outcome = case
      when json_extract(outcome, '$.favourite') is null then json_remove(outcome, '$.opId')
      else json_object('status', 'applied', 'parkId', json_extract(outcome, '$.favourite.parkId')) end`,
    `create table search_days (day text primary key, count integer not null, empty integer not null) strict, without rowid`,
    `create table search_day_terms (
      day text not null, term text not null, count integer not null, primary key (day, term)
    ) strict, without rowid`,
    `create table search_day_features (
      day text not null, feature text not null, count integer not null, primary key (day, feature)
    ) strict, without rowid`,
    `create table search_day_places (
      day text not null, latitude real not null, longitude real not null, count integer not null,
      primary key (day, latitude, longitude)
    ) strict, without rowid`,
  ],
}

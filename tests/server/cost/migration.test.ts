import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, MIGRATIONS } from '../../../server/migrations/index.ts'
import { outcomeForReply, receivedOperations } from '../../../server/repositories/sync.ts'
import type { Tables } from '../../../server/database/tables.ts'

test('migrating a database from before the limits keeps the latest review of each user, visits and outcomes', async () => {
  const database = new Database(':memory:')
  onTestFinished(() => void database.close())
  database.pragma('foreign_keys = ON')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(
    db,
    MIGRATIONS.filter(({ number }) => number < 9),
  )
  const favourite = JSON.stringify({
    opId: 'a',
    status: 'applied',
    favourite: { parkId: 1, revision: 7, adds: ['x', 'y'] },
  })
  database.exec(`
    insert into parks (id, name, address, latitude, longitude) values (1, 'A', 'B', '-33', '151');
    insert into users (id, email) values (1, 'a@example.com'), (2, 'b@example.com');
    insert into park_reviews (id, parkId, userId, rating, comment, reportCount) values
      (1, 1, 1, 2, 'first', 0), (2, 1, 2, 3, 'other', 5), (3, 1, 1, 4, 'second', 0);
    insert into reports (userId, subject, subjectId, message, createdAt) values
      (1, 'review', 2, '', ''), (1, 'review', 2, '', ''), (null, 'review', 2, '', ''), (null, 'review', 2, '', '');
    insert into park_visits (userId, parkId, notes) values (1, 1, 'mud'), (1, 1, null), (null, 1, 'gone');
    insert into sync_devices (deviceId, userId, lastSeq, lastSeen) values ('d', 1, 3, '');
    insert into favourite_adds (userId, parkId, addId, undone) values (1, 1, 'x', 0), (1, 1, 'y', 1);
    insert into favourite_revisions (userId, parkId, revision, saved) values (1, 1, 8, 1);
    insert into sync_outcomes (deviceId, seq, opId, outcome, createdAt) values
      ('d', 1, 'a', '${favourite}', ''),
      ('d', 2, 'b', '{"opId":"b","status":"applied","id":12}', ''),
      ('d', 3, 'c', '{"opId":"c","status":"refused","code":"park-not-found","message":"There is no park 9."}', '')`)
  await migrate(db)
  expect(database.prepare('select id, comment, reportCount from park_reviews order by id').all()).toEqual([
    { id: 2, comment: 'other', reportCount: 2 },
    { id: 3, comment: 'second', reportCount: 0 },
  ])
  expect(database.prepare('select * from account_usage').all()).toEqual([
    { userId: 1, visits: 2, visitNotes: 3 },
  ])
  const outcome = async (opId: string) => {
    const received = (await receivedOperations(db, [opId])).get(opId)
    return received && outcomeForReply(db, opId, received)
  }
  // The outcome of a favourite has its current state.
  expect(await outcome('a')).toEqual({
    opId: 'a',
    status: 'applied',
    favourite: { parkId: 1, revision: 8, adds: ['x'] },
  })
  expect(await outcome('b')).toEqual({ opId: 'b', status: 'applied', id: 12 })
  expect(await outcome('c')).toEqual({
    opId: 'c',
    status: 'refused',
    code: 'park-not-found',
    message: 'There is no park 9.',
  })
})

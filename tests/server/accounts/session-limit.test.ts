import { expect, test } from 'vitest'
import { SESSIONS_KEPT } from '../../../data/model/limits.ts'
import { addSession, sessionsOf } from '../../../server/repositories/sessions.ts'
import { openedStore } from '../harness.ts'
import { openDatabase } from '../sql.ts'
import { emptyServer, member } from './visitors.ts'

test('an account has a limited number of sessions', async () => {
  const { app, path } = await emptyServer()
  const rex = await member(app, { username: 'Rex' })
  const store = openedStore(path)
  const database = openDatabase(path)
  const password = database.prepare('select password from users').pluck().get() as string
  database.close()
  for (let at = 0; at < SESSIONS_KEPT + 5; at += 1)
    await store.write((db) =>
      addSession(db, {
        idHash: String(at).padStart(64, '0'),
        userId: rex.account.id,
        device: 'Firefox on Linux',
        proof: { password },
        now: new Date(Date.now() + 1_000 + at),
      }),
    )
  const kept = await store.read((db) => sessionsOf(db, rex.account.id, new Date()))
  expect(kept).toHaveLength(SESSIONS_KEPT)
  // The latest are kept.
  expect(kept.some(({ idHash }) => idHash.endsWith(String(SESSIONS_KEPT + 4)))).toBe(true)
  expect((await rex.get('/api/user')).statusCode).toBe(401)
})

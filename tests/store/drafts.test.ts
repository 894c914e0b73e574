import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeeper } from '../../client/forms/keeper.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { keepDraft, readDraft } from '../../client/store/drafts.ts'
import { listWaiting, send } from '../../client/store/outbox.ts'
import { enter, leave } from '../../client/store/person.ts'

let database: OffleadDatabase
const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Woof.' }

beforeEach(() => {
  database = createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => database.close())

test('a draft is deleted when its form is queued and kept when queueing fails', async () => {
  await keepDraft(database, 'contact', LETTER)
  await keepDraft(database, 'submission', { parkName: 'Another form' })
  await expect(send(database, 'contact', { ...LETTER, email: 'nobody' })).rejects.toThrow('email')
  expect([await readDraft(database, 'contact'), (await listWaiting(database)).length]).toEqual([LETTER, 0])
  await send(database, 'contact', LETTER)
  expect([await readDraft(database, 'contact'), (await listWaiting(database)).length]).toEqual([undefined, 1])
  expect(await readDraft(database, 'submission')).toEqual({ parkName: 'Another form' })
})

test('a crash between queueing and deleting the draft does neither', async () => {
  await keepDraft(database, 'contact', LETTER)
  const broken = Object.assign(database.meta, {
    delete: () => Promise.reject(new Error('the power is gone')),
  })
  await expect(send(database, 'contact', LETTER)).rejects.toThrow('the power is gone')
  Reflect.deleteProperty(broken, 'delete')
  expect([await readDraft(database, 'contact'), (await listWaiting(database)).length]).toEqual([LETTER, 0])
})

test('a draft is not shown to the next person on the same phone', async () => {
  await enter(database, 1)
  await keepDraft(database, 'contact', LETTER)
  await leave(database, 'keep')
  expect(await readDraft(database, 'contact')).toBeUndefined()
})

test('the draft writer skips outdated values and writes nothing after settling', async () => {
  const written: number[] = []
  const doors: (() => void)[] = []
  const keeper = createKeeper(async (value: number) => {
    await new Promise<void>((open) => doors.push(open))
    written.push(value)
  })
  for (const value of [1, 2, 3]) keeper.keep(value)
  doors[0]!()
  await expect.poll(() => doors.length).toBe(2)
  keeper.keep(4)
  const settled = keeper.settle()
  doors[1]!()
  await settled
  expect(written).toEqual([1, 3])
})

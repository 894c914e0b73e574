import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLatestWriter } from '../../client/features/submissions/latest-writer.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { saveDraft, readDraft } from '../../client/store/drafts.ts'
import { listOutbox, send } from '../../client/store/outbox.ts'
import { signIn, signOut } from '../../client/store/person.ts'

let database: OffleadDatabase
const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Woof.' }

beforeEach(() => {
  database = createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => database.close())

test('a draft is deleted when its form is queued and kept when queueing fails', async () => {
  await saveDraft(database, 'contact', MESSAGE)
  await saveDraft(database, 'submission', { parkName: 'Another form' })
  await expect(send(database, 'contact', { ...MESSAGE, email: 'not an address' })).rejects.toThrow('email')
  expect([await readDraft(database, 'contact'), (await listOutbox(database)).length]).toEqual([MESSAGE, 0])
  await send(database, 'contact', MESSAGE)
  expect([await readDraft(database, 'contact'), (await listOutbox(database)).length]).toEqual([undefined, 1])
  expect(await readDraft(database, 'submission')).toEqual({ parkName: 'Another form' })
})

test('a crash between queueing and deleting the draft does neither', async () => {
  await saveDraft(database, 'contact', MESSAGE)
  const broken = Object.assign(database.meta, {
    delete: () => Promise.reject(new Error('power cut')),
  })
  await expect(send(database, 'contact', MESSAGE)).rejects.toThrow('power cut')
  Reflect.deleteProperty(broken, 'delete')
  expect([await readDraft(database, 'contact'), (await listOutbox(database)).length]).toEqual([MESSAGE, 0])
})

test('a draft is not shown to the next person on the same phone', async () => {
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE)
  await signOut(database, 'keep')
  expect(await readDraft(database, 'contact')).toBeUndefined()
})

test('the draft writer skips outdated values and writes nothing after settling', async () => {
  const written: number[] = []
  const finishWrite: (() => void)[] = []
  const keeper = createLatestWriter(async (value: number) => {
    await new Promise<void>((resolve) => finishWrite.push(resolve))
    written.push(value)
  })
  for (const value of [1, 2, 3]) keeper.keep(value)
  finishWrite[0]!()
  await expect.poll(() => finishWrite.length).toBe(2)
  keeper.keep(4)
  const settled = keeper.settle()
  finishWrite[1]!()
  await settled
  expect(written).toEqual([1, 3])
})

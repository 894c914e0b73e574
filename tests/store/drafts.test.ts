import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLatestWriter } from '../../client/features/submissions/latest-writer.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { retryOperation } from '../../client/store/discard.ts'
import { saveDraft, readDraft } from '../../client/store/drafts.ts'
import { setFavourite } from '../../client/store/favourites.ts'
import { recordSearch } from '../../client/store/history.ts'
import { hasUnsent, listOutbox, refusedChange, saveCorrection, send } from '../../client/store/outbox.ts'
import { countUnsent, hidePersonalData, signIn, signOut } from '../../client/store/person.ts'

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

/** Queues a message that the server then refuses. @returns its id */
async function refusedMessage(): Promise<string> {
  await send(database, 'contact', MESSAGE)
  const [change] = await listOutbox(database)
  await database.outbox.update(change!.opId, {
    state: 'refused',
    reason: { code: 'invalid-operation', message: 'Please enter a valid email' },
  })
  return change!.opId
}
const subjects = async () =>
  (await listOutbox(database)).map(({ state, args }) => [state, (args as typeof MESSAGE).subject])

test('a corrected message replaces the refused one, and the draft of another message is kept', async () => {
  const opId = await refusedMessage()
  const draft = { ...MESSAGE, subject: 'A draft' }
  await saveDraft(database, 'contact', draft)
  await saveCorrection(database, opId, { ...MESSAGE, subject: 'Being corrected' })
  expect(await refusedChange(database, opId)).toMatchObject({
    args: MESSAGE,
    draft: { subject: 'Being corrected' },
    reason: 'Please enter a valid email',
  })
  await send(database, 'contact', { ...MESSAGE, subject: 'Corrected' }, { replaces: opId })
  expect(await subjects()).toEqual([['waiting', 'Corrected']])
  expect(await readDraft(database, 'contact')).toEqual(draft)
  expect(await refusedChange(database, opId)).toBeUndefined()
})

test('an invalid correction leaves the refused message as it is', async () => {
  const opId = await refusedMessage()
  await expect(
    send(database, 'contact', { ...MESSAGE, email: 'still none' }, { replaces: opId }),
  ).rejects.toThrow('email')
  expect(await subjects()).toEqual([['refused', 'Hello']])
})

test('a message that is not refused is neither corrected nor replaced', async () => {
  await send(database, 'contact', MESSAGE)
  const { opId } = (await listOutbox(database))[0]!
  await saveCorrection(database, opId, { ...MESSAGE, subject: 'Too late' })
  expect(await refusedChange(database, opId)).toBeUndefined()
  await send(database, 'contact', { ...MESSAGE, subject: 'Second' }, { replaces: opId })
  expect(await subjects()).toEqual([
    ['waiting', 'Hello'],
    ['waiting', 'Second'],
  ])
})

test('a refused message is corrected and replaced after the session has ended, but not by another account', async () => {
  await signIn(database, 1)
  const opId = await refusedMessage()
  await hidePersonalData(database)
  await signIn(database, 2)
  await saveCorrection(database, opId, { ...MESSAGE, subject: 'Of another account' })
  await send(database, 'contact', { ...MESSAGE, subject: 'Of another account' }, { replaces: opId })
  await hidePersonalData(database)
  await signIn(database, 1)
  expect(await refusedChange(database, opId)).toMatchObject({ args: MESSAGE, draft: undefined })
  // The session ends while the form is open.
  await hidePersonalData(database)
  await saveCorrection(database, opId, { ...MESSAGE, subject: 'Being corrected' })
  await signIn(database, 1)
  expect(await refusedChange(database, opId)).toMatchObject({ draft: { subject: 'Being corrected' } })
  await hidePersonalData(database)
  await send(database, 'contact', { ...MESSAGE, subject: 'Corrected' }, { replaces: opId })
  expect(await database.outbox.get(opId)).toBeUndefined()
})

test('a refused message that is being corrected is not sent again as it was', async () => {
  const opId = await refusedMessage()
  await saveCorrection(database, opId, { ...MESSAGE, subject: 'Being corrected' })
  await retryOperation(database, opId)
  expect(await refusedChange(database, opId)).toMatchObject({ draft: { subject: 'Being corrected' } })
})

test('a search is not listed as an unsent change, but is sent when the page is closed', async () => {
  await signIn(database, 1)
  await recordSearch(database, { query: 'beach' })
  expect([await listOutbox(database), await countUnsent(database)]).toEqual([[], null])
  expect(await hasUnsent(database)).toBe(true)
  await setFavourite(database, 1, true)
  expect([(await listOutbox(database)).length, await countUnsent(database)]).toEqual([
    1,
    { userId: 1, changes: 1, drafts: 0 },
  ])
})

test('a draft is counted before signing out, is not shown to the next person, and is back when its writer returns', async () => {
  await saveDraft(database, 'submission', { parkName: 'Typed before signing in' })
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE)
  expect(await countUnsent(database)).toEqual({ userId: 1, changes: 0, drafts: 2 })
  await signOut(database, 'keep')
  const shown = async () => [
    await readDraft(database, 'contact'),
    await readDraft(database, 'submission'),
    await countUnsent(database),
  ]
  const nothing = [undefined, undefined, null]
  expect(await shown()).toEqual(nothing)
  await signIn(database, 2)
  expect(await shown()).toEqual(nothing)
  await signOut(database, 'keep')
  await signIn(database, 1)
  expect(await shown()).toEqual([
    MESSAGE,
    { parkName: 'Typed before signing in' },
    { userId: 1, changes: 0, drafts: 2 },
  ])
})

const REPORT = { reason: 'gone', message: 'There is a road now.' }

test('each park has a draft of a report, which sending deletes, and which are counted, hidden and discarded like others', async () => {
  const other = { ...REPORT, message: 'Half typed' }
  await saveDraft(database, 'report-7', other)
  await saveDraft(database, 'report-71', REPORT)
  expect([await readDraft(database, 'report-7'), await readDraft(database, 'report-71')]).toEqual([
    other,
    REPORT,
  ])
  await send(database, 'report', { subject: 'park', subjectId: 71, reason: 'gone', message: 'A road' })
  expect(await readDraft(database, 'report-71')).toBeUndefined()
  await signIn(database, 1)
  await saveDraft(database, 'report-71', REPORT)
  // The number of a review may be that of a park.
  await send(database, 'report', { subject: 'review', subjectId: 71, message: 'Rude' })
  expect(await countUnsent(database)).toEqual({ userId: 1, changes: 1, drafts: 2 })
  await signOut(database, 'keep')
  const shown = async () => [await readDraft(database, 'report-7'), await readDraft(database, 'report-71')]
  expect(await shown()).toEqual([undefined, undefined])
  await signIn(database, 2)
  expect([...(await shown()), await countUnsent(database)]).toEqual([undefined, undefined, null])
  await signOut(database, 'discard')
  await signIn(database, 1)
  expect(await shown()).toEqual([other, REPORT])
  await signOut(database, 'discard')
  expect(await database.meta.count()).toBe(0)
})

test('a draft that is discarded when signing out is deleted', async () => {
  await saveDraft(database, 'submission', { parkName: 'Typed before signing in' })
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE)
  await signOut(database, 'discard')
  expect(await database.meta.count()).toBe(0)
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

test('a draft is hidden when the session ends, from the next person too, and is there when its writer returns', async () => {
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE)
  await hidePersonalData(database)
  expect(await readDraft(database, 'contact')).toBeUndefined()
  await signIn(database, 2)
  expect(await readDraft(database, 'contact')).toBeUndefined()
  await saveDraft(database, 'contact', { ...MESSAGE, name: 'Bo' })
  await hidePersonalData(database)
  await signIn(database, 1)
  expect(await readDraft(database, 'contact')).toEqual(MESSAGE)
  await saveDraft(database, 'contact', null)
  expect(await readDraft(database, 'contact')).toBeUndefined()
})

test('what is typed after the session has ended replaces the draft from before when its writer returns', async () => {
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE)
  await hidePersonalData(database)
  const later = { ...MESSAGE, message: 'Typed without the account.' }
  await saveDraft(database, 'contact', later)
  await signIn(database, 1)
  expect(await readDraft(database, 'contact')).toEqual(later)
  await saveDraft(database, 'contact', { ...later, subject: 'Sending' })
  expect(await readDraft(database, 'contact')).toEqual({ ...later, subject: 'Sending' })
})

test('a draft written before signing in is the user’s afterwards', async () => {
  await saveDraft(database, 'contact', MESSAGE)
  await signIn(database, 1)
  expect(await readDraft(database, 'contact')).toEqual(MESSAGE)
  await saveDraft(database, 'contact', { ...MESSAGE, name: 'Ada L.' })
  await hidePersonalData(database)
  expect(await readDraft(database, 'contact')).toBeUndefined()
})

test('text typed under an account stays theirs after the session has ended, and sending it deletes every copy', async () => {
  await signIn(database, 1)
  await saveDraft(database, 'contact', MESSAGE, 1)
  await hidePersonalData(database)
  const later = { ...MESSAGE, message: 'Typed into the open form.' }
  await saveDraft(database, 'contact', later, 1)
  expect(await readDraft(database, 'contact')).toBeUndefined()
  await signIn(database, 2)
  expect(await readDraft(database, 'contact')).toBeUndefined()
  await hidePersonalData(database)
  await signIn(database, 1)
  expect(await readDraft(database, 'contact')).toEqual(later)
  await hidePersonalData(database)
  await send(database, 'contact', later, { owner: 1 })
  await signIn(database, 1)
  expect(await readDraft(database, 'contact')).toBeUndefined()
})

test('text typed under one account is not saved as the draft of another', async () => {
  const own = { ...MESSAGE, name: 'Bo' }
  await signIn(database, 2)
  await saveDraft(database, 'contact', own, 2)
  await saveDraft(database, 'contact', MESSAGE, 1)
  await saveDraft(database, 'contact', null, 1)
  expect(await readDraft(database, 'contact')).toEqual(own)
})

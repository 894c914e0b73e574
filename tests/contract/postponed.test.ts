import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discardOperation } from '../../client/store/discard.ts'
import { SyncRefused } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { listHistory, recordSearch } from '../../client/store/history.ts'
import { listOutbox, send } from '../../client/store/outbox.ts'
import { HOUR } from '../../data/model/constants.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import type { Device } from '../sync/device.ts'
import { startSyncServer } from '../sync/server.ts'
import type { SyncServer } from '../sync/server.ts'
import { deviceOf } from './device-of.ts'
import { submission } from '../support/submission.ts'

const ADA = 1

let server: SyncServer
let requests: SyncRequest[]
/** Kinds of operations that are over their limit on the server. */
let limited: Set<unknown>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-10T09:00:00Z') })
  server = await startSyncServer()
  requests = []
  limited = new Set(['submission'])
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const sendPark = (device: Device, parkName: string) =>
  send(device.database, 'submission', submission(parkName))

/** Refuses as the server does (server/sync/allowances.ts). */
const push: Push = async (request) => {
  requests.push(request)
  const { operations } = request
  if (operations.some(({ kind }) => limited.has(kind)))
    throw operations.length > 1
      ? new SyncRefused(413, 'too-large', 'Send fewer changes at once.')
      : new SyncRefused(429, 'too-many-requests', 'It will be sent later.', HOUR, true)
  return server.pushAs(request.userId)(request)
}
const sentKinds = () => requests.flatMap(({ operations }) => operations.map(({ kind }) => kind))
const parkNames = async () => (await server.rows('park_submissions')).map(({ parkName }) => parkName)
const waiting = async ({ database }: Device) => (await listOutbox(database)).map(({ kind }) => kind)

test('submissions over their limit wait, and all other changes are sent in order', async () => {
  const phone = await deviceOf(ADA)
  await sendPark(phone, 'Quarry Reserve')
  await setFavourite(phone.database, 1, true)
  await sendPark(phone, 'Creek Reserve')
  await setFavourite(phone.database, 2, true)
  await setFavourite(phone.database, 1, false)
  await recordSearch(phone.database, { query: 'fitzroy' })
  expect(await phone.drain(push)).toBe('done')
  expect(await waiting(phone)).toEqual(['submission', 'submission'])
  expect((await listOutbox(phone.database)).map(({ postponedUntil }) => postponedUntil)).toEqual([
    Date.now() + HOUR,
    Date.now() + HOUR,
  ])
  expect(await server.favouritesOf(ADA)).toEqual([2])
  expect(await server.searchesOf(ADA)).toEqual(['fitzroy'])

  // What is changed later does not wait either.
  requests = []
  await setFavourite(phone.database, 3, true)
  await setFavourite(phone.database, 2, false)
  expect(await phone.drain(push)).toBe('done')
  expect(sentKinds()).toEqual(['favourite', 'favourite'])
  expect(await server.favouritesOf(ADA)).toEqual([3])

  vi.setSystemTime(Date.now() + HOUR)
  limited.clear()
  expect(await phone.drain(push)).toBe('done')
  expect(await waiting(phone)).toEqual([])
  expect(await parkNames()).toEqual(['Quarry Reserve', 'Creek Reserve'])
  await setFavourite(phone.database, 4, true)
  expect(await phone.drain(push)).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([3, 4])
  expect(await server.rows('sync_devices')).toHaveLength(1)
})

test('each kind waits for its own limit, and is asked for once until that has passed', async () => {
  const phone = await deviceOf(0)
  limited.add('contact')
  await sendPark(phone, 'Quarry Reserve')
  await send(phone.database, 'contact', {
    name: 'Ann',
    email: 'a@example.com',
    subject: 'Hi',
    message: 'Hello',
  })
  await sendPark(phone, 'Creek Reserve')
  await send(phone.database, 'report', { subject: 'park', subjectId: 1, message: 'The tap is gone' })
  expect(await phone.drain(push)).toBe('done')
  expect((await waiting(phone)).toSorted()).toEqual(['contact', 'submission', 'submission'])
  expect(await server.rows('reports')).toHaveLength(1)
  requests = []
  vi.setSystemTime(Date.now() + HOUR - 1)
  expect(await phone.drain(push)).toBe('done')
  expect(sentKinds()).toEqual([])
  limited.delete('contact')
  vi.setSystemTime(Date.now() + 1)
  expect(await phone.drain(push)).toBe('done')
  expect(await waiting(phone)).toEqual(['submission', 'submission'])
})

test('postponed changes are sent at once if the user asks for it, or if the clock is set back', async () => {
  const phone = await deviceOf(ADA)
  await sendPark(phone, 'Quarry Reserve')
  await phone.drain(push)
  limited.clear()
  expect(await phone.drain(push, { asked: true })).toBe('done')
  expect(await parkNames()).toEqual(['Quarry Reserve'])

  limited.add('submission')
  await sendPark(phone, 'Creek Reserve')
  await phone.drain(push)
  limited.clear()
  vi.setSystemTime(Date.now() - 24 * HOUR)
  await phone.drain(push)
  expect(await parkNames()).toEqual(['Quarry Reserve', 'Creek Reserve'])
})

test('a postponed change can be discarded, and is not sent then', async () => {
  const phone = await deviceOf(ADA)
  await sendPark(phone, 'Quarry Reserve')
  await phone.drain(push)
  const [park] = await listOutbox(phone.database)
  await discardOperation(phone.database, park!.opId)
  await setFavourite(phone.database, 1, true)
  expect(await phone.drain(push)).toBe('done')
  expect(await phone.database.outbox.where('opId').equals(park!.opId).count()).toBe(0)
  expect(await server.favouritesOf(ADA)).toEqual([1])
  expect(await parkNames()).toEqual([])
})

test('changes are applied once although replies are lost while they change places', async () => {
  const phone = await deviceOf(ADA)
  await sendPark(phone, 'Quarry Reserve')
  await setFavourite(phone.database, 1, true)
  limited.clear()
  const losing: Push = async (request) => {
    await push(request)
    throw new TypeError('connection lost')
  }
  await expect(phone.drain(losing)).rejects.toThrow('connection lost')
  // The server has both. Another submission is over the limit.
  limited.add('submission')
  await sendPark(phone, 'Creek Reserve')
  await setFavourite(phone.database, 1, false)
  const knowing: Push = (request) => {
    const [first, ...rest] = request.operations
    const isKnown = (first?.args as { parkName?: string })?.parkName === 'Quarry Reserve'
    return isKnown && rest.length === 0 ? server.pushAs(ADA)(request) : push(request)
  }
  expect(await phone.drain(knowing)).toBe('done')
  await setFavourite(phone.database, 2, true)
  expect(await phone.drain(knowing)).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([2])
  expect(await waiting(phone)).toEqual(['submission'])
  limited.clear()
  vi.setSystemTime(Date.now() + HOUR)
  expect(await phone.drain(push)).toBe('done')
  expect(await parkNames()).toEqual(['Quarry Reserve', 'Creek Reserve'])
})

test('changes from other devices arrive while a submission is sent again after a restore and waits', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  limited.clear()
  await sendPark(phone, 'Quarry Reserve')
  await setFavourite(phone.database, 1, true)
  await phone.drain(push)
  limited.add('submission')
  await server.store.write((db) =>
    db
      .insertInto('sync_epochs')
      .values({ epoch: 'e'.repeat(32), total: 0 })
      .execute(),
  )
  await server.restart()
  await phone.drain(push)
  await setFavourite(tablet.database, 2, true)
  await recordSearch(tablet.database, { query: 'fitzroy' })
  await tablet.drain(push)
  await phone.drain(push)
  expect((await listFavourites(phone.database)).toSorted()).toEqual([1, 2])
  expect(await listHistory(phone.database)).toMatchObject([{ query: 'fitzroy' }])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Push } from '../../client/store/drain.ts'
import {
  addLocalFavouritesToAccount,
  listFavourites,
  listLocalFavourites,
  setFavourite,
} from '../../client/store/favourites.ts'
import { signIn } from '../../client/store/person.ts'
import { deviceOf } from './device-of.ts'
import { startSyncServer } from '../sync/server.ts'
import type { SyncServer } from '../sync/server.ts'

const ADA = 1
let server: SyncServer

beforeEach(async () => {
  server = await startSyncServer()
})
afterEach(() => server.close())

/** A push whose first reply is lost although the server has applied the request. */
function losingFirstReply(push: Push): Push {
  let lost = false
  return async (request) => {
    const reply = await push(request)
    if (lost) return reply
    lost = true
    throw new TypeError('connection lost')
  }
}

test('a favourite sent twice because the first reply was lost is saved once', async () => {
  const phone = await deviceOf(ADA)
  const push = losingFirstReply(server.pushAs(ADA))
  await setFavourite(phone.database, 7, true)
  await expect(phone.drain(push)).rejects.toThrow('connection lost')
  await phone.drain(push)
  expect(await server.favouritesOf(ADA)).toEqual([7])
  expect(await server.rows('favourite_adds')).toHaveLength(1)
})

test('a favourite reaches the person’s other device, and its removal there comes back', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await setFavourite(phone.database, 7, true)
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  expect(await listFavourites(tablet.database)).toEqual([7])
  await setFavourite(tablet.database, 7, false)
  await tablet.drain(server.pushAs(ADA))
  await phone.drain(server.pushAs(ADA))
  expect(await listFavourites(phone.database)).toEqual([])
  expect(await server.favouritesOf(ADA)).toEqual([])
})

test('a removal undoes only the saves it has seen, not one made meanwhile on another device', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await setFavourite(phone.database, 7, true)
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  // Both offline: the tablet removes it, and the phone removes it and saves it again.
  await setFavourite(tablet.database, 7, false)
  await setFavourite(phone.database, 7, false)
  await setFavourite(phone.database, 7, true)
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([7])
  expect(await listFavourites(tablet.database)).toEqual([7])
})

test('favourites saved without an account move to the account once and leave the local list', async () => {
  const phone = await deviceOf(0)
  await setFavourite(phone.database, 3, true, 10)
  await setFavourite(phone.database, 5, true, 20)
  expect(await phone.database.outbox.count()).toBe(0)
  await signIn(phone.database, ADA)
  expect(await listFavourites(phone.database)).toEqual([])
  expect(await listLocalFavourites(phone.database)).toEqual([5, 3])
  expect(await addLocalFavouritesToAccount(phone.database)).toBe(2)
  expect(await listLocalFavourites(phone.database)).toEqual([])
  expect(await listFavourites(phone.database)).toEqual([5, 3])
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([3, 5])
})

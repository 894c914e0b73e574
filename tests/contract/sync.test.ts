import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainOutbox, exclusively, pushOver, SyncRefused } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { clearHistory, listHistory, recordSearch } from '../../client/store/history.ts'
import { discardOperation, retryOperation } from '../../client/store/discard.ts'
import { listOutbox, send } from '../../client/store/outbox.ts'
import { signIn } from '../../client/store/person.ts'
import { DAY, HOUR } from '../../data/model/constants.ts'
import { HISTORY_LENGTH } from '../../data/model/history.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import { deviceOf } from './device-of.ts'
import { submission } from '../support/submission.ts'
import { startSyncServer } from '../sync/server.ts'
import type { SyncServer } from '../sync/server.ts'

const [ADA, BO] = [1, 2]
const TEN_YEARS = 3653 * DAY
const QUARRY = 'Quarry Reserve'

let server: SyncServer
let now: Date

beforeEach(async () => {
  now = new Date('2026-04-10T09:00:00Z')
  server = await startSyncServer(() => now)
})
afterEach(() => server.close())

/** An id of 32 hexadecimal digits made from a text. */
const hex = (text: string) => Buffer.from(text).toString('hex').padEnd(32, '0').slice(0, 32)

/** The first request of a device, built by hand. */
const request = (operations: object[], change: Partial<SyncRequest> = {}): SyncRequest => ({
  protocol: PROTOCOL,
  deviceId: hex('phone'),
  userId: ADA,
  acknowledged: 0,
  cursor: null,
  operations: operations.map((operation, position) => ({
    opId: hex(`op ${position + 1}`),
    deviceId: hex('phone'),
    seq: position + 1,
    userId: ADA,
    kind: 'favourite',
    args: { parkId: 1, saved: true },
    baseRev: [],
    ...operation,
  })),
  ...change,
})

const errorOf = (pushed: Promise<unknown>) =>
  pushed.then(
    () => undefined,
    (error: unknown) => error as SyncRefused,
  )

test('long changes are sent in several requests, which a slow connection sends in time', async () => {
  const phone = await deviceOf(ADA)
  const names = Array.from({ length: 14 }, (_, at) => `Reserve ${at}`)
  for (const name of names)
    await send(phone.database, 'submission', { ...submission(name), description: 'x'.repeat(5_000) })
  const lengths: number[] = []
  const push = server.pushAs(ADA)
  const result = await phone.drain((sent) => {
    lengths.push(JSON.stringify(sent.operations).length)
    return push(sent)
  })
  expect(result).toBe('done')
  expect(lengths).toHaveLength(3)
  expect(Math.max(...lengths)).toBeLessThan(31_000)
  expect((await server.rows('park_submissions')).map(({ parkName }) => parkName)).toEqual(names)
})

test('a request that arrives twice is applied once and gets the same answer', async () => {
  const push = server.pushAs(ADA)
  const repeated = request([{}, { kind: 'visit', args: { parkId: 2, duration: 30 } }])
  const [first, second] = [await push(repeated), await push(repeated)]
  expect(second.outcomes).toEqual(first.outcomes)
  expect(await server.rows('park_visits')).toHaveLength(1)
  expect(await server.rows('user_analytics')).toMatchObject([{ favoritesAdded: 1, parksVisited: 1 }])
})

test('a form that was sent twice is in the inbox once', async () => {
  const phone = await deviceOf(0)
  await send(phone.database, 'submission', submission(QUARRY))
  let requests = 0
  const push: Push = async (request) => {
    const reply = await server.pushAs(0)(request)
    if (++requests < 3) throw new TypeError('connection lost')
    return reply
  }
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(phone.drain(push)).rejects.toThrow('connection lost')
  expect(await phone.drain(push)).toBe('done')
  expect(await server.rows('park_submissions')).toMatchObject([{ parkName: 'Quarry Reserve', userId: null }])
})

test('an operation that arrives before its predecessor is rejected until that one is applied', async () => {
  const push = server.pushAs(ADA)
  const [first, second] = [
    request([{}]),
    request([{ opId: hex('later'), seq: 2, args: { parkId: 2, saved: true } }]),
  ]
  const gap = await errorOf(push(second))
  expect(gap).toMatchObject({ status: 409, code: 'sequence-gap' })
  expect(await server.favouritesOf(ADA)).toEqual([])
  await push(first)
  await push(second)
  expect(await server.favouritesOf(ADA)).toEqual([1, 2])
})

test('a gap in the sequence is answered with the expected sequence number', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/sync',
    headers: { 'x-account': '1' },
    payload: request([{ seq: 4 }]),
  })
  expect(answer.json()).toMatchObject({ code: 'sequence-gap', expected: 1 })
})

test.each([
  ['of an unknown kind', { kind: 'teleport' }],
  ['with invalid arguments', { args: { parkId: 'first', saved: true } }],
  ['with an unknown argument', { args: { parkId: 1, saved: true, isAdmin: true } }],
  ['with an invalid base revision', { baseRev: 'all' }],
  ['for a park that never existed', { args: { parkId: 99_999, saved: true } }],
  ['for a review that does not exist', { kind: 'helpful-vote', args: { reviewId: 5, isHelpful: true } }],
])('an operation %s is refused permanently and does not block the next one', async (_what, faulty) => {
  const reply = await server.pushAs(ADA)(request([faulty, { args: { parkId: 2, saved: true } }]))
  expect(reply.outcomes.map(({ status }) => status)).toEqual(['refused', 'applied'])
  expect(await server.favouritesOf(ADA)).toEqual([2])
})

test('an operation that fails on the server is refused, leaves no effect and does not block the next one', async () => {
  await server.store.write((db) => db.schema.alterTable('park_visits').renameTo('missing').execute())
  const reply = await server.pushAs(ADA)(
    request([{ kind: 'visit', args: { parkId: 1 } }, { args: { parkId: 2, saved: true } }]),
  )
  expect(reply.outcomes).toMatchObject([{ status: 'refused', code: 'failed' }, { status: 'applied' }])
  expect(server.failures).toHaveLength(1)
})

test('an outbox row that the device can no longer read is sent as a placeholder and shown as refused', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await setFavourite(phone.database, 2, true)
  const [damaged] = await phone.database.outbox.orderBy('[userId+state+seq]').toArray()
  await phone.database.outbox.put({ ...damaged!, args: 'corrupt' })
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([2])
  expect(await listOutbox(phone.database)).toMatchObject([
    { state: 'refused', kind: 'favourite', reason: 'This change can no longer be read on this device.' },
  ])
})

test('a request the server cannot read is split, and only the faulty operation is refused', async () => {
  const phone = await deviceOf(ADA)
  for (const park of [1, 2, 3]) await setFavourite(phone.database, park, true)
  const push: Push = async (request) => {
    const isFaulty = request.operations.some(
      ({ kind, args }) => kind === 'favourite' && (args as { parkId: number }).parkId === 2,
    )
    if (isFaulty) throw new SyncRefused(413, 'too-large', 'What was sent is larger than this takes.')
    return server.pushAs(ADA)(request)
  }
  expect(await phone.drain(push)).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([1, 3])
  expect(await listFavourites(phone.database)).toEqual(expect.not.arrayContaining([2]))
  expect(await listOutbox(phone.database)).toMatchObject([
    { state: 'refused', reason: 'What was sent is larger than this takes.' },
  ])
})

test('a refused change can be retried once the reason is gone', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 13, true)
  await phone.drain(server.pushAs(ADA))
  expect(await listFavourites(phone.database)).toEqual([])
  const [refused] = await listOutbox(phone.database)
  expect(refused).toMatchObject({ state: 'refused', reason: 'There is no park 13.' })
  await server.store.write((db) =>
    db
      .insertInto('parks')
      .values({
        id: 13,
        name: 'New',
        address: '',
        latitude: '0',
        longitude: '0',
        area: '',
        accuracy: 'exact',
        source: '',
      })
      .execute(),
  )
  await retryOperation(phone.database, refused!.opId)
  expect(await listFavourites(phone.database)).toEqual([13])
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([13])
  expect(await listOutbox(phone.database)).toEqual([])
})

test('a change discarded before it was sent has no effect', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await setFavourite(phone.database, 2, true)
  await recordSearch(phone.database, { query: 'secret' })
  for (const { opId, kind, args } of await phone.database.outbox.toArray()) {
    if (kind === 'history' || (args as { parkId: number }).parkId === 1)
      await discardOperation(phone.database, opId)
  }
  expect(await listFavourites(phone.database)).toEqual([2])
  expect(await listHistory(phone.database)).toEqual([])
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([2])
  expect(await server.searchesOf(ADA)).toEqual([])
  expect(await phone.database.outbox.count()).toBe(1)
})

test('a change discarded after the server applied it comes back', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await errorOf(
    phone.drain(async (request) => {
      await server.pushAs(ADA)(request)
      throw new TypeError('connection lost')
    }),
  )
  await discardOperation(phone.database, (await listOutbox(phone.database))[0]!.opId)
  expect(await listFavourites(phone.database)).toEqual([])
  await phone.drain(server.pushAs(ADA))
  expect(await listFavourites(phone.database)).toEqual([1])
})

test.each([
  ['behind', -TEN_YEARS],
  ['ahead', TEN_YEARS],
])('a clock that is ten years %s does not affect the result', async (_where, error) => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  const deviceTime = now.getTime() + error
  await setFavourite(phone.database, 1, true, deviceTime)
  await recordSearch(phone.database, { query: 'beach' }, deviceTime)
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  await setFavourite(tablet.database, 1, false, now.getTime())
  await tablet.drain(server.pushAs(ADA))
  await phone.drain(server.pushAs(ADA))
  expect(await listFavourites(phone.database)).toEqual([])
  expect(await listHistory(tablet.database)).toEqual([{ query: 'beach', timestamp: now.getTime() }])
  // Acknowledged rows are retained for a server restore by the server's clock.
  expect(await phone.database.outbox.filter(({ state }) => state === 'acknowledged').count()).toBe(2)
})

test('after the server is restored to yesterday’s backup, the devices send again what it lost', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await setFavourite(phone.database, 1, true)
  await phone.drain(server.pushAs(ADA))
  const yesterday = await server.store.image()
  await setFavourite(phone.database, 2, true)
  await setFavourite(phone.database, 1, false)
  await recordSearch(phone.database, { query: 'beach' })
  await send(phone.database, 'visit', { parkId: 3 })
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  const { epoch } = (await server.pushAs(ADA)(request([]))) as { epoch: string }
  await server.store.restore(yesterday)
  expect(await server.favouritesOf(ADA)).toEqual([1])
  await tablet.drain(server.pushAs(ADA))
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([2])
  expect(await server.searchesOf(ADA)).toEqual(['beach'])
  expect(await server.rows('park_visits')).toHaveLength(1)
  for (const { database } of [phone, tablet]) expect(await listFavourites(database)).toEqual([2])
  expect((await server.pushAs(ADA)(request([]))).epoch).not.toBe(epoch)
})

test('a favourite whose device is lost survives a server restore through another device of the account', async () => {
  const [lost, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  const yesterday = await server.store.image()
  await setFavourite(lost.database, 4, true)
  await lost.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  await server.store.restore(yesterday)
  await server.restart()
  await tablet.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([4])
})

test('no favourite disappears from the screen while changes are sent again to a restored server', async () => {
  const phone = await deviceOf(ADA)
  const yesterday = await server.store.image()
  await phone.database.transaction('rw', phone.database.tables, async () => {
    for (let tap = 0; tap < 360; tap++)
      await setFavourite(phone.database, 1 + (tap % 12), Math.floor(tap / 12) % 2 === 1 || tap < 12)
    for (let park = 1; park <= 12; park++) await setFavourite(phone.database, park, true)
  })
  await phone.drain(server.pushAs(ADA))
  await server.store.restore(yesterday)
  let requests = 0
  const seen: number[] = []
  await phone.drain(async (request) => {
    requests++
    seen.push((await listFavourites(phone.database)).length)
    return server.pushAs(ADA)(request)
  })
  expect(requests).toBeGreaterThan(3)
  expect(new Set(seen)).toEqual(new Set([12]))
  expect(await server.favouritesOf(ADA)).toHaveLength(12)
})

test('a copied device continues under a device id of its own, and neither loses a change', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await phone.drain(server.pushAs(ADA))
  await setFavourite(phone.database, 2, true)
  const copy = await deviceOf(ADA)
  await copy.restore(await phone.image())
  await setFavourite(phone.database, 3, true)
  await setFavourite(copy.database, 4, true)
  await phone.drain(server.pushAs(ADA))
  await copy.drain(server.pushAs(ADA))
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([1, 2, 3, 4])
  expect(await listFavourites(phone.database)).toHaveLength(4)
  expect(await listFavourites(copy.database)).toHaveLength(4)
  expect(await server.rows('favourite_adds')).toHaveLength(4)
})

test('a user’s changes are sent although those made without an account are refused for now', async () => {
  const phone = await deviceOf(0)
  await send(phone.database, 'submission', submission(QUARRY))
  await signIn(phone.database, ADA)
  await setFavourite(phone.database, 1, true)
  let paused = false
  // As the gate does, it makes no call after a failure.
  const push: Push = async (request) => {
    if (paused) throw new Error('paused')
    if (request.userId === ADA) return server.pushAs(ADA)(request)
    paused = true
    throw new SyncRefused(429, 'too-many-requests', 'Too many requests')
  }
  expect(await errorOf(phone.drain(push))).toMatchObject({ status: 429 })
  expect(await server.favouritesOf(ADA)).toEqual([1])
})

test('with locks, tabs send one after another', async () => {
  const phone = await deviceOf(ADA)
  const tabs = [phone.tab(), phone.tab()]
  await setFavourite(phone.database, 1, true)
  let [running, mostAtOnce] = [0, 0]
  const push: Push = async (request) => {
    mostAtOnce = Math.max(mostAtOnce, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    return server.pushAs(ADA)(request)
  }
  await Promise.all(tabs.map((database) => drainOutbox({ database, push, exclusively })))
  expect(mostAtOnce).toBe(1)
  expect(await server.favouritesOf(ADA)).toEqual([1])
  for (const tab of tabs) tab.close()
})

test('a phone unused for over a year starts a new stream, loses nothing and sends no form again', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await send(phone.database, 'submission', submission(QUARRY))
  await phone.drain(server.pushAs(ADA))
  now = new Date(now.getTime() + 500 * DAY)
  // A new device makes the server delete expired ones.
  const tablet = await deviceOf(ADA)
  await setFavourite(tablet.database, 2, true)
  await tablet.drain(server.pushAs(ADA))
  expect(await server.rows('sync_devices')).toHaveLength(1)
  await setFavourite(phone.database, 3, true)
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([1, 2, 3])
  expect(await listFavourites(phone.database)).toHaveLength(3)
  expect(await server.rows('park_submissions')).toHaveLength(1)
})

test('a session that ends while a device asks a restored server for its time pauses the outbox', async () => {
  const phone = await deviceOf(ADA)
  const backup = await server.store.image()
  await setFavourite(phone.database, 1, true)
  await phone.drain(server.pushAs(ADA))
  await server.store.restore(backup)
  let requests = 0
  expect(await phone.drain((request) => server.pushAs(++requests === 1 ? ADA : 0)(request))).toBe(
    'signed-out',
  )
  await signIn(phone.database, ADA)
  expect(await phone.drain(server.pushAs(ADA))).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([1])
  // A server that knows no device at all is asked once.
  requests = 0
  const gap = await errorOf(
    phone.drain(async () => {
      requests++
      throw new SyncRefused(409, 'sequence-gap', 'Operation 1 of this device is missing.')
    }),
  )
  expect([gap?.code, requests]).toEqual(['sequence-gap', 2])
})

test.each([
  [29, 2],
  [31, 0],
])('a restored server gets back what it acknowledged %d days before: %d visits', async (days, visits) => {
  const phone = await deviceOf(ADA)
  await send(phone.database, 'visit', { parkId: 1 })
  await phone.drain(server.pushAs(ADA))
  const backup = await server.store.image()
  await send(phone.database, 'visit', { parkId: 2 })
  await send(phone.database, 'visit', { parkId: 3 })
  await phone.drain(server.pushAs(ADA))
  await server.store.restore(backup)
  now = new Date(now.getTime() + days * DAY)
  await phone.drain(server.pushAs(ADA))
  expect(await server.rows('park_visits')).toHaveLength(1 + visits)
})

test('five tabs sending at once without locks deliver everything once', async () => {
  const phone = await deviceOf(ADA)
  const tabs = Array.from({ length: 5 }, () => phone.tab())
  await Promise.all(tabs.map((tab, position) => setFavourite(tab, position + 1, true)))
  await send(phone.database, 'visit', { parkId: 1 })
  const slow: Push = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    const reply = await server.pushAs(ADA)(request)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    return reply
  }
  expect(await Promise.all(tabs.map((tab) => phone.drain(slow, { database: tab })))).toEqual(
    Array(5).fill('done'),
  )
  expect(await server.favouritesOf(ADA)).toEqual([1, 2, 3, 4, 5])
  expect(await server.rows('park_visits')).toHaveLength(1)
  expect(await server.rows('sync_outcomes')).toHaveLength(6)
  for (const tab of tabs) tab.close()
})

test('changes of another person are not applied and stay on the device', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  // The session of this browser now belongs to another person.
  expect(await phone.drain(server.pushAs(BO))).toBe('other-user')
  expect(await server.favouritesOf(BO)).toEqual([])
  await signIn(phone.database, BO)
  expect(await listFavourites(phone.database)).toEqual([])
  expect(await listOutbox(phone.database)).toEqual([])
  await phone.drain(server.pushAs(BO))
  expect(await server.favouritesOf(BO)).toEqual([])
  await signIn(phone.database, ADA)
  expect(await listFavourites(phone.database)).toEqual([1])
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([1])
})

test('an operation that names another person is refused whatever the envelope says', async () => {
  const reply = await server.pushAs(ADA)(request([{ userId: BO }]))
  expect(reply.outcomes).toMatchObject([{ status: 'refused', code: 'not-allowed' }])
  expect(await server.favouritesOf(BO)).toEqual([])
})

test('a device id of another person is rejected as cloned', async () => {
  await server.pushAs(ADA)(request([{}]))
  const error = await errorOf(server.pushAs(BO)(request([{ opId: hex('mine'), userId: BO }], { userId: BO })))
  expect(error).toMatchObject({ status: 409, code: 'device-cloned' })
})

test('an operation id used by another person is refused without revealing that operation', async () => {
  await server.pushAs(ADA)(request([{}]))
  const deviceId = hex('other phone')
  const reply = await server.pushAs(BO)(request([{ deviceId, userId: BO }], { deviceId, userId: BO }))
  expect(reply.outcomes).toEqual([
    { opId: hex('op 1'), status: 'refused', code: 'invalid-operation', message: 'This id is taken.' },
  ])
})

test('a session that ends during sending pauses the outbox and loses nothing', async () => {
  const phone = await deviceOf(ADA)
  for (let tap = 0; tap < 90; tap++)
    await setFavourite(phone.database, 1 + (tap % 3), Math.floor(tap / 3) % 2 === 0)
  let requests = 0
  const endingSession: Push = (request) => server.pushAs(++requests === 2 ? 0 : ADA)(request)
  expect(await phone.drain(endingSession)).toBe('signed-out')
  // Nothing is sent until the person signs in.
  expect(await phone.drain(endingSession)).toBe('signed-out')
  expect(requests).toBe(2)
  await setFavourite(phone.database, 9, true)
  expect(await listFavourites(phone.database)).toContain(9)
  await signIn(phone.database, ADA)
  expect(await phone.drain(server.pushAs(ADA))).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([9])
})

test('without an account private operations are refused', async () => {
  const anonymous = request(
    [
      { kind: 'favourite' },
      { kind: 'history', args: { query: 'x', at: 1, resultCount: null } },
      { kind: 'visit', args: { parkId: 1 } },
      { kind: 'contact', args: { name: 'Ann', email: 'ann@example.com', subject: 'Hi', message: 'Hello' } },
    ],
    { userId: 0 },
  )
  anonymous.operations = anonymous.operations.map((operation) => ({ ...operation, userId: 0 }))
  const reply = await server.pushAs(0)(anonymous)
  expect(
    reply.outcomes.map((outcome) => (outcome.status === 'refused' ? outcome.code : outcome.status)),
  ).toEqual(['not-allowed', 'not-allowed', 'not-allowed', 'applied'])
  expect(reply.changes).toBeNull()
})

test('a form from a bot that fills in every field is answered like any other and discarded', async () => {
  const phone = await deviceOf(0)
  await send(phone.database, 'submission', { ...submission('Cheap watches'), fax: '555' })
  await send(phone.database, 'submission', submission(QUARRY))
  await phone.drain(server.pushAs(0))
  expect(await server.rows('park_submissions')).toMatchObject([{ parkName: 'Quarry Reserve' }])
  expect(await listOutbox(phone.database)).toEqual([])
})

test('of more searches than are kept, the server and every device keep the latest made, not the latest sent', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await recordSearch(phone.database, { query: 'made first, sent last' }, now.getTime() - DAY)
  for (let minute = 1; minute <= HISTORY_LENGTH; minute += 1)
    await recordSearch(tablet.database, { query: `search ${minute}` }, now.getTime() - DAY + minute * 60_000)
  for (const device of [tablet, phone, tablet]) await device.drain(server.pushAs(ADA))
  const expected = Array.from({ length: HISTORY_LENGTH }, (_, at) => `search ${at + 1}`)
  expect(await server.searchesOf(ADA)).toEqual(expected)
  for (const { database } of [phone, tablet])
    expect((await listHistory(database)).map(({ query }) => query).reverse()).toEqual(expected)
})

test('a search that is repeated does not remove others, on the server and every device', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await recordSearch(phone.database, { query: 'Bondi' }, now.getTime() - DAY)
  for (let minute = 1; minute <= HISTORY_LENGTH; minute += 1)
    await recordSearch(
      (minute % 2 === 0 ? phone : tablet).database,
      { query: minute % 3 === 0 ? 'Near me' : 'near me' },
      now.getTime() - HOUR + minute * 60_000,
    )
  for (const device of [tablet, phone, tablet]) await device.drain(server.pushAs(ADA))
  expect(await server.searchesOf(ADA)).toEqual(['Bondi', 'near me'])
  for (const { database } of [phone, tablet])
    expect(await database.history.orderBy('id').toArray()).toMatchObject([
      { query: 'Bondi' },
      { query: 'near me', timestamp: now.getTime() - HOUR + HISTORY_LENGTH * 60_000 },
    ])
})

test('cleared searches stay cleared when a device unaware of it sends late', async () => {
  const [phone, tablet] = [await deviceOf(ADA), await deviceOf(ADA)]
  await recordSearch(phone.database, { query: 'old' })
  await phone.drain(server.pushAs(ADA))
  await recordSearch(tablet.database, { query: 'made without signal' })
  await clearHistory(phone.database)
  await recordSearch(phone.database, { query: 'new' })
  await phone.drain(server.pushAs(ADA))
  await tablet.drain(server.pushAs(ADA))
  await phone.drain(server.pushAs(ADA))
  expect(await server.searchesOf(ADA)).toEqual(['new'])
  for (const { database } of [phone, tablet])
    expect((await listHistory(database)).map(({ query }) => query)).toEqual(['new'])
})

test('searches cleared before they were sent are never sent', async () => {
  const phone = await deviceOf(ADA)
  await recordSearch(phone.database, { query: 'secret' })
  await clearHistory(phone.database)
  const sent: unknown[] = []
  await phone.drain((request) => {
    sent.push(...request.operations)
    return server.pushAs(ADA)(request)
  })
  expect(JSON.stringify(sent)).not.toContain('secret')
  expect(sent).toHaveLength(2)
})

test('a clearing discarded before it was sent has no effect', async () => {
  const phone = await deviceOf(ADA)
  await recordSearch(phone.database, { query: 'old' })
  await phone.drain(server.pushAs(ADA))
  await clearHistory(phone.database)
  await recordSearch(phone.database, { query: 'new' })
  const clearing = (await listOutbox(phone.database)).find(({ kind }) => kind === 'history-clear')
  await discardOperation(phone.database, clearing!.opId)
  await phone.drain(server.pushAs(ADA))
  expect(await server.searchesOf(ADA)).toEqual(['old', 'new'])
  expect((await listHistory(phone.database)).map(({ query }) => query).sort()).toEqual(['new', 'old'])
})

test('changes wait without loss for a server with another protocol version', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  const push: Push = (request) => server.pushAs(ADA)({ ...request, protocol: PROTOCOL + 1 })
  expect(await phone.drain(push)).toBe('update')
  expect(await listFavourites(phone.database)).toEqual([1])
  expect(await listOutbox(phone.database)).toMatchObject([{ state: 'waiting' }])
})

test('a phone with the previous protocol version is accepted and answered in its own version', async () => {
  const reply = await server.pushAs(ADA)(
    request([{ kind: 'report', args: { subject: 'park', subjectId: 1, message: 'The gate is gone.' } }], {
      protocol: 1,
    }),
  )
  expect(reply).toMatchObject({ protocol: 1, outcomes: [{ status: 'applied' }] })
  expect(await server.pushAs(ADA)(request([], { protocol: PROTOCOL, acknowledged: 1 }))).toMatchObject({
    protocol: PROTOCOL,
  })
})

test('a reply lists the clearings received since the cursor, but not to an app from before this', async () => {
  const [first, second] = [hex('op 1'), hex('op 2')]
  const clear = (opId: string) => ({ kind: 'history-clear', args: {}, opId })
  const { changes } = await server.pushAs(ADA)(request([clear(first)]))
  expect(changes!.history).toEqual({ clear: first, clearings: [first], entries: [] })
  await server.pushAs(ADA)(request([{ ...clear(second), seq: 2 }], { acknowledged: 1 }))
  const historyIn = async (change: Partial<SyncRequest>) =>
    (await server.pushAs(ADA)(request([], { acknowledged: 2, ...change }))).changes!.history
  expect(await historyIn({})).toEqual({ clear: second, clearings: [first, second], entries: [] })
  expect(await historyIn({ cursor: changes!.cursor })).toMatchObject({ clearings: [second] })
  expect(await historyIn({ protocol: 4 })).toEqual({ clear: second, entries: [] })
})

test('a foreign response in place of the server’s acknowledges nothing', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  const answers = [
    [() => new Response('<h1>Welcome to the hotel</h1>'), 'Unexpected token'],
    [() => Response.json({ ok: true }), 'invalid_type'],
    [() => new Response('', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway'],
  ] as const
  for (const [answer, message] of answers) {
    await expect(phone.drain(pushOver(async () => answer()))).rejects.toThrow(message)
    expect(await listOutbox(phone.database)).toMatchObject([{ state: 'waiting' }])
  }
})

test('a database failure during a request leaves no part of it applied', async () => {
  const phone = await deviceOf(ADA)
  for (const park of [1, 2, 3]) await setFavourite(phone.database, park, true)
  for (let statement = 0; statement < 40; statement++) {
    server.store.failAt = statement
    const failed = await errorOf(phone.drain(server.pushAs(ADA)))
    server.store.failAt = undefined
    if (failed === undefined) break
    expect(failed).toMatchObject({ status: 503, code: 'database-unavailable', retryAfter: 1000 })
    expect(await server.rows('sync_outcomes')).toEqual([])
    expect(await server.rows('favourite_adds')).toEqual([])
  }
  await phone.drain(server.pushAs(ADA))
  expect(await server.favouritesOf(ADA)).toEqual([1, 2, 3])
})

test('each action is counted once', async () => {
  const phone = await deviceOf(ADA)
  await setFavourite(phone.database, 1, true)
  await setFavourite(phone.database, 1, false)
  await setFavourite(phone.database, 1, true)
  await send(phone.database, 'visit', { parkId: 1 })
  await send(phone.database, 'visit', { parkId: 1, duration: 20, rating: 4.5 })
  await send(phone.database, 'visit', { parkId: 2 })
  await send(phone.database, 'review', { parkId: 1, rating: 5, comment: 'Shade and water' })
  await recordSearch(phone.database, { query: 'beach' })
  await phone.drain(server.pushAs(ADA))
  expect(await server.rows('user_analytics')).toMatchObject([
    {
      userId: ADA,
      favoritesAdded: 2,
      parksVisited: 2,
      reviewsWritten: 1,
      totalSearches: 1,
      lastActive: now.toISOString(),
    },
  ])
})

test('a search is counted without a person and with its position rounded to a tenth of a degree', async () => {
  const phone = await deviceOf(0)
  await send(phone.database, 'search-event', {
    term: ' Bondi ',
    features: ['fenced'],
    resultCount: 3,
    latitude: -33.891234,
    longitude: 151.276543,
    at: now.getTime(),
  })
  await phone.drain(server.pushAs(0))
  expect(await server.rows('search_analytics')).toMatchObject([
    {
      userId: null,
      searchTerm: 'bondi',
      features: 'fenced',
      resultCount: 3,
      latitude: -33.9,
      longitude: 151.3,
    },
  ])
  expect(await phone.database.outbox.count()).toBe(0)
})

test('a person has one vote on a review, the latest', async () => {
  const push = server.pushAs(ADA)
  const review = await push(
    request([{ kind: 'review', args: { parkId: 1, rating: 4, comment: 'Good fence' } }]),
  )
  const reviewId = (review.outcomes[0] as { id: number }).id
  for (const [position, isHelpful] of [true, true, false, true].entries()) {
    await push(
      request([
        {
          opId: hex(`vote ${position}`),
          seq: position + 2,
          kind: 'helpful-vote',
          args: { reviewId, isHelpful },
        },
      ]),
    )
  }
  expect(await server.rows('review_helpful_votes')).toMatchObject([{ reviewId, userId: ADA, isHelpful: 1 }])
  expect(await server.rows('park_reviews')).toMatchObject([{ helpful: 1, reportCount: 0, isModerated: 0 }])
})

import { expect, test } from 'vitest'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { listHistory, recordSearch } from '../../client/store/history.ts'
import { listOutbox } from '../../client/store/outbox.ts'
import { signIn } from '../../client/store/person.ts'
import { Device } from '../sync/device.ts'
import { startSyncServer } from '../sync/server.ts'

const ADA = 1
const OPERATION_COUNT = 600

test('600 changes made offline all arrive once and in order', async () => {
  const server = await startSyncServer()
  const phone = new Device()
  const { database } = phone
  await signIn(database, ADA)
  await recordSearch(database, { query: 'first' })
  // Rows as the app queues them. Queueing each one separately would be slow in fake-indexeddb.
  const [first] = await database.outbox.toArray()
  const visits = Array.from({ length: OPERATION_COUNT - 4 }, (_, position) => ({
    ...first!,
    opId: position.toString(16).padStart(32, '0'),
    seq: position + 2,
    kind: 'visit' as const,
    args: { parkId: 1 + (position % 12), duration: position + 1 },
  }))
  await database.outbox.bulkAdd(visits)
  await database.streams.update(ADA, { nextSeq: visits.length + 2 })
  await setFavourite(database, 7, true)
  await setFavourite(database, 8, true)
  await setFavourite(database, 7, false)
  // All but the search.
  expect(await listOutbox(database)).toHaveLength(OPERATION_COUNT - 1)

  const start = performance.now()
  expect(await phone.drain(server.pushAs(ADA))).toBe('done')
  console.log(
    `${OPERATION_COUNT} operations sent and settled in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )

  expect(await listOutbox(database)).toEqual([])
  const durations = (await server.rows('park_visits')).map(({ duration }) => duration)
  expect(durations).toEqual(Array.from({ length: OPERATION_COUNT - 4 }, (_, position) => position + 1))
  expect(await server.favouritesOf(ADA)).toEqual([8])
  expect(await listFavourites(database)).toEqual([8])
  expect(await listHistory(database)).toMatchObject([{ query: 'first' }])
  database.close()
  await server.close()
})

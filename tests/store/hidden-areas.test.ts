import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as downloads from '../../client/features/offline-areas/downloads.ts'
import { saveArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { hidePersonalData, signIn } from '../../client/store/person.ts'
import { READY_AREA } from '../support/area-row.ts'

beforeAll(() => void vi.stubGlobal('addEventListener', () => undefined))
afterAll(() => vi.unstubAllGlobals())

test('the area of a person’s favourites is not shown to others after the session has ended', async () => {
  const database = createDatabase(() => undefined)
  const area = { ...READY_AREA, circles: [{ latitude: -33.9, longitude: 151.2, radius: 1_000 }] }
  const shown = async () => (await downloads.listAreas()).map(({ id }) => id)
  let live: string[] = []
  const watched = liveQuery(async () => downloads.listAreas()).subscribe((list) => {
    live = list.map(({ id }) => id).toSorted()
  })
  await signIn(database, 1)
  await saveArea(database, { ...area, id: 'favourites', owner: 1 })
  await saveArea(database, { ...area, id: 'without an account', owner: 0 })
  await saveArea(database, { ...area, id: 'suburb' })
  expect((await shown()).toSorted()).toEqual(['favourites', 'suburb', 'without an account'])
  await expect.poll(() => live).toEqual(['favourites', 'suburb', 'without an account'])
  await hidePersonalData(database)
  await expect.poll(() => live).toEqual(['suburb', 'without an account'])
  expect((await shown()).toSorted()).toEqual(['suburb', 'without an account'])
  await signIn(database, 1)
  expect((await shown()).toSorted()).toEqual(['favourites', 'suburb', 'without an account'])
  watched.unsubscribe()
  database.close()
})

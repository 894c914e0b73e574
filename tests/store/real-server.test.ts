import { rmSync } from 'node:fs'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseTrouble } from '../../client/api/error.ts'
import { fetchPark, fetchParks } from '../../client/api/parks.ts'
import { fetchCities, fetchPostcodes, fetchStates } from '../../client/api/places.ts'
import { createDatabase } from '../../client/store/database.ts'
import { loadDirectory } from '../../client/store/directory.ts'
import { syncDirectory } from '../../client/store/directory-sync.ts'
import type { DirectoryChange } from '../../server/repositories/directory.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { LOCALITIES, openedStore, PARKS, startedServer } from '../server/harness.ts'
import { waitFor } from '../support/wait-for.ts'

afterEach(() => vi.unstubAllGlobals())

/** The real server on its own port, and devices that call it as the app does. */
async function server() {
  const { app, path } = await startedServer()
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const requested: string[] = []
  const network = fetch
  const toServer = (url: string, init?: RequestInit) => {
    requested.push(url)
    return network(origin + url, init)
  }
  return {
    path,
    requested,
    toServer,
    async publish(change: DirectoryChange) {
      await openedStore(path).write((db) => publishChange(db, change, new Date('2026-01-01T00:00:00Z')))
    },
    device() {
      const database = createDatabase(() => undefined, 'offlead', {
        indexedDB: new IDBFactory(),
        IDBKeyRange,
      })
      onTestFinished(() => database.close())
      return {
        sync: () =>
          syncDirectory({
            database,
            fetch: toServer,
            now: () => 1,
            exclusively: (work) => work(),
            freeSpace: async () => undefined,
          }),
        stored: () => loadDirectory(database),
      }
    },
  }
}

test('a device has exactly the parks and localities of the server', async () => {
  const device = (await server()).device()
  await device.sync()
  const stored = await device.stored()
  expect(stored!.parks).toEqual(PARKS)
  expect(stored!.localities()).toEqual(LOCALITIES)
})

test('later publications arrive as changes and give the same directory as the snapshot', async () => {
  const { requested, publish, device } = await server()
  const old = device()
  await old.sync()
  await publish({ upserts: [{ ...PARKS[0]!, name: 'Renamed Park' }], removals: [{ id: 5, successor: 6 }] })
  await publish({ removals: [{ id: 9, successor: null }] })
  requested.length = 0
  await waitFor(async () => expect((await old.sync()).kind).toBe('changes'))
  expect(requested.filter((url) => url.includes('/parts/'))).toEqual([])

  const fresh = device()
  await fresh.sync()
  const [byChanges, bySnapshot] = [await old.stored(), await fresh.stored()]
  expect(byChanges!.parks).toEqual(bySnapshot!.parks)
  expect(byChanges!.record).toEqual(bySnapshot!.record)
  expect(byChanges!.tombstones).toEqual({ 5: 6, 9: null })
  expect(bySnapshot!.tombstones).toEqual(byChanges!.tombstones)
  expect(byChanges!.parks[0]!.name).toBe('Renamed Park')
})

test('the server answers the app’s requests for parks, one park, states, cities and postcodes', async () => {
  const { toServer } = await server()
  vi.stubGlobal('fetch', toServer)
  const { city, state, postcode } = PARKS[0]!

  const all = await fetchParks({ limit: 5 })
  expect(all).toMatchObject({ total: PARKS.length })
  expect(all.parks).toHaveLength(5)
  const near = await fetchParks({
    query: city,
    state,
    limit: 3,
    features: ['off-leash'],
    unsure: true,
    latitude: -33.9,
    longitude: 151.2,
  })
  expect(near.understood?.place).toMatchObject({ name: city, state })
  expect(near.total).toBeGreaterThan(0)
  expect(await fetchPark(PARKS[3]!.id)).toMatchObject({ id: PARKS[3]!.id, name: PARKS[3]!.name })
  await expect(fetchPark(999_999)).rejects.toMatchObject({ status: 404, code: 'park-not-found' })
  expect(await fetchStates()).toHaveLength(8)
  expect(await fetchCities(state)).toContain(city)
  expect(await fetchPostcodes(state, city)).toContain(postcode)
  await expect(fetchParks({ query: 'x'.repeat(500) })).rejects.toMatchObject({
    status: 400,
    code: 'invalid-input',
  })
})

test('the app recognises a missing server database as database trouble', async () => {
  const { path, toServer } = await server()
  vi.stubGlobal('fetch', toServer)
  rmSync(path)
  const error = await waitFor(() =>
    fetchParks({ query: 'park' }).then(
      () => expect.unreachable('the server still answers'),
      (reason: unknown) => reason,
    ),
  )
  expect(isDatabaseTrouble(error)).toBe(true)
})

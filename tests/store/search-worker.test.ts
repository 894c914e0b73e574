import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHost, localitiesOf } from '../../client/search-worker/host.ts'
import type { Host } from '../../client/search-worker/host.ts'
import type {
  Answer,
  Ask,
  DirectoryState,
  FromWorker,
  QuestionKind,
  ToWorker,
} from '../../client/search-worker/messages.ts'
import { cityRequestOf } from '../../client/ui/city-parks.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { DirectoryServer, locality, park, someLocalities } from './directory-server.ts'
import { testGate } from '../support/gate.ts'

const glenelg = { city: 'Glenelg', postcode: '5045', latitude: -34.98, longitude: 138.5156 }
const someParks = () => [
  park(1),
  park(2),
  park(3, { ...glenelg, name: 'Wigley Reserve', features: ['off-leash', 'shade'] }),
]
const samples = [
  park(1, {
    name: 'Sample Park',
    city: 'Noosa Heads',
    postcode: '4567',
    state: 'QLD',
    latitude: -26.4,
    longitude: 153.09,
  }),
]

let indexedDB: IDBFactory
let server: DirectoryServer
const open: Tab[] = []

interface Tab {
  host: Host
  database: OffleadDatabase
  said: FromWorker[]
  states(): DirectoryState['state'][]
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>): Promise<Answer<K> | 'absent'>
}

/** A search worker of one tab; tabs of one device hear each other. */
function tab(): Tab {
  const database = createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange })
  const said: FromWorker[] = []
  const waiting = new Map<number, (message: FromWorker) => void>()
  let lastId = 0
  const self: Tab = {
    database,
    said,
    host: createHost({
      database,
      fetch: server.fetch,
      now: () => 1_000,
      exclusively: (work) => work(),
      gate: testGate(),
      post(message) {
        // What crosses between threads is copied: what cannot be, fails here as it would there.
        const copy = structuredClone(message)
        said.push(copy)
        if ('id' in copy) waiting.get(copy.id)?.(copy)
      },
      announceMove: () => open.forEach((other) => other !== self && void other.host.moved()),
      loadSamples: async () => samples,
    }),
    states: () => said.flatMap((message) => (message.type === 'directory' ? [message.directory.state] : [])),
    async ask(kind, ask) {
      const id = ++lastId
      const heard = new Promise<FromWorker>((resolve) => waiting.set(id, resolve))
      await self.host.receive(structuredClone({ id, kind, ask }) as ToWorker)
      const message = await heard
      if (message.type === 'failed') throw new Error(message.message)
      return message.type === 'answer' ? (message.answer as never) : 'absent'
    },
  }
  open.push(self)
  return self
}

const names = (answer: Answer<'search'> | 'absent') =>
  answer === 'absent' ? answer : answer.parks.map(({ name }) => name)
const serverDown = () => {
  server.meddle = () => {
    throw new TypeError('Failed to fetch')
  }
}

beforeEach(() => {
  indexedDB = new IDBFactory()
  server = new DirectoryServer(someParks(), someLocalities())
})
afterEach(() => {
  for (const { database } of open.splice(0)) database.close()
})

describe('a device without a directory', () => {
  test('says so, to every kind of question', async () => {
    const first = tab()
    await first.host.start()
    expect(first.states()).toEqual(['absent'])
    expect(await first.ask('search', { in: 'directory', request: {} })).toBe('absent')
    expect(await first.ask('park', { in: 'directory', id: 1 })).toBe('absent')
    expect(await first.ask('regions', { in: 'directory', state: 'SA' })).toBe('absent')
    expect(await first.ask('suggest', { text: 'x', near: null, limit: 5 })).toBe('absent')
  })

  test('has the samples: the same engine, the same query and filters, no unrelated park in an empty result', async () => {
    const first = tab()
    expect(names(await first.ask('search', { in: 'samples', request: { query: 'noosa heads' } }))).toEqual([
      'Sample Park',
    ])
    expect(
      names(
        await first.ask('search', { in: 'samples', request: { query: 'sample park', features: ['bbq'] } }),
      ),
    ).toEqual([])
    expect(names(await first.ask('search', { in: 'samples', request: { query: 'qqqqq' } }))).toEqual([])
    expect(await first.ask('park', { in: 'samples', id: 1 })).toMatchObject({ park: { name: 'Sample Park' } })
  })

  test('fetches it when told, and answers from it', async () => {
    const first = tab()
    expect(await first.ask('sync', {})).toEqual({ moved: true })
    expect(first.states()).toEqual(['fetching', 'ready'])
    expect(first.said.at(-2)).toMatchObject({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1_000, count: 3, seq: 1 },
    })
    expect(
      names(await first.ask('search', { in: 'directory', request: { query: 'Glenelg', limit: 1 } })),
    ).toEqual(['Wigley Reserve'])
  })

  test('says that it failed, and tries again when told to', async () => {
    const first = tab()
    serverDown()
    await expect(first.ask('sync', {})).rejects.toThrow('Failed to fetch')
    expect(first.states()).toEqual(['fetching', 'failed'])
    server.meddle = () => undefined
    // By itself it would wait.
    await expect(first.ask('sync', {})).rejects.toThrow('the server is in trouble')
    expect(first.states()).toEqual(['fetching', 'failed'])
    await first.ask('sync', { asked: true })
    expect(first.states().at(-1)).toBe('ready')
  })

  test('whose database cannot be opened says that it failed, and the samples answer still', async () => {
    const first = tab()
    vi.spyOn(first.database, 'transaction').mockRejectedValue(new DOMException('no', 'InvalidStateError'))
    await first.host.start()
    expect(first.states()).toEqual(['failed'])
    expect(names(await first.ask('search', { in: 'samples', request: {} }))).toEqual(['Sample Park'])
  })
})

describe('a device with a directory, after a restart without network', () => {
  beforeEach(async () => {
    await tab().ask('sync', {})
    serverDown()
  })

  test('answers searches with distances from where the person is', async () => {
    const answer = await tab().ask('search', {
      in: 'directory',
      request: { latitude: -34.98, longitude: 138.5156, features: ['shade'] },
    })
    expect(answer).toMatchObject({ total: 1, parks: [{ name: 'Wigley Reserve', distance: 0 }] })
  })

  test('answers for one park, for several and for one that was removed', async () => {
    server.meddle = () => undefined
    server.change([], [{ id: 2, successor: 3 }])
    await open[0]!.ask('sync', {})
    serverDown()
    const later = tab()
    expect(await later.ask('parks', { in: 'directory', ids: [1, 2, 77] })).toMatchObject([
      { park: { id: 1, name: 'Reserve 1' }, gone: false, successor: null },
      { park: null, gone: true, successor: 3 },
      { park: null, gone: false, successor: null },
    ])
  })

  test('knows the states and regions with their number of parks, also those without any', async () => {
    const later = tab()
    expect(await later.ask('states', { in: 'directory' })).toEqual([
      { code: 'NSW', parks: 0 },
      { code: 'VIC', parks: 0 },
      { code: 'QLD', parks: 0 },
      { code: 'SA', parks: 3 },
      { code: 'WA', parks: 0 },
      { code: 'TAS', parks: 0 },
      { code: 'NT', parks: 0 },
      { code: 'ACT', parks: 0 },
    ])
    expect(await later.ask('regions', { in: 'directory', state: 'SA' })).toMatchObject([
      { name: 'Glenelg', slug: 'glenelg', postcodes: ['5045'], parks: 1 },
      { name: 'Semaphore', slug: 'semaphore', postcodes: ['5019'], parks: 2 },
    ])
  })

  test('counts for each region what its city page lists, which is the parks of its name and those of its postcodes', async () => {
    const exeter = { city: 'Exeter', postcode: '5019', latitude: -34.846, longitude: 138.497 }
    indexedDB = new IDBFactory()
    server = new DirectoryServer(
      [park(1), park(2, exeter), park(3, glenelg)],
      [...someLocalities(), locality('Exeter', '5019', exeter.latitude, exeter.longitude)],
    )
    const later = tab()
    await later.ask('sync', {})
    const regions = await later.ask('regions', { in: 'directory', state: 'SA' })
    if (regions === 'absent') throw new Error('no directory')
    expect(regions.map(({ name, parks }) => [name, parks])).toEqual([
      ['Exeter', 2],
      ['Glenelg', 1],
      ['Semaphore', 2],
    ])
    for (const { name, postcodes, parks } of regions) {
      const listed = await later.ask('search', {
        in: 'directory',
        request: cityRequestOf({}, { state: 'SA', name, postcodes }, 1_000),
      })
      expect([name, names(listed).length]).toEqual([name, parks])
    }
  })

  test('suggests while typing', async () => {
    expect(await tab().ask('suggest', { text: 'glen', near: null, limit: 3 })).toMatchObject([
      { kind: 'place', place: { name: 'Glenelg' } },
    ])
  })

  test('goes on answering, and stays ready, when it cannot be brought up to date', async () => {
    const later = tab()
    await later.host.start()
    await expect(later.ask('sync', {})).rejects.toThrow('Failed to fetch')
    expect(later.states()).toEqual(['ready'])
    expect(names(await later.ask('search', { in: 'directory', request: { query: 'Wigley' } }))).toEqual([
      'Wigley Reserve',
    ])
  })

  test('whose stored parts the browser has lost counts as one without, and heals', async () => {
    const later = tab()
    await later.database.parks.clear()
    expect(await later.ask('search', { in: 'directory', request: {} })).toBe('absent')
    server.meddle = () => undefined
    await later.ask('sync', {})
    expect(await later.ask('search', { in: 'directory', request: {} })).toMatchObject({ total: 3 })
  })
})

test('places that turn out to be unreadable when they are needed count as lost with all the rest, and heal', async () => {
  const first = tab()
  await first.ask('sync', {})
  const later = tab()
  await later.database.localities.toCollection().modify({ bytes: new TextEncoder().encode('{"name":') })
  expect(await later.ask('search', { in: 'directory', request: {} })).toMatchObject({ total: 3 })
  expect(await later.ask('search', { in: 'directory', request: { query: 'Glenelg' } })).toBe('absent')
  expect(later.said.findLast((message) => message.type === 'directory')).toMatchObject({
    directory: { state: 'absent' },
  })
  await later.ask('sync', {})
  expect(names(await later.ask('search', { in: 'directory', request: { query: 'Wigley' } }))).toEqual([
    'Wigley Reserve',
  ])
})

describe('a directory that moves', () => {
  test('is answered from as soon as it is whole, and from the old one until then', async () => {
    const first = tab()
    await first.ask('sync', {})
    server.change([park(3, { ...glenelg, name: 'Renamed Reserve' })])
    let during: Promise<Answer<'search'> | 'absent'> | undefined
    server.meddle = (url) => {
      if (url.includes('changes'))
        during = first.ask('search', { in: 'directory', request: { query: 'reserve glenelg' } })
      return undefined
    }
    expect(await first.ask('sync', {})).toEqual({ moved: true })
    expect(names(await during!)).toContain('Wigley Reserve')
    expect(names(await first.ask('search', { in: 'directory', request: { query: 'Renamed' } }))).toEqual([
      'Renamed Reserve',
    ])
    expect(first.said.findLast((message) => message.type === 'directory')).toMatchObject({
      directory: { state: 'ready', seq: 2 },
    })
  })

  test('moves in the other tabs too', async () => {
    const [first, second] = [tab(), tab()]
    await first.ask('sync', {})
    await second.host.start()
    server.change([park(9, { name: 'New Reserve' })])
    await first.ask('sync', {})
    await vi.waitFor(async () =>
      expect(
        names(await second.ask('search', { in: 'directory', request: { query: 'New Reserve' } })),
      ).toContain('New Reserve'),
    )
    expect(second.said.findLast((message) => message.type === 'directory')).toMatchObject({
      directory: { seq: 2, count: 4 },
    })
  })

  test('has another version whenever a park or a place is another, and only then', async () => {
    const first = tab()
    const version = async () => {
      await first.ask('sync', {})
      return first.said
        .flatMap((message) => (message.type === 'directory' ? [message.directory.version] : []))
        .at(-1)
    }
    const versions = [await version(), await version()]
    server.epoch = 'restored'
    server.parks = server.parks.map((row) => (row.id === 2 ? { ...row, name: 'As it was' } : row))
    versions.push(await version())
    server.localities = [...server.localities, locality('Grange', '5022', -34.9, 138.49)]
    versions.push(await version())
    expect(versions[0]).toBe(versions[1])
    expect(new Set(versions).size).toBe(3)
  })

  test('that is the same still is only noted, nothing is built anew', async () => {
    const first = tab()
    await first.ask('sync', {})
    const told = first.states().length
    expect(await first.ask('sync', {})).toEqual({ moved: false })
    expect(first.states().slice(told)).toEqual(['ready'])
  })
})

test('a gazetteer of the parks themselves has each suburb once', () => {
  expect(localitiesOf([park(1), park(2), park(3, glenelg)])).toEqual([
    { ...locality('Semaphore', '5019', -34.83881, 138.48241), region: '', region4: '' },
    { ...locality('Glenelg', '5045', -34.98, 138.5156), region: '', region4: '' },
  ])
})

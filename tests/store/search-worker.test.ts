import { setTimeout as sleep } from 'node:timers/promises'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHost } from '../../client/search-worker/host.ts'
import type { Host } from '../../client/search-worker/host.ts'
import { localitiesOf } from '../../client/search-worker/loaded.ts'
import type {
  Answer,
  Ask,
  DirectoryState,
  FromWorker,
  QuestionKind,
  ToWorker,
} from '../../client/search-worker/messages.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { sampleParks } from '../../data/sources/samples.ts'
import { cityRequestOf } from '../../client/features/browse/city-parks.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { syncDirectory } from '../../client/store/directory-sync.ts'
import type { ServerGate } from '../../client/store/server-gate.ts'
import { syncOutlines } from '../../client/store/outlines.ts'
import { DirectoryServer, locality, outline, park, someLocalities } from './directory-server.ts'
import { testGate } from '../support/gate.ts'
import { waitFor } from '../support/wait-for.ts'

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
let loadedSamples: readonly DirectoryPark[]
let server: DirectoryServer
/** The lock of the tabs' downloads, which lets everyone in unless a test says otherwise. */
let exclusively = <T>(work: () => Promise<T>): Promise<T> => work()
const open: Tab[] = []

interface Tab {
  host: Host
  database: OffleadDatabase
  gate: ServerGate
  messages: FromWorker[]
  states(): DirectoryState['state'][]
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>): Promise<Answer<K> | 'absent'>
}

/** The search worker of one tab; tabs of one device notify each other. */
function tab(): Tab {
  const database = createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange })
  const messages: FromWorker[] = []
  const waiting = new Map<number, (message: FromWorker) => void>()
  let lastId = 0
  const gate = testGate()
  const self: Tab = {
    database,
    gate,
    messages,
    host: createHost({
      database,
      fetch: server.fetch,
      now: () => 1_000,
      exclusively: (work) => exclusively(work),
      gate,
      freeSpace: async () => undefined,
      post(message) {
        // Messages between threads are cloned, so one that cannot be cloned fails here as well.
        const copy = structuredClone(message)
        messages.push(copy)
        if ('id' in copy) waiting.get(copy.id)?.(copy)
      },
      announceUpdate: () =>
        open.forEach((other) => other !== self && void other.host.reloadDirectory().catch(() => undefined)),
      samples: loadedSamples,
    }),
    states: () =>
      messages.flatMap((message) => (message.type === 'directory' ? [message.directory.state] : [])),
    async ask(kind, ask) {
      const id = ++lastId
      const reply = new Promise<FromWorker>((resolve) => waiting.set(id, resolve))
      await self.host.receive(structuredClone({ id, kind, ask }) as ToWorker)
      const message = await reply
      if (message.type === 'failed') throw new Error(message.message)
      return message.type === 'answer' ? (message.answer as never) : 'absent'
    },
  }
  open.push(self)
  return self
}

const names = (answer: Answer<'search'> | 'absent') =>
  answer === 'absent' ? answer : answer.parks.map(({ name }) => name)
/** Counts the rows of the directory that are read from now on: none unless it is loaded again. */
function countReads({ database: { localities } }: Tab): () => number {
  let reads = 0
  localities.hook('reading', (row) => {
    reads++
    return row
  })
  return () => reads
}
const serverDown = () => {
  server.intercept = () => {
    throw new TypeError('Failed to fetch')
  }
}

beforeEach(() => {
  exclusively = (work) => work()
  loadedSamples = samples
  indexedDB = new IDBFactory()
  server = new DirectoryServer(someParks(), someLocalities())
})
afterEach(() => {
  for (const { database } of open.splice(0)) database.close()
})

describe('a device without a directory', () => {
  test('answers every kind of question with absent', async () => {
    const first = tab()
    await first.host.start()
    expect(first.states()).toEqual(['absent'])
    expect(await first.ask('search', { in: 'directory', request: {} })).toBe('absent')
    expect(await first.ask('park', { in: 'directory', id: 1 })).toBe('absent')
    expect(await first.ask('regions', { in: 'directory', state: 'SA' })).toBe('absent')
    expect(await first.ask('suggest', { text: 'x', near: null, limit: 5 })).toBe('absent')
    expect(await first.ask('start', { text: 'x', near: glenelg })).toBe('absent')
  })

  test('searches the samples with the same engine, and an empty result has no unrelated parks', async () => {
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

  test('searches the samples by parts of words too, with the filters', async () => {
    const first = tab()
    const found = async (request: SearchRequest) =>
      names(await first.ask('search', { in: 'samples', request }))
    expect(await found({ query: 'OOSA' })).toEqual(['Sample Park'])
    expect(await found({ query: 'mple pa' })).toEqual(['Sample Park'])
    expect(await found({ query: 'oosa', features: ['bbq'] })).toEqual([])
    expect(await found({ query: 'oosa', offset: 1 })).toEqual([])
    expect(await found({ query: 'oosx' })).toEqual([])
  })

  test('finds a sample by name, address, city and state in any case, and by postal code', async () => {
    loadedSamples = sampleParks
    const first = tab()
    const found = async (query: string) =>
      names(await first.ask('search', { in: 'samples', request: { query } }))
    for (const text of ['Burnie Brae', 'bURNIE bRAE', 'Kuran St', 'kuran st', '4032'])
      expect((await found(text))[0], text).toBe('Burnie Brae Park')
    for (const text of ['Chermside', 'CHERMSIDE'])
      expect((await found(text))[0], text).toBe('Burnie Brae Park')
    const inVictoria = sampleParks.filter(({ state }) => state === 'VIC').map(({ name }) => name)
    for (const text of ['VIC', 'vic', 'Victoria'])
      expect([...(await found(text))].sort(), text).toEqual(inVictoria.sort())
  })

  test('with Open Now lists a closed park last and leaves one with unknown hours in place', async () => {
    const noonInJuly = Date.parse('2026-07-08T12:00:00+10:00')
    const at = { city: 'Glenelg', postcode: '5045', state: 'SA', longitude: 138.5156 } as const
    loadedSamples = [
      park(1, { ...at, latitude: -34.98, openingHours: '4:00 AM - 5:00 AM' }),
      park(2, { ...at, latitude: -34.981, openingHours: null }),
      park(3, { ...at, latitude: -34.982, openingHours: 'Open 24/7' }),
    ]
    const first = tab()
    const ids = async (open?: 'last' | 'only') => {
      const answer = await first.ask('search', {
        in: 'samples',
        request: {
          latitude: -34.979,
          longitude: 138.5156,
          now: noonInJuly,
          ...(open === undefined ? {} : { open }),
        },
      })
      return answer === 'absent' ? answer : answer.parks.map(({ id }) => id)
    }
    expect(await ids()).toEqual([1, 2, 3])
    expect(await ids('last')).toEqual([2, 3, 1])
    expect(await ids('only')).toEqual([3])
  })

  test('fetches the directory on request and answers from it', async () => {
    const first = tab()
    expect(await first.ask('sync', {})).toEqual({ full: false })
    expect(first.states()).toEqual(['fetching', 'ready'])
    expect(first.messages.at(-2)).toMatchObject({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1_000, count: 3, seq: 1 },
    })
    expect(
      names(await first.ask('search', { in: 'directory', request: { query: 'Glenelg', limit: 1 } })),
    ).toEqual(['Wigley Reserve'])
  })

  test('reports a failed fetch and tries again on request', async () => {
    const first = tab()
    serverDown()
    await expect(first.ask('sync', {})).rejects.toThrow('Failed to fetch')
    expect(first.states()).toEqual(['fetching', 'failed'])
    server.intercept = () => undefined
    // An automatic call waits for the gate.
    await expect(first.ask('sync', {})).rejects.toThrow('paused')
    expect(first.states()).toEqual(['fetching', 'failed'])
    await first.ask('sync', { asked: true })
    expect(first.states().at(-1)).toBe('ready')
  })

  test('reports that it is full, and does not blame the server', async () => {
    const first = tab()
    first.database.parks.hook('creating', () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    expect(await first.ask('sync', {})).toEqual({ full: true })
    expect(first.states().at(-1)).toBe('failed')
    expect(await first.gate.wait('directory')).toBe(0)
  })

  test('reports a database that cannot be opened and still searches the samples', async () => {
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

  test('answers searches with distances from the person', async () => {
    const answer = await tab().ask('search', {
      in: 'directory',
      request: { latitude: -34.98, longitude: 138.5156, features: ['shade'] },
    })
    expect(answer).toMatchObject({ total: 1, parks: [{ name: 'Wigley Reserve', distance: 0 }] })
  })

  test('answers for existing, removed and unknown parks', async () => {
    server.intercept = () => undefined
    server.publish([], [{ id: 2, successor: 3 }])
    await open[0]!.ask('sync', {})
    serverDown()
    const later = tab()
    expect(await later.ask('parks', { in: 'directory', ids: [1, 2, 77] })).toMatchObject([
      { park: { id: 1, name: 'Reserve 1' }, gone: false, successor: null },
      { park: null, gone: true, successor: 3 },
      { park: null, gone: false, successor: null },
    ])
  })

  test('lists states and regions with their park counts, including zero', async () => {
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

  test('counts for each region exactly the parks of its city page, by name and by postcode', async () => {
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

  test('reads the start of a route as the server does, and says if it is a guess', async () => {
    for (const [text, guessed] of [
      ['3 Jetty Rd, Glenelg', false],
      ['Glen', true],
    ] as const)
      expect(await tab().ask('start', { text, near: glenelg })).toMatchObject({
        place: { name: 'Glenelg' },
        guessed,
      })
  })

  test('keeps answering and stays ready when an update fails', async () => {
    const later = tab()
    await later.host.start()
    await expect(later.ask('sync', {})).rejects.toThrow('Failed to fetch')
    expect(later.states()).toEqual(['ready'])
    expect(names(await later.ask('search', { in: 'directory', request: { query: 'Wigley' } }))).toEqual([
      'Wigley Reserve',
    ])
  })

  test('counts as without a directory when the browser lost its parts, and recovers', async () => {
    const later = tab()
    await later.database.parks.clear()
    expect(await later.ask('search', { in: 'directory', request: {} })).toBe('absent')
    server.intercept = () => undefined
    await later.ask('sync', {})
    expect(await later.ask('search', { in: 'directory', request: {} })).toMatchObject({ total: 3 })
  })
})

test('unreadable localities make the whole directory absent until it is fetched again', async () => {
  const first = tab()
  await first.ask('sync', {})
  const later = tab()
  await later.database.localities.toCollection().modify({ bytes: new TextEncoder().encode('{"name":') })
  expect(await later.ask('search', { in: 'directory', request: {} })).toMatchObject({ total: 3 })
  expect(await later.ask('search', { in: 'directory', request: { query: 'Glenelg' } })).toBe('absent')
  expect(later.messages.findLast((message) => message.type === 'directory')).toMatchObject({
    directory: { state: 'absent' },
  })
  await later.ask('sync', {})
  expect(names(await later.ask('search', { in: 'directory', request: { query: 'Wigley' } }))).toEqual([
    'Wigley Reserve',
  ])
})

describe('an updated directory', () => {
  test('answers as soon as it is complete, and the old one answers until then', async () => {
    const first = tab()
    await first.ask('sync', {})
    server.publish([park(3, { ...glenelg, name: 'Renamed Reserve' })])
    let during: Promise<Answer<'search'> | 'absent'> | undefined
    server.intercept = (url) => {
      if (url.includes('changes'))
        during = first.ask('search', { in: 'directory', request: { query: 'reserve glenelg' } })
      return undefined
    }
    await first.ask('sync', {})
    expect(names(await during!)).toContain('Wigley Reserve')
    expect(names(await first.ask('search', { in: 'directory', request: { query: 'Renamed' } }))).toEqual([
      'Renamed Reserve',
    ])
    expect(first.messages.findLast((message) => message.type === 'directory')).toMatchObject({
      directory: { state: 'ready', seq: 2 },
    })
  })

  test('is adopted by the other tabs', async () => {
    const [first, second] = [tab(), tab()]
    await first.ask('sync', {})
    await second.host.start()
    server.publish([park(9, { name: 'New Reserve' })])
    await first.ask('sync', {})
    await waitFor(async () =>
      expect(
        names(await second.ask('search', { in: 'directory', request: { query: 'New Reserve' } })),
      ).toContain('New Reserve'),
    )
    expect(second.messages.findLast((message) => message.type === 'directory')).toMatchObject({
      directory: { seq: 2, count: 4 },
    })
  })

  test('of another tab stays in use when the first download of this one fails after it', async () => {
    const [first, second] = [tab(), tab()]
    await Promise.all([first.host.start(), second.host.start()])
    const otherIsDone = Promise.withResolvers<void>()
    exclusively = async (work) => {
      await otherIsDone.promise
      return work()
    }
    const failed = second.ask('sync', { asked: true }).catch((error: unknown) => error)
    await waitFor(() => expect(second.states().at(-1)).toBe('fetching'))
    exclusively = (work) => work()
    await first.ask('sync', { asked: true })
    await waitFor(() => expect(second.states().at(-1)).toBe('ready'))
    serverDown()
    otherIsDone.resolve()
    expect(await failed).toBeInstanceOf(Error)
    expect(second.states().at(-1)).toBe('ready')
  })

  test.each(['before', 'while'])(
    'is adopted with the next check if whoever stored it %s the page checks has not said so',
    async (when) => {
      const first = tab()
      await first.ask('sync', {})
      const versions = () =>
        first.messages.flatMap((message) => (message.type === 'directory' ? [message.directory.version] : []))
      const old = versions().at(-1)
      server.publish([park(3, { ...glenelg, name: 'Renamed Reserve' })])
      // The service worker, which the browser may end at any moment.
      const database = createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange })
      const store = () =>
        syncDirectory({
          database,
          fetch: server.fetch,
          now: () => 1_000,
          exclusively: (work) => work(),
          freeSpace: async () => undefined,
        })
      if (when === 'before') await store()
      else
        server.intercept = (url, init) => {
          server.intercept = () => undefined
          return store().then(() => server.fetch(url, init))
        }
      await first.ask('sync', {})
      expect(await first.ask('park', { in: 'directory', id: 3 })).toMatchObject({
        park: { name: 'Renamed Reserve' },
      })
      // The page asks again only when the version changes.
      expect(versions().at(-1)).not.toBe(old)
      const reads = countReads(first)
      await first.ask('sync', {})
      expect(reads()).toBe(0)
      database.close()
    },
  )

  test('has a new version exactly when a park or a locality changed', async () => {
    const first = tab()
    const version = async () => {
      await first.ask('sync', {})
      return first.messages
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

  test('knows a council area as a place once its centre is known', async () => {
    const [council] = server.councils
    const one = tab()
    await one.ask('sync', {})
    const query = 'city of port adelaide enfield'
    const ask = () => one.ask('search', { in: 'directory', request: { query } })
    expect(await ask()).toMatchObject({ understood: { place: null } })
    server.councils = [{ ...council!, centre: { latitude: -34.85, longitude: 138.57 } }]
    await one.ask('sync', {})
    expect(await ask()).toMatchObject({
      understood: { place: { kind: 'region', name: 'Port Adelaide Enfield council' } },
    })
  })

  test('that did not change is confirmed without rebuilding the index', async () => {
    const first = tab()
    await first.ask('sync', {})
    const statesBefore = first.states().length
    const reads = countReads(first)
    await first.ask('sync', {})
    expect(first.states().slice(statesBefore)).toEqual(['ready'])
    expect(reads()).toBe(0)
  })
})

describe('outlines of parks', () => {
  const outlinesOf = (one: Tab, ids: number[]) => one.ask('outlines', { in: 'directory', ids })
  const versionOf = (one: Tab) =>
    one.messages.findLast((message) => message.type === 'directory')?.directory.version

  test('are fetched after everything else, and the page then asks again', async () => {
    server.outlines = [outline(1), outline(3)]
    const first = tab()
    await first.ask('sync', {})
    const version = versionOf(first)
    await waitFor(async () => expect(await outlinesOf(first, [1, 2, 3])).toEqual([outline(1), outline(3)]))
    expect(versionOf(first)).not.toBe(version)
    const [manifestBundle] = (await server.manifest()).outlines!.parts
    expect(server.requested.at(-1)).toBe(manifestBundle!.url)
  })

  test('that cannot be fetched do not hold up the directory, and are fetched with the next update', async () => {
    server.outlines = [outline(1)]
    const [part] = (await server.manifest()).outlines!.parts
    server.intercept = (url) => {
      if (url === part!.url) throw new TypeError('connection lost')
      return undefined
    }
    const first = tab()
    await first.ask('sync', {})
    expect(first.states().at(-1)).toBe('ready')
    await waitFor(() => expect(server.requested).toContain(part!.url))
    expect(await outlinesOf(first, [1])).toEqual([])
    server.intercept = () => undefined
    await first.ask('sync', { asked: true })
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1)]))
  })

  test('answer after a restart without network, and cost nothing while they are the same', async () => {
    server.outlines = [outline(1), outline(600)]
    const first = tab()
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [600])).toEqual([outline(600)]))
    server.requested = []
    await first.ask('sync', {})
    expect(server.requested).toEqual(['/api/directory?format=2'])

    serverDown()
    const second = tab()
    await second.host.start()
    expect(await outlinesOf(second, [600, 1])).toEqual([outline(600), outline(1)])
    expect(versionOf(second)).toBe(versionOf(first))
  })

  test('that could not be read answer the next question', async () => {
    server.outlines = [outline(1)]
    const first = tab()
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1)]))

    const second = tab()
    await second.host.start()
    vi.spyOn(second.database.outlines, 'bulkGet').mockRejectedValueOnce(new Error('the connection is lost'))
    await expect(outlinesOf(second, [1])).rejects.toThrow('the connection is lost')
    expect(await outlinesOf(second, [1])).toEqual([outline(1)])
  })

  test('that change cost only their part, and another tab gets them', async () => {
    server.outlines = [outline(1), outline(600)]
    const [first, second] = [tab(), tab()]
    await first.ask('sync', {})
    await second.host.start()
    await waitFor(async () => expect(await outlinesOf(second, [1])).toEqual([outline(1)]))
    server.outlines = [outline(1), outline(600, 5_000)]
    server.requested = []
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(second, [600])).toEqual([outline(600, 5_000)]))
    expect(server.requestedParts()).toHaveLength(1)
    expect(await first.database.outlines.count()).toBe(2)
  })

  test('that the service worker stored without saying so answer after the next check', async () => {
    server.outlines = [outline(1)]
    const first = tab()
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1)]))
    const version = versionOf(first)
    server.outlines = [outline(1, 5_000)]
    const { database } = first
    expect(await syncOutlines({ database, fetch: server.fetch }, (await server.manifest()).outlines!)).toBe(
      true,
    )
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1, 5_000)]))
    expect(versionOf(first)).not.toBe(version)
  })

  test('that are damaged on the way are not stored', async () => {
    server.outlines = [outline(1)]
    const [part] = (await server.manifest()).outlines!.parts
    server.intercept = (url) => (url === part!.url ? new Response('{}') : undefined)
    const first = tab()
    await first.ask('sync', {})
    await waitFor(() => expect(server.requested.filter((url) => url === part!.url)).toHaveLength(2))
    expect(await first.database.outlines.count()).toBe(0)
    expect(await outlinesOf(first, [1])).toEqual([])
  })

  test('that do not fit on a full device are given up, and those from before stay', async () => {
    server.outlines = [outline(1)]
    const first = tab()
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1)]))
    server.outlines = [outline(1, 5_000), outline(600), outline(2_000)]
    const { outlines } = first.database
    let writes = 0
    outlines.hook('creating', () => {
      if (++writes === 2) throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    await first.ask('sync', {})
    await waitFor(() => expect(writes).toBe(2))
    await waitFor(async () => expect(await outlines.count()).toBe(1))
    expect(await outlinesOf(first, [1, 600])).toEqual([outline(1)])
    const requested = server.requestedParts().length
    await first.ask('sync', {})
    await sleep(20)
    expect(server.requestedParts()).toHaveLength(requested)
  })

  test('go when the server has none any more, and stay with a server that knows no outlines', async () => {
    server.outlines = [outline(1)]
    const first = tab()
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([outline(1)]))
    server.outlines = undefined
    await first.ask('sync', {})
    expect(await outlinesOf(first, [1])).toEqual([outline(1)])
    server.outlines = []
    await first.ask('sync', {})
    await waitFor(async () => expect(await outlinesOf(first, [1])).toEqual([]))
    expect(await first.database.outlines.count()).toBe(0)
  })
})

test('a gazetteer built from parks has each suburb once', () => {
  expect(localitiesOf([park(1), park(2), park(3, glenelg)])).toEqual([
    { ...locality('Semaphore', '5019', -34.83881, 138.48241), region: '', region4: '' },
    { ...locality('Glenelg', '5045', -34.98, 138.5156), region: '', region4: '' },
  ])
})

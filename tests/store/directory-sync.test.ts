import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { loadDirectory } from '../../client/store/directory.ts'
import type { DecodedParks } from '../../client/store/directory.ts'
import { PartRefused, syncDirectory } from '../../client/store/directory-sync.ts'
import { DownloadStalled, HttpStatusError } from '../../client/store/download.ts'
import { DeviceFull } from '../../client/store/free-space.ts'
import { writeMeta } from '../../client/store/meta.ts'
import { bundleLocalities, bundleParks } from '../../data/directory/bundle.ts'
import type { EncodedBundle } from '../../data/directory/bundle.ts'
import { encodeFirstParks } from '../../data/directory/parks.ts'
import { DirectoryServer, fourParts, locality, park, withTotals, someLocalities } from './directory-server.ts'
import { waitFor } from '../support/wait-for.ts'

let indexedDB: IDBFactory
let database: OffleadDatabase
let server: DirectoryServer
let clock = 1_000
const freeSpace = vi.fn(async () => undefined)

const open = () => createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange })
const sync = (on = database, signal?: AbortSignal, inUse?: DecodedParks) =>
  syncDirectory({
    database: on,
    inUse,
    fetch: server.fetch,
    now: () => clock,
    exclusively: (work) => work(),
    freeSpace,
    ...(signal === undefined ? {} : { signal }),
  })

const idsOn = async (on = database) => (await loadDirectory(on))?.parks.map(({ id }) => id)
const sortedById = () => server.parks.map(({ id }) => id).sort((a, b) => a - b)

beforeEach(() => {
  indexedDB = new IDBFactory()
  database = open()
  server = new DirectoryServer(fourParts(), someLocalities())
  clock = 1_000
  freeSpace.mockClear()
})
afterEach(() => database.close())

describe('the first download', () => {
  test('stores every park and locality of the server and the time of confirmation', async () => {
    const result = await sync()

    const stored = await loadDirectory(database)
    expect(result.kind).toBe('snapshot')
    expect(stored!.parks).toEqual(fourParts())
    expect(stored!.localities()).toEqual(someLocalities())
    expect(stored!.councils()).toEqual(server.councils)
    expect(stored!.record).toMatchObject({ epoch: 'first', seq: 1, confirmedAt: 1_000 })
  })

  test.each([0, 1, 2, 3, 4, 5])(
    'resumes at part %i after an interruption, and the directory is unavailable until complete',
    async (at) => {
      server.intercept = (url) => {
        if (url.startsWith('/parts/') && server.requestedParts().length > at)
          throw new TypeError('connection lost')
        return undefined
      }
      await expect(sync()).rejects.toThrow('connection lost')
      expect(await loadDirectory(database)).toBeUndefined()
      const counts = [database.parks.count(), database.localities.count(), database.councils.count()]
      expect((await Promise.all(counts)).reduce((sum, count) => sum + count)).toBe(at)

      server.intercept = () => undefined
      server.requested = []
      await sync()
      expect(server.requestedParts()).toHaveLength(6 - at)
      expect(await idsOn()).toEqual(sortedById())
    },
  )

  test('keeps the parts of an interrupted download across a restart', async () => {
    server.intercept = (url) => {
      if (url.startsWith('/parts/') && server.requestedParts().length > 2)
        throw new TypeError('connection lost')
      return undefined
    }
    await expect(sync()).rejects.toThrow('connection lost')
    database.close()
    database = open()
    server.intercept = () => undefined
    server.requested = []
    await sync()
    expect(server.requestedParts()).toHaveLength(4)
  })
})

describe('verification against the manifest', () => {
  const corruptParts = (
    onlyFirst: boolean,
    corrupt: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  ) => {
    const caches: (RequestCache | undefined)[] = []
    server.intercept = (url, init) => {
      if (!url.startsWith('/parts/')) return undefined
      caches.push(init?.cache)
      if (onlyFirst && caches.length > 1) return undefined
      return server.partBytes().then((parts) => new Response(corrupt(parts.get(url)!.slice())))
    }
    return caches
  }
  const flipBit = (bytes: Uint8Array<ArrayBuffer>) => {
    bytes[40]! ^= 1
    return bytes
  }

  test('a corrupt part is fetched once more, bypassing the HTTP cache', async () => {
    const caches = corruptParts(true, flipBit)
    await sync()
    expect(caches.slice(0, 3)).toEqual(['default', 'reload', 'default'])
    expect(await idsOn()).toEqual(sortedById())
  })

  test.each([
    ['one bit flipped', flipBit],
    ['truncated', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1)],
    ['with a byte appended', (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array([...bytes, 32])],
    ['empty', () => new Uint8Array(0)],
  ])('a part that stays corrupt (%s) is refused and not stored', async (_, corrupt) => {
    corruptParts(false, corrupt)
    await expect(sync()).rejects.toThrow(PartRefused)
    expect(await database.parks.count()).toBe(0)
    expect(await loadDirectory(database)).toBeUndefined()
  })

  test('an endless response is cut off at the expected length of the part', async () => {
    let chunks = 0
    server.intercept = (url) =>
      url.startsWith('/parts/')
        ? new Response(
            new ReadableStream({
              pull(controller) {
                if (++chunks === 1_000) controller.close()
                else controller.enqueue(new Uint8Array(1_000))
              },
            }),
          )
        : undefined
    await expect(sync()).rejects.toThrow(PartRefused)
    expect(chunks).toBeLessThan(20)
  })

  test('a part with the right hash and the wrong number of rows is refused', async () => {
    const manifest = await server.manifest()
    manifest.parks.parts[0]!.count++
    manifest.parks = await withTotals(manifest.parks)
    server.intercept = (url) => (url === '/api/directory?format=2' ? Response.json(manifest) : undefined)
    await expect(sync()).rejects.toThrow(PartRefused)
    expect(await loadDirectory(database)).toBeUndefined()
  })

  test('a part with the right hash that is not a list of parks is refused', async () => {
    const bytes = new TextEncoder().encode('{"id":[1],"name":"<html>"}')
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    const manifest = await server.manifest()
    manifest.parks.parts = [{ url: '/parts/odd', sha256: hash, bytes: bytes.length, count: 1 }]
    manifest.parks = await withTotals(manifest.parks)
    server.intercept = (url) => {
      if (url === '/api/directory?format=2') return Response.json(manifest)
      return url === '/parts/odd' ? new Response(bytes) : undefined
    }
    await expect(sync()).rejects.toThrow(PartRefused)
  })

  test.each(['sha256', 'count', 'bytes'] as const)(
    'a manifest whose %s does not match its parts is refused before any part is fetched',
    async (field) => {
      const manifest = await server.manifest()
      if (field === 'sha256') manifest.parks.sha256 = '0'.repeat(64)
      else manifest.parks[field]++
      server.intercept = (url) => (url === '/api/directory?format=2' ? Response.json(manifest) : undefined)
      await expect(sync()).rejects.toThrow(PartRefused)
      expect(server.requestedParts()).toEqual([])
    },
  )

  test('an HTML page instead of the manifest (a Wi-Fi sign-in page) changes nothing', async () => {
    await sync()
    server.intercept = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    await expect(sync()).rejects.toThrow(SyntaxError)
    expect(await idsOn()).toEqual(sortedById())
  })
})

describe('a later synchronisation', () => {
  beforeEach(async () => {
    await sync()
    server.requested = []
    clock = 2_000
  })

  test('reads only the manifest when nothing has changed, and records the time', async () => {
    expect((await sync()).kind).toBe('unchanged')
    expect(server.requested).toEqual(['/api/directory?format=2'])
    expect((await loadDirectory(database))!.record.confirmedAt).toBe(2_000)
  })

  test('applying changes gives the same parts and hashes as the snapshot', async () => {
    server.publish([park(2, { name: 'Renamed' }), park(9_000)], [{ id: 2049, successor: 2 }])
    server.publish([park(3, { size: 'Large' })], [{ id: 4101, successor: null }])

    expect((await sync()).kind).toBe('changes')
    expect(server.requestedParts()).toEqual([])

    const fresh = createDatabase(() => undefined, 'fresh', { indexedDB: new IDBFactory(), IDBKeyRange })
    await sync(fresh)
    const bySnapshot = await loadDirectory(fresh)
    const byChanges = await loadDirectory(database)
    expect(byChanges!.parks).toEqual(bySnapshot!.parks)
    expect(byChanges!.record).toEqual(bySnapshot!.record)
    expect(await database.parks.toArray()).toEqual(await fresh.parks.toArray())
    fresh.close()
  })

  test.each(['changes', 'snapshot'] as const)(
    'the parks that an update by %s returns are those that it stored',
    async (kind) => {
      server.publish([park(2, { name: 'Renamed' }), park(9_000)], [{ id: 2049, successor: 2 }])
      if (kind === 'snapshot') server.forgetChanges()
      const { kind: actual, parks, record } = await sync()
      expect(actual).toBe(kind)
      expect(parks).toEqual({
        sha256: record.parks.sha256,
        parks: (await loadDirectory(database))!.parks,
      })
    },
  )

  test('changes are applied to the parks in use without reading the stored ones', async () => {
    const { record, parks } = (await loadDirectory(database))!
    // The part of the changed park, which is replaced.
    const stored = await database.parks.get(record.parks.parts[0]!)
    await database.parks.put({ ...stored!, bytes: new TextEncoder().encode('damaged') })
    server.publish([park(2, { name: 'Renamed' })])
    const inUse = { sha256: record.parks.sha256, parks }
    expect((await sync(database, undefined, inUse)).kind).toBe('changes')
    expect((await loadDirectory(database))!.parks.map(({ name }) => name)).toContain('Renamed')
  })

  test('changes replace parts without reading any', async () => {
    const { record, parks } = (await loadDirectory(database))!
    const inUse = { sha256: record.parks.sha256, parks }
    const read: string[] = []
    // Every way to get the values of rows: by keys, by a range, and one after another.
    database.use({
      stack: 'dbcore',
      create: (core) => ({
        ...core,
        table(name) {
          const table = core.table(name)
          const isPart = name !== 'meta'
          return {
            ...table,
            getMany: (request) => (isPart && read.push(name), table.getMany(request)),
            query: (request) => (isPart && request.values && read.push(name), table.query(request)),
            openCursor: (request) => (isPart && request.values && read.push(name), table.openCursor(request)),
          }
        },
      }),
    })
    database.close()
    await database.open()
    server.publish([park(2, { name: 'Renamed' })])
    expect((await sync(database, undefined, inUse)).kind).toBe('changes')
    expect(read).toEqual([])
  })

  test('parks in use of another version are not used', async () => {
    const { record, parks } = (await loadDirectory(database))!
    const inUse = { sha256: record.parks.sha256, parks }
    server.publish([park(2, { name: 'Second' })])
    await sync()
    server.publish([park(3, { name: 'Third' })])
    expect((await sync(database, undefined, inUse)).kind).toBe('changes')
    const names = (await loadDirectory(database))!.parks.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Second', 'Third']))
  })

  test('a removed park is remembered with its successor until it is published again', async () => {
    server.publish(
      [],
      [
        { id: 2, successor: 3 },
        { id: 4100, successor: null },
      ],
    )
    await sync()
    expect((await loadDirectory(database))!.tombstones).toEqual({ 2: 3, 4100: null })

    server.publish([park(2)])
    await sync()
    expect((await loadDirectory(database))!.tombstones).toEqual({ 4100: null })
  })

  test('a snapshot has the parks removed before it, with their successors', async () => {
    const removed = [
      { id: 2048, successor: 3 },
      { id: 4100, successor: null },
    ]
    server.publish([], removed)
    const later = createDatabase(() => undefined, 'later', { indexedDB, IDBKeyRange })
    onTestFinished(() => later.close())
    expect((await sync(later)).kind).toBe('snapshot')
    expect((await loadDirectory(later))!.tombstones).toEqual({ 2048: 3, 4100: null })

    server.forgetChanges()
    expect((await sync()).kind).toBe('snapshot')
    expect((await loadDirectory(database))!.tombstones).toEqual({ 2048: 3, 4100: null })
  })

  test('a tombstone newer than the snapshot is not remembered until the park is removed', async () => {
    server.tombstones = [{ id: 2, successor: 3 }]
    server.epoch = 'second'
    expect((await sync()).kind).toBe('snapshot')
    const stored = (await loadDirectory(database))!
    expect(stored.parks.map(({ id }) => id)).toContain(2)
    expect(stored.tombstones).toEqual({})
  })

  test('a directory of an earlier version of the app gets the tombstones without downloading its parts again', async () => {
    server.tombstones = undefined
    const { allTombstones: _, ...record } = (await loadDirectory(database))!.record
    await writeMeta(database, 'directory', record)
    expect((await sync()).kind).toBe('unchanged')

    server.tombstones = [{ id: 7, successor: 3 }]
    server.requested.length = 0
    expect((await sync()).kind).toBe('snapshot')
    expect(server.requestedParts()).toHaveLength(1)
    expect((await loadDirectory(database))!.tombstones).toEqual({ 7: 3 })
    expect((await sync()).kind).toBe('unchanged')
  })

  test('a park that is missing from a snapshot without tombstones is remembered as removed', async () => {
    server.tombstones = undefined
    server.publish([], [{ id: 2048, successor: 3 }])
    server.forgetChanges()
    expect((await sync()).kind).toBe('snapshot')
    expect((await loadDirectory(database))!.tombstones).toEqual({ 2048: null })
  })

  test('a snapshot costs only the parts that changed', async () => {
    server.publish([park(4100, { name: 'Renamed' })])
    server.forgetChanges()
    await sync()
    expect(server.requestedParts()).toHaveLength(1)
    expect(await database.parks.count()).toBe(4)
  })

  test('changes that do not produce the server’s hash are discarded and the snapshot is fetched', async () => {
    server.publish([park(1, { name: 'Renamed' })])
    server.intercept = (url) => {
      if (!url.startsWith('/api/directory/changes')) return undefined
      server.intercept = () => undefined
      return server
        .fetch(url)
        .then(async (response) =>
          Response.json({ ...((await response.json()) as object), sha256: 'f'.repeat(64) }),
        )
    }
    expect((await sync()).kind).toBe('snapshot')
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Renamed')
  })

  test.each([400, 404, 410])('changes refused with %i fall back to the snapshot', async (status) => {
    server.publish([park(1, { name: 'Renamed' })])
    server.intercept = (url) =>
      url.startsWith('/api/directory/changes') ? new Response('', { status }) : undefined
    expect((await sync()).kind).toBe('snapshot')
  })

  test('changes unavailable with 503 do not fall back to the snapshot', async () => {
    server.publish([park(1, { name: 'Renamed' })])
    server.intercept = (url) =>
      url.startsWith('/api/directory/changes') ? new Response('', { status: 503 }) : undefined
    await expect(sync()).rejects.toThrow(HttpStatusError)
    expect(server.requestedParts()).toEqual([])
  })

  test('changes that a slow connection does not receive within 15 s are replaced by the snapshot', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    server.publish([park(1, { name: 'Renamed' })])
    const isRead = Promise.withResolvers<void>()
    server.intercept = (url, init) =>
      url.startsWith('/api/directory/changes')
        ? new Response(
            new ReadableStream<Uint8Array>({
              pull(controller) {
                isRead.resolve()
                init!.signal!.addEventListener('abort', () => controller.error(init!.signal!.reason))
                return new Promise(() => undefined)
              },
            }),
          )
        : undefined
    const outcome = sync()
    await isRead.promise
    await vi.advanceTimersByTimeAsync(15_000)
    expect((await outcome).kind).toBe('snapshot')
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Renamed')
  })

  test('changes of a server that does not answer do not fall back to the snapshot', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    server.publish([park(1, { name: 'Renamed' })])
    const isAsked = Promise.withResolvers<void>()
    server.intercept = (url, init) =>
      url.startsWith('/api/directory/changes')
        ? new Promise((_, reject) => {
            isAsked.resolve()
            init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))
          })
        : undefined
    const outcome = sync().catch((error: unknown) => error)
    await isAsked.promise
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await outcome).toMatchObject({ name: 'TimeoutError' })
    expect(server.requestedParts()).toEqual([])
  })

  test('a manifest older than the directory, of another server, does not bring an older directory back', async () => {
    const [manifest, parts] = [await server.manifest(), await server.partBytes()]
    server.publish([park(1, { name: 'Renamed' })], [{ id: 2049, successor: 2 }])
    await sync()
    server.intercept = (url) => {
      if (url.startsWith('/api/directory?')) return Response.json(manifest)
      return parts.has(url) ? new Response(parts.get(url)) : undefined
    }
    await sync()
    const stored = (await loadDirectory(database))!
    expect([stored.record.seq, stored.parks[0]!.name]).toEqual([2, 'Renamed'])
    expect(stored.tombstones).toEqual({ 2049: 2 })
    // Asked for changes, such a server reads the database. If it has no newer version either, it says so.
    server.seq = 1
    server.parks = server.parks.map((row) => (row.id === 1 ? { ...row, name: 'As it was' } : row))
    server.intercept = (url) =>
      url.startsWith('/api/directory/changes?') ? Response.json({ kind: 'snapshot' }) : undefined
    expect((await sync()).kind).toBe('snapshot')
    expect((await loadDirectory(database))!.record.seq).toBe(1)
  })

  test('a new epoch (a restored backup) invalidates the cursor even when the sequence number is the same', async () => {
    server.epoch = 'second'
    server.parks = server.parks.filter(({ id }) => id !== 6200)
    expect((await sync()).kind).toBe('snapshot')
    expect(server.requested.some((url) => url.includes('changes'))).toBe(false)
    expect(await idsOn()).toEqual(sortedById())
    expect((await loadDirectory(database))!.record.epoch).toBe('second')
  })

  test('a new epoch with the same parks is adopted without fetching them', async () => {
    server.epoch = 'second'
    await sync()
    expect(server.requested).toEqual(['/api/directory?format=2'])
    expect((await loadDirectory(database))!.record).toMatchObject({ epoch: 'second', seq: 1 })
  })

  test('a changed gazetteer is fetched without the parks', async () => {
    server.localities = [...server.localities, locality('Grange', '5022', -34.9, 138.49)]
    await sync()
    expect(server.requestedParts()).toHaveLength(1)
    expect((await loadDirectory(database))!.localities()).toHaveLength(3)
  })

  test('the old copy stays available while the new one downloads and after that download fails', async () => {
    server.publish([park(1, { name: 'Renamed' }), park(2048, { name: 'Renamed' })])
    server.forgetChanges()
    const namesDuringDownload: (string | undefined)[] = []
    server.intercept = (url) => {
      if (!url.startsWith('/parts/')) return undefined
      return loadDirectory(database).then(async (stored) => {
        namesDuringDownload.push(stored!.parks[0]!.name)
        if (namesDuringDownload.length > 1) throw new TypeError('connection lost')
        return new Response((await server.partBytes()).get(url)!)
      })
    }
    await expect(sync()).rejects.toThrow('connection lost')
    expect(namesDuringDownload).toEqual(['Reserve 1', 'Reserve 1'])
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Reserve 1')

    server.intercept = () => undefined
    await sync()
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Renamed')
  })

  test('a directory that changes on the server during the download is fetched in its newer version', async () => {
    server.publish([park(1, { name: 'Second' })])
    server.forgetChanges()
    server.intercept = (url) => {
      if (!url.startsWith('/parts/')) return undefined
      server.intercept = () => undefined
      server.publish([park(1, { name: 'Third' })])
      return undefined
    }
    await sync()
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Third')
    expect((await loadDirectory(database))!.record.seq).toBe(3)
  })
})

describe('two tabs synchronising at once', () => {
  test.each(['first', 'later'])('both end with the complete directory (%s synchronisation)', async (time) => {
    if (time === 'later') {
      await sync()
      server.publish([park(1, { name: 'Renamed' })], [{ id: 2, successor: null }])
    }
    const other = open()
    await Promise.all([sync(), sync(other)])
    expect(await idsOn()).toEqual(sortedById())
    expect(await idsOn(other)).toEqual(sortedById())
    expect(await database.parks.count()).toBe(4)
    other.close()
  })

  test('a tab with an older manifest does not overwrite the newer directory', async () => {
    await sync()
    const other = open()
    server.publish([park(1, { name: 'Second' })])
    server.forgetChanges()
    let updateByOtherTab: Promise<unknown> | undefined
    server.intercept = (url) => {
      if (!url.startsWith('/parts/') || updateByOtherTab !== undefined) return undefined
      const bytes = server.partBytes()
      updateByOtherTab = Promise.resolve()
      return bytes.then(async (parts) => {
        server.publish([park(1, { name: 'Third' })])
        await sync(other)
        return new Response(parts.get(url)!)
      })
    }
    await sync()
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Third')
    other.close()
  })
})

test('a part deleted by another tab during the download is fetched again before the directory becomes available', async () => {
  server.intercept = (url) => {
    if (!url.startsWith('/parts/') || server.requestedParts().length < 6) return undefined
    server.intercept = () => undefined
    return database.parks.clear().then(async () => new Response((await server.partBytes()).get(url)!))
  }
  await sync()
  expect(server.requestedParts()).toHaveLength(10)
  expect(await idsOn()).toEqual(sortedById())
})

describe('failures of storage or network', () => {
  test('a full device keeps the old copy intact and frees the staged parts', async () => {
    await sync()
    server.publish([park(1, { name: 'Renamed' }), park(2048, { name: 'Renamed' })])
    server.forgetChanges()
    let writes = 0
    database.parks.hook('creating', () => {
      if (++writes >= 2) throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    await expect(sync()).rejects.toBeInstanceOf(DeviceFull)
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Reserve 1')
    expect(await database.parks.count()).toBe(4)
    expect(freeSpace).toHaveBeenCalledTimes(1)
  })

  test('a device full of maps that were only shown deletes them and fetches the rest of the directory', async () => {
    let writes = 0
    database.parks.hook('creating', () => {
      if (++writes >= 3 && freeSpace.mock.calls.length === 0)
        throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    expect((await sync()).kind).toBe('snapshot')
    expect(await idsOn()).toEqual(sortedById())
    // Only the part that did not fit is fetched again.
    expect(server.requestedParts()).toHaveLength(7)
  })

  test('a device that has no room for changes keeps the old copy', async () => {
    await sync()
    server.publish([park(1, { name: 'Renamed' })])
    database.parks.hook('creating', () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    await expect(sync()).rejects.toBeInstanceOf(DeviceFull)
    expect((await loadDirectory(database))!.parks[0]!.name).toBe('Reserve 1')
    expect(freeSpace).toHaveBeenCalledTimes(1)
  })

  test('a slow part is accepted unless 15 s pass without a byte', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const [bytes] = [...(await server.partBytes()).values()]
      let send: (chunk: Uint8Array) => void = () => undefined
      server.intercept = (url) => {
        if (!url.startsWith('/parts/')) return undefined
        return new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => void (send = (chunk) => controller.enqueue(chunk)),
          }),
        )
      }
      const outcome = sync().then(
        () => 'done',
        (error: unknown) => error,
      )
      await waitFor(() => expect(server.requestedParts()).toHaveLength(1))
      for (let at = 0; at < 3; at++) {
        await vi.advanceTimersByTimeAsync(14_000)
        send(bytes!.slice(at, at + 1))
      }
      await vi.advanceTimersByTimeAsync(14_000)
      const still = Symbol('still waiting')
      expect(await Promise.race([outcome, Promise.resolve(still)])).toBe(still)
      await vi.advanceTimersByTimeAsync(1_001)
      expect(await outcome).toBeInstanceOf(DownloadStalled)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a database that lost a part of the directory is repaired', async () => {
    await sync()
    await database.parks.delete((await database.parks.toCollection().first())!.sha256)
    await expect(loadDirectory(database)).rejects.toThrow('not stored')
    server.publish([park(1, { name: 'Renamed' })])
    expect((await sync()).kind).toBe('snapshot')
    expect(await idsOn()).toEqual(sortedById())
  })
})

describe('a directory of the first format, stored by an older app,', () => {
  const storeFirst = async () => {
    const bundle = await bundleParks(server.parks, encodeFirstParks)
    const places = await bundleLocalities(server.localities)
    const record = (encoded: EncodedBundle) => ({
      sha256: encoded.sha256,
      count: encoded.count,
      parts: encoded.parts.map(({ sha256 }) => sha256),
    })
    await database.parks.bulkPut(bundle.parts)
    await database.localities.bulkPut(places.parts)
    await writeMeta(database, 'directory', {
      epoch: server.epoch,
      seq: server.seq,
      parks: record(bundle),
      localities: record(places),
      confirmedAt: 500,
    })
  }

  test('is read, with publisher and year, and no councils', async () => {
    await storeFirst()
    const stored = await loadDirectory(database)
    expect(stored!.parks.map(({ id, name }) => [id, name])).toEqual(
      fourParts()
        .sort((a, b) => a.id - b.id)
        .map(({ id, name }) => [id, name]),
    )
    expect(stored!.parks[0]).toMatchObject({
      sources: [{ publisher: 'a list of this test', year: '2017' }],
      position: null,
      council: null,
    })
    expect(stored!.councils()).toEqual([])
  })

  test.each(['unchanged', 'changed'])(
    'is replaced by the second format at the next update, if the server’s is %s',
    async (since) => {
      await storeFirst()
      if (since === 'changed') server.publish([park(1, { name: 'Changed' })])
      expect((await sync()).kind).toBe('snapshot')
      const stored = await loadDirectory(database)
      expect(stored!.parks).toEqual([...server.parks].sort((a, b) => a.id - b.id))
      expect(stored!.councils()).toEqual(server.councils)
      // Localities that the device has are not fetched again.
      const places = await bundleLocalities(server.localities)
      expect(server.requestedParts()).not.toContain(`/parts/${places.parts[0]!.sha256}`)
    },
  )
})

test('councils that have changed are fetched, without fetching the parks again', async () => {
  await sync()
  server.councils = [{ ...server.councils[0]!, website: 'https://example.org' }]
  server.requested = []
  expect((await sync()).kind).toBe('snapshot')
  expect((await loadDirectory(database))!.councils()).toEqual(server.councils)
  expect(server.requestedParts()).toHaveLength(1)
  expect(await database.councils.count()).toBe(1)
})

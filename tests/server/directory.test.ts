import { createHash } from 'node:crypto'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { queryObjects } from 'node:v8'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { bundleHash, bundleParks } from '../../data/directory/bundle.ts'
import { decodeLocalities, LocalityColumns } from '../../data/directory/localities.ts'
import { decodeOutlines, OutlineColumns } from '../../data/directory/outlines.ts'
import { decodeParks, encodeFirstParks, FirstParkColumns, ParkColumns } from '../../data/directory/parks.ts'
import { Council } from '../../data/model/council.ts'
import { DirectoryChanges, DirectoryManifest, FirstDirectoryManifest } from '../../data/model/directory.ts'
import type { Bundle } from '../../data/model/directory.ts'
import { OutlineOfPark, OUTLINES_AT_ONCE } from '../../data/model/outline.ts'
import type { Outline } from '../../data/model/outline.ts'
import { hoursByStatus } from '../../data/hours/business-status.ts'
import type { DirectoryPark, Park } from '../../data/model/park.ts'
import { councils } from '../../data/sources/councils.ts'
import { formerFacts } from '../../data/sources/former-facts.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { openDirectory } from '../../server/directory/directory.ts'
import type { Directory } from '../../server/directory/directory.ts'
import { openParts } from '../../server/directory/parts.ts'
import { updateFromSeed } from '../../server/import/seed-update.ts'
import {
  allLocalities,
  publicPark,
  publicParks,
  publishChange,
  updateLocalities,
  writeSeedVersion,
} from '../../server/repositories/directory.ts'
import {
  configIn,
  LOCALITIES,
  openedStore,
  PARKS,
  seed,
  sharedServer,
  startedOn,
  startedServer,
  temporaryFolder,
  timeUntil,
} from './harness.ts'
import type { Store } from '../../server/repositories/store.ts'
import { onPostgres } from './postgres-databases.ts'
import { openDatabase } from './sql.ts'

const AT = new Date('2026-03-14T01:00:00Z')

/** For tests that publish nothing. */
const unchanged = sharedServer()

const manifestOf = async (app: FastifyInstance) =>
  DirectoryManifest.parse((await app.inject('/api/directory?format=2')).json())
const changesOf = async (app: FastifyInstance, cursor: string) =>
  DirectoryChanges.parse((await app.inject(`/api/directory/changes?cursor=${cursor}&format=2`)).json())

/** Downloads a bundle as a device does, and checks each part against its hash. */
async function download(app: FastifyInstance, bundle: Bundle): Promise<unknown[]> {
  const texts: string[] = []
  for (const { url, sha256, bytes } of bundle.parts) {
    const answer = await app.inject(url)
    expect({ url, status: answer.statusCode, length: answer.rawPayload.length }).toEqual({
      url,
      status: 200,
      length: bytes,
    })
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(sha256)
    texts.push(answer.body)
  }
  expect(await bundleHash(bundle.parts.map((part) => part.sha256))).toBe(bundle.sha256)
  return texts.map((text) => JSON.parse(text))
}

const downloadParks = async (app: FastifyInstance, bundle: Bundle) =>
  (await download(app, bundle)).flatMap((columns) => decodeParks(ParkColumns.parse(columns)))

/** Publishes a change as another process does, for example an import. */
async function publishFromElsewhere(
  path: string,
  change: Parameters<Directory['publish']>[0],
): Promise<number> {
  const store = openedStore(path)
  const seq = await store.write((db) => publishChange(db, change, AT))
  await store.close()
  return seq
}

const untilSeq = (app: FastifyInstance, seq: number) =>
  timeUntil(async () => (await manifestOf(app)).seq === seq)

/** Applies changes to a device's copy. */
function apply(
  copy: readonly DirectoryPark[],
  changes: DirectoryChanges & { kind: 'changes' },
): DirectoryPark[] {
  const byId = new Map(copy.map((park) => [park.id, park]))
  for (const park of decodeParks(ParkColumns.parse(changes.upserts))) byId.set(park.id, park)
  for (const { id } of changes.removed) byId.delete(id)
  return [...byId.values()]
}

const newPark = (name: string): Omit<DirectoryPark, 'id'> => {
  const { id, ...park } = PARKS[3]!
  return { ...park, name, sources: [{ publisher: `not park ${id}`, year: null }] }
}

describe('the directory for devices', () => {
  test('consists of parts, named by their hash, with every park and locality', async () => {
    const { app } = unchanged()
    const manifest = await manifestOf(app)
    expect(manifest).toMatchObject({
      epoch: 'epoch1',
      seq: 1,
      parks: { count: PARKS.length },
      localities: { count: LOCALITIES.length },
    })
    expect(await downloadParks(app, manifest.parks)).toEqual(PARKS)
    const localities = (await download(app, manifest.localities)).flatMap((columns) =>
      decodeLocalities(LocalityColumns.parse(columns)),
    )
    expect(localities).toEqual(LOCALITIES)
  })

  test('gets the populations and positions of a later gazetteer, and devices then download its parts', async () => {
    const config = configIn(temporaryFolder())
    const path = await seed(config, {
      localities: LOCALITIES.map((row, at) => ({
        ...row,
        population: 0,
        ...(at === 0 && { latitude: -37.4713, longitude: 144.785 }),
      })),
    })
    const store = openedStore(path)
    expect(await store.write((db) => updateLocalities(db, LOCALITIES))).toBe(true)
    expect(await store.read(allLocalities)).toEqual(LOCALITIES)
    expect(await store.write((db) => updateLocalities(db, LOCALITIES))).toBe(false)
    const { app } = await startedOn(config)
    expect(await manifestOf(app)).toMatchObject({ epoch: 'epoch1', seq: 2 })
    expect((await app.inject('/api/directory/changes?cursor=epoch1.1')).json()).toMatchObject({
      kind: 'snapshot',
    })
  })

  test('has immutable parts in the encoding that the client accepts', async () => {
    const { app } = unchanged()
    const [part] = (await manifestOf(app)).parks.parts
    const plain = await app.inject(part!.url)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    })
    await timeUntil(
      async () =>
        (await app.inject({ url: part!.url, headers: { 'accept-encoding': 'br' } })).headers[
          'content-encoding'
        ] === 'br',
    )
    const brotli = await app.inject({ url: part!.url, headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await app.inject({ url: part!.url, headers: { 'accept-encoding': 'gzip' } })
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length)
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
    const known = await app.inject({
      url: part!.url,
      headers: { 'if-none-match': String(plain.headers.etag) },
    })
    expect(known.statusCode).toBe(304)
  })

  test('gives changes that turn an old copy into the one of the manifest’s hash', async () => {
    const { app, path } = await startedServer()
    const old = await downloadParks(app, (await manifestOf(app)).parks)
    await publishFromElsewhere(path, {
      upserts: [{ ...PARKS[0]!, name: 'Renamed Park', features: ['bbq'], rating: 4.5 }, newPark('New Park')],
    })
    await publishFromElsewhere(path, {
      removals: [
        { id: 5, successor: 6 },
        { id: 9, successor: null },
      ],
    })
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[20]!, latitude: -33.123456789 }] })
    await untilSeq(app, 4)
    const manifest = await manifestOf(app)
    const changes = await changesOf(app, 'epoch1.1')
    if (changes.kind !== 'changes') throw new Error('a snapshot is asked for')
    expect(changes).toMatchObject({
      epoch: 'epoch1',
      seq: 4,
      count: PARKS.length - 1,
      sha256: manifest.parks.sha256,
    })
    expect(changes.removed).toEqual([
      { id: 5, successor: 6 },
      { id: 9, successor: null },
    ])
    const updated = apply(old, changes)
    expect(updated).toHaveLength(changes.count)
    expect((await bundleParks(updated)).sha256).toBe(manifest.parks.sha256)
    expect(updated.find((park) => park.id === 1)).toMatchObject({
      name: 'Renamed Park',
      features: ['bbq'],
      rating: 4.5,
    })
    expect(updated.find((park) => park.name === 'New Park')!.id).toBe(PARKS.length + 1)

    // The server rounds positions as devices get them.
    expect((await app.inject('/api/parks/21')).json().latitude).toBe('-33.12346')

    const later = await changesOf(app, 'epoch1.3')
    expect(later).toMatchObject({ kind: 'changes', removed: [] })
    expect(await changesOf(app, 'epoch1.4')).toMatchObject({
      kind: 'changes',
      seq: 4,
      removed: [],
      count: PARKS.length - 1,
    })
  })

  test('has the tombstones of all removed parks, for devices that download it whole', async () => {
    const { app, path } = await startedServer()
    expect((await manifestOf(app)).tombstones).toMatchObject({ count: 0, parts: [] })
    const removals = [
      { id: 5, successor: 6 },
      { id: 9, successor: null },
    ]
    await publishFromElsewhere(path, { removals })
    await untilSeq(app, 2)
    const { tombstones } = await manifestOf(app)
    expect(tombstones!.count).toBe(2)
    expect((await download(app, tombstones!)).flat()).toEqual(removals)
  })

  test('names the successor of a merged park in the reply for that park', async () => {
    const { app, path } = await startedServer()
    await publishFromElsewhere(path, {
      removals: [
        { id: 5, successor: 6 },
        { id: 9, successor: null },
      ],
    })
    await untilSeq(app, 2)
    const merged = await app.inject('/api/parks/5')
    expect(merged.statusCode).toBe(404)
    expect(merged.headers['cache-control']).toBe('no-store')
    expect(merged.json()).toEqual({
      code: 'park-not-found',
      message: 'There is no park 5.',
      successor: 6,
    })
    expect((await app.inject('/api/parks/9')).json()).toEqual({
      code: 'park-not-found',
      message: 'There is no park 9.',
    })
  })

  test('asks for a snapshot for another epoch, an unknown version or too many changes', async () => {
    const { app, path } = await startedServer()
    for (const cursor of ['epoch2.1', 'epoch1.0', 'epoch1.2'])
      expect(await changesOf(app, cursor)).toEqual({ kind: 'snapshot' })
    const many = Array.from({ length: 201 }, (_, index) => newPark(`Park ${index}`))
    await publishFromElsewhere(path, { upserts: many })
    await untilSeq(app, 2)
    expect(await changesOf(app, 'epoch1.1')).toEqual({ kind: 'snapshot' })
  })

  test('deletes changes that are too old to be sent, and asks older devices for a snapshot', async () => {
    const { app, path } = await startedServer()
    const storedChanges = () =>
      openedStore(path).read((db) =>
        db.selectFrom('directory_changes').select(['parkId', 'seq']).orderBy('parkId').execute(),
      )
    for (const name of ['One', 'Two', 'Three'])
      await publishFromElsewhere(path, { upserts: [{ ...PARKS[0]!, name }] })
    expect(await storedChanges()).toEqual([{ parkId: 1, seq: 4 }])
    await publishFromElsewhere(path, {
      upserts: Array.from({ length: 120 }, (_, index) => newPark(`Early ${index}`)),
    })
    await untilSeq(app, 5)
    const old = await downloadParks(app, (await manifestOf(app)).parks)
    await publishFromElsewhere(path, {
      upserts: Array.from({ length: 120 }, (_, index) => newPark(`Late ${index}`)),
    })
    await publishFromElsewhere(path, { removals: [{ id: 7, successor: null }] })
    await untilSeq(app, 7)
    expect(await storedChanges()).toHaveLength(121)
    for (const cursor of ['epoch1.1', 'epoch1.4'])
      expect(await changesOf(app, cursor)).toEqual({ kind: 'snapshot' })
    const changes = await changesOf(app, 'epoch1.5')
    if (changes.kind !== 'changes') throw new Error('a snapshot is asked for')
    expect(changes.removed).toEqual([{ id: 7, successor: null }])
    expect((await bundleParks(apply(old, changes))).sha256).toBe((await manifestOf(app)).parks.sha256)
  })

  test.each(['', 'epoch1', '1', 'epoch1.', '.1', 'epoch1.x', 'epoch1.-1', 'a b.1', `${'e'.repeat(65)}.1`])(
    "refuses '%s' as cursor",
    async (cursor) => {
      const { app } = unchanged()
      const answer = await app.inject(`/api/directory/changes?cursor=${encodeURIComponent(cursor)}`)
      expect({ status: answer.statusCode, field: answer.json().field }).toEqual({
        status: 400,
        field: 'cursor',
      })
    },
  )

  test('serves a version published by another process, and keeps the parts of the version before', async () => {
    const { app, path } = await startedServer()
    const before = await manifestOf(app)
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[0]!, name: 'Renamed Park' }] })
    await untilSeq(app, 2)
    const after = await manifestOf(app)
    expect((await app.inject('/api/parks/1')).json().name).toBe('Renamed Park')
    expect((await app.inject('/api/search?query=Renamed%20Park')).json()[0].id).toBe(1)
    expect(after.parks.sha256).not.toBe(before.parks.sha256)
    expect(after.localities).toEqual(before.localities)
    expect(await downloadParks(app, before.parks)).toEqual(PARKS)
    expect((await downloadParks(app, after.parks))[0]!.name).toBe('Renamed Park')
  })

  test('keeps parts on disk for the next start, and writes a damaged one again', async () => {
    const folder = temporaryFolder()
    const bundle = await bundleParks(PARKS)
    const errors: unknown[] = []
    const first = openParts(folder, (error) => errors.push(error))
    first.keep(bundle.parts)
    await first.settled()
    const { sha256 } = bundle.parts[0]!
    expect(readdirSync(folder).toSorted()).toEqual([
      `${sha256}.json`,
      `${sha256}.json.br`,
      `${sha256}.json.gz`,
    ])

    const other = openParts(folder, (error) => errors.push(error))
    expect((await other.get(sha256))!.br).toEqual((await first.get(sha256))!.br)
    truncateSync(join(folder, `${sha256}.json.br`), 100)
    writeFileSync(join(folder, `${sha256}.json.gz`), '')
    // Parts that were read and checked before are served from memory.
    expect(Object.keys((await other.get(sha256))!)).toEqual(['identity', 'br', 'gzip'])
    const later = () => openParts(folder, (error) => errors.push(error))
    expect(Object.keys((await later().get(sha256))!)).toEqual(['identity'])
    writeFileSync(join(folder, `${sha256}.json`), '[]')
    expect(await later().get(sha256)).toBeUndefined()
    other.keep(bundle.parts)
    await other.settled()
    const third = await openParts(folder, (error) => errors.push(error)).get(sha256)
    expect(Object.keys(third!).toSorted()).toEqual(['br', 'gzip', 'identity'])
    expect(brotliDecompressSync(third!.br!).equals(Buffer.from(bundle.parts[0]!.bytes))).toBe(true)
    expect(errors).toEqual([])
  })

  test('keeps parts of versions that are replaced while the one before is compressed', async () => {
    const folder = temporaryFolder()
    const errors: unknown[] = []
    const parts = openParts(folder, (error) => errors.push(error))
    const versions = await Promise.all(
      ['First', 'Second', 'Third'].map((name) => bundleParks([{ ...PARKS[0]!, name }])),
    )
    for (const version of versions) parts.keep(version.parts)
    await parts.settled()
    const hashes = versions.map((version) => version.parts[0]!.sha256)
    const encodings = await Promise.all(
      hashes.map(async (sha256) => Object.keys((await parts.get(sha256)) ?? {})),
    )
    expect(encodings).toEqual([['identity'], ['identity'], ['identity', 'gzip', 'br']])
    const later = openParts(folder, (error) => errors.push(error))
    for (const sha256 of hashes) expect(await later.get(sha256)).toBeDefined()
    expect(errors).toEqual([])
  })

  test('serves parts from memory if the disk cannot be written', async () => {
    const folder = join(temporaryFolder(), 'a file')
    writeFileSync(folder, '')
    const errors: unknown[] = []
    const parts = openParts(folder, (error) => errors.push(error))
    const bundle = await bundleParks(PARKS)
    parts.keep(bundle.parts)
    await parts.settled()
    expect(Object.keys((await parts.get(bundle.parts[0]!.sha256))!).toSorted()).toEqual([
      'br',
      'gzip',
      'identity',
    ])
    expect(errors.length).toBeGreaterThan(0)
  })
})

test.skipIf(onPostgres)('versions that were replaced do not stay in memory', async () => {
  const { app, path } = await startedServer()
  const publishAndRead = async (name: string) => {
    const seq = await publishFromElsewhere(path, { upserts: [{ ...PARKS[0]!, name }] })
    await untilSeq(app, seq)
    for (const url of ['/api/parks', '/api/search?query=park', '/api/directory', '/park/1', '/?q=park'])
      expect((await app.inject(url)).statusCode).toBe(200)
  }
  // Each version's search index has some; the count is taken after a garbage collection.
  const arrays = () => queryObjects(Int32Array, { format: 'count' })
  await publishAndRead('First Park')
  await publishAndRead('Second Park')
  const before = arrays()
  for (let at = 0; at < 8; at++) await publishAndRead(`Park ${at}`)
  expect(arrays()).toBeLessThan(before + 8)
})

describe('publishing', () => {
  async function openTestDirectory() {
    const { path } = await startedServer()
    const parts = openParts(temporaryFolder(), () => undefined)
    // Waits for writes before the folder is deleted.
    onTestFinished(() => parts.close())
    const directory = openDirectory({ store: openedStore(path), parts, clock: () => AT, build: 'test' })
    onTestFinished(() => directory.close())
    return { directory, path }
  }

  test('is visible to the publisher immediately', async () => {
    const { directory } = await openTestDirectory()
    expect((await directory.current()).version.seq).toBe(1)
    const after = await directory.publish({ upserts: [{ ...PARKS[0]!, name: 'Renamed Park' }] })
    expect(after.version.seq).toBe(2)
    expect((await directory.current()).engine.park(1)!.name).toBe('Renamed Park')
  })

  test('looks at the database file a few times a second, not for each request', async () => {
    const { path } = await startedServer()
    const parts = openParts(temporaryFolder(), () => undefined)
    onTestFinished(() => parts.close())
    const store = openedStore(path)
    const isUnchanged = vi.spyOn(store, 'isUnchanged')
    const directory = openDirectory({ store, parts, clock: () => AT, build: 'test' })
    onTestFinished(() => directory.close())
    await directory.current()
    isUnchanged.mockClear()
    const startedAt = performance.now()
    for (let request = 0; request < 10_000; request += 1) await directory.current()
    const looks = isUnchanged.mock.calls.length
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 50)
  })

  test('publishes everything or nothing', async () => {
    const { directory } = await openTestDirectory()
    await expect(
      directory.publish({
        upserts: [{ ...PARKS[0]!, name: 'Renamed Park' }],
        removals: [{ id: 4711, successor: null }],
      }),
    ).rejects.toThrow(/4711/)
    const { version, engine } = await directory.publish({ upserts: [PARKS[1]!] })
    expect({ seq: version.seq, name: engine.park(1)!.name }).toEqual({ seq: 2, name: PARKS[0]!.name })
  })

  test('writes related rows with the change or not at all', async () => {
    const { directory, path } = await openTestDirectory()
    const store = openedStore(path)
    const rename = (name: string) =>
      directory.write(async (db) => {
        await db.insertInto('attempts').values({ key: name, count: 1, endsAt: '' }).execute()
        await publishChange(db, { upserts: [{ ...PARKS[0]!, name }] }, AT)
        if (name === 'Bad Park') throw new RangeError('no such name')
        return name.length
      })
    expect(await rename('Good Park')).toBe(9)
    expect((await directory.current()).engine.park(1)!.name).toBe('Good Park')
    await expect(rename('Bad Park')).rejects.toThrow('no such name')
    expect((await directory.current()).engine.park(1)!.name).toBe('Good Park')
    expect(await store.read((db) => db.selectFrom('attempts').select('key').execute())).toEqual([
      { key: 'Good Park' },
    ])
    expect(await directory.write(async () => 'nothing published')).toBe('nothing published')
    expect((await directory.current()).version.seq).toBe(2)
  })

  test('creates no version without changes', async () => {
    const { directory } = await openTestDirectory()
    expect((await directory.publish({})).version.seq).toBe(1)
  })

  test('never reuses an id, not even that of the last park', async () => {
    const { directory } = await openTestDirectory()
    const last = PARKS.at(-1)!
    await directory.publish({ removals: [{ id: last.id, successor: 1 }] })
    await expect(directory.publish({ upserts: [last] })).rejects.toThrow(/never reused/)
    const { engine } = await directory.publish({ upserts: [newPark('Next Park')] })
    expect(engine.park(last.id + 1)!.name).toBe('Next Park')
    expect(engine.park(last.id)).toBeUndefined()
  })

  test('refuses to remove a park twice, and a successor that is the park itself or unknown', async () => {
    const { directory } = await openTestDirectory()
    await directory.publish({ removals: [{ id: 2, successor: null }] })
    await expect(directory.publish({ removals: [{ id: 2, successor: null }] })).rejects.toThrow(
      /does not exist/,
    )
    await expect(directory.publish({ removals: [{ id: 3, successor: 3 }] })).rejects.toThrow(/own successor/)
    await expect(directory.publish({ removals: [{ id: 3, successor: 4711 }] })).rejects.toThrow(
      /foreign key/i,
    )
  })

  test('keeps a favourite of a removed park and its successor', async () => {
    const { directory, path } = await openTestDirectory()
    const store = openedStore(path)
    const database = openDatabase(path)
    onTestFinished(() => void database.close())
    database.exec(
      "insert into users (id, email) values (1, 'rex@example.com'); insert into user_favorites (userId, parkId) values (1, 5)",
    )
    await directory.publish({ removals: [{ id: 5, successor: 6 }] })
    expect(
      database.prepare('select parkId, successor from user_favorites join parks on parks.id = parkId').all(),
    ).toEqual([{ parkId: 5, successor: 6 }])
    await store.close()
  })
})

describe('a park whose description has a business status', () => {
  const shared = sharedServer()

  test.each([
    ['OPERATIONAL', 'Open 24/7', 'Open 24/7', true],
    ['operational', 'Open 24/7', 'Open 24/7', true],
    [' CLOSED_PERMANENTLY ', 'Open 24/7', 'Permanently closed', false],
    ['CLOSED_TEMPORARILY', 'Open 24/7', 'Temporarily closed', false],
    ['CLOSED_PERMANENTLY', null, 'Permanently closed', false],
    ['FUTURE_OPENING', 'Open 24/7', 'Business status FUTURE_OPENING: Open 24/7', false],
    ['open', '5am-9pm', 'Business status open: 5am-9pm', false],
    ['FUTURE_OPENING', null, null, false],
    ['', 'Open 24/7', 'Open 24/7', true],
    [5, 'Open 24/7', 'Open 24/7', true],
  ])('%j and the hours %j is published with %j', async (businessStatus, openingHours, published, isOpen) => {
    const { app, path, config } = shared()
    const document = '<!doctype html><title>Offlead</title><meta name="description" content="parks" />'
    writeFileSync(join(config.clientDir, 'index.html'), document)
    const description = JSON.stringify({ overview: 'A park.', businessStatus })
    const seq = await publishFromElsewhere(path, {
      upserts: [{ ...PARKS[0]!, openingHours, description }],
    })
    await untilSeq(app, seq)
    const [onDevice] = await downloadParks(app, (await manifestOf(app)).parks)
    expect(onDevice).toMatchObject({ id: 1, openingHours: published, description })
    expect((await app.inject('/api/parks/1')).json()).toMatchObject({ openingHours: published, description })
    const noon = Date.parse('2026-01-14T12:00+11:00')
    const open = (await app.inject(`/api/search?open=only&now=${noon}`)).json() as Park[]
    expect(open.some(({ id }) => id === 1)).toBe(isOpen)
    expect((await app.inject('/park/1')).body.includes('OpeningHoursSpecification')).toBe(isOpen)
    // The stored hours stay, for the case that a later list says that the park is open again.
    const store = openedStore(path)
    expect(await store.read((db) => publicPark(db, 1))).toMatchObject({ openingHours })
    await store.close()
  })

  test.each([
    '[{"businessStatus":"CLOSED_PERMANENTLY"}]',
    '{"businessStatus":"CLOSED_',
    'CLOSED_PERMANENTLY',
  ])('is one only in a JSON object: %s', (description) => {
    expect(hoursByStatus('Open 24/7', description)).toBe('Open 24/7')
  })
})

describe('an installed app that knows only the first format', () => {
  const firstManifest = async (app: FastifyInstance) =>
    FirstDirectoryManifest.parse((await app.inject('/api/directory')).json())

  test('gets parks in that format, where a position within about 500 m is the suburb', async () => {
    const parks = PARKS.map((park) => (park.id === 4 ? { ...park, accuracy: 'near' as const } : park))
    const config = configIn(temporaryFolder())
    await seed(config, { parks })
    const { app } = await startedOn(config)
    const manifest = await firstManifest(app)
    const [part] = manifest.parks.parts
    const columns = FirstParkColumns.parse((await app.inject(part!.url)).json())
    const received = decodeParks(columns)
    expect(received.map(({ id }) => id)).toEqual(parks.map(({ id }) => id))
    expect(received.find(({ id }) => id === 4)).toMatchObject({ name: parks[3]!.name, accuracy: 'suburb' })
    expect(received[0]!.sources).toEqual([{ publisher: 'City of Melbourne', year: '2021' }])
    // The second format's parts are still served.
    for (const { url } of (await manifestOf(app)).parks.parts)
      expect((await app.inject(url)).statusCode).toBe(200)
  })

  test('does not replace the parts of a version that was loaded while its manifest was made', async () => {
    const { path } = await startedServer()
    const real = openedStore(path)
    let onView: (() => Promise<void>) | undefined
    const store: Store = {
      ...real,
      view: async (work) => {
        const wait = onView
        onView = undefined
        await wait?.()
        return real.view(work)
      },
    }
    const parts = openParts(temporaryFolder(), () => undefined)
    onTestFinished(() => parts.close())
    let kept: string[] = []
    const directory = openDirectory({
      store,
      parts: {
        ...parts,
        keep(added) {
          kept = added.map(({ sha256 }) => sha256)
          parts.keep(added)
        },
      },
      clock: () => AT,
      build: 'test',
    })
    onTestFinished(() => directory.close())
    const before = await directory.current()
    let newest!: DirectoryManifest
    onView = async () => {
      newest = (await directory.publish({ upserts: [{ ...PARKS[0]!, name: 'Later Park' }] })).manifest
    }
    const first = await before.firstManifest()
    expect([first.seq, newest.seq]).toEqual([1, 2])
    for (const { sha256 } of [...newest.parks.parts, ...first.parks.parts]) expect(kept).toContain(sha256)
  })

  test('gets changes in that format, with the hash that it will compute', async () => {
    const { app, path } = await startedServer()
    const before = decodeParks(
      FirstParkColumns.parse((await app.inject((await firstManifest(app)).parks.parts[0]!.url)).json()),
    )
    await openedStore(path).write((db) =>
      publishChange(db, { upserts: [{ ...PARKS[5]!, name: 'Changed', accuracy: 'near' }] }, new Date()),
    )
    await expect.poll(async () => (await firstManifest(app)).seq).toBe(2)
    const changes = DirectoryChanges.parse(
      (await app.inject('/api/directory/changes?cursor=epoch1.1')).json(),
    )
    if (changes.kind !== 'changes') throw new Error('no changes')
    const upserts = decodeParks(FirstParkColumns.parse(changes.upserts))
    expect(upserts).toMatchObject([{ id: PARKS[5]!.id, name: 'Changed', accuracy: 'suburb' }])
    const after = before.map((park) => upserts.find(({ id }) => id === park.id) ?? park)
    expect((await bundleParks(after, encodeFirstParks)).sha256).toBe(changes.sha256)
  })
})

test('GET /api/councils lists every council area, and replies 304 to its ETag', async () => {
  const { app } = unchanged()
  const reply = await app.inject('/api/councils')
  const listed = z.array(Council).parse(reply.json())
  // Without centres, which apps of an earlier version do not accept.
  expect(listed).toEqual(councils().map(({ centre: _centre, ...council }) => council))
  expect(listed.find(({ name }) => name === 'Port Adelaide Enfield')!.rules.length).toBe(3)
  const headers = { 'if-none-match': String(reply.headers['etag']) }
  expect((await app.inject({ url: '/api/councils', headers })).statusCode).toBe(304)
})

test('the directory of a device has every council area', async () => {
  const { app } = unchanged()
  const { councils: bundle } = await manifestOf(app)
  expect(await download(app, bundle)).toEqual([councils()])
})

describe('outlines of parks', () => {
  const outline = (side: number): Outline => ({
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [151, -33],
            [151 + side, -33],
            [151 + side, -33 - side],
            [151, -33],
          ],
        ],
      ],
    },
    squareMetres: 4_200,
    source: { publisher: 'OpenStreetMap', date: '2026', licence: 'ODbL 1.0' },
  })

  test('are a bundle of their own, and the parts of the parks do not grow', async () => {
    const { app, path } = await startedServer()
    const before = await manifestOf(app)
    expect(before.outlines).toMatchObject({ count: 0, parts: [] })
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[4]!, outline: outline(0.001) }] })
    await untilSeq(app, 2)
    const after = await manifestOf(app)
    expect(after.parks).toEqual(before.parks)
    const rows = (await download(app, after.outlines!)).flatMap((columns) =>
      decodeOutlines(OutlineColumns.parse(columns)),
    )
    expect(rows.map((row) => ({ id: row.id, outline: row.outline() }))).toEqual([
      { id: PARKS[4]!.id, outline: outline(0.001) },
    ])
  })

  test('stay when the park is published without one, and go when the park is removed', async () => {
    const { app, path } = await startedServer()
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[4]!, outline: outline(0.001) }] })
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[4]!, name: 'Renamed' }] })
    await untilSeq(app, 3)
    expect((await manifestOf(app)).outlines).toMatchObject({ count: 1 })
    await publishFromElsewhere(path, { removals: [{ id: PARKS[4]!.id, successor: null }] })
    await untilSeq(app, 4)
    expect((await manifestOf(app)).outlines).toMatchObject({ count: 0 })
  })

  test('are answered by GET /api/outlines for the ids that have one', async () => {
    const { app, path } = await startedServer()
    await publishFromElsewhere(path, {
      upserts: [
        { ...PARKS[4]!, outline: outline(0.001) },
        { ...PARKS[5]!, outline: outline(0.002) },
      ],
    })
    await untilSeq(app, 2)
    const reply = await app.inject('/api/outlines?ids=6,7,5')
    expect(z.array(OutlineOfPark).parse(reply.json())).toEqual([
      { id: 6, outline: outline(0.002) },
      { id: 5, outline: outline(0.001) },
    ])
    const headers = { 'if-none-match': String(reply.headers['etag']) }
    expect((await app.inject({ url: '/api/outlines?ids=6,7,5', headers })).statusCode).toBe(304)
    const tooMany = Array.from({ length: OUTLINES_AT_ONCE + 1 }, (_, at) => at + 1).join()
    for (const ids of ['', 'x', '0', tooMany])
      expect((await app.inject(`/api/outlines?ids=${ids}`)).statusCode, ids).toBe(400)
  })

  test('are drawn in the picture at the position of their park', async () => {
    const { app, path } = await startedServer()
    const { latitude, longitude, id } = PARKS.find(({ accuracy }) => accuracy === 'exact')!
    let etag: unknown
    // A server that is busy refuses to draw.
    const draw = async () => {
      const answer = await app.inject(`/api/maps/static?lat=${latitude}&lng=${longitude}&zoom=16`)
      etag = answer.headers['etag']
      return answer.statusCode
    }
    await expect.poll(draw).toBe(200)
    const before = etag
    await publishFromElsewhere(path, { upserts: [{ ...PARKS[id - 1]!, outline: outline(0.001) }] })
    await untilSeq(app, 2)
    await expect.poll(draw).toBe(200)
    expect(etag).not.toBe(before)
  })
})

test('a directory of the second seed gets the corrections of the third once, and keeps what people changed', async () => {
  const present = seedParks()
  const former = present.map((park): DirectoryPark => {
    const facts = formerFacts.filter(({ id }) => id === park.id).map(({ was }) => was)
    return Object.assign({}, park, ...facts) as DirectoryPark
  })
  const store = openedStore(await seed(configIn(temporaryFolder()), { parks: former, localities: [] }))
  // King Park in Wakeley, which the second seed placed in another suburb.
  const moved = former[110]!
  const others = former.filter((park, row) => park !== moved && !isDeepStrictEqual(park, present[row]))
  const further = former.find(({ id }) => id > 1471)!
  const byHand = { latitude: -33.874, longitude: 150.91, accuracy: 'exact' as const, position: null }
  const renamed = { name: 'A name that an administrator gave' }
  await store.write(async (db) => {
    await writeSeedVersion(db, 2)
    const upserts = [
      { ...moved, ...byHand },
      { ...further, ...renamed },
    ]
    await publishChange(db, { upserts }, AT)
  })
  const hand = await store.read(publicParks)
  expect(await store.write((db) => updateFromSeed(db, present, AT))).toBe(others.length)
  const parks = await store.read(publicParks)
  const byId = new Map(parks.map((park) => [park.id, park]))
  for (const { id } of others) expect(byId.get(id)).toMatchObject(present[id - 1]!)
  expect(byId.get(moved.id)).toEqual(hand.find(({ id }) => id === moved.id))
  expect(byId.get(further.id)).toMatchObject(renamed)
  expect(parks).toHaveLength(present.length)
  expect(await store.write((db) => updateFromSeed(db, present, AT))).toBe(0)
  await store.write(async (db) => {
    await publishChange(db, { upserts: [moved] }, AT)
    await writeSeedVersion(db, 2)
  })
  expect(await store.write((db) => updateFromSeed(db, present, AT))).toBe(1)
  expect((await store.read(publicParks)).find(({ id }) => id === moved.id)).toMatchObject({
    accuracy: 'suburb',
    position: null,
    council: '12850',
  })
})

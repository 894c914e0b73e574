import { statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '../../../client/store/stream.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { PROTOCOL } from '../../../data/sync/envelope.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { favouriteChanges } from '../../../server/repositories/favourites.ts'
import { createDatabase } from '../../../server/repositories/store.ts'
import { member, visitor } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { configIn, putClient, seed, startedOn, startedServer, temporaryFolder } from '../harness.ts'
import { BLOCK_LIMIT_MS, longestBlock } from '../longest-block.ts'

interface TestOperation {
  kind: string
  args: object
  baseRev?: string[]
}

/** The body of a request with these operations, by default of a new device. */
function batch(userId: number, operations: readonly TestOperation[], deviceId = newId(), from = 1) {
  return {
    protocol: PROTOCOL,
    deviceId,
    userId,
    acknowledged: from - 1,
    cursor: null,
    operations: operations.map(({ baseRev = [], ...operation }, position) => ({
      opId: newId(),
      deviceId,
      seq: from + position,
      userId,
      ...operation,
      baseRev,
    })),
  }
}

const sendOperations = (person: Visitor, body: object) => person.send('POST', '/api/sync', body)
const newIds = (count: number) => Array.from({ length: count }, newId)
const search = (features: readonly string[]) => ({
  kind: 'search-event',
  args: { term: 'Bondi', features, resultCount: 1, latitude: null, longitude: null, at: Date.now() },
})

test('clearing the history with a thousand unknown ids does not block the event loop, even repeatedly', async () => {
  const { app } = await startedServer()
  const ada = await member(app)
  const clearings = () =>
    batch(
      ada.account.id,
      Array.from({ length: 28 }, () => ({ kind: 'history-clear', args: {}, baseRev: newIds(1000) })),
    )
  for (const _ of ['first', 'second'])
    expect(await longestBlock(() => sendOperations(ada, clearings()))).toBeLessThan(BLOCK_LIMIT_MS)
})

test('clearing the history with the maximum of ids does not block the event loop', async () => {
  const { app } = await startedServer()
  const ada = await member(app)
  const deviceId = newId()
  for (let sent = 0; sent < 10; sent++) {
    const body = batch(
      ada.account.id,
      Array.from({ length: 50 }, () => ({ kind: 'history-clear', args: {}, baseRev: newIds(100) })),
      deviceId,
      1 + 50 * sent,
    )
    let answer: Awaited<ReturnType<typeof sendOperations>> | undefined
    expect(await longestBlock(async () => (answer = await sendOperations(ada, body)))).toBeLessThan(
      BLOCK_LIMIT_MS,
    )
    expect(answer!.statusCode).toBe(200)
    expect(new Set(answer!.json().outcomes.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['applied']),
    )
  }
})

test('a search event with more features than exist is refused and not stored', async () => {
  const { app, path } = await startedServer()
  const stranger = visitor(app)
  const before = statSync(`${path}-wal`).size
  const answer = await sendOperations(
    stranger,
    batch(0, [search(Array.from({ length: 80_000 }, () => 'off-leash'))]),
  )
  expect(answer.json()).toMatchObject({ outcomes: [{ status: 'refused', code: 'invalid-operation' }] })
  expect(statSync(`${path}-wal`).size - before).toBeLessThan(100_000)
})

test('a long list of unknown features is refused without blocking the event loop', async () => {
  const { app } = await startedServer()
  const stranger = visitor(app)
  // As many as fit into a request, which is more than a call can take as arguments.
  for (const features of [Array(100_000).fill('x'), Array(510_000).fill(0)] as string[][]) {
    const body = batch(0, [search(features)])
    let answer: Awaited<ReturnType<typeof sendOperations>> | undefined
    expect(await longestBlock(async () => (answer = await sendOperations(stranger, body)))).toBeLessThan(
      BLOCK_LIMIT_MS,
    )
    expect(answer!.json()).toMatchObject({ outcomes: [{ status: 'refused', code: 'invalid-operation' }] })
  }
  const submission = {
    parkName: 'Quarry',
    address: '1 Road',
    suburb: 'Town',
    postcode: '3068',
    state: 'VIC',
    features: Array.from({ length: 200_000 }, () => 'x'),
  }
  const answer = await sendOperations(stranger, batch(0, [{ kind: 'submission', args: submission }]))
  expect(answer.json()).toMatchObject({ outcomes: [{ status: 'refused' }] })
})

test('a long list of invalid operations is refused without blocking the event loop', async () => {
  const { app } = await startedServer()
  const body = { ...batch(0, []), operations: Array.from({ length: 300_000 }, () => ({})) }
  let answer: Awaited<ReturnType<typeof sendOperations>> | undefined
  expect(await longestBlock(async () => (answer = await sendOperations(visitor(app), body)))).toBeLessThan(
    BLOCK_LIMIT_MS,
  )
  expect(answer!.json()).toMatchObject({ code: 'invalid-input', field: 'operations' })
})

test('other requests are answered while a long list of parks is written', async () => {
  const config = configIn(temporaryFolder())
  await seed(config, { parks: seedParks() })
  const { app } = await startedOn(config)
  // However fast the machine is, each park takes a while.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  const answered: string[] = []
  const get = async (url: string, encoding: string) => {
    const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    answered.push(url)
    return answer
  }
  const [list] = await Promise.all([get('/api/search', 'identity'), get('/api/parks/1', 'identity')])
  expect(answered).toEqual(['/api/parks/1', '/api/search'])
  const byId = (parks: { id: number }[]) => parks.toSorted((a, b) => a.id - b.id)
  expect(byId(list.json())).toEqual(byId((await get('/api/parks', 'identity')).json()))
  const compressed = await get('/api/search', 'br')
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).equals(list.rawPayload)).toBe(true)
})

test('saving many parks at once does not block other requests', async () => {
  const config = configIn(temporaryFolder())
  await seed(config, { parks: seedParks() })
  putClient(config)
  const { app } = await startedOn(config)
  const ada = await member(app)
  const parks = seedParks().map(({ id }) => ({ id }))
  let answer: Awaited<ReturnType<typeof sendOperations>> | undefined
  const blocked = await longestBlock(
    async () => (answer = await ada.send('POST', '/api/favorites/sync', { parks })),
  )
  expect(new Set(answer!.json())).toEqual(new Set(parks.map(({ id }) => id)))
  expect(blocked).toBeLessThan(BLOCK_LIMIT_MS)
})

test('the changes of favourites are found by park, without reading all saves of the person for each', async () => {
  const file = join(temporaryFolder(), 'offlead.db')
  await createDatabase(file)
  const database = new Database(file)
  const queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void queries.push(query),
  })
  await favouriteChanges(db, 1, undefined)
  await favouriteChanges(db, 1, 0)
  const plans = queries.map(({ sql, parameters }) =>
    database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters),
  )
  await db.destroy()
  expect(plans).toHaveLength(2)
  for (const plan of plans)
    expect(plan.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^SEARCH favourite_adds USING PRIMARY KEY \(userId=\? AND parkId=\?\)/),
    )
})

test('outcomes stay small for a park that is saved a thousand times', async () => {
  const { app, path } = await startedServer()
  const ada = await member(app)
  const deviceId = newId()
  let longestReply = 0
  for (let sent = 0; sent < 20; sent++) {
    const saves = Array.from({ length: 50 }, () => ({ kind: 'favourite', args: { parkId: 1, saved: true } }))
    const answer = await sendOperations(ada, batch(ada.account.id, saves, deviceId, 1 + 50 * sent))
    expect(answer.statusCode).toBe(200)
    longestReply = Math.max(longestReply, answer.body.length)
  }
  await app.close()
  expect(longestReply).toBeLessThan(150_000)
  expect(statSync(path).size).toBeLessThan(5_000_000)
})

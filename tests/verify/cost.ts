import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { newId } from '../../client/store/stream.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { BATCH_LENGTH, PROTOCOL } from '../../data/sync/envelope.ts'
import type { SyncReply } from '../../data/sync/envelope.ts'
import { HISTORY_LENGTH } from '../../data/model/history.ts'
import { LETTERS_MAX, REPORTS_MAX, REVIEWS_MAX, VISITS_MAX } from '../../data/model/limits.ts'
import { ARGUMENTS, KINDS, isKindAllowed } from '../../data/sync/operation.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { readConfig } from '../../fastify.config.ts'
import type { AccessRule } from '../../server/auth/access.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { setAdmin } from '../../server/repositories/users.ts'
import { startServer } from '../../server/start.ts'
import { SUBMISSION_RATES, OPEN_RATE, SEARCH_RATES } from '../../server/sync/allowances.ts'
import { removeFolder, seededFolder, Server } from '../proof/server.ts'
import { largestOf, optionsOf } from '../support/largest.ts'
import type { Instead } from '../support/largest.ts'
import { freePort } from '../support/product.ts'
import { servedRoutes } from '../support/routes.ts'
import { callerOf } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'

/**
 * `npm run verify:cost`: what one caller costs the others. For each route and kind of operation the largest body its schema takes, sent once and
 * `TIMES` (100) times to a real server on this machine: the longest time the event loop did nothing else, by its own processor time; the processor
 * time of all threads; the bytes that the database has grown by. Fails when the loop is held for more than 50 ms, when the last calls cost more than
 * the first, when an account or an address keeps more than docs/limits.md says, or when a body is not taken. `ONLY` names routes or kinds to measure.
 */
const TIMES = Number(process.env['TIMES'] ?? 100)
const ONLY = process.env['ONLY']
/** Milliseconds that one call may hold the loop. */
const STANDSTILL_GOAL = 50
/** Megabytes. */
const DAY_OF_AN_ADDRESS = 10
const MEGABYTE = 1_000_000
const PARK_COUNT = seedParks().length
const BODY_LIMIT = 1_048_576
const PASSWORD = 'kelpie at the creek'

/** Megabytes that the rows of a kind may take for one account, from the limits of docs/limits.md and the widest characters. */
const MEGABYTES_OF: Readonly<Record<Kind, number>> = {
  favourite: 5,
  history: 6,
  'history-clear': 6,
  submission: 18,
  contact: 16,
  report: 14,
  review: 17,
  visit: 12,
  'helpful-vote': 6,
  // Without the limit by the hour, which is off here: so many searches were sent.
  'search-event': 12,
  nothing: 6,
}

interface Measured {
  what: string
  bytes: number
  status: string
  /** Longest time the loop did nothing else in one call, milliseconds of its processor time, and of the wall clock. */
  loop: number
  wall: number
  /** Processor time of all threads, milliseconds: of one call, and of all. */
  first: number
  all: number
  /** Megabytes the database has grown by after one call, and after all. */
  grownOnce: number
  grown: number
  wrong: string[]
}

/** Share of the processors' time that the machine's host gave to others since the machine started. */
function stolen(): number {
  const [, ...figures] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).map(Number)
  return (figures[7] ?? 0) / figures.reduce((sum, figure) => sum + figure, 0)
}

/** A server with the watch of tests/verify/watch-loop.ts in it. */
class Site {
  readonly server: Server
  readonly dataDir: string
  private readonly watchPort: number
  private readonly database: Database.Database

  private constructor(server: Server, dataDir: string, watchPort: number) {
    this.server = server
    this.dataDir = dataDir
    this.watchPort = watchPort
    this.database = new Database(databasePath(dataDir), { timeout: 10_000 })
  }
  static async open(env: Record<string, string> = {}): Promise<Site> {
    const dataDir = await seededFolder({ parks: seedParks(), places: [...localities()] })
    const [server, watchPort] = [await Server.create(), await freePort()]
    await server.start(dataDir, {
      env: {
        ...env,
        WATCH_PORT: String(watchPort),
        NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'watch-loop.ts')}`,
      },
    })
    return new Site(server, dataDir, watchPort)
  }
  /** Since it was asked last. */
  async watch(question = ''): Promise<{ wall: number; loop: number; process: number }> {
    const answer = await fetch(`http://127.0.0.1:${this.watchPort}/${question}`)
    return (await answer.json()) as { wall: number; loop: number; process: number }
  }
  /** Bytes of the database that are in use. */
  size(): number {
    this.database.pragma('wal_checkpoint(PASSIVE)')
    const pragma = (name: string) => Number(this.database.pragma(name, { simple: true }))
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }
  value(question: string): unknown {
    return this.database.prepare(question).pluck().get() ?? 1
  }
  /** Somebody with an account. */
  async person(name: string): Promise<Caller & { id: number; email: string }> {
    const caller = callerOf(this.server.origin)
    const email = `${name}-${newId()}@example.com`
    const answer = await caller.send('POST', '/api/register', { email, password: PASSWORD })
    const { id } = (await answer.json()) as { id: number }
    if (name === 'boss') {
      const store = openStore(databasePath(this.dataDir))
      await store.write((db) => setAdmin(db, id, true))
      await store.close()
    }
    return { ...caller, id, email }
  }
  async close(): Promise<void> {
    this.database.close()
    await this.server.stop('SIGTERM')
    removeFolder(this.dataDir)
  }
}

interface Sent {
  status: number
  bytes: number
  /** What an answer that refuses says. */
  says: string
}
type Call = (time: number) => Promise<Sent>

async function take(answer: Response, bytes: number): Promise<Sent> {
  const text = await answer.text()
  return { status: answer.status, bytes, says: answer.status < 400 ? '' : text.slice(0, 160) }
}

/** Calls once, and so many times more. A call that held the loop too long is tried twice again: a busy machine may have been why. */
async function measure(site: Site, what: string, call: Call, times = TIMES): Promise<Measured> {
  const sizeBefore = site.size()
  await site.watch()
  const began = (await site.watch()).process
  const statuses = new Map<number, number>()
  const says = new Set<string>()
  let [bytes, loop, wall] = [0, 0, 0]
  const costs: number[] = []
  let at = began
  let grownOnce = 0
  const once = async (time: number) => {
    const sent = await call(time)
    // What goes on after the answer is part of the cost.
    await sleep(3)
    const seen = await site.watch()
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1)
    if (sent.says !== '') says.add(sent.says)
    bytes = Math.max(bytes, sent.bytes)
    costs.push(seen.process - at)
    at = seen.process
    return seen
  }
  for (let time = 0; time <= times; time++) {
    let seen = await once(time)
    for (let again = 0; again < 2 && seen.loop > STANDSTILL_GOAL; again++) {
      const next = await once(time)
      if (next.loop < seen.loop) seen = next
    }
    loop = Math.max(loop, seen.loop)
    wall = Math.max(wall, seen.wall)
    if (time === 0) grownOnce = site.size() - sizeBefore
  }
  const fifth = Math.max(1, Math.floor(costs.length / 5))
  const sum = (list: readonly number[]) => list.reduce((total, cost) => total + cost, 0)
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
  const [early, late] = [median(costs.slice(0, fifth)), median(costs.slice(-fifth))]
  const wrong: string[] = []
  if (loop > STANDSTILL_GOAL) wrong.push(`holds the loop for ${loop.toFixed(0)} ms`)
  if (times >= 20 && late > 2 * early + 10)
    wrong.push(`the last calls cost ${late.toFixed(0)} ms each, the first ${early.toFixed(0)}`)
  const strange = [...statuses.keys()].filter(
    (status) => status >= 500 || status === 400 || status === 413 || status === 415,
  )
  if (strange.length > 0 && ![...says].every((one) => REFUSED_RIGHTLY.test(one)))
    wrong.push(`answered ${strange.join(', ')}: ${[...says].join(' ')}`)
  return {
    what,
    bytes,
    status: [...statuses.keys()].toSorted().join(' '),
    loop,
    wall,
    first: costs[0]!,
    all: sum(costs),
    grownOnce: grownOnce / MEGABYTE,
    grown: (site.size() - sizeBefore) / MEGABYTE,
    wrong,
  }
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)
const results: Measured[] = []
function tell(measured: Measured): void {
  results.push(measured)
  const { what, bytes, status, loop, wall, first, all, grownOnce, grown, wrong } = measured
  console.log(
    `| ${what} | ${kilobytes(bytes)} | ${status} | ${loop.toFixed(0)} | ${wall.toFixed(0)} | ${first.toFixed(0)} | ${all.toFixed(0)} | ${grownOnce.toFixed(2)} | ${grown.toFixed(2)} |${wrong.length > 0 ? ` ${wrong.join('; ')} |` : ''}`,
  )
}
const HEADING = [
  '| what | kB sent | answers | loop held, ms | by the wall clock, ms | processor, once, ms | all, ms | MB kept, once | all |',
  '|---|---|---|---|---|---|---|---|---|',
]
const isWanted = (what: string) => ONLY === undefined || what.includes(ONLY)

let turn = 0
/** Ids that there are, one after the other. */
const parkId = () => 1 + (turn++ % PARK_COUNT)

const ARGUMENTS_INSTEAD: Instead = {
  parkId,
  subjectId: parkId,
  subject: () => 'park',
  reviewId: () => 1,
  // What a person never fills in: what has it is not kept.
  fax: () => undefined,
  at: () => Date.now(),
  latitude: () => -33 - (turn++ % 100) / 10,
  longitude: () => 140 + (turn++ % 130) / 10,
}

/** As many operations of a kind as a request takes, each as large as it may be. */
function batchOf(
  kind: Kind,
  userId: number,
  device: { deviceId: string; told: number },
  most = BATCH_LENGTH,
) {
  const operations: object[] = []
  let bytes = 500
  while (operations.length < most) {
    const operation = {
      opId: newId(),
      deviceId: device.deviceId,
      seq: device.told + operations.length + 1,
      userId,
      kind,
      args: largestOf(ARGUMENTS[kind], '', {
        ...ARGUMENTS_INSTEAD,
        ...(kind === 'favourite' ? { saved: () => turn % 2 === 0 } : {}),
      }),
      baseRev: Array.from(
        {
          length:
            { favourite: turn % 2 === 0 ? 0 : 100, history: 1, 'history-clear': 100 }[kind as 'history'] ?? 0,
        },
        newId,
      ),
    }
    bytes += Buffer.byteLength(JSON.stringify(operation)) + 1
    if (bytes > BODY_LIMIT) break
    operations.push(operation)
  }
  return { protocol: PROTOCOL, deviceId: device.deviceId, userId, acknowledged: 0, cursor: null, operations }
}

async function sendBatch(
  caller: Caller,
  kind: Kind,
  userId: number,
  device: { deviceId: string; told: number },
  most?: number,
): Promise<Sent> {
  const body = batchOf(kind, userId, device, most)
  const answer = await caller.send('POST', '/api/sync', body)
  if (answer.status === 200) {
    device.told += body.operations.length
    // What the schema refuses costs nothing: the largest value is to be a sound one.
    const { outcomes } = (await answer.clone().json()) as SyncReply
    for (const outcome of outcomes)
      if (outcome.status === 'refused' && outcome.code !== 'limit-reached')
        throw new Error(`${kind} was refused: ${outcome.code}, ${outcome.message}`)
  }
  return take(answer, Buffer.byteLength(JSON.stringify(body)))
}

async function measureKinds(site: Site): Promise<void> {
  console.log(
    `\nKinds of operation, up to ${BATCH_LENGTH} a request, of one account each; 1 + ${TIMES} requests\n`,
  )
  console.log(HEADING.join('\n'))
  const author = await site.person('author')
  await author.send('POST', '/api/parks/1/reviews', { rating: 4, comment: 'Plenty of shade' })
  for (const kind of KINDS.filter((kind) => isWanted(`operation ${kind}`))) {
    const person = await site.person('ada')
    const device = { deviceId: newId(), told: 0 }
    const measured = await measure(site, `operation \`${kind}\``, () =>
      sendBatch(person, kind, person.id, device),
    )
    if (measured.grown > MEGABYTES_OF[kind])
      measured.wrong.push(`keeps more than the ${MEGABYTES_OF[kind]} MB of an account`)
    tell(measured)
  }
}

/** What an address says, where the largest of its schema would be nothing that there is. */
const NAMED: Instead = {
  id: parkId,
  parkId,
  state: () => 'nsw',
  city: () => 'Bondi',
  file: () => 'none.json',
  provider: () => 'google',
  z: () => 3,
  x: () => 7,
  y: () => 4,
  lat: () => -33.9,
  lng: () => 151.2,
  latitude: () => -33.9,
  longitude: () => 151.2,
  offset: () => 0,
  to: () => undefined,
  status: () => undefined,
  cursor: () => 'proof.1',
  sort: () => undefined,
  unsure: () => 'true',
  approximate: () => 'true',
  scale: () => 2,
  width: () => 800,
  height: () => 500,
  origin: () => '-33.8,151.1',
  query: () => 'park '.repeat(40),
  now: () => Date.now(),
  units: () => 'miles',
}

const FACTS: Instead = {
  latitude: () => -33.9,
  longitude: () => 151.2,
  'changes.latitude': () => -33.9,
  'changes.longitude': () => 151.2,
}

/** What an address names that is not a park. */
const IDS: Readonly<Record<string, (site: Site, person: { id: number }) => unknown>> = {
  'PUT /api/profile/dogs/:id': (site, { id }) => site.value(`select max(id) from dogs where userId = ${id}`),
  'DELETE /api/profile/dogs/:id': (site, { id }) =>
    site.value(`select max(id) from dogs where userId = ${id}`),
  'POST /api/reviews/:id/helpful': (site) => site.value('select max(id) from park_reviews'),
  'DELETE /api/profile/devices/:id': () => newId().slice(0, 16),
}

/** Bodies that the schema alone does not make. */
const BODIES: Readonly<Record<string, Instead>> = {
  'POST /api/register': { password: () => PASSWORD, username: () => `${newId()}`.padEnd(50, 'x') },
  'POST /api/login': {},
  'PATCH /api/profile': {
    currentPassword: () => PASSWORD,
    username: () => `${newId()}`.padEnd(50, 'x'),
    avatarUrl: () => `data:image/png;base64,iVBORw0KGgo${'A'.repeat(39_960)}`,
  },
  'POST /api/profile/password': {
    currentPassword: () => 'wrong '.repeat(20),
    newPassword: () => `${PASSWORD} ${turn++}`,
  },
  'POST /api/profile/delete': { currentPassword: () => 'wrong '.repeat(20) },
}

/** Routes that are not called here, and why. */
const APART: Readonly<Record<string, string>> = {
  'POST /api/sync': 'measured by kind',
  'POST /api/favorites/sync': 'measured with parks as the specification sends them',
  'POST /api/logout': 'ends the session',
  'DELETE /api/profile/devices': 'measured last',
  'POST /api/admin/import-parks': 'measured with a list of 10 MB',
  'GET /api/auth/:provider': 'no provider is configured',
  'GET /api/auth/google/callback': 'no provider is configured',
  'GET /api/auth/microsoft/callback': 'no provider is configured',
  'POST /api/auth/apple/callback': 'no provider is configured',
  'POST /api/profile/providers/:provider': 'no provider is configured',
}

/** Where a password is checked or made: a thread of its own takes one at a time, and further ones wait in a queue of limited length. */
const HASHING = new Set([
  'POST /api/register',
  'POST /api/login',
  'POST /api/profile/password',
  'POST /api/profile/delete',
  'PATCH /api/profile',
])

/** Who calls these is signed in as somebody else afterwards. */
const ENTERS = new Set(['POST /api/register', 'POST /api/login'])
/** Refusals that no schema tells: of what there is, and of how much. */
const REFUSED_RIGHTLY = /There is room for 20 dogs|This is a report of a park/

async function routeTable(dataDir: string): Promise<AccessRule[]> {
  const app = await startServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await app.ready()
  const routes = servedRoutes(app)
  await app.close()
  return routes
}

type Schema = Parameters<typeof largestOf>[0]

function addressOf({ url, schema }: AccessRule, id?: unknown): string {
  const names =
    schema?.params === undefined
      ? {}
      : (largestOf(schema.params as Schema, '', NAMED) as Record<string, unknown>)
  const query =
    schema?.querystring === undefined
      ? {}
      : (largestOf(schema.querystring as Schema, '', NAMED) as Record<string, unknown>)
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return (
    url.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((name === 'id' ? id : undefined) ?? names[name] ?? name)),
    ) + (parameters && `?${parameters}`)
  )
}

/** As many parks, as the specification sends them, as one request takes. */
function parksToKeep(parks: readonly object[]): object[] {
  const kept: object[] = []
  for (let bytes = 20; kept.length < 2_000;) {
    const park = parks[kept.length % parks.length]!
    bytes += Buffer.byteLength(JSON.stringify(park)) + 1
    if (bytes > 4 * BODY_LIMIT) break
    kept.push(park)
  }
  return kept
}

/** An account with as much as it may have of what a person reads again. */
async function fullAccount(site: Site): Promise<Caller & { id: number }> {
  const person = await site.person('full')
  const parks = Array.from({ length: PARK_COUNT }, (_, at) => ({ id: at + 1 }))
  await person.send('POST', '/api/favorites/sync', { parks })
  const device = { deviceId: newId(), told: 0 }
  for (const [kind, most] of [
    ['visit', VISITS_MAX],
    ['review', REVIEWS_MAX],
    ['submission', LETTERS_MAX],
    ['contact', LETTERS_MAX],
    ['report', REPORTS_MAX],
    ['history', HISTORY_LENGTH],
    ['search-event', 1_000],
  ] as const) {
    const until = device.told + most
    while (device.told < until) await sendBatch(person, kind, person.id, device)
  }
  return person
}

async function measureRoutes(site: Site): Promise<void> {
  console.log(`\nRoutes; 1 + ${TIMES} requests, those that hash a password 1 + ${Math.min(TIMES, 10)}\n`)
  console.log(HEADING.join('\n'))
  const [boss, ada] = [await site.person('boss'), await site.person('ada')]
  const full = await fullAccount(site)
  const routes = (await routeTable(site.dataDir)).filter(
    (route) => !(`${route.method} ${route.url}` in APART),
  )
  // What reads comes after what writes, so that there is something to read.
  const place = ({ method, url }: AccessRule) =>
    (method === 'GET' ? 1 : 0) + (url === '/api/profile/delete' ? 2 : 0)
  for (const route of routes.toSorted((a, b) => place(a) - place(b))) {
    const name = `${route.method} ${route.url}`
    if (!isWanted(name)) continue
    const body = route.schema?.body as Schema | undefined
    const person = route.access === 'admin' ? boss : route.method === 'GET' ? full : ada
    const decides = /^\/api\/admin\/(submissions|reports|messages|imports|unpublished-parks)\/:id/.test(
      route.url,
    )
    const options = body === undefined ? 1 : optionsOf(body)
    for (let option = 0; option < options; option++) {
      const call: Call = async (time) => {
        const caller = ENTERS.has(name) ? callerOf(site.server.origin) : person
        // Every submission, report and message is decided on once.
        const id = decides ? 1 + time + option * (TIMES + 1) : IDS[name]?.(site, person)
        const address = addressOf(route, id)
        if (route.method === 'GET' || route.method === 'DELETE')
          return take(await caller.call(address, { method: route.method }), address.length)
        const instead = { ...FACTS, ...ARGUMENTS_INSTEAD, ...BODIES[name], successor: () => null }
        const sent = body === undefined ? undefined : largestOf(body, '', instead, option)
        const answer = await caller.send(route.method as 'POST', address, sent)
        return take(answer, Buffer.byteLength(JSON.stringify(sent ?? '')))
      }
      const what = `\`${name}\`${options > 1 ? ` (${option + 1})` : ''}`
      tell(await measure(site, what, call, HASHING.has(name) ? Math.min(TIMES, 10) : TIMES))
    }
  }
  if (isWanted('POST /api/favorites/sync')) {
    const parks = (await (await ada.call('/api/parks', { method: 'GET' })).json()) as object[]
    const kim = await site.person('kim')
    tell(
      await measure(site, '`POST /api/favorites/sync`', async () => {
        const body = { parks: parksToKeep(parks) }
        return take(
          await kim.send('POST', '/api/favorites/sync', body),
          Buffer.byteLength(JSON.stringify(body)),
        )
      }),
    )
  }
  if (isWanted('POST /api/admin/import-parks')) {
    const heading = 'name,address,city,state,postal_code,latitude,longitude,dog_access\n'
    const list = (time: number) => {
      const lines = [heading]
      for (let bytes = 0, row = 0; bytes < 9.9 * MEGABYTE; row++) {
        const line = `List ${time} park ${row} ${'x'.repeat(400)},${row} Quarry Road,Bondi,NSW,2026,-33.89,151.27,off_leash\n`
        bytes += line.length
        lines.push(line)
      }
      const form = new FormData()
      form.set('fileType', 'csv')
      form.set('dryRun', 'true')
      form.set('csvFile', new Blob(lines), `list-${time}.csv`)
      return form
    }
    tell(
      await measure(
        site,
        '`POST /api/admin/import-parks`, 10 MB, only looked at',
        async (time) =>
          take(
            await boss.call('/api/admin/import-parks', { method: 'POST', body: list(time) }),
            9.9 * MEGABYTE,
          ),
        0,
      ),
    )
  }
}

/** Everything that an address without an account can have kept in a day, hour by hour, as fast as it is allowed. */
async function measureDay(site: Site): Promise<void> {
  const device = { deviceId: newId(), told: 0 }
  const stranger = callerOf(site.server.origin)
  await site.watch()
  const before = site.size()
  const days = [...Object.values(SUBMISSION_RATES), SEARCH_RATES.network].map(({ day }): number => day)
  /** What is left for operations that keep little, so that those that keep much come to their limits. */
  const rest = OPEN_RATE.day - days.reduce((sum, day) => sum + day, 0)
  let longest = 0
  let operations = 0
  const note = async (what: string, question = '') => {
    const { loop } = await site.watch(question)
    if (loop > STANDSTILL_GOAL) console.log(`the loop was held for ${loop.toFixed(0)} ms by ${what}`)
    longest = Math.max(longest, loop)
  }
  const used = new Map<string, number>()
  const send = async (kind: Kind, wanted: number, day: number) => {
    let left = Math.min(wanted, day - (used.get(kind) ?? 0))
    while (left > 0) {
      const before = device.told
      const { status } = await sendBatch(stranger, kind, 0, device, Math.min(left, BATCH_LENGTH))
      await note(kind)
      if (status !== 200) return
      left -= device.told - before
      operations += device.told - before
      used.set(kind, (used.get(kind) ?? 0) + device.told - before)
    }
  }
  for (let hour = 0; hour < 24; hour++) {
    for (const [kind, rate] of Object.entries(SUBMISSION_RATES)) await send(kind as Kind, rate.hour, rate.day)
    await send('search-event', SEARCH_RATES.network.hour, SEARCH_RATES.network.day)
    await send('nothing', OPEN_RATE.hour, rest)
    for (let one = 0; one < 10; one++)
      await callerOf(site.server.origin).send('POST', '/api/register', {
        email: `${newId()}@example.com`,
        username: newId(),
        password: PASSWORD,
        fullName: '語'.repeat(100),
        address: '語'.repeat(200),
      })
    await note('making accounts')
    // One more of each, and all of it is refused.
    for (const kind of KINDS.filter((kind) => isKindAllowed(0, kind)))
      await sendBatch(stranger, kind, 0, device, 1)
    await note('one more of each', '?hours=1.02')
  }
  const grown = (site.size() - before) / MEGABYTE
  console.log(
    `\nAn address without an account, a day, as fast as it is allowed: ${operations} operations, 240 accounts made; ${grown.toFixed(2)} MB kept (at most ${DAY_OF_AN_ADDRESS}); loop held ${longest.toFixed(0)} ms.`,
  )
  const kept = Object.entries(Object.fromEntries(used)).map(([kind, count]) => `${count} ${kind}`)
  console.log(`Taken in: ${kept.join(', ')}.`)
  if (grown > DAY_OF_AN_ADDRESS || grown < 1) process.exitCode = 1
}

const stolenBefore = stolen()
if (ONLY !== 'day') {
  const site = await Site.open()
  try {
    await measureKinds(site)
    await measureRoutes(site)
  } finally {
    await site.close()
  }
}
if (ONLY === undefined || ONLY === 'day') {
  const site = await Site.open({ RATE_LIMIT: 'on' })
  try {
    await measureDay(site)
  } finally {
    await site.close()
  }
}
const wrong = results.filter(({ wrong }) => wrong.length > 0)
for (const { what, wrong: reasons } of wrong) console.log(`${what}: ${reasons.join('; ')}`)
console.log(
  `\n${results.length} measured, ${wrong.length} wrong. The host gave ${(100 * stolenBefore).toFixed(1)} % (before) and ${(100 * stolen()).toFixed(1)} % (after) of the processors' time to others.`,
)
if (wrong.length > 0) process.exitCode = 1

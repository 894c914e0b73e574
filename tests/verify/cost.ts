import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../client/store/stream.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { BATCH_LENGTH, PROTOCOL } from '../../data/sync/envelope.ts'
import type { SyncReply } from '../../data/sync/envelope.ts'
import { HISTORY_LENGTH } from '../../data/model/history.ts'
import {
  MESSAGES_MAX,
  REPORTS_MAX,
  REVIEWS_MAX,
  SUBMISSIONS_MAX,
  VISITS_MAX,
} from '../../data/model/limits.ts'
import { ARGUMENTS, KINDS, isKindAllowed } from '../../data/sync/operation.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { readConfig } from '../../fastify.config.ts'
import type { AccessRule } from '../../server/auth/access.ts'
import { startServer } from '../../server/start.ts'
import { SUBMISSION_RATES, OPEN_RATE, SEARCH_RATES } from '../../server/sync/allowances.ts'
import { addStreets } from '../server/map/fixtures.ts'
import { MAX_PACK_CELLS } from '../../data/model/map.ts'
import { largestOf, optionsOf } from '../support/largest-value.ts'
import type { Overrides } from '../support/largest-value.ts'
import { scaleSet } from '../support/scale-set.ts'
import { servedRoutes } from '../support/served-routes.ts'
import { callerOf } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'
import { PASSWORD, WatchedServer } from './watched-server.ts'

/**
 * `npm run verify:cost`: measures what one client costs the others. Sends the largest body that the schema of
 * each route and kind of operation allows, once and then `TIMES` (100) times, to a real server on this
 * machine. Measures the longest time that the event loop is blocked (in its own CPU time), the CPU time of
 * all threads and the growth of the database. Fails if the loop is blocked for more than 50 ms, if the last
 * requests cost more than the first, if an account or an address stores more than docs/limits.md allows, or
 * if a body is refused. `ONLY` limits the run to routes or kinds whose name contains it, to `lists`, or to
 * `day`.
 */
const TIMES = Number(process.env['TIMES'] ?? 100)
const ONLY = process.env['ONLY']
const LARGE_DIRECTORY = 20_000
const LISTS = [
  '/api/parks',
  '/api/parks?open=last',
  '/api/parks/search?q=nsw',
  '/api/search',
  '/api/search?features=off-leash',
  '/api/search?latitude=-33.9&longitude=151.2',
]
/** Longest time that one request may block the event loop. */
const BLOCKED_GOAL_MS = 50
/** What an address without an account may store in a day. */
const ADDRESS_DAY_MAX_MB = 10
const MEGABYTE = 1_000_000
const PARK_COUNT = seedParks().length
/** Limit of a request to /api/sync. */
const BODY_LIMIT_BYTES = 1_048_576

/**
 * Megabytes that the rows of a kind may take for one account, from the limits of docs/limits.md and the
 * widest characters.
 */
const ACCOUNT_MAX_MB: Readonly<Record<Kind, number>> = {
  favourite: 5,
  history: 6,
  'history-clear': 6,
  submission: 18,
  contact: 16,
  report: 14,
  review: 17,
  visit: 12,
  'helpful-vote': 6,
  // The hourly limit is off here, so every search that is sent is stored.
  'search-event': 12,
  nothing: 6,
}

interface Measured {
  what: string
  bytes: number
  status: string
  /**
   * Longest time that a request blocked the event loop, in milliseconds of its CPU time and of the wall
   * clock.
   */
  loop: number
  wall: number
  /** CPU time of all threads in milliseconds: of the first request, and of all. */
  first: number
  all: number
  /** Growth of the database in megabytes: after the first request, and after all. */
  grownOnce: number
  grown: number
  wrong: string[]
}

/** Share of the CPU time since start-up that the host gave to other machines (proc_stat(5)). */
function stolenShare(): number {
  const [, ...figures] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).map(Number)
  return (figures[7] ?? 0) / figures.reduce((sum, figure) => sum + figure, 0)
}

interface Sent {
  status: number
  bytes: number
  /** The body of an error reply, cut off. */
  error: string
}
type Call = (time: number) => Promise<Sent>

async function readSent(answer: Response, bytes: number): Promise<Sent> {
  const text = await answer.text()
  return { status: answer.status, bytes, error: answer.status < 400 ? '' : text.slice(0, 160) }
}

/**
 * Sends a request once and `times` more. A request that blocks the loop too long is tried twice again,
 * because a busy machine may be the reason.
 */
async function measure(site: WatchedServer, what: string, call: Call, times = TIMES): Promise<Measured> {
  const sizeBefore = site.size()
  await site.watch()
  const began = (await site.watch()).process
  const statuses = new Map<number, number>()
  const errors = new Set<string>()
  let [bytes, loop, wall] = [0, 0, 0]
  const costs: number[] = []
  let at = began
  let grownOnce = 0
  const once = async (time: number) => {
    const sent = await call(time)
    // Work after the reply is part of the cost.
    await sleep(3)
    const reading = await site.watch()
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1)
    if (sent.error !== '') errors.add(sent.error)
    bytes = Math.max(bytes, sent.bytes)
    costs.push(reading.process - at)
    at = reading.process
    return reading
  }
  for (let time = 0; time <= times; time++) {
    let best = await once(time)
    for (let again = 0; again < 2 && best.loop > BLOCKED_GOAL_MS; again++) {
      const next = await once(time)
      if (next.loop < best.loop) best = next
    }
    loop = Math.max(loop, best.loop)
    wall = Math.max(wall, best.wall)
    if (time === 0) grownOnce = site.size() - sizeBefore
  }
  const fifth = Math.max(1, Math.floor(costs.length / 5))
  const sum = (list: readonly number[]) => list.reduce((total, cost) => total + cost, 0)
  const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
  const [early, late] = [median(costs.slice(0, fifth)), median(costs.slice(-fifth))]
  const wrong: string[] = []
  if (loop > BLOCKED_GOAL_MS) wrong.push(`blocks the loop for ${loop.toFixed(0)} ms`)
  if (times >= 20 && late > 2 * early + 10)
    wrong.push(`the last calls cost ${late.toFixed(0)} ms each, the first ${early.toFixed(0)}`)
  const unexpected = [...statuses.keys()].filter(
    (status) => status >= 500 || status === 400 || status === 413 || status === 415,
  )
  if (unexpected.length > 0 && ![...errors].every((one) => EXPECTED_REFUSALS.test(one)))
    wrong.push(`replied ${unexpected.join(', ')}: ${[...errors].join(' ')}`)
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
function printResult(measured: Measured): void {
  results.push(measured)
  const { what, bytes, status, loop, wall, first, all, grownOnce, grown, wrong } = measured
  const cells = [
    what,
    kilobytes(bytes),
    status,
    ...[loop, wall, first, all].map((milliseconds) => milliseconds.toFixed(0)),
    ...[grownOnce, grown].map((megabytes) => megabytes.toFixed(2)),
    ...(wrong.length > 0 ? [wrong.join('; ')] : []),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
const HEADING = [
  '| what | kB sent | answers | loop held, ms | by the wall clock, ms | processor, once, ms | all, ms | MB kept, once | all |',
  '|---|---|---|---|---|---|---|---|---|',
]
const isWanted = (what: string) => ONLY === undefined || what.includes(ONLY)

let turn = 0
/** The ids of existing parks in turn. */
const parkId = () => 1 + (turn++ % PARK_COUNT)

const ARGUMENT_OVERRIDES: Overrides = {
  parkId,
  subjectId: parkId,
  subject: () => 'park',
  reviewId: () => 1,
  // A hidden field: forms with a value in it are discarded as spam.
  fax: () => undefined,
  at: () => Date.now(),
  latitude: () => -33 - (turn++ % 100) / 10,
  longitude: () => 140 + (turn++ % 130) / 10,
  // Points outside Australia are refused.
  'point.latitude': () => -33.9,
  'point.longitude': () => 151.2,
}

/** The largest request with operations of a kind. */
function batchOf(
  kind: Kind,
  userId: number,
  device: { deviceId: string; sent: number },
  most = BATCH_LENGTH,
) {
  const operations: object[] = []
  let bytes = 500
  while (operations.length < most) {
    const operation = {
      opId: newId(),
      deviceId: device.deviceId,
      seq: device.sent + operations.length + 1,
      userId,
      kind,
      args: largestOf(ARGUMENTS[kind], '', {
        ...ARGUMENT_OVERRIDES,
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
    if (bytes > BODY_LIMIT_BYTES) break
    operations.push(operation)
  }
  return { protocol: PROTOCOL, deviceId: device.deviceId, userId, acknowledged: 0, cursor: null, operations }
}

async function sendBatch(
  caller: Caller,
  kind: Kind,
  userId: number,
  device: { deviceId: string; sent: number },
  most?: number,
): Promise<Sent> {
  const body = batchOf(kind, userId, device, most)
  const answer = await caller.send('POST', '/api/sync', body)
  if (answer.status === 200) {
    device.sent += body.operations.length
    // A refused operation would cost nothing, so the largest value must be valid.
    const { outcomes } = (await answer.clone().json()) as SyncReply
    for (const outcome of outcomes)
      if (outcome.status === 'refused' && outcome.code !== 'limit-reached')
        throw new Error(`${kind} was refused: ${outcome.code}, ${outcome.message}`)
  }
  return readSent(answer, Buffer.byteLength(JSON.stringify(body)))
}

async function measureKinds(site: WatchedServer): Promise<void> {
  console.log(
    `\nKinds of operation, up to ${BATCH_LENGTH} a request, of one account each; 1 + ${TIMES} requests\n`,
  )
  console.log(HEADING.join('\n'))
  const author = await site.register('author')
  await author.send('POST', '/api/parks/1/reviews', { rating: 4, comment: 'Plenty of shade' })
  for (const kind of KINDS.filter((kind) => isWanted(`operation ${kind}`))) {
    const person = await site.register('ada')
    const device = { deviceId: newId(), sent: 0 }
    const measured = await measure(site, `operation \`${kind}\``, () =>
      sendBatch(person, kind, person.id, device),
    )
    if (measured.grown > ACCOUNT_MAX_MB[kind])
      measured.wrong.push(`stores more than the ${ACCOUNT_MAX_MB[kind]} MB of an account`)
    printResult(measured)
  }
}

/** Values for URLs where the largest one would not exist. */
const URL_OVERRIDES: Overrides = {
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
  area: () => '-44,112,-10,154',
  council: () => '17200',
  query: () => 'park '.repeat(40),
  now: () => Date.now(),
  units: () => 'miles',
  version: () => 'other',
  hash: () => 'other',
  /** As many cells as there may be, around the one that the streets of the fixture are in. */
  cells: () =>
    Array.from(
      { length: MAX_PACK_CELLS },
      (_, at) => `13/${7525 + (at % 20)}/${4907 + Math.floor(at / 20)}`,
    ).join(),
}

/** Values for the URLs of single routes. */
const ROUTE_OVERRIDES: Readonly<Record<string, Overrides>> = {
  'GET /api/maps/streets/:version/:z/:x/:y': { z: () => 14, x: () => 15071, y: () => 9834 },
}

const PARK_OVERRIDES: Overrides = {
  latitude: () => -33.9,
  longitude: () => 151.2,
  'changes.latitude': () => -33.9,
  'changes.longitude': () => 151.2,
}

/** Ids in URLs that are not of a park. */
const IDS: Readonly<Record<string, (site: WatchedServer, person: { id: number }) => unknown>> = {
  'PUT /api/profile/dogs/:id': (site, { id }) => site.value(`select max(id) from dogs where userId = ${id}`),
  'DELETE /api/profile/dogs/:id': (site, { id }) =>
    site.value(`select max(id) from dogs where userId = ${id}`),
  'POST /api/reviews/:id/helpful': (site) => site.value('select max(id) from park_reviews'),
  'DELETE /api/profile/devices/:id': () => newId().slice(0, 16),
}

/** Values for bodies that need more than the largest of the schema. */
const BODY_OVERRIDES: Readonly<Record<string, Overrides>> = {
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

/** Routes that are not called with the others, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'POST /api/sync': 'measured by kind',
  'POST /api/favorites/sync': 'measured with whole parks, as the specification fixes',
  'POST /api/logout': 'ends the session',
  'DELETE /api/profile/devices': 'measured last',
  'POST /api/admin/import-parks': 'measured with a list of 10 MB',
  'GET /api/auth/:provider': 'no provider is configured',
  'GET /api/auth/google/callback': 'no provider is configured',
  'GET /api/auth/microsoft/callback': 'no provider is configured',
  'POST /api/auth/apple/callback': 'no provider is configured',
  'POST /api/profile/providers/:provider': 'no provider is configured',
}

/** Routes that hash a password, which happens in a few threads with a limited queue. */
const HASHING = new Set([
  'POST /api/register',
  'POST /api/login',
  'POST /api/profile/password',
  'POST /api/profile/delete',
  'PATCH /api/profile',
])

/** Routes that start another session, so they are called as a visitor. */
const STARTS_SESSION = new Set(['POST /api/register', 'POST /api/login'])
/** Refusals of bodies that are valid by their schema. */
const EXPECTED_REFUSALS = /There is room for 20 dogs|This is a report of a park/

async function routeTable(dataDir: string): Promise<AccessRule[]> {
  const app = await startServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await app.ready()
  const routes = servedRoutes(app)
  await app.close()
  return routes
}

type Schema = Parameters<typeof largestOf>[0]

function urlOf({ method, url, schema }: AccessRule, id?: unknown): string {
  const overrides = { ...URL_OVERRIDES, ...ROUTE_OVERRIDES[`${method} ${url}`] }
  const names =
    schema?.params === undefined
      ? {}
      : (largestOf(schema.params as Schema, '', overrides) as Record<string, unknown>)
  const query =
    schema?.querystring === undefined
      ? {}
      : (largestOf(schema.querystring as Schema, '', overrides) as Record<string, unknown>)
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return (
    url.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String((name === 'id' ? id : undefined) ?? names[name] ?? name)),
    ) + (parameters && `?${parameters}`)
  )
}

/** As many whole parks as fit into one request. */
function parksToSave(parks: readonly object[]): object[] {
  const fitting: object[] = []
  for (let bytes = 20; fitting.length < 2_000;) {
    const park = parks[fitting.length % parks.length]!
    bytes += Buffer.byteLength(JSON.stringify(park)) + 1
    if (bytes > 4 * BODY_LIMIT_BYTES) break
    fitting.push(park)
  }
  return fitting
}

/** An account with the maximum of everything that it can read. */
async function fullAccount(site: WatchedServer): Promise<Caller & { id: number }> {
  const person = await site.register('full')
  const parks = Array.from({ length: PARK_COUNT }, (_, at) => ({ id: at + 1 }))
  await person.send('POST', '/api/favorites/sync', { parks })
  const device = { deviceId: newId(), sent: 0 }
  for (const [kind, most] of [
    ['visit', VISITS_MAX],
    ['review', REVIEWS_MAX],
    ['submission', SUBMISSIONS_MAX],
    ['contact', MESSAGES_MAX],
    ['report', REPORTS_MAX],
    ['history', HISTORY_LENGTH],
    ['search-event', 1_000],
  ] as const) {
    const until = device.sent + most
    while (device.sent < until) await sendBatch(person, kind, person.id, device)
  }
  return person
}

async function measureRoutes(site: WatchedServer): Promise<void> {
  console.log(`\nRoutes; 1 + ${TIMES} requests, those that hash a password 1 + ${Math.min(TIMES, 10)}\n`)
  console.log(HEADING.join('\n'))
  const [boss, ada] = [await site.register('boss'), await site.register('ada')]
  const full = await fullAccount(site)
  addStreets(site.dataDir)
  const routes = (await routeTable(site.dataDir)).filter(
    (route) => !(`${route.method} ${route.url}` in LEFT_OUT),
  )
  // Reading routes come last, so that there is something to read.
  const order = ({ method, url }: AccessRule) =>
    (method === 'GET' ? 1 : 0) + (url === '/api/profile/delete' ? 2 : 0)
  for (const route of routes.toSorted((a, b) => order(a) - order(b))) {
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
        const caller = STARTS_SESSION.has(name) ? callerOf(site.server.origin) : person
        // Every submission, report and message can be decided once.
        const id = decides ? 1 + time + option * (TIMES + 1) : IDS[name]?.(site, person)
        const address = urlOf(route, id)
        if (route.method === 'GET' || route.method === 'DELETE')
          return readSent(await caller.call(address, { method: route.method }), address.length)
        const overrides = {
          ...PARK_OVERRIDES,
          ...ARGUMENT_OVERRIDES,
          ...BODY_OVERRIDES[name],
          successor: () => null,
        }
        const sent = body === undefined ? undefined : largestOf(body, '', overrides, option)
        const answer = await caller.send(route.method as 'POST', address, sent)
        return readSent(answer, Buffer.byteLength(JSON.stringify(sent ?? '')))
      }
      const what = `\`${name}\`${options > 1 ? ` (${option + 1})` : ''}`
      printResult(await measure(site, what, call, HASHING.has(name) ? Math.min(TIMES, 10) : TIMES))
    }
  }
  if (isWanted('POST /api/favorites/sync')) {
    const parks = (await (await ada.call('/api/parks', { method: 'GET' })).json()) as object[]
    const kim = await site.register('kim')
    printResult(
      await measure(site, '`POST /api/favorites/sync`', async () => {
        const body = { parks: parksToSave(parks) }
        return readSent(
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
    printResult(
      await measure(
        site,
        '`POST /api/admin/import-parks`, 10 MB, dry run',
        async (time) =>
          readSent(
            await boss.call('/api/admin/import-parks', { method: 'POST', body: list(time) }),
            9.9 * MEGABYTE,
          ),
        0,
      ),
    )
  }
}

/** The routes that reply with all parks, for a directory of {@link LARGE_DIRECTORY} parks. */
async function measureLists(site: WatchedServer): Promise<void> {
  console.log(`\nLists of ${LARGE_DIRECTORY} parks; 1 + 20 requests\n`)
  console.log(HEADING.join('\n'))
  const visitor = callerOf(site.server.origin)
  for (const url of LISTS) {
    const call: Call = async () => readSent(await visitor.call(url, { method: 'GET' }), url.length)
    printResult(await measure(site, `\`GET ${url}\``, call, 20))
  }
}

/** Sends everything that an address without an account may store in a day, hour by hour. */
async function measureDay(site: WatchedServer): Promise<void> {
  const device = { deviceId: newId(), sent: 0 }
  const stranger = callerOf(site.server.origin)
  await site.watch()
  const before = site.size()
  const days = [...Object.values(SUBMISSION_RATES), SEARCH_RATES.network].map(({ day }): number => day)
  /** The remaining allowance, for operations that store little. */
  const rest = OPEN_RATE.day - days.reduce((sum, day) => sum + day, 0)
  let longest = 0
  let operations = 0
  const checkLoop = async (what: string, query = '') => {
    const { loop } = await site.watch(query)
    if (loop > BLOCKED_GOAL_MS) console.log(`the loop was blocked for ${loop.toFixed(0)} ms by ${what}`)
    longest = Math.max(longest, loop)
  }
  const used = new Map<string, number>()
  const send = async (kind: Kind, wanted: number, day: number) => {
    let left = Math.min(wanted, day - (used.get(kind) ?? 0))
    while (left > 0) {
      const before = device.sent
      const { status } = await sendBatch(stranger, kind, 0, device, Math.min(left, BATCH_LENGTH))
      await checkLoop(kind)
      if (status !== 200) return
      left -= device.sent - before
      operations += device.sent - before
      used.set(kind, (used.get(kind) ?? 0) + device.sent - before)
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
        fullName: '𠮷'.repeat(100),
        address: '𠮷'.repeat(200),
      })
    await checkLoop('registering accounts')
    // One more of each kind, all of which are refused.
    for (const kind of KINDS.filter((kind) => isKindAllowed(0, kind)))
      await sendBatch(stranger, kind, 0, device, 1)
    await checkLoop('one more of each kind', '?hours=1.02')
  }
  const grown = (site.size() - before) / MEGABYTE
  console.log(
    `\nAn address without an account, a day, as fast as it is allowed: ${operations} operations, ` +
      `240 accounts made; ${grown.toFixed(2)} MB kept (at most ${ADDRESS_DAY_MAX_MB}); ` +
      `loop held ${longest.toFixed(0)} ms.`,
  )
  const counts = Object.entries(Object.fromEntries(used)).map(([kind, count]) => `${count} ${kind}`)
  console.log(`Applied: ${counts.join(', ')}.`)
  if (grown > ADDRESS_DAY_MAX_MB || grown < 1) process.exitCode = 1
}

const stolenBefore = stolenShare()
const isWhole = ONLY === undefined
if (ONLY !== 'day' && ONLY !== 'lists') {
  const site = await WatchedServer.open()
  try {
    await measureKinds(site)
    await measureRoutes(site)
  } finally {
    await site.close()
  }
}
if (isWhole || ONLY === 'lists') {
  const site = await WatchedServer.open({}, scaleSet(LARGE_DIRECTORY, 1, localities()))
  try {
    await measureLists(site)
  } finally {
    await site.close()
  }
}
if (isWhole || ONLY === 'day') {
  const site = await WatchedServer.open({ RATE_LIMIT: 'on' })
  try {
    await measureDay(site)
  } finally {
    await site.close()
  }
}
const wrong = results.filter(({ wrong }) => wrong.length > 0)
for (const { what, wrong: reasons } of wrong) console.log(`${what}: ${reasons.join('; ')}`)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`
console.log(
  `\n${results.length} measured, ${wrong.length} wrong. The host gave ${percent(stolenBefore)} (before) ` +
    `and ${percent(stolenShare())} (after) of the processors' time to others.`,
)
if (wrong.length > 0) process.exitCode = 1

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import { readConfig } from '../../fastify.config.ts'
import { databasePath } from '../../server/repositories/store.ts'
import { startServer } from '../../server/start.ts'
import { runScript } from '../support/product.ts'
import { callerOf } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'
import { isThere, removeFolder, seededFolder, Server } from './server.ts'
import { person } from './crash-writers.ts'

/**
 * `npm run verify:faults`: causes database faults under a real server and requests every route. If the
 * database cannot be read, each route must reply 503 DatabaseConnectionError unless it is listed in {@link
 * WITHOUT_DATABASE}. If it can only not be written, each must reply as before or 503, and those in {@link
 * WRITING} 503. The time the event loop is blocked is measured from another thread, which requests the list
 * of states, a route without database access, every 10 ms. Times are printed and never fail the run; wrong
 * replies do.
 */
const GOALS_MS = { replied: 300, stalled: 150, recovered: 2_000 }
const RECOVERY_TIMEOUT_MS = 20_000
/** Arguments of unshare that give a program a private mount namespace, and a command to test it. */
const UNSHARE_ARGUMENTS = ['--user', '--map-root-user', '--mount', 'true']
const DISK_SIZE = '64m'
/** If run as root, the server runs as an unprivileged user, whom file permissions apply to. */
const SERVER_UID = process.getuid?.() === 0 ? 65_534 : undefined

const WITHOUT_DATABASE: ReadonlySet<string> = new Set([
  '/api',
  '/api/*',
  '/api/health',
  '/api/states',
  '/api/councils',
  '/api/openapi.json',
  '/api/directory/parts/:file',
  '/api/tiles',
  '/api/tiles/:z/:x/:y',
  '/api/maps/static',
  '/api/maps',
  '/api/maps/tiles/:z/:x/:y',
  '/api/maps/base/:version/:z/:x/:y',
  '/api/maps/streets/:version/:z/:x/:y',
  '/api/maps/base-packs/:version/:z/:x/:y',
  '/api/maps/packs',
  '/api/maps/packs/:z/:x/:y/:hash',
  '/api/directions',
  '/api/pictures/:file',
])
const WRITING: ReadonlySet<string> = new Set([
  'POST /api/sync',
  'POST /api/register',
  'POST /api/favorites',
  'POST /api/favorites/sync',
  'POST /api/profile/dogs',
  'PATCH /api/profile',
  'POST /api/parks/:id/reviews',
  'POST /api/reviews/:id/helpful',
  'POST /api/user/visits',
  'POST /api/user/search-history',
  'POST /api/admin/import-parks',
])

const QUERIES: Readonly<Record<string, string>> = {
  '/api/parks/search': '?q=park',
  '/api/parks/nearby': '?lat=-37.8&lng=145',
  '/api/search': '?query=park',
  '/api/geocode': '?address=Clifton+Hill',
  '/api/reverse-geocode': '?lat=-37.8&lng=145',
  '/api/directory/changes': '?cursor=proof.1',
  '/api/directions': '?lat=-37.8&lng=145&mode=walking&origin=-37.7,145',
  '/api/user/search-cache': '?query=park',
  '/api/admin/analytics/file': '?view=users',
  '/api/maps/static': '?lat=-37.8&lng=145',
}
const PARAMETERS: Readonly<Record<string, string>> = {
  id: '1',
  parkId: '1',
  state: 'vic',
  city: 'Clifton%20Hill',
  file: 'none',
  z: '5',
  x: '1',
  y: '1',
}

interface Route {
  method: string
  url: string
}
let requestCount = 0
function bodyOf({ method, url }: Route): unknown {
  if (method === 'GET' || method === 'DELETE' || url === '/api/logout') return undefined
  requestCount += 1
  const opId = requestCount.toString(16).padStart(32, '0')
  if (url === '/api/sync') {
    const args = { name: 'A', email: 'a@example.com', subject: 'b', message: 'c' }
    return {
      protocol: PROTOCOL,
      deviceId: opId,
      userId: 0,
      acknowledged: 0,
      cursor: null,
      operations: [{ opId, deviceId: opId, seq: 1, userId: 0, kind: 'contact', args, baseRev: [] }],
    }
  }
  if (url === '/api/register')
    return { email: `${requestCount}@faults.example`, password: 'kelpie at the creek' }
  if (url === '/api/login') return { username: 'nobody@faults.example', password: 'kelpie at the creek' }
  const park = 1 + (requestCount % 100)
  const bodies: Readonly<Record<string, object>> = {
    '/api/favorites': { parkId: park },
    '/api/favorites/sync': { parks: [{ id: 101 + (requestCount % 99) }] },
    '/api/profile': { fullName: `Rex ${requestCount}` },
    '/api/profile/dogs': { name: 'Rex', breed: 'Kelpie' },
    '/api/profile/dogs/:id': { name: 'Rex', breed: 'Kelpie' },
    '/api/parks/:id/reviews': { rating: 4, comment: 'Plenty of shade' },
    '/api/reviews/:id/helpful': { isHelpful: requestCount % 2 === 0 },
    '/api/user/visits': { parkId: park },
    '/api/user/search-history': { query: `beach ${requestCount}` },
    '/api/admin/import-parks': listOf(requestCount),
  }
  return bodies[url] ?? {}
}

/** An import list with a new park. */
function listOf(number: number): FormData {
  const form = new FormData()
  form.set('fileType', 'csv')
  form.set(
    'csvFile',
    new Blob([
      `name,address,city,state,postal_code,latitude,longitude\nReserve ${number},${number} Quarry Road,Clifton Hill,VIC,3068,-37.789,144.996`,
    ]),
    `list-${number}.csv`,
  )
  return form
}

/** Every route of the API, from the app's own table. */
async function routeTable(dataDir: string): Promise<Route[]> {
  const app = await startServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await app.ready()
  // Left out: sign-in with a provider, because it contacts the provider; logout and account deletion, because
  // they end the session of the other requests.
  const isLeftOut = (url: string, method: string) =>
    method === 'HEAD' ||
    url.startsWith('/api/auth/') ||
    url === '/api/logout' ||
    (method === 'DELETE' && url === '/api/user')
  const routes = app.accessRules
    .filter(({ method, url }) => !isLeftOut(url, method))
    .map(({ method, url }) => ({ method, url }))
  await app.close()
  return Array.from(new Map(routes.map((route) => [`${route.method} ${route.url}`, route])).values()).filter(
    ({ url, method }) => (!url.endsWith('/api/*') && url !== '/api') || method === 'GET',
  )
}

interface Answer {
  status: number
  errorType: string | undefined
  took: number
}
/** Routes that change the session are called as a visitor, so that the administrator stays logged in. */
const asVisitor: ReadonlySet<string> = new Set(['/api/register', '/api/login'])

async function ask(admin: Caller, origin: string, route: Route): Promise<Answer> {
  const caller = asVisitor.has(route.url) ? callerOf(origin) : admin
  const at =
    route.url.replaceAll(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? '1') + (QUERIES[route.url] ?? '')
  const start = performance.now()
  const body = bodyOf(route)
  const path = at.replace('*', 'none')
  const answer = await (body instanceof FormData
    ? caller.call(path, { method: 'POST', body })
    : caller.send(route.method as 'POST', path, body))
  const text = await answer.text()
  return {
    status: answer.status,
    errorType: /"errorType":"(\w+)"/.exec(text)?.[1],
    took: performance.now() - start,
  }
}

/** Requests a route without database access from a separate thread and records the longest wait. */
class StallWatch {
  private readonly longest = new Float64Array(new SharedArrayBuffer(8))
  private readonly worker: Worker
  constructor(origin: string) {
    this.worker = new Worker(
      `const { workerData: { origin, longest } } = require('node:worker_threads')
       ;(async () => { for (;;) {
         const began = performance.now()
         await fetch(origin + '/api/states').then((answer) => answer.text()).catch(() => undefined)
         longest[0] = Math.max(longest[0], performance.now() - began)
         await new Promise((resolve) => setTimeout(resolve, 10))
       } })()`,
      { eval: true, workerData: { origin, longest: this.longest } },
    )
  }
  take(): number {
    const longest = this.longest[0]!
    this.longest[0] = 0
    return longest
  }
  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}

interface Fault {
  name: string
  reads: 'gone' | 'maybe'
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

function faultsOf(dataDir: string, server: Server, spare: string): Fault[] {
  const db = databasePath(dataDir)
  const own = (file: string) => SERVER_UID !== undefined && chownSync(file, SERVER_UID, SERVER_UID)
  const files = () => ['', '-wal', '-shm'].map((suffix) => db + suffix).filter((file) => existsSync(file))
  const restore = () => {
    for (const file of files()) if (file !== db) rmSync(file)
    copyFileSync(spare, `${db}.new`)
    own(`${db}.new`)
    renameSync(`${db}.new`, db)
  }
  const limit = (size: string) => {
    const { status, stderr } = spawnSync(
      'prlimit',
      ['--pid', String(server.pid), `--fsize=${size}:unlimited`],
      SERVER_UID === undefined ? {} : { uid: SERVER_UID, gid: SERVER_UID },
    )
    if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`)
  }
  let other: Database.Database
  return [
    {
      name: 'missing',
      reads: 'gone',
      begin: () => renameSync(db, `${db}.away`),
      end: () => renameSync(`${db}.away`, db),
    },
    {
      name: 'deleted while open',
      reads: 'gone',
      begin: () => files().forEach((file) => rmSync(file)),
      end: restore,
    },
    {
      name: 'corrupt',
      reads: 'gone',
      begin: () => writeFileSync(db, 'not a database at all'.repeat(50_000)),
      end: restore,
    },
    {
      name: 'locked exclusively',
      reads: 'gone',
      async begin() {
        // A database that the server has open cannot be locked exclusively, so it is moved away until the
        // server has closed it.
        renameSync(db, `${db}.away`)
        await sleep(1_000)
        other = new Database(`${db}.away`)
        other.pragma('locking_mode = exclusive')
        other.exec('begin exclusive; commit')
        renameSync(`${db}.away`, db)
      },
      end: () => void other.close(),
    },
    {
      name: 'locked for writing',
      reads: 'maybe',
      begin() {
        other = new Database(db)
        other.exec('begin immediate')
      },
      end: () => void other.close(),
    },
    ...(isThere('prlimit', '--version')
      ? [
          {
            name: 'no file may grow (EFBIG)',
            reads: 'maybe' as const,
            begin: () => limit('0'),
            end: () => limit('unlimited'),
          },
        ]
      : []),
    {
      name: 'read-only',
      reads: 'maybe',
      begin() {
        for (const file of files()) chmodSync(file, 0o444)
        chmodSync(dataDir, 0o555)
        utimesSync(db, new Date(), new Date())
      },
      end() {
        chmodSync(dataDir, 0o755)
        for (const file of files()) chmodSync(file, 0o644)
      },
    },
    {
      name: 'unreadable folder',
      reads: 'gone',
      begin: () => chmodSync(dataDir, 0),
      end: () => chmodSync(dataDir, 0o755),
    },
  ]
}

const wrong: string[] = []
const report = (what: string) => void (wrong.push(what), console.log(`WRONG ${what}`))

/** An administrator of a running server. */
async function administrator(server: Server, dataDir: string): Promise<Caller> {
  const { caller, email } = await person(server.origin)
  await runScript('scripts/admin.ts', { DATA_DIR: dataDir }, ['promote', email, '--yes'])
  return caller
}

/** The status of each route for an administrator without a fault. */
async function statusWithoutFault(
  server: Server,
  caller: Caller,
  routes: readonly Route[],
): Promise<Map<string, number>> {
  const before = new Map<string, number>()
  for (const route of routes) {
    const name = `${route.method} ${route.url}`
    const { status } = await ask(caller, server.origin, route)
    before.set(name, status)
    if (status === 403 || (status === 401 && route.url !== '/api/login'))
      report(`${name} replied ${status} to an administrator`)
    if (WRITING.has(name) && status >= 300) report(`${name} wrote nothing: ${status}`)
  }
  return before
}

/** Starts a fault, requests every route, ends the fault, and waits until the server has recovered. */
async function testFault(
  fault: Fault,
  server: Server,
  caller: Caller,
  before: ReadonlyMap<string, number>,
  watch: StallWatch,
  routes: readonly Route[],
): Promise<void> {
  await fault.begin()
  watch.take()
  const unavailableTimes: number[] = []
  let slowest = ''
  let noticed = 0
  if (fault.reads === 'gone') {
    // The server does not look at the file for each request, so replies from memory end a little later.
    const began = performance.now()
    const isGone = async () =>
      (await ask(caller, server.origin, { method: 'GET', url: '/api/parks/:id' })).status === 503
    while (!(await isGone()) && performance.now() - began < GOALS_MS.replied) await sleep(5)
    noticed = performance.now() - began
    slowest = 'the first'
  }
  for (const route of routes) {
    const name = `${route.method} ${route.url}`
    const { status, errorType, took } = await ask(caller, server.origin, route)
    // Proxies read only the status of `/api/ready`, whose body says what is missing in its own form.
    const isUnavailable =
      status === 503 && (errorType === 'DatabaseConnectionError' || route.url === '/api/ready')
    if (isUnavailable && took > Math.max(noticed, ...unavailableTimes)) slowest = name
    if (isUnavailable) unavailableTimes.push(took)
    const needsNoDatabase = WITHOUT_DATABASE.has(route.url)
    const isExpected = needsNoDatabase
      ? status === before.get(name)
      : fault.reads === 'gone'
        ? isUnavailable
        : isUnavailable || (!WRITING.has(name) && (status === before.get(name) || status < 500))
    if (!isExpected) report(`${fault.name}: ${name} replied ${status} (before: ${before.get(name)})`)
  }
  const stalled = watch.take()
  await fault.end()
  const ended = performance.now()
  const isHealthy = async () => {
    const asked = [
      { method: 'GET', url: '/api/parks/:id' },
      { method: 'GET', url: '/api/user' },
      { method: 'POST', url: '/api/sync' },
    ]
    for (const route of asked) if ((await ask(caller, server.origin, route)).status !== 200) return false
    return true
  }
  let recovered = await isHealthy()
  while (!recovered && performance.now() - ended < RECOVERY_TIMEOUT_MS) {
    await sleep(20)
    recovered = await isHealthy()
  }
  const after = performance.now() - ended
  if (!recovered) report(`${fault.name}: not recovered within ${RECOVERY_TIMEOUT_MS} ms`)
  const longest = Math.max(noticed, ...unavailableTimes)
  const overGoal =
    longest > GOALS_MS.replied || stalled > GOALS_MS.stalled || after > GOALS_MS.recovered
      ? ' (over the goal)'
      : ''
  console.log(
    `${fault.name} | ${unavailableTimes.length} | ${longest.toFixed(0)} ms (${slowest}) | ${stalled.toFixed(0)} ms | ${after.toFixed(0)} ms${overGoal}`,
  )
}

/**
 * Tests a server whose data folder is on a full disk. The disk is a tmpfs in a private mount namespace, which
 * needs no privileges; it is filled through /proc.
 */
async function testFullDisk(routes: readonly Route[]): Promise<void> {
  if (!isThere('unshare', '--version') || spawnSync('unshare', UNSHARE_ARGUMENTS).status !== 0) {
    console.log('full: skipped, because this system does not allow private mounts (unshare --user --mount)')
    return
  }
  const [seed, disk, server] = [
    await seededFolder(),
    mkdtempSync(path.join(tmpdir(), 'offlead-disk-')),
    await Server.create(),
  ]
  try {
    await server.start(seed)
    const caller = await administrator(server, seed)
    await server.stop('SIGTERM')
    const mount = `mount -t tmpfs -o size=${DISK_SIZE} tmpfs "$0" && cp -a "$1"/. "$0" && shift && exec "$@"`
    await server.start(disk, {
      before: ['unshare', ...UNSHARE_ARGUMENTS.slice(0, -1), 'sh', '-c', mount, disk, seed],
    })
    const filler = path.join('/proc', String(server.pid), 'root', disk, 'filler')
    const before = await statusWithoutFault(server, caller, routes)
    const watch = new StallWatch(server.origin)
    let code = ''
    const full: Fault = {
      name: 'full (ENOSPC)',
      reads: 'maybe',
      begin() {
        const file = openSync(filler, 'w')
        try {
          for (let size = 1 << 20; size >= 1;) {
            try {
              if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1
            } catch (error) {
              code = String((error as NodeJS.ErrnoException).code)
              size >>= 1
            }
          }
        } finally {
          closeSync(file)
        }
        if (code !== 'ENOSPC') report(`the disk should be full, but the error is ${code}`)
      },
      end: () => rmSync(filler),
    }
    await testFault(full, server, caller, before, watch, routes)
    await watch.stop()
  } finally {
    await server.stop()
    removeFolder(seed)
    removeFolder(disk)
  }
}

const dataDir = await seededFolder()
const server = await Server.create()
const started = performance.now()
try {
  const routes = await routeTable(dataDir)
  if (SERVER_UID !== undefined)
    for (const entry of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(dataDir, entry), SERVER_UID, SERVER_UID)
  await server.start(dataDir, SERVER_UID === undefined ? {} : { uid: SERVER_UID })
  const caller = await administrator(server, dataDir)
  const before = await statusWithoutFault(server, caller, routes)
  const spare = `${dataDir}.spare`
  const whole = new Database(databasePath(dataDir))
  whole.exec(`vacuum into '${spare}'`)
  whole.close()
  const watch = new StallWatch(server.origin)
  await sleep(2_000)
  console.log(
    `${routes.length} routes; without a fault, the longest wait for a route without database access was ${watch.take().toFixed(0)} ms`,
  )
  console.log('fault | routes with 503 | longest time to 503 | longest stall | recovered after')
  for (const fault of faultsOf(dataDir, server, spare))
    await testFault(fault, server, caller, before, watch, routes)
  await watch.stop()
  await testFullDisk(routes)

  // SIGTERM while requests are in progress.
  const load = new AbortController()
  let [answered, dropped] = [0, 0]
  const asking = Array.from({ length: 8 }, async (_, each) => {
    while (!load.signal.aborted) {
      try {
        const { status } = await ask(
          caller,
          server.origin,
          each % 2 === 0 ? { method: 'POST', url: '/api/sync' } : { method: 'GET', url: '/api/search' },
        )
        if (status === 200) answered += 1
        else report(`while it stopped: ${status}`)
      } catch (error) {
        // A refused connection never reached the server; one that breaks was dropped by it.
        if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') dropped += 1
        return
      }
    }
  })
  await sleep(1_500)
  const code = await server.stop('SIGTERM')
  load.abort()
  await Promise.all(asking)
  if (dropped > 0) report(`SIGTERM: ${dropped} requests dropped`)
  console.log(
    `SIGTERM under load: ${answered} answered, ${dropped} dropped, ended ${code === 0 ? 'normally' : `with ${code}`}`,
  )
} finally {
  await server.stop()
  chmodSync(dataDir, 0o755)
  removeFolder(dataDir)
  rmSync(`${dataDir}.spare`, { force: true })
}
if (wrong.length > 0 && server.output !== '') console.log(server.output.slice(0, 3_000))
console.log(
  `${wrong.length === 0 ? 'every route replied correctly' : `${wrong.length} WRONG`} (goals ${GOALS_MS.replied}, ${GOALS_MS.stalled}, ${GOALS_MS.recovered} ms; ${((performance.now() - started) / 1000).toFixed(0)} s, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)})`,
)
process.exitCode = wrong.length === 0 ? 0 : 1

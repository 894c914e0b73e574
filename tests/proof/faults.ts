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
import { callerOf } from '../support/signed-in.ts'
import type { Caller } from '../support/signed-in.ts'
import { isThere, removeFolder, seededFolder, Server } from './site.ts'
import { person } from './writers.ts'

/**
 * `npm run verify:faults`: what goes wrong with a database goes wrong under a real server, and every route of its table is asked. Where the
 * database cannot be read, each answers 503 DatabaseConnectionError unless it is named in {@link WITHOUT_DATABASE}; where it can only not be
 * written, each answers as before or 503, and those of {@link WRITING} 503. How long the process stands still is measured from outside: another
 * thread asks for the list of states, which needs no database, every 10 ms. Times are told and fail nothing; wrong answers do.
 */
const GOALS = { told: 300, stalled: 150, recovered: 2_000 }
const GIVEN_UP_AFTER = 20_000
/** What gives a program disks that nobody else sees, and what it takes to try. */
const OWN_DISKS = ['--user', '--map-root-user', '--mount', 'true']
const DISK = '64m'
/** Whoever runs this as root lets the server be somebody whom permissions stop. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined

const WITHOUT_DATABASE: ReadonlySet<string> = new Set([
  '/api',
  '/api/*',
  '/api/health',
  '/api/states',
  '/api/openapi.json',
  '/api/directory/parts/:file',
  '/api/tiles',
  '/api/tiles/:z/:x/:y',
  '/api/maps/static',
  '/api/maps',
  '/api/maps/tiles/:z/:x/:y',
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
let letters = 0
function bodyOf({ method, url }: Route): unknown {
  if (method === 'GET' || method === 'DELETE' || url === '/api/logout') return undefined
  letters += 1
  const opId = letters.toString(16).padStart(32, '0')
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
  if (url === '/api/register') return { email: `${letters}@faults.example`, password: 'kelpie at the creek' }
  if (url === '/api/login') return { username: 'nobody@faults.example', password: 'kelpie at the creek' }
  const park = 1 + (letters % 100)
  const bodies: Readonly<Record<string, object>> = {
    '/api/favorites': { parkId: park },
    '/api/favorites/sync': { parks: [{ id: 101 + (letters % 99) }] },
    '/api/profile': { fullName: `Rex ${letters}` },
    '/api/profile/dogs': { name: 'Rex', breed: 'Kelpie' },
    '/api/profile/dogs/:id': { name: 'Rex', breed: 'Kelpie' },
    '/api/parks/:id/reviews': { rating: 4, comment: 'Plenty of shade' },
    '/api/reviews/:id/helpful': { isHelpful: letters % 2 === 0 },
    '/api/user/visits': { parkId: park },
    '/api/user/search-history': { query: `beach ${letters}` },
    '/api/admin/import-parks': listOf(letters),
  }
  return bodies[url] ?? {}
}

/** A list with a park in it that no list had before. */
function listOf(number: number): FormData {
  const form = new FormData()
  form.set('fileType', 'csv')
  form.set(
    'csvFile',
    new Blob([
      `name,address,city,state,postal_code,latitude,longitude\nReserve ${number},${number} Quarry Road,Clifton Hill,VIC,3068,-37.7,144.9`,
    ]),
    `list-${number}.csv`,
  )
  return form
}

/** Every route of the API there is, from the app's own table. */
async function routeTable(dataDir: string): Promise<Route[]> {
  const app = await startServer(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await app.ready()
  // Signing in elsewhere asks a provider, signing out ends what the others stand on, and what deletes a person deletes who asks.
  const left = (url: string, method: string) =>
    method === 'HEAD' ||
    url.startsWith('/api/auth/') ||
    url === '/api/logout' ||
    (method === 'DELETE' && url === '/api/user')
  const routes = app.accessRules
    .filter(({ method, url }) => !left(url, method))
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
/** Who signs up or in is somebody else afterwards: a visitor does that, and the administrator stays one. */
const asVisitor: ReadonlySet<string> = new Set(['/api/register', '/api/login'])

async function ask(admin: Caller, origin: string, route: Route): Promise<Answer> {
  const caller = asVisitor.has(route.url) ? callerOf(origin) : admin
  const at =
    route.url.replaceAll(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? '1') + (QUERIES[route.url] ?? '')
  const began = performance.now()
  const body = bodyOf(route)
  const path = at.replace('*', 'none')
  const answer = await (body instanceof FormData
    ? caller.call(path, { method: 'POST', body })
    : caller.send(route.method as 'POST', path, body))
  const text = await answer.text()
  return {
    status: answer.status,
    errorType: /"errorType":"(\w+)"/.exec(text)?.[1],
    took: performance.now() - began,
  }
}

/** Asks for what needs no database, from a thread that has nothing else to do, and keeps the longest wait. */
class Watch {
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
  const own = (file: string) => NOBODY !== undefined && chownSync(file, NOBODY, NOBODY)
  const files = () => ['', '-wal', '-shm'].map((suffix) => db + suffix).filter((file) => existsSync(file))
  const putBack = () => {
    for (const file of files()) if (file !== db) rmSync(file)
    copyFileSync(spare, `${db}.new`)
    own(`${db}.new`)
    renameSync(`${db}.new`, db)
  }
  const limit = (size: string) => {
    const { status, stderr } = spawnSync(
      'prlimit',
      ['--pid', String(server.pid), `--fsize=${size}:unlimited`],
      NOBODY === undefined ? {} : { uid: NOBODY, gid: NOBODY },
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
      end: putBack,
    },
    {
      name: 'corrupt',
      reads: 'gone',
      begin: () => writeFileSync(db, 'not a database at all'.repeat(50_000)),
      end: putBack,
    },
    {
      name: 'locked for everybody',
      reads: 'gone',
      async begin() {
        // Nobody can lock what the server has open: it is away for as long as the server takes to notice.
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
const note = (what: string) => void (wrong.push(what), console.log(`WRONG ${what}`))

/** Somebody who may do everything at a running server. */
async function administrator(server: Server, dataDir: string): Promise<Caller> {
  const { caller, email } = await person(server.origin)
  await runScript('scripts/admin.ts', { DATA_DIR: dataDir }, ['promote', email])
  return caller
}

/** What each route says to an administrator as long as nothing is wrong. */
async function undisturbed(
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
      note(`${name} answered ${status} to an administrator`)
    if (WRITING.has(name) && status >= 300) note(`${name} wrote nothing: ${status}`)
  }
  return before
}

/** Has a fault begin, asks every route, has it end, and waits until all is well again. */
async function under(
  fault: Fault,
  server: Server,
  caller: Caller,
  before: ReadonlyMap<string, number>,
  watch: Watch,
  routes: readonly Route[],
): Promise<void> {
  await fault.begin()
  watch.take()
  const told: number[] = []
  let slowest = ''
  for (const route of routes) {
    const name = `${route.method} ${route.url}`
    const { status, errorType, took } = await ask(caller, server.origin, route)
    const away = status === 503 && errorType === 'DatabaseConnectionError'
    if (away && took > Math.max(0, ...told)) slowest = name
    if (away) told.push(took)
    const without = WITHOUT_DATABASE.has(route.url)
    const right = without
      ? status === before.get(name)
      : fault.reads === 'gone'
        ? away
        : away || (!WRITING.has(name) && (status === before.get(name) || status < 500))
    if (!right) note(`${fault.name}: ${name} answered ${status} (before: ${before.get(name)})`)
  }
  const stalled = watch.take()
  await fault.end()
  const ended = performance.now()
  const well = async () => {
    const asked = [
      { method: 'GET', url: '/api/parks/:id' },
      { method: 'GET', url: '/api/user' },
      { method: 'POST', url: '/api/sync' },
    ]
    for (const route of asked) if ((await ask(caller, server.origin, route)).status !== 200) return false
    return true
  }
  let recovered = await well()
  while (!recovered && performance.now() - ended < GIVEN_UP_AFTER) {
    await sleep(20)
    recovered = await well()
  }
  const after = performance.now() - ended
  if (!recovered) note(`${fault.name}: not recovered within ${GIVEN_UP_AFTER} ms`)
  const longest = Math.max(0, ...told)
  const over =
    longest > GOALS.told || stalled > GOALS.stalled || after > GOALS.recovered ? ' (over the goal)' : ''
  console.log(
    `${fault.name} | ${told.length} | ${longest.toFixed(0)} ms (${slowest}) | ${stalled.toFixed(0)} ms | ${after.toFixed(0)} ms${over}`,
  )
}

/**
 * A server whose data folder is a disk of its own, which is filled until it has no byte left. The disk is in memory and in a namespace that
 * anybody may make for themselves; others reach into it through /proc.
 */
async function onFullDisk(routes: readonly Route[]): Promise<void> {
  if (!isThere('unshare', '--version') || spawnSync('unshare', OWN_DISKS).status !== 0) {
    console.log('full: left out, this system lets nobody have a disk of their own (unshare --user --mount)')
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
    const mount = `mount -t tmpfs -o size=${DISK} tmpfs "$0" && cp -a "$1"/. "$0" && shift && exec "$@"`
    await server.start(disk, {
      before: ['unshare', ...OWN_DISKS.slice(0, -1), 'sh', '-c', mount, disk, seed],
    })
    const filler = path.join('/proc', String(server.pid), 'root', disk, 'filler')
    const before = await undisturbed(server, caller, routes)
    const watch = new Watch(server.origin)
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
        if (code !== 'ENOSPC') note(`the disk was to be full, and says ${code}`)
      },
      end: () => rmSync(filler),
    }
    await under(full, server, caller, before, watch, routes)
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
  if (NOBODY !== undefined)
    for (const entry of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(dataDir, entry), NOBODY, NOBODY)
  await server.start(dataDir, NOBODY === undefined ? {} : { uid: NOBODY })
  const caller = await administrator(server, dataDir)
  const before = await undisturbed(server, caller, routes)
  const spare = `${dataDir}.spare`
  const whole = new Database(databasePath(dataDir))
  whole.exec(`vacuum into '${spare}'`)
  whole.close()
  const watch = new Watch(server.origin)
  await sleep(2_000)
  console.log(
    `${routes.length} routes; without a fault the longest wait for what needs no database was ${watch.take().toFixed(0)} ms`,
  )
  console.log('fault | routes that said 503 | longest until 503 | longest standstill | recovered after')
  for (const fault of faultsOf(dataDir, server, spare))
    await under(fault, server, caller, before, watch, routes)
  await watch.stop()
  await onFullDisk(routes)

  // Told to stop while many ask and write.
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
        else note(`while it stopped: ${status}`)
      } catch (error) {
        // A connection that is refused never reached the server; one that breaks off was dropped by it.
        if ((error as { cause?: { code?: string } }).cause?.code !== 'ECONNREFUSED') dropped += 1
        return
      }
    }
  })
  await sleep(1_500)
  const code = await server.stop('SIGTERM')
  load.abort()
  await Promise.all(asking)
  if (dropped > 0) note(`SIGTERM: ${dropped} requests dropped`)
  console.log(
    `SIGTERM under load: ${answered} answered, ${dropped} dropped, ended ${code === 0 ? 'in good order' : `with ${code}`}`,
  )
} finally {
  await server.stop()
  chmodSync(dataDir, 0o755)
  removeFolder(dataDir)
  rmSync(`${dataDir}.spare`, { force: true })
}
if (wrong.length > 0 && server.output !== '') console.log(server.output.slice(0, 3_000))
console.log(
  `${wrong.length === 0 ? 'every route told the truth' : `${wrong.length} WRONG`} (goals ${GOALS.told}, ${GOALS.stalled}, ${GOALS.recovered} ms; ${((performance.now() - started) / 1000).toFixed(0)} s, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)})`,
)
process.exitCode = wrong.length === 0 ? 0 : 1

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { SCREENS } from '../../data/screens/screens.ts'
import { buildClient } from '../../scripts/build.ts'
import { root } from '../../scripts/root.ts'
import { runScript, startProduct, type Product } from '../../tests/support/product.ts'
import { startExploredBrowser } from '../explore/browser.ts'
import { startNetwork, switchNetwork, type NetworkState, type Rewriting } from '../explore/network.ts'
import { PLANTED_BUGS, type PlantedBug } from '../explore/planted-bugs.ts'
import { readTrace, type Run } from '../explore/trace.ts'

/**
 * `npm run verify:explore`: Bombadil operates the built app at random, as a person with and without an account
 * and as an administrator, while the network goes off and on, and checks our properties after each step
 * (docs/decisions/030).
 *
 * - `-- --minutes N`: how long (default 30), in sessions of at most five minutes, each with an empty profile
 * - `-- --planted [--bug WORD]`: plants one bug after the other into the delivered pages, or those whose description
 *   contains the word; each must be found
 * - `-- --reproduce FOLDER`: repeats the actions of a session that is stored in the folder
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    planted: { type: 'boolean', default: false },
    bug: { type: 'string', default: '' },
    reproduce: { type: 'string' },
  },
})
const MINUTES = Number(options.minutes)
if (!(MINUTES > 0 && MINUTES <= 600)) throw new RangeError(`cannot explore for ${options.minutes} minutes`)
const SEED = Number(options.seed)
const SESSION_MINUTES = 5
/** Longest search for a planted bug. */
const PLANTED_MINUTES = 3
/** Bombadil sometimes waits for ever for the end of a navigation. After this time without a state it is killed. */
const STALL_MS = 60_000
/** Or it ends, because the browser refused one of its commands. */
const ENDED_ITSELF = /^Error: driver error/m
/** More stalls in a run than this fail it. */
const MAX_STALLS = 3
/** What starting and ending a session takes beyond its time, at most. */
const SPARE_MS = 3 * 60_000
const PASSWORD = 'kelpie at the creek'

const Session = z.object({
  person: z.enum(['visitor', 'user', 'administrator']),
  start: z.string(),
  width: z.number(),
  height: z.number(),
})
type Session = z.infer<typeof Session>

const PHONE = { width: 360, height: 740 }
const TABLET = { width: 768, height: 1024 }
const DESKTOP = { width: 1440, height: 900 }

/** Who explores from where. Directions open in a tab of their own, so a session has to start there. */
const SESSIONS: readonly Session[] = [
  { person: 'visitor', start: '/', ...PHONE },
  { person: 'user', start: '/favorites', ...DESKTOP },
  { person: 'administrator', start: '/admin', ...DESKTOP },
  { person: 'user', start: '/contact', ...PHONE },
  { person: 'visitor', start: '/directions/1', ...TABLET },
  { person: 'visitor', start: '/state', ...DESKTOP },
]

/** Waits until the app, its service worker and the directory are on the device. */
const INSTALLED = `(async () => {
  await navigator.serviceWorker.ready
  while (document.documentElement.dataset.directory !== 'ready') await new Promise((next) => setTimeout(next, 50))
})()`

const registration = (username: string) => `(async () => {
  const reply = await fetch('/api/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: '${username}', email: '${username}@example.org', password: '${PASSWORD}' }),
  })
  return reply.status
})()`

const BOMBADIL = path.join(root, 'node_modules', '@antithesishq', 'bombadil', 'bin', 'bombadil.js')
const SPECIFICATION = path.join(root, 'tools', 'explore', 'specification.ts')

const logOf = (folder: string) => readFile(path.join(folder, 'bombadil.log'), 'utf8')

let lastAccount = 0

interface Explored extends Run {
  session: Session
  folder: string
  otherHosts: Map<string, string>
  workerProblems: ReadonlySet<string>
  requests: number
  switches: number
  /** 0: nothing found, 2: violations, anything else: Bombadil failed. */
  code: number | null
  /** What no longer replied, if the session was ended for that, or what has ended itself. */
  stall: 'Bombadil' | 'page' | null
}

/** Lets Bombadil explore once, with a browser, profile and network of its own. */
async function explore(
  product: Product,
  session: Session,
  minutes: number,
  seed: number,
  { planted, reproduce }: { planted?: Rewriting; reproduce?: string } = {},
): Promise<Explored> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-explored-'))
  await writeFile(path.join(folder, 'session.json'), JSON.stringify({ session, seed, minutes }))
  const network = await startNetwork(product.url, planted)
  const browser = await startExploredBrowser(network.proxy)
  const ended = new AbortController()
  const set = async (state: NetworkState) => {
    network.set(state)
    await browser.setOffline(state === 'airplane')
  }
  try {
    await browser.evaluateAt(product.url, INSTALLED)
    if (session.person !== 'visitor') {
      const username = `kelpie${++lastAccount}`
      const status = await browser.evaluateAt(product.url, registration(username))
      if (status !== 201) throw new Error(`registering was answered with ${status}`)
      if (session.person === 'administrator')
        await runScript('scripts/admin.ts', { DATA_DIR: product.dataDir }, ['promote', username, '--yes'])
    }
    const switching = switchNetwork(set, seed, ended.signal)
    const child = spawn(
      process.execPath,
      [
        BOMBADIL,
        ['browser', 'test-external', '--remote-debugger', browser.debugger, '--create-target'],
        ['--output-path', folder, '--output-path-overwrite'],
        ['--width', String(session.width), '--height', String(session.height)],
        // Coverage guides nothing outside of Antithesis, and the app must run as it was built.
        ['--instrument-javascript', ''],
        ['--chrome-grant-permissions', 'geolocation'],
        reproduce ? ['--reproduce', reproduce] : ['--time-limit', `${Math.round(minutes * 60)}s`],
        planted ? '--exit-on-violation' : [],
        [`${product.url}${session.start}`, SPECIFICATION],
      ].flat(),
      { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, RUST_LOG: 'error' } },
    )
    const log = createWriteStream(path.join(folder, 'bombadil.log'))
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    // The package's program waits for a binary, which only its process group reaches.
    const kill = () => process.kill(-child.pid!, 'SIGKILL')
    const timer = setTimeout(kill, minutes * 60_000 + SPARE_MS)
    const started = Date.now()
    let stall: Explored['stall'] = null
    const whatStalled = async () => ((await browser.replies()) ? 'Bombadil' : 'page')
    const watch = setInterval(async () => {
      const written = await stat(path.join(folder, 'trace.jsonl')).catch(() => undefined)
      if (stall !== null || Date.now() - Math.max(written?.mtimeMs ?? 0, started) < STALL_MS) return
      stall = await whatStalled()
      kill()
    }, 5_000)
    process.once('exit', kill)
    const [code] = (await once(child, 'close')) as [number | null]
    process.removeListener('exit', kill)
    clearTimeout(timer)
    clearInterval(watch)
    ended.abort()
    await switching
    if (code === 1 && ENDED_ITSELF.test(await logOf(folder))) stall = await whatStalled()
    const run = await readTrace(folder, network.periods)
    return {
      ...run,
      session,
      folder,
      code,
      stall,
      otherHosts: network.otherHosts,
      workerProblems: browser.workerProblems,
      requests: network.requests,
      switches: network.periods.filter(({ state }) => state !== 'on').length,
    }
  } finally {
    ended.abort()
    await browser.dispose()
    await network.close()
  }
}

const listed = (counts: Map<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

const countOf = ({ found, otherHosts, workerProblems }: Explored) =>
  found.length + otherHosts.size + workerProblems.size

/** Prints a session and what it found. Returns whether it counts and found nothing. */
async function report(explored: Explored): Promise<boolean> {
  const {
    session,
    steps,
    addresses,
    screens,
    acts,
    networks,
    found,
    otherHosts,
    workerProblems,
    folder,
    code,
    stall,
  } = explored
  console.log(
    `${session.person} from ${session.start} at ${session.width} px: ${steps} steps, ${addresses.size} addresses of ${screens.size} screens, ` +
      `${explored.requests} requests, network off ${explored.switches} times (states: ${listed(networks)}), load ${loadavg()[0]!.toFixed(1)}`,
  )
  console.log(`  ${listed(acts)}`)
  for (const { property, message, step, acts } of found) {
    console.log(`VIOLATION of ${property} at step ${step}: ${message}`)
    for (const act of acts) console.log(`    ${act}`)
  }
  for (const problem of workerProblems) console.log(`VIOLATION of noConsoleError in a worker: ${problem}`)
  for (const [host, url] of otherHosts) console.log(`VIOLATION of noThirdPartyRequest: ${host} (${url})`)
  const reported = [...explored.reported].sort().join()
  const judged = [...new Set(found.map(({ property }) => property as string))].sort().join()
  const agrees = reported === judged
  if (!agrees)
    console.log(`Bombadil reports ${reported || 'nothing'}, its trace shows ${judged || 'nothing'}`)
  if (stall === 'page') console.log(`VIOLATION of noDeadEnd: the page no longer replies`)
  if (stall === 'Bombadil')
    console.log(
      '  Bombadil no longer replied, or ended itself (the page replies); the rest follows in a new session',
    )
  const failed = code !== 0 && code !== 2 && stall !== 'Bombadil'
  if (failed) console.log(`Bombadil ended with ${code}:\n${(await logOf(folder)).slice(-2_000)}`)
  return countOf(explored) === 0 && agrees && !failed && steps > 0
}

const keepFolder = (folder: string) =>
  console.log(`  kept: ${folder}; again: npm run verify:explore -- --reproduce ${folder}`)

async function exploreAll(product: Product): Promise<boolean> {
  const count = Math.max(SESSIONS.length, Math.ceil(MINUTES / SESSION_MINUTES))
  const all: Explored[] = []
  let passed = true
  for (let index = 0; index < count; index++) {
    const session = SESSIONS[index % SESSIONS.length]!
    let left = MINUTES / count
    for (let attempt = 0; left > 0 && attempt <= MAX_STALLS; attempt++) {
      const explored = await explore(product, session, left, SEED + index + attempt * 100)
      all.push(explored)
      left = explored.stall === null ? 0 : left - explored.milliseconds / 60_000
      if (await report(explored)) await rm(explored.folder, { recursive: true, force: true })
      else {
        passed = false
        keepFolder(explored.folder)
      }
    }
  }
  const sum = (of: (explored: Explored) => number) => all.reduce((total, one) => total + of(one), 0)
  const screens = new Set(all.flatMap((one) => [...one.screens]))
  const addresses = new Set(all.flatMap((one) => [...one.addresses]))
  const stalls = sum(({ stall }) => (stall === null ? 0 : 1))
  const missed = SCREENS.filter(({ path }) => !screens.has(path)).map(({ path }) => path)
  console.log(
    `explored for ${(sum(({ milliseconds }) => milliseconds) / 60_000).toFixed(1)} minutes in ${all.length} sessions, ${stalls} of them ended by a stall of Bombadil (seed of the network ${SEED}): ${sum(({ steps }) => steps)} steps, ${addresses.size} addresses of ${screens.size} of ${SCREENS.length} screens` +
      `${missed.length > 0 ? ` (not ${missed.join(', ')})` : ''}, network off ${sum(({ switches }) => switches)} times, ` +
      `${sum(countOf)} violations`,
  )
  return passed && stalls <= MAX_STALLS
}

async function findPlanted(product: Product): Promise<boolean> {
  let missed = 0
  const bugs = PLANTED_BUGS.filter(({ bug }) => bug.includes(options.bug))
  for (const bug of bugs) {
    const isFound = ({ found, otherHosts }: Explored) =>
      bug.finds === 'noThirdPartyRequest'
        ? otherHosts.size > 0
        : found.some(({ property }) => property === bug.finds)
    const explored = await exploreWith(product, bug)
    const what = explored.found.map(({ property, message }) => `${property}: ${message}`)
    for (const [, url] of explored.otherHosts) what.push(`noThirdPartyRequest: ${url}`)
    console.log(
      `${isFound(explored) ? 'found' : 'NOT FOUND'} ${bug.bug} by ${bug.finds} after ${explored.steps} steps\n    ${what.join('\n    ')}`,
    )
    if (isFound(explored)) await rm(explored.folder, { recursive: true, force: true })
    else {
      missed++
      keepFolder(explored.folder)
    }
  }
  console.log(`${bugs.length - missed} of ${bugs.length} planted bugs found`)
  return bugs.length > 0 && missed === 0
}

/** Bombadil cannot see requests, so the bug that only the proxy sees gets a short run. */
const exploreWith = (product: Product, bug: PlantedBug) =>
  explore(
    product,
    { person: 'visitor', start: bug.start, ...TABLET },
    bug.finds === 'noThirdPartyRequest' ? 0.2 : PLANTED_MINUTES,
    SEED,
    { planted: bug },
  )

async function reproduce(product: Product, folder: string): Promise<boolean> {
  const { session, seed, minutes } = z
    .object({ session: Session, seed: z.number(), minutes: z.number() })
    .parse(JSON.parse(await readFile(path.join(folder, 'session.json'), 'utf8')))
  const explored = await explore(product, session, minutes, seed, { reproduce: path.resolve(folder) })
  const passed = await report(explored)
  keepFolder(explored.folder)
  return passed
}

await buildClient({ quiet: true })
const product = await startProduct()
try {
  const passed = options.planted
    ? await findPlanted(product)
    : options.reproduce === undefined
      ? await exploreAll(product)
      : await reproduce(product, options.reproduce)
  process.exitCode = passed ? 0 : 1
} finally {
  await product.dispose()
}

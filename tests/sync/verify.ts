import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BUGS } from './bugs.ts'
import type { StoryRun } from './run-stories.ts'
import { findBugs } from './find-bugs.ts'

/**
 * `npm run verify:sync`: plays random stories of devices and the server for `SECONDS` (default 600) in
 * `WORKERS` processes (default 2). Runs on unchanged sources add up until `RUNS` (default 100,000) stories
 * have been played. Then each bug of bugs.ts is planted and must be found; `BUGS=off` skips this. `SEED`
 * starts from that seed and does not add to the count. A failing story is printed, kept in
 * var/sync-failures.jsonl, and played first from then on.
 */
const numberFrom = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const [seconds, wanted, workers] = [
  numberFrom('SECONDS', 600),
  numberFrom('RUNS', 100_000),
  numberFrom('WORKERS', 2),
]
const ROOT = path.join(import.meta.dirname, '..', '..')
const FAILURES = path.join(ROOT, 'var', 'sync-failures.jsonl')
const LEDGER = path.join(ROOT, 'var', 'sync-runs.json')
/** Number of stories played from one seed. */
const STORIES_PER_SEED = 250

/** Progress on these sources: `runs` stories, from the seeds `first` (inclusive) to `next` (exclusive). */
interface Ledger {
  sources: string
  first: number
  next: number
  runs: number
}

/** A hash of every file that the stories depend on. */
function hashOfSources(): string {
  const files = globSync(
    '{client/store,data/model,data/sync,server/sync,server/repositories,server/migrations,tests/sync}/*.ts',
    { cwd: ROOT },
  ).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex')
}

function openLedger(): Ledger {
  const sources = hashOfSources()
  const first = numberFrom('SEED', Date.now() % 2 ** 30)
  const empty = { sources, first, next: first, runs: 0 }
  if (process.env['SEED'] !== undefined || !existsSync(LEDGER)) return empty
  const stored = JSON.parse(readFileSync(LEDGER, 'utf8')) as Ledger
  return stored.sources === sources ? stored : empty
}

/** Runs story-process.ts with these arguments in a process of its own. */
function playInProcess(args: readonly (string | number)[]): Promise<StoryRun> {
  const child = spawn(
    process.execPath,
    // Stories create many short-lived objects, and a larger young generation means fewer collections.
    [
      '--no-warnings',
      '--max-semi-space-size=64',
      path.join(import.meta.dirname, 'story-process.ts'),
      ...args.map(String),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 || code === 1
        ? resolve(JSON.parse(out) as StoryRun)
        : reject(new Error(`the story process ended with ${code}`)),
    )
  })
}

function printFailure({ failure }: StoryRun): void {
  if (failure !== null)
    console.log(`\n${failure.error}\nseed ${failure.seed}, path ${failure.path}\n${failure.story}`)
}

/** Plays the stories that failed in earlier runs. @returns how many still fail */
async function playEarlierFailures(): Promise<number> {
  const stories = existsSync(FAILURES)
    ? new Set(
        readFileSync(FAILURES, 'utf8')
          .split('\n')
          .filter((line) => line !== ''),
      )
    : new Set<string>()
  let failures = 0
  for (const story of stories) {
    const found = await playInProcess(['story', story])
    printFailure(found)
    failures += found.failure === null ? 0 : 1
  }
  if (stories.size > 0) console.log(`${stories.size} stories that failed earlier: ${failures} still fail`)
  return failures
}

async function playRandom(ledger: Ledger): Promise<number> {
  const ends = performance.now() + seconds * 1000
  let failures = 0
  const worker = async () => {
    while (ledger.runs < wanted && performance.now() < ends) {
      const found = await playInProcess([
        ledger.next++,
        STORIES_PER_SEED,
        Math.ceil((ends - performance.now()) / 1000),
      ])
      ledger.runs += found.runs
      if (found.failure !== null) {
        failures += 1
        appendFileSync(FAILURES, `${found.failure.story}\n`)
        printFailure(found)
      }
      if (process.env['SEED'] === undefined) writeFileSync(LEDGER, JSON.stringify(ledger))
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return failures
}

mkdirSync(path.dirname(LEDGER), { recursive: true })
const earlierFailures = await playEarlierFailures()
const ledger = openLedger()
const [before, started] = [ledger.runs, performance.now()]
const failures = await playRandom(ledger)
const took = (performance.now() - started) / 1000
const played = ledger.runs - before
console.log(
  `${played} stories in ${took.toFixed(0)} s (${(played / took).toFixed(1)} a second in ${workers} processes), ${failures} failed`,
)
console.log(
  `${ledger.runs} of ${wanted} stories of these sources, seeds ${ledger.first} to ${ledger.next - 1}${ledger.runs < wanted ? '; run it again to continue' : ''}`,
)

let missed = 0
if (process.env['BUGS'] !== 'off') {
  const found = await findBugs(workers, ({ what, runs }) =>
    console.log(`${runs === null ? 'NOT FOUND' : `found after ${runs}`}: ${what}`),
  )
  missed = found.filter(({ runs }) => runs === null).length
  console.log(`${found.length - missed} of ${BUGS.length} planted bugs found`)
}
process.exitCode = earlierFailures + failures + missed === 0 ? 0 : 1

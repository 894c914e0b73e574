import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BUGS } from './bugs.ts'
import type { Hunt } from './hunt.ts'
import { plantAll } from './planted.ts'

/**
 * `npm run verify:sync`: plays stories of devices and the server for `SECONDS` (600 unless told) in `WORKERS` processes (2), and goes on
 * where the last run ended until `RUNS` (100,000) have been played of the same sources; then plants each bug of bugs.ts, which must be found.
 * `BUGS=off` leaves the bugs out, `SEED` plays from one seed on and counts by itself. A story that fails is printed, kept in
 * var/sync-failures.jsonl, and played first from then on.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const [seconds, wanted, workers] = [number('SECONDS', 600), number('RUNS', 100_000), number('WORKERS', 2)]
const ROOT = path.join(import.meta.dirname, '..', '..')
const FAILURES = path.join(ROOT, 'var', 'sync-failures.jsonl')
const LEDGER = path.join(ROOT, 'var', 'sync-runs.json')
/** Stories of one seed. */
const CHAPTER = 250

/** What has been played of these sources: `runs` stories, of the seeds from `first` up to and without `next`. */
interface Ledger {
  sources: string
  first: number
  next: number
  runs: number
}

/** Stands for everything the stories depend on. */
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
  const first = number('SEED', Date.now() % 2 ** 30)
  const none = { sources, first, next: first, runs: 0 }
  if (process.env['SEED'] !== undefined || !existsSync(LEDGER)) return none
  const kept = JSON.parse(readFileSync(LEDGER, 'utf8')) as Ledger
  return kept.sources === sources ? kept : none
}

/** Runs the hunter on its arguments in a process of its own. */
function hunter(args: readonly (string | number)[]): Promise<Hunt> {
  const started = spawn(
    process.execPath,
    // Stories make much that is soon thrown away: the larger the space for it, the less of it is looked through.
    [
      '--no-warnings',
      '--max-semi-space-size=64',
      path.join(import.meta.dirname, 'hunter.ts'),
      ...args.map(String),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  started.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  return new Promise((resolve, reject) => {
    started.on('close', (code) =>
      code === 0 || code === 1
        ? resolve(JSON.parse(out) as Hunt)
        : reject(new Error(`a hunter ended with ${code}`)),
    )
  })
}

function tell({ failure }: Hunt): void {
  if (failure !== null)
    console.log(`\n${failure.error}\nseed ${failure.seed}, path ${failure.path}\n${failure.story}`)
}

/** Plays what failed in earlier runs. @returns how many fail still */
async function playKept(): Promise<number> {
  const stories = existsSync(FAILURES)
    ? new Set(
        readFileSync(FAILURES, 'utf8')
          .split('\n')
          .filter((line) => line !== ''),
      )
    : new Set<string>()
  let failures = 0
  for (const story of stories) {
    const found = await hunter(['story', story])
    tell(found)
    failures += found.failure === null ? 0 : 1
  }
  if (stories.size > 0) console.log(`${stories.size} stories that failed once: ${failures} fail`)
  return failures
}

async function playOn(ledger: Ledger): Promise<number> {
  const ends = performance.now() + seconds * 1000
  let failures = 0
  const worker = async () => {
    while (ledger.runs < wanted && performance.now() < ends) {
      const found = await hunter([ledger.next++, CHAPTER, Math.ceil((ends - performance.now()) / 1000)])
      ledger.runs += found.runs
      if (found.failure !== null) {
        failures += 1
        appendFileSync(FAILURES, `${found.failure.story}\n`)
        tell(found)
      }
      if (process.env['SEED'] === undefined) writeFileSync(LEDGER, JSON.stringify(ledger))
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return failures
}

mkdirSync(path.dirname(LEDGER), { recursive: true })
const keptFailures = await playKept()
const ledger = openLedger()
const [before, started] = [ledger.runs, performance.now()]
const failures = await playOn(ledger)
const took = (performance.now() - started) / 1000
const played = ledger.runs - before
console.log(
  `${played} stories in ${took.toFixed(0)} s (${(played / took).toFixed(1)} a second in ${workers} processes), ${failures} failed`,
)
console.log(
  `${ledger.runs} of ${wanted} stories of these sources, seeds ${ledger.first} to ${ledger.next - 1}${ledger.runs < wanted ? '; run it again to go on' : ''}`,
)

let missed = 0
if (process.env['BUGS'] !== 'off') {
  const found = await plantAll(workers, ({ what, runs }) =>
    console.log(`${runs === null ? 'NOT FOUND' : `found after ${runs}`}: ${what}`),
  )
  missed = found.filter(({ runs }) => runs === null).length
  console.log(`${found.length - missed} of ${BUGS.length} planted bugs found`)
}
process.exitCode = keptFailures + failures + missed === 0 ? 0 : 1

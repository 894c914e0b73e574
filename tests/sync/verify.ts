import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { BUGS } from './bugs.ts'
import type { Hunt } from './hunt.ts'
import { plantAll } from './planted.ts'

/**
 * `npm run verify:sync`: stories of devices and the server for `SECONDS` (600 unless told) or until `RUNS` (100,000) have been played, in
 * `WORKERS` processes (2); then each bug of bugs.ts is planted, and must be found. `SEED` plays one seed, with `STORY_PATH` one story of it.
 * A seed that fails is printed with the smallest story, and kept in var/sync-seeds.txt.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const [seconds, wanted, workers] = [number('SECONDS', 600), number('RUNS', 100_000), number('WORKERS', 2)]
const SEEDS = path.join(import.meta.dirname, '..', '..', 'var', 'sync-seeds.txt')
/** Stories of one seed. */
const CHAPTER = 500

function play(seed: number, runs: number, left: number, story?: string): Promise<Hunt> {
  const hunter = spawn(
    process.execPath,
    ['--no-warnings', path.join(import.meta.dirname, 'hunter.ts'), String(seed), String(runs), String(left), ...(story === undefined ? [] : [story])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  hunter.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  return new Promise((resolve, reject) => {
    hunter.on('close', (code) => (code === 0 || code === 1 ? resolve(JSON.parse(out) as Hunt) : reject(new Error(`a hunter ended with ${code}`))))
  })
}

function tell({ failure }: Hunt): void {
  if (failure === null) return
  mkdirSync(path.dirname(SEEDS), { recursive: true })
  appendFileSync(SEEDS, `${failure.seed} ${failure.path}\n`)
  console.log(`\n${failure.error}\n${failure.story}\nagain by: SEED=${failure.seed} STORY_PATH=${failure.path} npm run verify:sync`)
}

async function playAll(): Promise<{ runs: number; failures: number }> {
  const ends = performance.now() + seconds * 1000
  let [runs, failures, seed] = [0, 0, number('SEED', Date.now() % 2 ** 30)]
  const worker = async () => {
    while (runs < wanted && performance.now() < ends) {
      const found = await play(seed++, Math.min(CHAPTER, wanted - runs), Math.ceil((ends - performance.now()) / 1000))
      runs += found.runs
      failures += found.failure === null ? 0 : 1
      tell(found)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return { runs, failures }
}

if (process.env['STORY_PATH'] === undefined) {
  const started = performance.now()
  const { runs, failures } = await playAll()
  console.log(`${runs} stories in ${((performance.now() - started) / 1000).toFixed(0)} s, ${failures} failed`)
  const found = await plantAll(workers, ({ what, runs }) => console.log(`${runs === null ? 'NOT FOUND' : `found after ${runs}`}: ${what}`))
  const missed = found.filter(({ runs }) => runs === null).length
  console.log(`${found.length - missed} of ${BUGS.length} planted bugs found`)
  process.exitCode = failures === 0 && missed === 0 ? 0 : 1
} else {
  const found = await play(number('SEED', 0), CHAPTER, seconds, process.env['STORY_PATH'])
  tell(found)
  process.exitCode = found.failure === null ? 0 : 1
}

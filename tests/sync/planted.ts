import { spawn } from 'node:child_process'
import path from 'node:path'
import { BUGS } from './bugs.ts'

export interface Found {
  what: string
  /** Stories it took; `null` when the bug was not found. */
  runs: number | null
  error: string
}

const RUNS = 1500
/** Seconds for one bug: a busy machine plays few stories a second, and what it has not played finds nothing. */
const PATIENCE = 1200
const SEED = 20_250_410

/** Plays stories in a process with this bug planted. */
async function look(bug: number): Promise<Found> {
  const here = import.meta.dirname
  const hunter = spawn(
    process.execPath,
    [
      '--no-warnings',
      '--import',
      path.join(here, 'plant.ts'),
      path.join(here, 'hunter.ts'),
      String(SEED),
      String(RUNS),
      String(PATIENCE),
    ],
    { env: { ...process.env, PLANTED: String(bug) }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [out, err] = ['', '']
  hunter.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  hunter.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
  const code = await new Promise<number | null>((resolve) => hunter.on('close', resolve))
  const { what } = BUGS[bug]!
  if (code !== 0 && code !== 1) throw new Error(`${what}: ${err}`)
  const { runs, failure } = JSON.parse(out) as { runs: number; failure: { error: string } | null }
  return { what, runs: failure === null ? null : runs, error: failure?.error ?? '' }
}

/** Plants each bug in turn, `at once` so many, and tells of each as it is done. */
export async function plantAll(
  atOnce: number,
  tell: (found: Found) => void,
  which = BUGS.map((_, bug) => bug),
): Promise<Found[]> {
  const left = [...which]
  const found: Found[] = []
  const one = async () => {
    for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
      const result = await look(bug)
      found.push(result)
      tell(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return found
}

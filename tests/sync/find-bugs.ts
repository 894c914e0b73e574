import { spawn } from 'node:child_process'
import path from 'node:path'
import { BUGS } from './bugs.ts'

export interface BugResult {
  what: string
  /** Number of stories until the bug was found; `null` when it was not. */
  runs: number | null
  error: string
}

const MAX_RUNS = 1500
/** Time limit for one bug in seconds, generous because a busy machine plays few stories a second. */
const BUG_TIMEOUT_S = 1200
const SEED = 20_250_410

/** Plays stories in a process that has this bug planted. */
async function findBug(bug: number): Promise<BugResult> {
  const here = import.meta.dirname
  const stories = spawn(
    process.execPath,
    [
      '--no-warnings',
      '--import',
      path.join(here, 'plant-bug.ts'),
      path.join(here, 'story-process.ts'),
      String(SEED),
      String(MAX_RUNS),
      String(BUG_TIMEOUT_S),
    ],
    { env: { ...process.env, PLANTED: String(bug) }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [out, err] = ['', '']
  stories.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  stories.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
  const code = await new Promise<number | null>((resolve) => stories.on('close', resolve))
  const { what } = BUGS[bug]!
  if (code !== 0 && code !== 1) throw new Error(`${what}: ${err}`)
  const { runs, failure } = JSON.parse(out) as { runs: number; failure: { error: string } | null }
  return { what, runs: failure === null ? null : runs, error: failure?.error ?? '' }
}

/** Looks for each planted bug, `atOnce` of them in parallel, and reports each result as it is known. */
export async function findBugs(
  atOnce: number,
  report: (result: BugResult) => void,
  which = BUGS.map((_, bug) => bug),
): Promise<BugResult[]> {
  const remaining = [...which]
  const results: BugResult[] = []
  const worker = async () => {
    for (let bug = remaining.shift(); bug !== undefined; bug = remaining.shift()) {
      const result = await findBug(bug)
      results.push(result)
      report(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

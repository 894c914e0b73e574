import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { root } from '../../scripts/root.ts'
import { startProduct } from '../../tests/support/product.ts'

const PAGES = ['/', '/park/1', '/state/nsw', '/favorites']
const RUNS = Number(process.argv[2] ?? 5)
/** Lighthouse sometimes loses the start of its trace (NO_NAVSTART) and then has to be run again. */
const MAX_ATTEMPTS = 3
/**
 * Under a hypervisor other machines may get the CPU while a task's clock continues. A run is calm up to this
 * share of stolen time.
 */
const MAX_STOLEN_SHARE = 0.03
/** At most this many times the requested runs are made; the ones with the least stolen time count. */
const MAX_RUN_FACTOR = 4
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ score: z.nullable(z.number()), displayValue: z.optional(z.string()), title: z.string() }),
  ),
})
type Report = z.infer<typeof Report>

/** The used part of a trace. Times are in microseconds; `tdur` is the CPU time of a task. */
const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      tdur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.unknown()) })),
    }),
  ),
})
type Trace = z.infer<typeof Trace>

/** Lighthouse's factor by which a phone is slower than this machine. */
const CPU_SLOWDOWN = 4
/** Duration up to which Lighthouse does not count a task as blocking. */
const FREE_TASK_MS = 50

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/**
 * The total blocking time in milliseconds of all tasks after the first contentful paint, by CPU time instead
 * of duration. This leaves out what a busy machine or its host adds.
 */
function blockingByCpuTime({ traceEvents }: Trace): number {
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const paints = traceEvents.filter(
    ({ name, pid, tid }) => name === 'firstContentfulPaint' && threads.has(`${pid} ${tid}`),
  )
  const paint = paints.at(-1)
  if (paint === undefined) throw new Error('the trace has no first contentful paint')
  return traceEvents
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts > paint.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * CPU_SLOWDOWN - FREE_TASK_MS), 0)
}

/**
 * CPU ticks since the machine was started: used ones, and ones the host gave to other machines
 * (proc_stat(5)).
 */
function cpuTicks(): { used: number; stolen: number } {
  if (process.platform !== 'linux') return { used: 0, stolen: 0 }
  const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { used: user! + nice! + system! + irq! + softIrq!, stolen: steal! }
}

interface Run {
  report: Report
  blocking: number
  /** Share of the CPU time that the host took. */
  stolen: number
}

/** Runs Lighthouse once with its mobile settings, in a process of its own. */
async function run(url: string, folder: string, attempts = MAX_ATTEMPTS): Promise<Run> {
  const before = cpuTicks()
  const output = path.join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      '--save-assets',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && attempts > 1) return run(url, folder, attempts - 1)
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`)
  const after = cpuTicks()
  const stolen = after.stolen - before.stolen
  const trace = Trace.parse(JSON.parse(await readFile(path.join(folder, 'report-0.trace.json'), 'utf8')))
  return {
    report: Report.parse(JSON.parse(await readFile(output, 'utf8'))),
    blocking: blockingByCpuTime(trace),
    stolen: stolen / Math.max(1, after.used - before.used + stolen),
  }
}

/** The runs that count, in the order they were made, and the number of all runs made. */
async function calmRuns(url: string, folder: string): Promise<{ runs: Run[]; made: number }> {
  const runs: Run[] = []
  const calm = () => runs.filter(({ stolen }) => stolen <= MAX_STOLEN_SHARE).length
  while (calm() < RUNS && runs.length < RUNS * MAX_RUN_FACTOR) runs.push(await run(url, folder))
  const least = new Set([...runs].sort((one, other) => one.stolen - other.stolen).slice(0, RUNS))
  return { runs: runs.filter((made) => least.has(made)), made: runs.length }
}

/**
 * Reports the scores with the machine's load and stolen time. They depend on the machine, so none of them
 * fails the run.
 */
async function measure(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-lighthouse-'))
  try {
    for (const page of PAGES) {
      const { runs, made } = await calmRuns(`${product.url}${page}`, folder)
      const reports = runs.map(({ report }) => report)
      const scores = CATEGORIES.map(
        (name) =>
          `${name} ${Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100)}`,
      )
      const figures = [
        'first-contentful-paint',
        'speed-index',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ].map((id) => `${id} ${reports.map(({ audits }) => audits[id]?.displayValue).join(' | ')}`)
      console.log(
        `${page}: ${scores.join(', ')} (median of ${RUNS} of ${made} runs, load ${loadavg()[0]!.toFixed(1)})\n  ${figures.join('\n  ')}`,
      )
      console.log(
        `  total-blocking-time by CPU time ${runs.map(({ blocking }) => `${blocking.toFixed(0)} ms`).join(' | ')}`,
      )
      console.log(
        `  CPU time taken by the host ${runs.map(({ stolen }) => `${(stolen * 100).toFixed(1)} %`).join(' | ')}`,
      )
      const last = reports.at(-1)!
      for (const name of CATEGORIES) {
        const failedAudits = last.categories[name]!.auditRefs.filter(
          ({ id, weight }) => weight > 0 && (last.audits[id]?.score ?? 1) < 0.9,
        )
        for (const { id } of failedAudits) console.log(`  ${name}: ${last.audits[id]!.title}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await product.dispose()
  }
}

await measure()

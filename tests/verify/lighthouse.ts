import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { root } from '../../scripts/root.ts'
import { startProduct } from '../support/product.ts'

const PAGES = ['/', '/park/1', '/state/nsw', '/favorites']
const RUNS = Number(process.argv[2] ?? 5)
/** Lighthouse now and then loses the beginning of its own trace (NO_NAVSTART), and asks to be run again. */
const TRIES = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) })),
  audits: z.record(z.string(), z.object({ score: z.nullable(z.number()), displayValue: z.optional(z.string()), title: z.string() })),
})
type Report = z.infer<typeof Report>

/** What is looked at of a trace: times in microseconds, `tdur` those of the processor's that a task took of its duration. */
const Trace = z.object({
  traceEvents: z.array(z.object({
    name: z.string(), pid: z.number(), tid: z.number(), ts: z.number(), tdur: z.optional(z.number()), args: z.optional(z.object({ name: z.optional(z.unknown()) })),
  })),
})
type Trace = z.infer<typeof Trace>

/** How many times slower than here a phone is taken to be, and the milliseconds of a task that hold nobody up: Lighthouse's own. */
const [SLOWER, FREE] = [4, 50]

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/**
 * The total blocking time if each task had only taken the time the processor spent on it: what a busy machine, or one whose host takes memory back,
 * adds is left out. Milliseconds, of all tasks after the first contentful paint.
 */
function blockingByProcessor({ traceEvents }: Trace): number {
  const threads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`))
  const paints = traceEvents.filter(({ name, pid, tid }) => name === 'firstContentfulPaint' && threads.has(`${pid} ${tid}`))
  const paint = paints.at(-1)
  if (paint === undefined) throw new Error('the trace has no first contentful paint')
  return traceEvents
    .filter(({ name, pid, tid, ts }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWER - FREE), 0)
}

/** One run of Lighthouse with its mobile settings, in a process of its own. */
async function run(url: string, folder: string, tries = TRIES): Promise<{ report: Report; blocking: number }> {
  const output = path.join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'), url, '--quiet', '--output=json', `--output-path=${output}`, '--save-assets',
      `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && tries > 1) return run(url, folder, tries - 1)
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`)
  const trace = Trace.parse(JSON.parse(await readFile(path.join(folder, 'report-0.trace.json'), 'utf8')))
  return { report: Report.parse(JSON.parse(await readFile(output, 'utf8'))), blocking: blockingByProcessor(trace) }
}

/** Reported, never failed on: performance is a matter of the machine as well. The processor's load is printed beside it. */
async function measure(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-lighthouse-'))
  try {
    for (const page of PAGES) {
      const runs: Awaited<ReturnType<typeof run>>[] = []
      for (let times = 0; times < RUNS; times++) runs.push(await run(`${product.url}${page}`, folder))
      const reports = runs.map(({ report }) => report)
      const scores = CATEGORIES.map((name) => `${name} ${Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100)}`)
      const figures = ['first-contentful-paint', 'speed-index', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map((id) => `${id} ${reports.map(({ audits }) => audits[id]?.displayValue).join(' | ')}`)
      console.log(`${page}: ${scores.join(', ')} (median of ${RUNS}, load ${loadavg()[0]!.toFixed(1)})\n  ${figures.join('\n  ')}`)
      console.log(`  total-blocking-time by the processor's time ${runs.map(({ blocking }) => `${blocking.toFixed(0)} ms`).join(' | ')}`)
      const last = reports.at(-1)!
      for (const name of CATEGORIES) {
        const lacking = last.categories[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (last.audits[id]?.score ?? 1) < 0.9)
        for (const { id } of lacking) console.log(`  ${name}: ${last.audits[id]!.title}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await product.dispose()
  }
}

await measure()

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

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** One run of Lighthouse with its mobile settings, in a process of its own. */
async function run(url: string, folder: string, tries = TRIES): Promise<Report> {
  const output = path.join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules', 'lighthouse', 'cli', 'index.js'), url, '--quiet', '--output=json', `--output-path=${output}`,
      `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && tries > 1) return run(url, folder, tries - 1)
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`)
  return Report.parse(JSON.parse(await readFile(output, 'utf8')))
}

/** Reported, never failed on: performance is a matter of the machine as well. The processor's load is printed beside it. */
async function measure(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-lighthouse-'))
  try {
    for (const page of PAGES) {
      const reports: Report[] = []
      for (let times = 0; times < RUNS; times++) reports.push(await run(`${product.url}${page}`, folder))
      const scores = CATEGORIES.map((name) => `${name} ${Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100)}`)
      const figures = ['first-contentful-paint', 'speed-index', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map((id) => `${id} ${reports.map(({ audits }) => audits[id]?.displayValue).join(' | ')}`)
      console.log(`${page}: ${scores.join(', ')} (median of ${RUNS}, load ${loadavg()[0]!.toFixed(1)})\n  ${figures.join('\n  ')}`)
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

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { buildClient } from '../../scripts/build.ts'
import { root } from '../../scripts/root.ts'
import { type Product, startProduct } from '../../tests/support/product.ts'
import { startDisplay } from '../browsers/display.ts'
import type { DrivenBrowser, Engine } from '../browsers/driven-browser.ts'
import { findPrograms, versionOf } from '../browsers/installed.ts'
import { takePictures } from '../browsers/pictures.ts'
import { chromiumEngine, firefoxEngine } from '../browsers/puppeteer.ts'
import { PHONE, type StoryContext, STORIES, type Story } from '../browsers/stories.ts'
import { within } from '../browsers/time-limit.ts'
import { webKitEngine } from '../browsers/webkit.ts'
import { type EngineResults, type Outcome, writeTable } from '../browsers/table.ts'

/** The whole run; what has not begun by then is not run. */
const RUN_MS = 14 * 60_000
const STORY_MS = 240_000
/** WebKit's driver hangs now and then; then the browser is started again. */
const ATTEMPTS = 2
const PICTURES = path.join(root, 'var', 'engines')
/** The last results of each engine. A run of one engine leaves the other columns of the table as they are. */
const RESULTS = path.join(PICTURES, 'results.json')
/**
 * Firefox reports a request that fails in the service worker as an error of the page: pictures while the server is
 * gone, and code whose loading a navigation cuts off. The page handles both.
 */
const FAILED_REQUEST = /^Failed to load .*A ServiceWorker (intercepted|passed)/s

const HELP = `npm run verify:engines [-- [--engine=NAME]… [--story=TEXT] [--no-pictures]]

Runs the main stories in Chromium, Firefox and WebKit, takes pictures of four screens into var/engines, and
writes the table in docs/browsers.md. With --story, only runs the stories with this text in their name and writes no
table. Ends within 15 minutes.`

const args = process.argv.slice(2)
const valuesOf = (name: string) =>
  args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3))

/** Runs one story, a second time if it fails the first. */
async function tell(
  story: Story,
  context: StoryContext,
  forget: () => Promise<void>,
  deadline: number,
): Promise<Outcome> {
  const began = Date.now()
  let reason = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const left = deadline - Date.now()
    if (left < 10_000) return { result: 'not run', seconds: 0, reason: 'the time was over' }
    const opened: DrivenBrowser[] = []
    try {
      await untilServed(context.product)
      await within(
        Math.min(STORY_MS, left),
        'the story',
        story.run({
          ...context,
          async launch(engine, options = {}) {
            const browser = await engine.launch({ viewport: PHONE, ...options })
            opened.push(browser)
            return browser
          },
        }),
      )
      return {
        result: attempt === 1 ? 'works' : 'second attempt',
        seconds: (Date.now() - began) / 1_000,
        reason,
      }
    } catch (error) {
      reason =
        error instanceof Error
          ? `${error.message || error.name} ${error.cause ? `(${String(error.cause)})` : ''}`
          : String(error)
      console.log(`    attempt ${attempt}: ${reason}`)
      await forget()
    } finally {
      await Promise.all(opened.map((browser) => browser.close().catch(() => undefined)))
    }
  }
  return { result: 'fails', seconds: (Date.now() - began) / 1_000, reason }
}

/** Starts the server again if a story that did not end has left it stopped. */
async function untilServed(product: Product): Promise<void> {
  const replies = await fetch(`${product.url}/api/health`).then(
    () => true,
    () => false,
  )
  if (replies) return
  await product.stop()
  await product.start()
}

/** Runs the stories in one engine, and takes its pictures. */
async function runEngine(
  engine: Engine,
  other: Engine,
  { product, stories, deadline }: { product: Product; stories: readonly Story[]; deadline: number },
): Promise<EngineResults> {
  console.log(`${engine.name}: ${engine.version}`)
  let shared: DrivenBrowser | undefined
  const errors = new Set<string>()
  const forget = async () => {
    const browser = shared
    shared = undefined
    await browser?.close().catch(() => undefined)
  }
  const context: StoryContext = {
    engine,
    other,
    product,
    device: async () => (shared ??= await engine.launch({ viewport: PHONE })),
    launch: () => Promise.reject(new Error('only within a story')),
  }
  const outcomes: Record<string, Outcome> = {}
  for (const story of stories) {
    const outcome = await tell(story, context, forget, deadline)
    outcomes[story.name] = outcome
    for (const error of shared?.errors ?? []) {
      if (FAILED_REQUEST.test(error) || errors.has(error)) continue
      errors.add(error)
      console.log(`    error in a page: ${error}`)
    }
    console.log(`  ${outcome.result}: ${story.name} (${outcome.seconds.toFixed(1)} s)`)
  }
  await forget()
  if (!args.includes('--no-pictures')) await takePictures(engine, product.url, PICTURES, deadline)
  return { engine: engine.name, version: engine.version, outcomes, errors: [...errors] }
}

const storedResults = async (): Promise<EngineResults[]> =>
  JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '[]')) as EngineResults[]

/** Says which columns are of this run, and how long it took and how busy the machine was. */
function noteOf(engines: readonly Engine[], results: readonly EngineResults[], milliseconds: number): string {
  const names =
    results.length === engines.length ? 'All columns' : results.map(({ engine }) => engine).join(' and ')
  const date = new Date().toLocaleDateString('en-AU', { dateStyle: 'long' })
  const load = loadavg().map(Math.round).join(', ')
  return `${names}: one run of ${(milliseconds / 60_000).toFixed(1)} minutes with the build and the pictures, ${date}, on ${availableParallelism()} cores with a load average of ${load} (1, 5 and 15 minutes).`
}

async function verify(): Promise<void> {
  if (args.includes('--help')) {
    console.log(HELP)
    return
  }
  const began = Date.now()
  const programs = findPrograms()
  const deadline = began + RUN_MS
  // The last resort, if a program holds up even its own end.
  setTimeout(() => process.exit(1), RUN_MS + 60_000).unref()
  await buildClient({ quiet: true })
  await mkdir(PICTURES, { recursive: true })
  const display = await startDisplay(programs.xvfb)
  const engines: Engine[] = [
    chromiumEngine(programs.chromium, versionOf(programs.chromium)),
    firefoxEngine(programs.firefox, versionOf(programs.firefox)),
    webKitEngine(programs, display),
  ]
  const chosen = valuesOf('engine').map((name) => name.toLowerCase())
  const [wanted = ''] = valuesOf('story')
  const stories = STORIES.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  const product = await startProduct()
  // Its process would outlive this one.
  process.on('exit', () => void product.stop())
  const results: EngineResults[] = []
  try {
    for (const [at, engine] of engines.entries())
      if (chosen.length === 0 || chosen.includes(engine.name.toLowerCase()))
        results.push(
          await runEngine(engine, engines[(at + 1) % engines.length]!, { product, stories, deadline }),
        )
  } finally {
    await product.dispose()
    await display.end()
  }
  if (wanted === '') {
    const others = (await storedResults()).filter(
      (stored) => !results.some(({ engine }) => engine === stored.engine),
    )
    const all = engines.flatMap(({ name }) => [...results, ...others].filter(({ engine }) => engine === name))
    await writeFile(RESULTS, JSON.stringify(all, null, 2))
    await writeTable(
      STORIES.map(({ name }) => name),
      all,
      noteOf(engines, results, Date.now() - began),
    )
  }
  const failed = results.flatMap(({ outcomes, errors }) => [
    ...Object.values(outcomes).filter(({ result }) => result === 'fails' || result === 'not run'),
    ...errors,
  ]).length
  console.log(failed === 0 ? 'all stories work' : `${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

// Browsers, drivers and the server are ended when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
await verify()

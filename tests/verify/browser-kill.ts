import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { FAVOURITE_TEXTS } from '../../client/favourites/texts.ts'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { startProduct } from '../support/product.ts'
import { startProxy } from '../support/proxy.ts'

/**
 * `npm run verify:browser-kill [-- COUNT]`: a heart is given, and the moment the page shows it as saved, the whole browser is killed (SIGKILL,
 * every process of it) and started again on the same profile, COUNT times (200 unless told). Half of it without an account, half of it
 * signed in while the server takes nothing in, so that what was saved is in the outbox alone. After each kill the page of the next park is
 * opened, and all that was saved until then must be in the device's database; in the end all of it must be shown, and on the server.
 */
const KILLS = Number(process.argv[2] ?? 200)
if (!Number.isInteger(KILLS) || KILLS < 2)
  throw new RangeError(`cannot kill a browser ${process.argv[2]} times`)
const PASSWORD = 'kelpie at the creek'

interface RunningBrowser {
  page: Page
  /** Ends as a person ends it. */
  close(): Promise<void>
  /** Kills every process of the browser at once; nothing of it gets to tidy up. */
  kill(): Promise<void>
}

/** Starts a browser as a process group of its own, which Playwright's own launch is not. */
async function startBrowser(profile: string): Promise<RunningBrowser> {
  const portFile = path.join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child: ChildProcess = spawn(
    findBrowser(),
    [
      ...BROWSER_FLAGS,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--hide-crash-restore-bubble',
      'about:blank',
    ],
    {
      detached: true,
      stdio: 'ignore',
    },
  )
  let port = ''
  for (let tries = 0; port === ''; tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error('the browser does not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
    port = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0]!
  }
  const browser: Browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]!
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async close() {
      await (await browser.newBrowserCDPSession()).send('Browser.close')
      if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
      await browser.close().catch(() => undefined)
    },
    async kill() {
      if (child.signalCode !== null || child.exitCode !== null) return
      process.kill(-child.pid!, 'SIGKILL')
      if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
      await browser.close().catch(() => undefined)
    },
  }
}

/** Parks with a heart by the device's own database: the rows, and the changes that are to be sent. */
const kept = (page: Page, userId: number) =>
  page.evaluate(async (userId) => {
    const open = indexedDB.open('offlead')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.addEventListener('success', () => resolve(open.result))
      open.addEventListener('error', () => reject(open.error))
    })
    const all = (name: string) =>
      new Promise<{ userId: number; parkId: number; saved?: boolean; state?: string }[]>(
        (resolve, reject) => {
          const rows = database.transaction(name).objectStore(name).getAll()
          rows.addEventListener('success', () => resolve(rows.result))
          rows.addEventListener('error', () => reject(rows.error))
        },
      )
    const [favourites, outbox] = await Promise.all([all('favourites'), all('outbox')])
    database.close()
    return {
      rows: favourites.filter((row) => row.userId === userId && row.saved).map(({ parkId }) => parkId),
      waiting: outbox
        .filter((row) => row.userId === userId && row.state === 'pending')
        .map(({ parkId }) => parkId),
    }
  }, userId)

const heart = (page: Page, what: 'Add' | 'Remove') =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${what} .* favourites$`) })
    .first()

async function run(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  const proxy = await startProxy(product.url)
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-kill-'))
  const parks = (
    (await (await fetch(`${product.url}/api/parks?limit=${KILLS}`)).json()) as { id: number }[]
  ).map(({ id }) => id)
  if (parks.length < KILLS) throw new Error(`there are only ${parks.length} parks to save`)
  const started = performance.now()
  let browser = await startBrowser(profile)
  let [userId, lost, torn] = [0, 0, 0]
  const saved: number[] = []

  /** What was shown as saved and is not there any more. */
  async function look(): Promise<void> {
    const { rows, waiting } = await kept(browser.page, userId)
    const gone = saved.filter((id) => !rows.includes(id))
    const half =
      userId === 0
        ? []
        : rows
            .filter((id) => !waiting.includes(id))
            .concat(waiting.flatMap((id) => (id !== undefined && !rows.includes(id) ? [id] : [])))
    lost += gone.length
    torn += half.length
    if (gone.length > 0) console.log(`after ${saved.length} kills park ${gone.join(', ')} is gone`)
    if (half.length > 0)
      console.log(
        `after ${saved.length} kills the row or the change of park ${half.join(', ')} is there alone`,
      )
  }

  /** The favourites page counts what a person has: all of it. */
  async function showsAll(): Promise<void> {
    await browser.page.goto(`${proxy.url}/favorites`)
    await browser.page.getByText(FAVOURITE_TEXTS.saved(saved.length), { exact: true }).first().waitFor()
  }

  try {
    await browser.page.goto(proxy.url)
    await browser.page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
    for (const [kill, park] of parks.entries()) {
      if (kill === KILLS >> 1) {
        // From here on with an account: the list without one is left behind, whole.
        await showsAll()
        await look()
        saved.length = 0
        userId = await browser.page.evaluate(
          async (password) =>
            (
              (await (
                await fetch('/api/register', {
                  method: 'POST',
                  headers: { 'content-type': 'application/json' },
                  body: JSON.stringify({ username: 'Bingo', email: 'bingo@example.org', password }),
                })
              ).json()) as { id: number }
            ).id,
          PASSWORD,
        )
        // Browsers write cookies down now and then only; a person who loses theirs in a crash logs in again, which is not what is looked at here.
        await browser.close()
        browser = await startBrowser(profile)
        proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
        await browser.page.goto(`${proxy.url}/favorites`)
        await browser.page
          .getByText(/not in your account yet/)
          .first()
          .waitFor()
      }
      await browser.page.goto(`${proxy.url}/park/${park}`, { waitUntil: 'commit' })
      await heart(browser.page, 'Add').waitFor()
      await look()
      await heart(browser.page, 'Add').click()
      await heart(browser.page, 'Remove').waitFor()
      await browser.kill()
      saved.push(park)
      browser = await startBrowser(profile)
      if ((kill + 1) % 25 === 0)
        console.log(
          `${kill + 1} kills, ${lost} lost, ${torn} torn, ${((performance.now() - started) / 1000).toFixed(0)} s`,
        )
    }
    await showsAll()
    await look()
    // The server takes everything in now: what waited must arrive, once.
    proxy.decide(() => 'pass')
    await browser.page.reload()
    let arrived: number[] = []
    for (let tries = 0; arrived.length < saved.length && tries < 100; tries++) {
      await browser.page.waitForTimeout(300)
      arrived = await browser.page.evaluate(async () =>
        ((await (await fetch('/api/favorites')).json()) as { id: number }[]).map(({ id }) => id),
      )
    }
    const missing =
      saved.filter((id) => !arrived.includes(id)).length + (arrived.length - new Set(arrived).size)
    console.log(
      `${KILLS} kills of the browser right after "saved", ${lost} lost, ${torn} with a row or its change alone; ${arrived.length} of ${saved.length} changes that waited arrived, ` +
        `${missing} missing or doubled; ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
    process.exitCode = lost + torn + missing === 0 ? 0 : 1
  } finally {
    await browser.kill()
    await proxy.close()
    await product.dispose()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

await run()

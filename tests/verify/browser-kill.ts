import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { FAVOURITE_TEXTS } from '../../client/features/favourites/texts.ts'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { startProduct } from '../support/product.ts'
import { startProxy } from '../support/proxy.ts'

/**
 * `npm run verify:browser-kill [-- COUNT]`: saves a favourite, kills every process of the browser with
 * SIGKILL as soon as the page shows it as saved, and starts the browser again on the same profile, COUNT
 * times (default 200). The first half runs without an account. The second half runs signed in while the
 * server refuses to sync, so that changes are only in the outbox. After each kill everything saved so far
 * must be in the device's database; at the end all of it must be shown and on the server.
 */
const KILLS = Number(process.argv[2] ?? 200)
if (!Number.isInteger(KILLS) || KILLS < 2)
  throw new RangeError(`cannot kill a browser ${process.argv[2]} times`)
const PASSWORD = 'kelpie at the creek'

// A browser in a process group of its own does not end with this, unless this ends normally.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

interface RunningBrowser {
  page: Page
  /** Closes the browser normally. */
  close(): Promise<void>
  /** Kills every process of the browser at once, without any clean-up. */
  kill(): Promise<void>
}

/**
 * Starts a browser in its own process group, so that all its processes can be killed; Playwright's launch
 * does not.
 */
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
  const endWithUs = () => process.kill(-child.pid!, 'SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let port = ''
  for (let attempt = 0; port === ''; attempt++) {
    if (child.exitCode !== null || attempt > 600) throw new Error('the browser does not start')
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

/** Saved parks in the device's database: the favourite rows, and the changes waiting in the outbox. */
const readDatabase = (page: Page, userId: number) =>
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

const heart = (page: Page, action: 'Add' | 'Remove') =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${action} .* favourites$`) })
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
  let [userId, lost, inconsistent] = [0, 0, 0]
  const saved: number[] = []
  /** The number of parks saved without an account, which the favourites page also shows to an account. */
  let withoutAccount = 0

  /** Counts the parks that were shown as saved and are lost or stored only in part. */
  async function checkDatabase(): Promise<void> {
    const { rows, waiting } = await readDatabase(browser.page, userId)
    const missing = saved.filter((id) => !rows.includes(id))
    const partial =
      userId === 0
        ? []
        : rows
            .filter((id) => !waiting.includes(id))
            .concat(waiting.flatMap((id) => (id !== undefined && !rows.includes(id) ? [id] : [])))
    lost += missing.length
    inconsistent += partial.length
    if (missing.length > 0) console.log(`after ${saved.length} kills park ${missing.join(', ')} is lost`)
    if (partial.length > 0)
      console.log(
        `after ${saved.length} kills only the row or only the change of park ${partial.join(', ')} is stored`,
      )
  }

  /** Waits until the favourites page counts every saved park. */
  async function expectAllShown(): Promise<void> {
    await browser.page.goto(`${proxy.url}/favorites`)
    const shown = FAVOURITE_TEXTS.saved(withoutAccount + saved.length)
    await browser.page.getByText(shown, { exact: true }).first().waitFor()
  }

  try {
    await browser.page.goto(proxy.url)
    await browser.page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
    for (const [kill, park] of parks.entries()) {
      if (kill === KILLS >> 1) {
        // Continue with an account; the list without one must be complete.
        await expectAllShown()
        await checkDatabase()
        withoutAccount = saved.length
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
        // Browsers write cookies to disk with a delay. Losing the session in a crash is not what is measured
        // here, so close the browser normally once.
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
      await checkDatabase()
      await heart(browser.page, 'Add').click()
      await heart(browser.page, 'Remove').waitFor()
      await browser.kill()
      saved.push(park)
      browser = await startBrowser(profile)
      if ((kill + 1) % 25 === 0)
        console.log(
          `${kill + 1} kills, ${lost} lost, ${inconsistent} inconsistent, ${((performance.now() - started) / 1000).toFixed(0)} s`,
        )
    }
    await expectAllShown()
    await checkDatabase()
    // Once the server accepts changes, every waiting change must arrive exactly once.
    proxy.decide(() => 'pass')
    await browser.page.reload()
    let arrived: number[] = []
    for (let attempt = 0; arrived.length < saved.length && attempt < 100; attempt++) {
      await browser.page.waitForTimeout(300)
      arrived = await browser.page.evaluate(async () =>
        ((await (await fetch('/api/favorites')).json()) as { id: number }[]).map(({ id }) => id),
      )
    }
    const missing =
      saved.filter((id) => !arrived.includes(id)).length + (arrived.length - new Set(arrived).size)
    console.log(
      `${KILLS} kills of the browser right after "saved", ${lost} lost, ${inconsistent} with only the row or only the change; ${arrived.length} of ${saved.length} waiting changes arrived, ` +
        `${missing} missing or duplicated; ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
    process.exitCode = lost + inconsistent + missing === 0 ? 0 : 1
  } finally {
    await browser.kill()
    await proxy.close()
    await product.dispose()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

await run()

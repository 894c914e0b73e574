import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { localities } from '../../data/sources/localities.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { removeFolder, seededFolder, Server } from '../../tests/verify/server.ts'
import { DESKTOP, openBrowser } from '../../tests/support/browser.ts'
import { startProxy } from '../../tests/support/proxy.ts'
import { scaleSet } from '../../tests/support/scale-set.ts'

const SEED = 2026
const PARKS = 20_000
/** Number of parks that change at once: 1 %. */
const CHANGED_PARKS = PARKS / 100
const RUNS = 5
/** CPU throttling factor of the page. Browsers do not throttle workers. */
const CPU_THROTTLING = 4
/** Id of the park on the screen while the directory changes. */
const WATCHED_PARK_ID = 7

/** Which parks change, besides the one on the screen. */
const CHANGES = {
  // All parts of the directory change.
  'each hundredth park': (id: number) => id % 100 === WATCHED_PARK_ID,
  // As after a council's list, whose parks were added together.
  neighbours: (id: number) => id <= CHANGED_PARKS,
}
type Change = keyof typeof CHANGES

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[values.length >> 1]!
const spread = (values: readonly number[]) =>
  `median ${median(values).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms of ${values.length}`

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING })
}

/** Makes the page record when the directory is ready, and when the park on the screen gets another name. */
const recordMoments = (page: Page) =>
  page.addInitScript(() => {
    const moments: Record<string, number> = {}
    Object.assign(window, { moments })
    const record = () => {
      const name = document.querySelector('main h1')?.textContent
      if (document.documentElement.dataset['directory'] === 'ready') moments['ready'] ??= Date.now()
      if (name) moments[name] ??= Date.now()
    }
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-directory'],
    })
  })

const momentOf = async (page: Page, name: string): Promise<number> => {
  const moment = await page.waitForFunction(
    (name) => (window as unknown as { moments: Record<string, number> }).moments[name],
    name,
    { timeout: 60_000 },
  )
  return (await moment.jsonValue())!
}

/**
 * Measures how long a device takes from requesting the whole directory, or a change of it, until it answers
 * from it. The network takes no time.
 */
async function directoryTimes(server: Server, dataDir: string): Promise<void> {
  const proxy = await startProxy(server.origin)
  const asked = new Map<string, number>()
  proxy.decide((path) => {
    const name = path.split('?')[0]!
    if (!asked.has(name)) asked.set(name, Date.now())
    return 'pass'
  })
  const snapshots: number[] = []
  const deltas = new Map<Change, number[]>()
  try {
    for (let run = 0; run < RUNS; run++) {
      const browser = await openBrowser({ executablePath: findBrowser(), viewport: DESKTOP })
      try {
        const page = await browser.page()
        await recordMoments(page)
        await throttle(page)
        asked.clear()
        await page.goto(`${proxy.url}/park/${WATCHED_PARK_ID}`)
        snapshots.push((await momentOf(page, 'ready')) - asked.get('/api/directory')!)
        await page.evaluate(async () => void (await navigator.serviceWorker.ready))

        for (const which of Object.keys(CHANGES) as Change[]) {
          const name = await change(dataDir, run, which)
          await waitUntilServed(server, name)
          asked.clear()
          await page.reload()
          const duration = (await momentOf(page, name)) - asked.get('/api/directory/changes')!
          deltas.set(which, [...(deltas.get(which) ?? []), duration])
        }
      } finally {
        await browser.dispose()
      }
    }
  } finally {
    await proxy.close()
  }
  console.log(
    `\n${PARKS} parks on the device, the page ${CPU_THROTTLING} times slower, its worker not, no network in between (load ${loadavg()[0]!.toFixed(1)})`,
  )
  console.log(`  snapshot, from the request until the device answers from it: ${spread(snapshots)}`)
  for (const [which, durations] of deltas)
    console.log(
      `  change of ${CHANGED_PARKS} parks, ${which}, from the request until the screen shows it: ${spread(durations)}`,
    )
}

/**
 * Changes 1 % of the parks, including the one on the screen.
 * @returns its new name
 */
async function change(dataDir: string, run: number, which: Change): Promise<string> {
  const name = `Reserve of change ${run + 1}, ${which}`
  const parks = scaleSet(PARKS, SEED, localities())
  const upserts = parks
    .filter(({ id }) => CHANGES[which](id))
    .map((park) => ({ ...park, name: park.id === WATCHED_PARK_ID ? name : `${park.name} ${run + 1}` }))
  if (upserts.length !== CHANGED_PARKS)
    throw new Error(`${upserts.length} parks would change instead of ${CHANGED_PARKS}`)
  const store = openStore(databasePath(dataDir))
  await store.write((db) => publishChange(db, { upserts }, new Date()))
  await store.close()
  return name
}

async function waitUntilServed(server: Server, name: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const { name: now } = (await (await fetch(`${server.origin}/api/parks/${WATCHED_PARK_ID}`)).json()) as {
      name: string
    }
    if (now === name) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server does not serve the changed directory')
}

/** Prints how long a device takes with a directory of 20,000 parks. */
export async function deviceBench(): Promise<void> {
  await buildClient({ quiet: true })
  const dataDir = await seededFolder({
    parks: scaleSet(PARKS, SEED, localities()),
    places: [...localities()],
  })
  const server = await Server.create()
  try {
    await server.start(dataDir)
    await directoryTimes(server, dataDir)
  } finally {
    await server.stop()
    removeFolder(dataDir)
  }
}

import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { localities } from '../../data/sources/localities.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { removeFolder, seededFolder, Server } from '../proof/site.ts'
import { DESKTOP, openBrowser } from '../support/browser.ts'
import { startProxy } from '../support/proxy.ts'
import { scaleSet } from '../support/scale-set.ts'

const SEED = 2026
const PARKS = 20_000
/** Of them, how many change at a time: 1 %. */
const CHANGED = PARKS / 100
const RUNS = 5
/** How many times slower the page’s thread is made. Browsers slow no worker down. */
const SLOW_DOWN = 4
/** The park whose name is on the screen while the directory moves. */
const WATCHED = 7

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const median = (values: readonly number[]) => sorted(values)[values.length >> 1]!
const spread = (values: readonly number[]) =>
  `median ${median(values).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms of ${values.length}`

async function slowed(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
}

/** The page notes when it says that the directory is there, and when the park on the screen has another name. */
const noteMoments = (page: Page) =>
  page.addInitScript(() => {
    const moments: Record<string, number> = {}
    Object.assign(window, { moments })
    const note = () => {
      const name = document.querySelector('main h1')?.textContent
      if (document.documentElement.dataset['directory'] === 'ready') moments['ready'] ??= Date.now()
      if (name) moments[name] ??= Date.now()
    }
    new MutationObserver(note).observe(document, {
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

/** How long a device takes to have a whole directory, and to take a change of one, from asking for it until it answers. The network takes no time. */
async function directoryTimes(server: Server, dataDir: string): Promise<void> {
  const proxy = await startProxy(server.origin)
  const asked = new Map<string, number>()
  proxy.decide((path) => {
    const name = path.split('?')[0]!
    if (!asked.has(name)) asked.set(name, Date.now())
    return 'pass'
  })
  const [snapshots, deltas]: [number[], number[]] = [[], []]
  try {
    for (let run = 0; run < RUNS; run++) {
      const browser = await openBrowser({ executablePath: findBrowser(), viewport: DESKTOP })
      try {
        const page = await browser.page()
        await noteMoments(page)
        await slowed(page)
        asked.clear()
        await page.goto(`${proxy.url}/park/${WATCHED}`)
        snapshots.push((await momentOf(page, 'ready')) - asked.get('/api/directory')!)
        await page.evaluate(async () => void (await navigator.serviceWorker.ready))

        const names = await change(dataDir, run)
        await served(server, names)
        asked.clear()
        await page.reload()
        deltas.push((await momentOf(page, names)) - asked.get('/api/directory/changes')!)
      } finally {
        await browser.dispose()
      }
    }
  } finally {
    await proxy.close()
  }
  console.log(
    `\n${PARKS} parks on the device, the page ${SLOW_DOWN} times slower, its worker not, no network in between (load ${loadavg()[0]!.toFixed(1)})`,
  )
  console.log(`  snapshot, from asking for it until the device answers from it: ${spread(snapshots)}`)
  console.log(`  delta of ${CHANGED} parks, from asking for it until the screen shows it: ${spread(deltas)}`)
}

/** Changes one park in a hundred, the one on the screen among them. @returns its new name */
async function change(dataDir: string, run: number): Promise<string> {
  const name = `Reserve of change ${run + 1}`
  const parks = scaleSet(PARKS, SEED, localities())
  const upserts = parks
    .filter(({ id }) => id % 100 === WATCHED)
    .map((park) => ({ ...park, name: park.id === WATCHED ? name : `${park.name} ${run + 1}` }))
  if (upserts.length !== CHANGED)
    throw new Error(`${upserts.length} parks would change instead of ${CHANGED}`)
  const store = openStore(databasePath(dataDir))
  await store.write((db) => publishChange(db, { upserts }, new Date()))
  await store.close()
  return name
}

async function served(server: Server, name: string): Promise<void> {
  for (const givenUp = Date.now() + 30_000; Date.now() < givenUp;) {
    const { name: now } = (await (await fetch(`${server.origin}/api/parks/${WATCHED}`)).json()) as {
      name: string
    }
    if (now === name) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server does not take its own directory up')
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

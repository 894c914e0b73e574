import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { submissions } from '../../server/repositories/inbox.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { type Deployments, startDeployments } from '../../tests/support/deployments.ts'
import type { Product } from '../../tests/support/product.ts'
import type { DrivenBrowser, Engine, Size } from './driven-browser.ts'
import { type Screen, screenOf, untilOnDevice, untilResults } from './screen.ts'

export const PHONE: Size = { width: 390, height: 844 }

/** The product and the browsers that a story uses. */
export interface StoryContext {
  readonly engine: Engine
  /** The engine of the second device of stories with two. */
  readonly other: Engine
  readonly product: Product
  /** The device that most stories share, started if there is none. */
  device(): Promise<DrivenBrowser>
  /** Starts another device, which is ended with the story. */
  launch(engine: Engine, options?: { keepsProfile?: boolean }): Promise<DrivenBrowser>
}

export interface Story {
  readonly name: string
  run(context: StoryContext): Promise<void>
}

const PASSWORD = 'kelpie at the creek'
/** Burnie Brae Park in Chermside, a park of the seed with an exact position. */
const PARK = 7
/** While the app starts, reads the directory, and opens the store of what the user saves. */
const LEFT_AFTER_MS = [300, 1_000, 1_700]
const ADD = /^Add .* to favourites$/
const REMOVE = /^Remove .* from favourites$/

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** The shared device with everything on it, on the home page. */
async function ready({ device, product }: StoryContext): Promise<Screen> {
  const screen = screenOf(await device(), product.url)
  await screen.go('/')
  await untilOnDevice(screen)
  return screen
}

const listedParks = async (screen: Screen) => {
  await untilResults(screen)
  return screen.texts('[data-results] article h3')
}

/** Replaces the results by those of a text typed into the page's search box. */
async function searchFor(screen: Screen, text: string): Promise<string[]> {
  await screen.click('main input[type=search]')
  await screen.browser.type('main input[type=search]', text)
  await screen.browser.enter('main input[type=search]')
  await screen.until(
    `the search for ${text}`,
    (text) => new URLSearchParams(location.search).get('q') === text,
    text,
  )
  return listedParks(screen)
}

/** Registers an account, with which the browser is then logged in. */
async function register(screen: Screen, username: string): Promise<void> {
  const status = await screen.browser.evaluate(callServer, '/api/register', {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  })
  check(status === 201, `registering replied ${status}`)
}

/** Runs in the page. */
async function callServer(path: string, body: object): Promise<number> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

async function logOut(screen: Screen): Promise<void> {
  await screen.browser.evaluate(callServer, '/api/logout', {})
}

const newName = () => `Bluey${randomBytes(4).toString('hex')}`

/** Saves or removes a park on its page. */
async function press(screen: Screen, park: number, action: RegExp): Promise<void> {
  await screen.go(`/park/${park}`)
  await screen.click('main button', action)
  await screen.see('main button', action === ADD ? REMOVE : ADD)
}

/** Waits until the page of favourites lists this number of parks. */
async function seeFavourites(screen: Screen, count: number): Promise<void> {
  await screen.go('/favorites')
  await screen.until(
    `${count} favourites`,
    (count) => document.querySelectorAll('main article h3').length === count,
    count,
  )
}

const storedSubmissions = async ({ dataDir }: Product) => {
  const store = openStore(databasePath(dataDir))
  try {
    return await store.read((db) => submissions(db, { status: undefined, offset: 0, limit: 500 }))
  } finally {
    await store.close()
  }
}

/** The stories, in the order in which a device goes through them. */
export const STORIES: readonly Story[] = [
  {
    name: 'First visit: parks from the server, then the directory and the service worker',
    async run(context) {
      const screen = await ready(context)
      check((await listedParks(screen)).length > 0, 'no parks are listed')
    },
  },
  {
    name: 'Search by suburb, by postcode and by name, with suggestions',
    async run(context) {
      const screen = await ready(context)
      await screen.click('main input[type=search]')
      await screen.browser.type('main input[type=search]', 'Chermsi')
      await screen.see('[role=option]', /Chermside/)
      check((await searchFor(screen, 'Chermside')).length === 5, 'Chermside has five parks in the seed')
      check((await searchFor(screen, '4032')).length > 0, 'no park for the postcode')
      check(/Burnie Brae/.test((await searchFor(screen, 'burnie brae'))[0] ?? ''), 'not found by its name')
    },
  },
  {
    name: 'Filters in their dialog',
    async run(context) {
      const screen = await ready(context)
      await screen.go('/?q=Chermside')
      await listedParks(screen)
      await screen.click('[data-bottom-bar] button', /^Filter Parks/)
      await screen.click('[role=dialog] label', /^Fenced Area/)
      await screen.click('[role=dialog] button', /^Apply Filters|^Show \d+ parks?/)
      await screen.until(
        'the filter in the address',
        () => new URLSearchParams(location.search).get('features') === 'fenced',
      )
      await untilResults(screen)
    },
  },
  {
    name: 'Park with its rules, hours and map',
    async run(context) {
      const screen = await ready(context)
      await screen.go('/?q=Chermside')
      await listedParks(screen)
      await screen.click('[data-results] article a', /^View Details/)
      await screen.until('the page of a park', () => /^\/park\/\d+$/.test(location.pathname))
      await screen.go(`/park/${PARK}`)
      await screen.see('main h1', /Burnie Brae Park/)
      await screen.browser.evaluate(() =>
        document.querySelector('[data-map]')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
      )
      await screen.see('[data-map=ready]')
    },
  },
  {
    name: 'Map with clusters, and back to the list',
    async run(context) {
      const screen = await ready(context)
      await screen.go('/?q=Chermside')
      await listedParks(screen)
      await screen.click('button', /^Map$/)
      await screen.see('[data-map=ready]')
      await screen.until('the map is painted', mapIsPainted)
      await screen.browser.evaluate(() => history.back())
      await screen.until('the list', () => document.querySelectorAll('[data-results] article').length === 5)
    },
  },
  {
    name: 'Pages left while they load, the page after each, and the way back',
    async run(context) {
      const screen = await ready(context)
      for (const milliseconds of LEFT_AFTER_MS) {
        await screen.browser.open(`${context.product.url}/?q=Chermside`)
        await screen.until('the next page', () => location.search === '?q=Chermside')
        await sleep(milliseconds)
        await screen.go(`/park/${PARK}`)
        await screen.see('main h1', /Burnie Brae Park/)
        await screen.browser.evaluate(() => history.back())
        await screen.until('the page before', () => location.search === '?q=Chermside')
        check((await listedParks(screen)).length === 5, 'the page before is not back')
        for (const [from, to] of [
          [ADD, REMOVE],
          [REMOVE, ADD],
        ] as const) {
          await screen.click('[data-results] article button', from)
          await screen.see('[data-results] article button', to)
        }
      }
    },
  },
  {
    name: 'Directions',
    async run(context) {
      const screen = await ready(context)
      await screen.go(`/directions/${PARK}`)
      await screen.fill(/^Starting address/, 'Aspley')
      await screen.click('main button', /^Get Directions$/)
      await screen.see('main *', /about [\d.]+ mi/)
    },
  },
  {
    name: 'Favourites without an account',
    async run(context) {
      const screen = await ready(context)
      await press(screen, PARK, ADD)
      await seeFavourites(screen, 1)
      await press(screen, PARK, REMOVE)
      await seeFavourites(screen, 0)
    },
  },
  {
    name: 'Favourites of one account on two devices of two engines',
    async run(context) {
      const { engine, other, product, launch } = context
      const phone = screenOf(await launch(engine), product.url)
      const laptop = screenOf(await launch(other), product.url)
      const name = newName()
      await phone.go('/')
      await untilOnDevice(phone)
      await register(phone, name)
      await press(phone, PARK, ADD)
      await laptop.go('/')
      await untilOnDevice(laptop)
      check(
        (await laptop.browser.evaluate(callServer, '/api/login', { username: name, password: PASSWORD })) ===
          200,
        'cannot log in',
      )
      await seeFavourites(laptop, 1)
      await press(laptop, 1, ADD)
      await seeFavourites(phone, 2)
      await press(phone, PARK, REMOVE)
      await seeFavourites(laptop, 1)
    },
  },
  {
    name: 'Park submitted while the server is gone, sent when it is back',
    async run(context) {
      const { product, engine } = context
      const screen = await ready(context)
      const parkName = `${engine.name} Oval`
      await screen.go('/submit-park')
      await product.stop()
      try {
        await screen.fill(/^Park Name/, parkName)
        await screen.fill(/^Address/, '12 Kelpie Street')
        await screen.fill(/^Suburb/, 'Fitzroy Nor')
        await screen.click('[role=option]', /Fitzroy North/)
        await screen.click('main button', /^Submit Park$/)
        // The title depends on whether the device has noticed yet that the server is gone.
        await screen.see('[aria-label^=Notifications] *', /^Park submitted$|^Submission saved$/)
        await screen.go('/outbox')
        await screen.see('main li', new RegExp(parkName))
      } finally {
        await product.start()
      }
      await screen.go('/outbox')
      // What is not sent by itself soon is sent at once when the user asks for it.
      await screen.see('main :is(h1, h2, p, button)', /^Send now$|Everything has been sent\./)
      await screen.browser.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main button')]
          .find(({ textContent }) => textContent === 'Send now')
          ?.click(),
      )
      await screen.see('main *', /Everything has been sent\./)
      const stored = (await storedSubmissions(product)).filter((park) => park.parkName === parkName)
      check(stored.length === 1, `the server has ${stored.length} submissions`)
    },
  },
  {
    name: 'Server gone and browser restarted: home, search, park, favourites',
    async run({ engine, product, launch }) {
      const browser = await launch(engine, { keepsProfile: true })
      const screen = screenOf(browser, product.url)
      await screen.go('/')
      await untilOnDevice(screen)
      await press(screen, PARK, ADD)
      await product.stop()
      try {
        await browser.restart()
        await screen.go('/')
        check((await listedParks(screen)).length > 0, 'no parks are listed')
        await screen.go('/?q=Chermside')
        check((await listedParks(screen)).length === 5, 'the search does not find the five parks')
        await screen.go(`/park/${PARK}`)
        await screen.see('main h1', /Burnie Brae Park/)
        await seeFavourites(screen, 1)
      } finally {
        await product.start()
      }
    },
  },
  {
    name: 'Area downloaded and used while the server is gone',
    async run(context) {
      const { product } = context
      const screen = await ready(context)
      await screen.go('/offline')
      await screen.choose(/^Which area/, 'suburb')
      await screen.choose(/^Distance around it/, '2')
      await screen.click('main input[type=search]')
      await screen.browser.type('main input[type=search]', 'Chermside')
      await screen.click('main button', /^Find it$/)
      await screen.see('#area-size', /^About [\d.]+ (kB|MB)/)
      await screen.click('main button', /^Download$/)
      await screen.see('[data-area=ready]')
      await product.stop()
      try {
        await screen.go('/?q=Chermside')
        await screen.see('img[data-static-map=shown]')
      } finally {
        await product.start()
      }
    },
  },
  {
    name: 'New version under an open tab, taken when the user accepts it',
    async run({ engine, launch }) {
      const server: Deployments = await startDeployments()
      try {
        const screen = screenOf(await launch(engine), server.url)
        await screen.go('/')
        await untilOnDevice(screen)
        await screen.browser.evaluate(() => void Object.assign(window, { same: true }))
        await server.deploy(2)
        await screen.browser.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
        await screen.see('[data-notices] *', /A new version is ready\./)
        check(await screen.browser.evaluate(() => 'same' in window), 'the tab was reloaded by itself')
        await screen.click('[data-notices] button', /^Reload$/)
        await screen.until('the new version', () => document.documentElement.dataset['build'] === '2')
        await untilResults(screen)
      } finally {
        await server.dispose()
      }
    },
  },
  {
    name: 'Storage cleared by the browser: favourites come back from the cookie and the account',
    async run(context) {
      const screen = await ready(context)
      await press(screen, PARK, ADD)
      await clearStorage(screen, context.product.url)
      await screen.go('/')
      await untilOnDevice(screen)
      await seeFavourites(screen, 1)
      await press(screen, PARK, REMOVE)
      await register(screen, newName())
      await press(screen, 1, ADD)
      await screen.go('/outbox')
      await screen.see('main *', /Everything has been sent\./)
      await clearStorage(screen, context.product.url)
      await seeFavourites(screen, 1)
      await logOut(screen)
    },
  },
]

/** Runs in the page: whether the canvas of the map has more than one colour. */
function mapIsPainted(): boolean {
  return [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-container canvas')].some((canvas) => {
    const context = canvas.getContext('2d')
    if (!context || canvas.width === 0) return false
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const colours = new Set<number>()
    for (let at = 0; at < data.length; at += 397 * 4)
      colours.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
    return colours.size > 1
  })
}

/**
 * Deletes what a browser deletes when it drops the data of an origin: databases, caches, service workers and
 * local storage. Cookies stay.
 */
async function clearStorage(screen: Screen, origin: string): Promise<void> {
  // No code of the app runs on this page.
  await screen.browser.open(`${origin}/robots.txt`)
  await screen.until('a page without the app', () => location.pathname === '/robots.txt')
  await screen.browser.evaluate(async () => {
    localStorage.clear()
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => {
        const deletion = indexedDB.deleteDatabase(name!)
        deletion.addEventListener('success', resolve)
        deletion.addEventListener('error', resolve)
        deletion.addEventListener('blocked', resolve)
      })
  })
}

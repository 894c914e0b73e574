import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP } from '../support/browser.ts'
import { type Product, runScript, startProduct } from '../support/product.ts'
import { startVisit, type Visit } from '../support/visit.ts'

// The texts of section 8 of the specification that no other test file asserts (tests/checklist/texts.ts lists
// all of them).
let product: Product
let visit: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  visit = await startVisit(product, { bare: true, viewport: DESKTOP })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
  await product.dispose()
})
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const seen = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const refuse = (address: string, status: number, body = '') =>
  page.route(address, (route) => route.fulfill({ status, body }))

describe('parks that fail to load', () => {
  test('the list, a park and the states show what failed, with status and text', async () => {
    await refuse('**/api/parks?*', 400, 'no list')
    await visit.go('/?page=2')
    await seen('There was an error loading parks')
    await seen('Failed to fetch parks: 400 no list')
    await refuse('**/api/search?*', 400, 'no search')
    await visit.go('/?q=Chermside')
    await seen('Failed to search parks: 400 no search')
    await refuse('**/api/parks/7', 400, 'no park')
    await visit.go('/park/7')
    await seen('Failed to fetch park details: 400 no park')
    await refuse('**/api/states', 400, 'no states')
    await visit.go('/states')
    await seen('Error loading states: Failed to fetch states')
  })

  test.each([
    'connection refused',
    'database connection lost',
    'Connection terminated',
    'DatabaseConnectionError',
    'could not connect to server',
  ])("'%s' counts as database trouble and gives limited data", async (message) => {
    await refuse('**/api/search?*', 400, message)
    await visit.go('/?q=Chermside')
    await seen('Using Limited Data Mode')
  })
})

describe('a position that cannot be determined', () => {
  test.each([
    [
      1,
      'Location Access Denied',
      'You have denied access to your location. Please enable location access in your browser settings.',
    ],
    [2, 'Location Permission Needed', 'Your location information is unavailable. Please try again.'],
    [3, 'Location Permission Needed', 'The request to get your location timed out. Please try again.'],
    [9, 'Location Permission Needed', 'An unknown error occurred while trying to get your location.'],
  ])('error code %i shows %s', async (code, title, message) => {
    await page.addInitScript(
      (value) =>
        Object.defineProperty(navigator, 'geolocation', {
          configurable: true,
          value: {
            getCurrentPosition: (_found: unknown, failed: (error: { code: number }) => void) =>
              failed({ code: value }),
          },
        }),
      code,
    )
    await visit.go('/')
    await page.evaluate(() => {
      const positions: unknown[] = []
      Object.assign(window, { positions })
      addEventListener('offlead:geolocation-success', (event) =>
        positions.push((event as CustomEvent).detail),
      )
    })
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await seen(title)
    await page.getByText(message).first().waitFor()
    // The page-wide event has Sydney, marked as a fallback.
    expect(await page.evaluate(() => (window as unknown as { positions: unknown[] }).positions)).toEqual([
      expect.objectContaining({ latitude: -33.8688, longitude: 151.2093, fallback: true }),
    ])
  })
})

describe('accounts and favourites that cannot be saved', () => {
  test('an account that cannot be created shows the default message', async () => {
    await page.route('**/api/register', (route) => route.abort())
    await visit.go('/auth?tab=register')
    const form = page.getByRole('main')
    await form.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await form.getByLabel('Password', { exact: true }).fill('kelpie at the creek')
    await form.getByLabel('Confirm Password', { exact: true }).fill('kelpie at the creek')
    await form.getByRole('button', { name: 'Register', exact: true }).click()
    await seen('Registration failed')
    await seen('There was a problem creating your account')
  })

  /** Makes every later database write fail. */
  const fillStorage = () =>
    page.evaluate(() => {
      const full = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.put = full
      IDBObjectStore.prototype.add = full
    })

  test('a favourite on a full device shows an error', async () => {
    await visit.go('/park/7')
    const heart = (offer: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${offer} .* favourites$`) })
        .first()
    await heart('Add').click()
    await seen('Added to favourites')
    await fillStorage()
    await heart('Remove').click()
    await seen('Error removing favorite')
    await visit.go('/park/8')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fillStorage()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add .* favourites$/ })
      .first()
      .click()
    await seen('Error adding favorite')
  })

  test('favourites that cannot be synced show an error', async () => {
    await page.evaluate(async () => {
      const body = JSON.stringify({
        username: 'Texts',
        email: 'texts@example.org',
        password: 'kelpie at the creek',
      })
      await fetch('/api/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    })
    await visit.go('/favorites')
    await page.getByRole('button', { name: 'Sync Now' }).waitFor()
    await fillStorage()
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await seen('Error syncing favorites')
  })
})

describe('the dashboard', () => {
  beforeAll(async () => {
    await runScript('scripts/admin.ts', { DATA_DIR: product.dataDir }, ['promote', 'Texts', '--yes'])
  })
  const TABLES = [
    ['users', 'Failed to load user analytics data', 'No user analytics data available'],
    ['park-visits', 'Failed to load park visits data', 'No park visits data available'],
    ['search/terms', 'Failed to load search terms data', 'No search term data available'],
    ['search/features', 'Failed to load search features data', 'No search feature data available'],
  ] as const

  test('tables that fail to load and empty tables say so', async () => {
    for (const [path] of TABLES) await refuse(`**/api/admin/analytics/${path}*`, 400)
    await visit.go('/admin?tab=analytics')
    for (const [, failed] of TABLES) await page.getByText(failed).first().waitFor()
    await page.unrouteAll()
    for (const [path] of TABLES)
      await page.route(`**/api/admin/analytics/${path}*`, (route) => route.fulfill({ json: [] }))
    await visit.go('/admin?tab=analytics')
    for (const [, , empty] of TABLES) await page.getByText(empty).first().waitFor()
  })

  test('an upload that succeeds, one that is refused without a message and one that is lost say so', async () => {
    await visit.go('/admin')
    const chooseFile = (rows: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'parks.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name,address,city,state,postcode,latitude,longitude\n${rows}`),
      })
    const upload = () => page.getByRole('button', { name: 'Upload', exact: true }).click()
    await chooseFile('Texts Reserve,1 Bone St,Chermside,QLD,4032,-27.3852,153.0310\n,,,,,,\nNowhere,,,,,,\n')
    await refuse('**/api/admin/import-parks', 500)
    await upload()
    await seen('Upload Failed')
    await seen('Failed to upload file')
    await page.unrouteAll()
    await page.route('**/api/admin/import-parks', (route) => route.abort())
    await upload()
    await seen('Something went wrong during upload')
    await page.unrouteAll()
    await upload()
    await seen('Upload Successful')
    await seen('Successfully imported 1 park')
    await page.getByText('Imported 1 park out of 2 entries.').waitFor()
    await page.getByText('1 entry was invalid.').waitFor()
  })
})

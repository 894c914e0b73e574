import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from '../support/accessibility.ts'
import { runningProduct } from '../support/running-product.ts'
import { READY_AREA } from '../support/area-row.ts'
import { neverEndRequests, waitForResults } from '../support/screen.ts'
import { startVisit, untilTestEnds, type Visit } from '../support/visit.ts'

let visit: Visit
let page: Page
/** Uncaught errors of the page. */
const pageErrors: string[] = []

beforeAll(async () => {
  visit = await startVisit(runningProduct(), { bypassCSP: true })
  page = visit.page
  page.on('pageerror', (error) => pageErrors.push(error.message))
  await visit.offline(true)
})
afterAll(() => visit.leave())

const main = () => page.getByRole('main')
const heading = (name: string | RegExp) => main().getByRole('heading', { name }).first().waitFor()
const textShown = (text: string | RegExp) => main().getByText(text).first().waitFor()
const disabled = async (...names: (string | RegExp)[]) => {
  for (const name of names)
    await expect
      .poll(() => main().getByRole('button', { name, exact: true }).first().isDisabled(), {
        message: String(name),
      })
      .toBe(true)
}
const enabled = async (...names: (string | RegExp)[]) => {
  for (const name of names)
    await expect
      .poll(() => main().getByRole('button', { name, exact: true }).first().isEnabled(), {
        message: String(name),
      })
      .toBe(true)
}

/** Every screen, and the check that it works or says what does not. */
const SCREENS: readonly (readonly [path: string, check: () => Promise<unknown>])[] = [
  ['/?q=Chermside', () => waitForResults(page)],
  [
    '/park/7',
    async () => {
      await heading('Burnie Brae Park')
      await enabled('Get Directions', 'Add Burnie Brae Park to favourites', 'Something wrong here?')
    },
  ],
  [
    '/park/999999',
    async () => {
      await textShown("This park isn't saved on this device. Go online to look it up.")
      await disabled('Try again')
    },
  ],
  [
    '/directions/7',
    async () => {
      await main().getByLabel('Starting address').fill('Aspley')
      await disabled('Open in Google Maps (needs reception)')
      await main().getByRole('button', { name: 'Get Directions' }).click()
      await textShown(/You're offline, so we can't get a route\./)
    },
  ],
  ['/state', () => main().getByRole('link').nth(7).waitFor()],
  ['/states', () => main().getByRole('link').nth(7).waitFor()],
  ['/state/tas', () => main().locator('section a').first().waitFor()],
  ['/state/qld/chermside', () => main().getByRole('article').first().waitFor()],
  ['/favorites', () => heading('My Favorites')],
  ['/outbox', () => heading('Everything has been sent.')],
  [
    '/offline',
    async () => {
      await heading('Offline areas')
      await main().getByLabel('Which area').selectOption('suburb')
      await main().getByRole('searchbox').fill('Chermside')
      await main().getByRole('button', { name: 'Find it' }).click()
      await textShown('You need to be online for this.')
      await disabled('Download')
      await expect
        .poll(() =>
          main().getByRole('button', { name: 'Download', exact: true }).getAttribute('aria-describedby'),
        )
        .toBe('area-size')
    },
  ],
  [
    '/submit-park',
    async () => {
      await heading('Submit a Dog Park')
      await enabled('Submit Park')
    },
  ],
  [
    '/contact',
    async () => {
      await heading('Contact Us')
      await enabled('Send Message')
    },
  ],
  ['/privacy', () => heading('Privacy Policy')],
  ['/terms', () => heading('Terms of Service')],
  ['/accessibility', () => heading('Accessibility Tools')],
  ['/icons', () => heading('Paw Icons Demo')],
  ['/nowhere', () => heading('404 Page Not Found')],
  [
    '/auth',
    async () => {
      await textShown(/^You're offline\. You can log in or create an account/)
      await disabled('Login', 'Google', 'Apple', 'Microsoft')
    },
  ],
  [
    '/auth?tab=register',
    async () => {
      await textShown(/^You're offline\. You can log in or create an account/)
      await disabled('Register', 'Google', 'Apple', 'Microsoft')
    },
  ],
]

/** Checks what every screen must satisfy without a network. */
async function expectOfflineRules() {
  await page.getByText(/^No signal\. Showing the parks on this device, updated/).waitFor()
  // A link to the server would lead to the browser's error page.
  expect(
    await main()
      .locator('a[href^="/api/"]')
      .evaluateAll((all) => all.map((link) => link.textContent)),
  ).toEqual([])
  expect(await violations(page)).toEqual([])
  expect(pageErrors.splice(0)).toEqual([])
}

/**
 * Addresses whose screen another one here, or find-a-park.test.ts, opens as a document without a network. They
 * are opened in the app.
 */
const OPENED_ELSEWHERE = new Set([
  '/?q=Chermside',
  '/park/7',
  '/park/999999',
  '/state',
  '/states',
  '/state/tas',
  '/favorites',
  '/nowhere',
  '/auth?tab=register',
])

describe('without a network', () => {
  test.each(SCREENS)('%s says what still works and offers nothing that fails', async (path, check) => {
    await (OPENED_ELSEWHERE.has(path) ? visit.go(path) : visit.load(path))
    await check()
    await expectOfflineRules()
  })
})

test('the place of an offline area is the one near the person, as in a search, and no state', async () => {
  // A document, because the app reads a stored position when it starts.
  await page.evaluate(() => {
    const coordinates = { latitude: -33.6, longitude: 150.75, accuracy: 20 }
    localStorage.setItem('offlead:position', JSON.stringify({ coordinates, timestamp: Date.now() }))
  })
  await visit.load('/offline')
  await page.evaluate(() => localStorage.removeItem('offlead:position'))
  await main().getByLabel('Which area').selectOption('suburb')
  const find = async (text: string) => {
    await main().getByRole('searchbox').fill(text)
    await main().getByRole('button', { name: 'Find it' }).click()
  }
  await find('Richmond')
  await textShown('Around Richmond NSW 2753')
  await find('Richmond VIC')
  await textShown('Around Richmond VIC 3121')
  for (const text of ['nsw', 'New South Wales']) {
    await find(text)
    await textShown('New South Wales is too large to download. Enter a suburb, town or postcode.')
    expect(await main().getByRole('button', { name: 'Download', exact: true }).count()).toBe(0)
    await find('Atlantis on Sea')
    await textShown('No suburb or town has that name.')
  }
})

test('an offline area around the person has the name of the place, because the person will be elsewhere', async () => {
  const own = await untilTestEnds(
    startVisit(runningProduct(), {
      serviceWorkers: 'block',
      permissions: ['geolocation'],
      geolocation: { latitude: -27.3877, longitude: 153.0343, accuracy: 20 },
    }),
  )
  await own.go('/offline')
  await own.page.getByLabel('Distance around it').selectOption('2')
  await own.page.getByRole('button', { name: 'Find my location' }).click()
  await own.page.getByRole('button', { name: 'Download', exact: true }).click()
  await own.page.getByRole('article', { name: 'Around Chermside QLD' }).waitFor()
})

test('an offline area without places is listed, and no map of areas is shown', async () => {
  await page.evaluate(
    async (area) => {
      const open = indexedDB.open('offlead')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const change = open.result.transaction('areas', 'readwrite')
      change.objectStore('areas').put(area)
      await new Promise((resolve) => change.addEventListener('complete', resolve))
      open.result.close()
    },
    { ...READY_AREA, id: 'no-places', name: 'My favourites' },
  )
  await visit.load('/offline')
  const area = main().getByRole('article', { name: 'My favourites' })
  await area.waitFor()
  // Long enough for a map to load, which polls every 100 ms.
  await page.waitForTimeout(2_000)
  expect(pageErrors.splice(0)).toEqual([])
  expect(await main().locator('[data-map]').count()).toBe(0)
  await area.getByRole('button', { name: 'Remove: My favourites' }).click()
  await area.waitFor({ state: 'detached' })
})

test('a park that is not on the device is read when the network returns', async () => {
  await visit.go('/park/999999')
  await textShown("This park isn't saved on this device. Go online to look it up.")
  await visit.offline(false)
  await heading('Park Not Found')
  await visit.offline(true)
})

describe('the profile without a network', () => {
  beforeAll(async () => {
    await visit.offline(false)
    await page.evaluate(() =>
      fetch('/api/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          username: 'Wanderer',
          email: 'wanderer@example.org',
          password: 'kelpie at the creek',
        }),
      }),
    )
    await page.evaluate(() =>
      fetch('/api/profile/dogs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Bluey', breed: 'Heeler' }),
      }),
    )
    await visit.load('/profile')
    await main().getByRole('region', { name: 'Your details' }).waitFor()
    await main().getByText('Bluey').waitFor()
  })

  test('can be read when already open, and says why nothing can be changed', async () => {
    await visit.offline(true)
    await textShown("You're offline. You can change your details when you're back online.")
    await disabled('Save', 'Change password', 'Export my data', 'Delete account')
    await expectOfflineRules()
  })

  test('can be read from the device when not open yet, and lists waiting changes', async () => {
    await visit.load('/profile')
    await textShown("You're offline. You can change your details when you're back online.")
    await expect.poll(() => main().getByLabel('Email').inputValue()).toBe('wanderer@example.org')
    await main().getByRole('region', { name: 'Dogs' }).getByText('Bluey').waitFor()
    await disabled('Save', 'Change password', 'Export my data', 'Delete account')
    await main().getByRole('region', { name: 'Waiting to sync' }).waitFor()
    await expectOfflineRules()
  })

  test('can be read from the device once a request has failed, and can be changed when the server answers', async () => {
    await neverEndRequests(page)
    const answers = Promise.withResolvers<void>()
    const failed = new Set<string>()
    visit.proxy.decide((path) => {
      if (!path.startsWith('/api/profile')) return 'pass'
      if (failed.has(path)) return { holdUntil: answers.promise }
      failed.add(path)
      return { status: 500 }
    })
    try {
      await visit.offline(false)
      await visit.load('/profile')
      await textShown(
        'These are your details as saved on this device. You can change them when our server answers.',
      )
      await expect.poll(() => main().getByLabel('Email').inputValue()).toBe('wanderer@example.org')
      await main().getByRole('region', { name: 'Dogs' }).getByText('Bluey').waitFor()
      await disabled('Save', 'Edit Bluey', 'Change password', 'Export my data', 'Delete account')
      await main().getByRole('region', { name: 'Waiting to sync' }).waitFor()
      answers.resolve()
      await main().getByRole('region', { name: 'Signed in on' }).waitFor()
      await enabled('Save', 'Edit Bluey', 'Change password', 'Delete account')
      expect(
        await main()
          .getByText(/^These are your details/)
          .count(),
      ).toBe(0)
    } finally {
      answers.resolve()
      visit.proxy.decide(() => 'pass')
      await visit.offline(true)
    }
  })

  test('says that there is no network if this device has never shown it, and lists waiting changes', async () => {
    await page.evaluate(async () => {
      const open = indexedDB.open('offlead')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const deleted = open.result.transaction('meta', 'readwrite').objectStore('meta').delete('profile')
      await new Promise((resolve) => deleted.addEventListener('success', resolve))
      open.result.close()
    })
    await visit.load('/profile')
    await heading("You're offline")
    await main().getByRole('region', { name: 'Waiting to sync' }).waitFor()
    await expectOfflineRules()
    await visit.offline(false)
    await main().getByRole('region', { name: 'Your details' }).waitFor()
  })
})

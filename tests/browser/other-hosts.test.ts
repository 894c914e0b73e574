import { expect, test } from 'vitest'
import { promote, signUp } from '../support/account.ts'
import { DESKTOP, NO_MAP } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { waitForDirectory } from '../support/screen.ts'
import { goInApp, openVisit, untilTestEnds } from '../support/visit.ts'
import { mapReady } from '../support/map.ts'

/** Parks of the seed: one with an exact position, one known only by its suburb. */
const EXACT = 7
const SUBURB_ONLY = 13

const product = runningProduct()

test('a visit to every screen makes no request to another host and violates no content security policy', async () => {
  const { proxy, browser, page } = await untilTestEnds(
    openVisit(product, {
      viewport: DESKTOP,
      permissions: ['geolocation'],
      geolocation: { latitude: -27.39, longitude: 153.02, accuracy: 15 },
    }),
  )
  const hosts = new Set<string>()
  browser.context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  const policyViolations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => policyViolations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      void (globalThis as unknown as { reportViolation(what: string): Promise<void> }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      )
    })
  })
  await page.goto(`${proxy.url}/?q=Chermside`)
  await waitForDirectory(page)
  await mapReady(page)
  await page.goto(`${proxy.url}/park/${EXACT}`)
  await mapReady(page)
  await page.getByRole('button', { name: 'Get Directions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use my location' }).click()
  await dialog.locator('[data-directions]').waitFor()
  await dialog.locator('[data-map="ready"] .leaflet-tile-loaded').first().waitFor()
  await dialog.getByRole('button', { name: 'Point me there' }).click()
  await dialog.locator('[data-compass]').waitFor()
  // From here on, no list has a map beside it, which costs time.
  await page.setViewportSize(NO_MAP)
  // The service worker answers all documents with the same one, which the app fills.
  const visit = async (path: string) => {
    expect(await goInApp(page, path)).toBe(true)
    await page.getByRole('main').getByRole('heading').first().waitFor()
  }
  await visit(`/directions/${SUBURB_ONLY}`)
  for (const path of [
    '/state',
    '/states',
    '/state/qld',
    '/state/qld/chermside',
    '/favorites',
    '/auth',
    '/auth?tab=register',
    '/icons',
    '/nowhere',
    '/park/999999',
    '/?q=xqzzvwk',
    '/submit-park',
    '/contact',
    '/privacy',
    '/terms',
    '/accessibility',
    '/outbox',
    '/offline',
    '/share?text=Chermside',
  ])
    await visit(path)
  const { username } = await signUp(page, proxy.url)
  promote(product, username)
  // Only a document reads the account.
  await page.goto(`${proxy.url}/profile`)
  for (const path of [
    '/profile',
    '/admin',
    '/admin?tab=analytics',
    '/admin/inbox',
    '/admin/imports',
    '/admin/rules',
    '/admin/freshness',
    '/admin/log',
  ])
    await visit(path)
  expect([...hosts]).toEqual([new URL(proxy.url).host])
  expect(policyViolations).toEqual([])
})

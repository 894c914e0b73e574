import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { openLightVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await openLightVisit(product, { viewport: PHONE })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})

describe('Terms of Service and Privacy Policy', () => {
  test('name the licence of the directory, and OpenStreetMap', async () => {
    await visit.go('/terms')
    await visit.page
      .getByRole('main')
      .getByText(/Open Database Licence 1\.0 \(ODbL\): many positions are © OpenStreetMap contributors/)
      .waitFor()
  })

  test('have their twelve and ten sections, the terms with their date', async () => {
    for (const [path, title, count] of [
      ['/terms', 'Terms of Service', 12],
      ['/privacy', 'Privacy Policy', 10],
    ] as const) {
      await visit.go(path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const sections = page
        .getByRole('main')
        .locator('section')
        .getByRole('heading', { level: 2, name: /^\d+\./ })
      expect(await sections.allInnerTexts()).toEqual(
        Array.from({ length: count }, (_, index): unknown =>
          expect.stringMatching(new RegExp(`^${index + 1}\\. `)),
        ),
      )
    }
    await visit.go('/terms')
    await page.getByText('Last updated: April 10, 2025').waitFor()
  })

  test('keep the place in the text when the user goes back to it, and after a reload', async () => {
    await visit.go('/privacy')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: /^7\./ }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#section-7')
    const heading = page.getByRole('heading', { level: 2, name: /^7\./ })
    await expect.poll(() => heading.evaluate((title) => title === document.activeElement)).toBe(true)
    await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(300)
    const place = () => page.evaluate(() => Math.round(scrollY))
    const terms = page.getByRole('main').getByRole('link', { name: 'Terms of Service' })
    await terms.scrollIntoViewIfNeeded()
    const left = await place()
    await terms.click()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
    await expect.poll(place).toBe(left)
    await page.reload()
    await expect.poll(place).toBe(left)
  })

  test('the search of the terms page leads to results by text and by position', async () => {
    await visit.go('/terms')
    await page.getByRole('main').getByRole('searchbox').fill('Bondi & Co')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Bondi & Co')
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation({ latitude: -33.8915, longitude: 151.2767 })
    await page.evaluate(() => localStorage.removeItem('offlead:position'))
    const granted = await visit.browser.context.newPage()
    await granted.goto(`${visit.url}/terms`)
    await granted.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await expect
      .poll(() => Object.fromEntries(new URL(granted.url()).searchParams))
      .toMatchObject({ lat: '-33.8915', lng: '151.2767' })
    await granted.close()
  })
})

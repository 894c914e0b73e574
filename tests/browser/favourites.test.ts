import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { settled } from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'

let product: Product
let visit: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  visit = await startVisit(product, { viewport: DESKTOP })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
  await product.dispose()
})

const main = () => page.getByRole('main')
const cards = () => main().getByRole('article')

describe('My Favorites', () => {
  test("empty: says what to do, with a 'Find Parks' link", async () => {
    await visit.go('/favorites')
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor()
    expect(await main().getByRole('link', { name: 'Find Parks' }).getAttribute('href')).toBe('/')
  })

  test('is a paged grid of 10, saved and shown without a network', async () => {
    await visit.offline(true)
    try {
      await visit.go('/?q=Chermside&perPage=20')
      await settled(page)
      const add = page.locator('[data-results]').getByRole('button', { name: /^Add .* to favourites$/ })
      for (let saved = 1; saved <= 12; saved++) {
        await add.first().click()
        await expect.poll(() => page.locator('[data-results]').getByRole('button', { name: /^Remove .* from favourites$/ }).count()).toBe(saved)
      }
      await visit.go('/favorites')
      await main().getByText(/^12 parks saved/).waitFor()
      await expect.poll(() => cards().count()).toBe(10)
      const columns = await main().locator('ul:has(article)').first().evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
      expect(columns).toBe(2)
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 2' }).click()
      await expect.poll(() => cards().count()).toBe(2)
      expect(await page.getByLabel('Parks per page').count()).toBe(0)
    } finally {
      await visit.offline(false)
    }
  })

  test('a heart let go takes its park away, with a toast', async () => {
    await visit.go('/favorites')
    await expect.poll(() => cards().count()).toBe(10)
    await main().getByRole('button', { name: /^Remove .* from favourites$/ }).first().click()
    await page.getByText('Removed from favourites', { exact: true }).waitFor()
    await main().getByText(/^11 parks saved/).waitFor()
  })
})

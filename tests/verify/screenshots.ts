import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { root } from '../../scripts/root.ts'
import { openBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'

const FOLDER = path.join(root, 'public', 'screenshots')
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const WIDE = { viewport: { width: 1440, height: 900 } }

/** Takes the screenshots for the web app manifest from the product, in the sizes given there. */
async function makeScreenshots(): Promise<void> {
  await buildClient({ quiet: true })
  await mkdir(FOLDER, { recursive: true })
  const product = await startProduct()
  const takeScreenshot = async (
    name: string,
    urlPath: string,
    options: Parameters<typeof openBrowser>[0],
    ready: (page: Page) => Promise<unknown>,
  ) => {
    const browser = await openBrowser({ executablePath: findBrowser(), ...options, colorScheme: 'light' })
    try {
      const page = await browser.page()
      await page.goto(`${product.url}${urlPath}`)
      await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
      await ready(page)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: path.join(FOLDER, name), type: 'jpeg', quality: 82 })
    } finally {
      await browser.dispose()
    }
  }
  try {
    await takeScreenshot('results.jpg', '/?q=Chermside', PHONE, async (page) => {
      await page
        .getByRole('heading', { level: 2, name: /Chermside/ })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    })
    await takeScreenshot('park.jpg', '/park/1', PHONE, (page) =>
      page.getByRole('heading', { level: 1 }).waitFor(),
    )
    await takeScreenshot('map.jpg', '/?q=Sydney', WIDE, async (page) => {
      await page.getByRole('article').first().waitFor()
      await page
        .getByRole('heading', { level: 2, name: /Sydney/ })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
      await page.locator('[data-map=ready]').waitFor()
    })
  } finally {
    await product.dispose()
  }
}

await makeScreenshots()

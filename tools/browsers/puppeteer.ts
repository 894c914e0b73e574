import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch, type Browser, type LaunchOptions as PuppeteerOptions, type Page } from 'puppeteer-core'
import { BROWSER_FLAGS } from '../../scripts/browser.ts'
import type { DrivenBrowser, Engine, LaunchOptions } from './driven-browser.ts'
import { within } from './time-limit.ts'

const CALL_MS = 60_000
const START_MS = 120_000
const CLOSE_MS = 10_000

/** A browser that Puppeteer drives: Firefox over WebDriver BiDi, Chromium over its own protocol. */
async function launchBrowser(options: PuppeteerOptions, { viewport }: LaunchOptions): Promise<DrivenBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-engine-'))
  const errors: string[] = []
  const start = async (): Promise<[Browser, Page]> => {
    const browser = await launch({
      ...options,
      headless: true,
      userDataDir: profile,
      defaultViewport: viewport,
      timeout: START_MS,
      protocolTimeout: CALL_MS,
    })
    // In Firefox, the tab that is open at the start never gets the focus.
    const page = await browser.newPage()
    await page.setViewport(viewport)
    page.setDefaultTimeout(CALL_MS)
    page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)))
    return [browser, page]
  }
  const end = async () => {
    // Firefox may wait for a page that is still loading.
    await within(CLOSE_MS, 'closing the browser', browser.close()).catch(() =>
      browser.process()?.kill('SIGKILL'),
    )
  }
  let [browser, page] = await start()
  return {
    errors,
    async open(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    evaluate: (work, ...args) =>
      within(CALL_MS, 'a script', page.evaluate(work as never, ...([...args] as never[])) as Promise<never>),
    click: (selector) => within(CALL_MS, 'a click', page.click(selector)),
    async type(selector, text) {
      await page.focus(selector)
      await page.evaluate(
        (selector) => document.querySelector<HTMLInputElement>(selector)?.select(),
        selector,
      )
      if (text === '') await page.keyboard.press('Backspace')
      else await page.keyboard.type(text)
    },
    async enter(selector) {
      await page.focus(selector)
      await page.keyboard.press('Enter')
    },
    picture: () => within(CALL_MS, 'a picture', page.screenshot()),
    async restart() {
      await end()
      ;[browser, page] = await start()
    },
    async close() {
      await end()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

export const chromiumEngine = (executablePath: string, version: string): Engine => ({
  name: 'Chromium',
  version,
  launch: (options) => launchBrowser({ browser: 'chrome', executablePath, args: BROWSER_FLAGS }, options),
})

export const firefoxEngine = (executablePath: string, version: string): Engine => ({
  name: 'Firefox',
  version,
  launch: (options) =>
    launchBrowser(
      {
        browser: 'firefox',
        executablePath,
        extraPrefsFirefox: { 'intl.accept_languages': 'en-AU,en' },
      },
      options,
    ),
})

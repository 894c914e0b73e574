import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { BROWSER_FLAGS, findTestBrowser } from '../../scripts/browser.ts'

/** The sizes every screen is looked at in. */
export const PHONE = { width: 360, height: 740 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1440, height: 900 }

type ProfileOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** Where a person looks at the product: storage, cookies and service worker are theirs alone. */
export interface PersonsWindow {
  readonly context: BrowserContext
  page(): Promise<Page>
  dispose(): Promise<void>
}

/** A person's browser: a profile that outlives closing and opening it again. */
export interface PersonsBrowser extends PersonsWindow {
  /** Closes the browser and opens it on the same profile; `offline` as in airplane mode. */
  reopen(options?: { offline?: boolean }): Promise<void>
}

const PERSON = {
  viewport: PHONE,
  locale: 'en-AU',
  timezoneId: 'Europe/Berlin', // Hours are the park's, never the phone's: a zone far from any park shows the difference.
}

/** Milliseconds to wait for what a page is to show: only what never comes fails, however busy the machine is. */
const PATIENCE = 60_000

/** Milliseconds until a test goes on with the screen that was written into the document, where the app itself never comes. */
const PATIENCE_WITH_THE_APP = 8_000

/**
 * Opening an address takes until the app has put its screen in the place of the written one: what a test has found in the written one would be taken
 * away under its hands. With `waitUntil: 'commit'` the test sees to that itself.
 */
function awaitTheApp(context: BrowserContext): BrowserContext {
  const patient = (page: Page) => {
    const drawn = () =>
      page
        .waitForFunction(() => !('deeds' in window && window.deeds !== undefined), undefined, {
          timeout: PATIENCE_WITH_THE_APP,
        })
        .catch(() => undefined)
    const { goto, reload } = page
    page.goto = async (url, options) => {
      const answer = await goto.call(page, url, options)
      if (options?.waitUntil !== 'commit') await drawn()
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload.call(page, options)
      if (options?.waitUntil !== 'commit') await drawn()
      return answer
    }
  }
  context.pages().forEach(patient)
  return context.on('page', patient)
}

let running: Promise<Browser> | undefined

/**
 * Opens a window that forgets everything when it is closed, in a browser that all windows of this process share. Costs a tenth of a
 * browser: for everything that need not outlive it. The browser ends with the process.
 */
export async function openWindow(options: BrowserContextOptions = {}): Promise<PersonsWindow> {
  running ??= chromium.launch({ executablePath: findTestBrowser(), args: BROWSER_FLAGS })
  const context = awaitTheApp(await (await running).newContext({ ...PERSON, ...options }))
  context.setDefaultTimeout(PATIENCE)
  return {
    context,
    async page() {
      return context.pages()[0] ?? (await context.newPage())
    },
    dispose: () => context.close(),
  }
}

/** Opens a browser on a new, empty profile: for what is to be there after the browser was closed. */
export async function openBrowser(options: ProfileOptions = {}): Promise<PersonsBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-profile-'))
  const launch = async (offline: boolean) => {
    const context = awaitTheApp(
      await chromium.launchPersistentContext(profile, {
        executablePath: findTestBrowser(),
        args: BROWSER_FLAGS,
        ...PERSON,
        offline,
        ...options,
      }),
    )
    context.setDefaultTimeout(PATIENCE)
    return context
  }
  let context = await launch(false)
  return {
    get context() {
      return context
    },
    async page() {
      return context.pages()[0] ?? (await context.newPage())
    },
    async reopen({ offline = false } = {}) {
      await context.close()
      context = await launch(offline)
    },
    async dispose() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

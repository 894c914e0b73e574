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

/** The viewports that screens are tested in. */
export const PHONE = { width: 360, height: 740 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1440, height: 900 }
/** Wide enough for the filters beside the list and the links in the header, too narrow for the map, which costs time. */
export const NO_MAP = { width: 1100, height: 900 }

/**
 * Features of the browser that tests do without. The flag replaces Playwright's own, of which the others make a
 * difference to pages.
 */
const DISABLED_FEATURES = [
  // Compiling on other threads while the code arrives costs more than compiling what runs: one part in six of the
  // processor time of opening a document.
  'ScriptStreaming',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/**
 * Flags for tests. Their pages live for seconds, in which optimizing code costs more time than it saves: one
 * part in eight of the processor time of a test.
 */
const TEST_FLAGS = [
  ...BROWSER_FLAGS,
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

type ProfileOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** A browser window with storage, cookies and service worker of its own. */
export interface BrowserWindow {
  readonly context: BrowserContext
  page(): Promise<Page>
  dispose(): Promise<void>
}

/** A browser with a profile that persists when it is closed and reopened. */
export interface PersistentBrowser extends BrowserWindow {
  /** Closes the browser and reopens it with the same profile; `offline` as in airplane mode. */
  reopen(options?: { offline?: boolean }): Promise<void>
}

const CONTEXT_OPTIONS = {
  viewport: PHONE,
  locale: 'en-AU',
  // Far from any park, to reveal code that evaluates opening hours in the device's time zone.
  timezoneId: 'Europe/Berlin',
}

/**
 * For tests whose subject is not motion: screens that fade in and pictures that appear slowly are drawn sixty times a
 * second meanwhile, which takes a third of the processor time of opening a screen. Browsers with a profile
 * ({@link openBrowser}) and tests that name `reducedMotion` move as for most users.
 */
const WITHOUT_MOTION: BrowserContextOptions = { reducedMotion: 'reduce' }

/** Timeout for page content. Long, so that a busy machine does not fail a test. */
const PAGE_TIMEOUT_MS = 120_000

/**
 * Milliseconds between two looks at a page. By default there is one for each frame, so that the browser draws
 * sixty frames a second meanwhile.
 */
export const POLLING_INTERVAL = 50

/**
 * Makes navigation wait until the app has replaced the prerendered screen, because elements that a test finds
 * there would be removed. With `waitUntil`, the test must wait itself; without JavaScript there is no app.
 */
function waitForAppOnNavigation(context: BrowserContext): BrowserContext {
  const waitOnNavigation = (page: Page) => {
    const waitForApp = () =>
      page
        .waitForFunction(
          () =>
            document.documentElement.dataset['app'] === 'ready' || document.getElementById('root') === null,
          undefined,
          { timeout: PAGE_TIMEOUT_MS, polling: POLLING_INTERVAL },
        )
        .catch(() => undefined)
    const { goto, reload } = page
    page.goto = async (url, options) => {
      const answer = await goto.call(page, url, options)
      if (options?.waitUntil === undefined) await waitForApp()
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload.call(page, options)
      if (options?.waitUntil === undefined) await waitForApp()
      return answer
    }
  }
  context.pages().forEach(waitOnNavigation)
  return context.on('page', waitOnNavigation)
}

/** What {@link recordToasts} adds to a window: of each toast, its texts. */
export interface RecordedToasts {
  toasts?: string[][]
}

/**
 * Records the toasts of all pages of a window, so that a test sees a toast that disappeared before a busy
 * machine looked for it (tests/support/toasts.ts).
 */
const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const toasts: string[][] = []
    const recorded = new WeakSet<Element>()
    Object.assign(window, { toasts } satisfies RecordedToasts)
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=region][aria-label^=Notifications] li')) {
        if (recorded.has(toast)) continue
        recorded.add(toast)
        toasts.push([...toast.querySelectorAll('div')].map(({ textContent }) => textContent))
      }
    }).observe(document, { childList: true, subtree: true })
  })

/** The contexts that are open, to say what they show when a test fails. */
const contexts = new Set<BrowserContext>()

function watchOpen(context: BrowserContext): BrowserContext {
  contexts.add(context)
  return context.once('close', () => contexts.delete(context))
}

/** How much of a page's text is shown when a test fails. */
const TEXT_LENGTH = 1500

async function describePage(page: Page): Promise<string> {
  const text = await page
    .locator('main, [role=dialog], [role=region]')
    .allInnerTexts()
    .then((texts) => texts.join(' | '), String)
  return `${page.url()} showed: ${text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH)}`
}

/** The address and the text of each open page, one a line. */
export const describePages = async (): Promise<string> =>
  (await Promise.all([...contexts].flatMap((context) => context.pages().map(describePage)))).join('\n')

let running: Promise<Browser> | undefined

/**
 * Opens a window with fresh storage in a browser that all windows of this process share. Ten times cheaper
 * than a browser of its own; use it for everything that need not persist. The browser ends with the process.
 */
export async function openWindow(options: BrowserContextOptions = {}): Promise<BrowserWindow> {
  running ??= chromium.launch({ executablePath: findTestBrowser(), args: TEST_FLAGS })
  const context = watchOpen(
    await (await running).newContext({ ...CONTEXT_OPTIONS, ...WITHOUT_MOTION, ...options }),
  )
  if (options.javaScriptEnabled !== false) waitForAppOnNavigation(context)
  await recordToasts(context)
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  return {
    context,
    async page() {
      return context.pages()[0] ?? (await context.newPage())
    },
    dispose: () => context.close(),
  }
}

/**
 * Opens a browser with a new, empty profile, to test what persists when it is closed. For measurements, name
 * an `executablePath`: it then runs as it does for users.
 */
export async function openBrowser(options: ProfileOptions = {}): Promise<PersistentBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-profile-'))
  const launch = async (offline: boolean) => {
    const context = watchOpen(
      await chromium.launchPersistentContext(profile, {
        executablePath: findTestBrowser(),
        args: options.executablePath === undefined ? TEST_FLAGS : BROWSER_FLAGS,
        ...CONTEXT_OPTIONS,
        offline,
        ...options,
      }),
    )
    waitForAppOnNavigation(context)
    await recordToasts(context)
    context.setDefaultTimeout(PAGE_TIMEOUT_MS)
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

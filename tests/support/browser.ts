import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'

/** The sizes every screen is looked at in. */
export const PHONE = { width: 360, height: 740 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1440, height: 900 }

type ContextOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** A person's browser: a profile that outlives closing and opening it again. */
export interface PersonsBrowser {
  readonly context: BrowserContext
  page(): Promise<Page>
  /** Closes the browser and opens it on the same profile; `offline` as in airplane mode. */
  reopen(options?: { offline?: boolean }): Promise<void>
  dispose(): Promise<void>
}

/** Opens a browser on a new, empty profile. */
export async function openBrowser(options: ContextOptions = {}): Promise<PersonsBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-profile-'))
  const launch = (offline: boolean) =>
    chromium.launchPersistentContext(profile, {
      executablePath: findBrowser(),
      args: BROWSER_FLAGS,
      viewport: PHONE,
      locale: 'en-AU',
      timezoneId: 'Europe/Berlin', // Hours are the park's, never the phone's: a zone far from any park shows the difference.
      offline,
      ...options,
    })
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

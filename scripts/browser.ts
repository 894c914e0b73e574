import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags for a headless browser that runs as any user and contacts no host but ours. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium's headless shell, which uses a third of the processor time per page. */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chrome-headless-shell']

/**
 * The browser for tests: CHROMIUM_PATH, an installed headless shell, or {@link findBrowser}.
 * @throws Error like findBrowser
 */
export const findTestBrowser = (): string =>
  (process.env['CHROMIUM_PATH'] ? undefined : HEADLESS_SHELLS.find((candidate) => existsSync(candidate))) ??
  findBrowser()

/**
 * A full browser, for measurements: CHROMIUM_PATH, an installed Chrome or Chromium, or Playwright's download,
 * in this order. If there is none, CI installs Debian's package; otherwise the error has the command to type.
 * @throws Error if no browser is found
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
  }
  const found = [...INSTALLED, chromium.executablePath()].find(
    (candidate) => candidate && existsSync(candidate),
  )
  if (found) return found
  if (process.env['CI'] === 'true' && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  throw new Error('No browser for the browser tests. Type: npx playwright-core install chromium')
}

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

/** Flags for a headless browser that runs as any user and asks nothing of any host but ours. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The same engine without windows and what else surrounds pages: a page in it costs a third of the processor's time. */
const WITHOUT_WINDOWS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chrome-headless-shell']

/**
 * The browser the tests drive: CHROMIUM_PATH, an installed shell of Chromium's engine without windows, or {@link findBrowser}.
 * @throws Error as it does
 */
export const findTestBrowser = (): string =>
  (process.env['CHROMIUM_PATH'] ? undefined : WITHOUT_WINDOWS.find((candidate) => existsSync(candidate))) ??
  findBrowser()

/**
 * A whole browser, for what is measured: CHROMIUM_PATH, an installed Chrome or Chromium, or Playwright's own download, in this order.
 * Where there is none, CI installs Debian's package; anyone else is told what to type.
 * @throws Error with that line.
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

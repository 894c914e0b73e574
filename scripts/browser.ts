import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
export const findTestBrowser = (): string => namedBrowser() ?? firstExisting(HEADLESS_SHELLS) ?? findBrowser()

/**
 * A full browser, for measurements: CHROMIUM_PATH, an installed Chrome or Chromium, or Playwright's download,
 * in this order. If there is none, one is installed.
 * @throws Error with the command to type if no browser is found and none can be installed
 */
export function findBrowser(): string {
  const found = namedBrowser() ?? installedBrowser()
  if (found) return found
  console.log('No browser is installed: installing Chromium for the browser tests…')
  return installBrowser()
}

function namedBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
  return named || undefined
}

const firstExisting = (candidates: readonly string[]) =>
  candidates.find((candidate) => candidate && existsSync(candidate))

const installedBrowser = () => firstExisting([...INSTALLED, chromium.executablePath()])

/** Installs Debian's package where this user may, otherwise Playwright's download. */
function installBrowser(): string {
  const installers: readonly [command: string, ...args: string[]][] = [
    ['sh', '-c', DEBIAN_INSTALL],
    [process.execPath, PLAYWRIGHT, 'install', 'chromium'],
  ]
  for (const [command, ...args] of installers) {
    const { status } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: INSTALL_TIMEOUT_MS,
    })
    const found = status === 0 ? (firstExisting(HEADLESS_SHELLS) ?? installedBrowser()) : undefined
    if (found) return found
  }
  throw new Error('No browser could be installed. Type: npx playwright-core install --with-deps chromium')
}

const INSTALL_TIMEOUT_MS = 5 * 60_000
/** Needs root, or sudo without a password. */
const DEBIAN_INSTALL = [
  'command -v apt-get',
  'if [ "$(id -u)" = 0 ]; then as=env; else as="sudo -n"; fi',
  '$as apt-get update -qq',
  '$as DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-headless-shell',
].join(' && ')
const PLAYWRIGHT = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url))

/** The oldest major version that the tests are known to pass in: in 150, pages are not told that they are offline. */
const OLDEST_VERSION = 156

function isTooOld(executable: string): boolean {
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  const [version] = stdout?.match(/\d+/) ?? []
  return version !== undefined && Number(version) < OLDEST_VERSION
}

/**
 * Installs a newer browser if the one found is too old for the tests, unless it is named.
 * @throws Error with the command to type if none can be installed
 */
function replaceIfTooOld(find: () => string): void {
  const executable = find()
  if (namedBrowser() || !isTooOld(executable)) return
  console.log(`${executable} is too old for the tests: installing Chromium ${OLDEST_VERSION} or later…`)
  installBrowser()
  if (isTooOld(find()))
    throw new Error(
      `${executable} is too old for the tests. Type: npx playwright-core install --with-deps chromium\nand name what it installs in CHROMIUM_PATH.`,
    )
}

// Both kinds, because some tests need a full browser.
if (import.meta.main) [findTestBrowser, findBrowser].forEach(replaceIfTooOld)

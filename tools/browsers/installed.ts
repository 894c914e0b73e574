import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from '../../scripts/browser.ts'

/** Paths of the programs. */
export interface Programs {
  readonly chromium: string
  readonly firefox: string
  readonly webKitDriver: string
  readonly miniBrowser: string
  readonly xvfb: string
}

const PACKAGES = 'firefox-esr webkit2gtk-driver xvfb'
const LIBRARIES = '/usr/lib'

const onPath = (...names: string[]) =>
  names
    .flatMap((name) =>
      (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
    )
    .find((file) => existsSync(file))

/** WebKitGTK's own browser is outside the path: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function findMiniBrowser(): string | undefined {
  const below = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []
  return below(LIBRARIES)
    .filter((folder) => /-linux-gnu/.test(folder))
    .flatMap(below)
    .filter((folder) => /webkit2?gtk-\d/.test(folder))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file))
}

/** What a program prints as its version: 'Mozilla Firefox 153.7.0esr'. */
export function versionOf(program: string, env: NodeJS.ProcessEnv = {}): string {
  const { stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, ...env },
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/**
 * Finds the browsers and what they need.
 * @throws Error with the command that installs what is missing
 */
export function findPrograms(): Programs {
  const firefox = onPath('firefox-esr', 'firefox')
  const webKitDriver = onPath('WebKitWebDriver')
  const miniBrowser = findMiniBrowser()
  const xvfb = onPath('Xvfb')
  if (!firefox || !webKitDriver || !miniBrowser || !xvfb)
    throw new Error(
      `Firefox, WebKitGTK or Xvfb is missing. Type (Debian, Ubuntu): sudo apt-get install --no-install-recommends ${PACKAGES}`,
    )
  return { chromium: findBrowser(), firefox, webKitDriver, miniBrowser, xvfb }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../tests/support/product.ts'
import { startProgram } from './child-program.ts'
import type { Display } from './display.ts'
import type { DrivenBrowser, Engine, Size } from './driven-browser.ts'
import { type Programs, versionOf } from './installed.ts'
import { within } from './time-limit.ts'
import { launchInspected } from './webkit-inspector.ts'

const CALL_MS = 30_000
const START_MS = 90_000

/** Keeps WebKit's data in one folder, and away from services of a desktop that this machine may not have. */
const webKitEnvironment = (folder: string, display: Display): NodeJS.ProcessEnv => ({
  DISPLAY: display.name,
  XDG_DATA_HOME: path.join(folder, 'data'),
  XDG_CACHE_HOME: path.join(folder, 'cache'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '1',
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  LANG: 'en_AU.UTF-8',
})

/**
 * WebKitGTK's browser over WebDriver. Its windows have no profile on disk: the browser makes them private when
 * it is automated.
 */
async function launchDriven(programs: Programs, display: Display, viewport: Size): Promise<DrivenBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-engine-'))
  const port = await freePort()
  const service = startProgram(programs.webKitDriver, [`--port=${port}`], {
    env: webKitEnvironment(folder, display),
  })
  const close = async () => {
    await service.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await within(START_MS, 'WebKitWebDriver', untilReplies(`${address}/status`))
    const driver: WebDriver = await within(
      START_MS,
      'a WebKit session',
      new Builder()
        .disableEnvironmentOverrides()
        .usingServer(address)
        .withCapabilities({
          browserName: 'MiniBrowser',
          // The driver's own wait for a page sometimes never ends.
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': { binary: programs.miniBrowser, args: ['--automation'] },
        })
        .build(),
    )
    const limited = <T>(what: string, work: PromiseLike<T>) => within(CALL_MS, `WebKit: ${what}`, work)
    const find = (selector: string) => limited('finding an element', driver.findElement(By.css(selector)))
    await limited('timeouts', driver.manage().setTimeouts({ script: CALL_MS, pageLoad: CALL_MS }))
    await fitViewport(driver, viewport)
    return {
      // The protocol has no events.
      errors: [],
      open: (url) => limited('opening a page', driver.get(url)),
      evaluate: (work, ...args) =>
        limited('a script', driver.executeScript(work as () => unknown, ...args)) as Promise<never>,
      async click(selector) {
        await limited('a click', (await find(selector)).click())
      },
      async type(selector, text) {
        const field = await find(selector)
        // The driver's own `clear` is not noticed by React, which restores the text.
        await limited(
          'selecting the text',
          driver.executeScript((field: HTMLInputElement) => {
            field.focus()
            field.select()
          }, field),
        )
        await limited('typing', field.sendKeys(text))
      },
      async enter(selector) {
        await limited('typing', (await find(selector)).sendKeys(Key.ENTER))
      },
      picture: async () => Buffer.from(await limited('a picture', driver.takeScreenshot()), 'base64'),
      restart: () => Promise.reject(new Error('automated WebKit has no profile on disk')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function untilReplies(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await sleep(100)
}

/** Makes the window as large as needed for the viewport, because it has a toolbar. */
async function fitViewport(driver: WebDriver, viewport: Size): Promise<void> {
  const window = driver.manage().window()
  await within(CALL_MS, 'the window size', window.setRect({ x: 0, y: 0, ...viewport }))
  const inner = (await within(
    CALL_MS,
    'the window size',
    driver.executeScript(() => ({ width: innerWidth, height: innerHeight })),
  )) as Size
  await within(
    CALL_MS,
    'the window size',
    window.setRect({
      x: 0,
      y: 0,
      width: viewport.width + (viewport.width - inner.width),
      height: viewport.height + (viewport.height - inner.height),
    }),
  )
}

export const webKitEngine = (programs: Programs, display: Display): Engine => ({
  name: 'WebKit',
  // It prints its version only where it could open a window.
  version: versionOf(programs.miniBrowser, { DISPLAY: display.name }),
  launch: ({ viewport, keepsProfile = false }) =>
    keepsProfile
      ? launchInspected(programs, (folder) => webKitEnvironment(folder, display), viewport)
      : launchDriven(programs, display, viewport),
})

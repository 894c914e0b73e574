import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TOAST_DURATION } from '../../data/model/constants.ts'
import { DESKTOP, NO_MAP, PHONE } from '../support/browser.ts'
import { pauseClock } from '../support/clock.ts'
import { runningProduct } from '../support/running-product.ts'
import { closeDialog, neverEndTimeout, saveFirstPark } from '../support/screen.ts'
import { overridePark, startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { bare: true, viewport: DESKTOP })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})

/** The toasts themselves, without the region that contains them. */
const toasts = () =>
  page
    .locator('[data-radix-collection-item][data-state]')
    .filter({ has: page.getByRole('button', { name: 'Close notification' }) })
const region = () => page.getByRole('region', { name: /^Notifications/ }).getByRole('list')
const heart = () =>
  page
    .getByRole('main')
    .getByRole('button', { name: /favourites$/ })
    .first()
const toastText = (text: string) => toasts().getByText(text, { exact: true })
/** Advances the page's clock. Loading of code and other work without timers is not affected. */
const advance = (milliseconds: number) => page.clock.runFor(milliseconds)
const toastsGone = async () => {
  await expect.poll(() => toasts().count()).toBe(0)
}

/** Presses a heart and waits for its toast. */
async function showToast() {
  await heart().click()
  await toasts().first().waitFor()
}

describe('the duration of a toast, with a stopped clock', () => {
  let own: Visit
  beforeAll(async () => {
    own = await startVisit(product, { bare: true, viewport: NO_MAP })
    page = own.page
    await page.clock.install()
    await own.load('/park/7')
    // Opens the store, which takes longer than a jump of the clock allows.
    await saveFirstPark(page)
    await page.clock.fastForward(10_000)
    await toasts().waitFor({ state: 'detached' })
  })
  afterAll(async () => {
    await own.leave()
    page = visit.page
  })

  /** Lets the page run what it has scheduled without a timer. */
  const pendingTasks = () =>
    page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel()
      const answered = new Promise((resolve) => {
        port1.onmessage = resolve
      })
      port2.postMessage(null)
      await answered
    })

  const STEP_MS = 100
  /** Expects a toast to be shown for this time. */
  async function expectDuration(show: () => Promise<unknown>, text: string, milliseconds: number) {
    // The clock jumps, and a request that is under way would time out: its toast would replace this one.
    await page.waitForLoadState('networkidle')
    await pauseClock(page)
    try {
      await show()
      // Animation frames and tasks run on this clock, too.
      await expect
        .poll(async () => {
          await advance(50)
          return toastText(text).count()
        })
        .toBe(1)
      // Its timer starts in a task after it is on the screen. So the clock advances in small steps for a second:
      // in a single one, the timer of a slow page would start after it. Then in one step until a second before
      // the end, because each step takes time.
      let shown = 0
      while (shown < milliseconds + 1_000) {
        const areNew = await toasts().evaluateAll((all) =>
          all.map((toast) => {
            const isNew = !toast.hasAttribute('data-timed')
            toast.setAttribute('data-timed', '')
            return isNew
          }),
        )
        if (areNew.length === 0) break
        // A late reply shows the same toast again.
        if (areNew.includes(true)) shown = 0
        const step = shown === 1_000 ? milliseconds - 2_000 : STEP_MS
        await advance(step)
        await pendingTasks()
        shown += step
      }
      expect(shown).toBeGreaterThanOrEqual(milliseconds - STEP_MS)
      expect(shown).toBeLessThanOrEqual(milliseconds + 3 * STEP_MS)
    } finally {
      await page.clock.resume()
    }
  }

  test('is 5,000 ms by default', async () => {
    await expectDuration(() => heart().click(), 'Removed from favourites', 5_000)
  })

  test.each([
    [1, 'Location Access Denied', 7_000],
    [2, 'Location Permission Needed', 6_000],
  ])("for location error %i, '%s', is %i ms", async (code, title, milliseconds) => {
    await own.go('/')
    await page.evaluate((value) => {
      Geolocation.prototype.getCurrentPosition = (_found, failed) =>
        failed?.({ code: value } as GeolocationPositionError)
    }, code)
    await page.locator('[data-results][aria-busy="false"]').waitFor()
    await expectDuration(
      () => page.getByRole('main').getByRole('button', { name: 'Use my location' }).click(),
      title,
      milliseconds,
    )
  })

  test("for 'Using Limited Data Mode' is 7,000 ms", async () => {
    const trouble = {
      status: 503,
      json: {
        error: 'DatabaseConnectionError',
        errorType: 'DatabaseConnectionError',
        message: 'The database cannot be reached.',
      },
    }
    await own.load('/park/8')
    await heart().waitFor()
    await expectDuration(
      async () => {
        // Not before the clock is stopped: what the park page asks for at that jump would show the toast, too.
        await page.route('**/api/{parks,search,directory}**', (route) => route.fulfill(trouble))
        await page.getByRole('banner').getByRole('link', { name: 'Search for Dog Park' }).click()
      },
      'Using Limited Data Mode',
      7_000,
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('a toast', () => {
  // A toast stays as long as a busy machine needs.
  beforeAll(async () => {
    await neverEndTimeout(page, TOAST_DURATION)
    await visit.load('/terms')
  })
  beforeEach(async () => {
    await page.setViewportSize(DESKTOP)
    // A park that no test has saved.
    await visit.go(await overridePark(visit, {}))
    await heart().waitFor()
  })
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const toast of await toasts().all()) await toast.getByRole('button').click()
    await toastsGone()
  })

  test('is replaced by the next one', async () => {
    for (const [name, text] of [
      [/^Add .* to favourites$/, 'Added to favourites'],
      [/^Remove .* from favourites$/, 'Removed from favourites'],
      [/^Add .* to favourites$/, 'Added to favourites'],
      [/^Remove .* from favourites$/, 'Removed from favourites'],
    ] as const) {
      // The toast may be there before the heart has changed.
      await page.getByRole('main').getByRole('button', { name }).first().click()
      await toastText(text).waitFor()
      expect(await toasts().count()).toBe(1)
    }
  })

  test('is announced politely, and assertively for an error', async () => {
    // An announcement is removed after a second, which may be over before a busy machine looks for it.
    await page.evaluate(() => {
      const announced: string[] = []
      Object.assign(window, { announced })
      new MutationObserver(() => {
        for (const element of document.querySelectorAll('[role=status][aria-live]'))
          announced.push(`${element.getAttribute('aria-live')}: ${element.textContent}`)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    const announced = () =>
      page.evaluate(() => (window as unknown as { announced: string[] }).announced.join('\n'))
    await heart().click()
    await expect.poll(announced).toMatch(/^polite: .*Added to favourites/m)
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 401, json: { code: 'wrong-login', message: 'No.' } }),
    )
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Username').fill('stranger')
    await dialog.getByLabel('Password', { exact: true }).fill('nothing at all')
    await dialog.getByRole('button', { name: 'Login', exact: true }).last().click()
    await expect.poll(announced).toMatch(/^assertive: .*Login failed/m)
    await closeDialog(page)
  })

  test('is dismissed by a swipe of 50 px to the right, not by a shorter one or one to the left', async () => {
    // Where the pointer leaves the toast, the rest of its time begins.
    const swipe = async (by: number) => {
      const box = (await toasts().first().boundingBox())!
      await page.mouse.move(box.x + 200, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + 200 + by / 2, box.y + box.height / 2, { steps: 4 })
      await page.mouse.move(box.x + 200 + by, box.y + box.height / 2, { steps: 4 })
      await page.mouse.up()
    }
    await showToast()
    for (const distance of [40, -120]) {
      await swipe(distance)
      expect(await toasts().count(), `${distance} px`).toBe(1)
      await expect.poll(() => toasts().first().getAttribute('data-swipe')).not.toBe('move')
    }
    await swipe(60)
    await toastsGone()
  })

  test('is reached by F8, and closed by its button after Tab or by Esc', async () => {
    await showToast()
    await page.keyboard.press('F8')
    await expect.poll(() => region().evaluate((list) => list === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Close notification')
    await page.keyboard.press('Enter')
    await toastsGone()
    await showToast()
    await page.keyboard.press('F8')
    await page.keyboard.press('Escape')
    await toastsGone()
  })

  test('is at the top of a small screen and at the bottom right of a larger one, 420 px wide', async () => {
    await showToast()
    const box = async () => (await region().boundingBox())!
    const large = await box()
    expect([large.width, large.x + large.width, large.y + large.height]).toEqual([
      420,
      DESKTOP.width,
      DESKTOP.height,
    ])
    await page.setViewportSize({ width: 768, height: 700 })
    await expect.poll(async () => (await box()).x).toBe(768 - 420)
    await page.setViewportSize({ width: 767, height: 700 })
    await expect.poll(box).toMatchObject({ x: 0, y: 0, width: 767 })
    await page.setViewportSize(PHONE)
    await expect.poll(box).toMatchObject({ x: 0, y: 0, width: PHONE.width })
    expect((await toasts().first().boundingBox())!.y).toBeLessThan(40)
  })
})

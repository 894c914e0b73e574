import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { openBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'
import { waitForDirectory } from '../support/screen.ts'
import { openPersistentVisit } from '../support/visit.ts'

/**
 * Goal for a start without network, from opening the address to the first park on the screen, at a quarter of
 * the CPU speed.
 */
const FIRST_PARK_GOAL_MS = 1_000
const SLOW_DOWN = 4
const RUNS = 9
/**
 * Milliseconds in which a browser that was opened finishes its own start, which is not measured: Chromium 156
 * loads pages of its toolbar for one to two seconds of CPU time.
 */
const BROWSER_START_MS = 5_000
/** Milliseconds that each reply of a first visit takes, as with one bar of reception. */
const REPLY_DELAY_MS = 300
const FIRST_VISITS = 3

/** Times of one start, in milliseconds since the navigation began. */
interface Start {
  firstPaint: number
  /** A park is on the screen, from the stored copy of the last screen. */
  firstResult: number
  /** The app has taken over the stored screen and shows the result of its own search. */
  confirmed: number
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Reports how long a first visit must last until the app opens without a network. */
async function measureFirstVisits(url: string): Promise<void> {
  const seconds: number[] = []
  for (let run = 0; run < FIRST_VISITS; run++) {
    const visit = await openPersistentVisit({ url }, { executablePath: findBrowser() })
    visit.proxy.decide(() => ({ holdUntil: sleep(REPLY_DELAY_MS) }))
    const start = performance.now()
    await visit.load('/')
    await waitForDirectory(visit.page)
    seconds.push((performance.now() - start) / 1_000)
    await visit.leave()
  }
  console.log(
    `first visit with ${REPLY_DELAY_MS} ms for each reply: opens without a network after ` +
      `${median(seconds).toFixed(1)} s, median of ${FIRST_VISITS}`,
  )
}

/**
 * With the directory on the device, closes the browser and opens it again without network. Reports the times
 * with the machine's load. They depend on the machine, so none of them fails the run.
 */
async function measure(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  await measureFirstVisits(product.url)
  const browser = await openBrowser({ executablePath: findBrowser() })
  try {
    const first = await browser.page()
    await first.goto(product.url)
    await waitForDirectory(first)
    // The second visit has a service worker, as any visit of an app in use.
    await first.reload()
    await waitForDirectory(first)
    await first.waitForTimeout(2_000)
    const starts: Start[] = []
    for (let run = 0; run < RUNS; run++) {
      await browser.reopen({ offline: true })
      const page = await browser.page()
      await page.waitForTimeout(BROWSER_START_MS)
      await page.addInitScript(() => {
        const whenShown = (name: 'firstResult' | 'confirmed', isShown: () => boolean) => {
          const observer = new MutationObserver(() => {
            if (!isShown()) return
            observer.disconnect()
            // After the frame that shows it.
            requestAnimationFrame(() =>
              setTimeout(() => Object.assign(window, { [name]: performance.now() })),
            )
          })
          observer.observe(document, {
            childList: true,
            subtree: true,
            attributes: true,
            attributeFilter: ['aria-busy', 'data-app'],
          })
        }
        whenShown('firstResult', () => document.querySelector('[data-results] article h3') !== null)
        whenShown(
          'confirmed',
          () =>
            document.documentElement.dataset['app'] === 'ready' &&
            document.querySelector('[data-results][data-source=device][aria-busy=false] article h3') !== null,
        )
      })
      const devtools = await browser.context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
      await page.goto(product.url)
      await page.waitForFunction(() => 'confirmed' in window)
      const start = await page.evaluate(() => ({
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        firstResult: (window as unknown as Start).firstResult,
        confirmed: (window as unknown as Start).confirmed,
        marks: performance
          .getEntriesByType('mark')
          .map(({ name, startTime }) => `${name} ${Math.round(startTime)}`),
      }))
      starts.push(start)
      console.log(
        `run ${run + 1}: first paint ${start.firstPaint.toFixed(0)} ms, first park ${start.firstResult.toFixed(0)} ms, confirmed ${start.confirmed.toFixed(0)} ms (load ${loadavg()[0]!.toFixed(1)}) ${start.marks.join(' ')}`,
      )
    }
    console.log(
      `start without network, ${SLOW_DOWN} times slower: first park after ${median(starts.map(({ firstResult }) => firstResult)).toFixed(0)} ms, ` +
        `first paint after ${median(starts.map(({ firstPaint }) => firstPaint)).toFixed(0)} ms, confirmed by the app's own search after ` +
        `${median(starts.map(({ confirmed }) => confirmed)).toFixed(0)} ms, median of ${RUNS} (goal of the first park ${FIRST_PARK_GOAL_MS} ms)`,
    )
  } finally {
    await browser.dispose()
    await product.dispose()
  }
}

await measure()

import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.ts'
import { buildClient } from '../../scripts/build.ts'
import { openBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'

/** Goal of a start without network, from opening the address to the first park on the screen, at a quarter of the processor's speed. Milliseconds. */
const GOAL = 1_000
const SLOW_DOWN = 4
const RUNS = 9

/** What the page notes of its own start; milliseconds since the navigation began. */
interface Start {
  firstPaint: number
  /** A park is on the screen: as the device showed it last, written into the document. */
  firstResult: number
  /** The app has taken the written screen over, and its own search has confirmed what it shows. */
  confirmed: number
}

/** The directory and the app's code are on the device. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/**
 * The directory is on the device, the browser is closed and opened again without network. Reported, never failed on: a time is a matter of the
 * machine. The processor's load before each run is printed with it.
 */
async function measure(): Promise<void> {
  await buildClient({ quiet: true })
  const product = await startProduct()
  const browser = await openBrowser({ executablePath: findBrowser() })
  try {
    const first = await browser.page()
    await first.goto(product.url)
    await installed(first)
    // A second visit lets the browser keep the code in its compiled form, as it does for any app in use.
    await first.reload()
    await installed(first)
    await first.waitForTimeout(2_000)
    const starts: Start[] = []
    for (let run = 0; run < RUNS; run++) {
      await browser.reopen({ offline: true })
      const page = await browser.page()
      await page.addInitScript(() => {
        const whenShown = (name: 'firstResult' | 'confirmed', isThere: () => boolean) => {
          const seen = new MutationObserver(() => {
            if (!isThere()) return
            seen.disconnect()
            // After the frame that shows it.
            requestAnimationFrame(() =>
              setTimeout(() => Object.assign(window, { [name]: performance.now() })),
            )
          })
          seen.observe(document, {
            childList: true,
            subtree: true,
            attributes: true,
            attributeFilter: ['aria-busy'],
          })
        }
        whenShown('firstResult', () => document.querySelector('[data-results] article h3') !== null)
        whenShown(
          'confirmed',
          () =>
            !('deeds' in window && window.deeds !== undefined) &&
            document.querySelector('[data-results][data-source=device][aria-busy=false] article h3') !== null,
        )
      })
      const slow = await browser.context.newCDPSession(page)
      await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
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
        `${median(starts.map(({ confirmed }) => confirmed)).toFixed(0)} ms, median of ${RUNS} (goal of the first park ${GOAL} ms)`,
    )
  } finally {
    await browser.dispose()
    await product.dispose()
  }
}

await measure()

import { cpSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { root } from '../../scripts/root.ts'
import { streetFiles } from '../../server/geo/street-map.ts'
import { startProduct } from '../../tests/support/product.ts'

/** How much slower the processor of a phone is. */
const SLOW_DOWN = 4
const RUNS = 5
const PAN_MS = 3_000
/** Drags in one direction, and how far each is. */
const FAR_DRAGS = 60
const DRAG_PIXELS = 500

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/**
 * Opens the map of a search in Marrickville, zooms in to 16 and pans it. Prints the processor time, times
 * four for a slow phone, until all tiles of a zoom are painted, and of a frame while
 * the map pans; and the memory of the page, also after panning far. The product has to be built.
 */
export async function mapPainting() {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS })
  try {
    const { tiles, packs } = streetFiles(product.dataDir)
    cpSync(path.join(root, 'tests/fixtures/map/map.pmtiles'), tiles)
    cpSync(path.join(root, 'tests/fixtures/map/map-packs.pmtiles'), packs)
    const zooms: number[] = []
    const canvases: number[] = []
    const rates: number[] = []
    const memory: number[] = []
    const farMemory: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        deviceScaleFactor: 2,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      // Processor time of the page's main thread, which other programs on this machine do not change much.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const busyMs = async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
      }
      const memoryOf = async () => {
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
        return usedSize
      }
      await page.goto(`${product.url}/?lat=-33.9105&lng=151.1625&distance=0.2`)
      const map = page.locator('[data-map="ready"] .leaflet-container')
      await page.locator('[data-map]').first().scrollIntoViewIfNeeded()
      await map.locator('.leaflet-tile-loaded').first().waitFor()
      // From the click until all tiles of the new zoom are painted: their data is loaded and drawn.
      const zoomed = async () =>
        page.evaluate(async () => {
          const button = document.querySelector<HTMLElement>('.leaflet-control-zoom-in')!
          const start = performance.now()
          button.click()
          let done = start
          const until = start + 3_000
          while (performance.now() < until) {
            await new Promise((resolve) => requestAnimationFrame(resolve))
            const all = document.querySelectorAll('canvas.leaflet-tile')
            const loaded = document.querySelectorAll('canvas.leaflet-tile-loaded')
            if (all.length > 0 && all.length === loaded.length) {
              done = performance.now()
              if (done - start > 60) break
            }
          }
          return done - start
        })
      for (let zoom = 11; zoom < 15; zoom++) await zoomed()
      let before = await busyMs()
      await zoomed()
      zooms.push(SLOW_DOWN * ((await busyMs()) - before))
      before = await busyMs()
      const frames = await page.evaluate(async (duration) => {
        const container = document.querySelector<HTMLElement>('.leaflet-container')!
        const { left, top, width } = container.getBoundingClientRect()
        const at = (type: string, x: number, y: number) =>
          (type === 'mousedown' ? container : document).dispatchEvent(
            new MouseEvent(type, {
              bubbles: true,
              clientX: left + x,
              clientY: top + y,
              button: 0,
              buttons: 1,
            }),
          )
        const start = performance.now()
        let count = 0
        at('mousedown', width / 2, 200)
        for (let now = start; now - start < duration; now = performance.now()) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          count++
          const angle = ((now - start) / duration) * 4 * Math.PI
          at('mousemove', width / 2 + 220 * Math.sin(angle), 200 + 160 * (1 - Math.cos(angle)))
        }
        at('mouseup', width / 2, 200)
        return count
      }, PAN_MS)
      rates.push((SLOW_DOWN * ((await busyMs()) - before)) / frames)
      memory.push(await memoryOf())
      const box = (await map.boundingBox())!
      for (let drag = 0; drag < FAR_DRAGS; drag++) {
        await page.mouse.move(box.x + box.width / 2 + DRAG_PIXELS / 2, box.y + 150)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width / 2 - DRAG_PIXELS / 2, box.y + 150, { steps: 4 })
        await page.mouse.up()
      }
      await page.waitForTimeout(500)
      farMemory.push(await memoryOf())
      canvases.push(
        await page.evaluate(() =>
          [...document.querySelectorAll('canvas')].reduce(
            (sum, { width, height }) => sum + 4 * width * height,
            0,
          ),
        ),
      )
      await context.close()
    }
    const megabytes = (values: number[]) => `${(median(values) / 1e6).toFixed(0)} MB`
    const list = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(', ')
    console.log(
      `map in the browser, processor time of the main thread x ${SLOW_DOWN}, ${RUNS} runs: the map at zoom 16 ` +
        `${median(zooms).toFixed(0)} ms (${list(zooms)}); a frame of panning ${median(rates).toFixed(1)} ms ` +
        `(${list(rates)}), of 20 for 50 frames a second; heap ${megabytes(memory)}, after panning ${(FAR_DRAGS * DRAG_PIXELS).toLocaleString('en')} pixels ` +
        `${megabytes(farMemory)}, and canvases ${megabytes(canvases)}; ` +
        `load average ${loadavg()[0]!.toFixed(1)}`,
    )
  } finally {
    await browser.close()
    await product.dispose()
  }
}

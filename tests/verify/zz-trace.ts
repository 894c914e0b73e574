import { findBrowser } from '../../scripts/browser.ts'
import { openBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'
import { waitForApp, waitForDirectory } from '../support/screen.ts'
const product = await startProduct()
const browser = await openBrowser({ executablePath: findBrowser(), hasTouch: true, isMobile: true })
const page = await browser.page()
await page.goto(product.url); await waitForDirectory(page)
const main = page.locator('main')
const acts: [string, string, () => Promise<unknown>][] = [
  ['page 2', '/?q=brisbane', () => main.getByRole('button', { name: 'Page 2', exact: true }).tap()],
  ['open', '/?q=brisbane', () => main.getByRole('link', { name: 'View Details' }).first().tap()],
  ['search', '/', async () => { await page.keyboard.press('Enter') }],
  ['save', '/?q=brisbane', () => main.getByRole('button', { name: /^(Add|Remove) .* favourites$/ }).first().tap()],
]
for (const [name, path, act] of acts) for (let r = 0; r < 2; r++) {
  await page.goto(product.url + path); await waitForApp(page); await page.waitForTimeout(2500)
  if (name === 'search') await main.getByRole('searchbox').fill('fitzroy')
  const cdp = await browser.context.newCDPSession(page)
  const events: any[] = []
  cdp.on('Tracing.dataCollected', (e: any) => events.push(...e.value))
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'v8', 'blink.user_timing', 'devtools.timeline.frame', 'latencyInfo'] } } as any)
  await act(); await page.waitForTimeout(900)
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end'); await done; await cdp.detach()
  const d = events.filter((e) => e.name === 'EventDispatch' && ['click', 'keydown', 'pointerup', 'touchend'].includes(e.args?.data?.type))
  const click = d.find((e) => e.args.data.type === 'click' || e.args.data.type === 'keydown')!
  const main_ = events.filter((e) => e.pid === click.pid && e.tid === click.tid && e.ph === 'X' && e.tdur !== undefined && e.ts >= d[0]!.ts - 1000).sort((a, b) => a.ts - b.ts || b.dur - a.dur)
  const stack: any[] = []
  for (const e of main_) { while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop(); e.depth = stack.length; stack.push(e) }
  console.log('##', name, r)
  for (const e of main_.filter((e) => e.tdur > 1500 && ['EventDispatch', 'FunctionCall', 'Layout', 'UpdateLayoutTree', 'Paint', 'PrePaint', 'TimerFire', 'FireAnimationFrame', 'Commit', 'Layerize', 'RunMicrotasks', 'ThreadControllerImpl::RunTask', 'v8.callFunction', 'BlinkScheduler_PerformMicrotaskCheckpoint'].includes(e.name)).slice(0, 40))
    console.log(`${((e.ts - d[0]!.ts) / 1000).toFixed(1).padStart(8)} ${' '.repeat(e.depth)}${e.name} ${(e.tdur / 1000).toFixed(1)} ${e.args?.data?.type ?? ''} ${(e.args?.data?.url ?? '').slice(-24)}`)
}
await browser.dispose(); await product.dispose()

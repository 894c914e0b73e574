import { findBrowser } from '../../scripts/browser.ts'
import { openBrowser } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'
import { waitForApp, waitForDirectory } from '../support/screen.ts'
import { statSync, existsSync } from 'node:fs'
const product = await startProduct()
const browser = await openBrowser({ executablePath: findBrowser(), viewport: process.argv[2] === 'wide' ? { width: 1440, height: 900 } : { width: 360, height: 740 } } as any)
const page = await browser.page()
const seen = new Set<string>()
browser.context.on('request', (r: any) => { if (/\.js(\?|$)/.test(r.url()) && !r.serviceWorker()) seen.add(new URL(r.url()).pathname) })
await page.goto(product.url); await waitForApp(page); await waitForDirectory(page); await page.waitForTimeout(3000)
console.log('at rest', seen.size)
await page.evaluate(() => scrollTo(0, 900)); await page.waitForTimeout(3000)
let t = 0
for (const p of seen) { const f = 'dist/client' + p + '.br'; const b = existsSync(f) ? statSync(f).size : 0; t += b; console.log((b / 1000).toFixed(1), p) }
console.log('total', (t / 1000).toFixed(1))
await browser.dispose(); await product.dispose()

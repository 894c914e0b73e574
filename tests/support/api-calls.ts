import type { Page } from 'playwright-core'
import type { Call } from './proxy.ts'

/** Requests to the API, without those for files. */
export const apiCalls = (calls: readonly Call[]): Call[] =>
  calls.filter(({ path }) => path.startsWith('/api/'))

/** API requests with `from ≤ at < from + length`, in milliseconds. */
export const callsIn = (calls: readonly Call[], from: number, length: number): Call[] =>
  apiCalls(calls).filter(({ at }) => at >= from && at < from + length)

/** The largest number of API requests in a period of `length` milliseconds that starts at or after `from`. */
export function mostCallsIn(calls: readonly Call[], from: number, length: number): number {
  const later = callsIn(calls, from, Infinity)
  return Math.max(0, ...later.map(({ at }) => callsIn(later, at, length).length))
}

/** Records the layout shifts of a page from now on. */
export const watchLayoutShifts = (page: Page) =>
  page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources?: { node?: Node | null }[]
      })[]) {
        const nodes = (entry.sources ?? []).map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.nodeName),
        )
        shifts.push(`${entry.value.toFixed(4)} ${nodes.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift' })
  })

export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { layoutShifts: string[] }).layoutShifts)

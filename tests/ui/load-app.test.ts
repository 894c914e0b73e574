import { afterEach, expect, test, vi } from 'vitest'
import { loadApp } from '../../client/first-screen/load-app.ts'

afterEach(() => vi.unstubAllGlobals())

/** A document whose app code the network delivers or not. */
function documentOf({ isDelivered }: { isDelivered: boolean }) {
  const notice = { hidden: true }
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('window', { earlyInput: [] })
  vi.stubGlobal('document', {
    hidden: true,
    addEventListener: (_name: string, listener: () => void) => listener(),
    querySelectorAll: () => [{ href: '/assets/app.js' }, { href: '/assets/libraries.js' }],
    querySelector: () => null,
    getElementById: (id: string) => (id === 'not-loaded' ? notice : null),
    createElement: (tag: string) => ({ tag }),
    head: {
      appendChild(element: { tag: string; onload?(): void; onerror?(): void }) {
        if (element.tag === 'script')
          queueMicrotask(() => (isDelivered ? element.onload!() : element.onerror!()))
        return element
      },
    },
  })
  return notice
}

test('a page whose code does not arrive says so', async () => {
  const notice = documentOf({ isDelivered: false })
  await loadApp()
  expect(notice.hidden).toBe(false)
})

test('a page whose code arrives says nothing', async () => {
  const notice = documentOf({ isDelivered: true })
  await loadApp()
  expect(notice.hidden).toBe(true)
})

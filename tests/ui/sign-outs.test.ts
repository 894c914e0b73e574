import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** What all tabs share. */
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Loads the page of a tab, with a form that is emptied after a log-out. */
async function openTab() {
  vi.resetModules()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const { announceSignOut, lastSignOut } = await import('../../client/platform/sign-outs.ts')
  const empty = vi.fn<() => void>()
  const close = lastSignOut.subscribe(empty)
  return {
    announceSignOut,
    lastSignOut,
    empty,
    close,
    dispatch: (type: string) => page.dispatchEvent(new Event(type)),
  }
}

test('a log-out empties the forms of its own tab and of every other, once each', async () => {
  const [first, second] = [await openTab(), await openTab()]
  second.announceSignOut()
  expect([first.empty, second.empty].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  // Browsers notify the other tabs. A page that was left meanwhile notices when the person returns to it.
  for (const type of ['storage', 'pageshow']) first.dispatch(type)
  expect([first.empty, second.empty].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('other changes of the storage, such as the end of a session, empty no form', async () => {
  const { announceSignOut, empty, dispatch } = await openTab()
  announceSignOut()
  stored.set('offlead-user', 'null')
  dispatch('storage')
  stored.clear()
  dispatch('storage')
  expect(empty).toHaveBeenCalledTimes(1)
})

test('a form opened after a log-out in another tab is emptied by the next one only', async () => {
  const { lastSignOut, empty, close } = await openTab()
  close()
  const other = await openTab()
  other.announceSignOut()
  lastSignOut.subscribe(empty)
  other.dispatch('storage')
  expect(empty).not.toHaveBeenCalled()
})

test('a log-out empties the forms of its own tab in a browser without storage', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { announceSignOut, empty } = await openTab()
  announceSignOut()
  expect(empty).toHaveBeenCalledTimes(1)
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Observable } from '../../client/platform/observable.ts'
import { DEFAULT_SETTINGS, readSettings, saveSettings } from '../../client/platform/settings.ts'

// Outside a component.
vi.mock('../../client/platform/use-observable.ts', () => ({
  useObservable: ({ subscribe }: Observable<unknown>) => subscribe(() => undefined),
}))

const window = new EventTarget()
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
}
const element = { classList: { toggle: () => true }, style: {} }

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: element, body: element })
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  stored.clear()
})

async function openPage() {
  const { useSettings: connect, ...page } = await import('../../client/platform/settings-store.ts')
  connect()
  return page
}
const goBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

describe('the settings of a page in the back/forward cache', () => {
  test('are those of other tabs when the user goes back, and a change keeps them', async () => {
    const { changeSettings, currentSettings } = await openPage()
    const elsewhere = { ...DEFAULT_SETTINGS, fontSize: 180, unit: 'km', highContrast: true } as const
    saveSettings(() => storage, elsewhere)
    goBack()
    expect(currentSettings()).toEqual(elsewhere)
    changeSettings({ reduceMotion: true })
    expect(readSettings(() => storage)).toEqual({ ...elsewhere, reduceMotion: true })
  })

  test('stay if the browser allows no storage', async () => {
    vi.stubGlobal('localStorage', {})
    const { changeSettings, currentSettings } = await openPage()
    changeSettings({ unit: 'km' })
    goBack()
    expect(currentSettings().unit).toBe('km')
  })
})

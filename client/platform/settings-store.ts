import { createObservable } from './observable.ts'
import {
  applySettings,
  DEFAULT_SETTINGS,
  isSettingsKey,
  saveSettings,
  MORE_CONTRAST,
  readSettings,
  type Settings,
} from './settings.ts'
import { onStorageChange } from './storage-change.ts'
import { useObservable } from './use-observable.ts'

const storage = () => localStorage

const settings = createObservable(readSettings(storage), () => {
  const unsubscribe = onStorageChange((key) => {
    if (isSettingsKey(key)) apply(readSettings(storage, settings.current()))
  })
  const contrast = matchMedia(MORE_CONTRAST)
  contrast.addEventListener('change', applyCurrent)
  return () => {
    unsubscribe()
    contrast.removeEventListener('change', applyCurrent)
  }
})

function apply(next: Settings) {
  applySettings(next, document, matchMedia(MORE_CONTRAST).matches)
  settings.set(next)
}

const applyCurrent = () => apply(settings.current())

/** The current settings, for code outside components. */
export const currentSettings = (): Settings => settings.current()

/** Changes and saves settings. They apply at once, in other tabs too. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...settings.current(), ...change }
  saveSettings(storage, next)
  apply(next)
}

export const resetSettings = () => changeSettings(DEFAULT_SETTINGS)

/** The current settings. The component re-renders when they change. */
export const useSettings = (): Settings => useObservable(settings)

/** The unit of distances. */
export const useUnit = (): Settings['unit'] => useSettings().unit

/** Whether the setting or the system asks for reduced motion. */
export const prefersReducedMotion = () =>
  currentSettings().reduceMotion || matchMedia('(prefers-reduced-motion: reduce)').matches

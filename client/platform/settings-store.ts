import { useSyncExternalStore } from 'react'
import {
  applySettings,
  DEFAULT_SETTINGS,
  isSettingsKey,
  saveSettings,
  MORE_CONTRAST,
  readSettings,
  type Settings,
} from './settings.ts'

const storage = () => localStorage
const listeners = new Set<() => void>()
let current = readSettings(storage)

function apply(next: Settings) {
  current = next
  applySettings(current, document, matchMedia(MORE_CONTRAST).matches)
  for (const listener of listeners) listener()
}

const onStorage = ({ key }: StorageEvent) => {
  if (isSettingsKey(key)) apply(readSettings(storage))
}
const onContrastChange = () => apply(current)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    matchMedia(MORE_CONTRAST).addEventListener('change', onContrastChange)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    matchMedia(MORE_CONTRAST).removeEventListener('change', onContrastChange)
  }
}

/** The current settings, for code outside components. */
export const currentSettings = (): Settings => current

/** Changes and saves settings. They apply at once, in other tabs too. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...current, ...change }
  saveSettings(storage, next)
  apply(next)
}

export const resetSettings = () => changeSettings(DEFAULT_SETTINGS)

/** The current settings. The component re-renders when they change. */
export const useSettings = (): Settings => useSyncExternalStore(subscribe, currentSettings, currentSettings)

/** The unit of distances. */
export const useUnit = (): Settings['unit'] => useSettings().unit

/** Whether the setting or the system asks for reduced motion. */
export const prefersReducedMotion = () =>
  current.reduceMotion || matchMedia('(prefers-reduced-motion: reduce)').matches

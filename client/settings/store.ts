import { useSyncExternalStore } from 'react'
import {
  applySettings,
  DEFAULT_SETTINGS,
  isSettingsKey,
  keepSettings,
  MORE_CONTRAST,
  readSettings,
  type Settings,
} from './settings.ts'

const storage = () => localStorage
const listeners = new Set<() => void>()
let current = readSettings(storage)

function take(next: Settings) {
  current = next
  applySettings(current, document, matchMedia(MORE_CONTRAST).matches)
  for (const listener of listeners) listener()
}

const hearOtherTab = ({ key }: StorageEvent) => {
  if (isSettingsKey(key)) take(readSettings(storage))
}
const hearSystem = () => take(current)

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', hearOtherTab)
    matchMedia(MORE_CONTRAST).addEventListener('change', hearSystem)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', hearOtherTab)
    matchMedia(MORE_CONTRAST).removeEventListener('change', hearSystem)
  }
}

/** The settings in force, outside of components. */
export const currentSettings = (): Settings => current

/** Changes settings: in force at once, here and in other tabs, and kept. */
export function changeSettings(change: Partial<Settings>): void {
  const next = { ...current, ...change }
  keepSettings(storage, next)
  take(next)
}

export const resetSettings = () => changeSettings(DEFAULT_SETTINGS)

/** The settings in force; the component is drawn again when one changes. */
export const useSettings = (): Settings => useSyncExternalStore(subscribe, currentSettings, currentSettings)

/** What distances are said in. */
export const useUnit = (): Settings['unit'] => useSettings().unit

/** Whether the person, or their system, has asked for less motion. */
export const prefersLessMotion = () =>
  current.reduceMotion || matchMedia('(prefers-reduced-motion: reduce)').matches

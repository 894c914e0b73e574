import { PERSON_HINT } from '../store/names.ts'
import { DEFAULT_SETTINGS, readSettings } from '../platform/settings.ts'

/** A user is stored on this device. Removed when the app has taken over. */
export const SIGNED_IN = 'signed-in'
/** The unit of distances is not the default. */
const OTHER_UNIT = 'other-unit'
/** The page has not been scrolled yet. */
const UNSCROLLED = 'unscrolled'

function hasStoredUser(): boolean {
  try {
    return localStorage.getItem(PERSON_HINT) !== null
  } catch {
    // Without storage, the user counts as signed out.
    return false
  }
}

/**
 * Sets classes on the root element for what only the device knows, so that the prerendered screen, which is
 * the same for everyone, shows nothing wrong (first-screen.css).
 */
export function setDeviceClasses(): void {
  const { classList } = document.documentElement
  classList.toggle(SIGNED_IN, hasStoredUser())
  classList.toggle(OTHER_UNIT, readSettings(() => localStorage).unit !== DEFAULT_SETTINGS.unit)
  classList.add(UNSCROLLED)
  addEventListener('scroll', () => classList.remove(UNSCROLLED), { once: true, passive: true })
}

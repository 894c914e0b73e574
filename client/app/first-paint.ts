import { PERSON_HINT, SIGNED_IN_CLASS } from '../store/names.ts'
import { loadApp } from './load-app.ts'
import { recordEarlyEvents } from './prerendered.ts'
import { applySettings, DEFAULT_SETTINGS, MORE_CONTRAST, readSettings } from '../platform/settings.ts'

/** Set on the root element until the first scroll (client/app/styles/app.css). */
const UNSCROLLED = 'unscrolled'

// Runs in the head before the first paint, so that high contrast and large text apply from the start.
const apply = () =>
  applySettings(
    readSettings(() => localStorage),
    document,
    matchMedia(MORE_CONTRAST).matches,
  )
apply()
try {
  // The prerendered screen is for signed-out visitors: this hides its login buttons from a signed-in user.
  if (localStorage.getItem(PERSON_HINT) !== null) document.documentElement.classList.add(SIGNED_IN_CLASS)
} catch {
  // Without storage, the user counts as signed out.
}
// The prerendered static maps have a scale in the default unit, so they are hidden for other units.
if (readSettings(() => localStorage).unit !== DEFAULT_SETTINGS.unit)
  document.documentElement.classList.add('other-unit')
document.documentElement.classList.add(UNSCROLLED)
addEventListener('scroll', () => document.documentElement.classList.remove(UNSCROLLED), {
  once: true,
  passive: true,
})
recordEarlyEvents()
// Applies the classes to the body as soon as it exists, before it is painted.
new MutationObserver((_changes, observer) => {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- null while the head is parsed
  if (document.body === null) return
  observer.disconnect()
  apply()
}).observe(document.documentElement, { childList: true })
void loadApp()

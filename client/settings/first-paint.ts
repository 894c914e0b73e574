import { PERSON_HINT, SOMEBODY } from '../store/names.ts'
import { loadApp } from '../ui/bring-code.ts'
import { recordEarlyEvents } from '../ui/written.ts'
import { applySettings, DEFAULT_SETTINGS, MORE_CONTRAST, readSettings } from './settings.ts'

/** On the document's element until somebody scrolls (client/styles/app.css). */
const UNSCROLLED = 'unscrolled'

// Runs in the head, before anything is painted: a person who needs high contrast or large text never sees the page without it.
const apply = () =>
  applySettings(
    readSettings(() => localStorage),
    document,
    matchMedia(MORE_CONTRAST).matches,
  )
apply()
try {
  // The first screen is written for nobody in particular: who is signed in is not offered to log in while the app is on its way.
  if (localStorage.getItem(PERSON_HINT) !== null) document.documentElement.classList.add(SOMEBODY)
} catch {
  // Storage that refuses knows nobody.
}
// Pictures in the written screen say distances in the usual unit.
if (readSettings(() => localStorage).unit !== DEFAULT_SETTINGS.unit)
  document.documentElement.classList.add('other-unit')
document.documentElement.classList.add(UNSCROLLED)
addEventListener('scroll', () => document.documentElement.classList.remove(UNSCROLLED), {
  once: true,
  passive: true,
})
recordEarlyEvents()
// The body gets its classes in the moment it is there, still before it is painted.
new MutationObserver((_changes, observer) => {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- while the head is read there is none
  if (document.body === null) return
  observer.disconnect()
  apply()
}).observe(document.documentElement, { childList: true })
void loadApp()

import { applySettings, MORE_CONTRAST, readSettings } from './settings.ts'

// Runs in the head, before anything is painted: a person who needs high contrast or large text never sees the page without it.
const apply = () => applySettings(readSettings(() => localStorage), document, matchMedia(MORE_CONTRAST).matches)
apply()
// The body gets its classes in the moment it is there, still before it is painted.
new MutationObserver((_changes, observer) => {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- while the head is read there is none
  if (document.body === null) return
  observer.disconnect()
  apply()
}).observe(document.documentElement, { childList: true })

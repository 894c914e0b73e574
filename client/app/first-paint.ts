import { beforeApp } from '../first-screen/before-app.ts'
import { applySettings, MORE_CONTRAST, readSettings } from '../platform/settings.ts'

// Runs in the head before the first paint, so that high contrast and large text apply from the start.
const apply = () =>
  applySettings(
    readSettings(() => localStorage),
    document,
    matchMedia(MORE_CONTRAST).matches,
  )
apply()
beforeApp()
// Applies the classes to the body as soon as it exists, before it is painted.
new MutationObserver((_changes, observer) => {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- null while the head is parsed
  if (document.body === null) return
  observer.disconnect()
  apply()
}).observe(document.documentElement, { childList: true })

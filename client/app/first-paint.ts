import { beforeApp } from '../first-screen/before-app.ts'
import { applySettings, MORE_CONTRAST, readSettings } from '../platform/settings.ts'

/**
 * Whether this browser can run the app's code: Chrome 110, Firefox 115, Safari 16.4. The styles need Chrome 111
 * and Firefox 128 (docs/browsers.md); browsers in between run the app with some styles missing.
 */
const isSupported = () => 'toSorted' in Array.prototype && 'DecompressionStream' in window

// Runs in the head before the first paint, so that high contrast and large text apply from the start.
const apply = () =>
  applySettings(
    readSettings(() => localStorage),
    document,
    matchMedia(MORE_CONTRAST).matches,
  )

function prepare(): void {
  apply()
  if (isSupported()) beforeApp()
  // The page stays as the server has written it.
  else
    addEventListener('DOMContentLoaded', () =>
      document.getElementById('old-browser')?.removeAttribute('hidden'),
    )
  // Applies the classes to the body as soon as it exists, before it is painted.
  new MutationObserver((_changes, observer) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- null while the head is parsed
    if (document.body === null) return
    observer.disconnect()
    apply()
  }).observe(document.documentElement, { childList: true })
}

// The document has this script twice, in case it does not arrive (scripts/first-paint.ts).
const { dataset } = document.documentElement
if (dataset['prepared'] === undefined) {
  dataset['prepared'] = ''
  prepare()
}

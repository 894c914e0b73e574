import { reloadWhenBack } from '../platform/reload-when-back.ts'
import { setDeviceClasses } from './device-classes.ts'
import { recordEarlyInput } from './early-input.ts'
import { loadApp } from './load-app.ts'

/**
 * Prepares the prerendered screen before its first paint, records what the user does on it, and loads the
 * app. Call it once, in a script in the document's head.
 */
export function beforeApp(): void {
  setDeviceClasses()
  recordEarlyInput()
  // In WebKit, code that was being loaded when the page was left never arrives, and no event says so.
  addEventListener('pageshow', (event) => {
    if (document.documentElement.dataset['app'] === undefined) reloadWhenBack(event)
  })
  void loadApp()
}

import { onVisible } from '../../platform/visibility.ts'

/** Calls the listener each time the user returns to the page from another tab, window or app. */
export function onReturn(listener: () => void): () => void {
  const stop = onVisible(listener)
  addEventListener('focus', listener)
  return () => {
    stop()
    removeEventListener('focus', listener)
  }
}

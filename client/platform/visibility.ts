export const isVisible = () => document.visibilityState === 'visible'

/** Calls the listener each time the page is shown again. */
export function onVisible(listener: () => void): () => void {
  const onChange = () => {
    if (isVisible()) listener()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

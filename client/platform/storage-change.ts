/**
 * Calls back when another tab may have changed the local storage: with the key, or with `null` if any may have changed.
 * A page in the back/forward cache gets no storage events, so it calls back when it returns.
 * @returns a function that stops it
 */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => listener(key)
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener(null)
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
  }
}

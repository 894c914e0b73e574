import { useSyncExternalStore } from 'react'
import type { Watched } from './observable.ts'

/**
 * The value of a {@link Watched}; the component is drawn again when it changes. Also where the first screen
 * is written, without a browser.
 */
export const useWatched = <T>({ subscribe, current }: Watched<T>): T =>
  useSyncExternalStore(subscribe, current, current)

import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The value of an {@link Observable}. The component re-renders when it changes. Also for prerendering. */
export const useObservable = <T>({ subscribe, current }: Observable<T>): T =>
  useSyncExternalStore(subscribe, current, current)

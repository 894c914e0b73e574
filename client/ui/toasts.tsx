import { lazy, Suspense } from 'react'
import { currentToast } from '../platform/toast.ts'
import { useObservable } from '../platform/use-observable.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

const hasToast = { subscribe: currentToast.subscribe, current: () => currentToast.current() !== null }

/** Loads the toaster's code with the first toast. */
export function Toasts() {
  return useObservable(hasToast) ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

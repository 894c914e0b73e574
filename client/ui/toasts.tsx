import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToast, onToast } from '../platform/toast-queue.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

const hasToast = () => currentToast() !== null

/** Loads the toaster's code with the first toast. */
export function Toasts() {
  return useSyncExternalStore(onToast, hasToast, hasToast) ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

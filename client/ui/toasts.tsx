import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToast, onToast } from './toast-queue.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

const anything = () => currentToast() !== null

/** The place of toasts; it is fetched with the first of them. */
export function Toasts() {
  return useSyncExternalStore(onToast, anything, anything) ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

import { currentToast } from '../platform/toast.ts'
import { useObservable } from '../platform/use-observable.ts'
import { loadedLater } from './loaded-later.tsx'

const Toaster = loadedLater(() => import('./toaster.tsx'))

const hasToast = { subscribe: currentToast.subscribe, current: () => currentToast.current() !== null }

/** Loads the toaster's code with the first toast. */
export function Toasts() {
  return useObservable(hasToast) ? <Toaster /> : null
}

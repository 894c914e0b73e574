import { startTransition, useEffect, useReducer, useRef } from 'react'
import { reloadIfEmpty } from '../platform/missing-code.ts'

/** React renders a change much sooner, on slow phones too. */
const STUCK_AFTER_MS = 1_000

/**
 * Loads the page again if it comes back from the back/forward cache and React no longer renders by itself, unless a form
 * contains input. React's scheduler sends itself a message and waits for it before it sends the next; Firefox sometimes
 * loses one that is on its way when the page is left. What is pressed is still rendered, changes of data are not.
 */
export function useReloadWhenStuck(): void {
  const [returns, countReturn] = useReducer((count: number) => count + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => reloadIfEmpty(event), STUCK_AFTER_MS)
      // Other changes are rendered with the next press, which needs no message.
      startTransition(countReturn)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  useEffect(() => {
    if (returns > 0) clearTimeout(timer.current)
  }, [returns])
}

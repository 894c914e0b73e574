import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A callback with a stable identity that always calls the latest function, for props of memoised components.
 * Only for event handlers: it must not be called while rendering.
 */
export function useStableCallback<A extends unknown[]>(latest: (...args: A) => void): (...args: A) => void {
  const ref = useRef(latest)
  useLayoutEffect(() => {
    ref.current = latest
  })
  return useCallback((...args: A) => ref.current(...args), [])
}

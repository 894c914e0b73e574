import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same while what it does is always the latest, for components that are drawn again only when what they are given
 * changes. To be called in answer to events, not while something is drawn.
 */
export function useSameFunction<A extends unknown[]>(latest: (...args: A) => void): (...args: A) => void {
  const held = useRef(latest)
  useLayoutEffect(() => {
    held.current = latest
  })
  return useCallback((...args: A) => held.current(...args), [])
}

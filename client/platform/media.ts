import { useSyncExternalStore } from 'react'
import { breakpointScale } from './settings.ts'
import { useSettings } from './settings-store.ts'

/** Whether a media query matches now. `whilePrerendering`: the answer where there is no screen. */
export function useMedia(query: string, whilePrerendering = false): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => whilePrerendering,
  )
}

/**
 * Whether the screen is at least this wide, like the breakpoints of the styles: in rem at the browser's default
 * text size, and wider for larger text.
 */
export function useMinWidth(rem: number, whilePrerendering = false): boolean {
  return useMedia(`(min-width: ${rem * breakpointScale(useSettings())}rem)`, whilePrerendering)
}

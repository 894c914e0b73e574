import { useRef } from 'react'

/** A heading that takes the focus, if the element that had it has disappeared. */
export function useFallbackFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  return {
    heading,
    takeLostFocus() {
      // In the next frame, the element has been removed from the page.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) heading.current?.focus()
      })
    },
  }
}

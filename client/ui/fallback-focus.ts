import { useEffect, useRef } from 'react'

/**
 * A heading that takes the focus from a control that disappears. `beforeChange`: to be called by the control when
 * it is used. The component that has this is rendered again when the control disappears.
 */
export function useFallbackFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const used = useRef<Element>(null)
  useEffect(() => {
    if (used.current === null || used.current.isConnected) return
    used.current = null
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return {
    heading,
    beforeChange() {
      used.current = document.activeElement
    },
  }
}

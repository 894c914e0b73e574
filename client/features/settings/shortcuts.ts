import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSettings } from '../../platform/settings-store.ts'

/** Whether key presses on this element are text input. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select'))
  )
}

/** The visible search box: the page's own before the header's. */
function visibleSearchBox(): HTMLInputElement | undefined {
  const boxes = [
    ...document.querySelectorAll<HTMLInputElement>('main search input'),
    ...document.querySelectorAll<HTMLInputElement>('header search input'),
  ]
  return boxes.find((box) => box.getClientRects().length > 0)
}

/**
 * `/` focuses the search, Alt+1 opens the home page. Not while typing, in an open dialog, or when switched
 * off (WCAG 2.1.4). With 'Screen Reader Optimized', `/` is off, because screen readers use single keys
 * themselves.
 */
export function useShortcuts(): void {
  const router = useRouter()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { shortcuts, screenReader } = currentSettings()
      if (
        !shortcuts ||
        event.defaultPrevented ||
        event.isComposing ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey
      )
        return
      if (isTyping(event.target) || document.querySelector('[role=dialog]')) return
      if (event.altKey && !event.shiftKey && event.code === 'Digit1') {
        event.preventDefault()
        void router.navigate({ to: '/' })
      } else if (event.key === '/' && !event.altKey && !screenReader) {
        event.preventDefault()
        void focusSearch()
      }
    }
    const focusSearch = async () => {
      // Small screens have a visible search box on the home page only.
      if (visibleSearchBox() === undefined) await router.navigate({ to: '/' })
      const box = visibleSearchBox()
      box?.focus()
      box?.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [router])
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSettings } from './store.ts'

/** Whether keys that are pressed here are meant for a field. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select'))
  )
}

/** The search box in sight: that of the page before that of the header. */
function searchInSight(): HTMLInputElement | undefined {
  const boxes = [
    ...document.querySelectorAll<HTMLInputElement>('main search input'),
    ...document.querySelectorAll<HTMLInputElement>('header search input'),
  ]
  return boxes.find((box) => box.checkVisibility())
}

/**
 * `/` leads to the search, Alt+1 home (decision 43): not while typing, not under an open dialog, not when switched off. A screen reader
 * has its own use for single keys, so `/` stays out of its way.
 */
export function useShortcuts(): void {
  const router = useRouter()
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
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
        void toSearch()
      }
    }
    const toSearch = async () => {
      // A small screen has its search on the home page.
      if (searchInSight() === undefined) await router.navigate({ to: '/' })
      const box = searchInSight()
      box?.focus()
      box?.select()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [router])
}

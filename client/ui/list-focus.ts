import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** Props of a row of such a list: it can take the focus. */
export const ROW = { tabIndex: -1, 'data-row': true } as const

/**
 * When the control that has the focus disappears, such as the button that removes its row, moves the focus to the
 * row that is in its place now, or to `fallback` if there are no rows. Returns props of the element around the
 * rows and controls.
 */
export function useListFocus<List extends HTMLElement>(fallback: RefObject<HTMLElement | null>) {
  const list = useRef<List>(null)
  /** `index`: number of rows before the control. */
  const focused = useRef<{ control: Element; index: number } | null>(null)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  useEffect(() => {
    if (focused.current === null || focused.current.control.isConnected) return
    const { index } = focused.current
    focused.current = null
    if (document.activeElement !== document.body) return
    const next = rows().at(index) ?? rows().at(-1) ?? fallback.current
    next?.focus()
  })
  return {
    ref: list,
    onFocus({ target }: FocusEvent) {
      const isBefore = (row: Element) =>
        row.compareDocumentPosition(target) === Node.DOCUMENT_POSITION_FOLLOWING
      focused.current = { control: target, index: rows().filter(isBefore).length }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // Without a related target, the element was removed rather than left.
      if (relatedTarget !== null) focused.current = null
    },
  }
}

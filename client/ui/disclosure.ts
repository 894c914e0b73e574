import { useEffect, useRef, useState } from 'react'

/**
 * State of a button that opens a box below itself. Esc, a click outside and moving the focus outside close
 * it.
 */
export function useDisclosure<Box extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const box = useRef<Box>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const closeIfOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false)
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('pointerdown', closeIfOutside)
    addEventListener('focusin', closeIfOutside)
    addEventListener('keydown', closeOnEscape)
    return () => {
      removeEventListener('pointerdown', closeIfOutside)
      removeEventListener('focusin', closeIfOutside)
      removeEventListener('keydown', closeOnEscape)
    }
  }, [open])
  return { open, box, button, toggle: () => setOpen(!open), close: () => setOpen(false) }
}

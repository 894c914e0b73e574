import { useEffect, useRef, useState } from 'react'

/** A button and what it opens beneath itself. Esc, a tap beside it and leaving it with the keyboard close it. */
export function useDisclosure<Box extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const box = useRef<Box>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const beside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('pointerdown', beside)
    addEventListener('focusin', beside)
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('pointerdown', beside)
      removeEventListener('focusin', beside)
      removeEventListener('keydown', escape)
    }
  }, [open])
  return { open, box, button, toggle: () => setOpen(!open), close: () => setOpen(false) }
}

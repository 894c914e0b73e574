import * as Dialog from '@radix-ui/react-dialog'
import { useState, type ReactNode } from 'react'
import { CloseButton, Modal } from './modal.tsx'
import { escapeToSuggestions } from './escape.ts'
import { UI_TEXTS } from './texts.ts'

interface SheetProps {
  onClose(): void
  title: ReactNode
  /** Fixed footer below the scrolling content, for buttons. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A modal panel at the bottom of the screen. Traps the focus, returns it on close, and closes with Esc or a
 * tap outside.
 */
export function Sheet({ onClose, title, foot, children }: SheetProps) {
  // There is no Radix trigger, so the focus returns to the element that had it, unless something else took
  // it.
  const [opener] = useState(() => document.activeElement)
  function returnFocus(event: Event) {
    event.preventDefault()
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Modal
      onClose={onClose}
      aria-describedby={undefined}
      onCloseAutoFocus={returnFocus}
      onEscapeKeyDown={escapeToSuggestions}
      className="inset-x-0 bottom-0 mx-auto flex max-h-[88dvh] max-w-xl animate-sheet flex-col rounded-t-card"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
        <Dialog.Title className="flex items-center gap-3 text-l">{title}</Dialog.Title>
        <CloseButton label={UI_TEXTS.close} />
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain px-4 py-3">{children}</div>
      {foot && (
        <div className="border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </Modal>
  )
}

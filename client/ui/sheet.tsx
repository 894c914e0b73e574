import * as Dialog from 'radix-ui/dialog'
import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { escapeToSuggestions } from './suggestion-list.tsx'
import { TEXTS } from './texts.ts'

interface SheetProps {
  open: boolean
  onClose(): void
  title: ReactNode
  /** What stays in sight below the scrolling part: the buttons, in reach of the thumb. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A panel that comes up from the bottom of a small screen. Keeps the focus, gives it back, closes with Esc and on a touch beside it.
 * The page behind keeps still by a mark on the root element: Radix's own way writes a style element, which our policy refuses.
 */
export function Sheet({ open, onClose, title, foot, children }: SheetProps) {
  // There is no trigger that Radix knew: who had the focus before gets it back, unless it has gone on to something else.
  const [opener] = useState(() => document.activeElement)
  function giveFocusBack(event: Event) {
    event.preventDefault()
    if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
  }
  useEffect(() => {
    if (!open) return
    const root = document.documentElement
    root.dataset['sheet'] = ''
    return () => void delete root.dataset['sheet']
  }, [open])
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
          onEscapeKeyDown={escapeToSuggestions}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[88dvh] max-w-xl animate-sheet flex-col rounded-t-card bg-page shadow-lifted"
        >
          <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="flex items-center gap-3 text-l">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={TEXTS.header.close}>
                <CloseIcon />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain px-4 py-3">{children}</div>
          {foot && (
            <div className="border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {foot}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

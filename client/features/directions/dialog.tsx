import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useState } from 'react'
import type { Park } from '../../../data/model/park.ts'
import { CloseButton, Modal } from '../../ui/modal.tsx'
import { escapeToSuggestions } from '../../ui/escape.ts'
import './print.css'
import { DirectionsPanel } from './panel.tsx'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

/**
 * Modal dialog with directions to a park, full-screen on phones. Traps the focus, returns it on close, closes
 * with Esc.
 */
export default function DirectionsDialog({ park, onClose }: { park: Park; onClose(): void }) {
  // There is no Radix trigger, so the focus returns to the element that had it.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    const root = document.documentElement
    root.dataset['dialog'] = 'directions'
    return () => void delete root.dataset['dialog']
  }, [])
  return (
    <Modal
      onClose={onClose}
      aria-describedby={undefined}
      onEscapeKeyDown={escapeToSuggestions}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (opener instanceof HTMLElement) opener.focus()
      }}
      className="inset-0 mx-auto flex animate-rise flex-col md:inset-y-6 md:max-w-5xl md:rounded-card
            print:static print:block print:max-w-none print:shadow-none"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-5 print:hidden">
        <Dialog.Title className="text-l">{T.title(park.name)}</Dialog.Title>
        <CloseButton label={T.close} />
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain p-4 md:p-5 print:overflow-visible print:p-0">
        <DirectionsPanel park={park} />
      </div>
    </Modal>
  )
}

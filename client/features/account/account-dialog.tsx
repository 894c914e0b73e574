import * as Dialog from '@radix-ui/react-dialog'
import { useEffect, useState } from 'react'
import { AccountForms } from './forms.tsx'
import type { AccountTab } from './forms.tsx'
import { useUser } from '../../queries/session.ts'
import { ACCOUNT_TEXTS as T } from './texts.ts'
import { CloseButton, Modal } from '../../ui/modal.tsx'

interface AccountDialogProps {
  initial: AccountTab
  onClose(): void
  /** Called after the dialog has closed, so that the caller can move the focus. */
  onClosed(): void
}

/**
 * Log in or register without leaving the page. Mounted while open; traps the focus, and closes with Esc or
 * once a user is signed in.
 */
export default function AccountDialog({ initial, onClose, onClosed }: AccountDialogProps) {
  const [tab, setTab] = useState(initial)
  const user = useUser()
  useEffect(() => {
    if (user) onClose()
  }, [user, onClose])
  return (
    <Modal
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
      className="inset-0 m-auto flex h-fit max-h-dvh w-full max-w-lg animate-rise flex-col overflow-hidden sm:max-h-[92dvh] sm:rounded-card"
    >
      <div className="flex items-start justify-between gap-3 border-b border-line py-3 pr-2 pl-5">
        <div className="grid gap-1 py-1">
          <Dialog.Title className="text-xl">{T.title}</Dialog.Title>
          <Dialog.Description className="text-s text-muted">{T.dialog}</Dialog.Description>
        </div>
        <CloseButton label={T.close} />
      </div>
      <div className="overflow-y-auto overscroll-contain p-5">
        <AccountForms
          place="dialog"
          returnTo={location.pathname + location.search}
          tab={tab}
          onTab={setTab}
        />
      </div>
    </Modal>
  )
}

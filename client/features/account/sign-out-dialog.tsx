import * as Dialog from '@radix-ui/react-dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignOutActions } from '../../queries/index.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { closeSignOutQuestion, showSignOutFailure } from './sign-out.ts'
import { signOutNow } from './sign-out-now.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.signOut

/** Asks what to do with unsent changes before signing out. Esc cancels. */
export default function SignOutDialog({ unsent: initialCount }: { unsent: number }) {
  const client = useQueryClient()
  const actions = useSignOutActions()
  const signOut = useMutation({
    mutationFn: (unsent: 'keep' | 'discard') => signOutNow(client, actions, unsent),
    onSuccess: closeSignOutQuestion,
    onError: showSignOutFailure,
  })
  const [remaining, setRemaining] = useState(initialCount)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [opener] = useState(() => document.activeElement)
  const busy = sending || signOut.isPending

  async function send() {
    setSending(true)
    setTrouble(null)
    try {
      await actions.sync().catch(() => undefined)
      const count = await actions.unsent()
      setRemaining(count)
      if (count === 0) signOut.mutate('keep')
      else setTrouble(T.notSent(count))
    } finally {
      setSending(false)
    }
  }

  function restoreFocus(event: Event) {
    event.preventDefault()
    // After signing out, the button that had the focus is gone, so the header's first button gets it.
    const target =
      opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        ? opener
        : document.querySelector<HTMLElement>('header button')
    target?.focus()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && !busy && closeSignOutQuestion()}>
      <Modal
        onCloseAutoFocus={restoreFocus}
        className="inset-0 m-auto grid h-fit max-h-dvh w-full max-w-md animate-rise content-start gap-4 overflow-y-auto p-5 sm:rounded-card"
      >
        <Dialog.Title className="text-xl">{T.title}</Dialog.Title>
        <Dialog.Description>{T.lead(remaining)}</Dialog.Description>
        {trouble && (
          <p role="alert" className="rounded-control bg-closed-wash p-3">
            {trouble}
          </p>
        )}
        <div className="grid gap-3">
          <Button aria-disabled={busy} onClick={() => !busy && void send()}>
            {sending ? T.sending : T.send}
          </Button>
          <div className="grid gap-1">
            <Button
              look="outline"
              aria-disabled={busy}
              aria-describedby="sign-out-keep"
              onClick={() => !busy && signOut.mutate('keep')}
            >
              {T.keep}
            </Button>
            <p id="sign-out-keep" className="text-s text-muted">
              {T.keepNote}
            </p>
          </div>
          <div className="grid gap-1">
            <Button
              look="outline"
              className="border-closed! text-closed!"
              aria-disabled={busy}
              aria-describedby="sign-out-discard"
              onClick={() => !busy && signOut.mutate('discard')}
            >
              {T.discard}
            </Button>
            <p id="sign-out-discard" className="text-s text-muted">
              {T.discardNote}
            </p>
          </div>
          <Dialog.Close asChild>
            <Button look="quiet" aria-disabled={busy}>
              {T.stay}
            </Button>
          </Dialog.Close>
        </div>
      </Modal>
    </Dialog.Root>
  )
}

import * as Dialog from '@radix-ui/react-dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSignOutActions } from '../../queries/index.ts'
import { useUser } from '../../queries/session.ts'
import type { Unsent } from '../../queries/types.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showSignOutFailure } from './sign-out.ts'
import { signOutNow } from './sign-out-now.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.signOut

const join = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(' ')

/**
 * Asks what to do with unsent changes and drafts before signing out. Esc cancels, and so does a change of the user,
 * as in another tab.
 */
export default function SignOutDialog({ unsent: initial, onClose }: { unsent: Unsent; onClose(): void }) {
  const client = useQueryClient()
  const actions = useSignOutActions()
  const userId = useUser()?.id
  const signOut = useMutation({
    mutationFn: (unsent: 'keep' | 'discard') => signOutNow(client, actions, unsent, initial.userId),
    onSuccess: onClose,
    onError: showSignOutFailure,
  })
  const [{ changes, drafts }, setUnsent] = useState(initial)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [opener] = useState(() => document.activeElement)
  const busy = sending || signOut.isPending

  useEffect(() => {
    if (userId !== initial.userId) onClose()
  }, [userId, initial, onClose])

  async function send() {
    setSending(true)
    setTrouble(null)
    try {
      await actions.sync().catch(() => undefined)
      const remaining = await actions.unsent()
      if (!remaining?.changes) return signOut.mutate('keep')
      setUnsent(remaining)
      setTrouble(T.notSent(remaining.changes))
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
    <Modal
      onClose={() => {
        if (!busy) onClose()
      }}
      onCloseAutoFocus={restoreFocus}
      className="inset-0 m-auto grid h-fit max-h-dvh w-full max-w-md animate-rise content-start gap-4 overflow-y-auto p-5 sm:rounded-card"
    >
      <Dialog.Title className="text-xl">{T.title}</Dialog.Title>
      <Dialog.Description>
        {join(changes > 0 && T.changes(changes), drafts > 0 && T.drafts(drafts))}
      </Dialog.Description>
      {trouble && (
        <p role="alert" className="rounded-control bg-closed-wash p-3">
          {trouble}
        </p>
      )}
      <div className="grid gap-3">
        {changes > 0 && (
          <div className="grid gap-1">
            <Button
              aria-disabled={busy}
              aria-describedby="sign-out-send"
              onClick={() => !busy && void send()}
            >
              {sending ? T.sending : T.send}
            </Button>
            <p id="sign-out-send" className="text-s text-muted empty:hidden">
              {drafts > 0 && T.keepDrafts}
            </p>
          </div>
        )}
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
            {join(changes > 0 && T.keepChanges, drafts > 0 && T.keepDrafts)}
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
  )
}

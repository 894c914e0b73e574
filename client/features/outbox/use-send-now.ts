import { useState } from 'react'
import { useSignOutActions } from '../../queries/index.ts'
import { toast } from '../../platform/toast-queue.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'

/** Sends the waiting changes now and shows a toast with the result. */
export function useSendNow() {
  const { sync } = useSignOutActions()
  const [sending, setSending] = useState(false)
  async function send() {
    if (sending) return
    setSending(true)
    const done = await sync().then(
      (drained) => drained === 'done',
      () => false,
    )
    setSending(false)
    if (done) toast({ title: T.sent })
    else toast({ title: T.notSent, description: T.notSentBody, look: 'destructive' })
  }
  return { sending, send: () => void send() }
}

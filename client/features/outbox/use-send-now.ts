import { useState } from 'react'
import { useDataServices } from '../../queries/context.ts'
import { toast } from '../../platform/toast.ts'
import { sendNow } from './send-now.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'

/**
 * Sends the waiting changes now and shows a toast with the result.
 * @param onSettled called when none is waiting any more, so that the page can move the focus
 */
export function useSendNow(onSettled?: () => void) {
  const { personal } = useDataServices()
  const [sending, setSending] = useState(false)
  async function send() {
    if (sending) return
    setSending(true)
    const result = await personal
      .settledStore()
      .then(sendNow)
      .catch(() => 'not-sent' as const)
    setSending(false)
    if (result !== 'not-sent') onSettled?.()
    if (result === 'sent') toast({ title: T.sent })
    else if (result === 'not-sent')
      toast({ title: T.notSent, description: T.notSentBody, look: 'destructive' })
    else toast({ title: T.refused(result.refused), description: T.refusedBody, look: 'destructive' })
  }
  return { sending, send: () => void send() }
}

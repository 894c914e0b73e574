import { useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { toast } from '../../platform/toast-queue.ts'
import { acceptMessage, addressOf, readMessage, reject } from '../../api/admin.ts'
import { useAdminChange, useAdminRead } from './queries.ts'
import { Decided, Note, useBackToList } from './inbox-item-parts.tsx'
import { Block, Heading, ReadPlaceholder, formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

/** A message from the contact form. Administrators reply with their own e-mail program. */
export function MessageDetail({ id }: { id: number }) {
  const read = useAdminRead(addressOf(`messages/${id}`), readMessage)
  const [note, setNote] = useState('')
  const back = useBackToList('messages')
  const afterDecision = (title: string) => ({
    done: () => {
      toast({ title })
      back()
    },
  })
  const close = useAdminChange(acceptMessage, afterDecision(T.closed))
  const rejection = useAdminChange(reject, afterDecision(T.rejected))
  const busy = close.isPending || rejection.isPending
  const { data } = read
  if (data === undefined) return <ReadPlaceholder read={read} error={T.error} className="h-96" />
  return (
    <>
      <Heading
        title={data.subject}
        lead={`${T.sentOn(formatDate(data.createdAt))}, ${T.from(data.username)}`}
      />
      <Decided item={data} />
      <Block title={`${data.name}, ${data.email}`}>
        <p className="max-w-prose whitespace-pre-line">{data.message}</p>
        <a
          href={`mailto:${encodeURIComponent(data.email)}?subject=${encodeURIComponent(`Re: ${data.subject}`)}`}
          className={buttonClass('outline', 'justify-self-start')}
        >
          {T.reply}
        </a>
      </Block>
      {data.status === 'new' && (
        <div className="card stack max-w-xl gap-3 p-4">
          <Note value={note} onChange={setNote} />
          <div className="flex flex-wrap gap-3">
            <Button aria-disabled={busy} onClick={() => !busy && close.mutate({ id, note })}>
              {close.isPending ? T.saving : T.done}
            </Button>
            <Button
              look="outline"
              aria-disabled={busy}
              onClick={() => !busy && rejection.mutate({ kind: 'messages', id, note })}
            >
              {rejection.isPending ? T.rejecting : T.reject}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

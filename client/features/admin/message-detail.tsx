import * as z from 'zod/mini'
import { DecisionNote } from '../../../data/model/inbox.ts'
import { buttonClass } from '../../ui/button.tsx'
import { toast } from '../../platform/toast.ts'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { acceptMessage, addressOf, readMessage, reject } from '../../api/admin.ts'
import { useAdminChange, useAdminRead } from './queries.ts'
import { Decided, useBackToList } from './inbox-item-parts.tsx'
import { Block, Heading, ReadPlaceholder, formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

const DecisionForm = z.strictObject({ ...DecisionNote.shape, act: z.enum(['close', 'reject']) })

/** Closes or rejects a message, with an optional note. */
function Decide({ id }: { id: number }) {
  const back = useBackToList('messages')
  const afterDecision = (title: string) => ({
    quiet: true,
    done: () => {
      toast({ title })
      back()
    },
  })
  const close = useAdminChange(acceptMessage, afterDecision(T.closed))
  const rejection = useAdminChange(reject, afterDecision(T.rejected))
  const form = useForm({
    schema: DecisionForm,
    defaultValues: { note: '', act: 'close' },
    send: ({ note = '', act }) =>
      act === 'close'
        ? close.mutateAsync({ id, note })
        : rejection.mutateAsync({ kind: 'messages', id, note }),
  })
  return (
    <form {...form.props} className="card stack max-w-xl gap-3 p-4">
      <Field form={form} name="note" label={T.note} maxLength={500} />
      <FormError form={form} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          form={form}
          busyText={close.isPending ? T.saving : T.done}
          onClick={() => form.setValue('act', 'close')}
        >
          {T.done}
        </SubmitButton>
        <SubmitButton
          form={form}
          look="outline"
          busyText={rejection.isPending ? T.rejecting : T.reject}
          onClick={() => form.setValue('act', 'reject')}
        >
          {T.reject}
        </SubmitButton>
      </div>
    </form>
  )
}

/** A message from the contact form. Administrators reply with their own e-mail program. */
export function MessageDetail({ id }: { id: number }) {
  const read = useAdminRead(addressOf(`messages/${id}`), readMessage)
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
      {data.status === 'new' && <Decide id={id} />}
    </>
  )
}

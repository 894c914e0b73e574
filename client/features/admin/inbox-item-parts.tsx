import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DecisionNote, type InboxItemKind } from '../../../data/model/inbox.ts'
import type { InboxItemStatus } from '../../../data/model/submission.ts'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { toast } from '../../platform/toast.ts'
import { reject } from '../../api/admin.ts'
import { useAdminChange } from './queries.ts'
import { formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'
import { Callout } from '../../ui/callout.tsx'

const T = ADMIN_TEXTS.inboxItem

interface Decision {
  status: InboxItemStatus
  decidedAt: string | null
  decidedBy: string | null
  note: string
}

/** The decision on an item, with its note. Nothing for a new item. */
export function Decided({
  item: { status, decidedAt, decidedBy, note },
  children,
}: {
  item: Decision
  children?: ReactNode
}) {
  if (status === 'new' || decidedAt === null) return null
  return (
    <Callout tone="success" className="grid gap-1 p-4">
      <p className="font-semibold">{T.decided(status, formatDate(decidedAt), decidedBy)}</p>
      {note !== '' && <p>{note}</p>}
      {children}
    </Callout>
  )
}

/** A function that navigates to the list of this kind. */
export function useBackToList(kind: InboxItemKind): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '/admin/inbox', search: kind === 'submissions' ? {} : { kind } })
}

/** Rejects an item, with an optional note. */
export function Reject({ kind, id }: { kind: InboxItemKind; id: number }) {
  const back = useBackToList(kind)
  const rejection = useAdminChange(reject, {
    quiet: true,
    done: () => {
      toast({ title: T.rejected })
      back()
    },
  })
  const form = useForm({
    schema: DecisionNote,
    defaultValues: { note: '' },
    send: ({ note = '' }) => rejection.mutateAsync({ kind, id, note }),
  })
  return (
    <form {...form.props} className="grid gap-3">
      <Field form={form} name="note" label={T.note} maxLength={500} />
      <FormError form={form} />
      <SubmitButton form={form} look="outline" busyText={T.rejecting} className="justify-self-start">
        {T.reject}
      </SubmitButton>
    </form>
  )
}

export function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 font-semibold whitespace-pre-line">{children}</dd>
    </div>
  )
}

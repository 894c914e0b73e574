import type { ReactNode } from 'react'
import { useConnection } from '../../queries/index.ts'
import type { Draft } from '../../store/drafts.ts'
import { Callout } from '../../ui/callout.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { FORM_TEXTS as T } from './texts.ts'
import type { SubmissionForm } from './use-submission-form.ts'

interface SubmissionFieldsProps<V extends Draft & { fax: string }> {
  form: SubmissionForm<V>
  label?: string
  className: string
  send: string
  sending: string
  children: ReactNode
  /** More buttons. */
  actions?: ReactNode
}

/**
 * A form element with what all submissions have: the reason of a refusal, a trap for bots and a submit
 * button.
 */
export function SubmissionFields<V extends Draft & { fax: string }>({
  form,
  label,
  className,
  send,
  sending,
  children,
  actions,
}: SubmissionFieldsProps<V>) {
  const { online } = useConnection()
  const note = form.isStored ? !online && T.offline : online ? T.notStored : T.notStoredOffline
  return (
    <form {...form.props} className={className} aria-label={label} data-draft>
      {form.refusedFor !== null && (
        <Callout tone="error" role="alert" className="p-4">
          <p className="font-semibold">{T.refusedFor(form.refusedFor)}</p>
          <p>{T.correct}</p>
        </Callout>
      )}
      {children}
      {/* Only bots fill this in. The server accepts such a submission but does not store it. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          {T.fax} <input {...form.register('fax' as never)} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {note && <p className="rounded-control bg-sunken px-4 py-3">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyText={sending} className="max-sm:flex-1">
          {send}
        </SubmitButton>
        {actions}
      </div>
    </form>
  )
}

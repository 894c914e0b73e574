import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Report, REPORT_REASONS } from '../../../data/model/submission.ts'
import type { ReportReason } from '../../../data/model/submission.ts'
import { useConnection, useOutbox } from '../../queries/index.ts'
import { Button } from '../../ui/button.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { REPORT_TEXTS as T } from './report-texts.ts'

const BOX =
  'min-h-tap w-full rounded-control border-control border-line-strong bg-surface px-4 py-2 text-m text-ink aria-invalid:border-closed'

/**
 * Form to report a problem with a park. The report goes to the outbox, which sends it when there is a
 * connection.
 */
export default function ReportForm({ parkId, onClose }: { parkId: number; onClose(): void }) {
  const id = useId()
  const { send } = useOutbox()
  const { online } = useConnection()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [problem, setProblem] = useState<{ field: 'reason' | 'message' | null; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const messageInput = useRef<HTMLTextAreaElement>(null)
  const firstReason = useRef<HTMLInputElement>(null)
  useEffect(() => firstReason.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (reason === null) {
      setProblem({ field: 'reason', text: T.choose })
      firstReason.current?.focus()
      return
    }
    const data = new FormData(event.currentTarget)
    const report = Report.safeParse({
      subject: 'park',
      subjectId: parkId,
      reason,
      message: data.get('message'),
      fax: data.get('fax'),
    })
    if (!report.success) {
      setProblem({ field: 'message', text: report.error.issues[0]!.message })
      messageInput.current?.focus()
      return
    }
    setBusy(true)
    try {
      await send('report', report.data)
      toast({ title: T.thanks, description: online ? T.sent : T.waits })
      onClose()
    } catch (error) {
      setBusy(false)
      setProblem({
        field: null,
        text: `${T.failed}: ${error instanceof Error ? error.message : String(error)}`,
      })
    }
  }

  const isInvalid = (field: 'reason' | 'message') => problem?.field === field
  const hint = reason === null ? '' : T.hints[reason]
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="card stack w-full gap-4 p-5"
      aria-label={PARK_TEXTS.page.somethingWrong}
    >
      <p>{T.lead}</p>
      <fieldset
        className="m-0 border-0 p-0"
        {...(isInvalid('reason') ? { 'aria-describedby': `${id}-problem` } : {})}
      >
        <legend className="font-semibold">{T.what}</legend>
        {REPORT_REASONS.map((one, at) => (
          <label key={one} className="flex min-h-tap items-center gap-3">
            <input
              ref={at === 0 ? firstReason : undefined}
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              className="size-5 shrink-0 accent-leaf"
              onChange={() => {
                setReason(one)
                setProblem(null)
              }}
            />
            {T.reasons[one]}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-1">
        <label htmlFor={`${id}-message`} className="font-semibold">
          {reason === null || reason === 'other' ? T.details : T.optional}
        </label>
        <textarea
          ref={messageInput}
          id={`${id}-message`}
          name="message"
          rows={3}
          maxLength={2000}
          readOnly={busy}
          className={BOX}
          aria-describedby={`${id}-hint${isInvalid('message') ? ` ${id}-problem` : ''}`}
          {...(isInvalid('message') ? { 'aria-invalid': true } : {})}
        />
        <p id={`${id}-hint`} className="text-s text-muted empty:hidden">
          {hint}
        </p>
      </div>
      {/* Honeypot: hidden from people, but bots fill it in. */}
      <input name="fax" tabIndex={-1} autoComplete="off" aria-hidden="true" className="hidden" />
      <div role="alert" className="empty:-mt-4">
        {problem && (
          <p id={`${id}-problem`} className="font-semibold text-closed">
            {problem.text}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? T.sending : T.send}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {T.cancel}
        </Button>
      </div>
    </form>
  )
}

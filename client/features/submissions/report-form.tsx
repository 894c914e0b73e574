import { useEffect, useId, useMemo, useRef } from 'react'
import * as z from 'zod/mini'
import { REPORT_REASONS, Report, ReportReason } from '../../../data/model/submission.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form-fields.tsx'
import { errorOf } from '../../ui/form.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { usePark } from '../../queries/index.ts'
import { PlacePoint, pointText, readPoint } from './place-point.tsx'
import type { Stored } from './draft-values.ts'
import { SubmissionFields } from './fields.tsx'
import { REPORT_TEXTS as T } from './report-texts.ts'
import { FORM_TEXTS } from './texts.ts'
import { useSubmissionForm } from './use-submission-form.ts'

const EMPTY = { reason: '', message: '', point: '', fax: '' }

const reportForm = (parkId: number) =>
  z.pipe(
    z.pipe(
      z.object({
        // The operation accepts a report without a reason, from older versions of the app.
        reason: z.string(T.choose).check(z.minLength(1, T.choose)),
        message: z.string(),
        point: z.string(),
        fax: z.string(),
      }),
      z.transform(({ point, ...values }): Stored => ({
        subject: 'park',
        subjectId: parkId,
        ...values,
        // A point answers only where the park is instead.
        point: values.reason === 'wrong-place' ? readPoint(point) : undefined,
      })),
    ),
    Report,
  )

/**
 * Form to report a problem with a park. The report goes to the outbox, which sends it when there is a
 * connection.
 */
export default function ReportForm({ parkId, onClose }: { parkId: number; onClose(): void }) {
  const id = useId()
  const form = useSubmissionForm({
    kind: 'report',
    draftForm: `report-${parkId}`,
    empty: EMPTY,
    schema: reportForm(parkId),
    restore: (stored) => ({ ...stored, point: pointText(stored['point']) }),
    sent: { title: T.thanks, savedTitle: T.thanks, description: T.sent },
    onSent: onClose,
  })
  const reasons = useRef<HTMLFieldSetElement>(null)
  useEffect(() => reasons.current?.querySelector('input')?.focus(), [])

  const { park } = usePark(parkId)
  const around = useMemo(
    () => (park ? { latitude: Number(park.latitude), longitude: Number(park.longitude) } : null),
    [park],
  )
  const reason = ReportReason.safeParse(form.watch('reason')).data
  const error = errorOf(form.errors, 'reason')
  return (
    <SubmissionFields
      form={form}
      label={PAGE_TEXTS.somethingWrong}
      className="card stack w-full gap-4 p-5"
      send={T.send}
      sending={T.sending}
      actions={
        <Button
          look="quiet"
          onClick={() => {
            form.discard()
            onClose()
          }}
        >
          {T.cancel}
        </Button>
      }
    >
      <p>
        {T.lead} {form.isStored && FORM_TEXTS.kept}
      </p>
      <fieldset
        ref={reasons}
        role="radiogroup"
        className="m-0 border-0 p-0"
        {...(error && { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` })}
      >
        <legend className="font-semibold">{T.what}</legend>
        {REPORT_REASONS.map((one) => (
          <label key={one} className="flex min-h-tap items-center gap-3">
            <input
              {...form.register('reason', { deps: ['message'] })}
              type="radio"
              value={one}
              className="size-6 shrink-0"
            />
            {T.reasons[one]}
          </label>
        ))}
        {error && (
          <p id={`${id}-error`} className="text-s font-semibold text-closed">
            {error}
          </p>
        )}
      </fieldset>
      <TextAreaField
        form={form}
        name="message"
        label={reason === undefined || reason === 'other' ? T.details : T.optional}
        note={reason && T.hints[reason]}
        rows={3}
        maxLength={2000}
      />
      {reason === 'wrong-place' && (
        <PlacePoint
          value={form.watch('point')}
          onChange={(point) => form.change({ point })}
          around={around}
          like={{
            name: park?.name ?? '',
            suburb: park?.city ?? '',
            state: park?.state ?? '',
            postcode: park?.postal_code ?? '',
          }}
        />
      )}
    </SubmissionFields>
  )
}

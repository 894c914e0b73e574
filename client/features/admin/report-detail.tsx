import { useState } from 'react'
import * as z from 'zod/mini'
import type { ReportDetails } from '../../../data/model/inbox.ts'
import { ParkId } from '../../../data/model/park.ts'
import type { PlacedPoint } from '../../../data/model/placed-point.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../platform/toast.ts'
import { acceptReport, addressOf, readReport } from '../../api/admin.ts'
import { useAdminChange, useAdminRead } from './queries.ts'
import { Decided, Reject, useBackToList } from './inbox-item-parts.tsx'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { parkEdit } from './park-edit.ts'
import { ParkFactsForm } from './park-form.tsx'
import { PlacedPointBlock, UsePoint } from './placed-point.tsx'
import { Block, Heading, ReadPlaceholder, formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

/** The number of the park that replaces a removed one, or nothing. */
const RemovalForm = z.strictObject({
  successor: z.pipe(
    z.transform((text: string) => (text.trim() === '' ? null : Number(text))),
    z.nullable(ParkId),
  ),
})

function RemovePark({ id }: { id: number }) {
  const back = useBackToList('reports')
  const remove = useAdminChange(acceptReport, {
    directory: true,
    quiet: true,
    done: () => {
      toast({ title: T.removed })
      back()
    },
  })

  const form = useForm({
    schema: RemovalForm,
    defaultValues: { successor: '' },
    send: ({ successor }) => remove.mutateAsync({ id, acceptance: { act: 'remove', successor } }),
  })
  return (
    <Block title={T.gone}>
      <p>{T.goneLead}</p>
      <form {...form.props} className="grid gap-3">
        <Field
          form={form}
          name="successor"
          label={T.successor}
          note={T.successorNote}
          error={T.successorWrong}
          inputMode="numeric"
        />
        <FormError form={form} />
        <SubmitButton form={form} look="outline" busyText={T.saving} className="justify-self-start">
          {T.remove}
        </SubmitButton>
      </form>
    </Block>
  )
}

function Moderate({ id }: { id: number }) {
  const back = useBackToList('reports')
  const mark = useAdminChange(acceptReport, {
    done: () => {
      toast({ title: T.moderated })
      back()
    },
  })
  return (
    <Button
      className="justify-self-start"
      aria-disabled={mark.isPending}
      onClick={() => !mark.isPending && mark.mutate({ id, acceptance: { act: 'moderate' } })}
    >
      {mark.isPending ? T.saving : T.moderate}
    </Button>
  )
}

function EditPark({
  id,
  park,
  point,
}: {
  id: number
  park: NonNullable<ReportDetails['park']>
  point: PlacedPoint | undefined
}) {
  const back = useBackToList('reports')
  const accept = useAdminChange(acceptReport, { directory: true, quiet: true })
  // The form is filled once: if the park is read again, what others have changed is not a change of this form.
  const [before] = useState(park)
  return (
    <Block
      title={T.currentDetails}
      aside={
        <ButtonLink to="/park/$id" params={{ id: String(park.id) }} target="_blank" look="quiet">
          {T.seePark}
        </ButtonLink>
      }
    >
      <p>{T.editLead}</p>
      <ParkFactsForm
        draft={before}
        onSend={async (facts) => {
          await accept.mutateAsync({ id, acceptance: parkEdit(before, facts) })
          toast({ title: T.saved, description: T.parkPublishedBody })
          back()
        }}
      >
        {(form) => (
          <div className="flex flex-wrap gap-3">
            {point && <UsePoint point={point} set={(field, value) => form.setValue(field, value)} />}
            <SubmitButton form={form} busyText={T.saving}>
              {T.saveFacts}
            </SubmitButton>
          </div>
        )}
      </ParkFactsForm>
    </Block>
  )
}

/** A report, with the park or review it is about. */
export function ReportDetail({ id }: { id: number }) {
  const read = useAdminRead(addressOf(`reports/${id}`), readReport, { fresh: true })
  const { data } = read
  if (data === undefined) return <ReadPlaceholder read={read} error={T.error} className="h-96" />
  const { report, park, review } = data
  const open = report.status === 'new'
  return (
    <>
      <Heading
        title={report.parkName ?? T.unnamed}
        lead={`${T.sentOn(formatDate(report.createdAt))}, ${T.from(report.username)}`}
      />
      <Decided item={report} />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_1.4fr]">
        <div className="stack gap-4">
          <Block title={T.asSent}>
            {report.reason && <p className="font-semibold">{T.reasons[report.reason]}</p>}
            {report.message !== '' && <p className="whitespace-pre-line">{report.message}</p>}
          </Block>
          {report.point && <PlacedPointBlock point={report.point} current={park} />}
          {open && (
            <Block title={T.reject}>
              <Reject kind="reports" id={id} />
            </Block>
          )}
          {open && park && <RemovePark id={id} />}
        </div>
        {open && park && <EditPark id={id} park={park} point={report.point} />}
        {report.subject === 'park' && !park && open && <p className="card p-4">{T.notThere}</p>}
        {report.subject === 'review' && (
          <Block title={T.ofReview}>
            {review === null ? (
              <p>{T.reviewNotThere}</p>
            ) : (
              <>
                {review.title && <p className="font-semibold">{review.title}</p>}
                <p className="whitespace-pre-line">{review.comment}</p>
                {open && <Moderate id={id} />}
              </>
            )}
          </Block>
        )}
      </div>
    </>
  )
}

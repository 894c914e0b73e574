import { Link } from '@tanstack/react-router'
import { FEATURE_LABELS } from '../../../data/model/feature.ts'
import type { SubmissionDetails } from '../../../data/model/inbox.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../platform/toast.ts'
import { acceptSubmission, addressOf, readSubmission } from '../../api/admin.ts'
import { useAdminChange, useAdminRead } from './queries.ts'
import { Decided, DetailRow, Reject, useBackToList } from './inbox-item-parts.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { ParkFactsForm } from './park-form.tsx'
import { Block, Heading, ReadPlaceholder, formatDate, formatFullAddress } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem
const P = ADMIN_TEXTS.park

function AsSent({ submission }: { submission: SubmissionDetails['submission'] }) {
  const { parkName, address, suburb, state, postcode, description, website, openingHours, features } =
    submission
  return (
    <Block title={T.asSent}>
      <dl>
        <DetailRow name={P.name}>{parkName}</DetailRow>
        <DetailRow name={P.address}>
          {formatFullAddress({ address, city: suburb, state, postcode })}
        </DetailRow>
        {features.length > 0 && (
          <DetailRow name={P.features}>{features.map((id) => FEATURE_LABELS[id]).join(', ')}</DetailRow>
        )}
        {openingHours && <DetailRow name={P.openingHours}>{openingHours}</DetailRow>}
        {website && (
          <DetailRow name={T.website}>
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className="textlink">
              {website}
            </a>
          </DetailRow>
        )}
        {description && <DetailRow name={P.description}>{description}</DetailRow>}
      </dl>
    </Block>
  )
}

/** A park submission, with a draft of the park to publish. */
export function SubmissionDetail({ id }: { id: number }) {
  const read = useAdminRead(addressOf(`submissions/${id}`), readSubmission, { fresh: true })
  const accept = useAdminChange(acceptSubmission, { directory: true, quiet: true })
  const back = useBackToList('submissions')
  const { data } = read
  if (data === undefined) return <ReadPlaceholder read={read} error={T.error} className="h-96" />
  const { submission, draft, notes, alike } = data
  return (
    <>
      <Heading
        title={submission.parkName}
        lead={`${T.sentOn(formatDate(submission.createdAt))}, ${T.from(submission.username)}`}
      />
      <Decided item={submission}>
        {submission.parkId !== null && (
          <p>
            <ButtonLink to="/park/$id" params={{ id: String(submission.parkId) }} look="outline">
              {T.seePark}
            </ButtonLink>
          </p>
        )}
      </Decided>
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_1.4fr]">
        <div className="stack gap-4">
          <AsSent submission={submission} />
          {submission.status === 'new' && (
            <>
              {notes.length > 0 && (
                <Block title={T.notes}>
                  <ul className="grid list-disc gap-1 pl-5">
                    {notes.map((note) => (
                      <li key={note}>{note}</li>
                    ))}
                  </ul>
                </Block>
              )}
              {alike.length > 0 && (
                <Block title={T.duplicates}>
                  <ul className="grid gap-2">
                    {alike.map((park) => (
                      <li key={park.id}>
                        <Link
                          to="/park/$id"
                          params={{ id: String(park.id) }}
                          target="_blank"
                          className="textlink inline-flex min-h-tap items-center"
                        >
                          {park.name}, {park.place}
                        </Link>
                        {park.distance !== null && (
                          <span className="text-s text-muted"> {T.duplicateDistance(park.distance)}</span>
                        )}
                      </li>
                    ))}
                  </ul>
                </Block>
              )}
              <Block title={T.reject}>
                <Reject kind="submissions" id={id} />
              </Block>
            </>
          )}
        </div>
        {submission.status === 'new' && (
          <Block title={T.facts}>
            <ParkFactsForm
              draft={draft}
              onSend={async (facts) => {
                await accept.mutateAsync({ id, facts })
                toast({ title: T.parkPublished, description: T.parkPublishedBody })
                back()
              }}
            >
              {(form) => (
                <SubmitButton form={form} busyText={T.saving} className="justify-self-start">
                  {T.publishPark}
                </SubmitButton>
              )}
            </ParkFactsForm>
          </Block>
        )}
      </div>
    </>
  )
}

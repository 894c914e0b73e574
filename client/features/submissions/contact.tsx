import { ContactMessage } from '../../../data/model/submission.ts'
import * as z from 'zod/mini'
import { ButtonLink } from '../../ui/button.tsx'
import { ClockIcon, PawIcon } from '../../ui/icons.tsx'
import { useTitle } from '../../platform/title.ts'
import { Field, TextAreaField } from '../../ui/form-fields.tsx'
import type { Stored } from './draft-values.ts'
import { SubmissionFields } from './fields.tsx'
import { FORM_TEXTS } from './texts.ts'
import { useSubmissionForm } from './use-submission-form.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const T = FORM_TEXTS.contact
const EMPTY = { name: '', email: '', subject: '', message: '', fax: '' }

/** Spaces around the email address, which keyboards add after a suggestion, are no error. */
const ContactForm = z.pipe(
  z.transform((values: typeof EMPTY): Stored => ({ ...values, email: values.email.trim() })),
  ContactMessage,
)

export default function ContactPage() {
  useTitle(T.title)
  const form = useSubmissionForm({
    kind: 'contact',
    draftForm: 'contact',
    empty: EMPTY,
    schema: ContactForm,
    sent: { title: T.sent, savedTitle: T.saved, description: T.sentBody },
  })
  return (
    <div className="wrap grid items-start gap-6 py-7 md:py-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      <div className="stack gap-5">
        <div className="grid gap-2">
          <PageTitle>{T.title}</PageTitle>
          <p className="text-muted">
            {T.lead} {form.isStored && FORM_TEXTS.kept}
          </p>
        </div>
        <SubmissionFields
          form={form}
          className="card grid gap-4 p-4 md:p-6"
          send={T.send}
          sending={T.sending}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Field form={form} required name="name" label={T.name} autoComplete="name" maxLength={200} />
            <Field
              form={form}
              required
              name="email"
              label={T.email}
              note={T.emailNote}
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={320}
            />
          </div>
          <Field form={form} required name="subject" label={T.subject} autoComplete="off" maxLength={200} />
          <TextAreaField form={form} required name="message" label={T.message} maxLength={5000} rows={7} />
        </SubmissionFields>
      </div>
      <aside className="grid gap-4 lg:pt-24">
        <section className="card grid gap-1 p-5">
          <h2 className="flex items-center gap-2 text-l">
            <ClockIcon size={22} className="shrink-0 text-leaf" /> {T.phone}
          </h2>
          <p>{T.hours}</p>
        </section>
        <section className="card grid justify-items-start gap-3 p-5">
          <h2 className="flex items-center gap-2 text-l">
            <PawIcon size={22} className="shrink-0 text-ochre" /> {T.missing}
          </h2>
          <ButtonLink to="/submit-park" look="outline">
            {T.submit}
          </ButtonLink>
        </section>
      </aside>
    </div>
  )
}

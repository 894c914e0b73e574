import { Link, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LetterKind } from '../../data/model/inbox.ts'
import { buttonClass } from '../ui/button.tsx'
import { ArrowLeft } from '../ui/icons.tsx'
import { useTitle } from '../ui/title.ts'
import { MessageDesk } from './message-desk.tsx'
import { ReportDesk } from './report-desk.tsx'
import { SubmissionDesk } from './submission-desk.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.letters

const Which = z.object({ kind: LetterKind, id: z.coerce.number().check(z.int(), z.positive()) })
const DESKS = { submissions: SubmissionDesk, reports: ReportDesk, messages: MessageDesk } as const

/** One thing that came in, to be decided on. */
export default function Letter() {
  useTitle(T.title)
  const which = Which.safeParse(useParams({ from: '/admin/inbox/$kind/$id' }))
  if (!which.success) return <p className="card p-5">{T.missing}</p>
  const { kind, id } = which.data
  const Desk = DESKS[kind]
  return (
    <div className="stack gap-4">
      <p>
        <Link
          to="/admin/inbox"
          search={kind === 'submissions' ? {} : { kind }}
          className={buttonClass('quiet', '-ml-2')}
        >
          <ArrowLeft size={20} /> {ADMIN_TEXTS.back}
        </Link>
      </p>
      <Desk key={`${kind} ${id}`} id={id} />
    </div>
  )
}

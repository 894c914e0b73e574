import { Link, useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { InboxItemKind } from '../../../data/model/inbox.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ArrowLeft } from '../../ui/page-icons.tsx'
import { useTitle } from '../../platform/title.ts'
import { MessageDetail } from './message-detail.tsx'
import { ReportDetail } from './report-detail.tsx'
import { SubmissionDetail } from './submission-detail.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

const Params = z.object({ kind: InboxItemKind, id: z.coerce.number().check(z.int(), z.positive()) })
const DETAILS = { submissions: SubmissionDetail, reports: ReportDetail, messages: MessageDetail } as const

/** One submission, report or message. */
export default function InboxItem() {
  useTitle(T.title)
  const params = Params.safeParse(useParams({ from: '/admin/inbox/$kind/$id' }))
  if (!params.success) return <p className="card p-5">{T.missing}</p>
  const { kind, id } = params.data
  const Detail = DETAILS[kind]
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
      <Detail key={`${kind} ${id}`} id={id} />
    </div>
  )
}

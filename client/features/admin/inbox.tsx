import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { INBOX_ITEM_KINDS } from '../../../data/model/inbox.ts'
import type { InboxItemKind } from '../../../data/model/inbox.ts'
import { INBOX_ITEM_STATUSES } from '../../../data/model/submission.ts'
import type {
  InboxItemStatus,
  ReceivedMessage,
  ReceivedReport,
  ReceivedSubmission,
} from '../../../data/model/submission.ts'
import { Select } from '../../ui/field.tsx'
import { ROW } from '../../ui/list-focus.ts'
import { ChevronRight } from '../../ui/icons.tsx'
import { useTitle } from '../../platform/title.ts'
import type { InboxAddress } from './address.ts'
import { addressOf, readInbox, readMessages, readReports, readSubmissions } from '../../api/admin.ts'
import type { Listed } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { Heading, formatDate, formatFullAddress } from './parts.tsx'
import { RowList } from './row-list.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem
const PAGE_ROWS = 25

type InboxItem = ReceivedSubmission | ReceivedReport | ReceivedMessage

const READS: {
  readonly [K in InboxItemKind]: (address: string, signal: AbortSignal) => Promise<Listed<InboxItem>>
} = {
  submissions: readSubmissions,
  reports: readReports,
  messages: readMessages,
}

const STATUS_LOOK: Readonly<Record<InboxItemStatus, string>> = {
  new: 'bg-ochre-wash text-ochre',
  accepted: 'bg-leaf-wash text-leaf',
  rejected: 'bg-sunken text-muted',
}

/** The title and summary of an item in the list. */
function summaryOf(item: InboxItem): { title: string; line: string } {
  if ('parkName' in item && 'suburb' in item)
    return {
      title: item.parkName,
      line: formatFullAddress({ ...item, city: item.suburb }),
    }
  if ('subjectId' in item) {
    const parkName = item.parkName ?? T.unnamed
    return {
      title: item.subject === 'review' ? `${T.ofReview}: ${parkName}` : parkName,
      line: [item.reason && item.reason !== 'other' ? `${T.reasons[item.reason]}.` : '', item.message]
        .filter(Boolean)
        .join(' '),
    }
  }
  return { title: item.subject, line: item.message }
}

function List({ kind, status }: { kind: InboxItemKind; status: InboxItemStatus | 'all' }) {
  const [limit, setLimit] = useState(PAGE_ROWS)
  const read = useAdminRead(
    addressOf(kind, { status: status === 'all' ? undefined : status, limit }),
    READS[kind],
  )
  return (
    <RowList
      read={read}
      error={T.error}
      empty={T.empty[status]}
      step={PAGE_ROWS}
      onMore={() => setLimit(limit + PAGE_ROWS)}
    >
      {(items) => (
        <ul className="grid gap-3">
          {items.map((item) => {
            const { title, line } = summaryOf(item)
            return (
              <li key={item.id} {...ROW}>
                <Link
                  to="/admin/inbox/$kind/$id"
                  params={{ kind, id: String(item.id) }}
                  className="card flex items-center gap-3 p-4 text-ink no-underline hover:border-leaf"
                >
                  <span className="grid min-w-0 flex-1 gap-1">
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <strong className="font-semibold">{title}</strong>
                      <span className={`rounded-small px-2 text-s font-semibold ${STATUS_LOOK[item.status]}`}>
                        {T.statuses[item.status]}
                      </span>
                    </span>
                    <span className="line-clamp-2">{line}</span>
                    <span className="text-s text-muted">
                      {formatDate(item.createdAt)}, {T.from(item.username)}
                    </span>
                  </span>
                  <ChevronRight className="shrink-0 text-muted" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </RowList>
  )
}

const KIND =
  'inline-flex min-h-tap items-center gap-2 border-b-3 border-transparent px-3 font-semibold text-muted no-underline hover:text-ink ' +
  'current:border-ochre current:text-ink'

/** Query parameters without the defaults. */
const addressFor = (kind: InboxItemKind, status: InboxItemStatus | 'all'): InboxAddress => ({
  ...(kind === 'submissions' ? {} : { kind }),
  ...(status === 'new' ? {} : { status }),
})

/** Submissions, reports and messages that administrators decide on. */
export default function Inbox() {
  useTitle(T.title)
  const { kind = 'submissions', status = 'new' } = useSearch({ from: '/admin/inbox' })
  const navigate = useNavigate({ from: '/admin/inbox' })
  const counts = useAdminRead(addressOf('inbox'), readInbox).data
  return (
    <div className="stack gap-5">
      <Heading title={T.title}>
        <Select
          label={T.status}
          value={status}
          className="w-44"
          onChange={(event) =>
            void navigate({
              search: addressFor(kind, event.target.value as InboxItemStatus | 'all'),
              resetScroll: false,
            })
          }
        >
          {INBOX_ITEM_STATUSES.map((one) => (
            <option key={one} value={one}>
              {T.statuses[one]}
            </option>
          ))}
          <option value="all">{T.all}</option>
        </Select>
      </Heading>
      <nav aria-label={T.title} className="border-b border-line">
        <ul className="flex flex-wrap gap-1">
          {INBOX_ITEM_KINDS.map((one) => (
            <li key={one}>
              <Link
                to="/admin/inbox"
                search={addressFor(one, status)}
                className={KIND}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {T.kinds[one]}{' '}
                {counts !== undefined && counts[one] > 0 && (
                  <span className="text-s text-ochre">
                    {counts[one]}
                    <span className="sr-only"> {ADMIN_TEXTS.inboxItem.statuses.new}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <List key={`${kind} ${status}`} kind={kind} status={status} />
    </div>
  )
}

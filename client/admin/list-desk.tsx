import { useState, type ReactNode } from 'react'
import { useTitle } from '../ui/title.ts'
import { addressOf } from './api.ts'
import { useAdminRead } from './calls.ts'
import { Heading, Instead, ShowMore } from './parts.tsx'

interface ListDeskProps<Row> {
  texts: { title: string; lead: string; error: string; empty: string }
  /** Under `/api/admin/`. */
  list: Parameters<typeof addressOf>[0]
  read(address: string, signal: AbortSignal): Promise<{ total: number; rows: readonly Row[] }>
  /** Rows there are at first, and that come with each 'Show more'. */
  step: number
  className?: string
  children(rows: readonly Row[]): ReactNode
}

/** A screen that is one list: its heading, what stands where no rows are, the rows, and more of them on request. */
export function ListDesk<Row>({
  texts,
  list,
  read,
  step,
  className = 'stack gap-5',
  children,
}: ListDeskProps<Row>) {
  useTitle(texts.title)
  const [limit, setLimit] = useState(step)
  const answer = useAdminRead(addressOf(list, { limit }), read)
  const { data } = answer
  return (
    <div className="stack gap-5">
      <Heading title={texts.title} lead={texts.lead} />
      {data === undefined && <Instead read={answer} error={texts.error} />}
      {data?.total === 0 && <p className="text-muted">{texts.empty}</p>}
      {data !== undefined && data.total > 0 && (
        <div className={className}>
          {children(data.rows)}
          <ShowMore
            shown={data.rows.length}
            total={data.total}
            step={step}
            onMore={() => setLimit(limit + step)}
          />
        </div>
      )}
    </div>
  )
}

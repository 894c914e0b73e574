import { useState, type ReactNode } from 'react'
import { useTitle } from '../../platform/title.ts'
import { addressOf } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { Heading, ReadPlaceholder, ShowMore } from './parts.tsx'

interface ListPageProps<Row> {
  texts: { title: string; lead: string; error: string; empty: string }
  /** Under `/api/admin/`. */
  list: Parameters<typeof addressOf>[0]
  read(address: string, signal: AbortSignal): Promise<{ total: number; rows: readonly Row[] }>
  /** Number of rows shown at first and added by each 'Show more'. */
  step: number
  className?: string
  children(rows: readonly Row[]): ReactNode
}

/** A screen with one list: heading, loading and empty state, rows and 'Show more'. */
export function ListPage<Row>({
  texts,
  list,
  read,
  step,
  className = 'stack gap-5',
  children,
}: ListPageProps<Row>) {
  useTitle(texts.title)
  const [limit, setLimit] = useState(step)
  const answer = useAdminRead(addressOf(list, { limit }), read)
  const { data } = answer
  return (
    <div className="stack gap-5">
      <Heading title={texts.title} lead={texts.lead} />
      {data === undefined && <ReadPlaceholder read={answer} error={texts.error} />}
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

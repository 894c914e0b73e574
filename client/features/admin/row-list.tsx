import { useRef, type ReactNode } from 'react'
import type { Listed } from '../../api/admin.ts'
import { useListFocus } from '../../ui/list-focus.ts'
import { ReadPlaceholder, ShowMore } from './parts.tsx'
import type { AdminRead } from './queries.ts'

interface RowListProps<Row> {
  read: AdminRead<Listed<Row>>
  /** Shown if the rows could not be read. */
  error: string
  /** Shown if there are no rows. */
  empty: string
  /** Number of rows that 'Show more' adds. */
  step: number
  onMore(): void
  className?: string
  children(rows: readonly Row[]): ReactNode
}

/**
 * A part of a list: its rows and 'Show more', or what is shown while they are missing or if there are none.
 * Rows with `ROW` take the focus from controls that disappear.
 */
export function RowList<Row>({
  read,
  error,
  empty,
  step,
  onMore,
  className = 'stack gap-5',
  children,
}: RowListProps<Row>) {
  const { data } = read
  const none = useRef<HTMLParagraphElement>(null)
  const list = useListFocus<HTMLDivElement>(none)
  if (data === undefined) return <ReadPlaceholder read={read} error={error} />
  if (data.total === 0)
    return (
      <p ref={none} tabIndex={-1} className="text-muted">
        {empty}
      </p>
    )
  return (
    <div className={className} aria-busy={read.stale} {...list}>
      {children(data.rows)}
      <ShowMore shown={data.rows.length} total={data.total} step={step} onMore={onMore} />
    </div>
  )
}

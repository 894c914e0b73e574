import { useState, type ReactNode } from 'react'
import { useTitle } from '../../platform/title.ts'
import { addressOf } from '../../api/admin.ts'
import type { Listed } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { Heading } from './parts.tsx'
import { RowList } from './row-list.tsx'

interface ListPageProps<Row> {
  texts: { title: string; lead: string; error: string; empty: string }
  /** Under `/api/admin/`. */
  list: Parameters<typeof addressOf>[0]
  read(address: string, signal: AbortSignal): Promise<Listed<Row>>
  /** Number of rows shown at first and added by each 'Show more'. */
  step: number
  className?: string
  children(rows: readonly Row[]): ReactNode
}

/** A screen with one list: heading, loading and empty state, rows and 'Show more'. */
export function ListPage<Row>({ texts, list, read, step, className, children }: ListPageProps<Row>) {
  useTitle(texts.title)
  const [limit, setLimit] = useState(step)
  const answer = useAdminRead(addressOf(list, { limit }), read)
  return (
    <div className="stack gap-5">
      <Heading title={texts.title} lead={texts.lead} />
      <RowList
        read={answer}
        error={texts.error}
        empty={texts.empty}
        step={step}
        onMore={() => setLimit(limit + step)}
        {...(className !== undefined && { className })}
      >
        {children}
      </RowList>
    </div>
  )
}

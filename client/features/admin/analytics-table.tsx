import { useState, type ReactNode } from 'react'
import { ANALYTICS } from '../../../data/model/analytics.ts'
import type { AnalyticsSort, AnalyticsView, Order } from '../../../data/model/analytics.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ROW } from '../../ui/list-focus.ts'
import { ArrowUp } from '../../ui/icons.tsx'
import { addressOf } from '../../api/admin.ts'
import type { Listed } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { Block, CELL, TableBox } from './parts.tsx'
import { RowList } from './row-list.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics

/** First and last day as 'YYYY-MM-DD'; '' for no limit. */
export interface Range {
  from: string
  to: string
}

interface Column<Row, Sort> {
  sort: Sort
  cell(row: Row): ReactNode
  /** Whether the column is right-aligned, with digits of equal width. */
  numeric?: boolean
}

const INITIAL_ROWS = 10
const MORE_ROWS = 90

interface AnalyticsTableProps<V extends AnalyticsView, Row> {
  view: V
  range: Range
  fetch(address: string, signal: AbortSignal): Promise<Listed<Row>>
  columns: readonly Column<Row, AnalyticsSort<V>>[]
  keyOf(row: Row): string | number
}

/** One of the four analytics tables. The server sorts it, because the client has only some of the rows. */
export function AnalyticsTable<V extends AnalyticsView, Row>({
  view,
  range,
  fetch,
  columns,
  keyOf,
}: AnalyticsTableProps<V, Row>) {
  const [sort, setSort] = useState<AnalyticsSort<V>>(ANALYTICS[view].sorts[0] as AnalyticsSort<V>)
  const [order, setOrder] = useState<Order>('desc')
  const [limit, setLimit] = useState(INITIAL_ROWS)
  const read = useAdminRead(
    addressOf(`analytics/${ANALYTICS[view].path}`, { ...range, sort, order, limit }),
    fetch,
  )
  const { title, error, empty, columns: labels } = T.tables[view]
  const labelOf = (column: AnalyticsSort<V>) => (labels as Readonly<Record<string, string>>)[column]!
  const { data } = read

  function sortBy(next: AnalyticsSort<V>) {
    setOrder(next === sort && order === 'desc' ? 'asc' : 'desc')
    setSort(next)
  }

  const downloadLink = (
    <a
      href={addressOf('analytics/file', { view, ...range, sort, order })}
      download
      aria-label={T.exportOf(title)}
      className={buttonClass('outline', 'text-s')}
    >
      {T.export}
    </a>
  )
  return (
    <Block title={title} aside={data && data.total > 0 ? downloadLink : undefined}>
      <RowList
        read={read}
        error={error}
        empty={empty}
        step={MORE_ROWS}
        onMore={() => setLimit(limit + MORE_ROWS)}
        className="stack gap-4"
      >
        {(rows) => (
          <TableBox label={title}>
            <table className="w-full border-collapse">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th
                      key={column.sort}
                      scope="col"
                      className={`border-b border-line p-0 ${column.numeric ? 'text-right' : 'text-left'}`}
                      {...(column.sort === sort
                        ? { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' }
                        : {})}
                    >
                      <button
                        type="button"
                        onClick={() => sortBy(column.sort)}
                        className="inline-flex min-h-tap items-center gap-1 rounded-small px-3 text-s font-semibold whitespace-nowrap text-muted hover:bg-leaf-wash hover:text-ink"
                      >
                        {labelOf(column.sort)}
                        <ArrowUp
                          size={16}
                          className={
                            column.sort !== sort
                              ? 'invisible'
                              : order === 'desc'
                                ? 'rotate-180 text-leaf'
                                : 'text-leaf'
                          }
                        />
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={keyOf(row)} {...ROW}>
                    {columns.map((column) => (
                      <td
                        key={column.sort}
                        className={`${CELL} ${column.numeric ? 'text-right tabular-nums' : ''}`}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
      </RowList>
    </Block>
  )
}

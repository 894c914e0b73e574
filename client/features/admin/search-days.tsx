import { dayOf } from '../../../data/model/analytics.ts'
import { addressOf, readDays } from '../../api/admin.ts'
import { HOUR } from '../../../data/model/constants.ts'
import { useNow } from '../../platform/clock.ts'
import type { Range } from './analytics-table.tsx'
import { useAdminRead } from './queries.ts'
import { AsTable, Block, CELL, Head, ReadPlaceholder, formatDate } from './parts.tsx'
import { barsOf, MIN_BARS } from './search-bars.ts'
import type { Bar, Per } from './search-bars.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics.days

const WIDTH = 640
const HEIGHT = 140
/**
 * A range of few days has bars of this width at the left, because one bar over the whole width says nothing.
 */
const MAX_STEP = WIDTH / MIN_BARS

function Chart({ bars, per }: { bars: readonly Bar[]; per: Per }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const busiest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const step = Math.min(WIDTH / bars.length, MAX_STEP)
  const gap = Math.min(step * 0.25, 6)
  const high = (count: number) => (count / most) * (HEIGHT - 2)
  const labelOf = (day: string) => (per === 'week' ? T.weekOf(formatDate(day)) : formatDate(day))
  return (
    <div className="grid gap-1">
      <p aria-hidden="true" className="text-s text-muted tabular-nums">
        {most}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={T.picture(total, T.per[per], busiest.count, labelOf(busiest.day))}
        className="h-36 w-full border-b border-line-strong"
      >
        {bars.map(({ day, count, empty }, at) => (
          <g key={day}>
            <rect
              x={at * step + gap / 2}
              width={step - gap}
              y={HEIGHT - high(count)}
              height={high(count)}
              className="fill-leaf"
            />
            <rect
              x={at * step + gap / 2}
              width={step - gap}
              y={HEIGHT - high(empty)}
              height={high(empty)}
              className="fill-ochre"
            />
          </g>
        ))}
      </svg>
      <p
        aria-hidden="true"
        className="flex min-w-fit justify-between gap-3 text-s text-muted"
        style={{ width: `${((bars.length * step) / WIDTH) * 100}%` }}
      >
        <span>{labelOf(bars[0]!.day)}</span>
        {bars.length > 1 && <span>{labelOf(bars.at(-1)!.day)}</span>}
      </p>
    </div>
  )
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={`size-3 rounded-[3px] ${className}`} /> {children}
  </span>
)

/** Bar chart of searches over time. Searches without results have their own colour. */
export function SearchDays({ range }: { range: Range }) {
  const read = useAdminRead(addressOf('analytics/search/days', { ...range }), readDays)
  const { data } = read
  const now = useNow(HOUR)
  const { per, bars } = barsOf(data?.rows ?? [], range, dayOf(new Date(now)))
  // The range may have no days: its end is before its start.
  const isCounted = data !== undefined && data.rows.length > 0 && bars.length > 0
  return (
    <Block title={T.title}>
      {data === undefined && <ReadPlaceholder read={read} error={T.error} className="h-48" />}
      {data !== undefined && !isCounted && <p className="text-muted">{T.empty}</p>}
      {isCounted && (
        <>
          <Chart bars={bars} per={per} />
          <p className="flex flex-wrap gap-x-5 text-s text-muted">
            <Key className="bg-leaf">{T.found}</Key>
            <Key className="bg-ochre">{T.nothing}</Key>
          </p>
          <AsTable
            label={T.title}
            head={
              <>
                <Head>{T.when}</Head>
                <Head className="text-right">{T.count}</Head>
                <Head className="text-right">{T.nothing}</Head>
              </>
            }
          >
            {bars
              .filter(({ count }) => count > 0)
              .map(({ day, count, empty }) => (
                <tr key={day}>
                  <td className={CELL}>{per === 'week' ? T.weekOf(formatDate(day)) : formatDate(day)}</td>
                  <td className={`${CELL} text-right tabular-nums`}>{count}</td>
                  <td className={`${CELL} text-right tabular-nums`}>{empty}</td>
                </tr>
              ))}
          </AsTable>
        </>
      )}
    </Block>
  )
}

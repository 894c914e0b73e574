import type { SearchDay } from '../../../data/model/analytics.ts'
import { addressOf, readDays } from '../../api/admin.ts'
import type { Range } from './analytics-table.tsx'
import { useAdminRead } from './queries.ts'
import { AsTable, Block, CELL, Head, ReadPlaceholder, formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics.days

/** Longer ranges are grouped by week or month to stay within this number. */
const MAX_BARS = 62
const DAY_MS = 86_400_000

type Per = keyof typeof T.per

interface Bar {
  /** First day. */
  day: string
  count: number
  empty: number
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The first day of the bar that contains the day. Weeks start on Monday. */
function startOf(day: string, per: Per): string {
  if (per === 'month') return `${day.slice(0, 7)}-01`
  if (per === 'day') return day
  return dayAt(timeOf(day) - ((new Date(timeOf(day)).getUTCDay() + 6) % 7) * DAY_MS)
}

/** One bar for each day, week or month of the range, including those without searches. */
function barsOf(days: readonly SearchDay[], { from, to }: Range): { per: Per; bars: Bar[] } {
  const first = from || days[0]?.day
  const last = to || days.at(-1)?.day
  if (first === undefined || last === undefined) return { per: 'day', bars: [] }
  const length = Math.round((timeOf(last) - timeOf(first)) / DAY_MS) + 1
  const per: Per = length <= MAX_BARS ? 'day' : length <= 7 * MAX_BARS ? 'week' : 'month'
  const bars = new Map<string, Bar>()
  for (let time = timeOf(first); time <= timeOf(last); time += DAY_MS) {
    const day = startOf(dayAt(time), per)
    if (!bars.has(day)) bars.set(day, { day, count: 0, empty: 0 })
  }
  for (const { day, count, empty } of days) {
    const bar = bars.get(startOf(day, per))
    if (bar) Object.assign(bar, { count: bar.count + count, empty: bar.empty + empty })
  }
  return { per, bars: [...bars.values()] }
}

const WIDTH = 640
const HEIGHT = 140

function Chart({ bars, per }: { bars: readonly Bar[]; per: Per }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const busiest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const step = WIDTH / bars.length
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
      <p aria-hidden="true" className="flex justify-between gap-3 text-s text-muted">
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
  const { per, bars } = barsOf(data?.rows ?? [], range)
  return (
    <Block title={T.title}>
      {data === undefined && <ReadPlaceholder read={read} error={T.error} className="h-48" />}
      {data?.rows.length === 0 && <p className="text-muted">{T.empty}</p>}
      {data !== undefined && data.rows.length > 0 && (
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

import type { SearchDay } from '../../data/model/analytics.ts'
import { addressOf, readDays } from './api.ts'
import type { Range } from './analytics-table.tsx'
import { useAdminRead } from './calls.ts'
import { AsTable, Block, CELL, Head, Instead, sayDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics.days

/** Bars that fit side by side; longer ranges are counted by week, then by month. */
const MOST_BARS = 62
const A_DAY = 86_400_000

type Per = keyof typeof T.per

interface Bar {
  /** Its first day. */
  day: string
  count: number
  empty: number
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The first day of the bar that a day belongs to. Weeks begin on Mondays. */
function beginOf(day: string, per: Per): string {
  if (per === 'month') return `${day.slice(0, 7)}-01`
  if (per === 'day') return day
  return dayAt(timeOf(day) - ((new Date(timeOf(day)).getUTCDay() + 6) % 7) * A_DAY)
}

/** Bars for every day, week or month from the first to the last, also those without a search. */
export function barsOf(days: readonly SearchDay[], { from, to }: Range): { per: Per; bars: Bar[] } {
  const first = from || days[0]?.day
  const last = to || days.at(-1)?.day
  if (first === undefined || last === undefined) return { per: 'day', bars: [] }
  const length = Math.round((timeOf(last) - timeOf(first)) / A_DAY) + 1
  const per: Per = length <= MOST_BARS ? 'day' : length <= 7 * MOST_BARS ? 'week' : 'month'
  const bars = new Map<string, Bar>()
  for (let time = timeOf(first); time <= timeOf(last); time += A_DAY) {
    const day = beginOf(dayAt(time), per)
    if (!bars.has(day)) bars.set(day, { day, count: 0, empty: 0 })
  }
  for (const { day, count, empty } of days) {
    const bar = bars.get(beginOf(day, per))
    if (bar) Object.assign(bar, { count: bar.count + count, empty: bar.empty + empty })
  }
  return { per, bars: [...bars.values()] }
}

const WIDTH = 640
const HEIGHT = 140

function Picture({ bars, per }: { bars: readonly Bar[]; per: Per }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const busiest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const step = WIDTH / bars.length
  const gap = Math.min(step * 0.25, 6)
  const high = (count: number) => (count / most) * (HEIGHT - 2)
  const say = (day: string) => (per === 'week' ? T.weekOf(sayDate(day)) : sayDate(day))
  return (
    <div className="grid gap-1">
      <p aria-hidden="true" className="text-s text-muted tabular-nums">
        {most}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={T.picture(total, T.per[per], busiest.count, say(busiest.day))}
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
        <span>{say(bars[0]!.day)}</span>
        {bars.length > 1 && <span>{say(bars.at(-1)!.day)}</span>}
      </p>
    </div>
  )
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={`size-3 rounded-[3px] ${className}`} /> {children}
  </span>
)

/** Searches over time; those that found nothing stand out. */
export function SearchDays({ range }: { range: Range }) {
  const read = useAdminRead(addressOf('analytics/search/days', { ...range }), readDays)
  const { data } = read
  const { per, bars } = barsOf(data?.rows ?? [], range)
  return (
    <Block title={T.title}>
      {data === undefined && <Instead read={read} error={T.error} className="h-48" />}
      {data?.rows.length === 0 && <p className="text-muted">{T.empty}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <>
          <Picture bars={bars} per={per} />
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
                  <td className={CELL}>{per === 'week' ? T.weekOf(sayDate(day)) : sayDate(day)}</td>
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

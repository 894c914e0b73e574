import { useId, useState } from 'react'
import { dayOf } from '../../../data/model/analytics.ts'
import { DAY } from '../../../data/model/constants.ts'
import { FEATURE_LABELS } from '../../../data/model/feature.ts'
import type { FeatureId } from '../../../data/model/feature.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { AnalyticsTable, type Range } from './analytics-table.tsx'
import { addressOf, readFeatures, readTerms, readUsers, readVisits } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { Block, ReadPlaceholder, formatDate } from './parts.tsx'
import { SearchDays } from './search-days.tsx'
import { SearchPlaces } from './search-places.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics
const DAYS = { week: 7, month: 30, year: 365 } as const

const lastDays = (days: number): Range => ({
  from: dayOf(new Date(Date.now() - (days - 1) * DAY)),
  to: dayOf(new Date()),
})
const ALL_TIME: Range = { from: '', to: '' }

function RangeChoice({ range, onRange }: { range: Range; onRange(range: Range): void }) {
  const id = useId()
  const isInvalid = range.from !== '' && range.to !== '' && range.from > range.to
  return (
    <fieldset className="card m-0 flex flex-wrap items-end gap-x-4 gap-y-3 border p-4">
      <legend className="sr-only">{T.range}</legend>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="grid gap-1">
          <label htmlFor={`${id}-${end}`} className="text-s font-semibold">
            {T[end]}
          </label>
          <TextInput
            id={`${id}-${end}`}
            type="date"
            value={range[end]}
            onChange={(event) => onRange({ ...range, [end]: event.target.value })}
            {...(isInvalid ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {(['week', 'month', 'year'] as const).map((preset) => (
          <Button key={preset} look="outline" onClick={() => onRange(lastDays(DAYS[preset]))}>
            {T.presets[preset]}
          </Button>
        ))}
        <Button look="outline" onClick={() => onRange(ALL_TIME)}>
          {T.presets.all}
        </Button>
      </div>
      {isInvalid ? (
        <p id={`${id}-error`} role="alert" className="w-full font-semibold text-closed">
          {T.wrongRange}
        </p>
      ) : (
        <p className="w-full text-s text-muted">{T.zone}</p>
      )}
    </fieldset>
  )
}

const TOP_COUNT = 10

/** Bar chart of the most frequent search terms. */
function TopTerms({ range }: { range: Range }) {
  const { title, error, empty } = T.tables.terms
  const read = useAdminRead(addressOf('analytics/search/terms', { ...range, limit: TOP_COUNT }), readTerms)
  const rows = read.data?.rows ?? []
  return (
    <Block title={T.top.title}>
      {read.data === undefined && <ReadPlaceholder read={read} error={error} />}
      {read.data !== undefined && rows.length === 0 && <p className="text-muted">{empty}</p>}
      {rows.length > 0 && (
        <ol aria-label={title} className="grid gap-2">
          {rows.map(({ term, count }) => (
            <li key={term} className="grid gap-1">
              <span className="flex justify-between gap-3">
                <span>{term}</span> <span className="shrink-0 tabular-nums">{count}</span>
              </span>
              <svg
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-2 w-full rounded-full bg-sunken"
              >
                <rect width={(count / rows[0]!.count) * 100} height="4" className="fill-leaf" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}

/** Usage figures: searches over time, places, terms, users and visits. */
export default function Analytics() {
  const [input, setInput] = useState(ALL_TIME)
  // The last valid range: while the input is invalid, the figures do not change.
  const [range, setRange] = useState(ALL_TIME)
  const choose = (next: Range) => {
    setInput(next)
    // A year that is still being typed is 0002 or 0020.
    const isComplete = [next.from, next.to].every((day) => day === '' || day >= '2000')
    if (isComplete && (next.from === '' || next.to === '' || next.from <= next.to)) setRange(next)
  }
  return (
    <div className="stack gap-4">
      <RangeChoice range={input} onRange={choose} />
      <SearchDays range={range} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SearchPlaces range={range} />
        <TopTerms range={range} />
      </div>
      <AnalyticsTable
        view="users"
        range={range}
        fetch={readUsers}
        keyOf={({ id }) => id}
        columns={[
          { sort: 'username', cell: ({ user }) => user?.username ?? T.unknown },
          { sort: 'parksVisited', cell: ({ parksVisited }) => parksVisited, numeric: true },
          { sort: 'totalSearches', cell: ({ totalSearches }) => totalSearches, numeric: true },
          { sort: 'favoritesAdded', cell: ({ favoritesAdded }) => favoritesAdded, numeric: true },
          { sort: 'reviewsWritten', cell: ({ reviewsWritten }) => reviewsWritten, numeric: true },
          {
            sort: 'lastActive',
            cell: ({ lastActive }) => (lastActive === null ? T.never : formatDate(lastActive)),
          },
        ]}
      />
      <AnalyticsTable
        view="visits"
        range={range}
        fetch={readVisits}
        keyOf={({ id }) => id}
        columns={[
          { sort: 'park', cell: ({ park }) => park?.name ?? T.unknown },
          { sort: 'username', cell: ({ user }) => user?.username ?? T.unknown },
          { sort: 'visitDate', cell: ({ visitDate }) => formatDate(visitDate) },
          {
            sort: 'duration',
            cell: ({ duration }) => (duration === null ? T.none : T.minutes(duration)),
            numeric: true,
          },
          { sort: 'rating', cell: ({ rating }) => rating ?? T.none, numeric: true },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AnalyticsTable
          view="terms"
          range={range}
          fetch={readTerms}
          keyOf={({ term }) => term}
          columns={[
            { sort: 'term', cell: ({ term }) => term },
            { sort: 'count', cell: ({ count }) => count, numeric: true },
          ]}
        />
        <AnalyticsTable
          view="features"
          range={range}
          fetch={readFeatures}
          keyOf={({ feature }) => feature}
          columns={[
            { sort: 'feature', cell: ({ feature }) => FEATURE_LABELS[feature as FeatureId] ?? feature },
            { sort: 'count', cell: ({ count }) => count, numeric: true },
          ]}
        />
      </div>
    </div>
  )
}

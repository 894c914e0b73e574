import { Fragment, lazy, memo, Suspense, useId, useState, type FormEvent } from 'react'
import { FILTERS_SHOWN_FIRST } from '../../data/model/constants.ts'
import { COMPACT_FILTERS, FEATURE_LABELS, SIDEBAR_FILTERS, type FeatureId } from '../../data/model/feature.ts'
import { SIZES, type Size } from '../../data/model/park.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select, Checkbox } from '../ui/field.tsx'
import {
  countFilters,
  DISTANCES,
  NO_FILTERS,
  RATINGS,
  withFeature,
  type Filters,
} from '../queries/filter-state.ts'
import { InfoIcon } from '../ui/icons.tsx'
import { useUnit } from '../platform/settings-store.ts'
import { PARK_TEXTS } from './texts.ts'

const Tooltip = lazy(async () => ({ default: (await import('../ui/tooltip.tsx')).Tooltip }))

/** Badge with the number of active filters; nothing for 0. */
export function FilterCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="inline-grid h-7 min-w-7 place-items-center rounded-full bg-ochre px-2 text-s font-bold text-on-ochre">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{PARK_TEXTS.filters.chosen(count)}</span>
    </span>
  )
}

/** A label that may break after a slash, because the compact panel has narrow columns. */
function Breakable({ label }: { label: string }) {
  const [first, ...rest] = label.split('/')
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}

function FeatureTick({
  id,
  filters,
  onChange,
}: {
  id: FeatureId
  filters: Filters
  onChange(next: Filters): void
}) {
  const hint = (
    <IconButton label={PARK_TEXTS.filters.about(FEATURE_LABELS[id])} className="-mr-2 text-muted">
      <InfoIcon size={20} />
    </IconButton>
  )
  return (
    <li className="flex items-center">
      <Checkbox
        checked={filters.features.includes(id)}
        onChange={(event) => onChange(withFeature(filters, id, event.target.checked))}
      >
        <Breakable label={FEATURE_LABELS[id]} />
      </Checkbox>
      <Suspense fallback={hint}>
        <Tooltip text={PARK_TEXTS.filters.descriptions[id]}>{hint}</Tooltip>
      </Suspense>
    </li>
  )
}

interface FilterFieldsProps {
  filters: Filters
  onChange(next: Filters): void
  /** 'sidebar' has 13 features; 'compact' has 14, in two columns. */
  variant: 'sidebar' | 'compact'
}

/** The filter controls without title and buttons, which the sidebar and the sheet add. */
export function FilterFields({ filters, onChange, variant }: FilterFieldsProps) {
  const all = variant === 'compact' ? COMPACT_FILTERS : SIDEBAR_FILTERS
  // An active filter is never hidden behind 'View more filters'.
  const [expanded, setExpanded] = useState(() =>
    filters.features.some((id) => all.indexOf(id) >= FILTERS_SHOWN_FIRST),
  )
  const listId = useId()
  const unit = useUnit()
  const shown = expanded ? all : all.slice(0, FILTERS_SHOWN_FIRST)
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="sr-only">{PARK_TEXTS.filters.features}</legend>
        <ul
          id={listId}
          className={
            variant === 'compact'
              ? 'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-3 text-s'
              : 'grid'
          }
        >
          {shown.map((id) => (
            <FeatureTick key={id} id={id} filters={filters} onChange={onChange} />
          ))}
        </ul>
        <Button
          look="quiet"
          className="-ml-2 underline underline-offset-4"
          aria-expanded={expanded}
          aria-controls={listId}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? PARK_TEXTS.filters.fewer : PARK_TEXTS.filters.more(all.length - FILTERS_SHOWN_FIRST)}
        </Button>
      </fieldset>
      {/* The compact panel is for one suburb, which has no point to measure a distance from. */}
      {variant === 'sidebar' && (
        <Select
          label={PARK_TEXTS.filters.distance}
          value={filters.distance ?? 'all'}
          onChange={({ target }) =>
            onChange({ ...filters, distance: target.value === 'all' ? null : Number(target.value) })
          }
        >
          <option value="all">{PARK_TEXTS.filters.anyDistance}</option>
          {DISTANCES.map((miles) => (
            <option key={miles} value={miles}>
              {PARK_TEXTS.filters.within(miles, unit)}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={PARK_TEXTS.filters.opening}
        note={PARK_TEXTS.filters.openingNote}
        value={filters.opening}
        onChange={({ target }) => onChange({ ...filters, opening: target.value as Filters['opening'] })}
      >
        {(['now', 'only', 'any'] as const).map((key) => (
          <option key={key} value={key}>
            {PARK_TEXTS.filters.openings[key]}
          </option>
        ))}
      </Select>
      <Select
        label={PARK_TEXTS.filters.size}
        note={PARK_TEXTS.filters.sizeNote}
        value={filters.size ?? 'any'}
        onChange={({ target }) =>
          onChange({ ...filters, size: target.value === 'any' ? null : (target.value as Size) })
        }
      >
        <option value="any">{PARK_TEXTS.filters.anySize}</option>
        {SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
      <Select
        label={PARK_TEXTS.filters.rating}
        note={PARK_TEXTS.filters.ratingNote}
        value={filters.rating}
        onChange={({ target }) => onChange({ ...filters, rating: Number(target.value) })}
      >
        <option value={0}>{PARK_TEXTS.filters.anyRating}</option>
        {RATINGS.map((stars) => (
          <option key={stars} value={stars}>
            {PARK_TEXTS.filters.atLeast(stars)}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface FilterPanelProps {
  /** The filters of the results shown. */
  applied: Filters
  onApply(filters: Filters): void
  variant?: 'sidebar' | 'compact'
}

/**
 * The filter panel of larger screens. Its `key` must depend on `applied`, so that going back in the history
 * resets its controls too.
 */
export const FilterPanel = memo(function FilterPanel({
  applied,
  onApply,
  variant = 'sidebar',
}: FilterPanelProps) {
  const [filters, setFilters] = useState(applied)
  function submit(event: FormEvent) {
    event.preventDefault()
    onApply(filters)
  }
  function reset() {
    setFilters(NO_FILTERS)
    onApply(NO_FILTERS)
  }
  return (
    <form
      onSubmit={submit}
      className="card flex max-h-[calc(100dvh-var(--spacing-header)-4.5rem)] flex-col overflow-hidden"
    >
      <div className="flex min-h-tap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="text-l">{PARK_TEXTS.filters.title}</h2>
        <FilterCount count={countFilters(filters)} />
      </div>
      <div className="flex-1 overflow-y-auto overscroll-contain px-4 py-2">
        <FilterFields filters={filters} onChange={setFilters} variant={variant} />
      </div>
      <div className="flex gap-2 border-t border-line p-3">
        <Button look="outline" onClick={reset}>
          {PARK_TEXTS.filters.reset}
        </Button>
        <Button type="submit" className="flex-1">
          {PARK_TEXTS.filters.apply}
        </Button>
      </div>
    </form>
  )
})

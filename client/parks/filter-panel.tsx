import { Fragment, memo, useId, useState, type FormEvent } from 'react'
import { FILTERS_SHOWN_FIRST } from '../../data/model/constants.ts'
import { COMPACT_FILTERS, FEATURE_LABELS, SIDEBAR_FILTERS } from '../../data/model/feature.ts'
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
import { requestLocation } from '../platform/page-events.ts'
import { changeSettings, useUnit } from '../platform/settings-store.ts'
import { useNothingRated } from '../queries/index.ts'
import { useFeatureTooltip } from './feature-tooltip.tsx'
import { PARK_TEXTS } from './texts.ts'

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

/** Shows distances in the other unit. */
export function UnitButton({ className = '' }: { className?: string }) {
  const other = useUnit() === 'km' ? 'miles' : 'km'
  return (
    <button
      type="button"
      className={`textlink inline-flex min-h-11 items-center text-s font-semibold text-leaf ${className}`}
      onClick={() => changeSettings({ unit: other })}
    >
      {PARK_TEXTS.filters.units[other]}
    </button>
  )
}

/** The choices of a select, and the value if it is another one: an address can have any. */
const withChosen = (choices: readonly number[], chosen: number | null): readonly number[] =>
  chosen === null || chosen === 0 || choices.includes(chosen) ? choices : [...choices, chosen]

interface FilterFieldsProps {
  filters: Filters
  onChange(next: Filters): void
  /** 'sidebar' has 13 features; 'compact' has 14, in two columns. */
  variant: 'sidebar' | 'compact'
  /** Whether distances can be measured from somewhere. */
  hasOrigin: boolean
}

/** The filter controls without title and buttons, which the sidebar and the sheet add. */
export function FilterFields({ filters, onChange, variant, hasOrigin }: FilterFieldsProps) {
  const all = variant === 'compact' ? COMPACT_FILTERS : SIDEBAR_FILTERS
  // An active filter is never hidden behind 'View more filters'.
  const [expanded, setExpanded] = useState(() =>
    filters.features.some((id) => all.indexOf(id) >= FILTERS_SHOWN_FIRST),
  )
  const listId = useId()
  const unit = useUnit()
  const nothingRated = useNothingRated()
  const tooltip = useFeatureTooltip()
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
            <li key={id} className="flex items-center" {...tooltip.ofRow(id)}>
              <Checkbox
                checked={filters.features.includes(id)}
                onChange={(event) => onChange(withFeature(filters, id, event.target.checked))}
              >
                <Breakable label={FEATURE_LABELS[id]} />
              </Checkbox>
              <IconButton
                label={PARK_TEXTS.filters.about(FEATURE_LABELS[id])}
                className="-mr-2 text-muted"
                {...tooltip.ofButton(id)}
              >
                <InfoIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
        {tooltip.tooltip}
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
        <div className="@container relative">
          {/* Beside the label where both fit, at any text size. */}
          <UnitButton className="-top-2.5 right-0 @min-[14rem]:absolute" />
          <Select
            label={PARK_TEXTS.filters.distance}
            value={filters.distance ?? 'all'}
            onChange={({ target }) =>
              onChange({ ...filters, distance: target.value === 'all' ? null : Number(target.value) })
            }
          >
            <option value="all">{PARK_TEXTS.filters.anyDistance}</option>
            {withChosen(DISTANCES, filters.distance).map((miles) => (
              <option key={miles} value={miles}>
                {PARK_TEXTS.filters.within(miles, unit)}
              </option>
            ))}
          </Select>
          {filters.distance !== null && !hasOrigin && (
            <p role="status" className="mt-1 text-s font-semibold">
              {PARK_TEXTS.filters.distanceNeedsPlace}{' '}
              <button
                type="button"
                className="textlink min-h-11 font-semibold text-leaf"
                onClick={requestLocation}
              >
                {PARK_TEXTS.filters.fromLocation}
              </button>
              .
            </p>
          )}
        </div>
      )}
      <Select
        label={PARK_TEXTS.filters.opening}
        note={filters.opening === 'now' ? PARK_TEXTS.filters.openingNote : undefined}
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
        note={nothingRated ? PARK_TEXTS.filters.nothingRated : PARK_TEXTS.filters.ratingNote}
        value={filters.rating}
        onChange={({ target }) => onChange({ ...filters, rating: Number(target.value) })}
      >
        <option value={0}>{PARK_TEXTS.filters.anyRating}</option>
        {withChosen(RATINGS, filters.rating).map((stars) => (
          <option key={stars} value={stars}>
            {PARK_TEXTS.filters.atLeast(stars)}
          </option>
        ))}
      </Select>
    </div>
  )
}

export interface FilterFormProps {
  /** The filters of the results shown. */
  applied: Filters
  onApply(filters: Filters): void
  /** Called with each change, before it is applied (specification 14.18). */
  onChange(filters: Filters): void
  /** How many parks the filters would show; `null` while that is not known. */
  count: number | null
  /** Whether distances can be measured from somewhere. */
  hasOrigin: boolean
  variant?: 'sidebar' | 'compact'
}

/** What the chosen filters will show, beside 'Apply Filters'. */
export const FilterPreview = ({ count }: { count: number | null }) => (
  <output className="min-w-20 text-s font-semibold" data-preview="">
    {count === null ? '' : PARK_TEXTS.list.count(count)}
  </output>
)

/**
 * The filter panel of larger screens. Its `key` must depend on `applied`, so that going back in the history
 * resets its controls too.
 */
export const FilterPanel = memo(function FilterPanel({
  applied,
  onApply,
  onChange,
  count,
  hasOrigin,
  variant = 'sidebar',
}: FilterFormProps) {
  const [filters, setFilters] = useState(applied)
  function change(next: Filters) {
    setFilters(next)
    onChange(next)
  }
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
      // Clipped and not hidden, so that the buttons stick to the window while the panel reaches below it.
      className="card flex max-h-[calc(100dvh-var(--spacing-header)-4.5rem)] flex-col overflow-clip"
    >
      <div className="flex min-h-tap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="text-l">{PARK_TEXTS.filters.title}</h2>
        <FilterCount count={countFilters(filters)} />
      </div>
      {/* What has the focus scrolls to above the buttons, which stick to the window. */}
      <div className="flex-1 overflow-y-auto overscroll-contain px-4 py-2 [&_:is(button,input,select)]:scroll-mb-36">
        <FilterFields filters={filters} onChange={change} variant={variant} hasOrigin={hasOrigin} />
      </div>
      <div className="sticky bottom-0 z-1 grid gap-2 border-t border-line bg-surface p-3">
        <FilterPreview count={count} />
        <div className="flex gap-2">
          <Button look="outline" onClick={reset}>
            {PARK_TEXTS.filters.reset}
          </Button>
          <Button type="submit" className="flex-1">
            {PARK_TEXTS.filters.apply}
          </Button>
        </div>
      </div>
    </form>
  )
})

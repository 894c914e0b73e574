import { FEATURE_LABELS } from '../../data/model/feature.ts'
import { useUnit } from '../platform/settings-store.ts'
import { chosenFilters, type ChosenFilter, type Filters } from '../queries/filter-state.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { PARK_TEXTS } from './texts.ts'
import type { DistanceUnit } from '../../data/model/directions.ts'

const T = PARK_TEXTS.filters

function labelOf({ kind, feature }: ChosenFilter, filters: Filters, unit: DistanceUnit, hasOrigin: boolean) {
  if (feature) return FEATURE_LABELS[feature]
  if (kind === 'distance') {
    const distance = T.within(filters.distance ?? 0, unit)
    return hasOrigin ? distance : T.noPlaceYet(distance)
  }
  if (kind === 'rating') return T.atLeast(filters.rating)
  return kind === 'opening' ? T.openings[filters.opening] : String(filters.size)
}

/** The filters of the results, each with a button that removes it. */
export function FilterChips({
  filters,
  hasOrigin,
  onChange,
}: {
  filters: Filters
  hasOrigin: boolean
  onChange(filters: Filters): void
}) {
  const unit = useUnit()
  const chosen = chosenFilters(filters)
  if (chosen.length === 0) return null
  return (
    <ul aria-label={T.chosenList} className="mb-3 flex flex-wrap gap-2">
      {chosen.map((filter) => {
        const label = labelOf(filter, filters, unit, hasOrigin)
        return (
          <li key={filter.feature ?? filter.kind}>
            <button
              type="button"
              aria-label={T.remove(label)}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full border-control border-line-strong bg-leaf-wash px-3 text-s font-semibold hover:bg-surface"
              onClick={() => onChange(filter.without)}
            >
              {label} <CloseIcon size={18} className="text-muted" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

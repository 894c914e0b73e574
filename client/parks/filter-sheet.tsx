import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FilterCount, FilterFields, FilterPreview, type FilterFormProps } from './filter-panel.tsx'
import { countFilters, NO_FILTERS, type Filters } from '../queries/filter-state.ts'
import { Sheet } from '../ui/sheet.tsx'
import { PARK_TEXTS } from './texts.ts'

/** The filter panel of small screens. Mounted while open. */
export default function FilterSheet({
  applied,
  onApply,
  onChange,
  count,
  hasOrigin,
  onClose,
  variant = 'sidebar',
}: FilterFormProps & { onClose(): void }) {
  const [filters, setFilters] = useState(applied)
  function change(next: Filters) {
    setFilters(next)
    onChange(next)
  }
  return (
    <Sheet
      onClose={onClose}
      title={
        <>
          {PARK_TEXTS.filters.title} <FilterCount count={countFilters(filters)} />
        </>
      }
      foot={
        <div className="flex flex-wrap items-center gap-2">
          <FilterPreview count={count} />
          <Button look="outline" onClick={() => change(NO_FILTERS)}>
            {PARK_TEXTS.filters.reset}
          </Button>
          <Button className="flex-1" onClick={() => onApply(filters)}>
            {PARK_TEXTS.filters.apply}
          </Button>
        </div>
      }
    >
      <FilterFields filters={filters} onChange={change} variant={variant} hasOrigin={hasOrigin} />
    </Sheet>
  )
}

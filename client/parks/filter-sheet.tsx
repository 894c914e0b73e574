import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FilterCount, FilterFields } from './filter-panel.tsx'
import { countFilters, NO_FILTERS, type Filters } from '../queries/filter-state.ts'
import { Sheet } from '../ui/sheet.tsx'
import { PARK_TEXTS } from './texts.ts'

interface FilterSheetProps {
  applied: Filters
  onApply(filters: Filters): void
  onClose(): void
  variant: 'sidebar' | 'compact'
}

/** The filter panel of small screens. Mounted while open. */
export default function FilterSheet({ applied, onApply, onClose, variant }: FilterSheetProps) {
  const [filters, setFilters] = useState(applied)
  return (
    <Sheet
      onClose={onClose}
      title={
        <>
          {PARK_TEXTS.filters.title} <FilterCount count={countFilters(filters)} />
        </>
      }
      foot={
        <div className="flex gap-2">
          <Button look="outline" onClick={() => setFilters(NO_FILTERS)}>
            {PARK_TEXTS.filters.reset}
          </Button>
          <Button className="flex-1" onClick={() => onApply(filters)}>
            {PARK_TEXTS.filters.apply}
          </Button>
        </div>
      }
    >
      <FilterFields filters={filters} onChange={setFilters} variant={variant} />
    </Sheet>
  )
}

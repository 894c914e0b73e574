import { memo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { FilterCount, type FilterFormProps } from './filter-panel.tsx'
import { countFilters } from '../queries/filter-state.ts'
import { FilterIcon } from '../ui/icons.tsx'
import { PARK_TEXTS } from './texts.ts'
import { loadedOnPress } from '../ui/loaded-later.tsx'

const FilterSheet = loadedOnPress(() => import('./filter-sheet.tsx'))

/** The 'Filter Parks' bar fixed at the bottom of small screens. */
export const FilterBar = memo(function FilterBar({ applied, onApply, onChange, ...form }: FilterFormProps) {
  const [open, setOpen] = useState(false)
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-page px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <Button className="w-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FilterIcon size={22} /> {PARK_TEXTS.filters.title} <FilterCount count={countFilters(applied)} />
      </Button>
      {open && (
        <FilterSheet
          {...form}
          applied={applied}
          onChange={onChange}
          onClose={() => {
            setOpen(false)
            onChange(applied)
          }}
          // The sheet traps the focus, so it has to unmount before the results take it.
          onApply={(filters) => {
            flushSync(() => setOpen(false))
            onApply(filters)
          }}
        />
      )}
    </div>
  )
})

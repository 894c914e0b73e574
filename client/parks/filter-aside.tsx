import { useMinWidth } from '../platform/media.ts'
import { FilterPanel, type FilterFormProps } from './filter-panel.tsx'
import { PARK_TEXTS } from './texts.ts'

/** The breakpoint `md` of the styles. */
const MIN_WIDTH_REM = 48

/**
 * The filter panel beside the results. Small screens have the 'Filter Parks' bar instead: there the panel is
 * hidden in the prerendered screen, and the app does not render it.
 */
export function FilterAside(props: FilterFormProps) {
  const isShown = useMinWidth(MIN_WIDTH_REM, true)
  if (!isShown) return null
  return (
    <aside aria-label={PARK_TEXTS.filters.title} className="sticky top-below-header hidden md:block">
      <FilterPanel key={JSON.stringify(props.applied)} {...props} />
    </aside>
  )
}

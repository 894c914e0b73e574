import { useCallback, useState } from 'react'
import type { Filters } from '../queries/filter-state.ts'

/**
 * The filters that are chosen in the panel and not yet applied; `null` if there are none. They last while the
 * same filters are applied, as those of the panel do: it keeps them when the list is sorted or a page is
 * turned, and loses them when the user goes back to other filters.
 */
export function useFilterDraft(applied: Filters) {
  const key = JSON.stringify(applied)
  const [draft, setDraft] = useState<{ applied: string; filters: Filters } | null>(null)
  // Otherwise the draft would be back when the user returns to these filters, and the ticks would not.
  if (draft !== null && draft.applied !== key) setDraft(null)
  const change = useCallback(
    (filters: Filters | null) => setDraft(filters === null ? null : { applied: key, filters }),
    [key],
  )
  return [draft?.applied === key ? draft.filters : null, change] as const
}

import { useCallback, useMemo, useState } from 'react'
import type { SearchRequest } from '../../data/model/search-request.ts'
import type { Filters } from '../queries/filter-state.ts'
import { useSearchCount, type SearchRead } from '../queries/index.ts'

/**
 * The filters that are chosen in the panel and not yet applied; `null` if there are none. They last while the
 * same filters are applied, as those of the panel do: it keeps them when the list is sorted or a page is
 * turned, and loses them when the user goes back to other filters.
 */
function useFilterDraft(applied: Filters) {
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

/**
 * What the filter panel needs: the applied filters, what to call when others are chosen, and the number of parks
 * that the chosen ones find, `null` while it is not known.
 * @param requestWith the search with these filters; the same function while the search is the same
 */
export function useFilterForm(
  applied: Filters,
  read: SearchRead,
  requestWith: (filters: Filters) => SearchRequest,
) {
  const [draft, onChange] = useFilterDraft(applied)
  const request = useMemo(() => (draft === null ? null : requestWith(draft)), [draft, requestWith])
  const draftCount = useSearchCount(request)
  const count = draft === null ? (read.status === 'ready' ? read.total : null) : draftCount
  return { applied, onChange, count }
}

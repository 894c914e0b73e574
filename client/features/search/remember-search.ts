import { useEffect, useEffectEvent } from 'react'
import { useSearchHistory, type SearchRead } from '../../queries/index.ts'
import { addressPosition, type HomeAddress } from '../../queries/home-address.ts'

/** What was shown last, a search or none: another page of its results is not a new search. */
let shown = ''
/** A search of an earlier visit that is shown again. */
let restored = ''

const keyOf = ({ q = '', lat, lng, features = [], distance, size, rating, open }: HomeAddress) =>
  JSON.stringify([q, lat, lng, features, distance, size, rating, open])

const NO_SEARCH = keyOf({})

/** Call it before a search of an earlier visit is shown again, which is not a new search. */
export function markRestored(address: HomeAddress): void {
  restored = keyOf(address)
}

/**
 * The state of the history entry that Back or Forward opened last: its results are not a new search. The same
 * object as `history.state` while that entry is shown.
 */
let reopened: unknown
if (typeof window !== 'undefined') window.addEventListener('popstate', () => (reopened = history.state))

/** Whether the page was loaded again with the search in its address, by a reload or by going back to it. */
function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (
    (load?.type === 'reload' || load?.type === 'back_forward') &&
    new URL(load.name).search === location.search
  )
}

/**
 * Records a search once it has results: in the search history and as the last search if it has a text, and in
 * the search analytics. Uses only the position in the address, because the fallback is not the user's
 * position.
 */
export function useRememberedSearch(address: HomeAddress, read: SearchRead): void {
  const { q = '', features = [] } = address
  const { record, count, saveLast } = useSearchHistory({ watch: false })
  const searchKey = keyOf(address)
  const isSettled = read.status === 'ready' && !read.isFetching
  const remember = useEffectEvent(async () => {
    const origin = addressPosition(address)
    if (q !== '') {
      await saveLast({ query: q, ...origin })
      await record({ query: q, resultCount: read.total })
    }
    // Sample results are not counted: they stand in for a directory that cannot be reached.
    if (read.source !== 'samples') await count({ term: q, features, resultCount: read.total, ...origin })
  })
  useEffect(() => {
    if (!isSettled || searchKey === shown) return
    const isKnown = searchKey === restored || history.state === reopened || (shown === '' && isLoadedAgain())
    shown = searchKey
    if (searchKey === NO_SEARCH) return
    restored = ''
    if (isKnown) return
    // Failing to record a search must not disturb the search itself.
    remember().catch(() => undefined)
  }, [isSettled, searchKey])
}

import { useEffect, useEffectEvent } from 'react'
import type { SearchRead } from '../queries/index.ts'

/**
 * Shows the last page when the address names a page beyond it, for example because parks were removed.
 * @param perPage parks per page
 * @param show replaces the current page; pages count from 1
 */
export function useLastPage(read: SearchRead, perPage: number, show: (page: number) => void): void {
  const isBeyondLast =
    read.status === 'ready' && !read.isFetching && read.parks.length === 0 && read.total > 0
  const showLast = useEffectEvent(() => show(Math.ceil(read.total / perPage)))
  useEffect(() => {
    if (isBeyondLast) showLast()
  }, [isBeyondLast])
}

import { useEffect, useEffectEvent } from 'react'
import type { SearchRead } from '../queries/index.ts'

/**
 * A page beyond the last, because parks left or the address was cut from another search, is taken for the last one.
 * @param perPage parks on a page
 * @param show puts another page, counted from 1, in the place of this one
 */
export function useLastPage(read: SearchRead, perPage: number, show: (page: number) => void): void {
  const beyond = read.status === 'ready' && !read.isFetching && read.parks.length === 0 && read.total > 0
  const showLast = useEffectEvent(() => show(Math.ceil(read.total / perPage)))
  useEffect(() => {
    if (beyond) showLast()
  }, [beyond])
}

/** A page number, or a gap shown as an ellipsis. */
export type PageItem = number | 'gap-before' | 'gap-after'

/**
 * The pages that a pager shows: all of them if there are five or fewer, otherwise the first, the last, the
 * current one and its neighbours. Pages count from 1.
 */
export function pageItems(current: number, pages: number): PageItem[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1)
  const shown = [...new Set([1, current - 1, current, current + 1, pages])].filter(
    (page) => page >= 1 && page <= pages,
  )
  return shown.flatMap((page, index): PageItem[] => {
    const before = shown[index - 1]
    if (before === undefined || page === before + 1) return [page]
    return [page <= current ? 'gap-before' : 'gap-after', page]
  })
}

/** The search URL in the site's metadata (specification 2.24). It redirects: search is on the home screen. */
export const isSearchPath = (path: string) => path === '/search' || path === '/search/'

/**
 * The address that the search address redirects to.
 * @param query the query string of the request, a `URLSearchParams`
 */
export function homeSearch(query: { getAll(name: string): string[] }): string {
  const [q, ...others] = query.getAll('q')
  return q === undefined || q === '' || others.length > 0 ? '/' : `/?q=${encodeURIComponent(q)}`
}

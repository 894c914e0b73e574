/** The paths of the app's screens. `/search` is not one: the server redirects it. */
const SCREENS = [
  /^\/$/,
  /^\/park\/[^/]+$/,
  /^\/directions\/[^/]+$/,
  /^\/state(\/[^/]+){0,2}$/,
  /^\/(states|favorites|submit-park|contact|privacy|terms|accessibility|admin|auth|profile|outbox|offline|share|icons)$/,
]

/**
 * Whether a navigation is answered with the app shell on the device. Never for `/api`, `/search?q=` or a
 * file. Other unknown paths show the app's not-found page.
 */
export function isAppNavigation({ pathname }: Pick<URL, 'pathname'>): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (SCREENS.some((screen) => screen.test(path))) return true
  if (path === '/api' || path.startsWith('/api/') || path === '/search') return false
  return !path.split('/').at(-1)!.includes('.')
}

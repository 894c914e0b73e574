/** The screens of the app. `/search` is none: the server redirects it. Anything else is for the server to find or to miss. */
const SCREENS = [
  /^\/$/,
  /^\/park\/[^/]+$/,
  /^\/directions\/[^/]+$/,
  /^\/state(\/[^/]+){0,2}$/,
  /^\/(states|favorites|submit-park|contact|privacy|terms|accessibility|admin|auth|profile|outbox|offline|share|icons)$/,
]

/**
 * Whether a page address is opened from the shell on the device. Never for `/api`, `/search?q=` or a file. An address the app does not know
 * and that looks like no file is the app's own not-found page.
 */
export function isAppNavigation({ pathname }: Pick<URL, 'pathname'>): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (SCREENS.some((screen) => screen.test(path))) return true
  if (path === '/api' || path.startsWith('/api/') || path === '/search') return false
  return !path.split('/').at(-1)!.includes('.')
}

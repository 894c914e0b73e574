import { matchScreen } from '../data/screens/screens.ts'

/**
 * Whether a page address is opened from the shell on the device. Never for `/api`, `/search?q=` or a file. An
 * unknown address that does not look like a file shows the app's own not-found page.
 */
export function isAppNavigation({ pathname }: Pick<URL, 'pathname'>): boolean {
  if (matchScreen(pathname) !== undefined) return true
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (path === '/api' || path.startsWith('/api/') || path === '/search') return false
  return !path.split('/').at(-1)!.includes('.')
}

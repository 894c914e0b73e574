import { matchScreen } from '../data/screens/screens.ts'

/**
 * Whether a page address is opened from the shell on the device. Never for `/api` or a file. An unknown
 * address that does not look like a file shows the app's own not-found page.
 */
export function isAppNavigation({ pathname }: Pick<URL, 'pathname'>): boolean {
  if (matchScreen(pathname) !== undefined) return true
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  if (path === '/api' || path.startsWith('/api/')) return false
  return !path.split('/').at(-1)!.includes('.')
}

const SIGN_IN_PATH = /^\/api\/auth\/(\w+)$/

/**
 * The login page with the reason, for a link that starts signing in with a provider and gets no reply.
 * `null` for any other address.
 */
export function signInTrouble({ pathname, searchParams }: URL): string | null {
  const provider = SIGN_IN_PATH.exec(pathname)?.[1]
  if (provider === undefined) return null
  const returnTo = searchParams.get('returnTo')
  const address = new URLSearchParams({ error: `${provider}-trouble`, ...(returnTo && { returnTo }) })
  return `/auth?${address}`
}

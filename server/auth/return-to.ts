const LONGEST = 500
/** Addresses without a host are resolved against this one, which nobody has (RFC 6761). */
const NOWHERE = 'http://nowhere.invalid'

/** Where to go back to on this site: a path of one of its screens. Whatever could lead elsewhere leads home. */
export function safeReturn(path: string | undefined): string {
  if (path === undefined || path.length > LONGEST || !path.startsWith('/') || !URL.canParse(path, NOWHERE))
    return '/'
  const { origin, pathname, search, hash } = new URL(path, NOWHERE)
  // Browsers read a backslash as a slash and two slashes as a host; what is left after parsing must not begin so either.
  if (origin !== NOWHERE || /^\/[/\\]/.test(pathname) || /[\\\p{Cc}]/u.test(path)) return '/'
  if (/^\/(api|auth)(\/|$)/.test(pathname)) return '/'
  return `${pathname}${search}${hash}`
}

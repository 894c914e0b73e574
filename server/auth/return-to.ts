const MAX_LENGTH = 500
/** The base for resolving paths; `.invalid` names no host (RFC 6761). */
const BASE = 'http://base.invalid'

/** A path on this site to return to after signing in; `/` for anything that could lead to another site. */
export function safeReturn(path: string | undefined): string {
  if (path === undefined || path.length > MAX_LENGTH || !path.startsWith('/') || !URL.canParse(path, BASE))
    return '/'
  const { origin, pathname, search, hash } = new URL(path, BASE)
  // Browsers read a backslash as a slash, and two slashes as the start of a host: also check the parsed path.
  if (origin !== BASE || /^\/[/\\]/.test(pathname) || /[\\\p{Cc}]/u.test(path)) return '/'
  if (/^\/(api|auth)(\/|$)/.test(pathname)) return '/'
  return `${pathname}${search}${hash}`
}

const MAX_LENGTH = 500

/**
 * A path on this site to return to after signing in; `/` for anything that could lead to another site.
 * Browsers read a backslash as a slash, and two slashes as the start of a host, also after they have removed
 * segments of dots: such paths and anything but printable ASCII are refused.
 */
export function safeReturn(path: string | undefined): string {
  if (path === undefined || path.length > MAX_LENGTH || !/^\/[!-[\]-~]*$/.test(path)) return '/'
  const segments = path.split(/[?#]/, 1)[0]!.slice(1).split('/')
  if (segments.slice(0, -1).includes('') || segments.some((one) => /^(?:\.|%2e){1,2}$/i.test(one))) return '/'
  return segments[0] === 'api' || segments[0] === 'auth' ? '/' : path
}

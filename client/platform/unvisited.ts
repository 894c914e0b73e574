import { isApple, isInstalled } from './install.ts'

const isSafariOnMac = () => /Macintosh.* Version\/\S+ Safari/.test(navigator.userAgent)

/**
 * Whether this browser deletes all data of a site that its user has not visited for seven days on which the
 * browser was used: Safari, and on iPhone and iPad every browser. Apps on the home screen are exempt. Source:
 * https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 */
export const deletesUnvisited = () => !isInstalled() && (isApple() || isSafariOnMac())

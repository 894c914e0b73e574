import { HOME_TITLE, pageTitle } from './titles.ts'

/** What search engines and shared links show of a page. */
export interface ScreenHead {
  /** The document title. */
  title: string
  description: string
}

export interface Screen {
  /** Path as the router writes it: `$name` is any one segment. */
  path: `/${string}`
  /** Narrower patterns for some of the segments. */
  segments?: Readonly<Record<string, RegExp>>
  /** Whether the server renders the screen in full, because it is the same for every visitor. */
  prerendered?: true
  /**
   * The head of an indexed page; `from-directory` if it depends on the parks. Pages without one are not
   * indexed.
   */
  head?: ScreenHead | 'from-directory'
}

const head = (name: string, description: string): ScreenHead => ({ title: pageTitle(name), description })

/** The head of the home page, and of pages without one of their own. */
export const HOME_HEAD: ScreenHead = {
  title: HOME_TITLE,
  description: 'Discover the perfect spots for you and your furry friend to play and explore.',
}

/**
 * Every screen of the app (docs/specification.md, section 2). `/search` is not one: it redirects (see
 * data/screens/home-search.ts).
 */
export const SCREENS: readonly Screen[] = [
  { path: '/', prerendered: true, head: HOME_HEAD },
  { path: '/park/$id', prerendered: true, head: 'from-directory' },
  { path: '/directions/$id' },
  {
    path: '/state',
    prerendered: true,
    head: head('Browse Dog Parks', 'Dog-friendly parks of all Australian states and territories.'),
  },
  {
    path: '/states',
    prerendered: true,
    head: head(
      'Dog Parks by State',
      'Dog-friendly parks of all Australian states and territories, with how many there are in each.',
    ),
  },
  { path: '/state/$state', prerendered: true, head: 'from-directory' },
  { path: '/state/$state/$city', head: 'from-directory' },
  {
    path: '/favorites',
    prerendered: true,
    head: head(
      'My Favorites',
      'The dog-friendly parks you have saved, on your own device, with or without reception.',
    ),
  },
  {
    path: '/submit-park',
    head: head(
      'Submit a Dog Park',
      'Tell us of a dog-friendly park in Australia that is not in the directory yet.',
    ),
  },
  {
    path: '/contact',
    head: head('Contact Us', 'Questions, corrections and ideas about dog-friendly parks in Australia.'),
  },
  {
    path: '/privacy',
    prerendered: true,
    head: head('Privacy Policy', 'What Offlead keeps on your device, what it sends, and what it never does.'),
  },
  {
    path: '/terms',
    prerendered: true,
    head: head('Terms of Service', 'What you can expect from Offlead, and what Offlead expects from you.'),
  },
  {
    path: '/accessibility',
    head: head(
      'Accessibility Tools',
      'High contrast, larger text, spacing, less motion, screen readers, keyboard: how Offlead looks and behaves for you.',
    ),
  },
  {
    path: '/offline',
    head: head(
      'Offline areas',
      'Download an area: pictures and maps of dog-friendly parks for when there is no signal.',
    ),
  },
  { path: '/auth' },
  { path: '/profile' },
  { path: '/outbox' },
  { path: '/share' },
  { path: '/icons' },
  { path: '/admin' },
  { path: '/admin/inbox' },
  { path: '/admin/inbox/$kind/$id', segments: { kind: /submissions|reports|messages/, id: /\d+/ } },
  { path: '/admin/imports' },
  { path: '/admin/rules' },
  { path: '/admin/freshness' },
  { path: '/admin/log' },
]

/**
 * The screen's path as a pattern with a named group for each `$name`. A final slash is optional, except for
 * `/`.
 */
function patternOf({ path, segments }: Screen): RegExp {
  const groups = path.replaceAll(
    /\$(\w+)/g,
    (_, name: string) => `(?<${name}>${segments?.[name]?.source ?? '[^/]+'})`,
  )
  return new RegExp(path === '/' ? '^/$' : `^${groups}/?$`)
}

const PATTERNS = SCREENS.map((screen) => ({ screen, pattern: patternOf(screen) }))

/**
 * Finds the screen of a path.
 * @returns the screen and its segments as they are in the path, not decoded; `undefined` if there is none
 */
export function matchScreen(
  path: string,
): { screen: Screen; segments: Readonly<Record<string, string | undefined>> } | undefined {
  for (const { screen, pattern } of PATTERNS) {
    const match = pattern.exec(path)
    if (match) return { screen, segments: match.groups ?? {} }
  }
  return undefined
}

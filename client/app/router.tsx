import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { readAdminAddress, readInboxAddress } from '../features/admin/address.ts'
import { readAuthAddress, readError } from '../features/account/address.ts'
import { readRegionsAddress } from '../features/browse/address.ts'
import { isFreshNavigation } from '../platform/fresh-navigation.ts'
import { parseAddress, readHomeAddress, writeAddress } from '../queries/home-address.ts'
import { Frame } from './frame.tsx'
import Home from '../features/search/home.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx')),
  errorComponent: lazyRouteComponent(() => import('./crashed.tsx')),
})

const page = { getParentRoute: () => root }

/** A query parameter as text. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const home = createRoute({ ...page, path: '/', validateSearch: readHomeAddress, component: Home })
const park = createRoute({
  ...page,
  path: '/park/$id',
  component: lazyRouteComponent(() => import('./park-page.tsx')),
})
const browse = createRoute({
  ...page,
  path: '/state',
  component: lazyRouteComponent(() => import('../features/browse/browse-states.tsx')),
})
const states = createRoute({
  ...page,
  path: '/states',
  component: lazyRouteComponent(() => import('../features/browse/states.tsx')),
})
const regions = createRoute({
  ...page,
  path: '/state/$state',
  validateSearch: readRegionsAddress,
  component: lazyRouteComponent(() => import('../features/browse/regions.tsx')),
})
const city = createRoute({
  ...page,
  path: '/state/$state/$city',
  validateSearch: readHomeAddress,
  component: lazyRouteComponent(() => import('../features/browse/city.tsx')),
})
const favourites = createRoute({
  ...page,
  path: '/favorites',
  validateSearch: readHomeAddress,
  component: lazyRouteComponent(() => import('../features/favourites/page.tsx')),
})
const directions = createRoute({
  ...page,
  path: '/directions/$id',
  component: lazyRouteComponent(() => import('../features/directions/page.tsx')),
})
const auth = createRoute({
  ...page,
  path: '/auth',
  validateSearch: readAuthAddress,
  component: lazyRouteComponent(() => import('../features/account/auth.tsx')),
})
const profile = createRoute({
  ...page,
  path: '/profile',
  validateSearch: readError,
  component: lazyRouteComponent(() => import('./profile-page.tsx')),
})
const outbox = createRoute({
  ...page,
  path: '/outbox',
  component: lazyRouteComponent(() => import('../features/outbox/page.tsx')),
})
const submitPark = createRoute({
  ...page,
  path: '/submit-park',
  component: lazyRouteComponent(() => import('../features/submissions/submit-park.tsx')),
})
const contact = createRoute({
  ...page,
  path: '/contact',
  component: lazyRouteComponent(() => import('../features/submissions/contact.tsx')),
})
const privacy = createRoute({
  ...page,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../features/legal/privacy.tsx')),
})
const terms = createRoute({
  ...page,
  path: '/terms',
  component: lazyRouteComponent(() => import('../features/legal/terms.tsx')),
})
const accessibility = createRoute({
  ...page,
  path: '/accessibility',
  component: lazyRouteComponent(() => import('../features/settings/page.tsx')),
})
const admin = createRoute({
  ...page,
  path: '/admin',
  component: lazyRouteComponent(() => import('../features/admin/admin.tsx')),
})
const adminPage = { getParentRoute: () => admin }
const dashboard = createRoute({
  ...adminPage,
  path: '/',
  validateSearch: readAdminAddress,
  component: lazyRouteComponent(() => import('../features/admin/dashboard.tsx')),
})
const inbox = createRoute({
  ...adminPage,
  path: '/inbox',
  validateSearch: readInboxAddress,
  component: lazyRouteComponent(() => import('../features/admin/inbox.tsx')),
})
const inboxItem = createRoute({
  ...adminPage,
  path: '/inbox/$kind/$id',
  component: lazyRouteComponent(() => import('../features/admin/inbox-item.tsx')),
})
const imports = createRoute({
  ...adminPage,
  path: '/imports',
  component: lazyRouteComponent(() => import('../features/admin/past-imports.tsx')),
})
const rules = createRoute({
  ...adminPage,
  path: '/rules',
  component: lazyRouteComponent(() => import('../features/admin/rules-unknown.tsx')),
})
const freshness = createRoute({
  ...adminPage,
  path: '/freshness',
  component: lazyRouteComponent(() => import('../features/admin/freshness.tsx')),
})
const log = createRoute({
  ...adminPage,
  path: '/log',
  component: lazyRouteComponent(() => import('../features/admin/activity-log.tsx')),
})
/** Text and links shared from other apps (the manifest's share target) open as a search. */
const share = createRoute({
  ...page,
  path: '/share',
  validateSearch: (raw: Record<string, unknown>) => ({
    title: textOf(raw['title']),
    text: textOf(raw['text']),
    url: textOf(raw['url']),
  }),
  beforeLoad: async ({ search }) => {
    const { readShared } = await import('../../data/places/shared.ts')
    throw redirect({ to: '/', search: readShared(search) ?? {}, replace: true })
  },
})
const offline = createRoute({
  ...page,
  path: '/offline',
  component: lazyRouteComponent(() => import('../features/offline-areas/page.tsx')),
})
const icons = createRoute({
  ...page,
  path: '/icons',
  component: lazyRouteComponent(() => import('./icons.tsx')),
})

const routeTree = root.addChildren([
  home,
  park,
  directions,
  browse,
  states,
  regions,
  city,
  favourites,
  auth,
  profile,
  outbox,
  submitPark,
  contact,
  privacy,
  terms,
  accessibility,
  offline,
  share,
  icons,
  admin.addChildren([dashboard, inbox, inboxItem, imports, rules, freshness, log]),
])

/**
 * Whether the router may restore the scroll position. Not for the first screen if the user has scrolled the
 * prerendered one, and not on a fresh navigation: reading `scrollY` there would force a layout.
 */
function scrollRestoration() {
  let isFirst = true
  return () => {
    const keepPosition = isFirst && (isFreshNavigation() || scrollY > 0)
    isFirst = false
    return !keepPosition
  }
}

/**
 * Creates the app's router.
 * @param history a memory history for prerendering, where there is no scroll position
 */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    scrollRestoration: history === undefined && scrollRestoration(),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    // As on the server.
    caseSensitive: true,
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether the search of this entry uses the Sydney fallback; `undefined` if it has not asked for the location. */
    sydney?: boolean
    /** Where the person was when they made the search of this entry, degrees. */
    near?: { latitude: number; longitude: number } | null
    /** Address of the results this entry was opened from, for 'Back to results'. */
    results?: string
    /** Id of the refused change that the form on this page corrects. */
    refused?: string
  }
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { readAdminAddress, readInboxAddress } from './admin/address.ts'
import { readAuthAddress, readError } from './account/address.ts'
import { isFreshNavigation } from './ui/anew.ts'
import { parseAddress, readHomeAddress, writeAddress } from './ui/home-address.ts'
import { Frame } from './ui/frame.tsx'
import Home from './routes/home.tsx'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx')),
  errorComponent: lazyRouteComponent(() => import('./routes/crashed.tsx')),
})

const page = { getParentRoute: () => root }

/** A query parameter as text. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const home = createRoute({ ...page, path: '/', validateSearch: readHomeAddress, component: Home })
const park = createRoute({
  ...page,
  path: '/park/$id',
  component: lazyRouteComponent(() => import('./routes/park.tsx')),
})
const browse = createRoute({
  ...page,
  path: '/state',
  component: lazyRouteComponent(() => import('./routes/browse-states.tsx')),
})
const states = createRoute({
  ...page,
  path: '/states',
  component: lazyRouteComponent(() => import('./routes/states.tsx')),
})
const regions = createRoute({
  ...page,
  path: '/state/$state',
  component: lazyRouteComponent(() => import('./routes/regions.tsx')),
})
const city = createRoute({
  ...page,
  path: '/state/$state/$city',
  validateSearch: readHomeAddress,
  component: lazyRouteComponent(() => import('./routes/city.tsx')),
})
const favourites = createRoute({
  ...page,
  path: '/favorites',
  component: lazyRouteComponent(() => import('./routes/favourites.tsx')),
})
const directions = createRoute({
  ...page,
  path: '/directions/$id',
  component: lazyRouteComponent(() => import('./routes/directions.tsx')),
})
const auth = createRoute({
  ...page,
  path: '/auth',
  validateSearch: readAuthAddress,
  component: lazyRouteComponent(() => import('./routes/auth.tsx')),
})
const profile = createRoute({
  ...page,
  path: '/profile',
  validateSearch: readError,
  component: lazyRouteComponent(() => import('./routes/profile.tsx')),
})
const outbox = createRoute({
  ...page,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./routes/outbox.tsx')),
})
const submitPark = createRoute({
  ...page,
  path: '/submit-park',
  component: lazyRouteComponent(() => import('./forms/submit-park.tsx')),
})
const contact = createRoute({
  ...page,
  path: '/contact',
  component: lazyRouteComponent(() => import('./forms/contact.tsx')),
})
const privacy = createRoute({
  ...page,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./legal/privacy.tsx')),
})
const terms = createRoute({
  ...page,
  path: '/terms',
  component: lazyRouteComponent(() => import('./legal/terms.tsx')),
})
const accessibility = createRoute({
  ...page,
  path: '/accessibility',
  component: lazyRouteComponent(() => import('./settings/page.tsx')),
})
const admin = createRoute({
  ...page,
  path: '/admin',
  component: lazyRouteComponent(() => import('./routes/admin.tsx')),
})
const adminPage = { getParentRoute: () => admin }
const dashboard = createRoute({
  ...adminPage,
  path: '/',
  validateSearch: readAdminAddress,
  component: lazyRouteComponent(() => import('./admin/dashboard.tsx')),
})
const inbox = createRoute({
  ...adminPage,
  path: '/inbox',
  validateSearch: readInboxAddress,
  component: lazyRouteComponent(() => import('./admin/inbox.tsx')),
})
const inboxItem = createRoute({
  ...adminPage,
  path: '/inbox/$kind/$id',
  component: lazyRouteComponent(() => import('./admin/letter.tsx')),
})
const imports = createRoute({
  ...adminPage,
  path: '/imports',
  component: lazyRouteComponent(() => import('./admin/past-imports.tsx')),
})
const rules = createRoute({
  ...adminPage,
  path: '/rules',
  component: lazyRouteComponent(() => import('./admin/rules-unknown.tsx')),
})
const log = createRoute({
  ...adminPage,
  path: '/log',
  component: lazyRouteComponent(() => import('./admin/acts.tsx')),
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
    const { readShared } = await import('../data/places/shared.ts')
    throw redirect({ to: '/', search: readShared(search) ?? {}, replace: true })
  },
})
const offline = createRoute({
  ...page,
  path: '/offline',
  component: lazyRouteComponent(() => import('./routes/offline.tsx')),
})
const icons = createRoute({
  ...page,
  path: '/icons',
  component: lazyRouteComponent(() => import('./routes/icons.tsx')),
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
  admin.addChildren([dashboard, inbox, inboxItem, imports, rules, log]),
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
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether the search of this entry uses the Sydney fallback. */
    sydney?: boolean
    /** Whether the search of this entry is around the centre of the map. */
    area?: boolean
    /** Address of the results this entry was opened from, for 'Back to results'. */
    results?: string
  }
}

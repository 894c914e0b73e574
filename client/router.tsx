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

/** An address's parameter as it was written: what looks like a number has been read as one. */
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
const desk = { getParentRoute: () => admin }
const dashboard = createRoute({
  ...desk,
  path: '/',
  validateSearch: readAdminAddress,
  component: lazyRouteComponent(() => import('./admin/dashboard.tsx')),
})
const inbox = createRoute({
  ...desk,
  path: '/inbox',
  validateSearch: readInboxAddress,
  component: lazyRouteComponent(() => import('./admin/inbox.tsx')),
})
const letter = createRoute({
  ...desk,
  path: '/inbox/$kind/$id',
  component: lazyRouteComponent(() => import('./admin/letter.tsx')),
})
const imports = createRoute({
  ...desk,
  path: '/imports',
  component: lazyRouteComponent(() => import('./admin/past-imports.tsx')),
})
const rules = createRoute({
  ...desk,
  path: '/rules',
  component: lazyRouteComponent(() => import('./admin/rules-unknown.tsx')),
})
const log = createRoute({
  ...desk,
  path: '/log',
  component: lazyRouteComponent(() => import('./admin/acts.tsx')),
})
/** What other apps hand over (the manifest's share target and links to places) opens as a search. */
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
  admin.addChildren([dashboard, inbox, letter, imports, rules, log]),
])

/**
 * The first screen of a document stays where a person has scrolled it while it was only written. Who comes anew is not asked where they are:
 * to say that, the browser would have to lay the whole screen out in the middle of drawing it.
 */
function scrollsAnew() {
  let first = true
  return () => {
    const stays = first && (isFreshNavigation() || scrollY > 0)
    first = false
    return !stays
  }
}

/** The app's router. `elsewhere`: the one address that is written down where there is no browser, and no place to scroll to. */
export const createAppRouter = (elsewhere?: RouterHistory) =>
  createRouter({
    routeTree,
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    scrollRestoration: elsewhere === undefined && scrollsAnew(),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    ...(elsewhere && { history: elsewhere }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
declare module '@tanstack/history' {
  interface HistoryState {
    /** The search of this entry stands at the Sydney fallback. */
    sydney?: boolean
    /** The search of this entry stands at the middle of the map. */
    area?: boolean
    /** The results this entry was opened from: where 'Back to results' leads. */
    results?: string
  }
}

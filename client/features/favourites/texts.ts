const parks = (count: number, rest: string) =>
  `${count === 1 ? '1 favourite' : `${count} favourites`} ${rest}`

/** Texts of the favourites page. Those that the specification fixes are verbatim. */
export const FAVOURITE_TEXTS = {
  title: 'My Favorites',
  emptyTitle: 'No favourites yet',
  lead: "Parks you've saved with the heart. They're here with or without reception.",
  emptyBody: 'Tap the heart on a park to save it.',
  find: 'Find Parks',
  gone: 'This park is no longer in the directory.',
  remove: 'Remove from favourites',
  loading: 'Loading your favourites',
  saved: (count: number) => (count === 1 ? '1 park saved' : `${count} parks saved`),

  sync: 'Sync Favorites',
  syncNow: 'Sync Now',
  syncing: 'Syncing...',
  unsaved: (count: number) =>
    parks(
      count,
      count === 1
        ? 'on this device is not in your account yet.'
        : 'on this device are not in your account yet.',
    ),
  deviceOnly: 'On this device only',
  unsavedNote: (count: number) => `${count === 1 ? 'It was' : 'They were'} saved before you logged in.`,
  offer: (count: number) => (count === 1 ? 'Sync it' : 'Sync them'),
  synced: 'Favorites synchronized',
  syncedBody: 'Your favorites have been saved to your account',
  failed: 'Error syncing favorites',
  failedBody:
    "We can't reach the server right now. Your favourites are safe on this device, and we'll send them automatically.",
  sessionOver: "Log in again and we'll send them.",
  later: 'Favourites will be synchronised',
  laterBody: "We'll send them to your account when you're back online.",
  anonymous: "They're saved on this device only.",
  logIn: 'Log in to have them on all your devices',
  unvisited:
    'This browser deletes them after seven days without a visit. Log in to keep them, or add Offlead to your home screen or Dock from the Share menu.',
  memory:
    "This browser doesn't let us store data. What you save lasts until you close this page. Your latest favourites are also in a cookie.",

  findTitle: 'Find more parks',
  findLabel: 'Suburb, postcode or park',
  search: 'Search',
  nearby: 'Nearby parks',
  locating: 'Locating...',
  found: (count: number, what: string | null) =>
    `${count === 1 ? '1 park' : `${count.toLocaleString('en-AU')} parks`}${what === null ? ' near you' : ` for “${what}”`}`,
  seeAll: 'See all',
  noneTitle: 'No parks found',
  none: 'No parks found matching your search criteria. Try a different search term.',
  locationTitle: 'Location error',
  location: "We couldn't access your location. Please try searching by address instead.",
  searchFailed: 'Search failed',
} as const

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
  deviceOnly: 'On this device only',
  unsavedNote: (count: number) => `${count === 1 ? 'It was' : 'They were'} saved before you logged in.`,
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

const parks = (count: number, rest: string) =>
  `${count === 1 ? '1 favourite' : `${count} favourites`} ${rest}`

/** What the favourites say of the account and of looking for parks. What the specification fixes stands here to the letter. */
export const FAVOURITE_TEXTS = {
  loading: 'Reading your favourites',
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
  unsavedNote: 'They were saved before you logged in.',
  offer: 'Sync them',
  synced: 'Favorites synchronized',
  syncedBody: 'Your favorites have been saved to your account',
  failed: 'Error syncing favorites',
  failedBody:
    'The server cannot be reached just now. They are safe on this device and will be sent by themselves.',
  sessionOver: 'Log in again, and they will be sent.',
  later: 'Favourites will be synchronised',
  laterBody: 'They are sent to your account when you are back online.',
  anonymous: 'They are on this device only.',
  logIn: 'Log in to have them on all your devices',
  memory:
    'This browser keeps nothing for us. What you save lasts as long as this page, and your latest favourites in a cookie.',

  findTitle: 'Find more parks',
  findLabel: 'Suburb, postcode or park',
  search: 'Search',
  nearby: 'Nearby parks',
  locating: 'Locating...',
  found: (count: number, what: string | null) =>
    `${count === 1 ? '1 park' : `${count.toLocaleString('en-AU')} parks`}${what === null ? ' near you' : ` for “${what}”`}`,
  looking: 'Looking for parks',
  seeAll: 'See them all',
  noneTitle: 'No parks found',
  none: 'No parks found matching your search criteria. Try a different search term.',
  locationTitle: 'Location error',
  location: "We couldn't access your location. Please try searching by address instead.",
  searchFailed: 'Search failed',
} as const

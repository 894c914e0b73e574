import type { Entries } from './entry.ts'

/** Section 14 of the specification: States and transitions. */
export const SECTION_14: Entries = {
  '14.1': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '14.2': [
    'store/api: a 401 for the current user means that no one is signed in and is not an error',
    'browser/account-sync: a visitor who never signed in causes no account request and no console error',
  ],
  '14.3': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'server/accounts/oidc: %s: creates an account the first time, signs in to it the second, and returns to the previous page',
  ],
  '14.4': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'server/accounts/sign-in: logging out ends only this session',
  ],
  '14.5': [
    'browser/accounts: is redirected home from /auth, and sees what it waits for while the server does not answer',
    'browser/accounts: returns to the profile, which sends an anonymous visitor to /auth, after logging in or registering on the way to it',
  ],
  '14.6': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '14.7': [
    'store/favourites: a favourite survives closing the app',
    'store/cookie-mirror: local favourites are mirrored to the cookie at every change, and those of an account never',
  ],
  '14.8': [
    'store/cookie-mirror: the favourites cookie lasts 365 days, applies to the whole site and is SameSite=Strict',
    'store/cookie-mirror: local favourites are mirrored to the cookie at every change, and those of an account never',
  ],
  '14.9': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
    'server/sync/routes: a client of the specified API and a device with an outbox agree',
  ],
  '14.10': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '14.11': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
    'contract/favourites: favourites saved without an account move to the account once and leave the local list',
  ],
  '14.12': ['browser/background-sync: the sync button shows progress and ignores a second press'],
  '14.13': [
    'store/favourites: adding a park that is already a favourite does nothing and keeps its place in the list',
    'server/sync/routes: a client of the specified API and a device with an outbox agree',
  ],
  '14.14': [
    'browser/results: saves and removes a favourite with a toast, offline too, and keeps it after a reload',
    'browser/park-page: saves and removes the park with a toast, and My Favorites lists it',
  ],
  '14.15': ['store/cookie-mirror: the corrupt favourites cookie %s reads as an empty list and is reset'],
  '14.16': [
    'browser/filters: counts chosen filters on its badge at once and searches only on Apply Filters',
    'ui/home-address: ticking a feature adds its id, unticking removes it',
  ],
  '14.17': ['browser/filters: counts chosen filters on its badge at once and searches only on Apply Filters'],
  '14.18': [
    'browser/finding: show how many parks they will give with each tick, beside the visible button Apply Filters',
  ],
  '14.19': ['browser/filters: applies all filters with Apply Filters and clears them with Reset'],
  '14.20': [
    'browser/filters: clears off-leash when on-leash is chosen, and the other way round',
    'ui/home-address: on-leash and off-leash exclude each other',
  ],
  '14.21': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '14.22': [
    'store/position: a cached position is used at once and refreshed in the background',
    'browser/find-a-park: is refreshed for a text with near me too',
  ],
  '14.23': ['store/position: without a cached position the state is locating until one arrives'],
  '14.24': [
    'store/position: error %i gives its text and Sydney as a fallback that is not stored',
    'store/position: a browser without geolocation gives an unknown error and Sydney',
    'store/position: the Sydney fallback is announced page-wide with its reason and is not kept across a reload',
    'browser/error-texts: error code %i shows %s',
  ],
  '14.25': [
    'browser/error-texts: error code %i shows %s',
    'store/position: the Sydney fallback is announced page-wide with its reason and is not kept across a reload',
  ],
  '14.26': [
    'browser/find-a-park: when denied, shows parks near Sydney and says so, without storing Sydney or putting it in the address',
    'store/position: the Sydney fallback is announced page-wide with its reason and is not kept across a reload',
  ],
  '14.27': [
    "browser/results: the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event",
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
    'browser/find-a-park: is asked for by a text that ends in near me, also from the header of another page',
    'browser/find-a-park: is asked for by a link to such a text too, once',
    'browser/favourites: asks for the location for a text with near me',
    'browser/favourites: asks for the location for a link to a text with near me, and leaves the focus where it is',
  ],
  '14.28': ['browser/results: returns to page 1 when the search, the filters or the page size changes'],
  '14.29': ['browser/results: returns to page 1 when the search, the filters or the page size changes'],
  '14.30': [
    "browser/results: limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples",
    'browser/error-texts: an error that reads like database trouble gives limited data',
  ],
  '14.31': [
    'browser/find-a-park: ten samples are searched when the server is killed before the first download, until it is back',
    'store/sources: the samples answer when the server %s',
  ],
  '14.32': [
    'store/search-worker: searches the samples with the same engine, and an empty result has no unrelated parks',
    'browser/find-a-park: ten samples are searched, with a notice, while the database file is missing on a first visit',
  ],
  '14.33': [
    'store/cookie-mirror: the latest five searches are mirrored to the cookie and cleared with the history',
    "browser/account-sync: searches reach the person's other device, and clearing them clears both",
  ],
  '14.34': ["browser/account-sync: searches reach the person's other device, and clearing them clears both"],
  '14.35': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'browser/admin: a failed upload shows the server’s message or a default one',
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
  ],
  '14.36': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
  ],
  '14.37': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
    'browser/forms: makes the fields read-only while sending, so that no text is lost',
  ],
  '14.38': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
  ],
  '14.39': [
    'browser/browse: a city page shows 3 skeletons until its postcodes are loaded, and only then searches',
  ],
  '14.40': [
    'browser/browse: a city page shows 3 skeletons until its postcodes are loaded, and only then searches',
    'browser/browse: /state/qld/chermside shows a load error and can try again',
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  '14.41': [
    'browser/directions: progress is shown while calculating, and only the latest request is answered',
    'browser/directions: an unknown place shows an error and a toast, and another place works',
    'browser/directions: an empty start is not sent, and Enter shows why',
  ],
  '14.42': [
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'browser/maps: a map whose code fails to load says so and loads on another try',
  ],
  '14.43': [
    'browser/admin-inbox: a reported review can be marked',
    'server/sync/routes: a review is public with its votes, and its counts cannot be set by the author',
  ],
}

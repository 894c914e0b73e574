import type { Entries } from './entry.ts'

/** Section 14 of the specification: States and transitions. */
export const SECTION_14: Entries = {
  '14.1': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '14.2': [
    'store/api: nobody signed in is no error: a 401 on the current user is nobody',
    'browser/one-account: whoever never signed in is not asked about, and nothing stands in the console',
  ],
  '14.3': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'server/accounts/oidc: %s: makes an account the first time, enters it the second, and returns to where the person was',
  ],
  '14.4': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'server/accounts/sign-in: signing out ends the session here, and only here',
  ],
  '14.5': ['browser/accounts: is sent home from /auth, and nobody is sent from /profile to /auth'],
  '14.6': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '14.7': [
    'store/favourites: a favourite is there after the app was closed',
    'store/cookie-mirror: favourites are mirrored at every change, the account’s never',
  ],
  '14.8': [
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
    'store/cookie-mirror: favourites are mirrored at every change, the account’s never',
  ],
  '14.9': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  '14.10': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '14.11': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'contract/favourites: what was saved without an account becomes the account’s, once, and leaves the local list',
  ],
  '14.12': ['browser/kept: while favourites are synchronised the button says so, and takes no second order'],
  '14.13': [
    'store/favourites: adding an already-favourited park does nothing, its place in the list included',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  '14.14': [
    'browser/results: its heart saves and lets go, with a toast each, offline as well, and the heart is there after a reload',
    'browser/park-page: its heart toggles, with a toast, and My Favorites has it',
  ],
  '14.15': ['store/cookie-mirror: the corrupt cookie %s is an empty list, and is set back to one'],
  '14.16': [
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
    'ui/home-address: ticking a feature adds its id, unticking removes it',
  ],
  '14.17': [
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
  ],
  '14.18': { untested: 'not built yet: the screen learns of the choice with Apply Filters' },
  '14.19': ['browser/filters: Apply Filters asks for them all, Reset clears all'],
  '14.20': [
    'browser/filters: on-leash and off-leash exclude each other: choosing one lets go of the other',
    'ui/home-address: on-leash and off-leash exclude each other',
  ],
  '14.21': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '14.22': ['store/position: a cached position answers at once and is refreshed behind'],
  '14.23': ['store/position: without a cached one the page waits, and says that it does'],
  '14.24': [
    'store/position: error %i: its text, and Sydney marked as fallback and kept nowhere',
    'store/position: a browser without geolocation',
    'store/position: the Sydney fallback is told page-wide with its reason recorded, and is not there any more after a reload',
    'browser/error-texts: code %i: %s',
  ],
  '14.25': [
    'browser/error-texts: code %i: %s',
    'store/position: the Sydney fallback is told page-wide with its reason recorded, and is not there any more after a reload',
  ],
  '14.26': [
    'browser/find-a-park: denied: parks near Sydney, said so, and Sydney is neither kept nor put into the address',
    'store/position: the Sydney fallback is told page-wide with its reason recorded, and is not there any more after a reload',
  ],
  '14.27': [
    "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish",
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
  ],
  '14.28': ['browser/results: changing the search, the filters or the page size goes back to page 1'],
  '14.29': ['browser/results: changing the search, the filters or the page size goes back to page 1'],
  '14.30': [
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
    "browser/error-texts: '%s' is database trouble: limited data",
  ],
  '14.31': [
    'browser/find-a-park: the server is killed before the device has anything: ten samples, until it is back',
    'store/sources: a server that %s: the samples',
  ],
  '14.32': [
    'store/search-worker: has the samples: the same engine, the same query and filters, no unrelated park in an empty result',
    'browser/find-a-park: the database file vanishes before a first visit: ten samples, said so, and it heals by itself',
  ],
  '14.33': [
    'store/cookie-mirror: searches are mirrored, the latest five, and forgotten with them',
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
  ],
  '14.34': ['browser/one-account: searches follow their person, and what was cleared is cleared everywhere'],
  '14.35': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/admin: says what goes wrong in the server’s words, or in its own',
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
  ],
  '14.36': [
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
  ],
  '14.37': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'browser/forms: while it is sent the fields take nothing and say so, so that no word gets lost',
  ],
  '14.38': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  '14.39': ['browser/browse: a city page waits for its postcodes with 3 skeletons before it searches'],
  '14.40': [
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
    'browser/browse: %s in trouble says so and tries again',
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  '14.41': [
    'browser/directions: what one is being told is calculated, and only the last question is answered',
    'browser/directions: a place nobody knows is refused with a toast, and another try succeeds',
    'browser/directions: an empty start is not sent, and Enter says why',
  ],
  '14.42': [
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'browser/maps: a map whose code cannot be had says so, and comes when it can',
  ],
  '14.43': [
    'browser/desk: a review that somebody reported is marked',
    'server/sync/routes: a review is read by everybody, with its votes, and nothing about it can be claimed',
  ],
}

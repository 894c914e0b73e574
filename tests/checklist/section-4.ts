import type { Checklist } from './entry.ts'

/** Section 4 of the specification: States and transitions. */
export const SECTION_4: Checklist = [
  [
    'The current user is loaded from the server.',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  [
    'A 401 on that load yields no user, not an error.',
    'store/api: nobody signed in is no error: a 401 on the current user is nobody',
    'browser/one-account: whoever never signed in is not asked about, and nothing stands in the console',
  ],
  [
    'Login, register or a social sign-in (a browser navigation away to a server auth URL) makes the user logged in.',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'server/accounts/oidc: %s: makes an account the first time, enters it the second, and returns to where the person was',
  ],
  [
    'Logout makes the session empty.',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'server/accounts/sign-in: signing out ends the session here, and only here',
  ],
  [
    '/auth redirects a logged-in user to /.',
    'browser/accounts: is sent home from /auth, and nobody is sent from /profile to /auth',
  ],
  [
    '/admin redirects an anonymous user to /auth.',
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  [
    "Without login they are kept in a browser cookie (named for the favourites, valid 365 days, strict same-site, path '/').",
    'decision 2',
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
    'store/cookie-mirror: favourites are mirrored at every change, the account’s never',
  ],
  [
    'With login they come from the server.',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'After login, if local favourites exist, the user can sync them to the account.',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  [
    'On success the local list is emptied.',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'contract/favourites: what was saved without an account becomes the account’s, once, and leaves the local list',
  ],
  [
    'A sync-in-progress flag is set during sync.',
    'browser/kept: while favourites are synchronised the button says so, and takes no second order',
  ],
  [
    'Adding an already-favourited park does nothing.',
    'store/favourites: adding an already-favourited park does nothing, its place in the list included',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'Toggling shows a toast for each add and remove.',
    'browser/results: its heart saves and lets go, with a toast each, offline as well, and the heart is there after a reload',
    'browser/park-page: its heart toggles, with a toast, and My Favorites has it',
  ],
  [
    'A corrupt favourites cookie is reset to an empty list.',
    'store/cookie-mirror: the corrupt cookie %s is an empty list, and is set back to one',
  ],
  [
    'Ticking adds the feature id; unticking removes it.',
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
    'browser/filters: Apply Filters asks for them all, Reset clears all',
  ],
  [
    'The count changes immediately and the parent is notified.',
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
  ],
  ['Reset clears all.', 'browser/filters: Apply Filters asks for them all, Reset clears all'],
  [
    'In the compact panel on-leash and off-leash are mutually exclusive: choosing one removes the other.',
    'browser/filters: on-leash and off-leash exclude each other: choosing one lets go of the other',
  ],
  [
    'The list shows 6 features by default, expandable to all.',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'A cached position is reused while valid.',
    'store/position: a cached position answers at once and is refreshed behind',
  ],
  [
    'Otherwise the browser is asked.',
    'store/position: without a cached one the page waits, and says that it does',
  ],
  [
    "If unsupported, denied, unavailable or timed out, the fallback Sydney position is used (marked as fallback), the error is recorded, and the fallback is broadcast through a page-wide 'app geolocation success' event.",
    'decision 38',
    'store/position: error %i: its text, and Sydney marked as fallback and kept nowhere',
    'store/position: a browser without geolocation',
    'store/position: the Sydney fallback is told page-wide with its reason recorded, and is not there any more after a reload',
    'browser/error-texts: code %i: %s',
  ],
  [
    "The hero's page-wide 'use my location' event triggers the use-my-location action.",
    "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish",
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
  ],
  [
    'Changing the search or filters resets the page to 1.',
    'browser/results: changing the search, the filters or the page size goes back to page 1',
  ],
  [
    'Changing the page size resets the page to 1.',
    'browser/results: changing the search, the filters or the page size goes back to page 1',
  ],
  [
    "Limited data mode (sample data, with the 'Using Limited Data Mode' banner) is used on a database connection error.",
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
    "browser/error-texts: '%s' is database trouble: limited data",
  ],
  [
    'In production it is also used on error or empty results.',
    'decision 3',
    'store/search-worker: has the samples: the same engine, the same query and filters, no unrelated park in an empty result',
    'browser/find-a-park: the database file vanishes before a first visit: ten samples, said so, and it heals by itself',
  ],
  [
    'The search history for anonymous visitors is kept in a cookie; for logged-in users it is on the server.',
    'decision 2',
    'store/cookie-mirror: searches are mirrored, the latest five, and forgotten with them',
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
  ],
  [
    "No file, then file selected, then uploading (button 'Uploading...'), then success or error.",
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/admin: says what goes wrong in the server’s words, or in its own',
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
  ],
  [
    'Switching the file type clears the selected file and any message.',
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
  ],
  [
    'Idle, then submitting for 1.5 s (simulated), then a success toast and a form reset.',
    'decision 5',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'browser/forms: while it is sent the fields take nothing and say so, so that no word gets lost',
  ],
  [
    "After a park submission the user is sent to '/' about 2 s later.",
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  [
    'Toggles flip on and off and show a toast.',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
    "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification",
  ],
  [
    'Reset returns all to defaults (off, 100%).',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    'It waits for the postcode list before searching.',
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
  ],
  [
    'Then it shows 3 skeleton cards, an error, an empty state or results.',
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
    'browser/browse: %s in trouble says so and tries again',
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  [
    'Open, calculating, then success (route shown) or error.',
    'browser/directions: what one is being told is calculated, and only the last question is answered',
    'browser/directions: a place nobody knows is refused with a toast, and another try succeeds',
    'browser/directions: an empty start is not sent, and Enter says why',
  ],
  [
    'Loading, then loaded, or failed after 10 seconds.',
    'ui/map: is there at the next look, a tenth of a second apart',
    'ui/map: has failed after 10 s, and not before',
    'browser/maps: a map whose code cannot be had says so, and comes when it can',
  ],
  [
    'Review status fields exist (isModerated) but no transitions are shown.',
    'decision 45',
    'browser/desk: a review that somebody reported is marked',
    'server/sync/routes: a review is read by everybody, with its votes, and nothing about it can be claimed',
  ],
]

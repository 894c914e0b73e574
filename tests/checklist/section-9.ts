import type { Checklist } from './entry.ts'

/** Section 9 of the specification: Business constants and limits. */
export const SECTION_9: Checklist = [
  [
    'Favourites cookie lifetime: 365 days.',
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
  ],
  [
    'Search history cookie: 30 days, latest 5 entries.',
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
    'store/cookie-mirror: searches are mirrored, the latest five, and forgotten with them',
    'store/history: without an account the latest five are kept, each once, for 30 days',
  ],
  [
    'Cached position and persisted search validity: 1 hour each.',
    'store/position: the position found is kept for an hour, in the words of the specification',
    'store/history: the last search is there to begin with for an hour',
  ],
  [
    'In-memory search cache: 1 hour.',
    'store/sources: an answer is there again for an hour after it has left the screen, and is asked for anew after that',
  ],
  [
    "Storage keys for position, search and history are prefixed with the product's name.",
    "ui/limits: Storage keys for position, search and history are prefixed with the product's name.",
  ],
  [
    'Location lookup timeout: 15 s.',
    'store/position: the browser is given 15 seconds and no old position to answer with',
    'store/position: a device that never answers has timed out after 15 seconds',
    'browser/find-a-park: timed out after 15 s: Sydney, with the reason',
  ],
  [
    'Fallback location: Sydney, latitude -33.8688, longitude 151.2093.',
    'store/position: error %i: its text, and Sydney marked as fallback and kept nowhere',
    'ui/limits: Fallback location: Sydney, latitude -33.8688, longitude 151.2093.',
  ],
  [
    'Back-to-top and region scroll-to-top threshold: 300px.',
    'browser/results: back to top appears after 300 px and leads to the top',
    'ui/limits: Back-to-top and region scroll-to-top threshold: 300px.',
  ],
  [
    "Sidebar filter list shows 6 features by default; the sidebar has 13 features ('View more filters (7)'); the compact panel has 14 ('View more filters (8)').",
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    "browser/filters: has 14 features, On-leash Area among them, and 'View more filters (8)'",
  ],
  [
    'Park card: at most 4 feature tags.',
    'browser/results: has at most 4 feature tags, each in its own colour',
  ],
  [
    'Tooltip delay on filter labels: 300ms.',
    'browser/results: a filter label explains itself after 300 ms, and not before',
  ],
  [
    'Hero location button busy: 2 s.',
    "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish",
  ],
  [
    'Header one: about 1.5 s after a 200 ms delay.',
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  [
    'Static map image: 400x300 at zoom 15.',
    'browser/maps: a picture of a park moves nothing when it comes, and its place is drawn when it cannot',
    'server/geo/static-map: is a picture of 400 by 300 with the pin in the middle and ground around it',
  ],
  [
    'Distances are shown in miles.',
    'decision 4',
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
    'ui/park-facts: is told in miles, finer when near',
  ],
  [
    'Page size options: 5, 10, 20, 50.',
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    'The home page starts at 5; the favourites page at 10.',
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    'Pagination shows all pages when there are 5 or fewer; otherwise first, last, neighbours and ellipses.',
    'browser/results: beyond five pages: first, last, neighbours and ellipses',
    'browser/results: five pages or fewer: all of them',
    'ui/pages: the pager shows all pages when there are five or fewer',
    'ui/pages: beyond five pages it shows the first, the last, the neighbours and ellipses',
  ],
  [
    'Structured data for the home page lists the first 10 parks.',
    'server/page-head: home lists the first ten parks and names the search address',
  ],
  [
    'Map: default zoom 11 (park page 15), max zoom 16 after fit-bounds, loading timeout 10 s, polling every 100 ms.',
    'browser/maps: stands at zoom 11 where there is only a place, at 15 on a park’s page, and comes no nearer than 16 to show all',
    'ui/map: is there at the next look, a tenth of a second apart',
    'ui/map: has failed after 10 s, and not before',
  ],
  [
    'Default map centre is New York, used only when nothing else is given.',
    'decision 20',
    'ui/limits: Default map centre is New York, used only when nothing else is given.',
  ],
  [
    'Quick-city suggestions: Sydney, Melbourne, Brisbane, Perth, Adelaide, and Hobart (error state) or Gold Coast in place of Hobart (empty state).',
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
    'browser/results: empty: suggested cities with Gold Coast in place of Hobart, each a search',
  ],
  [
    'Fallback parks: 10.',
    'data/sources/parks: are the first ten parks of the seed',
    'ui/limits: Fallback parks: 10.',
  ],
  [
    'Password minimum 6; username minimum 3; review comment 3 to 2000 characters; review title at most 100; rating 1 to 5; visit duration at least 1.',
    'data/model/account: login page',
    'data/model/account: register page',
    'data/model/review: a review is rated 1 to 5 and has 3 to 2000 characters; title, day and photos may be left out',
    'data/model/review: a visit lasts a minute or more and is rated 1 to 5, where that is said',
  ],
  [
    'Review helpful and report counts default to 0.',
    'server/migrations: table park_reviews has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'Import file limit: 10 MB.',
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'server/import/import: of more than 10 MB is stopped while it comes',
  ],
  [
    'Font size slider: 80 to 200 percent, step 10, default 100.',
    'browser/settings: the font size goes from 80 to 200 per cent in steps of 10, by the keyboard',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    'Skeleton counts: 8 for states, 12 for regions, 3 for parks.',
    'browser/browse: %s: 8 skeletons while loading',
    'browser/browse: /state/nsw: 12 skeletons while loading, then the regions',
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
  ],
  [
    'Simulated submit delay 1.5 s; redirect delay 2 s.',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  [
    'Toast: one at a time, default display 5,000 ms, swipe threshold 50 px to the right, hotkey F8, maximum viewport width 420px on medium screens.',
    'browser/toasts: comes one at a time: the next takes its place',
    'browser/toasts: 5,000 ms by default',
    'browser/toasts: is put away by a swipe to the right of 50 px, and by none shorter or the other way',
    'browser/toasts: F8 leads to it; Tab to its button, which closes it, as Esc does',
    'browser/toasts: is at the top of a small screen, and at the bottom right of a larger one, 420 px wide',
  ],
  [
    'Location toasts 6 s and 7 s, the limited-data toast 7 s.',
    'browser/toasts: a position that is not had, code %i: %s for %i ms',
    "browser/toasts: 'Using Limited Data Mode' for 7,000 ms",
  ],
  [
    'State slugs: lowercase code, e.g. nsw.',
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
  ],
  [
    "In city slugs spaces become hyphens and ' - ' becomes a double hyphen.",
    'data/places/slug: Surry Hills is surry-hills',
    'data/places/slug: Sydney - Inner West is sydney--inner-west',
  ],
  [
    'Eight states and territories: NSW, VIC, QLD, SA, WA, TAS, NT, ACT.',
    'server/api: the eight states',
    'ui/limits: Eight states and territories: NSW, VIC, QLD, SA, WA, TAS, NT, ACT.',
  ],
  [
    "Filter default: distance 'all', no features.",
    'ui/home-address: leaves out what is at its default',
    "ui/limits: Filter default: distance 'all', no features.",
  ],
]

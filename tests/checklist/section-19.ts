import type { Entries } from './entry.ts'

/** Section 19 of the specification: Constants and limits. */
export const SECTION_19: Entries = {
  '19.1': ['store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other'],
  '19.2': [
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
    'store/cookie-mirror: searches are mirrored, the latest five, and forgotten with them',
    'store/history: without an account the latest five are kept, each once, for 30 days',
  ],
  '19.3': [
    'store/position: the position found is kept for an hour, in the words of the specification',
    'store/history: the last search is there to begin with for an hour',
    'ui/limits: a cached position and the persisted search are valid for 1 hour',
  ],
  '19.4': [
    'store/history: the last search is there to begin with for an hour',
    'ui/limits: a cached position and the persisted search are valid for 1 hour',
  ],
  '19.5': [
    'store/sources: an answer is there again for an hour after it has left the screen, and is asked for anew after that',
  ],
  '19.6': ['ui/limits: storage keys and cookies begin with offlead'],
  '19.7': [
    'store/position: the browser is given 15 seconds and no old position to answer with',
    'store/position: a device that never answers has timed out after 15 seconds',
    'browser/find-a-park: timed out after 15 s: Sydney, with the reason',
    'ui/limits: a location look-up ends after 15 s',
  ],
  '19.8': [
    'store/position: error %i: its text, and Sydney marked as fallback and kept nowhere',
    'ui/limits: the fallback location is Sydney at -33.8688, 151.2093',
  ],
  '19.9': [
    'browser/results: back to top appears after 300 px and leads to the top',
    'ui/limits: back to top appears after 300px',
  ],
  '19.10': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'ui/limits: the filters show 6 features at first',
  ],
  '19.11': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'ui/limits: the sidebar has 13 features, 7 of them behind the toggle',
  ],
  '19.12': [
    "browser/filters: has 14 features, On-leash Area among them, and 'View more filters (8)'",
    'ui/limits: the compact panel has 14 features, 8 of them behind the toggle',
  ],
  '19.13': [
    'browser/results: has at most 4 feature tags, each in its own colour',
    'ui/limits: a card has at most 4 feature tags',
  ],
  '19.14': ['browser/results: a filter label explains itself after 300 ms, and not before'],
  '19.15': ["browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish"],
  '19.16': [
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  '19.17': [
    'browser/maps: a picture of a park moves nothing when it comes, and its place is drawn when it cannot',
    'server/geo/static-map: is 400 by 300 pixels, with the pin in the middle and land around it',
    'ui/limits: a static map image is 400x300 at zoom 15',
  ],
  '19.18': [
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
    'ui/park-facts: is formatted in miles, with one decimal below ten',
    'ui/park-facts: is formatted in kilometres if that unit is set',
  ],
  '19.19': [
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'ui/limits: a page has 5, 10, 20 or 50 parks',
  ],
  '19.20': [
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'ui/limits: the home page starts at 5 parks a page, the favourites page at 10',
  ],
  '19.21': [
    'browser/results: beyond five pages: first, last, neighbours and ellipses',
    'browser/results: five pages or fewer: all of them',
    'ui/pages: the pager shows all pages if there are five or fewer',
    'ui/pages: the pager shows the first, the last, the neighbours and ellipses if there are more than five pages',
    'ui/limits: the pager shows all of 5 pages, and of more the first, the last, the neighbours and ellipses',
  ],
  '19.22': ['server/page-head: home lists the first ten parks and names the search address'],
  '19.23': [
    'browser/maps: stands at zoom 11 where there is only a place, at 15 on a park’s page, and comes no nearer than 16 to show all',
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'ui/limits: a map begins at zoom 11, on a park page at 15, and shows all at 16 at most',
  ],
  '19.24': [
    'browser/maps: stands at zoom 11 where there is only a place, at 15 on a park’s page, and comes no nearer than 16 to show all',
    'ui/limits: a map begins at zoom 11, on a park page at 15, and shows all at 16 at most',
  ],
  '19.25': [
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'ui/limits: a map is looked for every 100 ms and has failed after 10 s',
  ],
  '19.26': ['ui/limits: the default map centre is New York'],
  '19.27': [
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
    'ui/limits: the quick cities after an error end with Hobart',
  ],
  '19.28': [
    'browser/results: empty: suggested cities with Gold Coast in place of Hobart, each a search',
    'ui/limits: the quick cities of an empty result end with Gold Coast',
  ],
  '19.29': [
    'data/sources/parks: are the first ten parks of the seed',
    'ui/limits: there are 10 sample parks',
  ],
  '19.30': ['data/model/account: login page'],
  '19.31': ['data/model/account: login page'],
  '19.32': [
    'data/model/account: login page',
    'data/model/account: register page',
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'data/model/review: a visit lasts at least a minute and has a rating of 1 to 5; both are optional',
  ],
  '19.33': [
    'server/migrations: table park_reviews has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '19.34': [
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'server/import/import: of more than 10 MB is stopped while it comes',
  ],
  '19.35': [
    'browser/settings: the font size goes from 80 to 200 per cent in steps of 10, by the keyboard',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  '19.36': ['browser/browse: %s: 8 skeletons while loading'],
  '19.37': ['browser/browse: /state/nsw: 12 skeletons while loading, then the regions'],
  '19.38': ['browser/browse: a city page waits for its postcodes with 3 skeletons before it searches'],
  '19.39': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  '19.40': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  '19.41': ['browser/toasts: comes one at a time: the next takes its place'],
  '19.42': ['browser/toasts: 5,000 ms by default', 'ui/limits: a toast is displayed for 5,000 ms'],
  '19.43': [
    'browser/toasts: is put away by a swipe to the right of 50 px, and by none shorter or the other way',
  ],
  '19.44': ['browser/toasts: F8 leads to it; Tab to its button, which closes it, as Esc does'],
  '19.45': [
    'browser/toasts: is at the top of a small screen, and at the bottom right of a larger one, 420 px wide',
  ],
  '19.46': [
    'browser/toasts: a position that is not had, code %i: %s for %i ms',
    'ui/limits: toasts of the location are displayed for 6 s and 7 s, that of the limited data mode for 7 s',
  ],
  '19.47': [
    "browser/toasts: 'Using Limited Data Mode' for 7,000 ms",
    'ui/limits: toasts of the location are displayed for 6 s and 7 s, that of the limited data mode for 7 s',
  ],
  '19.48': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '19.49': [
    'data/places/slug: of Surry Hills is surry-hills',
    'data/places/slug: of Sydney - Inner West is sydney--inner-west',
    "ui/limits: in a city slug a space becomes a hyphen and ' - ' two",
  ],
  '19.50': ['server/api: the eight states', 'ui/limits: there are eight states and territories'],
  '19.51': [
    'browser/filters: nothing is chosen at first: every distance, any size, any rating, Open Now',
    'ui/home-address: leaves out default values',
    'ui/limits: no distance and no features are chosen at first',
  ],
}

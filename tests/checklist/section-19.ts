import type { Entries } from './entry.ts'

/** Section 19 of the specification: Constants and limits. */
export const SECTION_19: Entries = {
  '19.1': [
    'store/cookie-mirror: the favourites cookie lasts 365 days, applies to the whole site and is SameSite=Strict',
  ],
  '19.2': [
    'store/cookie-mirror: the favourites cookie lasts 365 days, applies to the whole site and is SameSite=Strict',
    'store/cookie-mirror: the latest five searches are mirrored to the cookie and cleared with the history',
    'store/history: without an account the latest five different searches are kept for 30 days',
  ],
  '19.3': [
    'store/position: the position is stored for an hour in the format of the specification',
    'store/history: the last search is restored for an hour',
    'ui/limits: a cached position and the persisted search are valid for 1 hour',
  ],
  '19.4': [
    'store/history: the last search is restored for an hour',
    'ui/limits: a cached position and the persisted search are valid for 1 hour',
  ],
  '19.5': ['store/sources: is cached for an hour after leaving the screen and then requested again'],
  '19.6': ['ui/limits: storage keys and cookies begin with offlead'],
  '19.7': [
    'store/position: the browser gets 15 seconds and may not answer with an old position',
    'store/position: a device that never answers times out after 15 seconds',
    'browser/find-a-park: when timed out after 15 s, shows Sydney with the reason',
    'ui/limits: a location look-up ends after 15 s',
  ],
  '19.8': [
    'store/position: error %i gives its text and Sydney as a fallback that is not stored',
    'ui/limits: the fallback location is Sydney at -33.8688, 151.2093',
  ],
  '19.9': [
    "browser/results: the 'Back to top' button appears after 300 px and leads to the top",
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
    "browser/filters: has 14 features including On-leash Area, and 'View more filters (8)'",
    'ui/limits: the compact panel has 14 features, 8 of them behind the toggle',
  ],
  '19.13': [
    'browser/results: has at most 4 feature tags, each in its own colour',
    'ui/limits: a card has at most 4 feature tags',
  ],
  '19.14': ['browser/results: a filter tooltip opens after 300 ms and not before'],
  '19.15': [
    "browser/results: the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event",
  ],
  '19.16': [
    "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page",
  ],
  '19.17': [
    'browser/maps: a card’s map shifts nothing when it loads and is replaced by a drawing when it fails',
    'server/geo/static-map: is 400 by 300 pixels, with the pin in the middle and land around it',
    'ui/limits: a static map image is 400x300 at zoom 15',
  ],
  '19.18': [
    "browser/results: shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}",
    'ui/park-facts: is formatted in miles, with one decimal below ten',
    'ui/park-facts: is formatted in kilometres if that unit is set',
  ],
  '19.19': [
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
    'ui/limits: a page has 5, 10, 20 or 50 parks',
  ],
  '19.20': [
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
    'ui/limits: the home page starts at 5 parks a page, the favourites page at 10',
  ],
  '19.21': [
    'browser/results: shows first, last, neighbours and ellipses beyond five pages',
    'browser/results: shows all of five pages or fewer',
    'ui/pages: the pager shows all pages if there are five or fewer',
    'ui/pages: the pager shows the first, the last, the neighbours and ellipses if there are more than five pages',
    'ui/limits: the pager shows all of 5 pages, and of more the first, the last, the neighbours and ellipses',
  ],
  '19.22': ['server/page-head: lists the first ten parks and the search URL on the home page'],
  '19.23': [
    'browser/results-map: has zoom 11 without parks, 15 on a park page, and at most 16 when fitting results',
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'ui/limits: a map begins at zoom 11, on a park page at 15, and shows all at 16 at most',
  ],
  '19.24': [
    'browser/results-map: has zoom 11 without parks, 15 on a park page, and at most 16 when fitting results',
    'ui/limits: a map begins at zoom 11, on a park page at 15, and shows all at 16 at most',
  ],
  '19.25': [
    'ui/map: is ready at the next poll, after 100 ms',
    'ui/map: fails after 10 s, and not before',
    'ui/limits: a map is looked for every 100 ms and has failed after 10 s',
  ],
  '19.26': ['ui/limits: the default map centre is New York'],
  '19.27': [
    "browser/results: an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
    'ui/limits: the quick cities after an error end with Hobart',
  ],
  '19.28': [
    'browser/results: an empty result suggests cities with Gold Coast instead of Hobart, each a search',
    'ui/limits: the quick cities of an empty result end with Gold Coast',
  ],
  '19.29': [
    'data/sources/parks: are the first ten parks of the seed, without where copies were read',
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
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
    'server/import/import: of more than 10 MB is aborted while it arrives',
  ],
  '19.35': [
    'browser/settings: change the font size from 80 to 200 per cent in steps of 10 by keyboard',
    'browser/settings: have four tabs, a link home, and a reset to off and 100%',
  ],
  '19.36': ['browser/browse: %s shows skeletons while loading, then a load error, and can try again'],
  '19.37': ['browser/browse: %s shows skeletons while loading, then a load error, and can try again'],
  '19.38': [
    'browser/browse: a city page shows 3 skeletons until its postcodes are loaded, and only then searches',
  ],
  '19.39': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
  ],
  '19.40': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
  ],
  '19.41': ['browser/toasts: is replaced by the next one'],
  '19.42': ['browser/toasts: is 5,000 ms by default', 'ui/limits: a toast is displayed for 5,000 ms'],
  '19.43': [
    'browser/toasts: is dismissed by a swipe of 50 px to the right, not by a shorter one or one to the left',
  ],
  '19.44': ['browser/toasts: is reached by F8, and closed by its button after Tab or by Esc'],
  '19.45': [
    'browser/toasts: is at the top of a small screen and at the bottom right of a larger one, 420 px wide',
  ],
  '19.46': [
    "browser/toasts: for location error %i, '%s', is %i ms",
    'ui/limits: toasts of the location are displayed for 6 s and 7 s, that of the limited data mode for 7 s',
  ],
  '19.47': [
    "browser/toasts: for 'Using Limited Data Mode' is 7,000 ms",
    'ui/limits: toasts of the location are displayed for 6 s and 7 s, that of the limited data mode for 7 s',
  ],
  '19.48': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '19.49': [
    'data/places/slug: of Surry Hills is surry-hills',
    'data/places/slug: of Sydney - Inner West is sydney--inner-west',
    "ui/limits: in a city slug a space becomes a hyphen and ' - ' two",
  ],
  '19.50': ['server/api: contain the eight states', 'ui/limits: there are eight states and territories'],
  '19.51': [
    'browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now',
    'ui/home-address: leaves out default values',
    'ui/limits: no distance and no features are chosen at first',
  ],
}

import type { Entries } from './entry.ts'

/** Section 4 of the specification: Home: search, filters and results. */
export const SECTION_4: Entries = {
  '4.1': [
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  '4.2': [
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  '4.3': [
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  '4.4': ["browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish"],
  '4.5': [
    "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish",
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
  ],
  '4.6': [
    "browser/results: 'Searching...' on the hero's button while the answer to what was sent is on its way",
  ],
  '4.7': ['browser/results: is disabled when the text is empty or blank, and cleared after submit'],
  '4.8': ['browser/results: is disabled when the text is empty or blank, and cleared after submit'],
  '4.9': ['browser/results: header: elsewhere it goes to /?q={encoded term}'],
  '4.10': [
    'browser/results: suggests suburbs, postcodes and parks from the device, by keyboard, and stays out of the way',
  ],
  '4.11': [
    'data/search/places: is resolved by a state or postcode in the text',
    'data/search/places: of a state are the parks of the state',
    'data/search/places: of a region are the parks of its suburbs',
  ],
  '4.12': [
    'data/search/places: come nearest first, with the distance from the place and not from the person',
  ],
  '4.13': ['data/search/places: every word must match, and the last may be incomplete'],
  '4.14': [
    'data/search/places: the full name of a park finds it first',
    'data/search/places: put the park of that name near that place first',
  ],
  '4.15': ['data/search/places: are the nearest ten for a town without a park'],
  '4.16': ['browser/find-a-park: of an ambiguous suburb says which was meant and offers the others'],
  '4.17': ['browser/find-a-park: with a letter wrong is read as what was meant, and says so'],
  '4.18': [
    'store/history: a blank search is not kept, nor noted as the last one',
    'server/sync/routes: a blank search is not kept',
    'data/search/places: finds every park if it is blank',
  ],
  '4.19': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  '4.20': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  '4.21': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  '4.22': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'browser/filters: stays in sight while the results are scrolled, its title while its choices are',
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
    'browser/filters: Apply Filters asks for them all, Reset clears all',
  ],
  '4.23': [
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
  ],
  '4.24': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'browser/filters: stays in sight while the results are scrolled, its title while its choices are',
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
    'browser/filters: Apply Filters asks for them all, Reset clears all',
  ],
  '4.25': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '4.26': ['browser/filters: is a grid of two columns, beside the cards, and in a sheet on a small screen'],
  '4.27': [
    'browser/filters: a label has a tooltip with a short description, at once by keyboard, and Esc closes it',
    'browser/filters: every feature has a description of its own',
  ],
  '4.28': ['browser/filters: Apply Filters asks for them all, Reset clears all'],
  '4.29': ['server/api: features combine with AND, in every spelling, repeated or separated by commas'],
  '4.30': ['browser/filters: the parks that may have a feature are counted apart, and shown with one tap'],
  '4.31': [
    'data/search/parity: give the same parks in the same order, the same counts and the same interpretation',
  ],
  '4.32': [
    'store/search-worker: with Open Now a park known to be closed comes last, and one whose hours are unknown keeps its place',
    'browser/results: the card of a park that is closed now is marked, and one whose hours are unknown is not',
    'ui/home-address: sorts closed parks last with Open Now, and leaves them out only with Open only',
  ],
  '4.33': [
    'ui/home-address: sorts closed parks last with Open Now, and leaves them out only with Open only',
    'store/search-worker: with Open Now a park known to be closed comes last, and one whose hours are unknown keeps its place',
  ],
  '4.34': [
    'server/api: crowdLevel and a rating leave in what is unknown',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '4.35': [
    'browser/results: loading: skeletons of the cards to come, and it is said',
    'browser/layout: what comes later moves nothing: skeletons have the size of what they stand for',
  ],
  '4.36': [
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '4.37': ['browser/results: empty: suggested cities with Gold Coast in place of Hobart, each a search'],
  '4.38': [
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/results: beyond five pages: first, last, neighbours and ellipses',
  ],
  '4.39': [
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
  ],
  '4.40': ['browser/results: the result count and what was understood are read out'],
  '4.41': [
    'browser/results: beyond five pages: first, last, neighbours and ellipses',
    'browser/results: five pages or fewer: all of them',
    'ui/pages: the pager shows all pages if there are five or fewer',
    'ui/pages: the pager shows the first, the last, the neighbours and ellipses if there are more than five pages',
  ],
  '4.42': [
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  '4.43': [
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  '4.44': [
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  '4.45': ['browser/results: has at most 4 feature tags, each in its own colour'],
  '4.46': [
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
  ],
  '4.47': [
    'browser/results: its directions open /directions/{id} in a new tab',
    'browser/maps: a card leads to the directions in a tab of their own',
  ],
  '4.48': [
    'browser/results: its heart saves and lets go, with a toast each, offline as well, and the heart is there after a reload',
  ],
  '4.49': [
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
    'data/sources/parks: has every position within 15 km of the suburb',
  ],
  '4.50': [
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
    'server/api: a position gives distances in miles, nearest first',
  ],
  '4.51': ['ui/park-facts: is on a card with the date of the source'],
}

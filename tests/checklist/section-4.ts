import type { Entries } from './entry.ts'

/** Section 4 of the specification: Home: search, filters and results. */
export const SECTION_4: Entries = {
  '4.1': ["browser/results: is in the banner with its title, subtitle, 'or' and the location button"],
  '4.2': ["browser/results: is in the banner with its title, subtitle, 'or' and the location button"],
  '4.3': ["browser/results: is in the banner with its title, subtitle, 'or' and the location button"],
  '4.4': [
    "browser/results: the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event",
  ],
  '4.5': [
    "browser/results: the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event",
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
  ],
  '4.6': ["browser/results: the hero button shows 'Searching...' until the answer arrives"],
  '4.7': ['browser/results: is disabled when the text is empty or blank, and cleared after submit'],
  '4.8': ['browser/results: is disabled when the text is empty or blank, and cleared after submit'],
  '4.9': ['browser/results: in the header of another page goes to /?q={encoded term}'],
  '4.10': [
    'browser/results: suggests suburbs, postcodes and parks from the device, and Enter without a choice sends the typed text',
  ],
  '4.11': [
    'data/search/places: is resolved by a state or postcode in the text',
    'data/search/near-places: of a state are the parks of the state',
    'data/search/near-places: of a region are the parks of its suburbs',
  ],
  '4.12': [
    'data/search/near-places: come nearest first, with the distance from the place and not from the person',
  ],
  '4.13': ['data/search/words: every word must match, and the last may be incomplete'],
  '4.14': [
    'data/search/words: the full name of a park finds it first',
    'data/search/near-places: put the park of that name near that place first',
  ],
  '4.15': ['data/search/near-places: are the nearest ten for a town without a park'],
  '4.16': ['browser/find-a-park: for an ambiguous suburb names the one used and offers the others'],
  '4.17': [
    'browser/find-a-park: with a typing error uses the closest match and says so',
    'ui/park-facts: says that the words of a park were corrected',
    'data/search/words: in a word that fits every park is corrected: "%s" to "%s"',
    'data/search/words: in the name of a park is corrected, even if it is like a place: "%s" to "%s"',
  ],
  '4.18': [
    'store/history: a blank search is stored neither in the history nor as the last search',
    'server/sync/routes: a blank search is not stored',
    'data/search/words: finds every park if it is blank',
  ],
  '4.19': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, shown only where the sidebar is hidden",
  ],
  '4.20': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, shown only where the sidebar is hidden",
  ],
  '4.21': [
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, shown only where the sidebar is hidden",
  ],
  '4.22': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'browser/filters: stays visible while the results scroll, and its title while its options scroll',
    'browser/filters: counts chosen filters on its badge at once and searches only on Apply Filters',
    'browser/filters: applies all filters with Apply Filters and clears them with Reset',
  ],
  '4.23': ['browser/filters: counts chosen filters on its badge at once and searches only on Apply Filters'],
  '4.24': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'browser/filters: stays visible while the results scroll, and its title while its options scroll',
    'browser/filters: counts chosen filters on its badge at once and searches only on Apply Filters',
    'browser/filters: applies all filters with Apply Filters and clears them with Reset',
  ],
  '4.25': [
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '4.26': ['browser/filters: is a grid of two columns, in a sheet on a small screen'],
  '4.27': [
    'browser/filters: has a tooltip with a short description on each label, at once by keyboard, closed by Esc',
    'browser/finding: show their description when the mouse is over their own label',
    'browser/filters: has a different description for every feature',
  ],
  '4.28': ['browser/filters: applies all filters with Apply Filters and clears them with Reset'],
  '4.29': ['server/api: combines features with AND, in every spelling, repeated or separated by commas'],
  '4.30': [
    'browser/filters: counts the parks that may have a feature separately and shows them with one tap',
    'data/search/near-places: a filter counts no park far away as one that might match, where there are enough near the place',
  ],
  '4.71': [
    'data/search/words: that are features count the parks apart of which that is not known',
    'data/search/words: that are features beside other words count such parks apart, too: "%s" is "%s" with %s',
    'data/search/words: that are the name of a park count no other parks',
  ],
  '4.31': [
    'data/search/parity: give the same parks in the same order, the same counts and the same interpretation',
  ],
  '4.32': [
    'store/search-worker: with Open Now lists a closed park last and leaves one with unknown hours in place',
    'browser/results: the card of a closed park is marked, and that of a park with unknown hours is not',
    'ui/home-address: sorts closed parks last with Open Now, and leaves them out only with Open only',
  ],
  '4.33': [
    'ui/home-address: sorts closed parks last with Open Now, and leaves them out only with Open only',
    'store/search-worker: with Open Now lists a closed park last and leaves one with unknown hours in place',
  ],
  '4.34': [
    'server/api: keeps parks with unknown crowd level or rating',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '4.35': [
    'browser/results: loading shows a skeleton for each card and is announced',
    'browser/layout: skeletons have the size of their content, so that loading shifts nothing',
  ],
  '4.36': [
    "browser/results: an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '4.37': [
    'browser/results: an empty result suggests cities with Gold Coast instead of Hobart, each a search',
  ],
  '4.38': [
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
    'browser/results: shows first, last, neighbours and ellipses beyond five pages',
  ],
  '4.39': [
    "browser/results: limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples",
  ],
  '4.40': ['browser/results: the result count and the understood place are announced'],
  '4.41': [
    'browser/results: shows first, last, neighbours and ellipses beyond five pages',
    'browser/results: shows all of five pages or fewer',
    'ui/pages: the pager shows all pages if there are five or fewer',
    'ui/pages: the pager shows the first, the last, the neighbours and ellipses if there are more than five pages',
  ],
  '4.42': [
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
  ],
  '4.43': [
    "browser/results: a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image",
  ],
  '4.44': [
    "browser/results: a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image",
  ],
  '4.45': ['browser/results: has at most 4 feature tags, each in its own colour'],
  '4.46': [
    "browser/results: shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}",
  ],
  '4.47': ['browser/results: opens /directions/{id} in a new tab'],
  '4.48': [
    'browser/results: saves and removes a favourite with a toast, offline too, and keeps it after a reload',
  ],
  '4.49': [
    "browser/results: shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}",
    'data/sources/parks: has every position within 15 km of the suburb',
  ],
  '4.50': [
    "browser/results: shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}",
    'server/api: returns distances in miles from a position, nearest first',
  ],
  '4.51': ['ui/park-facts: are on a card with the date of the facts'],
  '4.52': ['ui/park-facts: to a park within about 500 m is given in halves'],
  '4.69': [
    'data/search/places: is meant by the text %s',
    'data/search/places: is not meant by %s, %s',
    'server/api: reads a postcode of the Northern Territory without its first zero',
  ],
  '4.68': ['data/search/places: "%s" is the place that begins with it, %s, before any other spelling'],
  '4.53': [
    'data/search/places: without a position means the place with the most people: %s is %s',
    'data/search/places: without other clues means the place nearest to the user',
    'browser/favourites: means by a name the place near the person, as the search of the home page does',
    'data/search/places: means the capital city wherever the user is',
  ],
  '4.54': [
    'data/search/understanding: all open their first suggestion',
    'browser/finding: for "%s" opens what is suggested first, %s, and both titles say so',
  ],
  '4.55': [
    'data/search/understanding: there are at least 1,500, of every kind',
    'data/search/understanding: 95 % of those with five letters, a state or a postcode open what is meant',
  ],
  '4.56': [
    'browser/finding: show how many parks they will give with each tick, beside the visible button Apply Filters',
    "browser/finding: show it in the phone's sheet too",
  ],
  '4.57': ['browser/finding: are chips above the results, which remove them one by one'],
  '4.58': ['browser/finding: ask for a place where a distance is chosen without one'],
  '4.59': [
    "browser/finding: say with 'Open only' how many parks have unknown hours, and show them with one tap",
    "browser/browse: says with 'Open only' how many parks have unknown hours, and shows them with one tap",
  ],
  '4.60': ['browser/finding: that can change nothing say so'],
  '4.61': ['browser/finding: for "%s" opens what is suggested first, %s, and both titles say so'],
  '4.62': ['browser/finding: is cleared by one link, and the filters stay'],
  '4.63': ['browser/finding: lists the parks by name or by the year they were checked'],
  '4.70': [
    'data/search/words: of "%s" parks near the place must match the words: %s',
    'ui/park-facts: names the words that parks near a place had to match',
  ],
  '4.72': [
    'data/search/words: is ignored beside a place, and the answer says so',
    'data/search/words: is ignored beside features, near a place or not: "%s" is "%s"',
  ],
  '4.73': [
    'data/search/words: of "%s" the words that count are named apart from them: %s',
    'ui/park-facts: leaves out when someone wants to go, as the search does not answer that',
    'data/search/words: are also those about dogs, sizes and praise: "%s" has all parks',
    'data/search/words: leave the other words as they are: "%s" is "%s"',
    'data/search/words: put the park first whose name has them',
    'data/search/words: are found as part of the name of every place',
  ],
  '4.74': [
    'data/search/words: is not read as a place with that or a similar name: "%s"',
    'data/search/words: is the place if the text says so: "%s" is %s',
  ],
  '4.75': [
    'data/search/near-places: "%s" finds parks with %s near %s',
    'data/search/near-places: do not find what a text is without',
    'data/search/words: finds the parks known to lack it: "%s"',
    'data/search/words: finds nothing if no park is known to lack it: "%s"',
    'data/search/words: is no name: "no dogs" finds nothing, and the parks near a place without exact match',
  ],
  '4.76': [
    'data/search/words: is ignored beside features, near a place or not: "%s" is "%s"',
    'data/search/words: and one that some park has beside a feature find nothing if no park has both',
  ],
  '4.64': [
    'browser/finding: for a town with one park does not call the others near',
    'data/search/near-places: of a state whose own parks may match are counted apart from those elsewhere',
    'ui/park-facts: does not count parks elsewhere as parks in a state',
    'ui/park-facts: counts parks elsewhere apart',
    'ui/park-facts: calls no park near a place that is more than 25 km away, whatever distance is chosen',
    'data/search/near-places: of %s are counted apart from parks elsewhere with its name',
  ],
  '4.65': [
    'browser/finding: from outside Australia says so',
    'browser/finding: near a person outside Australia says so, and one for a place does not',
  ],
  '4.66': ['browser/finding: shows kilometres after one tap beside the first distance'],
  '4.67': [
    'browser/finding: of the area that the map shows keeps the filters, and the address says which area',
    'browser/results-map: returns to an area that was searched when the person goes back to its list',
  ],
}

import type { Entries } from './entry.ts'

/** Section 5 of the specification: Park page. */
export const SECTION_5: Entries = {
  '5.1': ['browser/park-page: loading is announced to screen readers'],
  '5.2': [
    'browser/park-page: loading is announced to screen readers',
    "browser/park-page: %s shows 'Park Not Found' with a working 'Go Back' button",
    'browser/park-page: a server error is shown as an error with another try, not as a missing park',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.3': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.4': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
    'browser/park-page: a rated park has a rating badge',
    'browser/park-page: saves and removes the park with a toast, and My Favorites lists it',
    "browser/results: a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image",
  ],
  '5.5': ['browser/park-page: a rated park has a rating badge'],
  '5.6': ['browser/park-page: saves and removes the park with a toast, and My Favorites lists it'],
  '5.7': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.8': ['browser/park-page: links the address to the location section'],
  '5.9': [
    'browser/keyboard: directions can be requested from a typed place, and Esc closes them and returns the focus',
  ],
  '5.10': [
    'browser/park-page: opening hours are shown as open or closed now, and as a week with today marked',
  ],
  '5.11': ['browser/park-page: unreadable opening hours are shown as they are, without a badge'],
  '5.12': [
    'browser/park-page: opening hours are shown as open or closed now, and as a week with today marked',
    "data/hours/opening: has seven rows with the park's current day marked",
  ],
  '5.13': [
    'browser/park-page: opening hours are shown as open or closed now, and as a week with today marked',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.14': [
    'browser/park-page: a JSON description is shown as overview, features, images, reviews, status and street view',
    'browser/maps: a park known only by its suburb is a circle instead of a pin',
  ],
  '5.15': [
    'browser/park-page: a JSON description is shown as overview, features, images, reviews, status and street view',
    'browser/park-page: images and a street view of other sites are links, and nothing is requested from there',
  ],
  '5.16': [
    'browser/results-map: has zoom 11 without parks, 15 on a park page, and at most 16 when fitting results',
  ],
  '5.17': [
    'browser/park-page: returns with Back to results to the same results page and filters',
    'browser/maps: the results are as they were left when the user comes back from a park',
  ],
  '5.18': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.19': ['browser/park-page: a park whose council is not known shows Contact Council disabled'],
  '5.20': [
    'browser/park-page: shares its address with the share sheet of the system, or copies it where there is none',
  ],
  '5.21': ["browser/park-page: %s shows 'Park Not Found' with a working 'Go Back' button"],
  '5.22': [
    'store/sources: answered with park-not-found is missing at once',
    'store/sources: answered with a foreign 404 page is an error, not a missing park',
    'browser/park-page: a server error is shown as an error with another try, not as a missing park',
  ],
  '5.23': [
    'browser/park-page: says that only the suburb of a park is known',
    'browser/maps: a park known only by its suburb is a circle instead of a pin',
  ],
  '5.24': [
    'browser/background-sync: a favourite whose park left the directory says so, links to its successor and can be removed, also offline',
    'browser/background-sync: a phone that first visits after parks were removed knows them and their successors, also offline',
    'store/sources: removed from the directory is missing with its successor, without asking the server',
    'store/sources: merged into another one, as the server says, is missing with its successor',
    'server/directory: names the successor of a merged park in the reply for that park',
  ],
  '5.25': [
    'ui/park-facts: of every park of the seed are names, and no link leads to a copy in a code repository',
    'ui/park-facts: are on a card with the date of the facts',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '5.26': ['browser/park-page: a source is linked only if its page is one of the web'],
  '5.27': ['browser/park-page: the leash rule can be looked up for another time'],
  '5.28': [
    'browser/admin: a report made offline is accepted, and the phone shows the new fact and its year',
    'browser/keyboard: a park can be reported, and Cancel returns the focus',
  ],
  '5.29': [
    'data/hours/zone: has offsets that agree with Intl at every quarter of an hour around clock changes',
    'data/hours/zone: $city, $state',
    'data/hours/properties: the time zone of the device does not matter',
  ],
  '5.30': [
    'data/hours/sun: all four times agree with the suncalc package within a minute and a half, everywhere in Australia, on any day',
  ],
  '5.31': [
    'data/hours/opening: %s is not understood and gives no answer',
    'browser/park-page: unreadable opening hours are shown as they are, without a badge',
  ],
  '5.32': [
    'data/hours/precedence: a general rule does not fill the other hours of a more specific rule',
    'data/hours/precedence: the more specific of two rules for the same day',
    'data/hours/precedence: has the same meaning in any order',
  ],
  '5.33': [
    'data/hours/precedence: if the order of rules is unclear, the answer is the stricter one or unknown',
  ],
  '5.34': [
    'browser/park-page: says that a park is within about 500 m of its position, and credits OpenStreetMap',
    'browser/maps: a park within about 500 m of its position is a smaller circle, and its map credits OpenStreetMap',
    'server/geo/static-map: has a smaller circle for a place that is known to within about 500 m',
  ],
  '5.35': [
    'browser/park-page: says that a park is within about 500 m of its position, and credits OpenStreetMap',
    'data/sources/parks: of OpenStreetMap have the licence ODbL 1.0 and a date',
  ],
  '5.36': [
    "browser/park-page: shows a council's general rules as the council's, with its page, beside the park's own",
  ],
  '5.37': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
}

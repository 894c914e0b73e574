import type { Checklist } from './entry.ts'

/** Section 1 of the specification: What the product does and for whom. */
export const SECTION_1: Checklist = [
  [
    'The product is a directory of dog-friendly parks in Australia.',
    'data/sources/parks: every position is in Australia and rounded to five decimals',
  ],
  [
    "Users are anonymous visitors, registered members (a dog owner; the username may be the dog's name) and administrators.",
    'server/accounts/access: every route of the API, for every role and verb, does what the table says',
  ],
  ['Visitors can:', 'nothing: introduces the list beneath it'],
  [
    'search by text (address, place, suburb, state or postcode) or by their own location;',
    'browser/find-a-park: of a suburb shows the parks near it and says which was meant',
    'browser/find-a-park: of a postcode shows the parks near it',
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
    'data/search/places: its whole name finds it first',
    'data/search/places: an address is the place it ends with',
    'data/search/places: of a state are the parks of the state',
  ],
  ['filter parks by features;', 'browser/filters: Apply Filters asks for them all, Reset clears all'],
  [
    'see results in a paged list and on a map;',
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/maps: stand beside the list, numbered as in it',
  ],
  [
    'open a park detail page and get directions;',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
    'browser/directions: a way is an estimate, and says so',
  ],
  [
    'browse by state, then region (city or suburb);',
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
    'browser/browse: /state/%s: its regions with parks, each with a count and its own page',
  ],
  ['save favourites;', 'browser/park-page: its heart toggles, with a toast, and My Favorites has it'],
  [
    'submit a park for review;',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  [
    'set accessibility preferences;',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    'read static legal and contact pages.',
    'browser/forms: have their twelve and ten sections, the terms with their date',
    'browser/forms: has its hours and its link, and asks for all four things',
  ],
  [
    'Accounts are optional.',
    'browser/one-account: whoever never signed in is not asked about, and nothing stands in the console',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    'Favourites work without login and can be synchronised to an account after login.',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  [
    'Logged-in users also get server-stored search history and favourites.',
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'Park reviews and visits exist as data (see section 3); screens for writing them are not shown.',
    'decision 45',
    'server/sync/routes: a review is read by everybody, with its votes, and nothing about it can be claimed',
    'server/sync/routes: visits are read by who made them alone',
  ],
  [
    'Administrators can import park data and see usage analytics.',
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/admin: searches made on a phone are counted, drawn and listed',
  ],
  [
    "Landing banner title: 'Find Dog-Friendly Parks Near You'.",
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  [
    "Subtitle: 'Discover the perfect spots for you and your furry friend to play and explore.'",
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
]

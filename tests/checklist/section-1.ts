import type { Entries } from './entry.ts'

/** Section 1 of the specification: The product and its people. */
export const SECTION_1: Entries = {
  '1.1': [
    'data/sources/parks: has every position in Australia, rounded to five decimals',
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  '1.2': [
    'browser/installed: the browser finds everything it wants of an app that can be installed',
    'browser/find-a-park: in airplane mode, after a restart, every route opens by its address and answers as it did online',
  ],
  '1.3': [
    'server/accounts/access: every route of the API, for every role and verb, does what the table says',
  ],
  '1.4': [
    'data/model/account: register page',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '1.5': [
    'browser/find-a-park: of a suburb shows the parks near it and says which was meant',
    'browser/find-a-park: of a postcode shows the parks near it',
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
    'data/search/places: the full name of a park finds it first',
    'data/search/places: in an address mean the place at its end',
    'data/search/places: of a state are the parks of the state',
  ],
  '1.6': ['browser/find-a-park: granted: the nearest parks come first and the address carries the position'],
  '1.7': ['browser/filters: Apply Filters asks for them all, Reset clears all'],
  '1.8': [
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/maps: stand beside the list, numbered as in it',
  ],
  '1.9': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
    'browser/directions: a way is an estimate, and says so',
  ],
  '1.10': [
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
    'browser/browse: /state/%s: its regions with parks, each with a count and its own page',
  ],
  '1.11': ['browser/park-page: its heart toggles, with a toast, and My Favorites has it'],
  '1.12': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'browser/admin: a submission opens with what the gazetteer knows, is refused where it is unsound, and becomes a park',
  ],
  '1.13': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '1.14': [
    'browser/forms: have their twelve and ten sections, the terms with their date',
    'browser/forms: has its hours and its link, and asks for all four things',
  ],
  '1.15': [
    'browser/one-account: whoever never signed in is not asked about, and nothing stands in the console',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  '1.16': [
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '1.17': [
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  '1.18': [
    'server/sync/routes: a review is read by everybody, with its votes, and nothing about it can be claimed',
    'server/sync/routes: visits are read by who made them alone',
    'contract/sync: counters move once for what was done once',
  ],
  '1.19': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/admin: searches made on a phone are counted, drawn and listed',
  ],
  '1.20': {
    untested: 'not built yet: `dexie-react-hooks` is not installed and `@turf/turf` is used in tests only',
  },
}

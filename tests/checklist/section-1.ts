import type { Entries } from './entry.ts'

/** Section 1 of the specification: The product and its people. */
export const SECTION_1: Entries = {
  '1.1': [
    'data/sources/parks: has every position in Australia, rounded to five decimals',
    "browser/results: is in the banner with its title, subtitle, 'or' and the location button",
  ],
  '1.2': [
    'browser/installed: the browser considers the app installable, and a share from another app opens as a search, also offline',
    'browser/find-a-park: every route opens by its address with the same results as online',
  ],
  '1.3': [
    'server/accounts/access: every route of the API allows and refuses each role and method as the access table says',
  ],
  '1.4': [
    'data/model/account: register page',
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '1.5': [
    'browser/find-a-park: for a suburb shows the parks near it and names the suburb',
    'browser/find-a-park: for a postcode shows the parks near it',
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
    'data/search/words: the full name of a park finds it first',
    'data/search/near-places: in an address mean the place at its end',
    'data/search/near-places: of a state are the parks of the state',
  ],
  '1.6': [
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
  ],
  '1.7': ['browser/filters: applies all filters with Apply Filters and clears them with Reset'],
  '1.8': [
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
    'browser/results-map: is beside the list and numbers the parks as in it',
  ],
  '1.9': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
    'browser/directions: a route is an estimate and says so',
  ],
  '1.10': [
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
    'browser/browse: /state/%s: its regions with parks, each with a count and a page',
  ],
  '1.11': ['browser/park-page: saves and removes the park with a toast, and My Favorites lists it'],
  '1.12': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
    'browser/admin: a submission is prefilled from the gazetteer, is refused while incomplete, and becomes a park',
  ],
  '1.13': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '1.14': [
    'browser/legal: have their twelve and ten sections, the terms with their date',
    'browser/forms: shows the hours and a link to submit a park, and requires all four fields',
  ],
  '1.15': [
    'browser/account-sync: a visitor who never signed in causes no account request and no console error',
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
  ],
  '1.16': [
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '1.17': [
    "browser/account-sync: searches reach the person's other device, and clearing them clears both",
    'server/sync/routes: a client of the specified API and a device with an outbox agree',
  ],
  '1.18': [
    'server/sync/routes: a review is public with its votes, and its counts cannot be set by the author',
    'server/sync/routes: visits can be read only by their owner',
    'contract/sync: each action is counted once',
  ],
  '1.19': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'browser/admin: searches made on a phone are counted, charted and listed',
  ],
  '1.20': [
    'server/dependencies: each package that the specification names is a dependency and is imported where it is for',
    'server/dependencies: what the product runs with is not a development dependency only',
  ],
}

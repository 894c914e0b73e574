import type { Entries } from './entry.ts'

/** Section 17 of the specification: Calls. */
export const SECTION_17: Entries = {
  '17.1': [
    'browser/maps: a walk through the whole product, maps and directions, asks nothing of anyone else, and breaks no rule of the page',
  ],
  '17.2': [
    'store/api: carry the session, go past caches and ask for JSON',
    'store/api: what changes something carries the session, too',
  ],
  '17.3': ['store/api: carry the session, go past caches and ask for JSON'],
  '17.4': ['store/api: give up after 15 seconds'],
  '17.5': [
    'store/directory-sync: a part may take long, but not 15 s without a byte',
    'store/directory-sync: a download interrupted at part %i goes on there, and until it is whole nothing answers',
    'server/operations: and brings a file may take longer, as long as more of it comes',
  ],
  '17.6': [
    'server/accounts/every-route: no body but JSON is read, the list of an administrator and Apple’s form apart',
  ],
  '17.7': [
    'server/accounts/sign-in: who registers is signed in, and is who they said',
    'store/api: nobody signed in is no error: a 401 on the current user is nobody',
  ],
  '17.8': ['server/accounts/sign-in: as %j'],
  '17.9': ['server/accounts/sign-in: who registers is signed in, and is who they said'],
  '17.10': ['server/accounts/sign-in: signing out ends the session here, and only here'],
  '17.11': [
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
    'server/sync/routes: nobody’s favourites and searches are asked for without signing in',
  ],
  '17.12': ['server/sync/routes: a client of the specification and a phone with an outbox agree'],
  '17.13': ['server/sync/routes: a client of the specification and a phone with an outbox agree'],
  '17.14': [
    'server/sync/routes: of the parks a device has kept only the ids are read, and only parks there are',
  ],
  '17.15': [
    'server/geo/static-map: is 400 by 300 pixels, with the pin in the middle and land around it',
    'browser/maps: a picture of a park moves nothing when it comes, and its place is drawn when it cannot',
  ],
  '17.16': ['server/api: is the whole list, as the specification writes parks, with its length'],
  '17.17': ['server/api: is the park'],
  '17.18': ['server/api: a text gives what the search gives'],
  '17.19': ['server/api: a position gives the fifty nearest parks, or as many as are asked for'],
  '17.20': [
    'server/api: features combine with AND, in every spelling, repeated or separated by commas',
    'server/api: state in any case, city, postcode and postcodes',
    'server/api: a position gives distances in miles, nearest first',
    'server/api: crowdLevel and a rating leave in what is unknown',
    'store/api: lists are repeated parameters, what is absent is left out',
  ],
  '17.21': [
    'server/api: state in any case, city, postcode and postcodes',
    'server/api: a position gives distances in miles, nearest first',
    'store/api: lists are repeated parameters, what is absent is left out',
  ],
  '17.22': [
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'server/sync/routes: nobody’s favourites and searches are asked for without signing in',
  ],
  '17.23': [
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'store/sync-loop: failures are followed by growing pauses, up to five minutes, and a success ends them',
  ],
  '17.24': [
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'store/sync-loop: failures are followed by growing pauses, up to five minutes, and a success ends them',
  ],
  '17.25': [
    'server/sync/routes: the answer to one of one’s own searches is kept, and is the answer of the search',
  ],
  '17.26': ['server/api: a position is in the nearest suburb; far out at sea it is in none'],
  '17.27': ['server/api: an address is read as the place it is in'],
  '17.28': ['server/geo/directions: is redirected to Google Maps with park, mode and origin'],
  '17.29': [
    'server/geo/directions: the reply is a straight line marked as an estimate',
    'server/geo/directions: the reply is its route with instructions, and the alternatives',
  ],
  '17.30': [
    'server/import/import: answers as the specification says, and its parks are there at once, with their source',
    'server/import/import: is held to its form',
    'contract/import: what an administrator imports comes to a device as a small delta, and is found there without network; what is undone is gone there, too',
  ],
  '17.31': [
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
    'server/admin/analytics: what people do is counted by what they do, once each, and not by asking again',
  ],
  '17.32': ['server/admin/analytics: the four tables are the arrays of the specification, field by field'],
  '17.33': ['server/admin/analytics: the four tables are the arrays of the specification, field by field'],
  '17.34': ['server/admin/analytics: the four tables are the arrays of the specification, field by field'],
  '17.35': ['server/api: the eight states'],
  '17.36': ['server/api: the cities of a state, by name, each once'],
  '17.37': ['server/api: the postcodes of a city, and none for one that is not known'],
  '17.38': {
    untested:
      'not built yet: the default Open Now adds parameters, so that the home page asks /api/search without a text or filter',
  },
  '17.39': [
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'browser/kept: what was saved without signal is sent when the browser wakes the service worker, with no page open',
  ],
  '17.40': {
    untested: 'not built yet: places are read on the device, and the app never makes these two calls',
  },
  '17.41': {
    untested: 'not built yet: an answer that was had is asked for again when a mode is chosen twice',
  },
  '17.42': ['server/api: without parameters is every park'],
  '17.43': ['server/api: a position gives distances in miles, nearest first'],
  '17.44': [
    'server/api: gives a piece of the list with limit and offset, and still the whole length',
    'server/api: says how many there are on all pages, and how the text was read',
  ],
  '17.45': [
    "server/api: an answer about this moment is nobody's for later, one about a given moment is",
    'contract/search-parity: the same question to the server and to the device gives the same parks in the same order',
  ],
  '17.46': [
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: a provider that is not set up leads back with words',
  ],
  '17.47': [
    'ui/home-address: of a city page has state, city and postcodes, and no postcodes if there are none',
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
  ],
  '17.48': [
    'ui/home-address: of a city page has state, city and postcodes, and no postcodes if there are none',
  ],
  '17.49': [
    'store/sources: everything but reads of the directory goes by the rules for reads: nothing is asked again by itself',
    'store/sources: a directory confirmed anew asks nothing again',
  ],
  '17.50': ['store/sources: a window that is looked at again asks nothing again'],
  '17.51': [
    'store/sources: everything but reads of the directory goes by the rules for reads: nothing is asked again by itself',
  ],
  '17.52': ['store/api: reads are tried three times more, writes twice'],
  '17.53': ['store/api: the waits start at 1 s, double and end at 30 s'],
  '17.54': [
    'store/api: %i passes',
    'store/api: %i does not',
    'store/api: a server that says how long to wait is not asked earlier, nor at all when it is too long',
  ],
  '17.55': [
    'store/sources: samples are there at the first failure, while the server is tried on after 1, 2, 4 … 30 s, and its answer heals the screen',
  ],
}

import type { Entries } from './entry.ts'

/** Section 17 of the specification: Calls. */
export const SECTION_17: Entries = {
  '17.1': [
    'browser/other-hosts: a visit to every screen makes no request to another host and violates no content security policy',
  ],
  '17.2': [
    'store/api: a read sends the session, bypasses caches and asks for JSON',
    'store/api: a write sends the session',
  ],
  '17.3': ['store/api: a read sends the session, bypasses caches and asks for JSON'],
  '17.4': ['store/api: a read gives up after 15 seconds', 'ui/map: stops waiting for a tile after 15 s'],
  '17.5': [
    'store/directory-sync: a slow part is accepted unless 15 s pass without a byte',
    'store/directory-sync: resumes at part %i after an interruption, and the directory is unavailable until complete',
    'server/operations: may take longer if it uploads a file and data keeps arriving',
  ],
  '17.6': [
    'server/every-route: only JSON bodies are accepted, except for an administrator’s upload and Apple’s form',
  ],
  '17.7': [
    'server/accounts/sign-in: creates the account and signs in',
    'store/api: a 401 for the current user means that no one is signed in and is not an error',
  ],
  '17.8': ['server/accounts/sign-in: accepts the name as %j'],
  '17.9': ['server/accounts/sign-in: creates the account and signs in'],
  '17.10': ['server/accounts/sign-in: logging out ends only this session'],
  '17.11': [
    'server/sync/routes: a client of the specified API and a device with an outbox agree',
    'server/sync/routes: personal data needs a session, and the inbox an administrator',
  ],
  '17.12': ['server/sync/routes: a client of the specified API and a device with an outbox agree'],
  '17.13': ['server/sync/routes: a client of the specified API and a device with an outbox agree'],
  '17.14': ['server/sync/routes: only the ids of existing parks are read from the parks that a device sends'],
  '17.15': [
    'server/geo/static-map: is 400 by 300 pixels, with the pin in the middle and land around it',
    'browser/maps: a card’s map shifts nothing when it loads and is replaced by a drawing when it fails',
  ],
  '17.16': ['server/api: returns all parks in the format of the specification, with their number'],
  '17.17': ['server/api: returns the park'],
  '17.18': ['server/api: return the same parks as the search for a text'],
  '17.19': ['server/api: return the fifty nearest parks of a position, or the requested number'],
  '17.20': [
    'server/api: combines features with AND, in every spelling, repeated or separated by commas',
    'server/api: filters by state in any case, city, postcode and postcodes',
    'server/api: returns distances in miles from a position, nearest first',
    'server/api: keeps parks with unknown crowd level or rating',
    'store/api: lists become repeated parameters and absent values are left out',
  ],
  '17.21': [
    'server/api: filters by state in any case, city, postcode and postcodes',
    'server/api: returns distances in miles from a position, nearest first',
    'store/api: lists become repeated parameters and absent values are left out',
  ],
  '17.22': [
    'server/sync/routes: searches are stored in the account once each and stay cleared',
    'server/sync/routes: personal data needs a session, and the inbox an administrator',
  ],
  '17.23': [
    'server/sync/routes: searches are stored in the account once each and stay cleared',
    'store/sync-loop: failures are followed by growing delays up to five minutes, and a success resets them',
  ],
  '17.24': [
    'server/sync/routes: searches are stored in the account once each and stay cleared',
    'store/sync-loop: failures are followed by growing delays up to five minutes, and a success resets them',
  ],
  '17.25': ['server/sync/routes: the result of a user’s own search is cached and equals that of the search'],
  '17.26': ['server/api: finds the nearest suburb of a position, and none far out at sea'],
  '17.27': ['server/api: finds the suburb of an address'],
  '17.28': ['server/geo/directions: is redirected to Google Maps with park, mode and origin'],
  '17.29': [
    'server/geo/directions: the reply is a straight line marked as an estimate',
    'server/geo/directions: the reply is its route with instructions, and the alternatives',
  ],
  '17.30': [
    'server/import/import: replies as the specification says, and its parks are available immediately with their source',
    'server/import/import: must have the fields of the form',
    'contract/import: an import reaches a device as a small delta and is found offline, and undoing the import removes it there',
  ],
  '17.31': [
    'server/admin/analytics: the analytics tables have the fields of the specification',
    'server/admin/analytics: each action of a user is counted once',
  ],
  '17.32': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '17.33': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '17.34': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '17.35': ['server/api: contain the eight states'],
  '17.36': ['server/api: contain each city of a state once'],
  '17.37': ['server/api: contain the postcodes of a city, and none for an unknown city'],
  '17.38': [
    'store/api: a request without query and filters goes to the park list and any other to the search',
    'browser/finding: without a directory, GET /api/parks is asked for all parks, GET /api/search for a search, and text typed before it is there gets suggestions',
  ],
  '17.39': [
    'server/sync/routes: a client of the specified API and a device with an outbox agree',
    'server/sync/routes: searches are stored in the account once each and stay cleared',
    "browser/background-sync: a change saved offline is sent by the service worker's background sync with no page open",
  ],
  '17.40': [
    'browser/finding: say where they start, and lead back to the field to change it',
    "browser/finding: name the address of the person's position",
  ],
  '17.41': ['browser/directions: each travel mode asks the server once'],
  '17.42': ['server/api: returns every park without parameters'],
  '17.43': ['server/api: returns distances in miles from a position, nearest first'],
  '17.44': [
    'server/api: returns a part of the list for limit and offset, with the total number',
    'server/api: returns the total number, and how the text was understood',
  ],
  '17.45': [
    'server/api: allows caching of results for a given time, but not of those for the current time',
    'contract/search-parity: the server and the device give the same parks in the same order for the same request',
  ],
  '17.46': [
    'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for',
    'browser/accounts: returns with a message from a provider that is not set up',
  ],
  '17.47': [
    'ui/home-address: of a city page has state, city and postcodes, and no postcodes if there are none',
    'browser/browse: a city page shows 3 skeletons until its postcodes are loaded, and only then searches',
  ],
  '17.48': [
    'ui/home-address: of a city page has state, city and postcodes, and no postcodes if there are none',
  ],
  '17.49': [
    'store/sources: queries outside the directory are not repeated automatically',
    'store/sources: is not repeated when the directory is only confirmed',
  ],
  '17.50': ['store/sources: is not repeated when the window regains focus'],
  '17.51': ['store/sources: queries outside the directory are not repeated automatically'],
  '17.52': ['store/api: a read is retried three times and a write twice'],
  '17.53': ['store/api: retry delays start at 1 s, double and stop at 30 s'],
  '17.54': [
    'store/api: status %i is retried',
    'store/api: status %i is not retried',
    'store/api: Retry-After delays a retry, and prevents it when the delay is too long',
  ],
  '17.55': [
    'store/sources: shows samples at the first failure, calls the server again when the gate allows it, and then shows its answer',
  ],
}

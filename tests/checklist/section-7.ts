import type { Checklist } from './entry.ts'

/** Section 7 of the specification: The calls it makes. */
export const SECTION_7: Checklist = [
  [
    "All paths are relative to the page's own origin (empty base on localhost or {ip}).",
    'browser/maps: a walk through the whole product, maps and directions, asks nothing of anyone else, and breaks no rule of the page',
  ],
  [
    'Requests include session credentials.',
    'store/api: carry the session, go past caches and ask for JSON',
    'store/api: what changes something carries the session, too',
  ],
  ['Reads send no-cache headers.', 'store/api: carry the session, go past caches and ask for JSON'],
  ['A 15,000 ms timeout aborts a request.', 'decision 28', 'store/api: give up after 15 seconds'],
  [
    'GET /api/user | none | The current user; 401 gives null',
    'server/accounts/sign-in: who registers is signed in, and is who they said',
    'store/api: nobody signed in is no error: a 401 on the current user is nobody',
  ],
  ['POST /api/login | username, password | The user', 'server/accounts/sign-in: as %j'],
  [
    'POST /api/register | username, email, password, fullName, address | The user',
    'server/accounts/sign-in: who registers is signed in, and is who they said',
  ],
  [
    'POST /api/logout | none | Not shown',
    'server/accounts/sign-in: signing out ends the session here, and only here',
  ],
  [
    'GET /api/favorites | none, logged in only | A list of parks',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
    'server/sync/routes: nobody’s favourites and searches are asked for without signing in',
  ],
  [
    'POST /api/favorites | parkId | Not shown',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'DELETE /api/favorites/{parkId} | none | Not shown',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'POST /api/favorites/sync | parks (the locally stored park objects) | Not shown',
    'decision 30',
    'server/sync/routes: of the parks a device has kept only the ids are read, and only parks there are',
  ],
  [
    'GET /api/maps/static | lat, lng, zoom (15), width (400), height (300) | Image used on a park card with no image',
    'server/geo/static-map: is a picture of 400 by 300 with the pin in the middle and ground around it',
    'browser/maps: a picture of a park moves nothing when it comes, and its place is drawn when it cannot',
  ],
  [
    'GET /api/parks | none | A list; used with no query and no filters',
    'server/api: is the whole list, as the specification writes parks, with its length',
    'store/api: no query and no filters is the list of parks, anything else a search',
  ],
  ['GET /api/parks/{id} | none | A park', 'server/api: is the park'],
  ['GET /api/parks/search | q | A list', 'server/api: a text gives what the search gives'],
  [
    'GET /api/parks/nearby | lat, lng | A list',
    'server/api: a position gives the fifty nearest parks, or as many as are asked for',
  ],
  [
    'GET /api/search | query, size, rating, crowdLevel, features (repeated); the city and state pages add latitude, longitude, distance, state, city, postcode, postcodes (repeated) | A list of parks',
    'decision 23',
    'server/api: features combine with AND, in every spelling, repeated or separated by commas',
    'server/api: state in any case, city, postcode and postcodes',
    'server/api: a position gives distances in miles, nearest first',
    'server/api: crowdLevel and a rating leave in what is unknown',
    'store/api: lists are repeated parameters, what is absent is left out',
  ],
  [
    'GET /api/user/search-history | none, logged in | A list of history entries',
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'server/sync/routes: nobody’s favourites and searches are asked for without signing in',
  ],
  [
    'POST /api/user/search-history | query | Failure is only logged',
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'store/sync-loop: failures are followed by growing pauses, up to five minutes, and a success ends them',
  ],
  [
    'DELETE /api/user/search-history | none | Failure is only logged',
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
    'store/sync-loop: failures are followed by growing pauses, up to five minutes, and a success ends them',
  ],
  [
    'GET /api/user/search-cache | query (lowercased, trimmed text) | Cached results',
    'server/sync/routes: the answer to one of one’s own searches is kept, and is the answer of the search',
  ],
  [
    'GET /api/reverse-geocode | lat, lng | results[] with formatted_address',
    'server/api: a position is in the nearest suburb; far out at sea it is in none',
  ],
  [
    'GET /api/geocode | address | postcodes[] (only logged)',
    'server/api: an address is read as the place it is in',
  ],
  [
    'GET /api/directions | lat, lng, mode, origin | Opened in a new tab; response not shown',
    'decision 7',
    'server/geo/directions: is sent to Google Maps with park, mode and origin',
    'server/geo/directions: the answer is a straight line that says it is an estimate',
  ],
  [
    "POST /api/admin/import-parks | multipart: csvFile or excelFile, plus fileType ('csv' or 'excel') | imported, total, failed, message. On success the parks cache is refreshed",
    'server/import/import: answers as the specification says, and its parks are there at once, with their source',
    'server/import/import: is held to its form',
    'contract/import: what an administrator imports comes to a device as a small delta, and is found there without network; what is undone is gone there, too',
  ],
  [
    'GET /api/admin/analytics/users | none | Array of user analytics rows',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
    'server/admin/analytics: what people do is counted by what they do, once each, and not by asking again',
  ],
  [
    'GET /api/admin/analytics/search/terms | none | Array of term and count',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  [
    'GET /api/admin/analytics/search/features | none | Array of feature and count',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  [
    'GET /api/admin/analytics/park-visits | none | Array of visit rows',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  ['GET /api/states | none | Array of state codes', 'server/api: the eight states'],
  [
    'GET /api/states/{state}/cities | none | Array of city names',
    'server/api: the cities of a state, by name, each once',
  ],
  [
    'GET /api/states/{state}/cities/{city}/postcodes | none | Array of postcodes',
    'server/api: the postcodes of a city, and none for one that is not known',
  ],
  ['Additional rules:', 'nothing: introduces the list beneath it'],
  [
    'Social sign-in is a browser navigation to /api/auth/google, /api/auth/apple or /api/auth/microsoft.',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: a provider that is not set up leads back with words',
  ],
  [
    'The city page sends the state code and the display city name.',
    'ui/home-address: of a city page names state, city and postcodes, and no postcodes when there are none',
    'browser/browse: a city page waits for its postcodes with 3 skeletons before it searches',
  ],
  [
    'If the postcode list is empty, it searches by city name with an empty postcode list.',
    'ui/home-address: of a city page names state, city and postcodes, and no postcodes when there are none',
  ],
  [
    'The contact and submit forms make no call.',
    'decision 5',
    'browser/forms: comes once, although the first answer was lost',
  ],
  [
    'A maps service script (places and marker libraries) is loaded at start-up and the app renders only after it loads.',
    'decision 1',
    'browser/maps: a walk through the whole product, maps and directions, asks nothing of anyone else, and breaks no rule of the page',
    'browser/first-screen: the home page has its header, its search and parks, as the server knows them',
  ],
  [
    'The maps service is also called in the browser for maps and route calculation: modes driving, walking, bicycling and transit, with alternatives requested.',
    'decision 1',
    'server/geo/directions: the answer is its route with sentences, and the alternatives',
    'browser/directions: the way has distance, duration, numbered steps and others to choose from',
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  [
    'Default read behaviour: data never goes stale; no refetch on window focus; no polling; reads retry 3 times with back-off starting at 1 s, doubling, capped at 30 s; mutations retry 2 times.',
    'decision 39',
    'store/sources: everything but reads of the directory goes by the rules for reads: nothing is asked again by itself',
    'store/sources: a window that is looked at again asks nothing again',
    'store/api: reads are tried three times more, writes twice',
    'store/api: the waits start at 1 s, double and end at 30 s',
  ],
  [
    'A failed park list or detail read that yields a database-connection error leads to the fallback data.',
    'store/sources: a server that %s: the samples',
    'store/sources: database trouble without a directory is limited data even where no sample answers',
    "browser/error-texts: '%s' is database trouble: limited data",
  ],
  [
    "The search response shape beyond 'list of parks' is not shown.",
    'nothing: says what is not known of another program',
  ],
  [
    'The response shape of logout and favourite writes is not shown.',
    'nothing: says what is not known of another program',
  ],
]

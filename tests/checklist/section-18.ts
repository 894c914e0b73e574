import type { Entries } from './entry.ts'

/** Section 18 of the specification: Errors and messages. */
export const SECTION_18: Entries = {
  '18.1': [
    'store/api: is an ApiError with the server’s message when the body is a problem object',
    'store/api: is an ApiError with the body as its text when the body is not a problem object',
    'store/api: is an ApiError with the status text when the body is empty',
  ],
  '18.2': ['store/api: a 401 for the current user means that no one is signed in and is not an error'],
  '18.3': [
    'store/sources: a server error other than database trouble is rejected: $message',
    "browser/results: an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '18.4': ['store/sources: retries a server error three times with delays before showing it'],
  '18.5': [
    'browser/accounts: shows that login is in progress and that the password is wrong',
    'browser/accounts: is logged out in every tab at once, also in one in the back/forward cache, and in none when the server cannot end the session',
    'browser/toasts: is announced politely, and assertively for an error',
  ],
  '18.6': ['browser/accounts: shows that login is in progress and that the password is wrong'],
  '18.7': ['browser/error-texts: an account that cannot be created shows the default message'],
  '18.8': [
    'browser/accounts: is logged out in every tab at once, also in one in the back/forward cache, and in none when the server cannot end the session',
  ],
  '18.9': ['browser/error-texts: a favourite on a full device shows an error'],
  '18.10': ['browser/error-texts: a favourite on a full device shows an error'],
  '18.11': ['browser/error-texts: favourites that cannot be synced show an error'],
  '18.12': [
    'browser/accounts: shows an email that is taken as an error of its field',
    'browser/error-texts: an account that cannot be created shows the default message',
  ],
  '18.13': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '18.14': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '18.15': [
    'browser/accounts: creates an account and moves the focus to the account menu',
    'browser/accounts: shows progress while creating an account, welcomes by the given name and does not send the password confirmation',
  ],
  '18.16': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
  ],
  '18.17': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '18.18': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'browser/admin: an import of one park is reported in the singular, without empty rows',
  ],
  '18.19': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'browser/admin: an import of one park is reported in the singular, without empty rows',
  ],
  '18.20': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'browser/admin: an import of one park is reported in the singular, without empty rows',
  ],
  '18.21': ['browser/error-texts: the list, a park and the states show what failed, with status and text'],
  '18.22': ['browser/error-texts: the list, a park and the states show what failed, with status and text'],
  '18.23': [
    "browser/results: an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '18.24': ['store/api: database trouble is detected by the error type'],
  '18.25': [
    'store/api: database trouble is detected by the error text: %s',
    'browser/error-texts: an error that reads like database trouble gives limited data',
  ],
  '18.26': [
    'store/sources: a device with a directory answers before the server is asked',
    'store/sources: the samples answer when the server %s',
    'store/sources: a first visit whose server fails asks the device before the samples',
  ],
  '18.27': [
    "browser/toasts: for 'Using Limited Data Mode' is 7,000 ms",
    "browser/results: limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples",
    'store/sources: is limited on database trouble without a directory, even when no sample answers',
  ],
  '18.28': [
    'browser/find-a-park: every route opens by its address with the same results as online',
    'ui/park-facts: the age of the parks on the device',
  ],
  '18.29': ['browser/error-texts: the list, a park and the states show what failed, with status and text'],
  '18.30': [
    'browser/error-texts: the list, a park and the states show what failed, with status and text',
    "browser/park-page: %s shows 'Park Not Found' with a working 'Go Back' button",
    'store/sources: answered with park-not-found is missing at once',
  ],
  '18.31': ['browser/favourites: says in a toast and on the page that nothing was found'],
  '18.32': ['browser/favourites: finds nearby parks, or says that the location is not available'],
  '18.33': ['browser/favourites: says that a search failed'],
  '18.34': ['browser/favourites: says in a toast and on the page that nothing was found'],
  '18.35': ['browser/error-texts: error code %i shows %s'],
  '18.36': ['browser/error-texts: error code %i shows %s'],
  '18.37': ['browser/error-texts: error code %i shows %s'],
  '18.38': ['browser/error-texts: error code %i shows %s'],
  '18.39': [
    'browser/error-texts: error code %i shows %s',
    "browser/toasts: for location error %i, '%s', is %i ms",
  ],
  '18.40': [
    'browser/error-texts: error code %i shows %s',
    "browser/toasts: for location error %i, '%s', is %i ms",
  ],
  '18.41': ['store/position: a failed refresh keeps the cached position and records the reason'],
  '18.42': ['browser/favourites: finds nearby parks, or says that the location is not available'],
  '18.43': [
    'browser/forms: does not fill in a found position, for privacy, and says why a position is refused',
  ],
  '18.44': [
    'browser/forms: does not fill in a found position, for privacy, and says why a position is refused',
  ],
  '18.45': ['browser/directions: an unknown place shows an error and a toast, and another place works'],
  '18.46': ['browser/directions: a denied position shows an error, and an address still works'],
  '18.47': ['browser/maps: a map whose code fails to load says so and loads on another try'],
  '18.48': ['browser/maps: a map whose code fails to load says so and loads on another try'],
  '18.49': ['browser/admin: a failed upload shows the server’s message or a default one'],
  '18.50': ['browser/admin: each table that fails to load says so'],
  '18.51': ['browser/admin: each table that fails to load says so'],
  '18.52': ['browser/admin: each table that fails to load says so'],
  '18.53': ['browser/admin: each table that fails to load says so'],
  '18.54': ['browser/browse: %s shows skeletons while loading, then a load error, and can try again'],
  '18.55': ['browser/browse: %s shows skeletons while loading, then a load error, and can try again'],
  '18.56': [
    "browser/browse: a state without regions: 'No regions found for this state.' with 'Browse All States'",
  ],
  '18.57': ['browser/browse: /state/qld/chermside shows a load error and can try again'],
  '18.58': [
    'browser/browse: %s shows skeletons while loading, then a load error, and can try again',
    'browser/error-texts: the list, a park and the states show what failed, with status and text',
  ],
}

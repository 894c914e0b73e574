import type { Entries } from './entry.ts'

/** Section 18 of the specification: Errors and messages. */
export const SECTION_18: Entries = {
  '18.1': [
    'store/api: text is the server’s own sentence where the body is a problem',
    'store/api: else the body text',
    'store/api: else the status text',
  ],
  '18.2': ['store/api: nobody signed in is no error: a 401 on the current user is nobody'],
  '18.3': [
    'store/sources: a server error that is no database trouble is an error: $message',
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '18.4': ['store/sources: a server error is retried three times with its pauses before it is shown'],
  '18.5': [
    'browser/accounts: says that a password is wrong, and what is pending',
    'browser/accounts: is told when the server will not end the session, and stays signed in',
    'browser/toasts: is read out: in its turn, and at once where something went wrong',
  ],
  '18.6': ['browser/accounts: says that a password is wrong, and what is pending'],
  '18.7': ['browser/error-texts: an account that the server cannot make, without a word of why'],
  '18.8': ['browser/accounts: is told when the server will not end the session, and stays signed in'],
  '18.9': ['browser/error-texts: a heart on a device that keeps nothing more'],
  '18.10': ['browser/error-texts: a heart on a device that keeps nothing more'],
  '18.11': ['browser/error-texts: favourites that cannot be given to the account'],
  '18.12': [
    'browser/accounts: tells an e-mail that is taken at its field',
    'browser/error-texts: an account that the server cannot make, without a word of why',
  ],
  '18.13': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '18.14': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '18.15': [
    'browser/accounts: makes an account and gives the focus to what stands in its place',
    'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself',
  ],
  '18.16': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  '18.17': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '18.18': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  '18.19': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  '18.20': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  '18.21': ['browser/error-texts: the list, a park and the states say what failed, with status and text'],
  '18.22': ['browser/error-texts: the list, a park and the states say what failed, with status and text'],
  '18.23': [
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  '18.24': ['store/api: by the error type'],
  '18.25': ['store/api: by its text: %s', "browser/error-texts: '%s' is database trouble: limited data"],
  '18.26': [
    'store/sources: a device with a directory is never second to the server',
    'store/sources: a server that %s: the samples',
    'store/sources: a first visit whose server fails asks the device before the samples',
  ],
  '18.27': [
    "browser/toasts: 'Using Limited Data Mode' for 7,000 ms",
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
    'store/sources: database trouble without a directory is limited data even where no sample answers',
  ],
  '18.28': [
    'browser/find-a-park: in airplane mode, after a restart, every route opens by its address and answers as it did online',
    'ui/park-facts: the age of the parks on the device',
  ],
  '18.29': ['browser/error-texts: the list, a park and the states say what failed, with status and text'],
  '18.30': [
    'browser/error-texts: the list, a park and the states say what failed, with status and text',
    "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does",
    'store/sources: a real 404 is a missing park, at once',
  ],
  '18.31': ['browser/favourites: says that nothing was found, in a toast and on the page'],
  '18.32': ['browser/favourites: nearby: around the person, or with words when that cannot be'],
  '18.33': ['browser/favourites: a search that fails says so'],
  '18.34': ['browser/favourites: says that nothing was found, in a toast and on the page'],
  '18.35': ['browser/error-texts: code %i: %s'],
  '18.36': ['browser/error-texts: code %i: %s'],
  '18.37': ['browser/error-texts: code %i: %s'],
  '18.38': ['browser/error-texts: code %i: %s'],
  '18.39': [
    'browser/error-texts: code %i: %s',
    'browser/toasts: a position that is not had, code %i: %s for %i ms',
  ],
  '18.40': [
    'browser/error-texts: code %i: %s',
    'browser/toasts: a position that is not had, code %i: %s for %i ms',
  ],
  '18.41': [
    'store/position: a refresh that fails leaves the cached position, silently; the reason is recorded',
  ],
  '18.42': ['browser/favourites: nearby: around the person, or with words when that cannot be'],
  '18.43': [
    'browser/forms: a position that is found is not filled in, for privacy; one that is refused says why',
  ],
  '18.44': [
    'browser/forms: a position that is found is not filled in, for privacy; one that is refused says why',
  ],
  '18.45': ['browser/directions: a place nobody knows is refused with a toast, and another try succeeds'],
  '18.46': ['browser/directions: a position that is refused is said, and an address still works'],
  '18.47': ['browser/maps: a map whose code cannot be had says so, and comes when it can'],
  '18.48': ['browser/maps: a map whose code cannot be had says so, and comes when it can'],
  '18.49': [
    'browser/admin: says what goes wrong in the server’s words, or in its own',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  '18.50': [
    'browser/admin: what cannot be loaded is named so, table by table',
    'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so',
  ],
  '18.51': [
    'browser/admin: what cannot be loaded is named so, table by table',
    'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so',
  ],
  '18.52': [
    'browser/admin: what cannot be loaded is named so, table by table',
    'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so',
  ],
  '18.53': [
    'browser/admin: what cannot be loaded is named so, table by table',
    'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so',
  ],
  '18.54': ['browser/browse: %s in trouble says so and tries again'],
  '18.55': ['browser/browse: %s in trouble says so and tries again'],
  '18.56': [
    "browser/browse: a state without regions: 'No regions found for this state.' with 'Browse All States'",
  ],
  '18.57': ['browser/browse: %s in trouble says so and tries again'],
  '18.58': [
    'browser/browse: %s in trouble says so and tries again',
    'browser/error-texts: the list, a park and the states say what failed, with status and text',
  ],
}

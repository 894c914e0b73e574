import type { Checklist } from './entry.ts'

/** Section 8 of the specification: Error catalogue. */
export const SECTION_8: Checklist = [
  [
    'A response with status 400 or higher is an error whose message is the status code, a colon, then the response body text or status text.',
    'store/api: text is the server’s own sentence where the body is a problem',
    'store/api: else the body text',
    'store/api: else the status text',
  ],
  [
    '401 on reads gives null.',
    'store/api: nobody signed in is no error: a 401 on the current user is nobody',
  ],
  [
    'On the production hosts, a failing parks list logs a warning and returns an empty list, so the parks screen shows no parks.',
    'decision 3',
    'store/sources: a server error that is no database trouble is an error: $message',
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  [
    'Other read errors are rethrown.',
    'store/sources: a server error is retried three times with its pauses before it is shown',
  ],
  [
    "'Login failed', 'Registration failed', 'Logout failed', 'Error adding favorite', 'Error removing favorite', 'Error syncing favorites'.",
    'browser/accounts: says that a password is wrong, and what is pending',
    'browser/error-texts: an account that the server cannot make, without a word of why',
    'browser/accounts: is told when the server will not end the session, and stays signed in',
    'browser/error-texts: a heart on a device that keeps nothing more',
    'browser/error-texts: favourites that cannot be given to the account',
  ],
  [
    "The registration failure toast uses the server message, or 'There was a problem creating your account'.",
    'browser/accounts: tells an e-mail that is taken at its field',
    'browser/error-texts: an account that the server cannot make, without a word of why',
  ],
  [
    "'Welcome back!' ('You are now logged in as {username}').",
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  [
    "'Account created' ('Welcome to the product, {username}!').",
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  [
    "The dialog variant is 'Account created successfully', with a welcome message that includes the username when given.",
    'browser/accounts: makes an account and gives the focus to what stands in its place',
    'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself',
  ],
  [
    "'Logged out' ('You have been successfully logged out').",
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  [
    "'Favorites synchronized' ('Your favorites have been saved to your account').",
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  [
    "Import: 'Upload Successful' / 'Successfully imported {n} parks'.",
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  [
    "The banner reads 'Imported {imported} parks out of {total} entries.' and adds '{failed} entries were invalid.' when there are failures.",
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  [
    "Search failure: 'Failed to search parks: {status} {text}' or 'Failed to fetch parks: ...'.",
    'browser/error-texts: the list, a park and the states say what failed, with status and text',
  ],
  [
    "The page shows 'There was an error loading parks' with the message and a Refresh Page button.",
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  [
    "A database connection error is recognised either by errorType DatabaseConnectionError in the error data, or by message text: connection refused, connection to port 5432 on localhost, 'database connection', 'Connection terminated', 'DatabaseConnectionError', 'could not connect to server'.",
    'store/api: by the error type',
    'store/api: by its text: %s',
    "browser/error-texts: '%s' is database trouble: limited data",
  ],
  [
    "The product then uses fallback data and shows the toast 'Using Limited Data Mode' (7 s).",
    "browser/toasts: 'Using Limited Data Mode' for 7,000 ms",
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
  ],
  [
    "Park details failure: 'Failed to fetch park details: {status} {text}', and the Park Not Found view is shown.",
    'decision 3',
    'browser/error-texts: the list, a park and the states say what failed, with status and text',
    "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does",
  ],
  [
    "Favourites page: toast 'No parks found'; toast 'Location error'; search error 'Search failed'; empty results text 'No parks found matching your search criteria. Try a different search term.'",
    'browser/favourites: says that nothing was found, in a toast and on the page',
    'browser/favourites: nearby: around the person, or with words when that cannot be',
    'browser/favourites: a search that fails says so',
  ],
  [
    "Code 1: 'You have denied access to your location. Please enable location access in your browser settings.'",
    'browser/error-texts: code %i: %s',
  ],
  [
    "Code 2: 'Your location information is unavailable. Please try again.'",
    'browser/error-texts: code %i: %s',
  ],
  [
    "Code 3: 'The request to get your location timed out. Please try again.'",
    'browser/error-texts: code %i: %s',
  ],
  [
    "Other: 'An unknown error occurred while trying to get your location.'",
    'browser/error-texts: code %i: %s',
  ],
  [
    "In each case Sydney is the fallback and a toast is shown ('Location Permission Needed' for 6 s, or 'Location Access Denied' for 7 s).",
    'browser/error-texts: code %i: %s',
    'browser/toasts: a position that is not had, code %i: %s for %i ms',
  ],
  [
    'On the app-wide level the fallback is used silently, logged only.',
    'decision 38',
    'store/position: a refresh that fails leaves the cached position, silently; the reason is recorded',
  ],
  [
    "Browse pages: toast 'Location error' / 'We couldn't access your location. Please try searching by address instead.'",
    'browser/favourites: nearby: around the person, or with words when that cannot be',
  ],
  [
    "On the submit page the message is the error's own, or 'Could not access your location. Please enter address manually.'",
    'browser/forms: a position that is found is not filled in, for privacy; one that is refused says why',
  ],
  [
    'A successful location lookup there says to enter the address manually for privacy reasons.',
    'browser/forms: a position that is found is not filled in, for privacy; one that is refused says why',
  ],
  [
    "Directions failure: 'Could not calculate directions. Please check your starting address and try again.' plus the toast 'Directions error'.",
    'browser/directions: a place nobody knows is refused with a toast, and another try succeeds',
  ],
  [
    "Location failure in directions: 'Unable to get your current location. Please enter an address manually.'",
    'browser/directions: a position that is refused is said, and an address still works',
  ],
  [
    "Map failure: toast 'Map Error' and the panel 'Failed to load the map / Please check your connection and try again'.",
    'browser/maps: a map whose code cannot be had says so, and comes when it can',
  ],
  [
    "Shows the server's message, or 'Failed to upload file' or 'Something went wrong during upload', with an 'Upload Failed' toast.",
    'browser/admin: says what goes wrong in the server’s words, or in its own',
    'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives',
  ],
  [
    "Load failures: 'Failed to load user analytics data', 'Failed to load park visits data', 'Failed to load search terms data', 'Failed to load search features data'.",
    'browser/admin: what cannot be loaded is named so, table by table',
  ],
  [
    "Empty states: 'No user analytics data available', 'No park visits data available', 'No search term data available', 'No search feature data available'.",
    'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so',
  ],
  [
    "'Error loading states. Please try again later.'",
    'browser/browse: %s in trouble says so and tries again',
  ],
  [
    "'Error loading regions. Please try again later.'",
    'browser/browse: %s in trouble says so and tries again',
  ],
  [
    "'No regions found for this state.' with a 'Browse All States' button.",
    "browser/browse: a state without regions: 'No regions found for this state.' with 'Browse All States'",
  ],
  ["'Error loading parks. Please try again later.'", 'browser/browse: %s in trouble says so and tries again'],
  [
    "The other states page shows 'Error loading states: {message}' ('Failed to fetch states' on a bad response).",
    'browser/browse: %s in trouble says so and tries again',
    'browser/error-texts: the list, a park and the states say what failed, with status and text',
  ],
  [
    "Auth page: the error query parameter is shown in an alert titled 'Authentication Error'.",
    'browser/accounts: shows the sentence for the error code a provider sent a person back with, and no text of the address',
  ],
  [
    'Forgot password: a toast that the feature is coming soon.',
    'browser/accounts: a forgotten password is coming soon',
  ],
  [
    "A card image that fails to load is replaced by a placeholder; with no image the card shows 'No image available'.",
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  [
    'Server error codes beyond those above are not shown.',
    'nothing: says what is not known of another program',
  ],
]

/** A text of the specification; where a screen puts something in, or divides it, what the test waits for instead. */
export type Text = string | readonly [text: string, ...shown: string[]]

/**
 * Every text that the specification lets a person see, under the test that meets it on a screen (of reviews, which have no screen, in the
 * answer of the server). A text stands here once, however many screens have it.
 */
export const TEXTS: Readonly<Record<string, readonly Text[]>> = {
  "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button": [
    'Find Dog-Friendly Parks Near You',
    'Discover the perfect spots for you and your furry friend to play and explore.',
    'or',
    'Use my location',
  ],
  "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish": [
    'Finding your location...',
  ],
  "browser/results: 'Searching...' on the hero's button while the answer to what was sent is on its way": [
    'Searching...',
  ],
  "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'":
    ['Use My Location', 'Locating...', 'Search any location', 'Accessing location'],
  "browser/results: header: its location button elsewhere says 'Loading location page' and goes to /?useLocation=true":
    ['Loading location page'],
  "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart":
    ['There was an error loading parks', 'Refresh Page'],
  "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question":
    ['Using Limited Data Mode'],
  "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder":
    ['No image available'],
  "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}":
    ['View Details'],

  "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'":
    [
      'Filter Parks',
      ['View more filters (N)', 'View more filters (7)'],
      'View more filters (7)',
      'Show fewer filters',
      'Off-leash Area',
      'Fenced Area',
      'Water Source',
      'Shaded Areas',
      'Parking Available',
      'Toilets/Restrooms',
      'Waste Bins',
      'Council Information',
      'Walking Paths',
      'BBQ Facilities',
      'Seating/Benches',
      'Poop Bags Provided',
      'Safety Features',
    ],
  'browser/filters: Apply Filters asks for them all, Reset clears all': [
    'Apply Filters',
    'Reset',
    'Medium',
    'Large',
    'Extra Large',
  ],
  "browser/filters: has 14 features, On-leash Area among them, and 'View more filters (8)'": [
    'View more filters (8)',
    'On-leash Area',
  ],

  'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too':
    ['Get Directions', 'Contact Council', 'Share', 'Dog Friendly'],
  "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does": ['Park Not Found', 'Go Back'],

  'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification':
    ['Open in Google Maps', 'Print', 'Drive', 'Walk', 'Bike', 'Transit'],
  'browser/directions: an empty start is not sent, and Enter says why': [
    [
      'Missing information: Please enter a starting location.',
      'Missing information',
      'Please enter a starting location.',
    ],
  ],
  'browser/directions: a place nobody knows is refused with a toast, and another try succeeds': [
    'Could not calculate directions. Please check your starting address and try again.',
    'Directions error',
  ],
  'browser/directions: a position that is refused is said, and an address still works': [
    'Unable to get your current location. Please enter an address manually.',
  ],
  'browser/maps: a map whose code cannot be had says so, and comes when it can': [
    'Map Error',
    [
      'Failed to load the map / Please check your connection and try again',
      'Failed to load the map',
      'Please check your connection and try again',
    ],
  ],

  "browser/favourites: empty: says what to do, with a 'Find Parks' link": ['My Favorites', 'Find Parks'],
  'browser/favourites: says that nothing was found, in a toast and on the page': [
    'No parks found',
    'No parks found matching your search criteria. Try a different search term.',
  ],
  'browser/favourites: nearby: around the person, or with words when that cannot be': [
    'Location error',
    "We couldn't access your location. Please try searching by address instead.",
  ],
  'browser/favourites: a search that fails says so': ['Search failed'],
  'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload':
    [
      'Sync Now',
      'Sync Favorites',
      'Favorites synchronized',
      'Your favorites have been saved to your account',
    ],

  "browser/browse: /states: 'Dog Parks by State', code, name, count and a 'View Dog Parks' button": [
    'Dog Parks by State',
    'View Dog Parks',
  ],
  "browser/browse: /states without a count: 'Explore parks in this state'": ['Explore parks in this state'],
  "browser/browse: a search says 'Search results for' the typed text, or 'No matches found.'": [
    'Search regions...',
    'Search results for',
    'No matches found.',
  ],
  "browser/browse: the 'Jump to letter' bar: A to Z, letters with no regions disabled, a jump takes the focus along":
    ['Jump to letter'],
  'browser/browse: has breadcrumb, heading, postcodes and cards': [
    ['Dog Parks in {city}, {state name}', 'Dog Parks in Chermside, Queensland'],
  ],
  "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks":
    [
      'No dog parks found in this area.',
      ['View All Regions in {state}', 'View All Regions in New South Wales'],
      'Search All Parks',
    ],
  'browser/browse: %s in trouble says so and tries again': [
    'Error loading states. Please try again later.',
    'Error loading regions. Please try again later.',
    'Error loading parks. Please try again later.',
    ['Error loading states: {message}', 'Error loading states: Failed to fetch states'],
    'Failed to fetch states',
  ],
  "browser/browse: a state without regions: 'No regions found for this state.' with 'Browse All States'": [
    'No regions found for this state.',
    'Browse All States',
  ],
  'browser/browse: anything else: 404 Page Not Found, with a way on': ['404 Page Not Found'],

  'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for':
    [
      'Find and explore dog-friendly parks in your area',
      'Login',
      'Register',
      'Or continue with',
      'Or register with',
      'Email',
      'Password',
      'Confirm Password',
      'Dog Name (Optional)',
      'Full Name (Optional)',
      'Home Address (Optional)',
      ['Google', 'Google: /api/auth/google'],
      ['Apple', 'Apple: /api/auth/apple'],
      ['Microsoft', 'Microsoft: /api/auth/microsoft'],
    ],
  'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail':
    [
      ['Welcome to', 'Welcome to Offlead'],
      'Account created',
      ['Welcome to the product, {username}!', 'Welcome to Offlead, Bandit!'],
      'Logged out',
      'You have been successfully logged out',
      'Welcome back!',
      ['You are now logged in as {username}', 'You are now logged in as Bandit'],
    ],
  'browser/accounts: shows the sentence for the error code a provider sent a person back with, and no text of the address':
    ['Authentication Error'],
  'browser/accounts: says that a password is wrong, and what is pending': ['Logging in...', 'Login failed'],
  'browser/accounts: a forgotten password is coming soon': [
    'Forgot password?',
    'Password reset functionality coming soon!',
  ],
  'browser/accounts: an account whose first answer was lost on its way is entered all the same': [
    'Registering...',
  ],
  'browser/accounts: says at each field what is wrong with it, and leads to the first': [
    "Enter your dog's name if you have one",
    'Used to find parks near you',
    'Username must be at least 3 characters',
    'Password must be at least 6 characters',
    'Dog Name must be at least 3 characters',
    'Please enter a valid email',
    "Passwords don't match",
  ],
  'browser/accounts: makes an account and gives the focus to what stands in its place': [
    'Login or create an account to save your favorite dog parks.',
    'Create Account',
    'Invalid email address',
    'Account created successfully',
  ],
  'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself':
    ['Creating account...'],
  'browser/accounts: asks for both fields, and closes with Esc': [
    'Username is required',
    'Password is required',
  ],
  'browser/accounts: is told when the server will not end the session, and stays signed in': [
    'Logout failed',
  ],

  'browser/frame: stays in sight, with a logo that leads home, the search, and four tabs': [
    ['Search for Dog Park', 'Search for Dog Park: /'],
    ['Browse Dog Parks', 'Browse Dog Parks: /state'],
    ['My Favourites', 'My Favourites: /favorites'],
    ['Submit Park', 'Submit Park: /submit-park'],
  ],
  'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone':
    [['Hi, {username}', 'Hi, Headed'], 'Admin Dashboard', 'Logout'],
  "browser/frame: the menu of a small screen holds the search, Login and Sign Up, Accessibility and 'Use My Location'":
    [['Sign Up', 'Sign Up: /auth?tab=register']],
  'browser/keyboard: the first key leads past the header: skip link, then the page': ['Skip to main content'],

  'browser/settings: has four tabs, leads home, and resets everything to off and 100%': [
    'Back to Home',
    'Reset All Settings',
    'Visual Settings',
    'Text Settings',
    'Navigation Settings',
    'Keyboard Navigation',
  ],
  "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification":
    ['High Contrast Mode', 'Screen Reader Optimized', 'Larger Text'],

  'browser/forms: a position that is found is not filled in, for privacy; one that is refused says why': [
    'Could not access your location. Please enter address manually.',
  ],

  'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known':
    ['Access Denied'],
  'browser/admin: an administrator comes in by the menu and finds four tabs, two of them to come': [
    'Import Data',
    'Analytics',
    ['Manage Parks', 'Manage Parks (coming soon)'],
    ['User Management', 'User Management (coming soon)'],
    ['coming soon', 'Manage Parks (coming soon)'],
  ],
  'browser/admin: a file that will not do is named as the specification does, and another type begins anew': [
    'Please select a CSV file (.csv)',
    'Please select an Excel file (.xlsx or .xls)',
    'File size should be less than 10MB',
    'Please select a file first',
  ],
  'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone':
    [
      'Uploading...',
      'Upload Successful',
      ['Successfully imported {n} parks', 'Successfully imported 2 parks'],
      ['Imported {imported} parks out of {total} entries.', 'Imported 2 parks out of 3 entries.'],
      ['{failed} entries were invalid.', '1 entries were invalid.'],
    ],
  'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them':
    ['Unknown', 'Never', 'N/A'],

  'browser/error-texts: the list, a park and the states say what failed, with status and text': [
    ['Failed to search parks: {status} {text}', 'Failed to search parks: 400 no search'],
    ['Failed to fetch parks: ...', 'Failed to fetch parks: 400 no list'],
    ['Failed to fetch park details: {status} {text}', 'Failed to fetch park details: 400 no park'],
  ],
  'browser/error-texts: code %i: %s': [
    'You have denied access to your location. Please enable location access in your browser settings.',
    'Your location information is unavailable. Please try again.',
    'The request to get your location timed out. Please try again.',
    'An unknown error occurred while trying to get your location.',
    'Location Permission Needed',
    'Location Access Denied',
  ],
  'browser/error-texts: an account that the server cannot make, without a word of why': [
    'Registration failed',
    'There was a problem creating your account',
  ],
  'browser/error-texts: a heart on a device that keeps nothing more': [
    'Error adding favorite',
    'Error removing favorite',
  ],
  'browser/error-texts: favourites that cannot be given to the account': ['Error syncing favorites'],
  'browser/error-texts: a list that goes up, one that is refused without a word, and one that never arrives':
    ['Failed to upload file', 'Something went wrong during upload', 'Upload Failed'],
  'browser/error-texts: tables that cannot be had, and tables with nothing in them, say so': [
    'Failed to load user analytics data',
    'Failed to load park visits data',
    'Failed to load search terms data',
    'Failed to load search features data',
    'No user analytics data available',
    'No park visits data available',
    'No search term data available',
    'No search feature data available',
  ],

  'server/sync/routes: a review %o is answered: %s': [
    'Review must be at least 3 characters',
    'Review cannot exceed 2000 characters',
    'Title cannot exceed 100 characters',
  ],
}

/** What stands in quotes and is no text of a screen, with what it is. */
export const NO_TEXTS: Readonly<Record<string, string>> = {
  '/': 'an address, and a key',
  '/?q=': 'an address',
  '/search?q={search_term}': 'an address',
  ' - ': 'a piece of a name',
  all: 'a value',
  csv: 'a value',
  excel: 'a value',
  hero: 'a style',
  header: 'a style',
  'use my location': 'an event',
  'app geolocation success': 'an event',
  'MMM d, yyyy': 'a form of dates',
  'Open 24/7': 'what a source may say',
  '5:00 AM - 9:00 PM': 'what a source may say',
  'Dawn to Dusk': 'what a source may say',
  'day or range: hours': 'a form of what a source may say',
  'list of parks': 'words of the specification about itself',
  'database connection': 'what a server may say',
  'Connection terminated': 'what a server may say',
  DatabaseConnectionError: 'what a server may say',
  'could not connect to server': 'what a server may say',
}

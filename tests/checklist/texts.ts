/**
 * A text quoted by the specification. Where a screen inserts values or splits it, the texts that the test
 * expects instead follow.
 */
export type Text = string | readonly [text: string, ...expected: string[]]

/**
 * Every text fixed by the specification, under the test that finds it on a screen (or in a response of the
 * server for reviews, which have no screen). A text on several screens is listed once.
 */
export const TEXTS: Readonly<Record<string, readonly Text[]>> = {
  "browser/results: is in the banner with its title, subtitle, 'or' and the location button": [
    'Find Dog-Friendly Parks Near You',
    'Discover the perfect spots for you and your furry friend to play and explore.',
    'or',
    'Use my location',
  ],
  "browser/results: the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event":
    ['Finding your location...'],
  "browser/results: the hero button shows 'Searching...' until the answer arrives": ['Searching...'],
  "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page":
    ['Use My Location', 'Locating...', 'Search any location', 'Accessing location'],
  "browser/results: in the header of another page has a location button that says 'Loading location page' and goes to /?useLocation=true":
    ['Loading location page'],
  "browser/results: an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart":
    ['There was an error loading parks', 'Refresh Page'],
  "browser/results: limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples":
    ['Using Limited Data Mode'],
  'browser/results: a search that no sample matches says that the directory was not searched, and can be tried again':
    [
      "We can't reach the park directory, and none of the ten sample parks matches.",
      'Try again',
      ['{n} of ten sample parks', '0 of ten sample parks'],
    ],
  "browser/results: a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image":
    ['No image available'],
  "browser/results: shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}":
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
  'browser/filters: counts the parks that may have a feature separately and shows them with one tap': [
    ['{count} more might match (not confirmed)', 'more might match'],
  ],
  'browser/filters: applies all filters with Apply Filters and clears them with Reset': [
    'Apply Filters',
    'Reset',
    'Medium',
    'Large',
    'Extra Large',
  ],
  "browser/filters: has 14 features including On-leash Area, and 'View more filters (8)'": [
    'View more filters (8)',
    'On-leash Area',
  ],

  'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too':
    ['Get Directions', 'Contact Council', 'Dog Friendly'],
  'browser/park-page: shares its address with the share sheet of the system, or copies it where there is none':
    ['Share'],
  "browser/park-page: %s shows 'Park Not Found' with a working 'Go Back' button": [
    'Park Not Found',
    'Go Back',
  ],

  'browser/directions: the form has the field, the four travel modes and the buttons of the specification': [
    'Open in Google Maps',
    'Print',
    'Drive',
    'Walk',
    'Bike',
    'Transit',
  ],
  'browser/directions: an empty start is not sent, and Enter shows why': [
    [
      'Missing information: Please enter a starting location.',
      'Missing information',
      'Please enter a starting location.',
    ],
  ],
  'browser/directions: an unknown place shows an error and a toast, and another place works': [
    'Could not calculate directions. Please check your starting address and try again.',
    'Directions error',
  ],
  'browser/directions: a denied position shows an error, and an address still works': [
    'Unable to get your current location. Please enter an address manually.',
  ],
  'browser/maps: a map whose code fails to load says so and loads on another try': [
    'Map Error',
    [
      'Failed to load the map / Please check your connection and try again',
      'Failed to load the map',
      'Please check your connection and try again',
    ],
  ],

  "browser/favourites: has a 'Find Parks' link when empty": ['My Favorites', 'Find Parks'],
  'browser/favourites: says in a toast and on the page that nothing was found': [
    'No parks found',
    'No parks found matching your search criteria. Try a different search term.',
  ],
  'browser/favourites: finds nearby parks, or says that the location is not available': [
    'Location error',
    "We couldn't access your location. Please try searching by address instead.",
  ],
  'browser/favourites: says that a search failed': ['Search failed'],
  'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload':
    [
      'Sync Now',
      'Sync Favorites',
      'Favorites synchronized',
      'Your favorites have been saved to your account',
      'On this device only',
    ],
  'browser/connection-notices: says that our server is not responding while the device has a network': [
    "You're connected, but our server isn't responding. We'll keep trying.",
  ],
  'browser/connection-notices: a tab with an older version that keeps the database open is named, and the app continues when it is closed':
    ['An older version of Offlead is open in another tab or window. Close it to continue here.'],
  "browser/park-page: opens in the phone's own map app with one tap": ['Open in Maps'],

  "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button": [
    'Dog Parks by State',
    'View Dog Parks',
  ],
  "browser/browse: /states without a count: 'Explore parks in this state'": ['Explore parks in this state'],
  "browser/browse: shows 'Search results for' the typed text, or 'No matches found.'": [
    'Search regions...',
    'Search results for',
    'No matches found.',
  ],
  "browser/browse: has a 'Jump to letter' bar from A to Z that disables empty letters and moves the focus": [
    'Jump to letter',
  ],
  'browser/browse: has breadcrumb, heading, postcodes and cards': [
    ['Dog Parks in {city}, {state name}', 'Dog Parks in Chermside, Queensland'],
  ],
  "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks":
    [
      'No dog parks found in this area.',
      ['View All Regions in {state}', 'View All Regions in New South Wales'],
      'Search All Parks',
    ],
  'browser/browse: /state/qld/chermside shows a load error and can try again': [
    'Error loading parks. Please try again later.',
  ],
  'browser/browse: %s shows skeletons while loading, then a load error, and can try again': [
    'Error loading states. Please try again later.',
    'Error loading regions. Please try again later.',
    ['Error loading states: {message}', 'Error loading states: Failed to fetch states'],
    'Failed to fetch states',
  ],
  "browser/browse: a state without regions: 'No regions found for this state.' with 'Browse All States'": [
    'No regions found for this state.',
    'Browse All States',
  ],
  'browser/browse: any other address: 404 Page Not Found with a link to browse': ['404 Page Not Found'],

  'browser/accounts: has two tabs with their fields, texts and providers, and explains on a wide screen what an account is for':
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
      ['Google', 'Google'],
      ['Apple', 'Apple'],
      ['Microsoft', 'Microsoft'],
    ],
  'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email': [
    ['Welcome to', 'Welcome to Offlead'],
    'Account created',
    ['Welcome to Offlead, {username}!', 'Welcome to Offlead, Bandit!'],
    'Logged out',
    'You have been successfully logged out',
    'Welcome back!',
    ['You are now logged in as {username}', 'You are now logged in as Bandit'],
  ],
  'browser/accounts: shows the sentence of an error code from a provider, and no text of the address': [
    'Authentication Error',
  ],
  'browser/accounts: shows that login is in progress and that the password is wrong': [
    'Logging in...',
    'Login failed',
  ],
  'browser/accounts: says that password reset is coming soon': [
    'Forgot password?',
    'Password reset functionality coming soon!',
  ],
  'browser/accounts: signs in to a new account although the first response was lost': ['Registering...'],
  'browser/accounts: shows an error at each invalid field and focuses the first': [
    "Enter your dog's name if you have one",
    'Used to find parks near you',
    'Username must be at least 3 characters',
    'Password must be at least 6 characters',
    'Dog Name must be at least 3 characters',
    'Please enter a valid email',
    "Passwords don't match",
  ],
  'browser/accounts: creates an account and moves the focus to the account menu': [
    'Login or create an account to save your favorite dog parks.',
    'Create Account',
    'Invalid email address',
    'Account created successfully',
  ],
  'browser/accounts: shows progress while creating an account, welcomes by the given name and does not send the password confirmation':
    ['Creating account...'],
  'browser/accounts: requires both fields and closes with Esc': [
    'Username is required',
    'Password is required',
  ],
  'browser/accounts: is logged out in every tab at once, also in one in the back/forward cache, and in none when the server cannot end the session':
    ['Logout failed'],

  'browser/header-and-footer: stays visible, with a logo that leads home, the search box and four tabs': [
    ['Search for Dog Park', 'Search for Dog Park: /'],
    ['Browse Dog Parks', 'Browse Dog Parks: /state'],
    ['My Favourites', 'My Favourites: /favorites'],
    ['Submit Park', 'Submit Park: /submit-park'],
  ],
  'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard':
    [['Hi, {username}', 'Hi, Headed'], 'Admin Dashboard', 'Logout'],
  "browser/header-and-footer: the menu of a small screen has the search, Login and Sign Up, Accessibility and 'Use My Location'":
    [['Sign Up', 'Sign Up: /auth?tab=register']],
  'browser/keyboard: the first Tab reaches the skip link, which leads to the page': ['Skip to main content'],

  'browser/settings: have four tabs, a link home, and a reset to off and 100%': [
    'Back to Home',
    'Reset All Settings',
    'Visual Settings',
    'Text Settings',
    'Navigation Settings',
    'Keyboard Navigation',
  ],
  "browser/settings: stay in step with the header's toggles, also in another tab, under the storage keys of the specification":
    ['High Contrast Mode', 'Screen Reader Optimized', 'Larger Text'],

  'browser/forms: shows the hours and a link to submit a park, and requires all four fields': [
    'Monday-Friday, 9am-5pm AEST',
  ],
  'browser/forms: says that a message was saved, not sent, while the server does not answer': [
    'Message saved',
    "We'll send it when our server answers again.",
  ],
  'browser/forms: keeps an unsent draft across a reload and clears it once sent, also offline': [
    "We'll send it when you're back online.",
    'Submission saved',
  ],
  'browser/forms: does not fill in a found position, for privacy, and says why a position is refused': [
    'Could not access your location. Please enter address manually.',
  ],

  'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner': [
    'Access Denied',
  ],
  'browser/admin: an administrator enters by the menu and finds four tabs, two of them coming soon': [
    'Import Data',
    'Analytics',
    ['Manage Parks', 'Manage Parks (coming soon)'],
    ['User Management', 'User Management (coming soon)'],
    ['coming soon', 'Manage Parks (coming soon)'],
  ],
  'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it': [
    'Please select a CSV file (.csv)',
    'Please select an Excel file (.xlsx or .xls)',
    'File size should be less than 10MB',
    'Please select a file first',
  ],
  'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone':
    [
      'Uploading...',
      'Upload Successful',
      ['Successfully imported {n} parks', 'Successfully imported 2 parks'],
      ['Imported {imported} parks out of {total} entries.', 'Imported 2 parks out of 3 entries.'],
      ['{failed} entries were invalid.', '1 entry was invalid.'],
    ],
  'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification':
    ['Unknown', 'Never', 'N/A'],
  'browser/admin: a failed upload shows the server’s message or a default one': [
    'Failed to upload file',
    'Something went wrong during upload',
    'Upload Failed',
  ],
  'browser/admin: each table that fails to load says so': [
    'Failed to load user analytics data',
    'Failed to load park visits data',
    'Failed to load search terms data',
    'Failed to load search features data',
  ],
  'browser/admin: searches made on a phone are counted, charted and listed': [
    'No user analytics data available',
    'No park visits data available',
    'No search term data available',
    'No search feature data available',
  ],

  'browser/error-texts: the list, a park and the states show what failed, with status and text': [
    ['Failed to search parks: {status} {text}', 'Failed to search parks: 400 no search'],
    ['Failed to fetch parks: ...', 'Failed to fetch parks: 400 no list'],
    ['Failed to fetch park details: {status} {text}', 'Failed to fetch park details: 400 no park'],
  ],
  'browser/error-texts: error code %i shows %s': [
    'You have denied access to your location. Please enable location access in your browser settings.',
    'Your location information is unavailable. Please try again.',
    'The request to get your location timed out. Please try again.',
    'An unknown error occurred while trying to get your location.',
    'Location Permission Needed',
    'Location Access Denied',
  ],
  'browser/error-texts: an account that cannot be created shows the default message': [
    'Registration failed',
    'There was a problem creating your account',
  ],
  'browser/error-texts: a favourite on a full device shows an error': [
    'Error adding favorite',
    'Error removing favorite',
  ],
  'browser/error-texts: favourites that cannot be synced show an error': ['Error syncing favorites'],

  'server/sync/routes: the invalid review %o is refused: %s': [
    'Review must be at least 3 characters',
    'Review cannot exceed 2000 characters',
    'Title cannot exceed 100 characters',
  ],

  "browser/finding: say with 'Open only' how many parks have unknown hours, and show them with one tap": [
    ['{count} with unknown hours', ' with unknown hours'],
  ],
  'browser/finding: that can change nothing say so': ['No park has been rated yet, so this changes nothing.'],
  'browser/finding: is cleared by one link, and the filters stay': [
    'Clear search',
    ['Parks near Bondi NSW 2026', 'Parks near Chermside QLD 4032 | Offlead'],
  ],
  'browser/finding: for a town with one park does not call the others near': [
    [
      '1 park near {place}, the next {distance} away',
      '1 park near Alice Springs NT, the next 489 miles away',
    ],
  ],
  'ui/park-facts: calls no park near a place that is more than 25 km away, whatever distance is chosen': [
    ['{count} within 50 miles of {place}', '74 parks within 40 km of Perth WA 6000'],
  ],
  'ui/park-facts: names the words that parks near a place had to match': [
    ['21 parks for “fence” near Fitzroy VIC 3065', '21 parks for “fence” near Perth WA 6000'],
  ],
  'ui/park-facts: counts parks elsewhere apart': [
    ['262 parks in {place}, 4 elsewhere', '262 parks in Australian Capital Territory, 4 elsewhere'],
  ],
  'browser/finding: of the area that the map shows keeps the filters, and the address says which area': [
    'Search this area',
    ['12 parks in this area', ' in this area'],
  ],
  'browser/streets: says that there is a newer map for a downloaded area with its size, and updates it with one press':
    [['There is a newer map (12 MB)', 'There is a newer map ('], 'Update'],
  'browser/forms: a message over its limit waits, and the page of unsent changes says why and until when': [
    [
      'Too many of these have been sent from your account or network lately. Next try: {when}.',
      'Too many of these have been sent from your account or network lately. Next try: ',
    ],
  ],
  'browser/finding: say where they start, and lead back to the field to change it': [
    ['From: {place}', 'From: Aspley QLD 4034'],
  ],
}

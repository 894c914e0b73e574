import type { Checklist } from './entry.ts'

/** Section 2 of the specification: Screens and routes. */
export const SECTION_2: Checklist = [
  [
    '/ | Home park search. Query parameters: q (search text), lat and lng (coordinates), useLocation=true (triggers a location lookup, then is removed from the address). The current search is written back into the address as q, lat and lng.',
    'browser/results: header: on the home page it sets q there',
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
    'browser/find-a-park: ?useLocation=true asks for the location and disappears from the address',
    'ui/home-address: carries q, lat and lng as text, and a postcode stays a text',
  ],
  [
    '/park/{id} | Park detail',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    '/directions/{id} | Opened in a new browser tab from the directions button on a park card',
    'browser/maps: a card leads to the directions in a tab of their own',
  ],
  [
    '/state | Browse by state',
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
  ],
  [
    '/state/{state} | Regions (cities or suburbs) of a state. {state} is a lowercase code, e.g. nsw',
    'browser/browse: /state/%s: its regions with parks, each with a count and its own page',
    'browser/browse: groups by first letter, with a count of regions in the state',
  ],
  ['/state/{state}/{city-slug} | City page', 'browser/browse: has breadcrumb, heading, postcodes and cards'],
  [
    '/favorites | Favourites list',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    '/submit-park | Submit a park',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
  ],
  ['/contact | Contact Us', 'browser/forms: has its hours and its link, and asks for all four things'],
  [
    '/privacy | Privacy Policy (10 sections)',
    'browser/forms: have their twelve and ten sections, the terms with their date',
  ],
  [
    '/terms | Terms of Service (12 sections, last updated April 10, 2025)',
    'browser/forms: have their twelve and ten sections, the terms with their date',
  ],
  [
    '/accessibility | Accessibility Tools',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    '/admin | Admin dashboard. Protected: an anonymous user is redirected to /auth; a spinner shows while the session loads',
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  [
    '/auth | Login and register page. Redirects to / if already logged in. Also /auth?tab=register',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/accounts: is sent home from /auth, and nobody is sent from /profile to /auth',
    'browser/frame: every link of the footer leads to its screen',
  ],
  [
    '/profile | Profile (linked from the footer; content not shown)',
    'decision 15',
    'browser/frame: every link of the footer leads to its screen',
    'browser/profile: keeps dogs',
  ],
  ['/icons | Icon showcase (developer preview)', 'browser/frame: the icons are shown at /icons'],
  [
    "any other | Not-found page: '404 Page Not Found' with a developer-style hint",
    'browser/browse: anything else: 404 Page Not Found, with a way on',
  ],
  [
    "The site metadata has a search URL template '/search?q={search_term}'.",
    'server/page-head: home lists the first ten parks and names the search address',
  ],
  [
    'No such screen is listed among the routes.',
    'decision 6',
    'browser/find-a-park: /search?q= arrives at the same answer',
    'server/shell: /search?q= goes to the home search',
  ],
  [
    "Hero search banner: title, subtitle, search box, the word 'or', and a 'Use my location' button.",
    "browser/results: stands in the banner under its title and subtitle, with 'or' and the location button",
  ],
  [
    "The button shows 'Finding your location...' for 2 seconds and broadcasts a page-wide 'use my location' event.",
    "browser/results: hero: 'Finding your location...' for 2 seconds, and the page hears the wish",
  ],
  [
    'Filter sidebar, hidden on small screens.',
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  [
    "Mobile filter sheet, opened by a 'Filter Parks' button in a bar fixed at the bottom.",
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  [
    'The bar is hidden on medium and larger screens.',
    "browser/filters: opens by 'Filter Parks' in a bar fixed at the bottom, which is hidden from medium up; the sidebar the other way about",
  ],
  [
    'Results list with skeleton placeholders while loading.',
    'browser/results: loading: skeletons of the cards to come, and it is said',
    'browser/layout: what comes later moves nothing: skeletons have the size of what they stand for',
  ],
  [
    'Pagination.',
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
    'browser/results: beyond five pages: first, last, neighbours and ellipses',
  ],
  [
    'A floating back-to-top button appears after scrolling more than 300px and scrolls smoothly to the top.',
    'browser/results: back to top appears after 300 px and leads to the top',
  ],
  [
    "'hero' style: the button shows 'Searching...' while busy.",
    "browser/results: 'Searching...' on the hero's button while the answer to what was sent is on its way",
  ],
  [
    "'header' style: 200px wide, with 'or' and a 'Use My Location' button.",
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  [
    "That button shows 'Locating...' for about 1.5 s after a 200 ms delay.",
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  [
    'Submit is disabled when the text is empty or blank.',
    'browser/results: is disabled when the text is empty or blank, and cleared after submit',
  ],
  [
    'The text is cleared after submit.',
    'browser/results: is disabled when the text is empty or blank, and cleared after submit',
  ],
  [
    "When no search handler is supplied, submit goes to '/?q=' plus the URL-encoded text.",
    'browser/results: header: elsewhere it goes to /?q={encoded term}',
  ],
  [
    "Title 'Filter Parks' (sticky), a count badge, a 'Reset' button and an 'Apply Filters' button.",
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
    'browser/filters: stays in sight while the results are scrolled, its title while its choices are',
    'browser/filters: counts on its badge at once what is chosen, and asks nothing before Apply Filters',
    'browser/filters: Apply Filters asks for them all, Reset clears all',
  ],
  [
    "A toggle 'View more filters (N)' / 'Show fewer filters'.",
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'A compact panel variant uses a 2-column grid.',
    'browser/filters: is a grid of two columns, beside the cards, and in a sheet on a small screen',
  ],
  [
    'Filter labels have tooltips with short descriptions.',
    'browser/filters: a label has a tooltip with a short description, at once by keyboard, and Esc closes it',
    'browser/filters: every feature has a description of its own',
  ],
  ['Loading: skeletons.', 'browser/results: loading: skeletons of the cards to come, and it is said'],
  [
    "Error: message 'There was an error loading parks', the message, a 'Refresh Page' button and quick city buttons.",
    "browser/results: error: 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart",
  ],
  [
    'Empty: suggested cities.',
    'browser/results: empty: suggested cities with Gold Coast in place of Hobart, each a search',
  ],
  ['Results.', 'browser/results: starts at 5; sizes 5, 10, 20 and 50'],
  [
    "Limited data mode: a 'Using Limited Data Mode' banner.",
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
  ],
  [
    "Image: the park image, otherwise a static map image, otherwise the text 'No image available'.",
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  [
    'A failed image load is replaced by a placeholder park image.',
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  ['At most 4 feature tags.', 'browser/results: has at most 4 feature tags, each in its own colour'],
  [
    "A 'View Details' link to /park/{id}.",
    "browser/results: says how far, when the place is approximate, when it was checked, and has 'View Details' to /park/{id}",
  ],
  [
    'A directions button opening /directions/{id} in a new tab.',
    'browser/results: its directions open /directions/{id} in a new tab',
    'browser/maps: a card leads to the directions in a tab of their own',
  ],
  [
    'A favourite control.',
    'browser/results: its heart saves and lets go, with a toast each, offline as well, and the heart is there after a reload',
  ],
  [
    'Loading skeleton, then loaded, not-found or error.',
    'browser/park-page: loading: a skeleton, said once',
    "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does",
    'browser/park-page: a server in trouble is no missing park: the error, and another try',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    'Breadcrumb: Home, States, state, city, park name.',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    'Image, rating badge and a favourite heart toggle.',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
    'browser/park-page: a rating badge where there is a rating',
    'browser/park-page: its heart toggles, with a toast, and My Favorites has it',
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  [
    'Name.',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    'Address, which scrolls to the location section.',
    'browser/park-page: its address leads to the location section',
  ],
  [
    "'Get Directions'.",
    'browser/keyboard: the way to a park, from a place that is typed; Esc closes it and leads back',
  ],
  [
    'An open-now or closed-now badge, computed from openingHours and hidden when it cannot be determined.',
    'browser/park-page: open now or closed now, and the week with today marked',
    'browser/park-page: hours that cannot be read give no badge, and are shown as they are',
  ],
  [
    'Hours table and feature tags.',
    'browser/park-page: open now or closed now, and the week with today marked',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    'Park details, a street-view image and a single-park map.',
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
    'browser/maps: a park known only by its suburb is a circle and no pin',
  ],
  [
    'A back-to-results link.',
    'browser/park-page: Back to results returns to those results: their page, filters and place in the list',
  ],
  [
    "'Contact Council' and 'Share' buttons, shown but permanently disabled.",
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  [
    "Not-found panel: 'Park Not Found' with a 'Go Back' button.",
    "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does",
  ],
  [
    'A start-address field and a use-my-location action.',
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
    'browser/directions: a position that is given is the start',
  ],
  [
    'Travel-mode tabs: Drive, Walk, Bike, Transit.',
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  [
    "'Get Directions', 'Open in Google Maps' and 'Print' buttons.",
    'browser/directions: has its field, its four ways of travelling, and its buttons in the words of the specification',
  ],
  [
    'A route map, distance and duration, and numbered steps.',
    'browser/directions: the way has distance, duration, numbered steps and others to choose from',
  ],
  [
    "'My Favorites' list in a paged grid.",
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    "A 'Sync Favorites' button for logged-in users.",
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  [
    "A banner about unsaved local favourites with 'Sync Now'.",
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'browser/kept: while favourites are synchronised the button says so, and takes no second order',
  ],
  [
    "An empty state with a 'Find Parks' link.",
    "browser/favourites: empty: says what to do, with a 'Find Parks' link",
  ],
  [
    'A search or nearby-parks block.',
    'browser/favourites: finds by text, gives a heart, and leads to the rest',
    'browser/favourites: nearby: around the person, or with words when that cannot be',
  ],
  [
    'A grid of state cards, each linking to /state/{state}.',
    'browser/browse: /state: a card for each of the eight, linking to /state/{state}',
  ],
  [
    "An alternative states page titled 'Dog Parks by State' shows cards with code and name and a 'View Dog Parks' button to /state/{code}.",
    "browser/browse: /states: 'Dog Parks by State', code, name, count and a 'View Dog Parks' button",
  ],
  [
    "It shows a park count if given, otherwise 'Explore parks in this state'.",
    "browser/browse: /states: 'Dog Parks by State', code, name, count and a 'View Dog Parks' button",
    "browser/browse: /states without a count: 'Explore parks in this state'",
  ],
  [
    "A text box 'Search regions...'.",
    "browser/browse: a search says 'Search results for' the typed text, or 'No matches found.'",
  ],
  [
    "An A-Z 'Jump to letter' bar; letters with no regions are disabled.",
    "browser/browse: the 'Jump to letter' bar: A to Z, letters with no regions disabled, a jump takes the focus along",
  ],
  [
    'A count of regions in the state, and lists grouped by first letter.',
    'browser/browse: groups by first letter, with a count of regions in the state',
  ],
  [
    'A scroll-to-top button after 300px.',
    'browser/results: back to top appears after 300 px and leads to the top',
    "browser/browse: the 'Jump to letter' bar: A to Z, letters with no regions disabled, a jump takes the focus along",
  ],
  [
    'Each region links to /state/{state}/{city-slug}.',
    'browser/browse: groups by first letter, with a count of regions in the state',
  ],
  [
    "A search shows 'Search results for' the typed text, or 'No matches found.'",
    "browser/browse: a search says 'Search results for' the typed text, or 'No matches found.'",
  ],
  [
    'Breadcrumbs: Home, States, state name, city name.',
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  [
    "Heading 'Dog Parks in {city}, {state name}'.",
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  [
    'A filter side panel (hidden on small screens) with a reset action, and a list of park cards.',
    'browser/filters: is a grid of two columns, beside the cards, and in a sheet on a small screen',
    'browser/filters: Reset takes them back',
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  [
    "Empty state: 'No dog parks found in this area.' with the buttons 'View All Regions in {state}' and 'Search All Parks'.",
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
  ],
  [
    "Title 'Welcome to' the product, subtitle 'Find and explore dog-friendly parks in your area'.",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
  ],
  [
    'Tabs: Login and Register.',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    "An 'Authentication Error' alert shows the decoded value of an error query parameter.",
    'browser/accounts: shows the sentence for the error code a provider sent a person back with, and no text of the address',
  ],
  ['Login tab:', 'nothing: introduces the list beneath it'],
  [
    'username and password;',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    "a submit button 'Login' ('Logging in...' while pending);",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says that a password is wrong, and what is pending',
  ],
  [
    "a 'Forgot password?' link that only shows the toast 'Password reset functionality coming soon!';",
    'browser/accounts: a forgotten password is coming soon',
  ],
  [
    "'Or continue with' buttons for Google, Apple and Microsoft.",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  ['Register tab:', 'nothing: introduces the list beneath it'],
  [
    "'Dog Name (Optional)', helper 'Enter your dog's name if you have one';",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
  ],
  [
    'Email, Password and Confirm Password;',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    "'Full Name (Optional)';",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    "'Home Address (Optional)', helper 'Used to find parks near you';",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: says at each field what is wrong with it, and leads to the first',
  ],
  [
    "a button 'Register' ('Registering...');",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: an account whose first answer was lost on its way is entered all the same',
  ],
  [
    "'Or register with' social buttons.",
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    'A wide-screen side panel lists benefits: find parks near your location, filter by amenities and features, save favourite parks, get detailed information.',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
  ],
  [
    'Opened from the header with an initial tab of login (default) or register.',
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
  ],
  [
    "Title 'Welcome to' the product, description 'Login or create an account to save your favorite dog parks.'",
    'browser/accounts: makes an account and gives the focus to what stands in its place',
  ],
  [
    "Same two tabs; the register button reads 'Create Account' ('Creating account...').",
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
    'browser/accounts: says while an account is made that it is, welcomes by the name that was given, and keeps the confirmation of the password to itself',
  ],
  [
    'It closes on success, or when the user is already logged in.',
    'browser/accounts: makes an account and gives the focus to what stands in its place',
    'browser/frame: closes the dialog when somebody turns out to be logged in already',
  ],
  [
    'A logo linking to /.',
    'browser/frame: stays in sight, with a logo that leads home, the search, and four tabs',
  ],
  [
    "A search box with placeholder 'Search any location' and a use-my-location action.",
    'browser/frame: stays in sight, with a logo that leads home, the search, and four tabs',
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  ['On the home page, search sets q.', 'browser/results: header: on the home page it sets q there'],
  [
    'Elsewhere it navigates to /?q={encoded term}.',
    'browser/results: header: elsewhere it goes to /?q={encoded term}',
  ],
  [
    "On the home page, use-location shows the toast 'Accessing location'.",
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  [
    "Elsewhere it toasts 'Loading location page' and goes to /?useLocation=true.",
    "browser/results: header: its location button elsewhere says 'Loading location page' and goes to /?useLocation=true",
  ],
  [
    'User menu, logged out: Login and Create Account.',
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
  ],
  [
    "User menu, logged in: greeting 'Hi, {username}', My Favourites (/favorites), Admin Dashboard (/admin, shown only for admins) and Logout.",
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  [
    "A mobile menu holds the search, account links (Login / Sign Up), an Accessibility section and a 'Use My Location' button.",
    "browser/frame: the menu of a small screen holds the search, Login and Sign Up, Accessibility and 'Use My Location'",
  ],
  [
    "A 'Skip to main content' link.",
    'browser/keyboard: the first key leads past the header: skip link, then the page',
  ],
  [
    'Secondary nav tabs: Search for Dog Park (/), Browse Dog Parks (/state), My Favourites (/favorites), Submit Park (/submit-park).',
    'browser/frame: stays in sight, with a logo that leads home, the search, and four tabs',
  ],
  [
    '/, /state, /state/{state-slug}, /state/{state-slug}/{city-slug}, /favorites, /submit-park, /auth, /auth?tab=register, /profile, /contact, /privacy, /terms, /accessibility.',
    'browser/frame: every link of the footer leads to its screen',
  ],
  [
    "Four tabs: Import Data (default), Analytics, Manage Parks (disabled, 'coming soon'), User Management (disabled, 'coming soon').",
    'browser/admin: an administrator comes in by the menu and finds four tabs, two of them to come',
  ],
  [
    'Import Data: pick a file type (CSV or Excel), choose a file, upload.',
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
  ],
  [
    'Analytics: tables for users, park visits, search terms and search features.',
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
    'browser/admin: searches made on a phone are counted, drawn and listed',
    'browser/admin: what cannot be loaded is named so, table by table',
  ],
  [
    "A non-admin sees the toast 'Access Denied' and is redirected to '/'.",
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  [
    'A spinner shows while the user loads.',
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  [
    "Tables show 'Unknown' for a missing username or park, 'Never' for a missing lastActive and 'N/A' for a missing duration or rating.",
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  [
    "Dates display as 'MMM d, yyyy'; durations in minutes.",
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  [
    'Tabs: Visual Settings, Text Settings, Navigation Settings, Keyboard Navigation.',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    "A 'Back to Home' link and a 'Reset All Settings' button.",
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
  ],
  [
    "The keyboard guide lists Tab, Shift+Tab, Enter/Space, Esc, '/' to focus search and Alt+1 for home.",
    'browser/settings: the keyboard guide names the keys and what they do',
  ],
  [
    'Whether these shortcuts are implemented is not shown.',
    'decision 14',
    'browser/settings: / leads to the search and Alt+1 home; neither acts while typing',
    'browser/keyboard: the first key leads past the header: skip link, then the page',
    'browser/keyboard: a filter is explained, and Esc puts the explanation away',
  ],
  [
    'Header toggles: High Contrast Mode, Screen Reader Optimized, Larger Text.',
    "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification",
  ],
  [
    "Terms of Service has a park search box and a 'Use my location' button that goes to /?q={query} or /?lat={lat}&lng={lng}.",
    "browser/forms: the terms' search leads to the results, by words and by position",
  ],
  [
    'Contact Us has a link to /submit-park.',
    'browser/forms: has its hours and its link, and asks for all four things',
  ],
  [
    'Contact phone support hours are Monday-Friday, 9am-5pm AEST.',
    'browser/forms: has its hours and its link, and asks for all four things',
  ],
  [
    'Submit a Dog Park (/submit-park) has a link to /contact.',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
  ],
  ['Its form is described in sections 3 and 5.', 'nothing: points to sections 3 and 5'],
  [
    'Paw Icons Demo is a developer preview; its route is not shown.',
    'decision 16',
    'browser/frame: the icons are shown at /icons',
  ],
  [
    'Toasts appear at the top on small screens and at the bottom right on larger ones.',
    'browser/toasts: is at the top of a small screen, and at the bottom right of a larger one, 420 px wide',
  ],
]

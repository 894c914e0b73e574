import type { Checklist } from './entry.ts'

/** Section 3 of the specification: Entities and their fields. */
export const SECTION_3: Checklist = [
  [
    'id (number), name, address, city, state, postal_code, country (sometimes), createdAt.',
    'data/model/park: a park has the fields of the specification, each in its form',
  ],
  [
    'latitude and longitude (strings), rating (string).',
    'data/model/park: a park has the fields of the specification, each in its form',
  ],
  [
    'imageUrl (may be null).',
    'data/model/park: a park has the fields of the specification, each in its form',
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  [
    'distance (may be null; shown in miles).',
    'data/model/park: a park has the fields of the specification, each in its form',
    'ui/park-facts: is told in miles, finer when near',
  ],
  ['size: Medium, Large or Extra Large.', 'data/model/park: a park is Medium, Large or Extra Large'],
  [
    'phone.',
    'data/model/park: a park has the fields of the specification, each in its form',
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
  ],
  [
    "openingHours: free text, e.g. 'Open 24/7', '5:00 AM - 9:00 PM', 'Dawn to Dusk', or 'day or range: hours' entries separated by commas.",
    'data/hours/opening: Open 24/7',
    'data/hours/opening: 5:00 AM - 9:00 PM',
    'data/hours/opening: Dawn to Dusk',
    'data/hours/opening: Mon-Fri: 6am-8pm, Sat-Sun: 7am-7pm',
  ],
  [
    'features: either a JSON array string of labels, or a comma-separated string of ids (off-leash, fenced, water, shade, parking, toilet, bin, seat, walk, lake, beach).',
    'data/model/park: are read from a JSON list of labels and from ids with commas, each once, in every spelling',
  ],
  [
    'description: plain text or a JSON string.',
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
    'browser/park-page: any other business status is shown raw, and what is no JSON as plain text',
  ],
  [
    'The JSON holds overview, shortLocation, street, city, state, postCode, phone, features list, reviews (count), images list, businessStatus and streetViewUrl. businessStatus OPERATIONAL is shown as Open; anything else is shown raw.',
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
    'browser/park-page: any other business status is shown raw, and what is no JSON as plain text',
    'ui/park-facts: shows OPERATIONAL as Open and anything else raw',
  ],
  [
    'If the description is not valid JSON it is shown as plain text.',
    'browser/park-page: any other business status is shown raw, and what is no JSON as plain text',
    'ui/park-facts: that is not valid JSON, or no object, is plain text to the letter',
  ],
  [
    'Derived tags: park 1 always gets the Water Source tag; all parks get Dog Friendly; names containing off-leash, off leash or unleashed get Off-leash Area.',
    'data/model/park: park 1 always has the Water Source tag, all are Dog Friendly',
    'data/model/park: %s is an Off-leash Area by its name',
    'browser/park-page: park 1 has the Water Source tag',
  ],
  [
    'Off-leash Area, On-leash Area, Fenced Area, Water Source, Shaded Areas, Parking Available, Toilets/Restrooms, Waste Bins, Walking Paths, Seating/Benches, Poop Bags Provided, Dog Friendly, BBQ Facilities, Council Information, Safety Features.',
    'data/model/park: every tag of the specification is one of ours',
    'ui/tags: no two tags share a colour',
    'browser/results: has at most 4 feature tags, each in its own colour',
  ],
  [
    'on-leash | On-leash Area (compact panel only)',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has 14 features, On-leash Area among them, and 'View more filters (8)'",
  ],
  [
    'off-leash | Off-leash Area',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'fenced | Fenced Area',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'water | Water Source',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'shade | Shaded Areas',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'parking | Parking Available',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'toilets | Toilets/Restrooms',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'waste-bins | Waste Bins',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'council | Council Information',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'walk | Walking Paths',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'bbq | BBQ Facilities',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'seating | Seating/Benches',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'bags | Poop Bags Provided',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'safe | Safety Features',
    'data/model/park: the filters have the ids and labels of the specification, in its order',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  [
    'Each has a short description (wording not shown).',
    'browser/filters: every feature has a description of its own',
    'browser/filters: a label has a tooltip with a short description, at once by keyboard, and Esc closes it',
  ],
  [
    'Sent to search: address (sent as query), latitude, longitude, distance, features (list), size, rating, crowdLevel, state, city, postcode, postcodes (list).',
    'store/api: lists are repeated parameters, what is absent is left out',
    'contract/search-parity: every filter of the screens is a question the server reads',
    'server/openapi: the search is described with every parameter of the model, and its limits',
  ],
  [
    'All optional.',
    'server/api: empty parameters count as not given',
    'server/openapi: the search is described with every parameter of the model, and its limits',
  ],
  [
    "Sidebar state: features (list of ids), distance (default 'all'), size (default any), rating (0), openingTimes (default Open Now).",
    'ui/home-address: gives the filters back that were put in',
    'ui/home-address: with Open Now, closed parks come last but stay; Open only is a choice',
    'ui/home-address: leaves out what is at its default',
  ],
  [
    'Search history entry: query, timestamp, userId.',
    'server/sync/routes: searches go to the account, come back once each, and stay cleared',
  ],
  [
    'Stored position: coordinates (latitude, longitude, accuracy) and timestamp.',
    'store/position: the position found is kept for an hour, in the words of the specification',
  ],
  [
    'Persisted search: query, timestamp, optional lat and lng.',
    'store/history: the last search is there to begin with for an hour',
  ],
  [
    'Directions result: distance text, duration text, steps (instructions, distance, duration).',
    'server/geo/directions: the answer is its route with sentences, and the alternatives',
  ],
  [
    'User: username (shown in welcome toasts), isAdmin flag.',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  [
    'A user has username, email, password, fullName, address, avatarUrl and sign-in provider data.',
    'server/migrations: table users has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/accounts/sign-in: who registers is signed in, and is who they said',
  ],
  [
    'Favourite: a park.',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'The server list returns park objects with id.',
    'server/sync/routes: a client of the specification and a phone with an outbox agree',
  ],
  [
    'users | id, username (unique), email (required, unique), password, fullName, createdAt, address, resetToken, resetTokenExpiry, isAdmin (boolean, default false), avatarUrl, googleId (unique), appleId (unique), microsoftId (unique), provider',
    'server/migrations: table users has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'dogs | id, userId (required, deleted with the user), name (required), breed (required), createdAt',
    'server/migrations: table dogs has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'user_favorites | id, userId and parkId (both required, cascade delete), createdAt',
    'server/migrations: table user_favorites has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'parks | id, name (required), address (required), description, latitude (text, required), longitude (text, required), rating (text), openingHours, imageUrl, distance, features (text), size, city, postal_code, state, createdAt',
    'server/migrations: table parks has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s that the specification fixes',
  ],
  [
    'postcodes | id, postcode (required), locality, state (required), region, region4, longitude, latitude, createdAt',
    'server/migrations: table postcodes has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'park_reviews | id, parkId, userId (required), rating (real, required), comment, title, visitDate, createdAt, updatedAt, helpful (count, default 0), reportCount (default 0), isModerated (default false), photoUrls (text)',
    'server/migrations: table park_reviews has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s that the specification fixes',
  ],
  [
    'review_helpful_votes | id, reviewId, userId (required), isHelpful (default true), createdAt',
    'server/migrations: table review_helpful_votes has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'user_analytics | id, userId, parksVisited, totalSearches, favoritesAdded, reviewsWritten (all default 0), lastActive, createdAt, updatedAt',
    'server/migrations: table user_analytics has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'park_visits | id, userId, parkId, visitDate (default now), duration (integer), notes, rating (real), createdAt',
    'server/migrations: table park_visits has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s that the specification fixes',
  ],
  [
    'search_analytics | id, userId (optional; set to null when the user is deleted), searchTerm, latitude, longitude, features, resultCount (default 0), searchDate, createdAt',
    'server/migrations: table search_analytics has the columns, requirements, defaults, uniqueness and cascades of the specification',
    "server/migrations: what is somebody's goes with them; what they searched stays, without them",
  ],
  [
    'user_search_history | id, userId (required), query (required), timestamp, resultCount, cachedResults',
    'server/migrations: table user_search_history has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  [
    'User analytics row: id, user.username, parksVisited, totalSearches, favoritesAdded, reviewsWritten, lastActive.',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
    'server/admin/analytics: what people do is counted by what they do, once each, and not by asking again',
  ],
  [
    'Park visit row: id, park.name, user.username, visitDate, duration (minutes), rating.',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  [
    'Search term row: term, count.',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  [
    'Search feature row: feature, count.',
    'server/admin/analytics: the four tables are the arrays of the specification, field by field',
  ],
  [
    'Import result: imported, total, failed, message.',
    'server/import/import: answers as the specification says, and its parks are there at once, with their source',
  ],
  [
    'A code (NSW, VIC, QLD, SA, WA, TAS, NT, ACT) and a name.',
    'server/api: the eight states',
    "browser/browse: /states: 'Dog Parks by State', code, name, count and a 'View Dog Parks' button",
  ],
  [
    'Park submission: parkName, address, suburb, postcode, state (lowercase code), description, website, openingHours, and a set of selected features.',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'server/sync/routes: letters reach the administrators, with who wrote them where somebody was signed in',
  ],
  [
    'Contact: name, email, subject, message.',
    'browser/forms: has its hours and its link, and asks for all four things',
    'server/sync/routes: letters reach the administrators, with who wrote them where somebody was signed in',
  ],
  [
    'Submission feature options (id: label): off-leash: Off-leash Area; fenced: Fenced Area; water: Water Source; shade: Shaded Areas; toilets: Toilets/Restrooms; parking: Parking Available; bins: Waste Bins; bags: Poop Bags Provided; seating: Seating/Benches; paths: Walking Paths; bbq: BBQ Facilities; safety: Safety Features.',
    'decision 10',
    'browser/forms: asks for five things, says which are missing, and leads to the first',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  [
    'highContrast, largeText, reduceMotion, textSpacing, screenReader (each true/false) and fontSize (a percentage).',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
    'browser/settings: the font size goes from 80 to 200 per cent in steps of 10, by the keyboard',
    'browser/settings: nonsense in the storage is the default',
  ],
  [
    'The header toggles use the storage keys highContrastMode, screenReaderMode and largeText, each default off, and toggle a matching style class on the page body.',
    "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification",
    'browser/settings: nonsense in the storage is the default',
  ],
  [
    'Ten embedded sample parks across QLD, NSW, VIC and WA.',
    'data/sources/parks: are the first ten parks of the seed',
    'data/sources/parks: are in four states, and the first one really has water',
    'ui/limits: Fallback parks: 10.',
  ],
  [
    'Sample search matches name, address, city, state (case-insensitive, substring) and postal code.',
    'decision 3',
    'store/search-worker: has the samples: the same engine, the same query and filters, no unrelated park in an empty result',
    "browser/results: limited data: the banner 'Using Limited Data Mode', its toast, and samples searched with the same question",
  ],
]

import type { Entries } from './entry.ts'

/** Section 13 of the specification: Data. */
export const SECTION_13: Entries = {
  '13.1': ['data/model/park: a park has the fields and types of the specification'],
  '13.2': ['data/model/park: a park has the fields and types of the specification'],
  '13.3': ['data/model/park: a park has the fields and types of the specification'],
  '13.4': ['data/model/park: a park has the fields and types of the specification'],
  '13.5': ['data/model/park: a park has the fields and types of the specification'],
  '13.6': ['data/model/park: a park has the fields and types of the specification'],
  '13.7': ['data/model/park: a park has the fields and types of the specification'],
  '13.8': ['data/model/park: a park has the fields and types of the specification'],
  '13.9': [
    'data/model/park: a park has the fields and types of the specification',
    "browser/results: a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image",
  ],
  '13.10': [
    'data/model/park: a park has the fields and types of the specification',
    'ui/park-facts: is formatted in miles, with one decimal below ten',
  ],
  '13.11': ['data/model/park: the sizes of a park are Medium, Large and Extra Large'],
  '13.12': [
    'data/model/park: a park has the fields and types of the specification',
    'browser/park-page: a JSON description is shown as overview, features, images, reviews, status and street view',
  ],
  '13.13': [
    'data/hours/opening: Open 24/7',
    'data/hours/opening: 5:00 AM - 9:00 PM',
    'data/hours/opening: Dawn to Dusk',
    'data/hours/opening: Mon-Fri: 6am-8pm, Sat-Sun: 7am-7pm',
  ],
  '13.14': [
    'data/model/park: are read from a JSON list of labels or from comma-separated ids, in every spelling, without duplicates',
  ],
  '13.15': [
    'browser/park-page: a JSON description is shown as overview, features, images, reviews, status and street view',
    'browser/park-page: an unknown business status is shown raw, and a description that is not JSON as plain text',
  ],
  '13.16': [
    'browser/park-page: a JSON description is shown as overview, features, images, reviews, status and street view',
    'browser/park-page: an unknown business status is shown raw, and a description that is not JSON as plain text',
    'ui/park-facts: shows OPERATIONAL as Open and anything else raw',
  ],
  '13.17': [
    'ui/park-facts: shows OPERATIONAL as Open and anything else raw',
    'browser/park-page: an unknown business status is shown raw, and a description that is not JSON as plain text',
  ],
  '13.18': [
    'browser/park-page: an unknown business status is shown raw, and a description that is not JSON as plain text',
    'ui/park-facts: that is not valid JSON, or not an object, stays unchanged as plain text',
  ],
  '13.19': [
    'data/model/park: park 1 always has the Water Source tag, and every park has Dog Friendly',
    'data/model/park: a park named %s has the Off-leash Area tag',
    'browser/park-page: shows the Water Source tag for park 1',
    'data/sources/parks: are in four states, and the first one has water',
  ],
  '13.20': ['data/model/park: park 1 always has the Water Source tag, and every park has Dog Friendly'],
  '13.21': ['data/model/park: a park named %s has the Off-leash Area tag'],
  '13.22': ['data/sources/parks: has a source, a date or null, and an accuracy for every park'],
  '13.23': [
    'data/sources/parks: has a source, a date or null, and an accuracy for every park',
    'server/import/sources: are requested once, stored, published with their source, and can be undone',
  ],
  '13.24': [
    'data/sources/parks: under a licence can be left out: those parks are at the centre of their suburb again',
    'data/sources/parks: are those of the list of better positions, row by row, with licence and page',
  ],
  '13.25': [
    'server/directory: never reuses an id, not even that of the last park',
    'store/directory-sync: a removed park is remembered with its successor until it is published again',
    'store/directory-sync: a snapshot has the parks removed before it, with their successors',
    'server/directory: has the tombstones of all removed parks, for devices that download it whole',
  ],
  '13.26': ['data/model/park: every tag of the specification is in the catalogue'],
  '13.27': [
    'ui/tags: no two tags share a colour',
    'browser/results: has at most 4 feature tags, each in its own colour',
  ],
  '13.28': [
    'data/model/park: are read from a JSON list of labels or from comma-separated ids, in every spelling, without duplicates',
    'server/api: combines features with AND, in every spelling, repeated or separated by commas',
  ],
  '13.29': [
    'data/sources/parks: has no leash feature if the source only says that dogs are allowed, except two parks with off-leash sections',
  ],
  '13.30': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has 14 features including On-leash Area, and 'View more filters (8)'",
  ],
  '13.31': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.32': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.33': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.34': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.35': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.36': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.37': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.38': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.39': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.40': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.41': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.42': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.43': [
    'data/model/park: the filters have the ids, labels and order of the specification',
    "browser/filters: has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'",
  ],
  '13.44': [
    'browser/filters: has a different description for every feature',
    'browser/filters: has a tooltip with a short description on each label, at once by keyboard, closed by Esc',
  ],
  '13.45': [
    'store/api: lists become repeated parameters and absent values are left out',
    'contract/search-parity: every filter of the screens is accepted by the server',
    'server/openapi: the search is described with every parameter of the model and its limits',
  ],
  '13.46': [
    'server/api: ignores empty parameters',
    'server/openapi: the search is described with every parameter of the model and its limits',
  ],
  '13.47': ['browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now'],
  '13.48': ['browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now'],
  '13.49': ['browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now'],
  '13.50': ['browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now'],
  '13.51': [
    'browser/filters: starts with no filter chosen: any distance, any size, any rating, Open Now',
    'ui/home-address: sorts closed parks last with Open Now, and leaves them out only with Open only',
  ],
  '13.52': ['server/sync/routes: searches are stored in the account once each and stay cleared'],
  '13.53': ['store/position: the position is stored for an hour in the format of the specification'],
  '13.54': ['store/history: the last search is restored for an hour'],
  '13.55': ['server/geo/directions: the reply is its route with instructions, and the alternatives'],
  '13.56': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '13.57': [
    'server/migrations: table users has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/accounts/sign-in: creates the account and signs in',
  ],
  '13.58': ['server/sync/routes: a client of the specified API and a device with an outbox agree'],
  '13.59': ['server/sync/routes: a client of the specified API and a device with an outbox agree'],
  '13.60': [
    'server/migrations: table users has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.61': [
    'server/migrations: table dogs has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.62': [
    'server/migrations: table user_favorites has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.63': [
    'server/migrations: table parks has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s of the specification',
  ],
  '13.64': [
    'server/migrations: table postcodes has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.65': [
    'server/migrations: table park_reviews has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s of the specification',
  ],
  '13.66': [
    'server/migrations: table review_helpful_votes has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.67': [
    'server/migrations: table user_analytics has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.68': [
    'server/migrations: table park_visits has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: %s has the type %s of the specification',
  ],
  '13.69': [
    'server/migrations: table search_analytics has the columns, requirements, defaults, uniqueness and cascades of the specification',
    'server/migrations: deleting a user deletes their data and keeps their searches without the user',
  ],
  '13.70': [
    'server/migrations: table user_search_history has the columns, requirements, defaults, uniqueness and cascades of the specification',
  ],
  '13.71': [
    'server/admin/analytics: the analytics tables have the fields of the specification',
    'server/admin/analytics: each action of a user is counted once',
  ],
  '13.72': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '13.73': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '13.74': ['server/admin/analytics: the analytics tables have the fields of the specification'],
  '13.75': [
    'server/import/import: replies as the specification says, and its parks are available immediately with their source',
  ],
  '13.76': [
    'server/api: contain the eight states',
    "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button",
    'ui/limits: there are eight states and territories',
  ],
  '13.77': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
    'server/sync/routes: submissions, messages and reports reach the administrators with the signed-in sender',
  ],
  '13.78': [
    'browser/forms: shows the hours and a link to submit a park, and requires all four fields',
    'server/sync/routes: submissions, messages and reports reach the administrators with the signed-in sender',
  ],
  '13.79': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.80': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.81': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.82': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.83': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.84': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.85': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.86': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.87': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.88': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.89': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.90': ['browser/forms: has an id and a label for each feature and stores the id of the catalogue'],
  '13.91': [
    'browser/settings: have four tabs, a link home, and a reset to off and 100%',
    'browser/settings: change the font size from 80 to 200 per cent in steps of 10 by keyboard',
    'browser/settings: fall back to the defaults when the stored values are invalid',
  ],
  '13.92': [
    "browser/settings: stay in step with the header's toggles, also in another tab, under the storage keys of the specification",
    'browser/settings: fall back to the defaults when the stored values are invalid',
  ],
  '13.93': [
    "browser/settings: stay in step with the header's toggles, also in another tab, under the storage keys of the specification",
    'browser/settings: fall back to the defaults when the stored values are invalid',
  ],
  '13.94': [
    'data/sources/parks: are the first ten parks of the seed, without where copies were read',
    'data/sources/parks: are in four states, and the first one has water',
    'ui/limits: there are 10 sample parks',
  ],
  '13.95': ['data/sources/parks: are the first ten parks of the seed, without where copies were read'],
  '13.96': [
    'store/search-worker: finds a sample by name, address, city and state in any case, and by postal code',
  ],
  '13.97': ['store/search-worker: searches the samples by parts of words too, with the filters'],
  '13.98': [
    'store/search-worker: searches the samples with the same engine, and an empty result has no unrelated parks',
    "browser/results: limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples",
    'browser/results: a search that no sample matches says that the directory was not searched, and can be tried again',
  ],
}

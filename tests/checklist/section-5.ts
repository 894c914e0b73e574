import type { Entries } from './entry.ts'

/** Section 5 of the specification: Park page. */
export const SECTION_5: Entries = {
  '5.1': ['browser/park-page: loading: a skeleton, said once'],
  '5.2': [
    'browser/park-page: loading: a skeleton, said once',
    "browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does",
    'browser/park-page: a server in trouble is no missing park: the error, and another try',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.3': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.4': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
    'browser/park-page: a rating badge where there is a rating',
    'browser/park-page: its heart toggles, with a toast, and My Favorites has it',
    "browser/results: a card shows the park's own image, else a map of the place, else 'No image available'; one that cannot be loaded gives way to a placeholder",
  ],
  '5.5': ['browser/park-page: a rating badge where there is a rating'],
  '5.6': ['browser/park-page: its heart toggles, with a toast, and My Favorites has it'],
  '5.7': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.8': ['browser/park-page: its address leads to the location section'],
  '5.9': ['browser/keyboard: the way to a park, from a place that is typed; Esc closes it and leads back'],
  '5.10': ['browser/park-page: open now or closed now, and the week with today marked'],
  '5.11': ['browser/park-page: hours that cannot be read give no badge, and are shown as they are'],
  '5.12': [
    'browser/park-page: open now or closed now, and the week with today marked',
    "data/hours/opening: has seven rows with the park's today marked",
  ],
  '5.13': [
    'browser/park-page: open now or closed now, and the week with today marked',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.14': [
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
    'browser/maps: a park known only by its suburb is a circle and no pin',
  ],
  '5.15': [
    'browser/park-page: a JSON description: overview, features, images, reviews, status and street view',
    'browser/park-page: a street view of another host is not shown',
  ],
  '5.16': [
    'browser/maps: stands at zoom 11 where there is only a place, at 15 on a park’s page, and comes no nearer than 16 to show all',
  ],
  '5.17': [
    'browser/park-page: Back to results returns to those results: their page, filters and place in the list',
  ],
  '5.18': { untested: 'not built yet: the button is always disabled' },
  '5.19': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.20': { untested: 'not built yet: the button is always disabled' },
  '5.21': ["browser/park-page: %s: 'Park Not Found' with a 'Go Back' button that does"],
  '5.22': [
    'store/sources: a real 404 is a missing park, at once',
    'store/sources: a 404 page of something else is none',
    'browser/park-page: a server in trouble is no missing park: the error, and another try',
  ],
  '5.23': [
    'browser/park-page: a park known only by its suburb says so',
    'browser/maps: a park known only by its suburb is a circle and no pin',
  ],
  '5.24': [
    'browser/kept: a favourite whose park left the directory says so, leads to the park it became part of, and can be let go; without signal, too',
    'store/sources: that the directory removed is missing, with its successor, and the server is not asked',
  ],
  '5.25': [
    'ui/park-facts: of every park in the directory is a name, not a path, file or number',
    'ui/park-facts: is on a card with the date of the source',
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '5.26': { untested: "not built yet: the publisher's name is no link" },
  '5.27': ['browser/park-page: the leash answers for another time as well'],
  '5.28': [
    'browser/admin: a report made without a network is decided on, and the phone shows the new fact and its year',
    'browser/keyboard: a park is reported, or not: Esc and Cancel lead back',
  ],
  '5.29': [
    'data/hours/zone: offsets agree with Intl at every quarter of an hour around the changes of clocks',
    'data/hours/zone: $city, $state',
    "data/hours/properties: the phone's zone plays no part",
  ],
  '5.30': [
    'data/hours/sun: all four times agree with another implementation within a minute and a half, everywhere in Australia, on any day',
  ],
  '5.31': [
    'data/hours/opening: %s is not understood, and nothing is guessed',
    'browser/park-page: hours that cannot be read give no badge, and are shown as they are',
  ],
  '5.32': { untested: 'not built yet: a general all-day rule can still outweigh a more specific one' },
  '5.33': { untested: 'not built yet, as the rule before it' },
}

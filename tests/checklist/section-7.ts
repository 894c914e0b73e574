import type { Entries } from './entry.ts'

/** Section 7 of the specification: Browse. */
export const SECTION_7: Entries = {
  '7.1': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '7.2': [
    "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button",
  ],
  '7.3': [
    "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button",
  ],
  '7.4': [
    "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button",
    "browser/browse: /states without a count: 'Explore parks in this state'",
  ],
  '7.5': ["browser/browse: shows 'Search results for' the typed text, or 'No matches found.'"],
  '7.6': [
    "browser/browse: has a 'Jump to letter' bar from A to Z that disables empty letters and moves the focus",
  ],
  '7.7': ['browser/browse: groups by first letter, with a count of regions in the state'],
  '7.8': ['browser/browse: groups by first letter, with a count of regions in the state'],
  '7.9': [
    "browser/results: the 'Back to top' button appears after 300 px and leads to the top",
    "browser/browse: has a 'Jump to letter' bar from A to Z that disables empty letters and moves the focus",
  ],
  '7.10': ['browser/browse: groups by first letter, with a count of regions in the state'],
  '7.11': [
    "browser/browse: shows 'Search results for' the typed text, or 'No matches found.'",
    'browser/browse: searches the regions without parks too, and the tick box says so',
    'ui/park-facts: are found by a name that is written in more words or fewer',
  ],
  '7.12': ['browser/browse: has breadcrumb, heading, postcodes and cards'],
  '7.13': ['browser/browse: has breadcrumb, heading, postcodes and cards'],
  '7.14': [
    'browser/filters: is a grid of two columns, in a sheet on a small screen',
    'browser/filters: clears its filters with Reset',
    'browser/browse: has breadcrumb, heading, postcodes and cards',
  ],
  '7.15': ['browser/browse: has breadcrumb, heading, postcodes and cards'],
  '7.16': [
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
  ],
  '7.17': [
    "browser/browse: without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks",
  ],
  '7.18': [
    'browser/browse: parks of a city with several postcodes are grouped by postcode',
    'data/places/slug: merge places of the same name, with the postcodes of both',
    'ui/home-address: of a city page has results grouped by postcode, page by page, those without a postcode last',
  ],
  '7.19': ['browser/browse: says which councils its parks are in'],
  '7.20': ['ui/city-parks: without a park of its own is named by the postcodes of its parks'],
  '7.21': [
    "browser/browse: has a 'Jump to letter' bar from A to Z that disables empty letters and moves the focus",
  ],
  '7.22': [
    'browser/browse: keeps the typed text and the tick in its address, for the way back from a region',
    'browser/browse: a link to the list, and the way back from it, show the text and the tick of their address',
  ],
  '7.23': ['browser/browse: leads to the parks around it that pass the same filters'],
}

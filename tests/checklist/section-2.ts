import type { Entries } from './entry.ts'

/** Section 2 of the specification: Screens and addresses. */
export const SECTION_2: Entries = {
  '2.1': [
    'browser/results: in the header of the home page sets q',
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
    'browser/find-a-park: is requested by ?useLocation=true, which disappears from the address',
    'ui/home-address: keeps q, lat and lng, and a postcode stays text',
  ],
  '2.2': ['browser/find-a-park: is requested by ?useLocation=true, which disappears from the address'],
  '2.3': [
    'browser/find-a-park: at /search?q= gives the same answer',
    'server/shell: /search?q= redirects to the search on the home page',
  ],
  '2.4': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '2.5': ['browser/results: opens /directions/{id} in a new tab'],
  '2.6': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '2.7': [
    "browser/browse: /states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button",
  ],
  '2.8': [
    'browser/browse: /state/%s: its regions with parks, each with a count and a page',
    'browser/browse: groups by first letter, with a count of regions in the state',
  ],
  '2.9': ['browser/browse: has breadcrumb, heading, postcodes and cards'],
  '2.10': ['browser/favourites: is a grid with pages of 10, saved and shown without a network'],
  '2.11': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '2.12': ['browser/forms: shows the hours and a link to submit a park, and requires all four fields'],
  '2.13': ['browser/legal: have their twelve and ten sections, the terms with their date'],
  '2.14': ['browser/legal: have their twelve and ten sections, the terms with their date'],
  '2.15': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '2.16': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '2.17': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'browser/accounts: is redirected home from /auth, and sees what it waits for while the server does not answer',
    'browser/accounts: returns to the profile, which sends an anonymous visitor to /auth, after logging in or registering on the way to it',
    'browser/header-and-footer: every footer link leads to its screen',
  ],
  '2.18': [
    'browser/header-and-footer: every footer link leads to its screen',
    'browser/profile: the profile stores, edits and removes dogs',
  ],
  '2.19': ['browser/header-and-footer: the icons are shown at /icons'],
  '2.20': [
    'browser/installed: an offline area with the operator’s tiles shows its size first, reports a full device, resumes once there is space and after the browser was killed, serves the tiles offline, and reports removed files',
  ],
  '2.21': [
    'browser/browse: any other address: 404 Page Not Found with a link to browse',
    'server/shell: a page address that cannot be decoded gets the same document as an unknown address',
  ],
  '2.22': [
    'browser/results: in the header of the home page sets q',
    'browser/find-a-park: when granted, lists the nearest parks first and puts the position in the address',
    'browser/find-a-park: is requested by ?useLocation=true, which disappears from the address',
    'ui/home-address: keeps q, lat and lng, and a postcode stays text',
  ],
  '2.23': [
    'browser/filters: keeps the filters in the address across a reload, back and forward',
    'browser/results: going back restores the page and the scroll position',
  ],
  '2.24': ['server/page-head: lists the first ten parks and the search URL on the home page'],
  '2.25': ['server/page-head: lists the first ten parks and the search URL on the home page'],
  '2.26': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '2.27': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '2.28': [
    'browser/accounts: registers, keeps the session over a reload, logs out, and logs in again by email',
    'browser/accounts: is redirected home from /auth, and sees what it waits for while the server does not answer',
    'browser/accounts: returns to the profile, which sends an anonymous visitor to /auth, after logging in or registering on the way to it',
    'browser/header-and-footer: every footer link leads to its screen',
  ],
  '2.29': [
    'browser/find-a-park: every route opens by its address with the same results as online',
    'browser/offline: %s says what still works and offers nothing that fails',
  ],
  '2.30': [
    'server/shell: what does not exist in the directory gets the document with status 404',
    'server/page-head: neither denies nor hides a page that depends on a directory which is not loaded',
  ],
}

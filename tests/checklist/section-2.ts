import type { Entries } from './entry.ts'

/** Section 2 of the specification: Screens and addresses. */
export const SECTION_2: Entries = {
  '2.1': [
    'browser/results: header: on the home page it sets q there',
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
    'browser/find-a-park: ?useLocation=true asks for the location and disappears from the address',
    'ui/home-address: keeps q, lat and lng, and a postcode stays text',
  ],
  '2.2': ['browser/find-a-park: ?useLocation=true asks for the location and disappears from the address'],
  '2.3': [
    'browser/find-a-park: /search?q= arrives at the same answer',
    'server/shell: /search?q= goes to the home search',
  ],
  '2.4': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '2.5': ['browser/maps: a card leads to the directions in a tab of their own'],
  '2.6': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '2.7': ["browser/browse: /states: 'Dog Parks by State', code, name, count and a 'View Dog Parks' button"],
  '2.8': [
    'browser/browse: /state/%s: its regions with parks, each with a count and its own page',
    'browser/browse: groups by first letter, with a count of regions in the state',
  ],
  '2.9': ['browser/browse: has breadcrumb, heading, postcodes and cards'],
  '2.10': ['browser/favourites: is a paged grid of 10, saved and shown without a network'],
  '2.11': ['browser/forms: asks for five things, says which are missing, and leads to the first'],
  '2.12': ['browser/forms: has its hours and its link, and asks for all four things'],
  '2.13': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '2.14': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '2.15': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '2.16': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '2.17': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/accounts: is sent home from /auth, and nobody is sent from /profile to /auth',
    'browser/frame: every link of the footer leads to its screen',
  ],
  '2.18': ['browser/frame: every link of the footer leads to its screen', 'browser/profile: keeps dogs'],
  '2.19': ['browser/frame: the icons are shown at /icons'],
  '2.20': [
    'browser/installed: says its size before, goes on after the browser was killed, shows its pictures without signal, and says when some of it is gone',
  ],
  '2.21': ['browser/browse: anything else: 404 Page Not Found, with a way on'],
  '2.22': [
    'browser/results: header: on the home page it sets q there',
    'browser/find-a-park: granted: the nearest parks come first and the address carries the position',
    'browser/find-a-park: ?useLocation=true asks for the location and disappears from the address',
    'ui/home-address: keeps q, lat and lng, and a postcode stays text',
  ],
  '2.23': [
    'browser/filters: filters live in the address: they survive a reload, are shared with it, and come and go with back and forward',
    'browser/results: scroll position and page are there again on going back',
  ],
  '2.24': ['server/page-head: home lists the first ten parks and names the search address'],
  '2.25': ['server/page-head: home lists the first ten parks and names the search address'],
  '2.26': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '2.27': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '2.28': [
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'browser/accounts: is sent home from /auth, and nobody is sent from /profile to /auth',
    'browser/frame: every link of the footer leads to its screen',
  ],
  '2.29': [
    'browser/find-a-park: in airplane mode, after a restart, every route opens by its address and answers as it did online',
    'browser/offline: %s says what it can still do, and offers nothing that fails',
  ],
}

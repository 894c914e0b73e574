import type { Entries } from './entry.ts'

/** Section 3 of the specification: Header, footer and toasts. */
export const SECTION_3: Entries = {
  '3.1': ['browser/frame: stays in sight, with a logo that leads home, the search, and four tabs'],
  '3.2': ['browser/frame: stays in sight, with a logo that leads home, the search, and four tabs'],
  '3.3': [
    'browser/frame: stays in sight, with a logo that leads home, the search, and four tabs',
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  '3.4': [
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  '3.5': [
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  '3.6': ['browser/results: header: on the home page it sets q there'],
  '3.7': ['browser/results: header: elsewhere it goes to /?q={encoded term}'],
  '3.8': [
    "browser/results: header: 200 px wide, 'or', and 'Locating...' for 1.5 s after 200 ms; on the home page it says 'Accessing location'",
  ],
  '3.9': [
    "browser/results: header: its location button elsewhere says 'Loading location page' and goes to /?useLocation=true",
  ],
  '3.10': [
    'browser/frame: offers Login and Create Account to who is not logged in, each of which opens the dialog at its tab',
  ],
  '3.11': [
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  '3.12': [
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  '3.13': [
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  '3.14': [
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  '3.15': [
    "browser/frame: the menu of a small screen holds the search, Login and Sign Up, Accessibility and 'Use My Location'",
  ],
  '3.16': ['browser/keyboard: the first key leads past the header: skip link, then the page'],
  '3.17': ['browser/frame: stays in sight, with a logo that leads home, the search, and four tabs'],
  '3.18': [
    "browser/settings: the header's toggles and the page are in step, here and in another tab, under the keys of the specification",
  ],
  '3.19': ['browser/frame: every link of the footer leads to its screen'],
  '3.20': [
    'browser/toasts: is at the top of a small screen, and at the bottom right of a larger one, 420 px wide',
  ],
  '3.21': ['browser/toasts: comes one at a time: the next takes its place'],
  '3.22': [
    'browser/toasts: is put away by a swipe to the right of 50 px, and by none shorter or the other way',
  ],
  '3.23': ['browser/toasts: F8 leads to it; Tab to its button, which closes it, as Esc does'],
  '3.24': ['browser/toasts: is read out: in its turn, and at once where something went wrong'],
  '3.25': ['browser/results: back to top appears after 300 px and leads to the top'],
}

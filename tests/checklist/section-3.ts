import type { Entries } from './entry.ts'

/** Section 3 of the specification: Header, footer and toasts. */
export const SECTION_3: Entries = {
  '3.1': [
    'browser/header-and-footer: stays visible, with a logo that leads home, the search box and four tabs',
  ],
  '3.2': [
    'browser/header-and-footer: stays visible, with a logo that leads home, the search box and four tabs',
  ],
  '3.3': [
    'browser/header-and-footer: stays visible, with a logo that leads home, the search box and four tabs',
    "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page",
  ],
  '3.4': [
    "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page",
  ],
  '3.5': [
    "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page",
  ],
  '3.6': ['browser/results: in the header of the home page sets q'],
  '3.7': ['browser/results: in the header of another page goes to /?q={encoded term}'],
  '3.8': [
    "browser/results: the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page",
  ],
  '3.9': [
    "browser/results: in the header of another page has a location button that says 'Loading location page' and goes to /?useLocation=true",
  ],
  '3.10': [
    'browser/header-and-footer: offers Login and Create Account when logged out, each opening the dialog at its tab',
  ],
  '3.11': [
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '3.12': [
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '3.13': [
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '3.14': [
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '3.15': [
    "browser/header-and-footer: the menu of a small screen has the search, Login and Sign Up, Accessibility and 'Use My Location'",
  ],
  '3.16': ['browser/keyboard: the first Tab reaches the skip link, which leads to the page'],
  '3.17': [
    'browser/header-and-footer: stays visible, with a logo that leads home, the search box and four tabs',
  ],
  '3.18': [
    "browser/settings: stay in step with the header's toggles, also in another tab, under the storage keys of the specification",
  ],
  '3.19': ['browser/header-and-footer: every footer link leads to its screen'],
  '3.20': [
    'browser/toasts: is at the top of a small screen and at the bottom right of a larger one, 420 px wide',
  ],
  '3.21': ['browser/toasts: is replaced by the next one'],
  '3.22': [
    'browser/toasts: is dismissed by a swipe of 50 px to the right, not by a shorter one or one to the left',
  ],
  '3.23': ['browser/toasts: is reached by F8, and closed by its button after Tab or by Esc'],
  '3.24': ['browser/toasts: is announced politely, and assertively for an error'],
  '3.25': ["browser/results: the 'Back to top' button appears after 300 px and leads to the top"],
  '3.26': ["browser/finding: is in a phone's header on every screen"],
  '3.27': [
    'browser/layout: has the back-to-top button beside the button of the bottom bar on a phone',
    'browser/layout: covers nothing at %d px',
  ],
  '3.28': ['browser/layout: is the same for header, banner, filters and map at %d px'],
  '3.29': ['browser/layout: on %s has nothing of the banner left after a search'],
}

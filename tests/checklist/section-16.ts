import type { Entries } from './entry.ts'

/** Section 16 of the specification: Roles and permissions. */
export const SECTION_16: Entries = {
  '16.1': [
    'browser/find-a-park: once the directory is complete the device answers, without asking the server',
    'server/accounts/access: every route of the API, for every role and verb, does what the table says',
  ],
  '16.2': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '16.3': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, source and date, and disabled buttons, offline too',
  ],
  '16.4': ['browser/filters: Apply Filters asks for them all, Reset clears all'],
  '16.5': [
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
  ],
  '16.6': ['store/history: without an account the latest five are kept, each once, for 30 days'],
  '16.7': ['browser/settings: has four tabs, leads home, and resets everything to off and 100%'],
  '16.8': [
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'browser/forms: comes once, although the first answer was lost',
  ],
  '16.9': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '16.10': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '16.11': [
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
    'server/sync/routes: the answer to one of one’s own searches is kept, and is the answer of the search',
  ],
  '16.12': ['browser/profile: keeps dogs'],
  '16.13': [
    'server/sync/routes: visits are read by who made them alone',
    'server/sync/routes: a review is read by everybody, with its votes, and nothing about it can be claimed',
  ],
  '16.14': [
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
  ],
  '16.15': [
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'server/accounts/access: what is for administrators is for nobody else',
  ],
  '16.16': [
    'browser/admin: searches made on a phone are counted, drawn and listed',
    'server/accounts/access: what is for administrators is for nobody else',
  ],
  '16.17': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '16.18': [
    'server/accounts/access: what is for administrators is for nobody else',
    'server/accounts/access: with a route that does not say who may call it',
  ],
  '16.19': ['server/accounts/admin: nothing that the server does makes one'],
  '16.20': ['browser/favourites: is a paged grid of 10, saved and shown without a network'],
  '16.21': ['browser/accounts: makes an account and gives the focus to what stands in its place'],
  '16.22': [
    'store/api: carry the session, go past caches and ask for JSON',
    'store/api: what changes something carries the session, too',
  ],
}

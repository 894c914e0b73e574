import type { Entries } from './entry.ts'

/** Section 16 of the specification: Roles and permissions. */
export const SECTION_16: Entries = {
  '16.1': [
    'browser/find-a-park: the device answers without the server once the directory is complete',
    'server/accounts/access: every route of the API allows and refuses each role and method as the access table says',
  ],
  '16.2': ['browser/browse: /state: a card for each of the eight, linking to /state/{state}'],
  '16.3': [
    'browser/park-page: has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too',
  ],
  '16.4': ['browser/filters: applies all filters with Apply Filters and clears them with Reset'],
  '16.5': [
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
    'store/cookie-mirror: the favourites cookie lasts 365 days, applies to the whole site and is SameSite=Strict',
  ],
  '16.6': ['store/history: without an account the latest five different searches are kept for 30 days'],
  '16.7': ['browser/settings: have four tabs, a link home, and a reset to off and 100%'],
  '16.8': [
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
    'browser/forms: delivers a message once although the first response was lost',
  ],
  '16.9': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '16.10': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '16.11': [
    "browser/account-sync: searches reach the person's other device, and clearing them clears both",
    'server/sync/routes: the result of a user’s own search is cached and equals that of the search',
  ],
  '16.12': ['browser/profile: the profile stores, edits and removes dogs'],
  '16.13': [
    'server/sync/routes: visits can be read only by their owner',
    'server/sync/routes: a review is public with its votes, and its counts cannot be set by the author',
  ],
  '16.14': [
    'browser/header-and-footer: greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard',
  ],
  '16.15': [
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
    'server/accounts/access: every route under /api/admin/ is for administrators only',
  ],
  '16.16': [
    'browser/admin: searches made on a phone are counted, charted and listed',
    'server/accounts/access: every route under /api/admin/ is for administrators only',
  ],
  '16.17': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '16.18': [
    'server/accounts/access: every route under /api/admin/ is for administrators only',
    'server/accounts/access: with a route that has no access rule',
  ],
  '16.19': ['server/accounts/admin: no code of the server makes an account an administrator'],
  '16.20': ['browser/favourites: is a grid with pages of 10, saved and shown without a network'],
  '16.21': ['browser/accounts: creates an account and moves the focus to the account menu'],
  '16.22': [
    'store/api: a read sends the session, bypasses caches and asks for JSON',
    'store/api: a write sends the session',
  ],
}

import type { Checklist } from './entry.ts'

/** Section 6 of the specification: Roles and permissions. */
export const SECTION_6: Checklist = [
  [
    'Anonymous visitor | Search, browse, view parks, filter, keep favourites in a cookie, keep search history in a cookie (30 days, latest 5), use accessibility settings, submit and contact forms',
    'decision 2',
    'browser/find-a-park: once the directory is complete the device answers, without asking the server',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'store/cookie-mirror: the cookie lasts 365 days, for the whole site, and is sent to no other',
    'store/history: without an account the latest five are kept, each once, for 30 days',
    'browser/settings: has four tabs, leads home, and resets everything to off and 100%',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
    'server/accounts/access: every route of the API, for every role and verb, does what the table says',
  ],
  [
    'Registered user | The above, plus favourites stored on the server, syncing local favourites, server-side search history and search cache, /profile, and reviews and visits (as data)',
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'browser/one-account: searches follow their person, and what was cleared is cleared everywhere',
    'server/sync/routes: the answer to one of one’s own searches is kept, and is the answer of the search',
    'browser/profile: keeps dogs',
    'server/sync/routes: visits are read by who made them alone',
  ],
  [
    'Administrator (isAdmin true) | The above, plus the Admin Dashboard link, import and the four analytics views',
    'browser/frame: greets who is logged in, with My Favourites and Logout, and the Admin Dashboard for an administrator alone',
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
    'browser/admin: searches made on a phone are counted, drawn and listed',
    'server/accounts/access: what is for administrators is for nobody else',
  ],
  ['Notes:', 'nothing: introduces the list beneath it'],
  [
    "Non-admins opening the dashboard see 'Access Denied' and are sent to '/'.",
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  [
    'On the client the /admin route requires only a logged-in session, so enforcement on the server is not shown.',
    'decision 21',
    'server/accounts/access: what is for administrators is for nobody else',
  ],
  [
    'Sign-in providers: username and password, Google, Apple, Microsoft.',
    'browser/accounts: has two tabs with their fields, words and providers, and says on a wide screen what an account is for',
    'browser/accounts: registers, keeps somebody signed in over a reload, logs out, and lets them in again by e-mail',
    'server/accounts/oidc: %s: makes an account the first time, enters it the second, and returns to where the person was',
    'server/accounts/oidc: Apple posts back from its own site: the cookie for that goes along, is good once, and the session is ours again',
  ],
  [
    'Saving favourites while anonymous works locally.',
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
  ],
  [
    'The dialog text implies an account is needed to save them to the server.',
    'browser/accounts: makes an account and gives the focus to what stands in its place',
  ],
  [
    'Requests carry session credentials.',
    'store/api: carry the session, go past caches and ask for JSON',
    'store/api: what changes something carries the session, too',
  ],
]

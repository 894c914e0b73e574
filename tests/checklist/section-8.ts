import type { Entries } from './entry.ts'

/** Section 8 of the specification: Favourites. */
export const SECTION_8: Entries = {
  '8.1': [
    'browser/favourites: is a paged grid of 10, saved and shown without a network',
    'browser/results: starts at 5; sizes 5, 10, 20 and 50',
  ],
  '8.2': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
  ],
  '8.3': [
    'browser/one-account: hearts from before logging in are offered, move to the account, and show up on the other device without a reload',
    'browser/kept: while favourites are synchronised the button says so, and takes no second order',
  ],
  '8.4': ["browser/favourites: empty: says what to do, with a 'Find Parks' link"],
  '8.5': [
    'browser/favourites: finds by text, gives a heart, and leads to the rest',
    'browser/favourites: nearby: around the person, or with words when that cannot be',
  ],
  '8.6': [
    'browser/kept: a favourite whose park left the directory says so, leads to the park it became part of, and can be let go; without signal, too',
    'server/directory: a favourite of a park that is removed stays and can say where it went',
  ],
}

import type { Entries } from './entry.ts'

/** Section 8 of the specification: Favourites. */
export const SECTION_8: Entries = {
  '8.1': [
    'browser/favourites: is a grid with pages of 10, saved and shown without a network',
    'browser/results: shows 5 parks per page and offers 5, 10, 20 and 50',
  ],
  '8.2': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
  ],
  '8.3': [
    'browser/account-sync: favourites from before login are offered, move to the account, and appear on the other device without a reload',
    'browser/background-sync: the sync button shows progress and ignores a second press',
  ],
  '8.4': ["browser/favourites: has a 'Find Parks' link when empty"],
  '8.5': [
    'browser/favourites: finds parks by text and links to all results',
    'browser/favourites: finds nearby parks, or says that the location is not available',
  ],
  '8.6': [
    'browser/background-sync: a favourite whose park left the directory says so, links to its successor and can be removed, also offline',
    'browser/background-sync: a phone that first visits after parks were removed knows them and their successors, also offline',
    'server/directory: keeps a favourite of a removed park and its successor',
  ],
  '8.7': [
    'browser/favourites: shows the same page of favourites, with as many parks to a page',
    'browser/favourites: shows the page before when the last park of the last page is removed',
    'browser/favourites: shows the parks that were found by text, without announcing them again',
    'browser/favourites: finds nearby parks, or says that the location is not available',
  ],
}

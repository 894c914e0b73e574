import type { Entries } from './entry.ts'

/** Section 20 of the specification: Offline, synchronising and privacy. */
export const SECTION_20: Entries = {
  '20.1': [
    'store/cookie-mirror: a database the browser has taken away comes back from the cookies',
    'browser/favourites: a browser that keeps nothing holds favourites in the page, brings them back from the cookie, and says so',
  ],
  '20.2': [
    'store/cookie-mirror: favourites are mirrored at every change, the account’s never',
    'store/cookie-mirror: the corrupt cookie %s is an empty list, and is set back to one',
    'store/cookie-mirror: the corrupt history %s is an empty list, and is set back to one',
  ],
  '20.3': ['store/cookie-mirror: the newest that fit are mirrored'],
  '20.4': [
    'contract/search-parity: the same question to the server and to the device gives the same parks in the same order',
  ],
  '20.5': [
    'browser/find-a-park: once the directory is complete the device answers, without asking the server',
  ],
  '20.6': [
    'browser/find-a-park: a second version of the directory arrives as a small change: a new park is found, a renamed one has its name, a removed one says so',
    'store/directory-sync: the old copy answers while the new one comes, and after it has failed to',
  ],
  '20.7': [
    'browser/installed: says its size before, goes on after the browser was killed, shows its pictures without signal, and says when some of it is gone',
  ],
  '20.8': ['browser/update: waits, says so calmly, and starts when the person says so'],
  '20.9': [
    'contract/long-queue: 10,000 changes made without signal all arrive, once and in order',
    'contract/favourites: a favourite sent twice, because the first reply was lost, is saved once',
  ],
  '20.10': [
    'browser/one-account: a change the server will not take is shown with its reason, tried again, or let go',
  ],
  '20.11': [
    'contract/favourites: a removal takes back what it saw, and not what another device saved meanwhile',
  ],
  '20.12': [
    'browser/one-account: with changes waiting, logging out asks: stay, keep for the return, or discard',
  ],
  '20.13': ['store/person: the next person on the same phone sees nothing of the one before'],
  '20.14': [
    'browser/find-a-park: nothing is asked of any other host',
    'browser/maps: a walk through the whole product, maps and directions, asks nothing of anyone else, and breaks no rule of the page',
  ],
  '20.15': [
    'ui/park-facts: only has pictures from our own origin',
    'browser/maps: a picture of a park moves nothing when it comes, and its place is drawn when it cannot',
  ],
  '20.16': [
    'browser/kept: what is looked for on / is counted without a person or an exact place, also without signal; never for who wants no part in it',
  ],
  '20.17': [
    'contract/sync: a search is counted without a person or a place finer than a tenth of a degree',
    'data/sync/merge: places are told to a tenth of a degree',
  ],
  '20.18': [
    'browser/kept: what is looked for on / is counted without a person or an exact place, also without signal; never for who wants no part in it',
  ],
  '20.19': [
    'contract/sync: a search is counted without a person or a place finer than a tenth of a degree',
    'server/accounts/profile: takes all that is one’s own; what was searched stays, without them',
  ],
  '20.20': ['server/sync/routes: what a person did is counted in their account, and goes with it'],
  '20.21': { untested: 'not built yet: events are kept one by one, without a limit' },
  '20.22': [
    'server/sync/routes: one address may write so many letters in an hour, and the rest is sent later',
  ],
  '20.23': [
    'server/import/sources: the command line: a dry run changes nothing, an import carries the licence of its source to the screen',
  ],
  '20.24': {
    untested:
      'not built yet: the seed has no position from OpenStreetMap, and no document or screen names the licence',
  },
}

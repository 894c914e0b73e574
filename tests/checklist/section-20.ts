import type { Entries } from './entry.ts'

/** Section 20 of the specification: Offline, synchronising and privacy. */
export const SECTION_20: Entries = {
  '20.1': [
    'store/cookie-mirror: favourites and searches are restored from the cookies when the browser has deleted the database',
    'browser/favourites: a browser without storage keeps favourites in the page, restores them from the cookie, and says so',
  ],
  '20.2': [
    'store/cookie-mirror: local favourites are mirrored to the cookie at every change, and those of an account never',
    'store/cookie-mirror: the corrupt favourites cookie %s reads as an empty list and is reset',
    'store/cookie-mirror: the corrupt history cookie %s reads as an empty list and is reset',
  ],
  '20.3': ['store/cookie-mirror: the cookie holds the newest favourites that fit its size limit'],
  '20.4': [
    'contract/search-parity: the server and the device give the same parks in the same order for the same request',
  ],
  '20.5': ['browser/find-a-park: the device answers without the server once the directory is complete'],
  '20.6': [
    'browser/find-a-park: a new version of the directory arrives as a small change with its new, renamed and removed parks',
    'store/directory-sync: the old copy stays available while the new one downloads and after that download fails',
  ],
  '20.7': [
    'browser/installed: an offline area with the operator’s tiles shows its size first, reports a full device, resumes once there is space and after the browser was killed, serves the tiles offline, and reports removed files',
  ],
  '20.27': [
    'browser/offline: the place of an offline area is the one near the person, as in a search, and no state',
  ],
  '20.8': [
    'browser/update: a new version is not installed with the documents of another, which a server still sends during a deployment, waits with a notice, starts when the person accepts it, and does not interrupt a half-filled form, which keeps its input when the person reloads it',
  ],
  '20.9': [
    'contract/long-queue: 600 changes made offline all arrive once and in order',
    'contract/favourites: a favourite sent twice because the first reply was lost is saved once',
  ],
  '20.10': [
    'browser/account-sync: a change refused by the server is shown with its reason and can be retried',
  ],
  '20.11': [
    'contract/favourites: a removal undoes only the saves it has seen, not one made meanwhile on another device',
  ],
  '20.12': [
    'browser/account-sync: logging out with waiting changes asks whether to stay, keep them or discard them',
    'browser/account-sync: text typed into a form is hidden after logging out, and back when its writer logs in again',
  ],
  '20.13': [
    'store/person: the next person on the same phone sees no data of the previous one',
    'browser/accounts: is logged out in every tab at once, also in one in the back/forward cache, and in none when the server cannot end the session',
  ],
  '20.14': [
    'browser/other-hosts: a visit to every screen makes no request to another host and violates no content security policy',
  ],
  '20.15': [
    'ui/park-facts: only has pictures from our own origin',
    'browser/maps: a card’s map shifts nothing when it loads and is replaced by a drawing when it fails',
  ],
  '20.16': [
    'browser/background-sync: searches are counted without a person or an exact place, also offline, and not with Global Privacy Control',
  ],
  '20.17': [
    'contract/sync: a search is counted without a person and with its position rounded to a tenth of a degree',
    'data/sync/merge: places are rounded to a tenth of a degree',
  ],
  '20.18': [
    'browser/background-sync: searches are counted without a person or an exact place, also offline, and not with Global Privacy Control',
  ],
  '20.19': [
    'contract/sync: a search is counted without a person and with its position rounded to a tenth of a degree',
    'server/accounts/profile: deletes personal data, and keeps searches and messages without the user',
  ],
  '20.20': ['server/sync/routes: actions are counted in the analytics of the user'],
  '20.21': { untested: 'not built yet: events are stored individually and without a limit' },
  '20.22': ['server/sync/routes: an address may send 20 messages an hour, and the rest is sent later'],
  '20.26': [
    'contract/postponed: submissions over their limit wait, and all other changes are sent in order',
    'contract/postponed: each kind waits for its own limit, and is asked for once until that has passed',
    'browser/forms: a message over its limit waits, and the page of unsent changes says why and until when',
  ],
  '20.23': [
    'server/import/sources: the import command changes nothing in a dry run, and otherwise stores the licence of the source',
  ],
  '20.24': ['browser/legal: name the licence of the directory, and OpenStreetMap'],
  '20.25': [
    'browser/streets: says that there is a newer map for a downloaded area with its size, and updates it with one press',
    'store/area-maps: a new version of the built-in map is offered to those areas only whose regions have changed in it',
    'store/area-maps: an update downloads what changed, keeps the old map until it is complete, and then deletes it',
    'store/area-maps: an update that is paused leaves the old map whole, also after a new start, and continues',
  ],
}

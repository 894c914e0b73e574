import type { Entries } from './entry.ts'

/** Section 15 of the specification: Validation. */
export const SECTION_15: Entries = {
  '15.1': [
    'browser/results: is disabled when the text is empty or blank, and cleared after submit',
    'browser/find-a-park: for blank text cannot be sent',
  ],
  '15.2': [
    'store/history: a blank search is stored neither in the history nor as the last search',
    'server/sync/routes: a blank search is not stored',
    'data/search/words: finds every park if it is blank',
  ],
  '15.3': ['browser/favourites: ignores empty input'],
  '15.4': ['browser/directions: an empty start is not sent, and Enter shows why'],
  '15.5': ['browser/directions: an empty start is not sent, and Enter shows why'],
  '15.6': ['browser/directions: an empty start is not sent, and Enter shows why'],
  '15.7': [
    'data/model/account: login page',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '15.8': [
    'data/model/account: login page',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '15.9': [
    'browser/accounts: shows an error at each invalid field and focuses the first',
    'data/model/account: register page',
    'data/model/account: the register form without its confirmation is a valid request body, and empty fields are omitted',
    'browser/accounts: shows progress while creating an account, welcomes by the given name and does not send the password confirmation',
  ],
  '15.10': [
    'data/model/account: register page',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '15.11': ['data/model/account: register page'],
  '15.12': [
    'data/model/account: register page',
    'browser/accounts: shows an error at each invalid field and focuses the first',
  ],
  '15.13': [
    'data/model/account: the register form without its confirmation is a valid request body, and empty fields are omitted',
    'browser/accounts: shows progress while creating an account, welcomes by the given name and does not send the password confirmation',
  ],
  '15.14': ['browser/accounts: requires both fields and closes with Esc', 'data/model/account: login dialog'],
  '15.15': ['browser/accounts: requires both fields and closes with Esc', 'data/model/account: login dialog'],
  '15.16': ['data/model/account: register dialog'],
  '15.17': [
    'data/model/account: register dialog',
    'browser/accounts: creates an account and moves the focus to the account menu',
  ],
  '15.18': ['data/model/account: register dialog'],
  '15.19': ['data/model/account: register dialog'],
  '15.20': [
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'server/sync/routes: the invalid review %o is refused: %s',
  ],
  '15.21': [
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'server/sync/routes: the invalid review %o is refused: %s',
  ],
  '15.22': [
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'server/sync/routes: the invalid review %o is refused: %s',
  ],
  '15.23': [
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'server/sync/routes: the invalid review %o is refused: %s',
  ],
  '15.24': [
    'data/model/review: a review has a rating of 1 to 5 and 3 to 2000 characters; title, date and photos are optional',
    'server/sync/routes: the invalid review %o is refused: %s',
  ],
  '15.25': [
    'server/cost/limits: a second review of a park by the same person replaces the first, with its votes',
  ],
  '15.26': ['server/cost/limits: a report counts once per user, and a second one replaces the first'],
  '15.27': [
    'server/cost/limits: a second review of a park by the same person replaces the first, with its votes',
  ],
  '15.28': [
    'data/model/review: a visit lasts at least a minute and has a rating of 1 to 5; both are optional',
    'server/sync/routes: visits can be read only by their owner',
  ],
  '15.29': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
    'server/import/import: of a CSV under another name is refused',
  ],
  '15.30': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
    'server/import/import: of a workbook under another name is refused',
  ],
  '15.31': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
    'server/import/import: of more than 10 MB is aborted while it arrives',
  ],
  '15.32': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
  ],
  '15.33': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '15.34': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '15.35': ['browser/forms: refuses an invalid website at its field and accepts an empty one'],
  '15.36': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '15.37': ['browser/forms: shows the hours and a link to submit a park, and requires all four fields'],
  '15.38': ['browser/forms: shows the hours and a link to submit a park, and requires all four fields'],
  '15.39': [
    'ui/select-options: no option of a select has an empty value',
    'browser/forms: no item of a select list has an empty value',
  ],
  '15.40': [
    'browser/forms: a submitted park has the point of a named park, or one placed on the map without a network',
    'server/geo/named-parks: named parks near a suburb are suggested with their source, the best name first',
  ],
  '15.41': [
    'browser/admin-inbox: a report of a wrong place shows its point and distance, and the point can be used',
    "server/admin/inbox: a submission's point is the position of the draft, with its distance from the suburb",
  ],
  '15.42': [
    'server/admin/inbox: a park placed by a named park keeps the source and licence of that position',
  ],
}

import type { Entries } from './entry.ts'

/** Section 12 of the specification: Administration. */
export const SECTION_12: Entries = {
  '12.1': ['browser/admin: an administrator enters by the menu and finds four tabs, two of them coming soon'],
  '12.2': ['browser/admin: an administrator enters by the menu and finds four tabs, two of them coming soon'],
  '12.3': [
    'browser/admin: an unsuitable file gives the error of the specification, and changing the type clears it',
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
  ],
  '12.4': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
    'browser/admin: searches made on a phone are counted, charted and listed',
    'browser/admin: each table that fails to load says so',
  ],
  '12.5': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '12.6': [
    'browser/admin: anonymous visitors go to the login page, other users home with a reason, after a spinner',
  ],
  '12.7': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
  ],
  '12.8': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
  ],
  '12.9': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
  ],
  '12.10': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
  ],
  '12.11': [
    'browser/admin: missing values read Unknown, Never and N/A, and dates and minutes have the format of the specification',
  ],
  '12.12': [
    'server/import/import: does not publish parks without a dog rule until one is set',
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
  ],
  '12.13': [
    'server/import/reading: without a rule in the rule column is not public; a list without that column is of dog-friendly parks',
  ],
  '12.14': [
    'server/import/sources: are copied to our origin, re-encoded and scaled down, and published as a version of the directory',
    'server/import/sources: are not requested from %s',
    'server/import/sources: are refused if they are not pictures, too large, too small or damaged',
  ],
  '12.15': [
    'browser/park-page: images and a street view of other sites are links, and nothing is requested from there',
  ],
  '12.16': [
    'server/import/import: reverts the whole import: new parks are removed, changed ones are as before',
  ],
  '12.17': [
    'browser/admin: a submission is prefilled from the gazetteer, is refused while incomplete, and becomes a park',
    'browser/admin: a report made offline is accepted, and the phone shows the new fact and its year',
    'server/admin/inbox: a rejected item changes no park and records the reason',
  ],
  '12.18': [
    'server/admin/freshness: the council areas are listed with the age of their facts, all parks counted once',
    'server/admin/freshness: the parks without a date come first, then the oldest, each with the page to look at',
  ],
  '12.19': [
    'server/admin/freshness: a park that was checked has the day in its own time zone, is the newest, and is in the log',
    'browser/admin: a park is confirmed as still true in one press',
  ],
  '12.20': [
    'server/admin/inbox: a park accepted with the rule %s has the features that follow from it, and the filters find it',
  ],
  '12.21': [
    'server/import/report: has every row of the file with its outcome, for a dry run too',
    'server/import/report: has the id of a park that the import created',
    'browser/admin: a list is checked and imported, reaches a phone as a delta, is found there offline, and is undone',
  ],
  '12.22': [
    'server/import/report: is filtered by outcome and read page by page',
    'server/import/report: is downloaded as CSV with values before and after, safe from formulas',
  ],
  '12.23': [
    'server/import/report: replace what the headers suggest',
    'server/import/report: take a field away from the column that had it',
  ],
  '12.24': [
    'server/admin/rules: parks with an unknown rule are found by words and by council',
    'server/admin/rules: one rule is set for several parks at once, which publishes them',
    'server/admin/rules: a park has the notes of the last import that changed it and is not undone',
  ],
  '12.25': [
    'server/admin/rules: a park without dogs leaves the list, is not public, and does not return with the next import',
  ],
  '12.26': ['browser/admin-inbox: a pin that is dragged sets the position of a submission'],
}

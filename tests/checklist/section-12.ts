import type { Entries } from './entry.ts'

/** Section 12 of the specification: Administration. */
export const SECTION_12: Entries = {
  '12.1': ['browser/admin: an administrator comes in by the menu and finds four tabs, two of them to come'],
  '12.2': ['browser/admin: an administrator comes in by the menu and finds four tabs, two of them to come'],
  '12.3': [
    'browser/admin: a file that will not do is named as the specification does, and another type begins anew',
    'browser/admin: a list is checked, imported, on a phone as a delta, found there without a network, and undone',
  ],
  '12.4': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
    'browser/admin: searches made on a phone are counted, drawn and listed',
    'browser/admin: what cannot be loaded is named so, table by table',
  ],
  '12.5': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '12.6': [
    'browser/admin: nobody is sent to sign in, others home with word of why, and a spinner shows until it is known',
  ],
  '12.7': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  '12.8': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  '12.9': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  '12.10': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  '12.11': [
    'browser/admin: what is missing is called Unknown, Never and N/A; dates and minutes as the specification has them',
  ],
  '12.12': [
    'server/import/import: keeps back parks whose rule for dogs nobody knows, until somebody says it',
    'browser/desk: a park whose rule is unknown is published once somebody has said it',
  ],
  '12.13': [
    'server/import/reading: with no rule in a column for it is not public; a list without such a column is of dog-friendly parks',
  ],
  '12.14': [
    'server/import/sources: are copied to our origin, redrawn and no larger than a screen needs, and come to devices as a version of the directory',
    'server/import/sources: %s is not asked',
    'server/import/sources: what is no picture, too large, too small or damaged is not taken',
  ],
  '12.15': {
    untested:
      "not built yet: only a park's own image is copied, so that a street view is shown only where its address is ours already",
  },
  '12.16': [
    'server/import/import: takes the import back as a whole: new parks go for good, changed ones are as before',
  ],
  '12.17': [
    'browser/admin: a submission opens with what the gazetteer knows, is refused where it is unsound, and becomes a park',
    'browser/admin: a report made without a network is decided on, and the phone shows the new fact and its year',
    'server/admin/inbox: what is turned down changes nothing, and says why',
  ],
}

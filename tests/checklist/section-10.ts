import type { Entries } from './entry.ts'

/** Section 10 of the specification: Submit a park, contact, legal pages. */
export const SECTION_10: Entries = {
  '10.1': ['browser/forms: asks for five things, says which are missing, and leads to the first'],
  '10.2': [
    'browser/forms: asks for five things, says which are missing, and leads to the first',
    'browser/forms: the gazetteer fills in suburb, postcode and state; it is sent, thanked for, emptied, and home is next',
  ],
  '10.3': ['browser/forms: asks for five things, says which are missing, and leads to the first'],
  '10.4': [
    'browser/forms: has its hours and its link, and asks for all four things',
    'server/sync/routes: letters reach the administrators, with who wrote them where somebody was signed in',
  ],
  '10.5': ['browser/forms: has its hours and its link, and asks for all four things'],
  '10.6': ['browser/forms: has its hours and its link, and asks for all four things'],
  '10.7': [
    'browser/forms: what is not sent is there again the next day, and is gone once it is sent, without a network, too',
  ],
  '10.8': [
    'browser/forms: comes once, although the first answer was lost',
    'browser/forms: killed in the middle of sending, at any moment, it is either still here or on its way: never both, never neither',
    'contract/sync: a letter that was sent twice is on the desk once',
  ],
  '10.9': [
    'server/sync/routes: letters reach the administrators, with who wrote them where somebody was signed in',
  ],
  '10.10': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '10.11': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '10.12': ["browser/forms: the terms' search leads to the results, by words and by position"],
  '10.13': ["browser/forms: the terms' search leads to the results, by words and by position"],
  '10.14': ['browser/frame: the icons are shown at /icons'],
}

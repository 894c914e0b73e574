import type { Entries } from './entry.ts'

/** Section 10 of the specification: Submit a park, contact, legal pages. */
export const SECTION_10: Entries = {
  '10.1': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '10.2': [
    'browser/forms: requires five fields, names the missing ones and focuses the first',
    'browser/forms: fills in suburb, postcode and state from the gazetteer, is sent and cleared with a toast, and leads home',
  ],
  '10.3': ['browser/forms: requires five fields, names the missing ones and focuses the first'],
  '10.4': [
    'browser/forms: shows the hours and a link to submit a park, and requires all four fields',
    'server/sync/routes: submissions, messages and reports reach the administrators with the signed-in sender',
  ],
  '10.5': ['browser/forms: shows the hours and a link to submit a park, and requires all four fields'],
  '10.6': ['browser/forms: shows the hours and a link to submit a park, and requires all four fields'],
  '10.7': ['browser/forms: keeps an unsent draft across a reload and clears it once sent, also offline'],
  '10.8': [
    'browser/forms: delivers a message once although the first response was lost',
    'browser/forms: keeps a message either as a draft or as sent, never both or neither, when the page is killed while sending',
    'contract/sync: a form that was sent twice is in the inbox once',
  ],
  '10.9': [
    'server/sync/routes: submissions, messages and reports reach the administrators with the signed-in sender',
  ],
  '10.10': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '10.11': ['browser/forms: have their twelve and ten sections, the terms with their date'],
  '10.12': ['browser/forms: the search of the terms page leads to results by text and by position'],
  '10.13': ['browser/forms: the search of the terms page leads to results by text and by position'],
  '10.14': ['browser/header-and-footer: the icons are shown at /icons'],
}

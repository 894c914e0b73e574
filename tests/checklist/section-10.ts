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
  '10.7': [
    'browser/forms: keeps an unsent draft across a reload and clears it once sent, also offline',
    'browser/forms: keeps both its draft and the edits that the page restores after an update',
    'browser/forms: keeps a report of each park across a reload until it is sent or cancelled',
    'browser/forms: text that cannot be stored',
  ],
  '10.8': [
    'browser/forms: delivers a message once although the first response was lost',
    'browser/forms: keeps a message either as a draft or as sent, never both or neither, when the page is killed while sending',
    'contract/sync: a form that was sent twice is in the inbox once',
  ],
  '10.9': [
    'server/sync/routes: submissions, messages and reports reach the administrators with the signed-in sender',
  ],
  '10.10': ['browser/legal: have their twelve and ten sections, the terms with their date'],
  '10.11': ['browser/legal: have their twelve and ten sections, the terms with their date'],
  '10.12': ['browser/legal: the search of the terms page leads to results by text and by position'],
  '10.13': ['browser/legal: the search of the terms page leads to results by text and by position'],
  '10.14': ['browser/header-and-footer: the icons are shown at /icons'],
  '10.15': [
    'browser/forms: refuses an invalid website at its field and accepts an empty one',
    'store/drafts: a draft is deleted when its form is queued and kept when queueing fails',
  ],
  '10.16': [
    'browser/forms: keeps an unsent draft across a reload and clears it once sent, also offline',
    'browser/forms: says that a message was saved, not sent, while the server does not answer',
    'browser/admin: a report made offline is accepted, and the phone shows the new fact and its year',
  ],
  '10.17': [
    'browser/forms: opens again with what was typed and the reason, and a corrected submission replaces it',
    'browser/forms: a message opens again in the contact form, and the draft of another message is kept',
    'browser/forms: a report opens again on the page of its park',
    'store/drafts: a corrected message replaces the refused one, and the draft of another message is kept',
  ],
  '10.18': ['store/drafts: a search is not listed as an unsent change, but is sent when the page is closed'],
}

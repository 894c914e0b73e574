import type { ReportReason } from '../../../data/model/submission.ts'

/** Texts of the report form on the park page. */
export const REPORT_TEXTS = {
  lead: "Tell us and we'll look into it. This works offline too.",
  what: 'What is wrong?',
  reasons: {
    gone: 'The park is gone',
    'rule-changed': 'The rule for dogs has changed',
    'wrong-place': "It's in a different place",
    other: 'Something else',
  } satisfies Record<ReportReason, string>,
  details: 'Details',
  optional: 'Details (optional)',
  hints: {
    gone: "What's there now?",
    'rule-changed': 'What do the signs say?',
    'wrong-place': 'Where is it? A street or a landmark helps.',
    other: '',
  } satisfies Record<ReportReason, string>,
  choose: 'Please choose what is wrong',
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  thanks: 'Thank you',
  sent: "We'll check it and update this page if needed.",
} as const

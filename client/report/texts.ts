import type { ReportReason } from '../../data/model/submission.ts'

/** What the form beneath a park says. */
export const REPORT_TEXTS = {
  lead: 'Tell us, and somebody will look into it. It works without signal, too.',
  what: 'What is wrong?',
  reasons: {
    gone: 'The park is gone',
    'rule-changed': 'The rule for dogs has changed',
    'wrong-place': 'It is in another place',
    other: 'Something else',
  } satisfies Record<ReportReason, string>,
  words: 'In your words',
  optional: 'In your words (optional)',
  hints: {
    gone: 'What is there now?',
    'rule-changed': 'What do the signs say?',
    'wrong-place': 'Where is it? A street or a landmark helps.',
    other: '',
  } satisfies Record<ReportReason, string>,
  choose: 'Please choose what is wrong',
  send: 'Send',
  sending: 'Sending...',
  cancel: 'Cancel',
  thanks: 'Thank you',
  sent: 'Somebody will look into it. What is shown here changes once that is done.',
  waits: 'It is kept on this device, and sent as soon as there is a network.',
  failed: 'This could not be kept',
} as const

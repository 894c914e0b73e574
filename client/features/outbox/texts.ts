const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-AU')} changes`)

/** Texts about changes that have not reached the server yet. */
export const OUTBOX_TEXTS = {
  offline: (count: number) => `${changes(count)} will be sent when you're back online`,
  unreachable: (count: number) => `${changes(count)} will be sent when the server answers again`,
  update: (count: number) => `${changes(count)} will be sent after Offlead is updated`,
  waiting: (count: number) => `${changes(count)} waiting to be sent`,
  refused: (count: number) => `${changes(count)} could not be sent`,
  none: 'Everything has been sent.',
  someWait: 'Unsent changes',
  show: 'Show',
  section: 'Your changes',

  loading: 'Loading unsent changes',
  sendNow: 'Send now',
  sending: 'Sending...',
  sent: 'Sent',
  notSent: "Couldn't send your changes",
  notSentBody: "They're safe on this device. We'll try again automatically.",
  refusedBody: 'The list of changes says why.',

  profile: 'Waiting to sync',
  seeAll: 'Show unsent changes',
} as const

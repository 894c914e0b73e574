/** Texts of the toasts that queries show. */
export const QUERY_TEXTS = {
  sessionEnded: 'Your session has ended',
  sessionEndedBody: 'You can keep using Offlead without it. Unsent changes are sent when you log in again.',
  changeFailed: "We couldn't save that",
} as const

/** Texts of the toasts that queries show. */
export const QUERY_TEXTS = {
  sessionEnded: 'Your session has ended',
  sessionEndedBody: 'Log in again to continue. Your unsent changes are saved.',
  changeFailed: "We couldn't save that",
} as const

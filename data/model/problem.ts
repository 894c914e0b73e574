import * as z from 'zod/mini'

/** All error codes of the API; the list is closed. Clients depend on `code`; `message` is for people. */
export const ERROR_CODES = [
  'invalid-input',
  'park-not-found',
  'place-not-found',
  'not-found',
  'method-not-allowed',
  'too-large',
  'too-many-requests',
  'database-unavailable',
  'busy',
  'internal',
  'no-route',
  'engine-unavailable',
  'not-signed-in',
  'wrong-credentials',
  'not-allowed',
  'cross-site',
  'confirm-again',
  'taken',
  'last-way-in',
  'sequence-gap',
  'device-cloned',
  'other-protocol',
  'other-user',
  'review-not-found',
  'undo-first',
  'limit-reached',
] as const
export const ErrorCode = z.enum(ERROR_CODES)
export type ErrorCode = z.infer<typeof ErrorCode>

export const Problem = z.object({
  code: ErrorCode,
  message: z.string(),
  /**
   * The invalid field or parameter, for `invalid-input`. For `too-many-requests` of a sync, `kind` if only operations of
   * this kind are over their limit, and others can be sent.
   */
  field: z.optional(z.string()),
  /** Marks a database error for clients (specification 18.24). */
  errorType: z.optional(z.literal('DatabaseConnectionError')),
  /** For `sequence-gap`: the sequence number that the server expects next. */
  expected: z.optional(z.int()),
  /** For `park-not-found`: the park that this one was merged into, if any. */
  successor: z.optional(z.int()),
})
export type Problem = z.infer<typeof Problem>

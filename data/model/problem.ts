import * as z from 'zod/mini'

/** Every error the API answers with. Clients branch on `code`; `message` is for people. The list is closed. */
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
  /** The field or parameter at fault, for `invalid-input`. */
  field: z.optional(z.string()),
  /** The mark of database trouble that clients look for (specification 18.24). */
  errorType: z.optional(z.literal('DatabaseConnectionError')),
  /** For `sequence-gap`: the operation the server waits for. */
  expected: z.optional(z.int()),
})
export type Problem = z.infer<typeof Problem>

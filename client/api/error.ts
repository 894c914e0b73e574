import type { ErrorCode } from '../../data/model/problem.ts'
import type { ExplainedError } from '../platform/explained-error.ts'
import { readRetryAfter } from '../store/backoff.ts'
import { isPage } from '../store/page-reply.ts'
import { readProblem } from '../store/problem-reply.ts'

/** Instead of the text of a failure without a code of the API. */
export const SERVER_TROUBLE = "Our server isn't responding. Please try again later."

/** The server answered with a status of 400 or more. The message is `status: text` (specification 18.1). */
export class ApiError extends Error implements ExplainedError {
  override name = 'ApiError'
  readonly sentence: string
  readonly status: number
  /** The server's message, or else the body unless it is a web page, or else the status text or a sentence. */
  readonly text: string
  /** Our server's error code; `null` if the response came from something in between, such as a gateway. */
  readonly code: ErrorCode | null
  readonly field: string | null
  readonly errorType: string | null
  /** The park that the requested one was merged into, `null` if there is none. */
  readonly successor: number | null
  /** `Retry-After` in milliseconds, `null` if not sent. */
  readonly retryAfter: number | null

  constructor(
    answer: Pick<ApiError, 'status' | 'text' | 'code' | 'field' | 'errorType' | 'successor' | 'retryAfter'>,
  ) {
    super(`${answer.status}: ${answer.text}`)
    // What a gateway says is for its operator: often a page of HTML.
    this.sentence = answer.code === null ? SERVER_TROUBLE : answer.text
    this.status = answer.status
    this.text = answer.text
    this.code = answer.code
    this.field = answer.field
    this.errorType = answer.errorType
    this.successor = answer.successor
    this.retryAfter = answer.retryAfter
  }
}

/**
 * Rethrows an {@link ApiError} with the message of specification 18.21, 18.22 and 18.29: `{what}: {status}
 * {text}`.
 */
export const rethrowAs =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError) error.message = `${what}: ${error.status} ${error.text}`
    throw error
  }

/**
 * No reply from our server: no network, a timeout, or another page instead of JSON (the sign-in page of a
 * public Wi-Fi).
 */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** Reads an error response, in any format. `now`: milliseconds since 1970. */
export async function readErrorResponse(response: Response, now = Date.now()): Promise<ApiError> {
  const body = await response.text().catch(() => '')
  const problem = readProblem(body)
  return new ApiError({
    status: response.status,
    // The markup of a gateway's page is not for people.
    text:
      problem?.message ?? ((isPage(response) ? '' : body.trim()) || response.statusText || SERVER_TROUBLE),
    code: problem?.code ?? null,
    field: problem?.field ?? null,
    errorType: problem?.errorType ?? null,
    successor: problem?.successor ?? null,
    retryAfter: readRetryAfter(response.headers, now),
  })
}

/** Texts that identify a database failure if the error has no type (specification 18.1). */
const DATABASE_TROUBLE =
  /connection refused|ECONNREFUSED|port 5432|localhost:5432|127\.0\.0\.1:5432|database connection|connection terminated|DatabaseConnectionError|could not connect to server/i

export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof ApiError && error.errorType === 'DatabaseConnectionError') return true
  return error instanceof Error && DATABASE_TROUBLE.test(error.message)
}

/** Our server did not answer: there was no reply, or a gateway reported that it cannot reach the server. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof NoAnswerError ||
    (error instanceof ApiError && error.code === null && [502, 503, 504].includes(error.status))
  )
}

import { Problem } from '../../data/model/problem.ts'
import type { ErrorCode } from '../../data/model/problem.ts'
import { readRetryAfter } from '../store/backoff.ts'

/** The server answered with a status of 400 or more. The message is `status: text` (specification 18.1). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The server's sentence, else the body, else the status text. */
  readonly text: string
  /** Our server's own code; `null` when something between us and it has answered. */
  readonly code: ErrorCode | null
  readonly field: string | null
  readonly errorType: string | null
  /** Milliseconds the server asks to wait, `null` when it does not say. */
  readonly retryAfter: number | null

  constructor(answer: Pick<ApiError, 'status' | 'text' | 'code' | 'field' | 'errorType' | 'retryAfter'>) {
    super(`${answer.status}: ${answer.text}`)
    this.status = answer.status
    this.text = answer.text
    this.code = answer.code
    this.field = answer.field
    this.errorType = answer.errorType
    this.retryAfter = answer.retryAfter
  }
}

/** Rethrows a refusal in the words of specification 18.21, 18.22 and 18.29: `{what}: {status} {text}`. */
export const rethrowAs =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof ApiError) error.message = `${what}: ${error.status} ${error.text}`
    throw error
  }

/** No answer of ours: no network, a time-out, or another's page where our JSON should be (the sign-in page of a public Wi-Fi). */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/** Reads a refusing answer, whatever it is made of. `now`: milliseconds since 1970. */
export async function readRefusal(response: Response, now = Date.now()): Promise<ApiError> {
  const body = await response.text().catch(() => '')
  const problem = Problem.safeParse(readJson(body))
  return new ApiError({
    status: response.status,
    text: problem.success ? problem.data.message : body.trim() || response.statusText,
    code: problem.success ? problem.data.code : null,
    field: problem.success ? (problem.data.field ?? null) : null,
    errorType: problem.success ? (problem.data.errorType ?? null) : null,
    retryAfter: readRetryAfter(response.headers, now),
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The texts by which database trouble is recognised when no error type says so (specification 18.1). */
const DATABASE_TROUBLE =
  /connection refused|ECONNREFUSED|port 5432|localhost:5432|127\.0\.0\.1:5432|database connection|connection terminated|DatabaseConnectionError|could not connect to server/i

export function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof ApiError && error.errorType === 'DatabaseConnectionError') return true
  return error instanceof Error && DATABASE_TROUBLE.test(error.message)
}

/** Our server did not answer: no answer at all, or a gateway's word that nobody stands behind it. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof NoAnswerError ||
    (error instanceof ApiError && error.code === null && [502, 503, 504].includes(error.status))
  )
}

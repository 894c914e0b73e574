import { READ_RETRIES, RETRY_FIRST_WAIT, RETRY_MAX_WAIT, WRITE_RETRIES } from '../../data/model/constants.ts'
import { ApiError, NoAnswerError } from './error.ts'

/** A server that asks for a longer pause than this is not asked again by itself. Milliseconds. */
const LONGEST_PAUSE = 120_000

/** Whether the same request may succeed a little later: no answer, 408, 429 and 5xx (specification 17.54). */
export function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500)
}

const retry = (attempts: number) => (failures: number, error: unknown) =>
  failures < attempts &&
  isPassing(error) &&
  !(error instanceof ApiError && (error.retryAfter ?? 0) > LONGEST_PAUSE)

/** As TanStack Query asks: `failures` is 0 after the first failed try. */
export const retryRead = retry(READ_RETRIES)
export const retryWrite = retry(WRITE_RETRIES)

/** Milliseconds until the next try: what the server asks, else 1 s, doubling, at most 30 s. `failures` is 0 after the first failed try. */
export function retryWait(failures: number, error?: unknown): number {
  const backOff = Math.min(RETRY_FIRST_WAIT * 2 ** failures, RETRY_MAX_WAIT)
  return error instanceof ApiError && error.retryAfter !== null
    ? Math.max(error.retryAfter, backOff)
    : backOff
}

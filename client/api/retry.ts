import { READ_RETRIES, RETRY_FIRST_WAIT, RETRY_MAX_WAIT, WRITE_RETRIES } from '../../data/model/constants.ts'
import { isTransientStatus } from '../../data/model/transient-status.ts'
import { ceilingAfter } from '../store/backoff.ts'
import { ServerPaused } from '../store/server-gate.ts'
import { ApiError, NoAnswerError } from './error.ts'

/** A request is not retried automatically if the server asks for a longer pause than this. */
const MAX_PAUSE_MS = 120_000

/** Whether the same request may succeed a little later: no reply, 408, 429 and 5xx (specification 17.54). */
export function isTransient(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true
  return error instanceof ApiError && isTransientStatus(error.status)
}

const retry = (attempts: number) => (failures: number, error: unknown) =>
  failures < attempts &&
  isTransient(error) &&
  !(error instanceof ApiError && (error.retryAfter ?? 0) > MAX_PAUSE_MS)

/**
 * For TanStack Query: `failures` is 0 after the first failed attempt. Without a network, a read is not
 * retried, so that the screen says at once what is missing; it is repeated when the network returns.
 */
export const retryRead = (failures: number, error: unknown): boolean =>
  navigator.onLine !== false && retry(READ_RETRIES)(failures, error)
export const retryWrite = retry(WRITE_RETRIES)
/** For changes made in a form: a 429 is not retried, so that the form says at once how long to wait. */
export const retryFormWrite = (failures: number, error: Error): boolean =>
  !(error instanceof ApiError && error.status === 429) && retryWrite(failures, error)

/**
 * Milliseconds until the next attempt: 1 s, doubling up to 30 s, plus jitter, so that many pages do not call
 * at the same time; but at least what the server asks for, and until the gate lets a call through (one of the kind that
 * it refused, if the error says so), if that is within 30 s. `failures` is 0 after the first failed attempt.
 * @param random between 0 and 1
 * @param gate milliseconds until the gate lets an automatic call of any kind through
 */
export function retryWait(failures: number, error?: unknown, random = Math.random(), gate = 0): number {
  const minimum = ceilingAfter(failures, RETRY_FIRST_WAIT, RETRY_MAX_WAIT)
  const own = Math.min(minimum * (1 + random), RETRY_MAX_WAIT)
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  const refused = error instanceof NoAnswerError && error.cause instanceof ServerPaused ? error.cause.wait : 0
  const paused = Math.max(gate, refused)
  return Math.max(own, asked, paused <= RETRY_MAX_WAIT ? paused : 0)
}

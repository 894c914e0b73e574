import { HOUR } from '../../data/model/constants.ts'

// Calculates how long a device waits before it calls a failed server again. No timers and no storage. Times
// are milliseconds since 1970, durations are milliseconds, `random` is between 0 and 1.
//
// Full jitter: each pause is random between 0 and a ceiling that doubles, so that many devices spread out
// instead of returning in waves (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).

/** Ceiling of the first pause, and the shortest and longest pause. */
const FIRST_PAUSE_MS = 2_000
const MIN_PAUSE_MS = 100
export const MAX_PAUSE_MS = 5 * 60_000
/**
 * For this long after the first failure a device may retry {@link EARLY_CALLS} times; then once a minute at
 * most.
 */
const EARLY_PERIOD_MS = 30_000
/**
 * Automatic calls in that period after the first failed one (docs/decisions/014-one-backoff.md). Few, because
 * several calls can be in flight when the server fails, and browsers repeat a request on their own when its
 * connection is closed.
 */
const EARLY_CALLS = 3
/** Minimum time between two automatic calls after that period. */
export const LATER_INTERVAL_MS = 60_000
/** A call that has not ended after this time no longer blocks other calls. */
const CALL_LEASE_MS = 20_000
/** Longest pause that a server can ask for with `Retry-After`; longer ones are cut. */
export const MAX_RETRY_AFTER_MS = HOUR
/**
 * The network must have been offline for at least this long for its return to bring the next call forward.
 */
export const MIN_OFFLINE_MS = 5_000
/**
 * Calls after the network returns are spread over this period: a train that leaves a tunnel carries many
 * phones.
 */
export const ONLINE_SPREAD_MS = 10_000

/** The ceiling after `pauses` pauses: `first`, doubled each time, at most `longest`. */
export const ceilingAfter = (pauses: number, first: number, longest: number) =>
  Math.min(first * 2 ** pauses, longest)

/** State of a server, or of one kind of call to it, that failed and has not succeeded since. */
export interface Trouble {
  /** Consecutive failures of automatic calls. */
  failures: number
  /** When the first failed call was made. */
  since: number
  /** When that failure was noticed. */
  noticedAt: number
  /** When the last automatic call was made. */
  calledAt: number
  /** Automatic calls in {@link EARLY_PERIOD_MS} after the first failure. */
  earlyCalls: number
  /** Earliest time of the next automatic call. */
  notBefore: number
  /**
   * Earliest time by the server's `Retry-After`; a network change does not bring it forward. 0 if not sent.
   */
  retryAt: number
  /** Whether a returning network has already brought the next call forward. */
  forwarded: boolean
  /** Whether the last failure was no response at all. */
  silent: boolean
}

export interface Failure {
  now: number
  /** When the call was made. */
  startedAt: number
  /** From the server's `Retry-After`. */
  retryAfter: number | null
  /** Whether the user asked for the call. */
  asked: boolean
  silent: boolean
  random: number
}

/**
 * Consecutive failures after which the server counts as in trouble: a single one may be a dropped connection.
 */
export const MIN_FAILURES = 2

/**
 * Whether the user should be told: the server has failed repeatedly, or it is not called again soon, because enough
 * calls failed at once or because it asked for a pause.
 */
export const isUnreachable = ({ failures, earlyCalls, retryAt, noticedAt }: Trouble) =>
  failures >= MIN_FAILURES || earlyCalls >= EARLY_CALLS || retryAt - noticedAt > FIRST_PAUSE_MS

/** When the next automatic call may be made. */
export const nextCallAt = ({ notBefore, retryAt }: Trouble) => Math.max(notBefore, retryAt)

const isEarly = ({ since, earlyCalls }: Trouble, at: number) =>
  earlyCalls < EARLY_CALLS && at < since + EARLY_PERIOD_MS

/** The earliest time at or after `wanted` that the limits allow. */
const allowedFrom = (trouble: Trouble, wanted: number): number =>
  isEarly(trouble, wanted) ? wanted : Math.max(wanted, trouble.calledAt + LATER_INTERVAL_MS)

/**
 * The end of the next pause, which begins at `from`. After the early period the jitter is added to the
 * minute.
 */
function afterPause(trouble: Trouble, from: number, random: number): number {
  const ceiling = ceilingAfter(trouble.failures - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS - LATER_INTERVAL_MS)
  const jitter = Math.max(MIN_PAUSE_MS, Math.round(random * ceiling))
  const early = from + jitter
  return isEarly(trouble, early) ? early : Math.max(from, trouble.calledAt + LATER_INTERVAL_MS + jitter)
}

const afterCall = (trouble: Trouble, at: number): Trouble => ({
  ...trouble,
  calledAt: Math.max(trouble.calledAt, at),
  earlyCalls: trouble.earlyCalls + (at < trouble.since + EARLY_PERIOD_MS ? 1 : 0),
})

const retryTime = (now: number, retryAfter: number | null) =>
  retryAfter === null ? 0 : now + Math.min(Math.max(0, retryAfter), MAX_RETRY_AFTER_MS)

/** The state after a call failed. */
export function afterFailure(
  trouble: Trouble | undefined,
  { now, startedAt, retryAfter, asked, silent, random }: Failure,
): Trouble {
  const retryAt = Math.max(trouble?.retryAt ?? 0, retryTime(now, retryAfter))
  // A call the user asked for does not change the pauses of automatic calls.
  if (trouble !== undefined && asked) return { ...trouble, retryAt, silent }
  if (trouble !== undefined && startedAt <= trouble.noticedAt) {
    // A call that was already in flight when the trouble was noticed is the same failure, but counts as an
    // early call.
    const counted = afterCall(trouble, startedAt)
    return { ...counted, notBefore: allowedFrom(counted, trouble.notBefore), retryAt, silent }
  }
  const begun = trouble ?? {
    failures: 0,
    since: startedAt,
    noticedAt: now,
    calledAt: startedAt,
    earlyCalls: 0,
    notBefore: 0,
    retryAt: 0,
    forwarded: false,
    silent,
  }
  const next = { ...begun, failures: begun.failures + 1, retryAt, silent, forwarded: false }
  return { ...next, notBefore: afterPause(next, now, random) }
}

/**
 * The state when an automatic call starts: until its result is known, the next one waits {@link
 * CALL_LEASE_MS}.
 */
export function afterClaim(trouble: Trouble, now: number): Trouble {
  const called = afterCall(trouble, now)
  return { ...called, notBefore: allowedFrom(called, now + CALL_LEASE_MS) }
}

/**
 * The state after the network has come back: the next call is brought forward, once per pause, within the
 * limits and not before `Retry-After`.
 */
export function afterNetworkReturn(trouble: Trouble, now: number, random: number): Trouble {
  if (trouble.forwarded) return trouble
  const earliest = allowedFrom(trouble, now + Math.round(random * ONLINE_SPREAD_MS))
  return { ...trouble, forwarded: true, notBefore: Math.min(trouble.notBefore, earliest) }
}

/**
 * Shifts the times after the device's clock was set back, so that calls are not blocked until the old time.
 */
export function adjustToClock(trouble: Trouble, now: number): Trouble {
  const ahead = Math.max(trouble.calledAt, trouble.retryAt - MAX_RETRY_AFTER_MS) - now
  if (ahead <= 0) return trouble
  return {
    ...trouble,
    since: trouble.since - ahead,
    noticedAt: trouble.noticedAt - ahead,
    calledAt: Math.min(trouble.calledAt, now),
    notBefore: trouble.notBefore - ahead,
    retryAt: trouble.retryAt === 0 ? 0 : trouble.retryAt - ahead,
  }
}

/**
 * `Retry-After` in milliseconds, from seconds or an HTTP date (RFC 9110, 10.2.3), relative to `Date` if it is
 * sent.
 */
export function readRetryAfter(headers: Pick<Headers, 'get'>, now: number): number | null {
  const header = headers.get('retry-after')
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  if (Number.isNaN(at)) return null
  const serverNow = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(serverNow) ? now : serverNow))
}

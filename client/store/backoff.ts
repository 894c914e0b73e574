import { HOUR } from '../../data/model/constants.ts'

// How long a device waits before it calls a server that failed. Pure arithmetic: no timers, no storage. The times are milliseconds since 1970,
// the periods milliseconds, `random` is from 0 to 1.
//
// Full jitter: each pause is drawn from nought to a ceiling that doubles, so that many devices spread out instead of coming back in waves
// (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).

/** Ceiling of the first pause, and the shortest and longest pause. */
const FIRST_PAUSE = 2_000
const SHORTEST_PAUSE = 100
export const LONGEST_PAUSE = 5 * 60_000
/** For this long after the first failure a device may try a few times; after that once a minute at most. */
const EARLY_PERIOD = 30_000
/**
 * Automatic calls in that period, after the one that failed first. 8 is the limit for all: several calls can be under way when a server fails, and
 * browsers themselves repeat a request whose connection is closed.
 */
const EARLY_CALLS = 3
/** Least time between two automatic calls after that period. */
const LATER_PERIOD = 60_000
/** A call that has not ended by then no longer keeps others from calling. */
const CALL_LEASE = 20_000
/** A server that asks for a longer pause is asked again after this one. */
export const LONGEST_RETRY_AFTER = HOUR
/** A network that comes back after being away for at least this long is a reason to call earlier. */
export const REAL_OFFLINE = 5_000
/** Calls that a returning network brings about are spread over this period: a train leaving a tunnel carries many phones. */
export const ONLINE_SPREAD = 10_000

/** The ceiling after so many pauses: `first`, doubling, at most `longest`. */
export const ceilingAfter = (pauses: number, first: number, longest: number) =>
  Math.min(first * 2 ** pauses, longest)

/** What is known of a server, or of one kind of call to it, that failed and has not succeeded since. */
export interface Trouble {
  /** Failures in a row, of automatic calls. */
  failures: number
  /** When the call that failed first was made. */
  since: number
  /** When that failure was noticed. */
  noticedAt: number
  /** When the last automatic call was made. */
  calledAt: number
  /** Automatic calls in {@link EARLY_PERIOD} after the first failure. */
  earlyCalls: number
  /** No automatic call before this. */
  notBefore: number
  /** What the server asked for with `Retry-After`: nothing brings a call before this. 0 when it has not asked. */
  retryAt: number
  /** A returning network has brought the next call forward already. */
  forwarded: boolean
  /** The last failure was no answer at all. */
  silent: boolean
}

export interface Failure {
  now: number
  /** When the call was made. */
  startedAt: number
  /** From the server's `Retry-After`. */
  retryAfter: number | null
  /** The person asked for the call. */
  asked: boolean
  silent: boolean
  random: number
}

/** When the next automatic call may be made. */
export const nextCallAt = ({ notBefore, retryAt }: Trouble) => Math.max(notBefore, retryAt)

const isEarly = ({ since, earlyCalls }: Trouble, at: number) =>
  earlyCalls < EARLY_CALLS && at < since + EARLY_PERIOD

/** The earliest time that the limits allow, from `wanted` on. */
const allowedFrom = (trouble: Trouble, wanted: number): number =>
  isEarly(trouble, wanted) ? wanted : Math.max(wanted, trouble.calledAt + LATER_PERIOD)

/** The time after the next pause, which begins at `from`. Beyond the early period the jitter comes on top of the minute. */
function afterPause(trouble: Trouble, from: number, random: number): number {
  const ceiling = ceilingAfter(trouble.failures - 1, FIRST_PAUSE, LONGEST_PAUSE - LATER_PERIOD)
  const jitter = Math.max(SHORTEST_PAUSE, Math.round(random * ceiling))
  const early = from + jitter
  return isEarly(trouble, early) ? early : Math.max(from, trouble.calledAt + LATER_PERIOD + jitter)
}

const afterCall = (trouble: Trouble, at: number): Trouble => ({
  ...trouble,
  calledAt: Math.max(trouble.calledAt, at),
  earlyCalls: trouble.earlyCalls + (at < trouble.since + EARLY_PERIOD ? 1 : 0),
})

const retryTime = (now: number, retryAfter: number | null) =>
  retryAfter === null ? 0 : now + Math.min(Math.max(0, retryAfter), LONGEST_RETRY_AFTER)

/** After a call that failed. */
export function afterFailure(
  trouble: Trouble | undefined,
  { now, startedAt, retryAfter, asked, silent, random }: Failure,
): Trouble {
  const retryAt = Math.max(trouble?.retryAt ?? 0, retryTime(now, retryAfter))
  // A person's own call says nothing of the pauses.
  if (trouble !== undefined && asked) return { ...trouble, retryAt, silent }
  if (trouble !== undefined && startedAt <= trouble.noticedAt) {
    // One that was under way before the trouble was known is the same failure, and one of the early calls.
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

/** As an automatic call is made: until its outcome is known, no other follows within {@link CALL_LEASE}, nor sooner than the limits allow. */
export function afterClaim(trouble: Trouble, now: number): Trouble {
  const called = afterCall(trouble, now)
  return { ...called, notBefore: allowedFrom(called, now + CALL_LEASE) }
}

/** After the network has come back: the next call comes earlier, once in each pause, within the limits and after `Retry-After`. */
export function afterReturn(trouble: Trouble, now: number, random: number): Trouble {
  if (trouble.forwarded) return trouble
  const earliest = allowedFrom(trouble, now + Math.round(random * ONLINE_SPREAD))
  return { ...trouble, forwarded: true, notBefore: Math.min(trouble.notBefore, earliest) }
}

/** A device's clock may be set back: what was noted by the later clock must not silence the device for longer than any pause. */
export function onThisClock(trouble: Trouble, now: number): Trouble {
  const ahead = trouble.calledAt - now
  if (ahead <= 0) return trouble
  return {
    ...trouble,
    since: trouble.since - ahead,
    noticedAt: trouble.noticedAt - ahead,
    calledAt: now,
    notBefore: trouble.notBefore - ahead,
    retryAt: trouble.retryAt === 0 ? 0 : trouble.retryAt - ahead,
  }
}

/** `Retry-After` in milliseconds: seconds, or an HTTP date (RFC 9110, 10.2.3) by the server's own clock where `Date` tells it. */
export function readRetryAfter(headers: Pick<Headers, 'get'>, now: number): number | null {
  const header = headers.get('retry-after')
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  if (Number.isNaN(at)) return null
  const serverNow = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(serverNow) ? now : serverNow))
}

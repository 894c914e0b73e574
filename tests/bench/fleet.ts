import {
  afterClaim,
  afterFailure,
  nextCallAt,
  ONLINE_SPREAD_MS,
  type Trouble,
} from '../../client/store/backoff.ts'

// Simulates many devices and one server with an event queue and the product's own back-off
// (client/store/backoff.ts). Each device has the page open and makes one automatic call, which sends its
// unsent change and fetches changes from other devices.

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** How often a visible page calls (client/store/sync-loop.ts). */
const POLL_INTERVAL_MS = 60 * SECOND

export interface FleetOptions {
  devices: number
  seed: number
  /**
   * When the server goes down and comes back, milliseconds from the start. `tunnel`: all devices are offline
   * for that time instead.
   */
  away: { from: number; to: number; tunnel?: boolean }
  /** Calls a second that the server answers before the outage and after the recovery. The rest get 503. */
  capacity: number
  /** Calls a second that it answers in the first `weakFor` milliseconds after its return. */
  weakCapacity: number
  weakFor: number
  /** `Retry-After` of the 503 responses. Seconds. */
  retryAfter: number
  /** Length of the simulation. Milliseconds. */
  length: number
  /** The pauses of the product, or others for comparison. */
  policy?: 'product' | 'no jitter' | 'every second'
}

export interface FleetResult {
  /** Number of calls in each second from the start. */
  calls: number[]
  /** Number of calls refused with 503 in each second. */
  refused: number[]
  /** Total number of changes delivered by the end of each second. */
  delivered: number[]
  /** Number of changes made, delivered, and delivered more than once. */
  made: number
  arrived: number
  doubled: number
}

/** A seeded random number generator with values between 0 and 1 (mulberry32, T. Ettinger, public domain). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * An event queue with buckets of a tenth of a second. Events within a bucket are sorted by time when it
 * starts.
 */
class EventQueue {
  private readonly buckets: { at: number; device: number; type: 'call' | 'change' | 'network' }[][] = []
  add(at: number, device: number, type: 'call' | 'change' | 'network') {
    ;(this.buckets[Math.floor(at / 100)] ??= []).push({ at, device, type })
  }
  *until(end: number) {
    for (let bucket = 0; bucket * 100 < end; bucket++) {
      // Events added to the current bucket during its iteration are included.
      for (let index = 0; index < (this.buckets[bucket]?.length ?? 0); index++) {
        if (index === 0) this.buckets[bucket]!.sort((a, b) => a.at - b.at)
        yield this.buckets[bucket]![index]!
      }
      delete this.buckets[bucket]
    }
  }
}

interface Device {
  trouble: Trouble | undefined
  unsent: boolean
  arrived: boolean
  /** Time of its next call. Calls scheduled earlier for another time are ignored. */
  nextCall: number
}

/** Runs the simulation. Every device makes one change at a random time during the outage. */
export function runFleet(options: FleetOptions): FleetResult {
  const { devices, away, capacity, weakCapacity, weakFor, retryAfter, length, policy = 'product' } = options
  const random = seeded(options.seed)
  const jitter = () => (policy === 'no jitter' ? 1 : random())
  const events = new EventQueue()
  const seconds = Math.ceil(length / SECOND)
  const calls = Array.from<number>({ length: seconds }).fill(0)
  const refused = Array.from<number>({ length: seconds }).fill(0)
  const delivered = Array.from<number>({ length: seconds }).fill(0)
  const fleet: Device[] = Array.from({ length: devices }, () => ({
    trouble: undefined,
    unsent: false,
    arrived: false,
    nextCall: -1,
  }))
  let made = 0
  let arrived = 0
  let doubled = 0

  const schedule = (device: number, at: number) => {
    fleet[device]!.nextCall = at
    events.add(at, device, 'call')
  }
  for (let device = 0; device < devices; device++) {
    schedule(device, random() * POLL_INTERVAL_MS)
    events.add(away.from + random() * (away.to - away.from), device, 'change')
    if (away.tunnel) events.add(away.to, device, 'network')
  }

  const isOutage = (at: number) => at >= away.from && at < away.to
  /** Number of calls in the current second. */
  let second = -1
  let callsInSecond = 0
  const respond = (at: number): 'yes' | 'no answer' | 'busy' => {
    if (isOutage(at)) return 'no answer'
    const now = Math.floor(at / SECOND)
    if (now !== second) {
      second = now
      callsInSecond = 0
    }
    const limit = at >= away.to && at < away.to + weakFor ? weakCapacity : capacity
    return ++callsInSecond > limit ? 'busy' : 'yes'
  }

  for (const { at, device, type } of events.until(length)) {
    const state = fleet[device]!
    if (type === 'change') {
      state.unsent = true
      made++
      // An offline page waits for the network, and one whose server is in trouble waits for the gate.
      if (state.trouble === undefined && !(away.tunnel && isOutage(at))) schedule(device, at)
      continue
    }
    if (type === 'network') {
      schedule(device, at + jitter() * ONLINE_SPREAD_MS)
      continue
    }
    if (at !== state.nextCall) continue
    if (away.tunnel && isOutage(at)) {
      schedule(device, at + POLL_INTERVAL_MS)
      continue
    }
    if (state.trouble !== undefined) state.trouble = afterClaim(state.trouble, at)
    calls[Math.floor(at / SECOND)]!++
    const answer = respond(at)
    if (answer === 'yes') {
      state.trouble = undefined
      if (state.unsent) {
        if (state.arrived) doubled++
        state.arrived = true
        state.unsent = false
        arrived++
        delivered[Math.floor(at / SECOND)]!++
      }
      schedule(device, at + POLL_INTERVAL_MS)
      continue
    }
    if (answer === 'busy') refused[Math.floor(at / SECOND)]!++
    state.trouble = afterFailure(state.trouble, {
      // A refused connection fails at once.
      now: at + 1,
      startedAt: at,
      retryAfter: answer === 'busy' ? retryAfter * SECOND : null,
      asked: false,
      silent: answer === 'no answer',
      random: jitter(),
    })
    schedule(device, policy === 'every second' ? at + SECOND : nextCallAt(state.trouble))
  }
  let sum = 0
  return { calls, refused, delivered: delivered.map((count) => (sum += count)), made, arrived, doubled }
}

/**
 * Ten thousand devices, and a server that is down for ten minutes and has a tenth of its capacity for ten
 * more.
 */
export const OUTAGE: FleetOptions = {
  devices: 10_000,
  seed: 2026,
  away: { from: 2 * MINUTE, to: 12 * MINUTE },
  capacity: 1_000,
  weakCapacity: 100,
  weakFor: 10 * MINUTE,
  retryAfter: 1,
  length: 40 * MINUTE,
}

/** The same devices in a tunnel for ten minutes. All get their network back at the same moment. */
export const TUNNEL: FleetOptions = { ...OUTAGE, away: { ...OUTAGE.away, tunnel: true }, weakCapacity: 1_000 }

const max = (calls: readonly number[], from: number, to: number) =>
  Math.max(0, ...calls.slice(from / SECOND, to / SECOND))
const mean = (calls: readonly number[], from: number, to: number) =>
  calls.slice(from / SECOND, to / SECOND).reduce((sum, count) => sum + count, 0) / ((to - from) / SECOND)

/**
 * Figures of a run: calls a second in its phases, and when half, 99 % and all changes were delivered, in
 * milliseconds after the return; `null` if they were not.
 */
export function figures({ away, weakFor }: FleetOptions, result: FleetResult) {
  const { calls, delivered, made } = result
  const when = (share: number) => {
    const second = delivered.findIndex((count) => count >= made * share)
    return second < 0 ? null : Math.max(0, (second + 1) * SECOND - away.to)
  }
  return {
    before: mean(calls, 0, away.from),
    firstMinute: {
      mean: mean(calls, away.from, away.from + MINUTE),
      max: max(calls, away.from, away.from + MINUTE),
    },
    later: { mean: mean(calls, away.from + MINUTE, away.to), max: max(calls, away.from + MINUTE, away.to) },
    back: { mean: mean(calls, away.to, away.to + MINUTE), max: max(calls, away.to, away.to + MINUTE) },
    weak: {
      mean: mean(calls, away.to + MINUTE, away.to + weakFor),
      max: max(calls, away.to + MINUTE, away.to + weakFor),
    },
    after: mean(calls, away.to + weakFor, calls.length * SECOND),
    refused: result.refused.reduce((sum, count) => sum + count, 0),
    half: when(0.5),
    nearlyAll: when(0.99),
    all: when(1),
  }
}

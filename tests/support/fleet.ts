import {
  afterClaim,
  afterFailure,
  nextCallAt,
  ONLINE_SPREAD_MS,
  type Trouble,
} from '../../client/store/backoff.ts'
import { mulberry32 } from './scale-set.ts'

// Simulates many devices and one server with an event queue and the product's own back-off
// (client/store/backoff.ts). Each device has the page open and one background call: it sends unsent changes,
// or otherwise asks for changes from other devices.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Time between two calls of a visible page (client/store/sync-loop.ts). */
const POLL_INTERVAL_MS = 60 * SECOND_MS

export interface FleetOptions {
  devices: number
  seed: number
  /**
   * When the outage begins and ends, in milliseconds from the start. `tunnel`: the devices have no network in
   * that time, instead of the server being away.
   */
  away: { from: number; to: number; tunnel?: boolean }
  /** Calls a second that the server answers normally. */
  normalCapacity: number
  /**
   * Calls a second that it answers in the first `reducedForMs` milliseconds after the outage; to the rest it
   * replies 503 with `retryAfter` seconds.
   */
  reducedCapacity: number
  reducedForMs: number
  retryAfter: number
  /** Simulated time in milliseconds. Every device makes one change at a random time during the outage. */
  length: number
  /** The back-off of the product, or another one to compare it with. */
  policy?: 'product' | 'no jitter' | 'every second'
}

export interface FleetResult {
  /** Number of calls in each second. */
  calls: number[]
  /** Number of calls in each second that got 503. */
  refused: number[]
  /** Number of changes delivered by the end of each second. */
  delivered: number[]
  /** Number of changes made, delivered, and delivered more than once. */
  changes: number
  arrived: number
  duplicates: number
}

/** A queue of events in buckets of 100 ms. */
class EventQueue {
  private readonly buckets: { at: number; device: number; what: 'call' | 'change' | 'network' }[][] = []
  add(at: number, device: number, what: 'call' | 'change' | 'network') {
    ;(this.buckets[Math.floor(at / 100)] ??= []).push({ at, device, what })
  }
  *until(end: number) {
    for (let bucket = 0; bucket * 100 < end; bucket++) {
      // Events that are added to the current bucket are still processed in it.
      for (let index = 0; index < (this.buckets[bucket]?.length ?? 0); index++) {
        if (index === 0) this.buckets[bucket]!.sort((a, b) => a.at - b.at)
        yield this.buckets[bucket]![index]!
      }
      delete this.buckets[bucket]
    }
  }
}

interface Phone {
  trouble: Trouble | undefined
  unsent: boolean
  arrived: boolean
  /** Time of the planned call; calls planned before are ignored. */
  planned: number
}

/** Runs the simulation. */
export function runFleet(options: FleetOptions): FleetResult {
  const {
    devices,
    away,
    normalCapacity,
    reducedCapacity,
    reducedForMs,
    retryAfter,
    length,
    policy = 'product',
  } = options
  const random = mulberry32(options.seed)
  const draw = () => (policy === 'no jitter' ? 1 : random())
  const events = new EventQueue()
  const seconds = Math.ceil(length / SECOND_MS)
  const calls = Array.from<number>({ length: seconds }).fill(0)
  const refused = Array.from<number>({ length: seconds }).fill(0)
  const delivered = Array.from<number>({ length: seconds }).fill(0)
  const phones: Phone[] = Array.from({ length: devices }, () => ({
    trouble: undefined,
    unsent: false,
    arrived: false,
    planned: -1,
  }))
  let changes = 0
  let arrived = 0
  let duplicates = 0

  const plan = (device: number, at: number) => {
    phones[device]!.planned = at
    events.add(at, device, 'call')
  }
  for (let device = 0; device < devices; device++) {
    plan(device, random() * POLL_INTERVAL_MS)
    events.add(away.from + random() * (away.to - away.from), device, 'change')
    if (away.tunnel) events.add(away.to, device, 'network')
  }

  const isAway = (at: number) => at >= away.from && at < away.to
  /** The current second, and the calls in it so far. */
  let second = -1
  let taken = 0
  const answers = (at: number): 'yes' | 'no answer' | 'busy' => {
    if (isAway(at)) return 'no answer'
    const now = Math.floor(at / SECOND_MS)
    if (now !== second) {
      second = now
      taken = 0
    }
    const capacity = at >= away.to && at < away.to + reducedForMs ? reducedCapacity : normalCapacity
    return ++taken > capacity ? 'busy' : 'yes'
  }

  for (const { at, device, what } of events.until(length)) {
    const phone = phones[device]!
    if (what === 'change') {
      phone.unsent = true
      changes++
      // Without a network the device waits for it; after a failure it waits for its back-off.
      if (phone.trouble === undefined && !(away.tunnel && isAway(at))) plan(device, at)
      continue
    }
    if (what === 'network') {
      plan(device, at + draw() * ONLINE_SPREAD_MS)
      continue
    }
    if (at !== phone.planned) continue
    if (away.tunnel && isAway(at)) {
      plan(device, at + POLL_INTERVAL_MS)
      continue
    }
    if (phone.trouble !== undefined) phone.trouble = afterClaim(phone.trouble, at)
    calls[Math.floor(at / SECOND_MS)]!++
    const answer = answers(at)
    if (answer === 'yes') {
      phone.trouble = undefined
      if (phone.unsent) {
        if (phone.arrived) duplicates++
        phone.arrived = true
        phone.unsent = false
        arrived++
        delivered[Math.floor(at / SECOND_MS)]!++
      }
      plan(device, at + POLL_INTERVAL_MS)
      continue
    }
    if (answer === 'busy') refused[Math.floor(at / SECOND_MS)]!++
    phone.trouble = afterFailure(phone.trouble, {
      // A refused connection fails immediately.
      now: at + 1,
      startedAt: at,
      retryAfter: answer === 'busy' ? retryAfter * SECOND_MS : null,
      asked: false,
      silent: answer === 'no answer',
      random: draw(),
    })
    plan(device, policy === 'every second' ? at + SECOND_MS : nextCallAt(phone.trouble))
  }
  let sum = 0
  return { calls, refused, delivered: delivered.map((count) => (sum += count)), changes, arrived, duplicates }
}

/**
 * 10,000 devices; the server is away for ten minutes and then has a tenth of its capacity for another ten.
 */
export const OUTAGE: FleetOptions = {
  devices: 10_000,
  seed: 2026,
  away: { from: 2 * MINUTE_MS, to: 12 * MINUTE_MS },
  normalCapacity: 1_000,
  reducedCapacity: 100,
  reducedForMs: 10 * MINUTE_MS,
  retryAfter: 1,
  length: 40 * MINUTE_MS,
}

/** The same devices without a network for ten minutes; all of them get it back at the same time. */
export const TUNNEL: FleetOptions = {
  ...OUTAGE,
  away: { ...OUTAGE.away, tunnel: true },
  reducedCapacity: 1_000,
}

const most = (calls: readonly number[], from: number, to: number) =>
  Math.max(0, ...calls.slice(from / SECOND_MS, to / SECOND_MS))
const mean = (calls: readonly number[], from: number, to: number) =>
  calls.slice(from / SECOND_MS, to / SECOND_MS).reduce((sum, count) => sum + count, 0) /
  ((to - from) / SECOND_MS)

/**
 * The results of a run: calls a second, and milliseconds from the end of the outage until changes are
 * delivered, `null` if they are not.
 */
export function figures({ away, reducedForMs }: FleetOptions, result: FleetResult) {
  const { calls, delivered, changes } = result
  const when = (share: number) => {
    const second = delivered.findIndex((count) => count >= changes * share)
    return second < 0 ? null : Math.max(0, (second + 1) * SECOND_MS - away.to)
  }
  return {
    before: mean(calls, 0, away.from),
    firstMinute: {
      mean: mean(calls, away.from, away.from + MINUTE_MS),
      most: most(calls, away.from, away.from + MINUTE_MS),
    },
    later: {
      mean: mean(calls, away.from + MINUTE_MS, away.to),
      most: most(calls, away.from + MINUTE_MS, away.to),
    },
    back: {
      mean: mean(calls, away.to, away.to + MINUTE_MS),
      most: most(calls, away.to, away.to + MINUTE_MS),
    },
    weak: {
      mean: mean(calls, away.to + MINUTE_MS, away.to + reducedForMs),
      most: most(calls, away.to + MINUTE_MS, away.to + reducedForMs),
    },
    after: mean(calls, away.to + reducedForMs, calls.length * SECOND_MS),
    refused: result.refused.reduce((sum, count) => sum + count, 0),
    half: when(0.5),
    nearlyAll: when(0.99),
    all: when(1),
  }
}

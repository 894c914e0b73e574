import {
  afterClaim,
  afterFailure,
  nextCallAt,
  ONLINE_SPREAD,
  type Trouble,
} from '../../client/store/backoff.ts'

// Many devices and one server, by the second and by the millisecond: an event queue over the product's own arithmetic (client/store/backoff.ts). Each
// device has the page open and one call that it makes by itself: to send what is unsent, else to ask what happened elsewhere.

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** How often a page that is looked at asks (client/store/sync-loop.ts). */
const LOOK_EVERY = 60 * SECOND

export interface FleetOptions {
  devices: number
  seed: number
  /** When the server goes and comes back, milliseconds from the beginning. `null`: the whole fleet is without a network for that time instead. */
  away: { from: number; to: number; tunnel?: boolean }
  /** Calls a second that the server answers before it goes and when it is well again. */
  strength: number
  /** Calls a second that it answers after its return, for `weakFor` milliseconds; beyond that it answers 503 with `retryAfter` seconds. */
  weakStrength: number
  weakFor: number
  retryAfter: number
  /** Every device makes one change at a random moment while the server is away. */
  length: number
  /** The pauses of the product, or what a comparison puts in their place. */
  policy?: 'product' | 'no jitter' | 'every second'
}

export interface FleetResult {
  /** Calls in each second from the beginning. */
  calls: number[]
  /** Calls that were turned away with 503, in each second. */
  refused: number[]
  /** Changes delivered until the end of each second. */
  delivered: number[]
  /** Changes made, delivered, and delivered more than once. */
  made: number
  arrived: number
  doubled: number
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32, T. Ettinger, public domain). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A queue of what happens when: buckets of a tenth of a second, each in the order in which it was filled. */
class Agenda {
  private readonly buckets: { at: number; device: number; what: 'call' | 'change' | 'network' }[][] = []
  add(at: number, device: number, what: 'call' | 'change' | 'network') {
    ;(this.buckets[Math.floor(at / 100)] ??= []).push({ at, device, what })
  }
  *until(end: number) {
    for (let bucket = 0; bucket * 100 < end; bucket++) {
      // What is added to this tenth of a second while it is gone through is met in it.
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
  /** The time of the call it has planned; others that were planned before are void. */
  planned: number
}

/** @returns what the server saw, by the second */
export function runFleet(options: FleetOptions): FleetResult {
  const { devices, away, strength, weakStrength, weakFor, retryAfter, length, policy = 'product' } = options
  const random = seeded(options.seed)
  const draw = () => (policy === 'no jitter' ? 1 : random())
  const agenda = new Agenda()
  const seconds = Math.ceil(length / SECOND)
  const calls = Array.from<number>({ length: seconds }).fill(0)
  const refused = Array.from<number>({ length: seconds }).fill(0)
  const delivered = Array.from<number>({ length: seconds }).fill(0)
  const phones: Phone[] = Array.from({ length: devices }, () => ({
    trouble: undefined,
    unsent: false,
    arrived: false,
    planned: -1,
  }))
  let made = 0
  let arrived = 0
  let doubled = 0

  const plan = (device: number, at: number) => {
    phones[device]!.planned = at
    agenda.add(at, device, 'call')
  }
  for (let device = 0; device < devices; device++) {
    plan(device, random() * LOOK_EVERY)
    agenda.add(away.from + random() * (away.to - away.from), device, 'change')
    if (away.tunnel) agenda.add(away.to, device, 'network')
  }

  const isAway = (at: number) => at >= away.from && at < away.to
  /** How many calls the server has taken in this second. */
  let second = -1
  let taken = 0
  const answers = (at: number): 'yes' | 'no answer' | 'busy' => {
    if (isAway(at)) return 'no answer'
    const now = Math.floor(at / SECOND)
    if (now !== second) {
      second = now
      taken = 0
    }
    const capacity = at >= away.to && at < away.to + weakFor ? weakStrength : strength
    return ++taken > capacity ? 'busy' : 'yes'
  }

  for (const { at, device, what } of agenda.until(length)) {
    const phone = phones[device]!
    if (what === 'change') {
      phone.unsent = true
      made++
      // A page without a network waits for it; one whose server is in trouble waits for the gate.
      if (phone.trouble === undefined && !(away.tunnel && isAway(at))) plan(device, at)
      continue
    }
    if (what === 'network') {
      plan(device, at + draw() * ONLINE_SPREAD)
      continue
    }
    if (at !== phone.planned) continue
    if (away.tunnel && isAway(at)) {
      plan(device, at + LOOK_EVERY)
      continue
    }
    if (phone.trouble !== undefined) phone.trouble = afterClaim(phone.trouble, at)
    calls[Math.floor(at / SECOND)]!++
    const answer = answers(at)
    if (answer === 'yes') {
      phone.trouble = undefined
      if (phone.unsent) {
        if (phone.arrived) doubled++
        phone.arrived = true
        phone.unsent = false
        arrived++
        delivered[Math.floor(at / SECOND)]!++
      }
      plan(device, at + LOOK_EVERY)
      continue
    }
    if (answer === 'busy') refused[Math.floor(at / SECOND)]!++
    phone.trouble = afterFailure(phone.trouble, {
      // A connection that is refused fails in a moment.
      now: at + 1,
      startedAt: at,
      retryAfter: answer === 'busy' ? retryAfter * SECOND : null,
      asked: false,
      silent: answer === 'no answer',
      random: draw(),
    })
    plan(device, policy === 'every second' ? at + SECOND : nextCallAt(phone.trouble))
  }
  let sum = 0
  return { calls, refused, delivered: delivered.map((count) => (sum += count)), made, arrived, doubled }
}

/** Ten thousand devices, a server away for ten minutes that comes back at a tenth of its strength for ten more. */
export const OUTAGE: FleetOptions = {
  devices: 10_000,
  seed: 2026,
  away: { from: 2 * MINUTE, to: 12 * MINUTE },
  strength: 1_000,
  weakStrength: 100,
  weakFor: 10 * MINUTE,
  retryAfter: 1,
  length: 40 * MINUTE,
}

/** The same devices in a tunnel for ten minutes, all of which get their network back at the same moment. */
export const TUNNEL: FleetOptions = { ...OUTAGE, away: { ...OUTAGE.away, tunnel: true }, weakStrength: 1_000 }

const most = (calls: readonly number[], from: number, to: number) =>
  Math.max(0, ...calls.slice(from / SECOND, to / SECOND))
const mean = (calls: readonly number[], from: number, to: number) =>
  calls.slice(from / SECOND, to / SECOND).reduce((sum, count) => sum + count, 0) / ((to - from) / SECOND)

/** The figures of a run: calls a second, and when all is delivered, milliseconds after the return; `null` when it is not. */
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
      most: most(calls, away.from, away.from + MINUTE),
    },
    later: { mean: mean(calls, away.from + MINUTE, away.to), most: most(calls, away.from + MINUTE, away.to) },
    back: { mean: mean(calls, away.to, away.to + MINUTE), most: most(calls, away.to, away.to + MINUTE) },
    weak: {
      mean: mean(calls, away.to + MINUTE, away.to + weakFor),
      most: most(calls, away.to + MINUTE, away.to + weakFor),
    },
    after: mean(calls, away.to + weakFor, calls.length * SECOND),
    refused: result.refused.reduce((sum, count) => sum + count, 0),
    half: when(0.5),
    nearlyAll: when(0.99),
    all: when(1),
  }
}

import { testWhen } from './calendar.ts'
import { MAYBE, NO, YES } from './sureness.ts'
import type { Sureness } from './sureness.ts'
import { anchorInstant, dayOf, within } from './evaluate.ts'
import type { Scene } from './evaluate.ts'
import { isSameKind, precedence, reasonOf } from './precedence.ts'
import type { DayKind, LeashReason, Precedence } from './precedence.ts'
import type { Standing } from './read-leash.ts'
import type { DayTest, Span, When } from './rule.ts'

export type LeashState = 'off-leash' | 'on-leash' | 'no-dogs' | 'unknown'

/** From the strictest; a stricter answer is never wrong to follow. */
export const STRICTNESS: Readonly<Record<LeashState, number>> = {
  'no-dogs': 0,
  unknown: 1,
  'on-leash': 2,
  'off-leash': 3,
}

/** A rule of a text with the days it names, ready to be asked at an instant. */
export interface Ruling {
  /** What holds in its hours. */
  state: LeashState
  /** What follows for the other hours of its days; `null`: nothing, less specific rules go on. */
  otherwise: LeashState | null
  when: When
  /** Numbers of its kinds of days in {@link Rulings.kinds}. */
  kinds: readonly number[]
  /** Its hours are a part of the day. */
  timed: boolean
  /** It allows dogs off the leash without naming hours. */
  bare: boolean
  standing: Standing
  spans: readonly Span[]
  doubts: readonly Span[]
  note: string | null
}

export interface Rulings {
  rulings: readonly Ruling[]
  kinds: readonly DayKind[]
  /** The same kinds, as a calendar is asked for them. */
  whens: readonly When[]
  /** By two numbers of kinds: how the first ranks before the second, or that they are the same days. */
  order: readonly (readonly (Precedence | 'same')[])[]
}

/** What a text's rules need to be compared with each other, once for all days. */
export const compareKinds = (kinds: readonly DayKind[]): Omit<Rulings, 'rulings'> => ({
  kinds,
  whens: kinds.map((kind) => kind.map((test) => [test])),
  order: kinds.map((a) => kinds.map((b) => (isSameKind(a, b) ? 'same' : precedence(a, b)))),
})

export interface Verdict {
  state: LeashState
  implied: boolean
  note: string | null
  /** The kind of day whose rule decided, where it is more than a weekday. */
  reason: LeashReason | null
}
export const NOT_KNOWN: Verdict = { state: 'unknown', implied: false, note: null, reason: null }

/**
 * Where in a text's own order a rule speaks for some days: an exception, hours, whole days, what is left of a heading's days, and last what
 * only follows from hours.
 */
const EXCEPTION = 0
const HOURS = 1
const WHOLE_DAYS = 2
const LEFT_OVER = 3
const FOLLOWS = 4

/** What one rule says of an instant. */
interface Say {
  ruling: Ruling
  kinds: readonly number[]
  state: LeashState
  place: number
}

const isPrerendered = ({ place }: Say) => place !== FOLLOWS

function placeOf({ standing, timed }: Ruling): number {
  if (standing === 'exception') return EXCEPTION
  if (standing === 'other-times') return LEFT_OVER
  return timed ? HOURS : WHOLE_DAYS
}

/** Kinds of days that come one by one: 'Saturday 5pm-9am' may mean the morning of that day or of the next. */
const ONE_BY_ONE = new Set<DayTest['kind']>(['weekdays', 'school-day', 'public-holiday', 'easter-day'])
const areOneByOne = (kind: DayKind) => kind.some((test) => ONE_BY_ONE.has(test.kind))

/**
 * How sure it is that an instant lies in a rule's hours, on a day of one of `kinds`. Times that run past midnight are the morning and the
 * evening of each of its days.
 */
function hits(
  ruling: Ruling,
  kinds: readonly number[],
  { kinds: all }: Rulings,
  day: number,
  now: number,
  scene: Scene,
): Sureness {
  let sure: Sureness = NO
  for (const span of ruling.spans) {
    let found: Sureness = NO
    if (!span.overnight) {
      const inside = within(span, day, now, scene)
      found = inside === null ? MAYBE : inside ? YES : NO
    } else {
      const from = anchorInstant(span.from, day, scene)
      const to = anchorInstant(span.to, day, scene)
      if (from === null || to === null) found = MAYBE
      else if (now >= from) found = YES
      else if (now < to) {
        const isSure =
          !kinds.every((kind) => areOneByOne(all[kind]!)) ||
          testWhen(ruling.when, dayOf(day - 1), scene) === YES
        found = isSure ? YES : MAYBE
      }
    }
    if (found > sure) sure = found
  }
  return sure === NO && ruling.doubts.some((span) => within(span, day, now, scene) !== false) ? MAYBE : sure
}

/** Whether the night that began on the day before, for which the rule is, may last until `now`. */
function mayLastFromYesterday(
  ruling: Ruling,
  { kinds, whens }: Rulings,
  day: number,
  now: number,
  scene: Scene,
) {
  return ruling.spans.some((span) => {
    if (!span.overnight) return false
    const to = anchorInstant(span.to, day, scene)
    return (
      (to === null || now < to) &&
      ruling.kinds.some(
        (kind) => areOneByOne(kinds[kind]!) && testWhen(whens[kind]!, dayOf(day - 1), scene) !== NO,
      )
    )
  })
}

/** How `a` ranks before `b` on a day that is of these kinds: by one of its kinds before all of the other's. */
function ranks(a: Say, b: Say, { order }: Rulings): Precedence {
  let best: Precedence = null
  for (const first of a.kinds) {
    const all = b.kinds.map((second) => order[first]![second])
    if (!all.every((each) => each === 'clearly' || each === 'probably')) continue
    if (all.every((each) => each === 'clearly')) best = 'clearly'
    best ??= 'probably'
  }
  // 'Off-leash Sundays' names no hours: beside hours that hold every day it may mean those of a Sunday.
  return best === 'clearly' && a.ruling.bare && isPrerendered(a) && b.ruling.timed ? 'probably' : best
}

const areSameDays = (a: Say, b: Say, { order }: Rulings) =>
  a.kinds.some((first) => b.kinds.some((second) => order[first]![second] === 'same'))

const strictest = (says: readonly Say[]) =>
  says.reduce((least, say) => (STRICTNESS[say.state] < STRICTNESS[least.state] ? say : least))

/** What rules for the very same days say together; `null`: they contradict each other. */
function together(says: readonly Say[]): Say | null {
  const first = Math.min(...says.map(({ place }) => place))
  const say = strictest(says.filter(({ place }) => place === first))
  // 'Off-leash all day; before 9am': which of the two?
  const isContradicted =
    say.state === 'off-leash' &&
    (say.place === WHOLE_DAYS || say.place === LEFT_OVER) &&
    says.some(({ place, state }) => place === FOLLOWS && state !== 'off-leash')
  return isContradicted ? null : say
}

/** Rules that neither replace each other nor are for the same days: a limit that is written holds, else they must agree. */
function agree(says: readonly Say[]): Say | null {
  const say = strictest(says)
  if (says.every(({ state }) => state === say.state)) return says.find(isPrerendered) ?? say
  return says.find((each) => each.state === say.state && isPrerendered(each)) ?? null
}

/** What the rules that speak at an instant say: the most specific decide, and where their order is not clear, the stricter or nothing. */
function weigh(says: readonly Say[], rulings: Rulings): Say | null {
  const owners: Say[][] = []
  const others: Say[] = []
  for (const say of says) {
    let beaten: Precedence = null
    for (const other of says) {
      if (other === say || beaten === 'clearly') continue
      beaten = ranks(other, say, rulings) ?? beaten
    }
    if (beaten === 'probably') others.push(say)
    if (beaten !== null) continue
    const same = owners.find(([owner]) => areSameDays(owner!, say, rulings))
    if (same === undefined) owners.push([say])
    else same.push(say)
  }
  const voices = owners.map(together)
  if (voices.includes(null)) return null
  const owner = agree(voices as Say[])
  if (owner === null) return null
  const stricter = others.filter(({ state }) => STRICTNESS[state] < STRICTNESS[owner.state])
  return stricter.length === 0 ? owner : (stricter.filter(isPrerendered).sort(byStrictness)[0] ?? null)
}

const byStrictness = (a: Say, b: Say) => STRICTNESS[a.state] - STRICTNESS[b.state]

function toVerdict({ ruling, kinds, state, place }: Say, { kinds: all }: Rulings): Verdict {
  const reasons = kinds.map((kind) => reasonOf(all[kind]!))
  return {
    state,
    implied: place === FOLLOWS || ruling.standing === 'exception',
    note: place === FOLLOWS ? null : ruling.note,
    reason: reasons.includes(null) ? null : (reasons[0] ?? null),
  }
}

/** The last day asked for, by text: a search for the next change asks for each several times. */
const lastDays = new WeakMap<Rulings, { day: number; scene: Scene; sureness: Sureness[] }>()

/** How sure it is that a day is of each kind that a text names. */
function surenessOn(rulings: Rulings, day: number, scene: Scene): Sureness[] {
  const last = lastDays.get(rulings)
  if (last?.day === day && last.scene === scene) return last.sureness
  const sureness = rulings.whens.map((when) => testWhen(when, dayOf(day), scene))
  lastDays.set(rulings, { day, scene, sureness })
  return sureness
}

/** Questions with two answers each that are tried out at once; a text with more of them on one day is unknown then. */
const DOUBTS_MAX = 6

/** A rule on a day: of these kinds for sure, and in its hours so surely. */
interface Presence {
  ruling: Ruling
  kinds: readonly number[]
  hit: Sureness
}

/** What the rules say, for {@link decide}'s `rest`. `follows`: no more than follows from their hours. `named`: a rule names the day. */
export interface Outcome {
  verdict: Verdict | null
  follows: boolean
  named: boolean
}

/**
 * What a text's rules say at an instant on `day`; `rest` decides where they say nothing, and may overrule what only follows from their
 * hours. Where a day or an hour is in doubt, both answers must be the same.
 */
export function decide(
  rulings: Rulings,
  rest: (outcome: Outcome) => Verdict,
  day: number,
  now: number,
  scene: Scene,
): Verdict {
  const sureness = surenessOn(rulings, day, scene)
  const doubtful = sureness.flatMap((sure, index) => (sure === MAYBE ? [index] : []))

  const verdictOf = (presences: readonly Presence[], doubts = doubtful.length): Verdict => {
    const open = presences.findIndex(({ hit }) => hit === MAYBE)
    if (open >= 0) {
      if (doubts >= DOUBTS_MAX) return NOT_KNOWN
      const [yes, no] = ([YES, NO] as const).map((hit) =>
        verdictOf(
          presences.map((each, index) => (index === open ? { ...each, hit } : each)),
          doubts + 1,
        ),
      )
      return either(yes!, no!)
    }
    const says = presences.flatMap(({ ruling, kinds, hit }): Say[] => {
      if (hit === YES) return [{ ruling, kinds, state: ruling.state, place: placeOf(ruling) }]
      return ruling.otherwise === null ? [] : [{ ruling, kinds, state: ruling.otherwise, place: FOLLOWS }]
    })
    const named = presences.some(({ ruling }) => ruling.when.length > 0)
    if (says.length === 0) return rest({ verdict: null, follows: false, named })
    const say = weigh(says, rulings)
    if (say === null) return NOT_KNOWN
    return rest({ verdict: toVerdict(say, rulings), follows: !isPrerendered(say), named })
  }

  const verdictWith = (isOf: (kind: number) => boolean): Verdict => {
    const presences: Presence[] = []
    const nights: Ruling[] = []
    for (const ruling of rulings.rulings) {
      const kinds = ruling.kinds.filter(isOf)
      if (kinds.length > 0)
        presences.push({ ruling, kinds, hit: hits(ruling, kinds, rulings, day, now, scene) })
      else if (mayLastFromYesterday(ruling, rulings, day, now, scene)) nights.push(ruling)
    }
    const verdict = verdictOf(presences)
    return nights.every(({ state }) => state === verdict.state) ? verdict : NOT_KNOWN
  }

  if (doubtful.length > DOUBTS_MAX) return NOT_KNOWN
  const tryOut = (index: number, supposed: readonly number[]): Verdict => {
    if (index === doubtful.length)
      return verdictWith((kind) => sureness[kind] === YES || supposed.includes(kind))
    const yes = tryOut(index + 1, [...supposed, doubtful[index]!])
    return yes.state === 'unknown' ? NOT_KNOWN : either(yes, tryOut(index + 1, supposed))
  }
  return tryOut(0, [])
}

/** What holds either way, with the limits of both. */
function either(yes: Verdict, no: Verdict): Verdict {
  if (yes.state !== no.state) return NOT_KNOWN
  return {
    state: no.state,
    implied: yes.implied || no.implied,
    note: no.note ?? yes.note,
    reason: JSON.stringify(yes.reason) === JSON.stringify(no.reason) ? no.reason : null,
  }
}

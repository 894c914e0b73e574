import type { DogAccess } from '../model/park.ts'
import type { Sureness } from './calendar.ts'
import { MAYBE, NO, testWhen, YES } from './calendar.ts'
import type { Moment, Scene } from './evaluate.ts'
import { anchorInstant, dayOf, isInstant, nextChange, sceneOf, settle, today, within } from './evaluate.ts'
import type { Leash, LeashRule, Subject } from './read-leash.ts'
import { readLeash } from './read-leash.ts'
import type { Span, When } from './rule.ts'
import { ALL_DAY, isAllDay } from './rule.ts'
import { TEXT_MAX_LENGTH } from './tokens.ts'
import type { HoursPlace } from './zone.ts'

export type LeashState = 'off-leash' | 'on-leash' | 'no-dogs' | 'unknown'

/** A rule that decides. `implied`: it follows from what is written without being written. */
interface Ruling {
  state: LeashState
  when: When
  byWeekday: boolean
  spans: readonly Span[]
  doubts: readonly Span[]
  implied: boolean
  note: string | null
}

/** Rules by rank, the first that matches decides; `base` holds when none does. */
interface LeashPlan {
  rulings: readonly Ruling[]
  base: { state: LeashState; implied: boolean }
  notes: readonly string[]
  seasonal: boolean
  unsure: Leash['unsure']
  /** A text says when its rules hold. The access alone, or a note of where, says nothing of times. */
  timed: boolean
}

/** What the access alone says. */
const BY_ACCESS: Readonly<Record<DogAccess, LeashState>> = {
  off_leash: 'off-leash',
  fenced_dog_park: 'off-leash',
  dog_park: 'off-leash',
  on_leash: 'on-leash',
  off_leash_timed: 'unknown',
  dogs_allowed: 'unknown',
}

/** What a dog that is let in is, at a park with that access. */
const WHEN_ALLOWED: Readonly<Record<DogAccess, LeashState>> = { ...BY_ACCESS, off_leash_timed: 'off-leash' }

const stateOf = (subject: Subject, access: DogAccess): LeashState =>
  subject === 'allowed' || subject === 'times' ? WHEN_ALLOWED[access] : subject

const RESTRICTION: Readonly<Record<LeashState, number>> = {
  'no-dogs': 0,
  unknown: 1,
  'on-leash': 2,
  'off-leash': 3,
}
const RANK: Readonly<Record<LeashRule['standing'], number>> = {
  exception: 0,
  own: 1,
  'other-times': 4,
  'all-times': 5,
  'all-other-times': 6,
}

/** Rules with days and times before rules with either; of two alike the stricter first, since it is never wrong to follow. */
function rank(rule: LeashRule): number {
  return rule.standing === 'own'
    ? RANK.own + (rule.when.length === 0 ? 1 : 0) + (rule.spans.every(isAllDay) ? 1 : 0)
    : RANK[rule.standing]
}

/**
 * What other times mean for the days of a rule that names times:
 * off-leash times are exceptions from the leash, which every state asks for in public places (for example Companion Animals Act 1998 (NSW),
 * section 13); a place open to dogs at some times is closed to them at others; 'on leash … only' of a place where dogs are on the leash
 * anyway can only mean that they may not be there at other times.
 */
function contrary(rule: LeashRule, access: DogAccess): LeashState | undefined {
  const timed = !rule.spans.every(isAllDay)
  if (!timed || rule.standing === 'exception') return undefined
  if (rule.subject === 'allowed') return 'no-dogs'
  if (rule.subject === 'times')
    return access === 'on_leash' || access === 'dogs_allowed' ? 'unknown' : 'on-leash'
  if (rule.subject === 'off-leash') return 'on-leash'
  if (rule.subject !== 'on-leash' || !rule.only) return undefined
  return access === 'on_leash' ? 'no-dogs' : access === 'dogs_allowed' ? 'unknown' : 'off-leash'
}

const PERMITS: ReadonlySet<Subject> = new Set(['off-leash', 'allowed', 'times'])

const byWeekday = (when: When) => when.some((group) => group.some(({ kind }) => kind === 'weekdays'))

function planOf(leash: Leash, access: DogAccess): LeashPlan {
  const byAccess = { state: BY_ACCESS[access], implied: false }
  if (leash.vague)
    return {
      rulings: [],
      base: { state: 'unknown', implied: false },
      notes: leash.notes,
      seasonal: false,
      unsure: [],
      timed: false,
    }
  // 'All year', 'any time': no more than the access.
  const rules = leash.rules.filter(
    ({ subject, standing }) => !(subject === 'times' && standing === 'all-times'),
  )
  const rulings = [...rules]
    .map((rule) => ({ rule, state: stateOf(rule.subject, access), rank: rank(rule) }))
    .sort((a, b) => a.rank - b.rank || RESTRICTION[a.state] - RESTRICTION[b.state])
    .map(({ rule, state }): Ruling => ({
      ...rule,
      state,
      byWeekday: byWeekday(rule.when),
      implied: rule.standing === 'exception',
    }))
  const implied = rules.flatMap((rule): Ruling[] => {
    const state = contrary(rule, access)
    if (state === undefined) return []
    return [
      { state, when: rule.when, byWeekday: false, spans: [ALL_DAY], doubts: [], implied: true, note: null },
    ]
  })
  const permits = rules.some(({ subject, standing }) => standing === 'own' && PERMITS.has(subject))
  // A place with timed off-leash hours whose text only restricts is off-leash for the rest.
  const base =
    access === 'on_leash'
      ? byAccess
      : permits
        ? { state: 'unknown' as const, implied: false }
        : access === 'off_leash_timed' && rules.length > 0
          ? { state: 'off-leash' as const, implied: true }
          : byAccess
  return {
    rulings: [...rulings, ...implied],
    base,
    notes: leash.notes,
    seasonal: leash.seasonal,
    unsure: leash.unsure,
    timed: leash.rules.length > 0,
  }
}

const plans = new Map<string, LeashPlan | null>()
const PLANS_KEPT = 2_000

function planFor(text: string | null, access: DogAccess): LeashPlan | null {
  if (text === null || text.trim() === '') {
    return {
      rulings: [],
      base: { state: BY_ACCESS[access], implied: false },
      notes: [],
      seasonal: false,
      unsure: [],
      timed: false,
    }
  }
  if (text.length > TEXT_MAX_LENGTH) return null
  const key = `${access} ${text}`
  let plan = plans.get(key)
  if (plan === undefined) {
    const leash = readLeash(text)
    plan = leash === null ? null : planOf(leash, access)
    if (plans.size >= PLANS_KEPT) plans.delete(plans.keys().next().value!)
    plans.set(key, plan)
  }
  return plan
}

/**
 * How sure it is that a rule holds at an instant. Times that run past midnight are the morning and the evening of each of its days; where
 * the rule is for weekdays, it is not sure whether 'Saturday 5pm-9am' means the morning of that day or of the next.
 */
function holds(ruling: Ruling, day: number, now: number, scene: Scene): Sureness {
  const present = testWhen(ruling.when, dayOf(day), scene)
  let sure: Sureness = NO
  const raise = (to: Sureness) => {
    if (to > sure) sure = to
  }
  for (const span of ruling.spans) {
    if (!span.overnight) {
      const inside = within(span, day, now, scene)
      if (inside !== false) raise(inside === null ? (Math.min(present, MAYBE) as Sureness) : present)
      continue
    }
    const from = anchorInstant(span.from, day, scene)
    const to = anchorInstant(span.to, day, scene)
    if (from === null || to === null) raise(Math.min(present, MAYBE) as Sureness)
    else if (now >= from) raise(present)
    else if (now < to) {
      const before = ruling.byWeekday ? testWhen(ruling.when, dayOf(day - 1), scene) : present
      raise(before === present ? present : MAYBE)
    }
  }
  if (sure < MAYBE && present > NO && ruling.doubts.some((span) => within(span, day, now, scene) !== false))
    return MAYBE
  return sure
}

interface Verdict {
  state: LeashState
  implied: boolean
  note: string | null
}
const NOT_KNOWN: Verdict = { state: 'unknown', implied: false, note: null }

function decide(plan: LeashPlan, first: number, day: number, now: number, scene: Scene): Verdict {
  for (let index = first; index < plan.rulings.length; index++) {
    const ruling = plan.rulings[index]!
    const sure = holds(ruling, day, now, scene)
    if (sure === YES) return ruling
    if (sure === MAYBE) {
      const rest = decide(plan, index + 1, day, now, scene)
      return rest.state === ruling.state ? rest : NOT_KNOWN
    }
  }
  return { ...plan.base, note: null }
}

export interface LeashAnswer {
  state: LeashState
  /** Until when `state` holds; `null` when that is not known or never ends. */
  until: Moment | null
  /** What holds from `until` on. */
  next: LeashState | null
  /** The same at every moment of the year, and a text says so: never by the access alone. */
  always: boolean
  /** The state follows from what is written without being written; `conditions` says so too. */
  implied: boolean
  /** Limits that dates do not tell ('Except during organised sport'), for people to read. */
  conditions: readonly string[]
}

export const IMPLIED_NOTE = 'Not written out for this time: check the signs.'

/**
 * What dogs may do in a park at an instant (milliseconds since 1970), by its leash hours and, where they are silent, its access.
 * 'unknown' when the text is not understood to its last word, or says nothing of that time.
 */
export function leashAt(
  leashHours: string | null,
  access: DogAccess,
  place: HoursPlace,
  now: number,
): LeashAnswer {
  const plan = planFor(leashHours, access)
  const scene = sceneOf(place)
  if (plan === null || scene === undefined || !isInstant(now)) {
    return { state: 'unknown', until: null, next: null, always: false, implied: false, conditions: [] }
  }
  const at = (instant: number) =>
    settle(scene, plan.unsure, (either) => decide(plan, 0, today(scene, instant), instant, either))
  const { state, implied, note } = at(now)
  const conditions = [
    ...new Set([...plan.notes, ...(note === null ? [] : [note]), ...(implied ? [IMPLIED_NOTE] : [])]),
  ]
  const anchors = plan.rulings
    .flatMap(({ spans, doubts }) => [...spans, ...doubts])
    .flatMap(({ from, to }) => [from, to])
  const change =
    plan.rulings.length === 0
      ? null
      : nextChange(now, scene, plan.seasonal, anchors, (instant) => at(instant).state)
  const always = plan.timed && change === null && state !== 'unknown'
  return { state, until: change?.at ?? null, next: change?.state ?? null, always, implied, conditions }
}

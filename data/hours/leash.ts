import type { DogAccess } from '../model/park.ts'
import type { LocalClock } from './calendar.ts'
import type { Moment } from './evaluate.ts'
import { isInstant, nextChange, localClockOf, resolveUncertainDays, today } from './evaluate.ts'
import type { LeashState, RuleResult, PreparedRule, PreparedRules, Verdict } from './leash-verdict.ts'
import { decide, UNKNOWN_VERDICT, compareKinds, STRICTNESS } from './leash-verdict.ts'
import type { DayKind, LeashReason } from './precedence.ts'
import { DAY_KINDS_MAX, dayKinds } from './precedence.ts'
import type { Leash, LeashRule } from './leash-rule.ts'
import { PERMITS } from './leash-subject.ts'
import type { Subject } from './leash-subject.ts'
import { readLeash } from './read-leash.ts'
import { leaveNoDay } from './possible-days.ts'
import { isAllDay } from './rule.ts'
import { TEXT_MAX_LENGTH } from './tokens.ts'
import { stateCodeOf } from './zone.ts'
import type { HoursPlace } from './zone.ts'

export type { LeashState } from './leash-verdict.ts'

/**
 * The prepared rules of a text and the states for times that they do not cover: at other times, on other
 * dates, and otherwise `base`.
 */
interface LeashPlan extends PreparedRules {
  otherTimes: LeashState | null
  otherDates: LeashState | null
  base: { state: LeashState; implied: boolean }
  notes: readonly string[]
  seasonal: boolean
  uncertainDays: Leash['uncertainDays']
  /** Whether a text gives times. The access alone, or a note about places, does not. */
  timed: boolean
}

/** The state implied by the access alone. */
const BY_ACCESS: Readonly<Record<DogAccess, LeashState>> = {
  off_leash: 'off-leash',
  fenced_dog_park: 'off-leash',
  dog_park: 'off-leash',
  on_leash: 'on-leash',
  off_leash_timed: 'unknown',
  dogs_allowed: 'unknown',
}

/** The state while dogs are allowed in a park with that access. */
const WHEN_ALLOWED: Readonly<Record<DogAccess, LeashState>> = { ...BY_ACCESS, off_leash_timed: 'off-leash' }

const stateOf = (subject: Exclude<Subject, 'control'>, access: DogAccess): LeashState =>
  subject === 'allowed' || subject === 'times' ? WHEN_ALLOWED[access] : subject

/** A rule whose subject is known in the state of its park. */
type LocalRule = LeashRule & { subject: Exclude<Subject, 'control'> }

/**
 * Whether a dog under effective control may be off the leash by the law of the state. Source: Dog and Cat
 * Management Act 1995 (SA), section 8: control by command is sufficient without a leash. In the other states
 * the words alone do not say so: in public places in New South Wales, effective control is by a leash
 * (Companion Animals Act 1998 (NSW), section 13).
 */
const isControlOffLeash = (place: HoursPlace) => stateCodeOf(place) === 'SA'

/** Decides what 'under effective control' means in a park. If the park may not allow it, that is unknown. */
function localRule(rule: LeashRule, access: DogAccess, controlIsOffLeash: boolean): LocalRule {
  const { subject } = rule
  // Where dogs may not be off the leash, 'on leash except 9am-6pm in summer' may mean that they are not allowed.
  if (rule.scope === 'exception' && subject === 'off-leash' && WHEN_ALLOWED[access] !== 'off-leash')
    return { ...rule, subject: 'unknown' }
  if (subject !== 'control') return { ...rule, subject }
  const isOffLeash = controlIsOffLeash && WHEN_ALLOWED[access] === 'off-leash'
  return { ...rule, subject: isOffLeash ? 'off-leash' : 'unknown' }
}

/**
 * The state at other times on the days of a rule that names times. Off-leash times are exceptions to the
 * leash rule that every state has for public places (for example Companion Animals Act 1998 (NSW), section
 * 13). A place that is open to dogs at some times is closed to them at others. 'On leash … only', for a place
 * where dogs must always be on a leash, can only mean that they are not allowed at other times.
 */
function impliedStateAtOtherHours(rule: LocalRule, access: DogAccess): LeashState | undefined {
  const timed = !rule.spans.every(isAllDay)
  if (!timed || rule.scope === 'exception' || rule.scope === 'stated-exception') return undefined
  if (rule.subject === 'allowed' || (rule.subject === 'on-leash' && rule.allows)) return 'no-dogs'
  if (rule.subject === 'times')
    return access === 'on_leash' || access === 'dogs_allowed' ? 'unknown' : 'on-leash'
  if (rule.subject === 'off-leash') return 'on-leash'
  if (rule.subject !== 'on-leash' || !rule.only) return undefined
  return access === 'on_leash' ? 'no-dogs' : access === 'dogs_allowed' ? 'unknown' : 'off-leash'
}

/** A plan without rules. */
const planWithoutRules = (state: LeashState, notes: readonly string[]): LeashPlan => ({
  rules: [],
  kinds: [],
  whens: [],
  order: [],
  otherTimes: null,
  otherDates: null,
  base: { state, implied: false },
  notes,
  seasonal: false,
  uncertainDays: [],
  timed: false,
})

/** `null` if a text has more kinds of days than can be compared. */
function prepareRules(rules: readonly LocalRule[], access: DogAccess): PreparedRules | null {
  const kinds: DayKind[] = []
  const prepared: PreparedRule[] = []
  for (const rule of rules) {
    const ruleKinds = dayKinds(rule.when)
    if (ruleKinds === null || kinds.length + ruleKinds.length > DAY_KINDS_MAX) return null
    const timed = !rule.spans.every(isAllDay)
    prepared.push({
      ...rule,
      state: stateOf(rule.subject, access),
      stateAtOtherHours: impliedStateAtOtherHours(rule, access) ?? null,
      kinds: ruleKinds.map((_, index) => kinds.length + index),
      timed,
      withoutHours: rule.scope === 'own' && !rule.hours,
    })
    kinds.push(...ruleKinds)
  }
  return { rules: prepared, ...compareKinds(kinds) }
}

/**
 * Whether off-leash hours for every day are next to off-leash hours for each weekday or the whole year, as in 'before
 * 9am Mon-Fri and before 8am Sat-Sun, after 5pm daily' or 'before 9am; after 6pm Oct-Mar; after 4pm Apr-Sep'. As the
 * more specific rule applies, those for every day never would, so the text must mean something else.
 */
function hasUnusedRule(rules: readonly LeashRule[]): boolean {
  const permits = rules.filter(
    ({ subject, scope, spans }) => scope === 'own' && PERMITS.has(subject) && !spans.every(isAllDay),
  )
  const dated = permits.map(({ when }) => when).filter((when) => when.length > 0)
  return dated.length < permits.length && leaveNoDay(dated, [])
}

function planOf(leash: Leash, access: DogAccess, controlIsOffLeash: boolean): LeashPlan | null {
  const byAccess = { state: BY_ACCESS[access], implied: false }
  if (leash.vague || hasUnusedRule(leash.rules)) return planWithoutRules('unknown', leash.notes)
  // 'All year' or 'any time' alone says no more than the access.
  const rules = leash.rules
    .filter(({ subject, scope }) => leash.rules.length > 1 || subject !== 'times' || scope !== 'all-times')
    .map((rule) => localRule(rule, access, controlIsOffLeash))
  const isFallback = ({ scope }: LeashRule) => scope === 'all-other-times' || scope === 'all-other-dates'
  const prepared = prepareRules(
    rules.filter((rule) => !isFallback(rule)),
    access,
  )
  if (prepared === null) return null
  const strictestOf = (scope: LeashRule['scope']) =>
    rules
      .filter((rule) => rule.scope === scope)
      .map(({ subject }) => stateOf(subject, access))
      .sort((a, b) => STRICTNESS[a] - STRICTNESS[b])[0] ?? null
  const permits = leash.rules.some(
    ({ subject, scope, allows }) => scope === 'own' && (allows || PERMITS.has(subject)),
  )
  // A place with timed off-leash hours whose text only has restrictions is off-leash at all other times.
  const base =
    access === 'on_leash'
      ? byAccess
      : permits
        ? { state: 'unknown' as const, implied: false }
        : access === 'off_leash_timed' && rules.length > 0
          ? { state: 'off-leash' as const, implied: true }
          : byAccess
  return {
    ...prepared,
    otherTimes: strictestOf('all-other-times'),
    otherDates: strictestOf('all-other-dates'),
    base,
    notes: leash.notes,
    seasonal: leash.seasonal,
    uncertainDays: leash.uncertainDays,
    timed: leash.rules.length > 0,
  }
}

const explicitVerdict = (state: LeashState): Verdict => ({ state, implied: false, note: null, reason: null })

/** Decides at times that the rules do not cover. 'At other times' also replaces what hours only imply. */
function withFallback(
  { otherTimes, otherDates, base }: LeashPlan,
  { verdict, isImplied, isDayNamed }: RuleResult,
): Verdict {
  if (verdict !== null && !isImplied) return verdict
  if (otherTimes !== null) {
    // 'Off-leash before 9am in summer; off-leash at other times': this may mean other times in summer or in
    // the rest of the year.
    const isContradicted = verdict !== null && otherTimes === 'off-leash' && verdict.state !== 'off-leash'
    return isContradicted ? UNKNOWN_VERDICT : explicitVerdict(otherTimes)
  }
  if (verdict !== null) return verdict
  if (otherDates !== null) return isDayNamed ? UNKNOWN_VERDICT : explicitVerdict(otherDates)
  return { ...base, note: null, reason: null }
}

const plans = new Map<string, LeashPlan | null>()
const MAX_CACHED_PLANS = 2_000

function planFor(text: string | null, access: DogAccess, place: HoursPlace): LeashPlan | null {
  if (text === null || text.trim() === '') return planWithoutRules(BY_ACCESS[access], [])
  if (text.length > TEXT_MAX_LENGTH) return null
  const controlIsOffLeash = isControlOffLeash(place)
  const key = `${access} ${controlIsOffLeash} ${text}`
  let plan = plans.get(key)
  if (plan === undefined) {
    const leash = readLeash(text)
    plan = leash === null ? null : planOf(leash, access, controlIsOffLeash)
    if (plans.size >= MAX_CACHED_PLANS) plans.delete(plans.keys().next().value!)
    plans.set(key, plan)
  }
  return plan
}

export interface LeashAnswer {
  state: LeashState
  /** When `state` ends; `null` if that is unknown or it never ends. */
  until: Moment | null
  /** The state from `until` on. */
  next: LeashState | null
  /** Whether a text says that the state never changes. Never set from the access alone. */
  always: boolean
  /** Whether the state is implied by the text but not written in it; `conditions` says so, too. */
  implied: boolean
  /** The holiday, season or dates that decide; `null` if none. */
  reason: LeashReason | null
  /** Conditions that do not depend on the date ('Except during organised sport'), for people to read. */
  conditions: readonly string[]
}

const IMPLIED_NOTE = 'Not written out for this time: check the signs.'

type Change = NonNullable<ReturnType<typeof nextChange<LeashState>>>

/**
 * The last change by text, cached because it stays the next change until it happens, and changes of season
 * take long to find.
 */
const changes = new WeakMap<LeashPlan, { clock: LocalClock; asked: number; change: Change }>()

function knownChange(plan: LeashPlan, clock: LocalClock, now: number): Change | null {
  const last = changes.get(plan)
  if (last === undefined || now < last.asked || now >= last.change.at.instant) return null
  const { zone, state, latitude, longitude } = last.clock
  return zone === clock.zone &&
    state === clock.state &&
    latitude === clock.latitude &&
    longitude === clock.longitude
    ? last.change
    : null
}

/**
 * The leash rule of a park at an instant (milliseconds since 1970) according to its leash hours or, if they
 * do not cover it, its access. 'unknown' if any part of the text is not understood or it does not cover that
 * time.
 */
export function leashAt(
  leashHours: string | null,
  access: DogAccess,
  place: HoursPlace,
  now: number,
): LeashAnswer {
  const plan = planFor(leashHours, access, place)
  const clock = localClockOf(place)
  if (plan === null || clock === undefined || !isInstant(now)) {
    return {
      state: 'unknown',
      until: null,
      next: null,
      always: false,
      implied: false,
      reason: null,
      conditions: [],
    }
  }
  const at = (instant: number) =>
    resolveUncertainDays(clock, plan.uncertainDays, (assumedClock) => {
      const verdict = decide(
        plan,
        (result) => withFallback(plan, result),
        today(clock, instant),
        instant,
        assumedClock,
      )
      // If the day is only assumed to be a holiday, the answer must not say that it is one.
      return Object.keys(assumedClock.assumptions).length > 0 ? { ...verdict, reason: null } : verdict
    })
  const { state, implied, note, reason } = at(now)
  const conditions = [
    ...new Set([...plan.notes, ...(note === null ? [] : [note]), ...(implied ? [IMPLIED_NOTE] : [])]),
  ]
  const anchors = plan.rules
    .flatMap(({ spans, doubts }) => [...spans, ...doubts])
    .flatMap(({ from, to }) => [from, to])
  const change =
    plan.rules.length === 0
      ? null
      : (knownChange(plan, clock, now) ??
        nextChange(now, clock, plan.seasonal, anchors, (instant) => at(instant).state))
  if (change !== null) changes.set(plan, { clock, asked: now, change })
  const always = plan.timed && change === null && state !== 'unknown'
  return {
    state,
    until: change?.at ?? null,
    next: change?.state ?? null,
    always,
    implied,
    reason,
    conditions,
  }
}

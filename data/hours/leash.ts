import type { DogAccess } from '../model/park.ts'
import type { Moment, Scene } from './evaluate.ts'
import { isInstant, nextChange, sceneOf, settle, today } from './evaluate.ts'
import type { LeashState, Outcome, Ruling, Rulings, Verdict } from './leash-verdict.ts'
import { decide, NOT_KNOWN, compareKinds, STRICTNESS } from './leash-verdict.ts'
import type { DayKind, LeashReason } from './precedence.ts'
import { DAY_KINDS_MAX, dayKinds } from './precedence.ts'
import type { Leash, LeashRule, Subject } from './read-leash.ts'
import { PERMITS, readLeash } from './read-leash.ts'
import { isAllDay } from './rule.ts'
import { TEXT_MAX_LENGTH } from './tokens.ts'
import type { HoursPlace } from './zone.ts'

export type { LeashState } from './leash-verdict.ts'

/** A text's rules with what holds where they say nothing: at other times, on other dates, and last `base`. */
interface LeashPlan extends Rulings {
  otherTimes: LeashState | null
  otherDates: LeashState | null
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

/** A plan without rules. */
const plainPlan = (state: LeashState, notes: readonly string[]): LeashPlan => ({
  rulings: [],
  kinds: [],
  whens: [],
  order: [],
  otherTimes: null,
  otherDates: null,
  base: { state, implied: false },
  notes,
  seasonal: false,
  unsure: [],
  timed: false,
})

/** `null` for a text that names more kinds of days than can be compared. */
function rulingsOf(rules: readonly LeashRule[], access: DogAccess): Rulings | null {
  const kinds: DayKind[] = []
  const rulings: Ruling[] = []
  for (const rule of rules) {
    const named = dayKinds(rule.when)
    if (named === null || kinds.length + named.length > DAY_KINDS_MAX) return null
    const timed = !rule.spans.every(isAllDay)
    rulings.push({
      ...rule,
      state: stateOf(rule.subject, access),
      otherwise: contrary(rule, access) ?? null,
      kinds: named.map((_, index) => kinds.length + index),
      timed,
      bare: rule.standing === 'own' && !rule.hours && PERMITS.has(rule.subject),
    })
    kinds.push(...named)
  }
  return { rulings, ...compareKinds(kinds) }
}

function planOf(leash: Leash, access: DogAccess): LeashPlan | null {
  const byAccess = { state: BY_ACCESS[access], implied: false }
  if (leash.vague) return plainPlan('unknown', leash.notes)
  // 'All year', 'any time' on its own: no more than the access.
  const rules = leash.rules.filter(
    ({ subject, standing }) => leash.rules.length > 1 || subject !== 'times' || standing !== 'all-times',
  )
  const isRest = ({ standing }: LeashRule) => standing === 'all-other-times' || standing === 'all-other-dates'
  const rulings = rulingsOf(
    rules.filter((rule) => !isRest(rule)),
    access,
  )
  if (rulings === null) return null
  const restOf = (standing: LeashRule['standing']) =>
    rules
      .filter((rule) => rule.standing === standing)
      .map(({ subject }) => stateOf(subject, access))
      .sort((a, b) => STRICTNESS[a] - STRICTNESS[b])[0] ?? null
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
    ...rulings,
    otherTimes: restOf('all-other-times'),
    otherDates: restOf('all-other-dates'),
    base,
    notes: leash.notes,
    seasonal: leash.seasonal,
    unsure: leash.unsure,
    timed: leash.rules.length > 0,
  }
}

const written = (state: LeashState): Verdict => ({ state, implied: false, note: null, reason: null })

/** What holds where the rules are silent. 'At other times' also replaces what only follows from their hours. */
function restOf({ otherTimes, otherDates, base }: LeashPlan, { verdict, follows, named }: Outcome): Verdict {
  if (verdict !== null && !follows) return verdict
  if (otherTimes !== null) {
    // 'Off-leash before 9am in summer; off-leash at other times': other times of the summer, or of the year?
    const isContradicted = verdict !== null && otherTimes === 'off-leash' && verdict.state !== 'off-leash'
    return isContradicted ? NOT_KNOWN : written(otherTimes)
  }
  if (verdict !== null) return verdict
  if (otherDates !== null) return named ? NOT_KNOWN : written(otherDates)
  return { ...base, note: null, reason: null }
}

const plans = new Map<string, LeashPlan | null>()
const PLANS_KEPT = 2_000

function planFor(text: string | null, access: DogAccess): LeashPlan | null {
  if (text === null || text.trim() === '') return plainPlan(BY_ACCESS[access], [])
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
  /** The kind of day whose hours decide, where it is a holiday, a season or dates. */
  reason: LeashReason | null
  /** Limits that dates do not tell ('Except during organised sport'), for people to read. */
  conditions: readonly string[]
}

const IMPLIED_NOTE = 'Not written out for this time: check the signs.'

type Change = NonNullable<ReturnType<typeof nextChange<LeashState>>>

/** The last change found, by text: it stays the next one until it comes, and a season's is costly to find. */
const changes = new WeakMap<LeashPlan, { scene: Scene; asked: number; change: Change }>()

function knownChange(plan: LeashPlan, scene: Scene, now: number): Change | null {
  const last = changes.get(plan)
  if (last === undefined || now < last.asked || now >= last.change.at.instant) return null
  const { zone, state, latitude, longitude } = last.scene
  return zone === scene.zone &&
    state === scene.state &&
    latitude === scene.latitude &&
    longitude === scene.longitude
    ? last.change
    : null
}

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
    settle(scene, plan.unsure, (clock) => {
      const verdict = decide(plan, (outcome) => restOf(plan, outcome), today(scene, instant), instant, clock)
      // Of a day that is only supposed to be a holiday it cannot be said that it is one.
      return Object.keys(clock.supposed).length > 0 ? { ...verdict, reason: null } : verdict
    })
  const { state, implied, note, reason } = at(now)
  const conditions = [
    ...new Set([...plan.notes, ...(note === null ? [] : [note]), ...(implied ? [IMPLIED_NOTE] : [])]),
  ]
  const anchors = plan.rulings
    .flatMap(({ spans, doubts }) => [...spans, ...doubts])
    .flatMap(({ from, to }) => [from, to])
  const change =
    plan.rulings.length === 0
      ? null
      : (knownChange(plan, scene, now) ??
        nextChange(now, scene, plan.seasonal, anchors, (instant) => at(instant).state))
  if (change !== null) changes.set(plan, { scene, asked: now, change })
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

import { testWhen } from './calendar.ts'
import { MAYBE, NO, YES } from './certainty.ts'
import type { Certainty } from './certainty.ts'
import { anchorInstant, dayOf, isWithinSpan } from './evaluate.ts'
import type { LocalClock } from './calendar.ts'
import { isSameKind, precedence, reasonOf } from './precedence.ts'
import type { DayKind, LeashReason, Precedence } from './precedence.ts'
import type { RuleScope } from './leash-rule.ts'
import type { DayTest, Span, When } from './rule.ts'

export type LeashState = 'off-leash' | 'on-leash' | 'no-dogs' | 'unknown'

/** The states from strictest to least strict. It is never wrong to follow a stricter answer. */
export const STRICTNESS: Readonly<Record<LeashState, number>> = {
  'no-dogs': 0,
  unknown: 1,
  'on-leash': 2,
  'off-leash': 3,
}

/** A rule of a text, prepared so that it can be evaluated quickly. */
export interface PreparedRule {
  /** The state during its hours. */
  state: LeashState
  /**
   * The state that the rule implies for the other hours of its days; `null`: less specific rules apply then.
   */
  stateAtOtherHours: LeashState | null
  when: When
  /** Indexes of its kinds of days in {@link PreparedRules.kinds}. */
  kinds: readonly number[]
  /** Whether its hours are only a part of the day. */
  timed: boolean
  /** Whether it names days but no hours. */
  withoutHours: boolean
  scope: RuleScope
  spans: readonly Span[]
  doubts: readonly Span[]
  note: string | null
}

export interface PreparedRules {
  rules: readonly PreparedRule[]
  kinds: readonly DayKind[]
  /** The same kinds in the form that `testWhen` needs. */
  whens: readonly When[]
  /**
   * By the indexes of two kinds: how the first takes precedence over the second, or 'same' for the same days.
   */
  order: readonly (readonly (Precedence | 'same')[])[]
}

/** Compares all kinds of days of a text with each other, once for all days. */
export const compareKinds = (kinds: readonly DayKind[]): Omit<PreparedRules, 'rules'> => ({
  kinds,
  whens: kinds.map((kind) => kind.map((test) => [test])),
  order: kinds.map((a) => kinds.map((b) => (isSameKind(a, b) ? 'same' : precedence(a, b)))),
})

export interface Verdict {
  state: LeashState
  implied: boolean
  note: string | null
  /** The kind of day that decided, if it is more than a weekday. */
  reason: LeashReason | null
}
export const UNKNOWN_VERDICT: Verdict = { state: 'unknown', implied: false, note: null, reason: null }

/**
 * The rank of a rule among the rules for the same days: exceptions, hours, whole days, the other hours of a
 * heading's days, and last what is only implied by hours.
 */
const RANK_EXCEPTION = 0
const RANK_HOURS = 1
const RANK_WHOLE_DAYS = 2
const RANK_OTHER_TIMES = 3
const RANK_IMPLIED = 4

/** What a rule says about an instant. */
interface Statement {
  rule: PreparedRule
  kinds: readonly number[]
  state: LeashState
  rank: number
}

const isExplicit = ({ rank }: Statement) => rank !== RANK_IMPLIED

function rankOf({ scope, timed }: PreparedRule): number {
  if (scope === 'exception' || scope === 'stated-exception') return RANK_EXCEPTION
  if (scope === 'other-times') return RANK_OTHER_TIMES
  return timed ? RANK_HOURS : RANK_WHOLE_DAYS
}

/**
 * Kinds of days that are single days. For these it is unclear whether 'Saturday 5pm-9am' includes the morning
 * of that day or of the next.
 */
const SINGLE_DAY_KINDS = new Set<DayTest['kind']>(['weekdays', 'school-day', 'public-holiday', 'easter-day'])
const areSingleDays = (kind: DayKind) => kind.some((test) => SINGLE_DAY_KINDS.has(test.kind))

/**
 * Whether an instant is within a rule's hours, on a day of one of `kinds`. Hours that extend past midnight
 * are the morning and the evening of each of its days.
 */
function certaintyOfHours(
  rule: PreparedRule,
  kinds: readonly number[],
  { kinds: all }: PreparedRules,
  day: number,
  now: number,
  clock: LocalClock,
): Certainty {
  let certainty: Certainty = NO
  for (const span of rule.spans) {
    let found: Certainty = NO
    if (!span.overnight) {
      const inside = isWithinSpan(span, day, now, clock)
      found = inside === null ? MAYBE : inside ? YES : NO
    } else {
      const from = anchorInstant(span.from, day, clock)
      const to = anchorInstant(span.to, day, clock)
      if (from === null || to === null) found = MAYBE
      else if (now >= from) found = YES
      else if (now < to) {
        const isSure =
          !kinds.every((kind) => areSingleDays(all[kind]!)) ||
          testWhen(rule.when, dayOf(day - 1), clock) === YES
        found = isSure ? YES : MAYBE
      }
    }
    if (found > certainty) certainty = found
  }
  return certainty === NO && rule.doubts.some((span) => isWithinSpan(span, day, now, clock) !== false)
    ? MAYBE
    : certainty
}

/** Whether a rule for the day before has hours that may last until `now`. */
function mayLastFromYesterday(
  rule: PreparedRule,
  { kinds, whens }: PreparedRules,
  day: number,
  now: number,
  clock: LocalClock,
) {
  return rule.spans.some((span) => {
    if (!span.overnight) return false
    const to = anchorInstant(span.to, day, clock)
    return (
      (to === null || now < to) &&
      rule.kinds.some(
        (kind) => areSingleDays(kinds[kind]!) && testWhen(whens[kind]!, dayOf(day - 1), clock) !== NO,
      )
    )
  })
}

/**
 * How `a` takes precedence over `b` on a day of these kinds: one kind of `a` must take precedence over all
 * kinds of `b`.
 */
function precedenceOf(a: Statement, b: Statement, { order }: PreparedRules): Precedence {
  let best: Precedence = null
  for (const first of a.kinds) {
    const all = b.kinds.map((second) => order[first]![second])
    if (!all.every((each) => each === 'clearly' || each === 'probably')) continue
    if (all.every((each) => each === 'clearly')) best = 'clearly'
    best ??= 'probably'
  }
  // 'Off-leash Sundays' and 'on leash Sundays' name no hours. Next to a rule with hours for every day, they may
  // mean those hours, or the others, on Sundays.
  return best === 'clearly' && a.rule.withoutHours && isExplicit(a) && b.rule.timed ? 'probably' : best
}

const areSameDays = (a: Statement, b: Statement, { order }: PreparedRules) =>
  a.kinds.some((first) => b.kinds.some((second) => order[first]![second] === 'same'))

const strictest = (statements: readonly Statement[]) =>
  statements.reduce((least, statement) =>
    STRICTNESS[statement.state] < STRICTNESS[least.state] ? statement : least,
  )

/** Combines rules for the same days; `null` if they contradict each other. */
function combineSameDays(statements: readonly Statement[]): Statement | null {
  const first = Math.min(...statements.map(({ rank }) => rank))
  const statement = strictest(statements.filter(({ rank }) => rank === first))
  // 'Off-leash all day; before 9am' contradicts itself.
  const isContradicted =
    statement.state === 'off-leash' &&
    (statement.rank === RANK_WHOLE_DAYS || statement.rank === RANK_OTHER_TIMES) &&
    statements.some(({ rank, state }) => rank === RANK_IMPLIED && state !== 'off-leash')
  return isContradicted ? null : statement
}

/**
 * Combines rules for different days without an order of precedence: an explicit restriction applies,
 * otherwise all must have the same state; `null` if not.
 */
function combineUnordered(statements: readonly Statement[]): Statement | null {
  const statement = strictest(statements)
  if (statements.every(({ state }) => state === statement.state))
    return statements.find(isExplicit) ?? statement
  return statements.find((each) => each.state === statement.state && isExplicit(each)) ?? null
}

/**
 * The statement that decides: the most specific one. If the order of precedence is not clear, the stricter
 * one, or `null`.
 */
function mostSpecific(statements: readonly Statement[], prepared: PreparedRules): Statement | null {
  const owners: Statement[][] = []
  const others: Statement[] = []
  for (const statement of statements) {
    let overruledBy: Precedence = null
    for (const other of statements) {
      if (other === statement || overruledBy === 'clearly') continue
      overruledBy = precedenceOf(other, statement, prepared) ?? overruledBy
    }
    if (overruledBy === 'probably') others.push(statement)
    if (overruledBy !== null) continue
    const same = owners.find(([owner]) => areSameDays(owner!, statement, prepared))
    if (same === undefined) owners.push([statement])
    else same.push(statement)
  }
  const combined = owners.map(combineSameDays)
  if (combined.includes(null)) return null
  const owner = combineUnordered(combined as Statement[])
  if (owner === null) return null
  const stricter = others.filter(({ state }) => STRICTNESS[state] < STRICTNESS[owner.state])
  return stricter.length === 0 ? owner : (stricter.filter(isExplicit).sort(byStrictness)[0] ?? null)
}

const byStrictness = (a: Statement, b: Statement) => STRICTNESS[a.state] - STRICTNESS[b.state]

function toVerdict({ rule, kinds, state, rank }: Statement, { kinds: all }: PreparedRules): Verdict {
  const reasons = kinds.map((kind) => reasonOf(all[kind]!))
  return {
    state,
    implied: rank === RANK_IMPLIED || rule.scope === 'exception',
    note: rank === RANK_IMPLIED ? null : rule.note,
    reason: reasons.includes(null) ? null : (reasons[0] ?? null),
  }
}

/** The last result by text, cached because the search for the next change asks for each day several times. */
const lastDays = new WeakMap<PreparedRules, { day: number; clock: LocalClock; certainty: Certainty[] }>()

/** Whether a day is of each kind of days in a text. */
function certaintiesOn(prepared: PreparedRules, day: number, clock: LocalClock): Certainty[] {
  const last = lastDays.get(prepared)
  if (last?.day === day && last.clock === clock) return last.certainty
  const certainty = prepared.whens.map((when) => testWhen(when, dayOf(day), clock))
  lastDays.set(prepared, { day, clock, certainty })
  return certainty
}

/**
 * The number of uncertain days and hours that are combined. With more of them on a day, the answer is
 * unknown.
 */
const MAX_DOUBTS = 6

/**
 * A rule that applies on a day, with the kinds of days that match. `inHours`: whether the instant is within
 * its hours.
 */
interface ActiveRule {
  rule: PreparedRule
  kinds: readonly number[]
  inHours: Certainty
}

/**
 * The result of the rules. `verdict`: `null` if no rule covers the instant. `isImplied`: the verdict is only
 * implied by hours. `isDayNamed`: a rule names the day.
 */
export interface RuleResult {
  verdict: Verdict | null
  isImplied: boolean
  isDayNamed: boolean
}

/**
 * Evaluates a text's rules at an instant on `day`. `fallback` decides if no rule covers the instant, and may
 * replace a verdict that is only implied by hours. If a day or an hour is uncertain, the verdict must be the
 * same for both possibilities.
 */
export function decide(
  prepared: PreparedRules,
  fallback: (result: RuleResult) => Verdict,
  day: number,
  now: number,
  clock: LocalClock,
): Verdict {
  const certainty = certaintiesOn(prepared, day, clock)
  const uncertainKinds = certainty.flatMap((sure, index) => (sure === MAYBE ? [index] : []))

  const verdictOf = (activeRules: readonly ActiveRule[], doubts = uncertainKinds.length): Verdict => {
    const undecided = activeRules.findIndex(({ inHours }) => inHours === MAYBE)
    if (undecided >= 0) {
      if (doubts >= MAX_DOUBTS) return UNKNOWN_VERDICT
      const [yes, no] = ([YES, NO] as const).map((inHours) =>
        verdictOf(
          activeRules.map((each, index) => (index === undecided ? { ...each, inHours } : each)),
          doubts + 1,
        ),
      )
      return either(yes!, no!)
    }
    const statements = activeRules.flatMap(({ rule, kinds, inHours }): Statement[] => {
      if (inHours === YES) return [{ rule, kinds, state: rule.state, rank: rankOf(rule) }]
      return rule.stateAtOtherHours === null
        ? []
        : [{ rule, kinds, state: rule.stateAtOtherHours, rank: RANK_IMPLIED }]
    })
    const isDayNamed = activeRules.some(({ rule }) => rule.when.length > 0)
    if (statements.length === 0) return fallback({ verdict: null, isImplied: false, isDayNamed })
    const statement = mostSpecific(statements, prepared)
    if (statement === null) return UNKNOWN_VERDICT
    return fallback({
      verdict: toVerdict(statement, prepared),
      isImplied: !isExplicit(statement),
      isDayNamed,
    })
  }

  const verdictFor = (isDayOf: (kind: number) => boolean): Verdict => {
    const activeRules: ActiveRule[] = []
    const lastNights: PreparedRule[] = []
    for (const rule of prepared.rules) {
      const kinds = rule.kinds.filter(isDayOf)
      if (kinds.length > 0)
        activeRules.push({ rule, kinds, inHours: certaintyOfHours(rule, kinds, prepared, day, now, clock) })
      else if (mayLastFromYesterday(rule, prepared, day, now, clock)) lastNights.push(rule)
    }
    const verdict = verdictOf(activeRules)
    return lastNights.every(({ state }) => state === verdict.state) ? verdict : UNKNOWN_VERDICT
  }

  if (uncertainKinds.length > MAX_DOUBTS) return UNKNOWN_VERDICT
  const tryAssumptions = (index: number, assumed: readonly number[]): Verdict => {
    if (index === uncertainKinds.length)
      return verdictFor((kind) => certainty[kind] === YES || assumed.includes(kind))
    const yes = tryAssumptions(index + 1, [...assumed, uncertainKinds[index]!])
    return yes.state === 'unknown' ? UNKNOWN_VERDICT : either(yes, tryAssumptions(index + 1, assumed))
  }
  return tryAssumptions(0, [])
}

/** The state if both verdicts have the same, with the conditions of both. */
function either(yes: Verdict, no: Verdict): Verdict {
  if (yes.state !== no.state) return UNKNOWN_VERDICT
  return {
    state: no.state,
    implied: yes.implied || no.implied,
    note: no.note ?? yes.note,
    reason: JSON.stringify(yes.reason) === JSON.stringify(no.reason) ? no.reason : null,
  }
}

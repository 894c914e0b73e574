import { testWhen } from './calendar.ts'
import type { LocalClock } from './calendar.ts'
import { MAYBE, YES } from './certainty.ts'
import type { Certainty } from './certainty.ts'
import { anchorInstant, dayOf } from './evaluate.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { OsmRule } from './read-osm.ts'
import type { Anchor, Span } from './rule.ts'
import { DAY_END, MIDNIGHT } from './rule.ts'

/**
 * A rule that applies on a day. `fromYesterday`: it applied on the day before, and its hours extend past
 * midnight.
 */
interface ActiveRule {
  rule: OsmRule
  fromYesterday: boolean
}

/**
 * The rules that apply on a day, in order; `null` if the kind of day is uncertain. A rule with open hours
 * replaces all rules before it, including the hours from the night before, unless it is an additional rule. A
 * rule that closes removes the hours that it names. Source: the evaluation of the package `opening_hours`.
 */
function activeRulesOn(
  rules: readonly OsmRule[],
  day: number,
  clock: LocalClock,
  yesterdayClock: LocalClock,
): ActiveRule[] | null {
  let active: ActiveRule[] = []
  for (const [index, rule] of rules.entries()) {
    const applies: Certainty = testWhen(rule.when, dayOf(day), clock)
    if (applies === MAYBE) return null
    if (applies === YES) {
      const follows = index > 0 && rules[index - 1]!.when.length === 0
      if (rule.open && !rule.adds && (rule.when.length > 0 || follows)) active = []
      active.push({ rule, fromYesterday: false })
    }
    if (!rule.spans.some(({ overnight }) => overnight)) continue
    const applied = testWhen(rule.when, dayOf(day - 1), yesterdayClock)
    if (applied === MAYBE) return null
    if (applied === YES) active.push({ rule, fromYesterday: true })
  }
  return active
}

/**
 * A period of open hours within one day. `end`: for hours that extend past midnight, when they end on the
 * next day.
 */
interface OpenPeriod {
  from: Anchor
  to: Anchor
  fromYesterday: boolean
  end: Anchor | null
}

interface OsmDayHours {
  periods: readonly OpenPeriod[]
  /** Whether the text covers the day, even if only to say that it is closed. */
  isNamed: boolean
}

const periodsOf = ({ rule, fromYesterday }: ActiveRule): OpenPeriod[] =>
  fromYesterday
    ? rule.spans.flatMap((span) =>
        span.overnight ? [{ from: MIDNIGHT, to: span.to, fromYesterday, end: null }] : [],
      )
    : rule.spans.map(({ from, to, overnight }) =>
        overnight ? { from, to: DAY_END, fromYesterday, end: to } : { from, to, fromYesterday, end: null },
      )

/** The parts of a period outside the closed hours, which are clock times. */
function subtract(period: OpenPeriod, closed: OpenPeriod): OpenPeriod[] {
  const [from, to, first, last] = [period.from, period.to, closed.from, closed.to].map((anchor) =>
    anchor.kind === 'clock' ? anchor.minute : NaN,
  ) as [number, number, number, number]
  if (!(first < to && last > from)) return [period]
  return [
    ...(from < first ? [{ ...period, to: closed.from, end: null }] : []),
    ...(last < to ? [{ ...period, from: closed.to }] : []),
  ]
}

function osmHoursOn(
  rules: readonly OsmRule[],
  day: number,
  clock: LocalClock,
  yesterdayClock = clock,
): OsmDayHours | null {
  const active = activeRulesOn(rules, day, clock, yesterdayClock)
  if (active === null) return null
  let periods: OpenPeriod[] = []
  for (const activeRule of active) {
    if (activeRule.rule.open) periods.push(...periodsOf(activeRule))
    else if (activeRule.rule.spans.length === 0) periods = []
    else
      for (const closed of periodsOf(activeRule))
        periods = periods.flatMap((period) => subtract(period, closed))
  }
  return {
    periods,
    isNamed: rules.some(({ open }) => open) || active.some(({ rule }) => rule.spans.length === 0),
  }
}

/**
 * Whether the place is open at an instant of a day. In this notation, days without a rule are closed.
 * `yesterdayClock`: the assumptions for the day before.
 */
export function osmStateAt(
  rules: readonly OsmRule[],
  day: number,
  now: number,
  clock: LocalClock,
  yesterdayClock: LocalClock,
): 'open' | 'closed' | 'unknown' {
  const found = osmHoursOn(rules, day, clock, yesterdayClock)
  if (found === null) return 'unknown'
  let doubtful = !found.isNamed
  for (const period of found.periods) {
    const [start, end] = [anchorInstant(period.from, day, clock), anchorInstant(period.to, day, clock)]
    if (start === null || end === null) doubtful = true
    else if (now < start || now >= end) continue
    // 'Mo-Su 18:00-02:00; Sa off': by the notation the early hours of Sunday stay open, which may not be what
    // the author meant.
    else if (period.fromYesterday && !beginsNight(rules, day - 1, period, yesterdayClock)) doubtful = true
    else return 'open'
  }
  return doubtful ? 'unknown' : 'closed'
}

/** Whether the day's evening is open before a period that ends after midnight. */
const beginsNight = (rules: readonly OsmRule[], day: number, { to }: OpenPeriod, clock: LocalClock) =>
  osmHoursOn(rules, day, clock)?.periods.some(({ end }) => JSON.stringify(end) === JSON.stringify(to)) ===
  true

const isClock = (anchor: Anchor): anchor is Extract<Anchor, { kind: 'clock' }> => anchor.kind === 'clock'
const minuteOf = (anchor: Anchor) => (isClock(anchor) ? anchor.minute : 0)

/**
 * The hours that begin on a day, as a list entry; `undefined` if the text does not cover the day or it is
 * uncertain.
 */
export function osmEntryOn(
  rules: readonly OsmRule[],
  day: number,
  clock: LocalClock,
): OpeningEntry | undefined {
  const found = osmHoursOn(rules, day, clock)
  if (found === null || !found.isNamed) return undefined
  const tomorrow = osmHoursOn(rules, day + 1, clock)
  const continuesTomorrow = (end: Anchor) =>
    tomorrow?.periods.some(
      ({ fromYesterday, from, to }) =>
        fromYesterday && minuteOf(from) === 0 && JSON.stringify(to) === JSON.stringify(end),
    ) === true
  const spans = found.periods
    .filter(({ fromYesterday }) => !fromYesterday)
    .map(({ from, to, end }): Span =>
      end !== null && continuesTomorrow(end)
        ? { from, to: end, overnight: true }
        : { from, to, overnight: false },
    )
  return { when: [], spans: mergeTouching(spans), doubts: [] }
}

/** Sorts spans of clock times and merges those that touch. Spans with sun events only lose duplicates. */
function mergeTouching(spans: Span[]): Span[] {
  if (!spans.every(({ from, to }) => isClock(from) && isClock(to))) {
    return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()]
  }
  const reach = ({ to, overnight }: Span) => minuteOf(to) + (overnight ? minuteOf(DAY_END) : 0)
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => minuteOf(a.from) - minuteOf(b.from))) {
    const last = result.at(-1)
    if (last === undefined || reach(last) < minuteOf(span.from)) result.push(span)
    else if (reach(span) > reach(last))
      result[result.length - 1] = { from: last.from, to: span.to, overnight: span.overnight }
  }
  return result
}

import type { LocalClock, UncertainDay } from './calendar.ts'
import type { CalendarDay } from './day.ts'
import { calendarDay } from './day.ts'
import type { Anchor, Span } from './rule.ts'
import { sunEvent } from './sun.ts'
import type { HoursPlace } from './zone.ts'
import { instantOf, stateCodeOf, wallTimeAt, zoneOf } from './zone.ts'

export function localClockOf(place: HoursPlace): LocalClock | undefined {
  const zone = zoneOf(place)
  const state = stateCodeOf(place)
  return zone === undefined || state === undefined
    ? undefined
    : { zone, state, assumptions: {}, latitude: place.latitude, longitude: place.longitude }
}

/**
 * The number of uncertain kinds of days that are combined. Each kind doubles the number of cases, and no
 * known text has more.
 */
const MAX_ASSUMPTIONS = 3

/**
 * A clock for each combination of assumptions about the uncertain kinds of days. With more than {@link
 * MAX_ASSUMPTIONS} kinds, only the given clock.
 */
export function possibleClocks(clock: LocalClock, uncertainDays: readonly UncertainDay[]): LocalClock[] {
  let cases: LocalClock[] = [clock]
  if (uncertainDays.length > MAX_ASSUMPTIONS) return cases
  for (const kind of uncertainDays) {
    cases = cases.flatMap((each) =>
      [true, false].map((isSo) => ({ ...each, assumptions: { ...each.assumptions, [kind]: isSo } })),
    )
  }
  return cases
}

/**
 * If the answer is unknown because of uncertain kinds of days, tries every combination of assumptions. The
 * answer is known if its state is the same in all of them, for example both in and out of the school
 * holidays.
 */
export function resolveUncertainDays<Answer extends { state: string }>(
  clock: LocalClock,
  uncertainDays: readonly UncertainDay[],
  answer: (clock: LocalClock) => Answer,
): Answer {
  const plain = answer(clock)
  if (plain.state !== 'unknown' || uncertainDays.length === 0 || uncertainDays.length > MAX_ASSUMPTIONS)
    return plain
  const cases = possibleClocks(clock, uncertainDays)
  const [first, ...others] = cases
  const settled = answer(first!)
  return others.every((each) => answer(each).state === settled.state) ? settled : plain
}

/** A little less than the range of Date, so that the days around an instant are valid, too. Milliseconds. */
const MAX_INSTANT = 8.6e15
export const isInstant = (now: number) => Math.abs(now) < MAX_INSTANT

/** Cached because a search asks for the same day thousands of times. */
const days = new Map<number, CalendarDay>()
const MAX_CACHED_DAYS = 1_000

export function dayOf(number: number): CalendarDay {
  let day = days.get(number)
  if (day === undefined) {
    if (days.size >= MAX_CACHED_DAYS) days.clear()
    days.set(number, (day = calendarDay(number)))
  }
  return day
}

/** The last result by zone, cached because a search asks for one instant only. */
const lastToday = new Map<string, { now: number; day: number }>()

/** The park's calendar day at an instant, as a day number. */
export function today({ zone }: LocalClock, now: number): number {
  const last = lastToday.get(zone)
  if (last?.now === now) return last.day
  const { day } = wallTimeAt(zone, now)
  lastToday.set(zone, { now, day })
  return day
}

/** The instant of a time of day; `null` if there is no such sun event on that day. */
export function anchorInstant(anchor: Anchor, day: number, clock: LocalClock): number | null {
  if (anchor.kind === 'clock') return instantOf(clock.zone, day, anchor.minute)
  const event = sunEvent(anchor.kind, day, clock.latitude, clock.longitude)
  // Whole minutes, as shown on screens.
  return event === null ? null : (Math.round(event / 60_000) + anchor.offset) * 60_000
}

/**
 * Whether an instant is within the span that begins on `day`; `null` if the time of a sun event is unknown.
 */
export function isWithinSpan(span: Span, day: number, now: number, clock: LocalClock): boolean | null {
  const from = anchorInstant(span.from, day, clock)
  if (from === null) return null
  if (now < from) return false
  const to = anchorInstant(span.to, span.overnight ? day + 1 : day, clock)
  return to === null ? null : now < to
}

/**
 * A moment at which a state may change. `kind`: the sun event at that moment, otherwise the clock, also for a
 * time before or after a sun event.
 */
export interface Moment {
  instant: number
  kind: Anchor['kind']
}

/**
 * The number of days ahead to search for a change: two weeks, or over a year for texts with seasons or dates.
 */
const DAYS_AHEAD = 15
const DAYS_AHEAD_SEASONAL = 400

/**
 * The first moment after `now` at which `stateAt` returns another state, or `null`. `anchors`: the times of
 * day at which the state may change. Midnight is always checked, because another day may have other rules.
 */
export function nextChange<State>(
  now: number,
  clock: LocalClock,
  seasonal: boolean,
  anchors: readonly Anchor[],
  stateAt: (instant: number) => State,
): { at: Moment; state: State } | null {
  const present = stateAt(now)
  const distinct = [...new Map(anchors.map((anchor) => [JSON.stringify(anchor), anchor])).values()]
  const first = today(clock, now)
  // Whole days have both their start and their end as anchors, and the end of a day is the start of the next.
  let lastChecked = now
  for (let day = first - 1; day <= first + (seasonal ? DAYS_AHEAD_SEASONAL : DAYS_AHEAD); day++) {
    const moments: Moment[] = [{ instant: instantOf(clock.zone, day, 0), kind: 'clock' }]
    for (const anchor of distinct) {
      const instant = anchorInstant(anchor, day, clock)
      const isEvent = anchor.kind !== 'clock' && anchor.offset === 0
      if (instant !== null) moments.push({ instant, kind: isEvent ? anchor.kind : 'clock' })
    }
    moments.sort((a, b) => a.instant - b.instant || Number(a.kind === 'clock') - Number(b.kind === 'clock'))
    for (const at of moments) {
      if (at.instant <= now || at.instant === lastChecked) continue
      lastChecked = at.instant
      const state = stateAt(at.instant)
      if (state !== present) return { at, state }
    }
  }
  return null
}

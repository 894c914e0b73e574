import type { Calendar, Unsure } from './calendar.ts'
import type { CalendarDay } from './day.ts'
import { calendarDay } from './day.ts'
import type { Anchor, Span } from './rule.ts'
import { sunEvent } from './sun.ts'
import type { HoursPlace } from './zone.ts'
import { instantOf, stateOf, wallAt, zoneOf } from './zone.ts'

/** A park's clock and sun: everything that turns a rule into instants. */
export type Scene = Calendar

export function sceneOf(place: HoursPlace): Scene | undefined {
  const zone = zoneOf(place)
  const state = stateOf(place)
  return zone === undefined || state === undefined
    ? undefined
    : { zone, state, supposed: {}, latitude: place.latitude, longitude: place.longitude }
}

/** Each kind doubles the cases; no sign has more. */
const SUPPOSED_AT_ONCE = 3

/** Every way in which kinds of days that are not sure may turn out; the scene itself where there are too many. */
export function casesOf(scene: Scene, unsure: readonly Unsure[]): Scene[] {
  let cases: Scene[] = [scene]
  if (unsure.length > SUPPOSED_AT_ONCE) return cases
  for (const kind of unsure) {
    cases = cases.flatMap((each) =>
      [true, false].map((so) => ({ ...each, supposed: { ...each.supposed, [kind]: so } })),
    )
  }
  return cases
}

/**
 * What is known for sure. Where days are of kinds that are not sure, the answer still is when it comes out the same whether they are or
 * not: in the school holidays and out of them.
 */
export function settle<Answer extends { state: string }>(
  scene: Scene,
  unsure: readonly Unsure[],
  answer: (scene: Scene) => Answer,
): Answer {
  const plain = answer(scene)
  if (plain.state !== 'unknown' || unsure.length === 0 || unsure.length > SUPPOSED_AT_ONCE) return plain
  const cases = casesOf(scene, unsure)
  const [first, ...others] = cases
  const settled = answer(first!)
  return others.every((each) => answer(each).state === settled.state) ? settled : plain
}

/** Instants a date can have; beyond them no calendar answers. */
const FARTHEST = 8.6e15
export const isInstant = (now: number) => Math.abs(now) < FARTHEST

/** Calendar days by number: a search asks for the same day thousands of times. */
const days = new Map<number, CalendarDay>()
const DAYS_KEPT = 1_000

export function dayOf(number: number): CalendarDay {
  let day = days.get(number)
  if (day === undefined) {
    if (days.size >= DAYS_KEPT) days.clear()
    days.set(number, (day = calendarDay(number)))
  }
  return day
}

/** The last day asked for, by zone: a search asks at one instant. */
const asked = new Map<string, { now: number; day: number }>()

/** The park's calendar day at an instant. */
export function today({ zone }: Scene, now: number): number {
  const last = asked.get(zone)
  if (last?.now === now) return last.day
  const { day } = wallAt(zone, now)
  asked.set(zone, { now, day })
  return day
}

/** The instant of a time of day, or `null` where the sun does not give it. */
export function anchorInstant(anchor: Anchor, day: number, scene: Scene): number | null {
  if (anchor.kind === 'clock') return instantOf(scene.zone, day, anchor.minute)
  const event = sunEvent(anchor.kind, day, scene.latitude, scene.longitude)
  // Whole minutes, as signs and screens have them.
  return event === null ? null : (Math.round(event / 60_000) + anchor.offset) * 60_000
}

/** Whether an instant lies in the span that begins on `day`; `null` where the sun's time is not known. */
export function within(span: Span, day: number, now: number, scene: Scene): boolean | null {
  const from = anchorInstant(span.from, day, scene)
  if (from === null) return null
  if (now < from) return false
  const to = anchorInstant(span.to, span.overnight ? day + 1 : day, scene)
  return to === null ? null : now < to
}

/** A moment at which what holds may change, and whether clock or sun sets it. */
export interface Moment {
  instant: number
  kind: Anchor['kind']
}

/** How many days ahead a change is looked for: two weeks, or a year and a bit where seasons play a part. */
const SOON = 15
const A_YEAR = 400

/**
 * The first moment after `now` at which `stateAt` says something else. `anchors` are the times of day at which it may;
 * midnight is always looked at, since the day may bring other rules.
 */
export function nextChange<State>(
  now: number,
  scene: Scene,
  seasonal: boolean,
  anchors: readonly Anchor[],
  stateAt: (instant: number) => State,
): { at: Moment; state: State } | null {
  const present = stateAt(now)
  const distinct = [...new Map(anchors.map((anchor) => [JSON.stringify(anchor), anchor])).values()]
  const first = today(scene, now)
  // The end of a day is the beginning of the next, and whole days have both as anchors.
  let lastAsked = now
  for (let day = first - 1; day <= first + (seasonal ? A_YEAR : SOON); day++) {
    const moments: Moment[] = [{ instant: instantOf(scene.zone, day, 0), kind: 'clock' }]
    for (const anchor of distinct) {
      const instant = anchorInstant(anchor, day, scene)
      if (instant !== null) moments.push({ instant, kind: anchor.kind })
    }
    moments.sort((a, b) => a.instant - b.instant || Number(a.kind === 'clock') - Number(b.kind === 'clock'))
    for (const at of moments) {
      if (at.instant <= now || at.instant === lastAsked) continue
      lastAsked = at.instant
      const state = stateAt(at.instant)
      if (state !== present) return { at, state }
    }
  }
  return null
}

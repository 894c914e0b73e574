import type { DogAccess } from '../model/park.ts'
import { capitalised } from '../model/text.ts'
import { dayOf, isInstant, localClockOf } from './evaluate.ts'
import type { LocalClock } from './calendar.ts'
import { MONTH_NAMES, WEEKDAYS } from './day-words.ts'
import type { Moment } from './evaluate.ts'
import { leashAt } from './leash.ts'
import { openingAt, openingOf } from './opening.ts'
import type { LeashReason } from './precedence.ts'
import type { Closure } from './read-opening.ts'
import type { YearDay } from './rule.ts'
import type { HoursPlace } from './zone.ts'
import { wallTimeAt } from './zone.ts'

/** Formats a time of day: '9 am', '7:42 pm', 'noon', 'midnight'. `minute`: since midnight, 0 to 1440. */
export function formatClock(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  const rest = minute % 60
  if (rest === 0 && hour === 0) return 'midnight'
  if (rest === 0 && hour === 12) return 'noon'
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`
}

/** Minutes since midnight in the park's time zone. Sun events are whole minutes. */
export const minuteAt = (clock: LocalClock, instant: number) =>
  Math.floor(wallTimeAt(clock.zone, instant).time / 60_000)

/**
 * Formats a day relative to another: '', 'tomorrow', 'Saturday', 'Saturday 14 March', with the year if it
 * might be ambiguous.
 */
function dayText(day: number, fromDay: number, isAboutNow: boolean): string {
  const ahead = day - fromDay
  const { weekday, date, month, year } = dayOf(day)
  if (ahead === 0) return ''
  if (ahead === 1 && isAboutNow) return 'tomorrow'
  if (ahead > 0 && ahead < 7) return WEEKDAYS[weekday]!
  return `${WEEKDAYS[weekday]!} ${date} ${MONTH_NAMES[month - 1]!}${Math.abs(ahead) > 330 ? ` ${year}` : ''}`
}

/** `isAboutNow`: the sentence is about now, so it may use 'tomorrow'. */
interface View {
  clock: LocalClock
  day: number
  isAboutNow: boolean
}

const spaced = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** Formats a moment: 'noon', 'dusk (7:42 pm)', '6 am tomorrow', 'the end of Friday', 'Wednesday 1 April'. */
function momentText({ instant, kind }: Moment, view: View, role: 'until' | 'from'): string {
  const { day, time } = wallTimeAt(view.clock.zone, instant)
  const minute = Math.floor(time / 60_000)
  if (kind !== 'clock')
    return `${spaced(kind, dayText(day, view.day, view.isAboutNow))} (${formatClock(minute)})`
  if (minute === 0) {
    if (day === view.day + 1) return 'midnight'
    return role === 'until'
      ? `the end of ${dayText(day - 1, view.day, view.isAboutNow)}`
      : dayText(day, view.day, view.isAboutNow)
  }
  // The early hours still belong to this night, so the day is left out.
  if (role === 'until' && day === view.day + 1 && minute <= 5 * 60) return formatClock(minute)
  return spaced(formatClock(minute), dayText(day, view.day, view.isAboutNow))
}

/** Formats a moment for 'opens …': '6 am', 'at dawn (5:12 am)', 'Wednesday 1 April'. */
const startText = (moment: Moment, view: View) =>
  `${moment.kind === 'clock' ? '' : 'at '}${momentText(moment, view, 'from')}`

interface Question {
  view: View
  now: boolean
  lead: string
}

function questionOf(place: HoursPlace, now: number, at: number): Question | undefined {
  const clock = localClockOf(place)
  if (clock === undefined || !isInstant(now) || !isInstant(at)) return undefined
  const { day } = wallTimeAt(clock.zone, at)
  if (at === now) return { view: { clock, day, isAboutNow: true }, now: true, lead: '' }
  const named = dayText(day, wallTimeAt(clock.zone, now).day, true) || 'today'
  const lead = `${capitalised(named)} ${formatClock(minuteAt(clock, at))}: `
  return { view: { clock, day, isAboutNow: false }, now: false, lead }
}

/** Begins a sentence: `present` for now, otherwise the lead and `other` ('Saturday 8 am: open'). */
const withLead = ({ now, lead }: Question, present: string, other: string) =>
  now ? present : `${lead}${other}`

/** The same words for now and for another time. */
const alike = (question: Question, text: string) => withLead(question, capitalised(text), text)

const CLOSED: Readonly<Record<Closure, string>> = {
  closed: 'closed',
  temporarily: 'temporarily closed',
  permanently: 'permanently closed',
}

/**
 * The sentence for a text that only says that the place is closed: 'Temporarily closed'. `null` for other
 * texts.
 */
export function describeClosure(openingHours: string | null): string | null {
  const closure = openingOf(openingHours)?.closure ?? null
  return closure === null ? null : capitalised(CLOSED[closure])
}

/**
 * Describes the opening hours in a sentence: 'Open now, until dusk (7:42 pm)', 'Closed now, opens 6 am
 * tomorrow', 'Open 24 hours'; for another time than now 'Saturday 8 am: open until 6 pm'. `null` if the state
 * is unknown. Times are local to the park.
 */
export function describeOpening(
  openingHours: string | null,
  place: HoursPlace,
  now: number,
  at = now,
): string | null {
  const question = questionOf(place, now, at)
  const { state, until, next, always, closure } = openingAt(openingHours, place, at)
  if (question === undefined || state === 'unknown') return null
  const { view } = question
  if (state === 'open') {
    if (always) return alike(question, 'open 24 hours')
    if (until === null) return withLead(question, 'Open now', 'open')
    const least = next === 'unknown' ? 'at least ' : ''
    return `${withLead(question, 'Open now,', least === '' ? 'open' : 'open,')} ${least}until ${momentText(until, view, 'until')}`
  }
  if (closure !== undefined) return alike(question, CLOSED[closure])
  return (
    withLead(question, 'Closed now', 'closed') +
    (until === null || next === 'unknown' ? '' : `, opens ${startText(until, view)}`)
  )
}

const yearDayText = ({ month, date }: YearDay) => `${date} ${MONTH_NAMES[month - 1]!}`

const SEASON_HOURS = {
  'daylight-saving': 'daylight saving hours',
  'standard-time': 'standard time hours',
  summer: 'summer hours',
  winter: 'winter hours',
  'not-summer': 'winter hours',
} as const

/** Explains why a day has special hours: 'public holiday hours', 'hours for 1 December to 28 February'. */
function reasonText(reason: LeashReason): string {
  switch (reason.kind) {
    case 'public-holiday':
      return 'public holiday hours'
    case 'school-holiday':
      return 'school holiday hours'
    case 'school-day':
      return 'school day hours'
    case 'easter':
    case 'easter-day':
      return 'Easter hours'
    case 'easter-holidays':
      return 'Easter holiday hours'
    case 'season':
      return SEASON_HOURS[reason.season]
    case 'dates': {
      const [from, to] = [yearDayText(reason.from), yearDayText(reason.to)]
      return from === to ? `hours for ${from}` : `hours for ${from} to ${to}`
    }
  }
}

const LEASH_FROM = { 'off-leash': 'off-leash', 'on-leash': 'leash on', 'no-dogs': 'no dogs' } as const

/**
 * Describes the leash rule in a sentence: 'Off-leash now until 9 am', 'Leash on now; off-leash from 5 pm',
 * 'No dogs now; off-leash from 6 pm'; for another time 'Saturday 8 am: off-leash until 9 am'.
 *
 * If a holiday, a season or dates decide, the sentence names them: 'Leash on now: public holiday hours;
 * off-leash from 4 pm', 'Saturday 8 am: off-leash (summer hours) until 9 am'. 'At all times' is used only if
 * a text says so without conditions; 'Off-leash area' if only the kind of area is known. `null` if the state
 * is unknown. `leashAt(…).conditions` has the conditions.
 */
export function describeLeash(
  leashHours: string | null,
  access: DogAccess,
  place: HoursPlace,
  now: number,
  at = now,
): string | null {
  const question = questionOf(place, now, at)
  const { state, until, next, always, reason, conditions } = leashAt(leashHours, access, place, at)
  if (question === undefined || state === 'unknown') return null
  const { view } = question
  const sentence = {
    'off-leash': withLead(question, 'Off-leash now', 'off-leash'),
    'on-leash': withLead(question, 'Leash on now', 'leash on'),
    'no-dogs': withLead(question, 'No dogs now', 'no dogs'),
  }[state]
  if (until === null || next === null) {
    const isAlways = always && conditions.length === 0
    return alike(
      question,
      {
        'off-leash': isAlways ? 'off-leash at all times' : 'off-leash area',
        'on-leash': isAlways ? 'on leash at all times' : 'on-leash area',
        'no-dogs': 'no dogs at any time',
      }[state],
    )
  }
  const why =
    reason === null
      ? sentence
      : question.now
        ? `${sentence}: ${reasonText(reason)}`
        : `${sentence} (${reasonText(reason)})`
  if (next === 'unknown') return `${why}, at least until ${momentText(until, view, 'until')}`
  if (state === 'off-leash') {
    const comma = reason !== null && question.now ? ',' : ''
    return `${why}${comma} until ${momentText(until, view, 'until')}${next === 'no-dogs' ? ', then no dogs' : ''}`
  }
  return `${why}; ${LEASH_FROM[next]} from ${momentText(until, view, 'from')}`
}

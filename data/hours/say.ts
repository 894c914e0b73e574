import type { DogAccess } from '../model/park.ts'
import { dayOf, isInstant, sceneOf } from './evaluate.ts'
import type { Moment, Scene } from './evaluate.ts'
import { leashAt } from './leash.ts'
import { openingAt, openingOf } from './opening.ts'
import type { LeashReason } from './precedence.ts'
import type { Closure } from './read-opening.ts'
import type { YearDay } from './rule.ts'
import type { HoursPlace } from './zone.ts'
import { wallAt } from './zone.ts'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A time of day as Australians write it: '9 am', '7:42 pm', 'noon', 'midnight'. `minute`: since midnight, 0 to 1440. */
export function sayClock(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  const rest = minute % 60
  if (rest === 0 && hour === 0) return 'midnight'
  if (rest === 0 && hour === 12) return 'noon'
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${hour < 12 ? 'am' : 'pm'}`
}

/** The park's clock at an instant; instants of the sun come in whole minutes. */
export const minuteAt = (scene: Scene, instant: number) =>
  Math.floor(wallAt(scene.zone, instant).time / 60_000)

/** A day as seen from another: '', 'tomorrow', 'Saturday', 'Saturday 14 March', with the year where it could be mistaken. */
function sayDay(day: number, seenFrom: number, words: boolean): string {
  const ahead = day - seenFrom
  const { weekday, date, month, year } = dayOf(day)
  if (ahead === 0) return ''
  if (ahead === 1 && words) return 'tomorrow'
  if (ahead > 0 && ahead < 7) return WEEKDAYS[weekday]!
  return `${WEEKDAYS[weekday]!} ${date} ${MONTHS[month - 1]!}${Math.abs(ahead) > 330 ? ` ${year}` : ''}`
}

/** `words`: 'tomorrow' can be said, because the sentence is about now. */
interface View {
  scene: Scene
  day: number
  words: boolean
}

const spaced = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** 'noon', 'dusk (7:42 pm)', '6 am tomorrow', 'the end of Friday', 'Wednesday 1 April'. */
function sayMoment({ instant, kind }: Moment, view: View, role: 'until' | 'from'): string {
  const { day, time } = wallAt(view.scene.zone, instant)
  const minute = Math.floor(time / 60_000)
  if (kind !== 'clock') return `${spaced(kind, sayDay(day, view.day, view.words))} (${sayClock(minute)})`
  if (minute === 0) {
    if (day === view.day + 1) return 'midnight'
    return role === 'until'
      ? `the end of ${sayDay(day - 1, view.day, view.words)}`
      : sayDay(day, view.day, view.words)
  }
  // Past midnight is still tonight.
  if (role === 'until' && day === view.day + 1 && minute <= 5 * 60) return sayClock(minute)
  return spaced(sayClock(minute), sayDay(day, view.day, view.words))
}

/** 'opens 6 am', 'opens at dawn (5:12 am)', 'opens Wednesday 1 April'. */
const sayStart = (moment: Moment, view: View) =>
  `${moment.kind === 'clock' ? '' : 'at '}${sayMoment(moment, view, 'from')}`

interface Question {
  view: View
  now: boolean
  lead: string
}

function ask(place: HoursPlace, now: number, at: number): Question | undefined {
  const scene = sceneOf(place)
  if (scene === undefined || !isInstant(now) || !isInstant(at)) return undefined
  const { day } = wallAt(scene.zone, at)
  if (at === now) return { view: { scene, day, words: true }, now: true, lead: '' }
  const named = sayDay(day, wallAt(scene.zone, now).day, true) || 'today'
  const lead = `${named[0]!.toUpperCase()}${named.slice(1)} ${sayClock(minuteAt(scene, at))}: `
  return { view: { scene, day, words: false }, now: false, lead }
}

/** 'Open now' of the present, 'open' after 'Saturday 8 am: '. */
const begin = ({ now, lead }: Question, present: string, other: string) => (now ? present : `${lead}${other}`)

const CLOSED = {
  closed: ['Closed', 'closed'],
  temporarily: ['Temporarily closed', 'temporarily closed'],
  permanently: ['Permanently closed', 'permanently closed'],
} as const satisfies Record<Closure, readonly [string, string]>

/** How a text says that a place is closed, with no hours at all: 'Temporarily closed'. `null` where it says no such thing. */
export function sayClosure(openingHours: string | null): string | null {
  const closure = openingOf(openingHours)?.closure ?? null
  return closure === null ? null : CLOSED[closure][0]
}

/**
 * Opening as a person would say it: 'Open now, until dusk (7:42 pm)', 'Closed now, opens 6 am tomorrow', 'Open 24 hours'; for another time
 * than now 'Saturday 8 am: open until 6 pm'. `null` when it is not known. Times are the park's.
 */
export function sayOpening(
  openingHours: string | null,
  place: HoursPlace,
  now: number,
  at = now,
): string | null {
  const question = ask(place, now, at)
  const { state, until, next, always, closure } = openingAt(openingHours, place, at)
  if (question === undefined || state === 'unknown') return null
  const { view } = question
  if (state === 'open') {
    if (always) return begin(question, 'Open 24 hours', 'open 24 hours')
    if (until === null) return begin(question, 'Open now', 'open')
    const least = next === 'unknown' ? 'at least ' : ''
    return `${begin(question, 'Open now,', least === '' ? 'open' : 'open,')} ${least}until ${sayMoment(until, view, 'until')}`
  }
  if (closure !== undefined) return begin(question, CLOSED[closure][0], CLOSED[closure][1])
  return (
    begin(question, 'Closed now', 'closed') +
    (until === null || next === 'unknown' ? '' : `, opens ${sayStart(until, view)}`)
  )
}

const sayYearDay = ({ month, date }: YearDay) => `${date} ${MONTHS[month - 1]!}`

const SEASON_HOURS = {
  'daylight-saving': 'daylight saving hours',
  'standard-time': 'standard time hours',
  summer: 'summer hours',
  winter: 'winter hours',
  'not-summer': 'winter hours',
} as const

/** Why the hours of a day differ from other days': 'public holiday hours', 'hours for 1 December to 28 February'. */
function sayReason(reason: LeashReason): string {
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
      const [from, to] = [sayYearDay(reason.from), sayYearDay(reason.to)]
      return from === to ? `hours for ${from}` : `hours for ${from} to ${to}`
    }
  }
}

const LEASH_FROM = { 'off-leash': 'off-leash', 'on-leash': 'leash on', 'no-dogs': 'no dogs' } as const

/**
 * The leash as a person would say it: 'Off-leash now until 9 am', 'Leash on now; off-leash from 5 pm', 'No dogs now; off-leash from 6 pm';
 * for another time 'Saturday 8 am: off-leash until 9 am'. Where a holiday, a season or dates decide, the sentence says so:
 * 'Leash on now: public holiday hours; off-leash from 4 pm', 'Saturday 8 am: off-leash (summer hours) until 9 am'. 'At all times' only where a text says so without a limit; what an area is known to be
 * without its times is 'Off-leash area'. `null` when it is not known. What limits it is in `leashAt(…).conditions`.
 */
export function sayLeash(
  leashHours: string | null,
  access: DogAccess,
  place: HoursPlace,
  now: number,
  at = now,
): string | null {
  const question = ask(place, now, at)
  const { state, until, next, always, reason, conditions } = leashAt(leashHours, access, place, at)
  if (question === undefined || state === 'unknown') return null
  const { view } = question
  const said = {
    'off-leash': begin(question, 'Off-leash now', 'off-leash'),
    'on-leash': begin(question, 'Leash on now', 'leash on'),
    'no-dogs': begin(question, 'No dogs now', 'no dogs'),
  }[state]
  if (until === null || next === null) {
    return {
      'off-leash':
        always && conditions.length === 0
          ? begin(question, 'Off-leash at all times', 'off-leash at all times')
          : begin(question, 'Off-leash area', 'off-leash area'),
      'on-leash':
        always && conditions.length === 0
          ? begin(question, 'On leash at all times', 'on leash at all times')
          : begin(question, 'On-leash area', 'on-leash area'),
      'no-dogs': begin(question, 'No dogs at any time', 'no dogs at any time'),
    }[state]
  }
  const why =
    reason === null ? said : question.now ? `${said}: ${sayReason(reason)}` : `${said} (${sayReason(reason)})`
  if (next === 'unknown') return `${why}, at least until ${sayMoment(until, view, 'until')}`
  if (state === 'off-leash') {
    const comma = reason !== null && question.now ? ',' : ''
    return `${why}${comma} until ${sayMoment(until, view, 'until')}${next === 'no-dogs' ? ', then no dogs' : ''}`
  }
  return `${why}; ${LEASH_FROM[next]} from ${sayMoment(until, view, 'from')}`
}

import type { DogAccess } from '../../../data/model/park.ts'
import type { LocalTime } from './local-time.ts'

/**
 * A second reading of every published text, written by hand and without `data/hours`: when the text allows
 * dogs off the leash, and when it says that a park is open. Used only to check 'off-leash' and 'open', so
 * anything missing or unclear in a text counts as no.
 */
type Test = (time: LocalTime) => boolean

const always: Test = () => true
const never: Test = () => false

/**
 * From one hour up to, but not including, another; it may extend past midnight: `hours(15.5, 10.5)` is from
 * 3.30 pm to 10.30 am.
 */
const hours =
  (from: number, to: number): Test =>
  ({ hour }) =>
    from < to ? hour >= from && hour < to : hour >= from || hour < to
/** 'Before 9am and after 5pm'. */
const before9 = hours(0, 9)
const either =
  (...tests: Test[]): Test =>
  (time) =>
    tests.some((test) => test(time))
const both =
  (...tests: Test[]): Test =>
  (time) =>
    tests.every((test) => test(time))
const not =
  (test: Test): Test =>
  (time) =>
    !test(time)

const monthsFrom =
  (from: number, to: number): Test =>
  ({ month }) =>
    from <= to ? month >= from && month <= to : month >= from || month <= to
const weekend: Test = ({ weekday }) => weekday >= 6
const publicHoliday: Test = (time) => time.publicHoliday
const daylightSaving: Test = (time) => time.daylightSaving
const easter: Test = ({ fromEaster }) => fromEaster >= -2 && fromEaster <= 1
/** Up to two weeks before and after Easter, which covers the autumn school holidays of all states. */
const easterHolidays: Test = ({ fromEaster }) => Math.abs(fromEaster) <= 14
const summer = monthsFrom(12, 2)
const december1ToMarch1 = either(summer, ({ month, date }) => month === 3 && date === 1)

/** Tolerance between two implementations of sunrise and sunset. Hours. */
const SUN = 2 / 60
const sunUp: Test = ({ hour, sunrise, sunset }) => hour >= sunrise - SUN && hour < sunset + SUN
const afterSunrise: Test = ({ hour, sunrise }) => hour >= sunrise - SUN
const beforeSunset: Test = ({ hour, sunset }) => hour < sunset + SUN

/**
 * When dogs may be off the leash in a park with timed off-leash hours. For other kinds of access see {@link
 * readAgain}.
 */
const OFF_LEASH: Readonly<Record<string, Test>> = {
  'Off-leash at all times': always,
  'All day': always,
  'All times': always,
  'All year': always,
  'Any time': always,
  'Off-leash all day Mon-Fri; before 9am and after 4pm Sat, Sun and public holidays': either(
    not(either(weekend, publicHoliday)),
    hours(16, 9),
  ),
  'Off-leash 3.30pm-10.30am': hours(15.5, 10.5),
  'Off-leash 3.30pm-10.30am; no dogs 10am-8pm Sundays': both(
    hours(15.5, 10.5),
    not(both(({ weekday }) => weekday === 7, hours(10, 20))),
  ),
  'Off-leash 4.30pm-8.30am': hours(16.5, 8.5),
  'Off-leash before 9am and after 5pm only': hours(17, 9),
  'Off-leash weekdays before 9am and after 4pm (winter) / after 6pm (daylight saving)': both(
    not(weekend),
    either(before9, both(daylightSaving, hours(18, 24)), both(not(daylightSaving), hours(16, 24))),
  ),
  'Part on-leash Fri 9pm-Sun 9pm and public holidays': not(
    either(
      publicHoliday,
      ({ weekday }) => weekday === 6,
      both(({ weekday }) => weekday === 5, hours(21, 24)),
      both(({ weekday }) => weekday === 7, hours(0, 21)),
    ),
  ),
  'Off-leash sunrise-9.30am and 5pm-sunset': either(
    both(afterSunrise, hours(0, 9.5)),
    both(hours(17, 24), beforeSunset),
  ),
  'Off-leash 6am-8am': hours(6, 8),
  'Off-leash 6am-9pm': hours(6, 21),
  'Off-leash before 10am and after 4pm': hours(16, 10),
  'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time': either(
    both(daylightSaving, hours(16, 8)),
    both(not(daylightSaving), hours(15, 10)),
  ),
  'Off-leash 8pm-8am': hours(20, 8),
  'Off-leash 7.30pm-10am 1 Nov-31 Mar': both(monthsFrom(11, 3), hours(19.5, 10)),
  // Two sources disagree.
  'All year, 24 hours (one source gives summer times)': never,
  '1 Nov-31 Mar: off-leash sunrise-10am, no dogs 10am-7.30pm, then on-leash; 1 Apr-31 Oct: on-leash 11am-3pm, off-leash at other times':
    either(both(monthsFrom(11, 3), afterSunrise, hours(0, 10)), both(monthsFrom(4, 10), not(hours(11, 15)))),
  'Summer: no dogs 10am-7.30pm; off-leash 7.30pm-10am': both(summer, hours(19.5, 10)),
  'No dogs 9am-7pm 1 Dec-28 Feb and Easter; off-leash at other times': not(
    both(either(summer, easter), hours(9, 19)),
  ),
  '1 Dec-28 Feb and Easter holidays: off-leash 6pm-9am, on-leash at other times; off-leash all other dates':
    either(not(either(summer, easterHolidays)), hours(18, 9)),
  Seasonal: never,
  'Off-leash 5am-8am and 4pm-7pm only': either(hours(5, 8), hours(16, 19)),
  'Off-leash 1 May-31 July; on leash 1 August-30 April': monthsFrom(5, 7),
  'Off-leash 4pm-8am only': hours(16, 8),
  'Off-leash 1 April-31 August; no dogs 1 September-31 March': monthsFrom(4, 8),
  'Off-leash 5am-8am and 5pm-8pm only': either(hours(5, 8), hours(17, 20)),
  'Off-leash in daylight hours': sunUp,
  // It is unknown whether a weekday is a school day.
  'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days': both(
    hours(5, 20),
    either(weekend, publicHoliday, not(either(hours(8, 9), hours(14.5, 15.5)))),
  ),
  'Off-leash 5pm-10am': hours(17, 10),
  'On leash 10am-8pm in daylight saving on part of the beach': not(both(daylightSaving, hours(10, 20))),
  'On leash at all times 1 Dec-31 Jan; on leash 10am-6pm 1 Feb-30 Apr; under effective control 1 May-30 Nov':
    monthsFrom(5, 11),
  'Off-leash before 8am and after 9pm (daylight saving) / before 8am and after 6pm (winter)': either(
    hours(0, 8),
    both(daylightSaving, hours(21, 24)),
    both(not(daylightSaving), hours(18, 24)),
  ),
  'Open to dogs before 10am and after 4pm, 1 October-31 March': both(monthsFrom(10, 3), hours(16, 10)),
  'Off-leash 5.30am-10am unless in use for sport or events': hours(5.5, 10),
  'Off-lead 7am-9am and 3pm-9pm': either(hours(7, 9), hours(15, 21)),
  'No dogs 10am-6pm 1 Dec-1 Mar; off-lead at other times': not(both(december1ToMarch1, hours(10, 18))),
  // Parks where dogs are on the leash or not allowed.
  'Before 9am and after 6pm summer; before 9am and after 4pm winter': never,
  'On leash sunrise-9am only': never,
  'No dogs 9am-6pm 1 Dec-30 Mar': never,
  'No dogs 9am-4pm Sat, Sun and public holidays': never,
  'No dogs 10am-6pm 1 Nov-31 Mar': never,
}

/**
 * Clauses with a condition of place or occasion. Whether dogs are off the leash depends on the park's access,
 * and the condition must be shown.
 */
const LIMIT =
  /^(?:(?:off-leash (?:at all times )?|all times |ovals |playing fields )?except (?:during|when|within)|not (?:in|on) |part of |designated areas? only|open field only|on[- ]lea(?:sh|d) (?:near|during|on wafl))(?!.*(?:\d ?[ap]m|daily|summer|winter|holidays|weekend|weekday))/i

/** Clauses about a part of the park or an occasion, which stand among the features of a list. */
const PLACE =
  /^(?:no dogs (?:in|on|at|within|from|between|north) |on leash (?:on|near|within|during|south) |not (?:during|the) |not in the play |part on leash |(?:north|south|west|oval|signed)[\w -]* only\b|.* (?:m|third|area|portion) on leash$|off-leash (?:trial|on playing fields) )/i

/** A condition with times, for a part of the park that is not specified. */
const GREYHOUNDS = 'North area closed to other dogs 9am-11am last Sunday of the month (greyhound sessions)'

/** The condition in 'Off-leash at all times except during organised sport'. */
const limitIn = (clause: string) =>
  clause.replace(/^(?:off-leash (?:at all times )?|all times )(?=except)/i, '')

export interface SecondReading {
  offLeash: Test
  /** Conditions that must be shown with 'off-leash', in lower case. */
  limits: readonly string[]
}

/** The second reading of a text; `undefined` if it is not in the table. */
export function readAgain(text: string, access: DogAccess): SecondReading | undefined {
  const known = Object.hasOwn(OFF_LEASH, text) ? OFF_LEASH[text] : undefined
  const unless = /unless .*$/.exec(text)
  if (known !== undefined) {
    return {
      offLeash: access === 'on_leash' || access === 'dogs_allowed' ? never : known,
      limits: unless === null ? [] : [unless[0].toLowerCase()],
    }
  }
  const clauses = text.split('; ')
  const isOffLeashArea = access === 'off_leash' || access === 'fenced_dog_park' || access === 'dog_park'
  const offLeash = isOffLeashArea ? always : never
  const places = clauses.filter((clause) => PLACE.test(clause))
  if (places.length > 0) {
    const others = clauses.filter((clause) => !PLACE.test(clause))
    const other = others.length === 0 ? { offLeash, limits: [] } : readAgain(others.join('; '), access)
    return other && { ...other, limits: [...other.limits, ...places.map((clause) => clause.toLowerCase())] }
  }
  if (!clauses.every((clause) => LIMIT.test(clause) || clause === GREYHOUNDS)) return undefined
  return {
    offLeash,
    limits: clauses.map((clause) => limitIn(clause).toLowerCase()),
  }
}

/** When a park is open, by its opening hours. */
export const OPEN: Readonly<Record<string, Test>> = {
  '24 hours': always,
  '24/7': always,
  'All year, 24 hours': always,
  '24 hours, all year': always,
  'Sunrise-sunset': sunUp,
  'Daylight hours': sunUp,
  'Open sunrise to 10pm': both(afterSunrise, hours(0, 22)),
  'Daylight hours; from 9am on weekends and public holidays': both(
    sunUp,
    either(not(either(weekend, publicHoliday)), hours(9, 24)),
  ),
}

import * as fc from 'fast-check'
import OpeningHours from 'opening_hours'
import { openStateAt } from '../../../data/hours/index.ts'
import type { HoursPlace } from '../../../data/hours/index.ts'
import { calendarDay } from '../../../data/hours/day.ts'
import { publicHolidayOn } from '../../../data/hours/holidays.ts'
import { readOpening } from '../../../data/hours/read-opening.ts'
import { MAYBE, YES } from '../../../data/hours/certainty.ts'
import { offsetAt, wallTimeAt, zoneOf } from '../../../data/hours/zone.ts'
import { STATE_NAMES } from '../../../data/model/state.ts'
import type { StateCode } from '../../../data/model/state.ts'
import { OPENING_TEXTS } from './council-texts.ts'
import { ADELAIDE, at, BRISBANE, DARWIN, HOBART, MELBOURNE, PERTH, SYDNEY } from './places.ts'
import { seedParks } from '../../../data/sources/parks.ts'

/**
 * Compares opening hours with the package `opening_hours`, the reference for OpenStreetMap's notation (LGPL:
 * used in tests only, not shipped). When both give an answer, it must be the same.
 */

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/*
 * Generated values of the notation. School holidays are left out, because the reference has none for
 * Australia.
 */

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const pad = (value: number) => String(value).padStart(2, '0')

const clock = fc
  .integer({ min: 0, max: 95 })
  .map((quarters) => `${pad(Math.floor(quarters / 4))}:${pad((quarters % 4) * 15)}`)
const late = fc.integer({ min: 24, max: 30 }).map((hour) => `${hour}:00`)
const sun = fc.oneof(
  fc.constantFrom('dawn', 'sunrise', 'sunset', 'dusk'),
  fc
    .tuple(
      fc.constantFrom('dawn', 'sunrise', 'sunset', 'dusk'),
      fc.constantFrom('+', '-'),
      fc.constantFrom('00:30', '01:00', '01:30'),
    )
    .map(([event, sign, offset]) => `(${event}${sign}${offset})`),
)
const span = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(clock, clock).map((ends) => ends.join('-')) },
  { weight: 1, arbitrary: fc.tuple(clock, late).map((ends) => ends.join('-')) },
  { weight: 1, arbitrary: fc.constant('sunrise-sunset') },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.oneof(sun, clock), fc.oneof(sun, clock)).map((ends) => ends.join('-')),
  },
)
const spans = fc.array(span, { minLength: 1, maxLength: 3 }).map((list) => list.join(','))
const weekday = fc.constantFrom(...DAYS)
const dayItem = fc.oneof(
  { weight: 3, arbitrary: weekday },
  { weight: 3, arbitrary: fc.tuple(weekday, weekday).map((ends) => ends.join('-')) },
  { weight: 1, arbitrary: fc.constantFrom('PH', 'Mo-Fr', 'Mo-Su', 'Sa-Su') },
)
const dayList = fc.array(dayItem, { minLength: 1, maxLength: 3 }).map((list) => list.join(','))
const days = fc.oneof(
  { weight: 8, arbitrary: dayList },
  { weight: 2, arbitrary: fc.constantFrom('PH', 'Mo-Su') },
  { weight: 1, arbitrary: dayList.map((list) => `PH ${list}`) },
)
const month = fc.constantFrom(...MONTHS)
const date = fc.tuple(month, fc.integer({ min: 1, max: 28 })).map((parts) => parts.join(' '))
const dates = fc.oneof(
  month,
  fc.tuple(month, month).map((ends) => ends.join('-')),
  fc.tuple(month, month).map((list) => list.join(',')),
  date,
  fc.tuple(date, date).map((ends) => ends.join('-')),
  fc.tuple(date, date).map((list) => list.join(',')),
  fc.constantFrom('Dec 25', 'Dec 24-26', 'Nov 01-Feb 28', 'easter', 'easter -2 days', 'easter +1 day'),
)
const selectors = fc.oneof(
  { weight: 8, arbitrary: days },
  { weight: 3, arbitrary: dates },
  { weight: 2, arbitrary: fc.tuple(dates, days).map((parts) => parts.join(' ')) },
)
const rule = fc.oneof(
  { weight: 10, arbitrary: fc.tuple(selectors, spans).map((parts) => parts.join(' ')) },
  { weight: 2, arbitrary: spans },
  { weight: 3, arbitrary: selectors.map((when) => `${when} off`) },
  { weight: 1, arbitrary: selectors.map((when) => `${when} closed`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(selectors, spans, fc.constantFrom('off', 'closed', 'open'))
      .map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.constant('24/7') },
)

/** Values of the notation, including a few unsupported ones. */
export const osmValue = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .tuple(rule, fc.array(fc.tuple(fc.constantFrom('; ', '; ', ', '), rule), { maxLength: 3 }))
      .map(([first, more]) => first + more.flat().join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'Mo-Fr 08:00+',
      'Mo[1] 10:00-12:00',
      'week 1-20 Mo-Fr 08:00-12:00',
      'Mo-Fr 08:00-12:00 || "by appointment"',
      '2026 Dec 25 off',
      'Mo-Fr 08:00-18:00 "gate 2 only"',
      'unknown',
    ),
  },
)

/** Values written by people, and those of our own data and tests. */
export const WRITTEN_VALUES: readonly string[] = [
  ...new Set([
    'Mo-Fr 08:00-12:00, We 14:00-18:00',
    'Mo-Fr 08:00-12:00; We 14:00-18:00',
    'Mo-Su 06:00-20:00; PH off',
    'PH off',
    'PH,Su off',
    'PH closed',
    '24/7',
    '24/7; PH off',
    '24/7; Dec 25 off',
    'Mo-Su 00:00-24:00',
    'Mo-Su,PH 06:00-20:00',
    'Mo-Fr,PH 06:00-20:00',
    'Mo-Fr 22:00-02:00; Sa 10:00-12:00',
    'Sa 10:00-12:00; Fr 22:00-02:00',
    'Fr 22:00-02:00, Sa 10:00-12:00',
    'Mo-Su 18:00-02:00; Fr off',
    'Mo-Th 18:00-24:00; Fr-Sa 18:00-03:00',
    'Fr-Sa 20:00-26:00',
    'Mo-Fr 08:00-18:00; We 12:00-13:00 off',
    'Mo-Su sunrise-sunset',
    'Mo-Su (sunrise-00:30)-(sunset+00:30)',
    'Mo-Su dawn-dusk; PH off',
    'Mo-Su sunset-sunrise',
    'Oct-Mar 06:00-20:00; Apr-Sep 06:00-18:00',
    'Oct-Mar: 06:00-20:00; Apr-Sep: 06:00-18:00',
    'Oct-Mar Mo-Fr 06:00-20:00; Apr-Sep Mo-Fr 07:00-17:00; Sa-Su off',
    'Nov 01-Mar 31 06:00-21:00; Apr 01-Oct 31 06:00-18:00',
    'Mo-Su 07:00-19:00; Dec 25 off; easter -2 days off',
    'Mo-Fr 9:00-17:00',
    'mo-fr 08:00-12:00, we 14:00-18:00',
    'sunrise-sunset',
    'dawn-dusk',
    'sunrise-22:00',
    '06:00-20:00',
    '06:00-09:00,16:00-20:00',
    '06:00-09:00, 16:00-20:00',
    '06:00-09:00; 16:00-20:00',
    '06:00-20:00; Dec 25 closed',
    'Dec 25 closed; 06:00-20:00',
    'off',
    'closed',
    ...seedParks().flatMap(({ openingHours }) => openingHours ?? []),
    ...OPENING_TEXTS.map(([text]) => text),
  ]),
]

/* Instants at which two readings are likely to differ. */

const PLACES: readonly HoursPlace[] = [SYDNEY, MELBOURNE, BRISBANE, ADELAIDE, PERTH, HOBART, DARWIN]

/**
 * Days on which readings differ: holidays, weekends next to them, ends of months and years, nights with clock
 * changes.
 */
const EDGE_DAYS = [
  '2026-01-01',
  '2026-01-26',
  '2026-02-28',
  '2026-03-01',
  '2026-04-03',
  '2026-04-05',
  '2026-04-06',
  '2026-04-25',
  '2026-06-08',
  '2026-10-04',
  '2026-10-05',
  '2026-12-24',
  '2026-12-25',
  '2026-12-26',
  '2026-12-28',
  '2026-12-31',
  '2027-04-25',
  '2027-04-26',
  '2027-12-25',
  '2027-12-27',
  '2028-01-01',
  '2028-01-03',
  '2028-02-29',
].map((day) => at(`${day}T00:00Z`))

/** The minutes to test: each time in the value and the minute before it, and some others. */
function minutesOf(value: string): number[] {
  const named = [...value.matchAll(/(\d{1,2}):(\d\d)/g)].map(
    ([, hour, minute]) => (Number(hour) % 24) * 60 + Number(minute),
  )
  return [
    ...new Set([...named.flatMap((minute) => [minute - 1, minute]), 0, 45, 200, 420, 725, 1_100, 1_439]),
  ]
}

interface Disagreement {
  value: string
  place: string
  instant: string
  ours: string
  reference: string
}

export interface Comparison {
  /** Instants at which both were evaluated. */
  cases: number
  /** Values that both understand, of the `values` that the reference understands. */
  read: number
  values: number
  /** Cases with the answer 'unknown'. */
  unknown: number
  unsafe: Disagreement[]
}

const SUN = /dawn|dusk|sun|daylight/i
/** Minutes by which the two implementations of sun events may differ. */
const SUN_TOLERANCE_MINUTES = [-4, -3, -2, -1, 1, 2, 3, 4]

/** The reference omits or moves some holidays. Ours are compared with `date-holidays` in holidays.test.ts. */
function holidaysDiffer(holidays: OpeningHours, place: HoursPlace, instant: number): boolean {
  const zone = zoneOf(place)!
  return [0, 1].some((before) => {
    const { day } = wallTimeAt(zone, instant - before * DAY)
    const ours = publicHolidayOn(calendarDay(day), { ...place, state: place.state as StateCode })
    return ours !== MAYBE && (ours === YES) !== holidays.getState(new Date(instant - before * DAY))
  })
}

/**
 * The reference assumes 24 hours per day, which is wrong in the days after a clock change. Ours are tested in
 * zone.test.ts.
 */
function clockChangesBefore(place: HoursPlace, instant: number): boolean {
  const zone = zoneOf(place)!
  return offsetAt(zone, instant - 2 * DAY) !== offsetAt(zone, instant + DAY / 8)
}

const nominatim = ({ state, latitude, longitude }: HoursPlace) => ({
  // The reference computes sun events only if these are strings, as in replies of Nominatim, although its
  // types require numbers.
  lat: String(latitude) as unknown as number,
  lon: String(longitude) as unknown as number,
  address: { country_code: 'au', state: STATE_NAMES[state as StateCode] },
})

function reference(value: string, place: HoursPlace): OpeningHours | null {
  try {
    return new OpeningHours(value, nominatim(place))
  } catch {
    return null
  }
}

/** `null` if the reference fails: it finds no dawn in nights with clock changes. */
function stateOf(hours: OpeningHours, instant: number): string | null {
  try {
    return hours.getStateString(new Date(instant), true)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Evaluates each value with both implementations, on edge-case and random days. `seed` selects the days;
 * `perValue` is their number.
 */
export function compare(values: Iterable<string>, perValue: number, seed = 1): Comparison {
  const result: Comparison = { cases: 0, read: 0, values: 0, unknown: 0, unsafe: [] }
  const zoneBefore = process.env.TZ
  let state = seed
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  try {
    for (const value of values) {
      const place = pick(PLACES)
      // The reference uses the time zone of the process.
      process.env.TZ = zoneOf(place)!
      const theirs = reference(value, place)
      if (theirs === null) continue
      result.values += 1
      if (readOpening(value) === null) continue
      result.read += 1
      const holidays = reference('PH', place)!
      const days = Array.from({ length: perValue }, () =>
        random() < 0.4 ? pick(EDGE_DAYS) : at('2026-01-01T00:00Z') + Math.floor(random() * 1_095) * DAY,
      )
      for (const day of days) {
        for (const minute of minutesOf(value)) {
          const instant =
            new Date(new Date(day).toISOString().slice(0, 10) + 'T00:00').getTime() + minute * MINUTE
          if (clockChangesBefore(place, instant)) continue
          if (/PH|holiday/i.test(value) && holidaysDiffer(holidays, place, instant)) continue
          const stateAt = (when: number) => stateOf(theirs, when)
          const other = stateAt(instant)
          if (other === null) continue
          const ours = openStateAt(value, place, instant)
          result.cases += 1
          if (ours === 'unknown') result.unknown += 1
          if (ours === 'unknown' || other === ours) continue
          // Sun events may differ by some minutes, and may then meet another boundary of the value.
          const agreesNearby = (minutes: number) =>
            stateAt(instant + minutes * MINUTE) === ours ||
            openStateAt(value, place, instant + minutes * MINUTE) === other
          if (SUN.test(value) && SUN_TOLERANCE_MINUTES.some(agreesNearby)) continue
          result.unsafe.push({
            value,
            place: place.city,
            instant: new Date(instant).toString().slice(0, 33),
            ours,
            reference: other,
          })
        }
      }
    }
  } finally {
    if (zoneBefore === undefined) delete process.env.TZ
    else process.env.TZ = zoneBefore
  }
  return result
}

const describe = ({ value, place, instant, ours, reference: other }: Disagreement) =>
  `${value} (${place}, ${instant}): ${ours}, by the reference ${other}`

const GENERATED = 3_000
const SEED = 17

/**
 * The long run with written and generated values. `read`: the share of values that both understand, from 0 to
 * 1.
 */
export async function verifyOsmHours(): Promise<{
  name: string
  cases: number
  read: number
  unsafe: number
  details: string[]
}> {
  const values = [...WRITTEN_VALUES, ...fc.sample(osmValue, { numRuns: GENERATED, seed: SEED })]
  const { cases, read, values: of, unsafe } = compare(values, 12, SEED)
  return {
    name: "OpenStreetMap's notation against opening_hours",
    cases,
    read: read / of,
    unsafe: unsafe.length,
    details: unsafe.map(describe),
  }
}

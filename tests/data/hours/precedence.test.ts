import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leashAt, describeLeash } from '../../../data/hours/index.ts'
import type { LeashState } from '../../../data/hours/leash.ts'
import { leashState } from './leash-state.ts'
import { at, BRISBANE, SYDNEY } from './places.ts'

const stateOf = (text: string, time: string, place = SYDNEY) =>
  leashState(text, 'off_leash_timed', time, place)

const CHRISTMAS_DAY = '2026-12-25T12:00+11:00' // a Friday
const AUSTRALIA_DAY = '2026-01-26T12:00+11:00' // a Monday
const GOOD_FRIDAY = '2026-04-03T12:00+11:00'
const EASTER_SATURDAY = '2026-04-04T12:00+11:00'
const WEEKDAY_HOLIDAYS = [CHRISTMAS_DAY, AUSTRALIA_DAY, GOOD_FRIDAY]
const SATURDAY_IN_SUMMER = '2026-01-10T12:00+11:00'
const WEDNESDAY_IN_SUMMER = '2026-01-14T12:00+11:00'
const SUNDAY_IN_SUMMER = '2026-01-18T12:00+11:00'
const SATURDAY_IN_WINTER = '2026-07-18T12:00+10:00'
const WEDNESDAY_IN_WINTER = '2026-07-15T12:00+10:00'

describe('a general rule does not fill the other hours of a more specific rule', () => {
  test.each<[text: string, times: string[]]>([
    ['Off-leash all day Mon-Fri; before 9am and after 4pm Sat, Sun and public holidays', WEEKDAY_HOLIDAYS],
    ['Off-leash all day weekdays; 6am-9am public holidays', WEEKDAY_HOLIDAYS],
    ['Off-leash all day; before 9am and after 5pm on public holidays', WEEKDAY_HOLIDAYS],
    ['Off-leash 6am-8pm Mon-Fri; 6am-9am Sat, Sun and public holidays', WEEKDAY_HOLIDAYS],
    ['Off-leash weekdays; before 9am weekends and public holidays', [AUSTRALIA_DAY]],
    ['Off-leash all day; before 9am and after 4pm in summer', [SATURDAY_IN_SUMMER]],
    ['Off-leash all day; before 9am and after 4pm 1 Dec-28 Feb', [SATURDAY_IN_SUMMER]],
    ['Off-leash all day 1 Apr-30 Nov; before 9am at Easter', [EASTER_SATURDAY]],
  ])('%s', (text, times) => {
    expect(times.map((time) => stateOf(text, time))).toEqual(times.map(() => 'on-leash'))
  })

  test.each([
    ['Off-leash all day; before 9am and after 4pm in summer', SATURDAY_IN_SUMMER],
    ['Off-leash all day; before 9am and after 4pm in summer', WEDNESDAY_IN_WINTER],
    ['Off-leash all day; before 9am and after 4pm 1 Dec-28 Feb', WEDNESDAY_IN_WINTER],
    ['Off-leash all day; before 9am and after 5pm on public holidays', WEDNESDAY_IN_WINTER],
    ['Off-leash all day; before 9am on Christmas Day', WEDNESDAY_IN_WINTER],
  ])('%s is not "at all times" (%s)', (text, time) => {
    expect(leashAt(text, 'off_leash_timed', SYDNEY, at(time)).always).toBe(false)
    expect(describeLeash(text, 'off_leash_timed', SYDNEY, at(time))).not.toContain('all times')
  })

  const GENERAL = [
    'Off-leash all day',
    'Off-leash at all times',
    'Off-leash daily',
    'Off-leash all year',
    'Off-leash 24 hours',
    'Off-leash 6am-8pm',
    'Off-leash 6am-8pm daily',
    'Off-leash all day Mon-Sun',
    'Off-leash all day weekdays and weekends',
  ]
  const SPECIFIC: [days: string, time: string][] = [
    ['on public holidays', CHRISTMAS_DAY],
    ['Sat, Sun and public holidays', AUSTRALIA_DAY],
    ['Sundays', SUNDAY_IN_SUMMER],
    ['weekends', SATURDAY_IN_WINTER],
    ['in summer', WEDNESDAY_IN_SUMMER],
    ['in winter', WEDNESDAY_IN_WINTER],
    ['in daylight saving', WEDNESDAY_IN_SUMMER],
    ['in standard time', WEDNESDAY_IN_WINTER],
    ['1 Dec-28 Feb', WEDNESDAY_IN_SUMMER],
    ['1 Nov-31 Mar', WEDNESDAY_IN_SUMMER],
    ['January', WEDNESDAY_IN_SUMMER],
    ['at Easter', EASTER_SATURDAY],
    ['on Good Friday', GOOD_FRIDAY],
    ['on Christmas Day', CHRISTMAS_DAY],
    ['26 January', AUSTRALIA_DAY],
    ['weekends in summer', SATURDAY_IN_SUMMER],
  ]
  const HOURS = ['before 9am', '6am-9am', 'before 9am and after 5pm', '5pm-9am', 'sunrise-9am']
  const cases = GENERAL.flatMap((general) =>
    SPECIFIC.flatMap(([days, time]) =>
      HOURS.flatMap((hours) => [
        [`${general}; ${hours} ${days}`, time],
        [`${general}; off-leash ${hours} ${days}`, time],
        [`Off-leash ${hours} ${days}; ${general.toLowerCase()}`, time],
      ]),
    ),
  )
  test(`the hours of specific days apply on those days, whichever rule comes first (${cases.length} texts)`, () => {
    const wrong = cases.filter(([text, time]) => stateOf(text!, time!) !== 'on-leash')
    expect(wrong).toEqual([])
  })
})

describe('parts of a sentence are separate rules if their hours overlap', () => {
  test.each<[text: string, time: string, state: LeashState]>([
    ['Off-leash all day, before 9am and after 4pm in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day and before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day / before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash 6am-8pm, before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash 6am-8pm, before 9am in summer', WEDNESDAY_IN_WINTER, 'off-leash'],
    ['Off-leash 6am-8pm, 6am-9am public holidays', CHRISTMAS_DAY, 'on-leash'],
    ['Off-leash at all times, 6am-9am public holidays', CHRISTMAS_DAY, 'on-leash'],
    ['Off-leash all day & 6am-9am public holidays', CHRISTMAS_DAY, 'on-leash'],
    ['Off-leash weekdays all day and 6am-9am weekends and public holidays', CHRISTMAS_DAY, 'on-leash'],
    ['Off-leash all day Mon-Fri and 6am-9am Sat and Sun', SATURDAY_IN_WINTER, 'on-leash'],
    ['Off-leash all day in winter and before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day in winter and before 9am in summer', WEDNESDAY_IN_WINTER, 'off-leash'],
    ['Off-leash all day but before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day, but 6am-9am on public holidays', CHRISTMAS_DAY, 'on-leash'],
    // One set of hours for the days that follow.
    ['Off-leash 6am-9am, 4pm-8pm in summer', '2026-01-14T17:00+11:00', 'off-leash'],
    ['Off-leash 6am-9am and 4pm-8pm in summer', '2026-01-14T07:00+11:00', 'off-leash'],
    ['Off-leash 6am-9am and 4pm-8pm in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
  ])('%s (%s)', (text, time, state) => {
    expect(stateOf(text, time)).toBe(state)
  })

  test.each<[text: string, time: string, state: LeashState]>([
    // These may be hours on or off the leash.
    ['Off-leash all day except in summer before 9am and after 4pm', WEDNESDAY_IN_SUMMER, 'unknown'],
    ['Off-leash all day except public holidays before 9am', CHRISTMAS_DAY, 'unknown'],
    ['Off-leash all day except public holidays 6am-9am', CHRISTMAS_DAY, 'unknown'],
    ['Off-leash all day except before 9am in summer', WEDNESDAY_IN_SUMMER, 'unknown'],
    // These can only be the hours on the leash.
    ['Off-leash all day except 9am-5pm in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day except 9am-5pm in summer', WEDNESDAY_IN_WINTER, 'off-leash'],
    ['Off-leash all day but not 9am-5pm in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day except all day Sundays', SUNDAY_IN_SUMMER, 'on-leash'],
  ])('an exception: %s (%s)', (text, time, state) => {
    expect(stateOf(text, time)).toBe(state)
  })
})

describe('the more specific of two rules for the same day', () => {
  test.each<[text: string, time: string, state: LeashState]>([
    // Single dates come before public holidays, and both before weekdays.
    ['Off-leash all day public holidays; before 9am on Christmas Day', CHRISTMAS_DAY, 'on-leash'],
    ['Off-leash all day Christmas Day; before 9am public holidays', CHRISTMAS_DAY, 'off-leash'],
    ['Off-leash all day public holidays; 6am-9am Mon-Fri', CHRISTMAS_DAY, 'off-leash'],
    ['Off-leash all day Mon-Fri in summer; 6am-9am public holidays', CHRISTMAS_DAY, 'on-leash'],
    [
      'Off-leash all day weekdays and public holidays; before 9am weekends',
      '2026-04-25T12:00+10:00',
      'off-leash',
    ],
    // Easter comes before ranges of dates, and seasons before weekdays.
    ['Off-leash all day at Easter; before 9am 1 Apr-30 Nov', EASTER_SATURDAY, 'off-leash'],
    ['Off-leash weekdays; before 9am in daylight saving', WEDNESDAY_IN_SUMMER, 'on-leash'],
    // A range within another range comes first.
    ['Off-leash all day 1 Dec-28 Feb; before 9am 20 Dec-10 Jan', '2026-12-28T12:00+11:00', 'on-leash'],
    ['Off-leash all day 20 Dec-10 Jan; before 9am 1 Dec-28 Feb', '2026-12-28T12:00+11:00', 'off-leash'],
    ['Off-leash all day in summer; before 9am 1 Jan-31 Jan', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash all day Mon-Fri; 6am-9am Wed', WEDNESDAY_IN_WINTER, 'on-leash'],
    // Seasons without dogs come before hours for every day, and before exceptions from them.
    ['On leash at all times except 6am-9am; no dogs 1 Dec-28 Feb', '2026-01-14T07:00+11:00', 'no-dogs'],
    ['Off-leash 5pm-9am; no dogs 1 Dec-28 Feb', '2026-01-14T07:00+11:00', 'no-dogs'],
    ['Off-leash all day; open to dogs before 9am in summer', WEDNESDAY_IN_SUMMER, 'no-dogs'],
    ['Off-leash all day Mon-Fri; on leash at all times 1 Dec-28 Feb', WEDNESDAY_IN_SUMMER, 'on-leash'],
    // A restriction applies in its own hours; the general rule applies in the others.
    ['Off-leash all day; on leash 9am-4pm public holidays', '2026-12-25T08:00+11:00', 'off-leash'],
    ['Off-leash all day; on leash 9am-4pm public holidays', CHRISTMAS_DAY, 'on-leash'],
    ['No dogs 9am-5pm; off-leash all day Sundays', SUNDAY_IN_SUMMER, 'off-leash'],
    ['On leash at all times; off-leash Sundays', SUNDAY_IN_SUMMER, 'off-leash'],
    ['On leash at all times; off-leash 6am-9am', '2026-01-18T07:00+11:00', 'off-leash'],
    ['No dogs except Sundays', SUNDAY_IN_SUMMER, 'off-leash'],
    // 'All other dates' are the dates that no rule names.
    ['1 Dec-28 Feb: off-leash 6pm-9am; off-leash all other dates', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['1 Dec-28 Feb: off-leash 6pm-9am; off-leash all other dates', WEDNESDAY_IN_WINTER, 'off-leash'],
    // Times without a subject.
    ['All day; before 9am in summer', WEDNESDAY_IN_SUMMER, 'on-leash'],
    ['All day; before 9am in summer', WEDNESDAY_IN_WINTER, 'off-leash'],
  ])('%s (%s)', (text, time, state) => {
    expect(stateOf(text, time)).toBe(state)
  })
})

describe('if the order of rules is unclear, the answer is the stricter one or unknown', () => {
  test.each<[text: string, time: string, state: LeashState]>([
    // Neither kind of day contains the other.
    ['Off-leash all day in winter; before 9am on weekends', SATURDAY_IN_WINTER, 'unknown'],
    ['Off-leash all day in winter; no dogs 10am-4pm Sat, Sun', SATURDAY_IN_WINTER, 'no-dogs'],
    ['Off-leash all day public holidays; before 9am in summer', CHRISTMAS_DAY, 'unknown'],
    ['Off-leash all day public holidays; before 9am at Easter', GOOD_FRIDAY, 'unknown'],
    ['Off-leash all day at Easter; 6am-9am public holidays', GOOD_FRIDAY, 'on-leash'],
    // Weekdays or dates that overlap.
    ['Off-leash all day Mon-Fri; before 9am Fri-Sun', '2026-01-16T12:00+11:00', 'unknown'],
    ['Off-leash all day Fri-Sun; before 9am Mon-Fri', '2026-01-16T12:00+11:00', 'unknown'],
    ['Off-leash all day Fri-Sun; before 9am Mon-Fri', '2026-01-16T08:00+11:00', 'off-leash'],
    [
      'Off-leash all day 1 Mar-30 Nov; before 9am and after 6pm 1 Dec-31 Mar',
      '2026-03-14T12:00+11:00',
      'unknown',
    ],
    // Two rules for the same days that contradict each other.
    ['Off-leash all day; off-leash before 9am', SATURDAY_IN_WINTER, 'unknown'],
    ['Off-leash all day; off-leash before 9am', '2026-07-18T08:00+10:00', 'off-leash'],
    // A specific rule without hours, next to a rule with hours for every day.
    ['Off-leash 6am-9am; off-leash Sundays', SUNDAY_IN_SUMMER, 'unknown'],
    ['Off-leash 6am-9am; off-leash Sundays', '2026-01-18T07:00+11:00', 'off-leash'],
    ['No dogs 9am-5pm; off-leash Sundays', SUNDAY_IN_SUMMER, 'no-dogs'],
    ['No dogs 9am-5pm; on leash Sundays', SUNDAY_IN_SUMMER, 'no-dogs'],
    ['No dogs 9am-5pm; on leash Sundays', '2026-01-18T18:00+11:00', 'on-leash'],
    ['No dogs 9am-5pm; on leash 9am-5pm Sundays', SUNDAY_IN_SUMMER, 'on-leash'],
    ['No dogs 9am-5pm; on leash all day Sundays', SUNDAY_IN_SUMMER, 'on-leash'],
    ['Off-leash 6am-9am; on leash Sundays', '2026-01-18T07:00+11:00', 'on-leash'],
    // These may be other times in summer or in the rest of the year.
    [
      'Dogs allowed before 10am and after 4pm 1 Oct-31 Mar; off-leash at other times',
      WEDNESDAY_IN_SUMMER,
      'unknown',
    ],
    ['1 Dec-28 Feb: no dogs 10am-6pm; off-leash all other dates', '2026-01-14T08:00+11:00', 'unknown'],
    // Uncertain days.
    ['Off-leash all day; 6am-9am school holidays', WEDNESDAY_IN_SUMMER, 'unknown'],
    ['Off-leash all day; 6am-9am school holidays', '2026-01-14T08:00+11:00', 'off-leash'],
    ['Off-leash all day; before 9am in summer', '2026-04-15T12:00+10:00', 'unknown'],
    ['Off-leash all day; before 9am in summer', '2026-04-15T08:00+10:00', 'off-leash'],
    ['Off-leash all day; 6am-9am 1 Dec-28 Feb', '2028-02-29T12:00+11:00', 'unknown'],
    // This may mean the morning of Saturday or of Sunday.
    ['Off-leash all day; 5pm-9am Saturdays', '2026-01-17T08:00+11:00', 'unknown'],
    ['Off-leash Sat 5pm-9am; 6am-7am Sundays', '2026-01-18T08:00+11:00', 'unknown'],
  ])('%s (%s)', (text, time, state) => {
    expect(stateOf(text, time)).toBe(state)
  })

  test('daylight saving hours never apply in a state without daylight saving', () => {
    expect(
      stateOf(
        'Off-leash all day; before 9am and after 5pm in daylight saving',
        '2026-01-14T12:00+10:00',
        BRISBANE,
      ),
    ).toBe('off-leash')
  })
})

test('a text that names more kinds of days than can be compared is not understood', () => {
  const dates = Array.from({ length: 12 }, (_, month) => `${month + 1} January`)
  const days = 'Mon, public holidays, school days and school holidays'
  const text = `Off-leash 6am-9am ${days} (${dates.join(', ')}); 4pm-6pm ${days} (${dates.join(', ')})`
  expect(stateOf(text, '2026-01-01T08:00+11:00')).toBe('unknown')
})

describe('any combination of rules', () => {
  const rule = fc
    .tuple(
      fc.constantFrom('Off-leash', 'On leash', 'No dogs', 'Open to dogs'),
      fc.constantFrom('', 'all day', '6am-9am', 'before 9am and after 5pm', '10am-4pm', '5pm-9am'),
      fc.constantFrom(
        '',
        'daily',
        'Mon-Fri',
        'Sat, Sun and public holidays',
        'Fri-Sun',
        'Sundays',
        'public holidays',
        'in summer',
        'in daylight saving',
        '1 Dec-28 Feb',
        '20 Dec-10 Jan',
        'at Easter',
        'school holidays',
        'on Christmas Day',
        'weekends in summer',
      ),
    )
    .map((words) => words.filter((word) => word !== '').join(' '))
  const rules = fc.uniqueArray(rule, { minLength: 1, maxLength: 4 })
  const instant = fc
    .integer({ min: at('2026-01-01T00:00+11:00'), max: at('2028-03-01T00:00+11:00') })
    .map((now) => now - (now % 1_800_000))
  const holiday = fc
    .constantFrom(...WEEKDAY_HOLIDAYS, EASTER_SATURDAY, SATURDAY_IN_SUMMER, SATURDAY_IN_WINTER)
    .chain((noon) => fc.integer({ min: -24, max: 23 }).map((half) => at(noon) + half * 1_800_000))
  const moment = fc.oneof(instant, holiday)

  test('has the same meaning in any order', () => {
    fc.assert(
      fc.property(rules, moment, fc.nat(), (texts, now, shift) => {
        const rotated = texts.map((_, index) => texts[(index + shift) % texts.length]!)
        const stateWith = (all: string[]) => leashAt(all.join('; '), 'off_leash_timed', SYDNEY, now).state
        expect(stateWith(rotated)).toBe(stateWith(texts))
      }),
      { numRuns: 500 },
    )
  })

  test('gives "off-leash" only if one of the rules does on its own', () => {
    fc.assert(
      fc.property(rules, moment, (texts, now) => {
        // With 'off_leash_timed', a text with only restrictions implies off-leash; a text that permits does
        // not.
        fc.pre(texts.some((text) => /^(?:Off-leash|Open)/.test(text)))
        const stateWith = (text: string) => leashAt(text, 'off_leash_timed', SYDNEY, now).state
        if (stateWith(texts.join('; ')) !== 'off-leash') return
        const permitting = texts.filter((text) => /^(?:Off-leash|Open)/.test(text))
        expect(permitting.map(stateWith)).toContain('off-leash')
      }),
      { numRuns: 500 },
    )
  })

  test('with a restriction on one day restricts that day and no other', () => {
    fc.assert(
      fc.property(rules, moment, (texts, now) => {
        const restricted = [...texts, 'No dogs 10am-4pm on Christmas Day']
        const noon = at(CHRISTMAS_DAY)
        expect(leashAt(restricted.join('; '), 'off_leash_timed', SYDNEY, noon).state).not.toBe('off-leash')
        const day = new Date(now + 11 * 3_600_000).toISOString().slice(5, 10)
        fc.pre(!['12-24', '12-25', '12-26'].includes(day))
        expect(leashAt(restricted.join('; '), 'off_leash_timed', SYDNEY, now).state).toBe(
          leashAt(texts.join('; '), 'off_leash_timed', SYDNEY, now).state,
        )
      }),
      { numRuns: 500 },
    )
  })
})

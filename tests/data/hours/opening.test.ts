import { describe, expect, test } from 'vitest'
import {
  mayBeClosed,
  openingAt,
  openStateAt,
  describeClosure,
  describeOpening,
} from '../../../data/hours/index.ts'
import { hoursTable } from '../../../data/hours/table.ts'
import { readOpening } from '../../../data/hours/read-opening.ts'
import { openingHoursSpecification } from '../../../data/hours/schema-org.ts'
import { ADELAIDE, at, BRISBANE, HOBART, SYDNEY } from './places.ts'

/** January 2026 in Sydney: the 14th is a Wednesday, the 17th a Saturday, the 18th a Sunday. */
const WED = (time: string) => at(`2026-01-14T${time}+11:00`)
const TUE = (time: string) => at(`2026-01-13T${time}+11:00`)
const SAT = (time: string) => at(`2026-01-17T${time}+11:00`)
const SUN = (time: string) => at(`2026-01-18T${time}+11:00`)

describe('the forms of specification 13.13', () => {
  test.each<[string, number, string]>([
    ['Open 24/7', WED('03:00'), 'open'],
    ['5:00 AM - 9:00 PM', WED('04:59'), 'closed'],
    ['5:00 AM - 9:00 PM', WED('05:00'), 'open'],
    ['5:00 AM - 9:00 PM', WED('20:59'), 'open'],
    ['5:00 AM - 9:00 PM', WED('21:00'), 'closed'],
    ['Dawn to Dusk', WED('12:00'), 'open'],
    ['Dawn to Dusk', WED('22:00'), 'closed'],
    ['Monday: 6:00 AM – 8:00 PM, Tuesday: Closed', TUE('12:00'), 'closed'],
    ['Monday: 6:00 AM – 8:00 PM, Tuesday: Closed', WED('12:00'), 'unknown'],
    ['Mon-Fri: 6am-8pm, Sat-Sun: 7am-7pm', WED('06:30'), 'open'],
    ['Mon-Fri: 6am-8pm, Sat-Sun: 7am-7pm', SAT('06:30'), 'closed'],
    ['Mon-Fri: 6am-8pm, Sat-Sun: 7am-7pm', SUN('18:59'), 'open'],
    ['Monday: Open 24 hours, Tuesday: Open 24 hours, Wednesday: 6:00 AM – 8:00 PM', TUE('03:00'), 'open'],
    ['Monday: Open 24 hours, Tuesday: Open 24 hours, Wednesday: 6:00 AM – 8:00 PM', WED('03:00'), 'closed'],
  ])('%s', (text, now, state) => {
    expect(openStateAt(text, SYDNEY, now)).toBe(state)
  })
})

describe('texts written by councils', () => {
  test.each<[string, number, string]>([
    ['Mon-Fri 6am–8pm, Sat & Sun 7am-7pm', WED('19:30'), 'open'],
    ['Mon-Fri 6am–8pm, Sat & Sun 7am-7pm', SUN('19:30'), 'closed'],
    ['Mon. - Fri. 6am-8pm', WED('19:30'), 'open'],
    // The full stop of 'Fri.' ends the sentence as well.
    ['6am-8pm Mon to Fri. 7am-7pm Sat', SAT('19:30'), 'closed'],
    ['6am-8pm Mon to Fri. Closed Sat', SAT('12:00'), 'closed'],
    ['24 hours', WED('03:00'), 'open'],
    ['24 hours, all year', WED('03:00'), 'open'],
    ['All year, 24 hours', WED('03:00'), 'open'],
    ['Open 24 hours a day, 7 days a week', WED('03:00'), 'open'],
    ['sunrise to sunset', WED('05:00'), 'closed'],
    ['Sunrise-sunset', WED('07:00'), 'open'],
    ['Daylight hours', WED('21:00'), 'closed'],
    ['Open sunrise to 10pm', WED('21:59'), 'open'],
    ['Open sunrise to 10pm', WED('22:00'), 'closed'],
    ['6am to 1 hour after sunset', WED('21:05'), 'open'],
    ['6am to 1 hour after sunset', WED('21:15'), 'closed'],
    ['Closed Tuesdays', TUE('12:00'), 'closed'],
    ['Closed Tuesdays', WED('12:00'), 'unknown'],
    ['6am-8pm, closed Tuesdays', TUE('12:00'), 'closed'],
    ['6am-8pm, closed Tuesdays', WED('12:00'), 'open'],
    ['Open daily 6am - 8pm (closed Christmas Day)', at('2026-12-25T12:00+11:00'), 'closed'],
    ['Open daily 6am - 8pm (closed Christmas Day)', at('2026-12-24T12:00+11:00'), 'open'],
    ['4pm-2am', WED('01:59'), 'open'],
    ['4pm-2am', WED('02:00'), 'closed'],
    ['4pm-2am', WED('15:59'), 'closed'],
    ['4pm-2am', WED('16:00'), 'open'],
    ['Fri 4pm-2am; Sat 10am-4pm; Sun-Thu closed', SAT('01:30'), 'open'],
    ['Fri 4pm-2am; Sat 10am-4pm; Sun-Thu closed', SUN('01:30'), 'closed'],
    ['6am-9am and 4pm-8pm', WED('10:00'), 'closed'],
    ['6am-9am, 4pm-8pm', WED('17:00'), 'open'],
    ['Mon 6am-9am, 4pm-8pm, Tue closed, Wed 7am-noon', WED('11:59'), 'open'],
    ['Mon 6am-9am, 4pm-8pm, Tue closed, Wed 7am-noon', at('2026-01-19T17:00+11:00'), 'open'],
    ['Mon 6am-9am, 4pm-8pm, Tue closed, Wed 7am-noon', at('2026-01-19T12:00+11:00'), 'closed'],
    ['9-5pm', WED('09:00'), 'open'],
    ['9-5pm', WED('08:59'), 'closed'],
    ['6:30 – 9 am', WED('07:00'), 'open'],
    ['10-2am', WED('23:00'), 'open'],
    ['10-2am', WED('12:00'), 'closed'],
    ['06:00-18:30', WED('18:29'), 'open'],
    ['6:00-18:30', WED('18:30'), 'closed'],
    ['0600-1830 hrs', WED('18:29'), 'open'],
    ['0600-1830', WED('18:29'), 'open'],
    ['06:00-1830', WED('18:29'), 'open'],
    ['Daily 0600 to 1100', WED('11:00'), 'closed'],
    ['6.30am to noon', WED('12:00'), 'closed'],
    ['6 a.m. till 8 p.m.', WED('19:59'), 'open'],
    ['6am until midnight', WED('23:59'), 'open'],
    ['midnight to 6am', WED('00:00'), 'open'],
    ['12:00 AM - 11:59 PM', WED('23:59:30'), 'open'],
    ['12am-12pm', WED('11:59'), 'open'],
    ['12 noon - 12 midnight', WED('11:59'), 'closed'],
    ['Monday\u2009–\u2009Sunday 6\u202fAM\u00a0–\u00a08\u202fPM', WED('19:00'), 'open'],
    ['6am\t-\u200b 8pm', WED('19:00'), 'open'],
    ['MON TO FRI: 6AM TO 8PM', WED('19:00'), 'open'],
    ['Opening hours: 6am to 8pm daily', SUN('19:00'), 'open'],
    ['6am-8pm Mon-Fri, 7am-7pm Sat-Sun', SAT('19:30'), 'closed'],
    ['Weekdays 6am-8pm; weekends 8am-6pm', SAT('07:00'), 'closed'],
    ['between 7am and 7pm', WED('18:00'), 'open'],
    ['Daylight hours; from 9am on weekends and public holidays', SAT('08:59'), 'closed'],
    ['Daylight hours; from 9am on weekends and public holidays', SAT('09:00'), 'open'],
    ['Daylight hours; from 9am on weekends and public holidays', WED('08:59'), 'open'],
    ['6am-8pm (October to March), 6am-6pm (April to September)', WED('19:00'), 'open'],
    ['6am-8pm (October to March), 6am-6pm (April to September)', at('2026-06-17T19:00+10:00'), 'closed'],
    ['6am-8pm daylight saving, 6am-6pm otherwise', WED('19:00'), 'open'],
    ['6am-8pm daylight saving, 6am-6pm otherwise', at('2026-06-17T19:00+10:00'), 'closed'],
    ['Open 6am; closes at dusk', WED('20:30'), 'open'],
    ['Open 6am; closes at dusk', WED('20:45'), 'closed'],
    ['Gates open at 6am and close at 8pm', WED('05:59'), 'closed'],
    ['Opens 6am, closes 8pm daily', SUN('19:59'), 'open'],
    ['Daily 6am-8pm except Christmas Day', at('2026-12-25T12:00+11:00'), 'closed'],
    ['Daily 6am-8pm except Christmas Day', WED('12:00'), 'open'],
    ['Sunrise to sunset except public holidays', at('2026-01-26T12:00+11:00'), 'closed'],
    ['Sunrise to sunset except public holidays', WED('12:00'), 'open'],
    ['Closed Christmas Day; 6am-8pm other days', WED('12:00'), 'open'],
    ['Closed Christmas Day; 6am-8pm other days', at('2026-12-25T12:00+11:00'), 'closed'],
    ['6am-8pm summer, 6am-6pm winter', WED('19:00'), 'open'],
    ['6am-8pm summer, 6am-6pm winter', at('2026-07-15T19:00+10:00'), 'closed'],
    // April may be summer or winter: known only when both have the same state.
    ['6am-8pm summer, 6am-6pm winter', at('2026-04-15T19:00+10:00'), 'unknown'],
    ['6am-8pm summer, 6am-6pm winter', at('2026-04-15T12:00+10:00'), 'open'],
  ])('%s at %i', (text, now, state) => {
    expect(openStateAt(text, SYDNEY, now)).toBe(state)
  })

  test('"6-8pm" may begin at 6 am or 6 pm, and is known when both readings agree', () => {
    expect(openStateAt('6-8pm', SYDNEY, WED('19:00'))).toBe('open')
    expect(openStateAt('6-8pm', SYDNEY, WED('12:00'))).toBe('unknown')
    expect(openStateAt('6-8pm', SYDNEY, WED('20:00'))).toBe('closed')
    expect(openStateAt('6-8pm', SYDNEY, WED('05:59'))).toBe('closed')
  })

  test('29 February belongs to a season that ends with February, and is uncertain for one that ends on 28 February', () => {
    const leapDay = at('2028-02-29T12:00+11:00')
    expect(openStateAt('December to February 9am-5pm', SYDNEY, leapDay)).toBe('open')
    expect(openStateAt('1 Dec-28 Feb 9am-5pm; 1 Mar-30 Nov 1pm-5pm', SYDNEY, leapDay)).toBe('unknown')
    expect(openStateAt('1 Mar-30 Nov 1pm-5pm', SYDNEY, leapDay)).toBe('unknown')
  })
})

test.each<[string, boolean]>([
  ['Closed for renovation until March 2027', true],
  ['Temporarily closed for upgrade', true],
  ['Closed due to flooding', true],
  ['Under construction', true],
  ['Not yet open', true],
  ['6am-8pm. Currently closed - works', true],
  ['Business status FUTURE_OPENING: Open 24/7', true],
  ['Permanently closed', true],
  ['See website', false],
  ['Gates closed at dusk', false],
  ['6am-8pm', false],
  ['6am-8pm, closed Christmas Day', false],
])('whether a place with the hours "%s" may be closed: %s', (text, expected) => {
  expect(mayBeClosed(text, SYDNEY, WED('12:00'))).toBe(expected)
})

describe('a text that only says that a place is closed, or always open', () => {
  test.each<[string, string]>([
    ['Closed', 'Closed'],
    ['CLOSED.', 'Closed'],
    ['The park is closed', 'Closed'],
    ['Temporarily closed', 'Temporarily closed'],
    ['Closed until further notice', 'Temporarily closed'],
    ['Permanently closed', 'Permanently closed'],
    ['Closed permanently', 'Permanently closed'],
  ])('%s', (text, sentence) => {
    for (const now of [WED('12:00'), SUN('03:00'), at('2026-07-15T12:00+10:00')]) {
      expect(openStateAt(text, SYDNEY, now)).toBe('closed')
      expect(openingAt(text, SYDNEY, now)).toMatchObject({ state: 'closed', until: null, next: null })
      expect(describeOpening(text, SYDNEY, now)).toBe(sentence)
      expect(describeClosure(text)).toBe(sentence)
    }
    expect(describeOpening(text, SYDNEY, WED('12:00'), SAT('08:00'))).toBe(
      `Saturday 8 am: ${sentence[0]!.toLowerCase()}${sentence.slice(1)}`,
    )
    expect(new Set(hoursTable(text, SYDNEY, WED('12:00'))!.rows.map((row) => row.text))).toEqual(
      new Set(['Closed']),
    )
    expect(openingHoursSpecification(text)).toBeNull()
  })

  test.each(['Always open', 'Never closes', '24 hour access', 'Public access 24 hours', '24/7 access'])(
    '%s',
    (text) => {
      expect(openingAt(text, SYDNEY, WED('03:00'))).toMatchObject({ state: 'open', always: true })
      expect(describeOpening(text, SYDNEY, WED('03:00'))).toBe('Open 24 hours')
      expect(describeClosure(text)).toBeNull()
      expect(openingHoursSpecification(text)).toEqual([
        expect.objectContaining({ opens: '00:00', closes: '23:59' }),
      ])
    },
  )

  test('texts about closed days are not closures', () => {
    expect(describeClosure('6am-8pm, closed Tuesdays')).toBeNull()
    expect(describeClosure('Closed Tuesdays')).toBeNull()
    expect(describeClosure(null)).toBeNull()
    expect(describeOpening('Closed Tuesdays', SYDNEY, TUE('12:00'))).toBe('Closed now')
  })
})

describe('public holidays', () => {
  const text = 'Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm'

  test('are given as a condition', () => {
    expect(openingAt(text, SYDNEY, WED('12:00')).conditions).toEqual(['Hours may differ on public holidays.'])
    expect(openingAt('6am-8pm, hours may vary on public holidays', SYDNEY, WED('12:00'))).toMatchObject({
      state: 'open',
      conditions: ['Hours may vary on public holidays.'],
    })
  })

  test.each<[string, number, string]>([
    // Anzac Day 2025 was a Friday; Good Friday 2026 is 3 April.
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2025-04-25T07:00+10:00'), 'closed'],
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2026-04-03T18:00+11:00'), 'closed'],
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2026-04-02T18:00+11:00'), 'open'],
    // 28 December 2026, a Monday, is a holiday because the 26th is a Saturday.
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2026-12-28T07:00+11:00'), 'closed'],
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2026-12-28T12:00+11:00'), 'open'],
    // 26 December 2026 is a Saturday: in New South Wales a holiday, as is the Monday after it.
    ['6am-8pm, closed public holidays', at('2026-12-26T12:00+11:00'), 'closed'],
    // The Monday after Anzac Day 2032 may still become a holiday: known only when both cases have the same
    // state.
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2032-04-26T07:00+10:00'), 'unknown'],
    ['Mon-Fri 6am-8pm; Sat, Sun and public holidays 9am-5pm', at('2032-04-26T12:00+10:00'), 'open'],
    ['6am-8pm, closed public holidays', at('2025-12-26T12:00+11:00'), 'closed'],
    ['6am-8pm, closed public holidays', at('2025-01-26T12:00+11:00'), 'unknown'],
    ['6am-8pm, closed public holidays', at('2026-01-26T12:00+11:00'), 'closed'],
    ['6am-8pm, closed public holidays', at('2026-01-01T12:00+11:00'), 'closed'],
    ['6am-8pm, closed Good Friday and Christmas Day', at('2026-04-03T12:00+11:00'), 'closed'],
    ['6am-8pm, closed Good Friday and Christmas Day', at('2026-12-25T12:00+11:00'), 'closed'],
    ['6am-8pm, closed Good Friday and Christmas Day', at('2026-12-26T12:00+11:00'), 'open'],
  ])('%s at %i', (text, now, state) => {
    expect(openStateAt(text, SYDNEY, now)).toBe(state)
  })
})

test.each([
  '',
  ' ',
  'Seasonal',
  'By appointment',
  'See website',
  'Open',
  'Open daily',
  'All year',
  'Closed for maintenance',
  'Closed at night',
  'TBC',
  'Call 02 9999 9999',
  '9-5',
  '6am-8',
  '6:00-8:00',
  '25:00-26:00',
  '13pm-14pm',
  '6am-6am',
  '5am - 9pm or so',
  '5am-9pm weather permitting',
  'Dawn to Dusk (gates locked at 8pm)',
  'Mon-Fri',
  'Funday 6am-8pm',
  '31 Feb-3 Mar 6am-8pm',
  'Open closed',
  '6am--',
  '-',
  ',',
  'from 9am',
  'Off-leash 6am-8am',
  'Open to dogs before 10am',
  'Mon 6am-8pm, Mon closed',
  '9am-5pm AEST',
  '2020-2022',
  '0600-2460',
  '6am-2026',
  '0600-1200 2026',
  '6am-8pm until 2027',
  // The opening time is missing.
  'Open until 8pm',
  'Until dusk',
  'x'.repeat(10_000),
])('%s is not understood and gives no answer', (text) => {
  expect(readOpening(text)).toBeNull()
  expect(openStateAt(text, SYDNEY, WED('12:00'))).toBe('unknown')
  expect(openingAt(text, SYDNEY, WED('12:00'))).toEqual({
    state: 'unknown',
    until: null,
    next: null,
    always: false,
    conditions: [],
  })
  expect(hoursTable(text, SYDNEY, WED('12:00'))).toBeNull()
})

test('a park without opening hours has no state', () => {
  expect(openStateAt(null, SYDNEY, WED('12:00'))).toBe('unknown')
})

test.each([NaN, Infinity, -Infinity, 9e15])('an invalid instant (%d) has no state', (now) => {
  expect(openStateAt('9am-5pm', SYDNEY, now)).toBe('unknown')
  expect(openingAt('dawn to dusk', SYDNEY, now).state).toBe('unknown')
})

describe('the end of a state', () => {
  test.each<[string, number, string | null, string | null]>([
    ['5am-9pm', WED('12:00'), '2026-01-14T21:00+11:00', 'closed'],
    ['5am-9pm', WED('22:00'), '2026-01-15T05:00+11:00', 'open'],
    ['Mon-Fri 6am-8pm; Sat-Sun closed', at('2026-01-16T20:00+11:00'), '2026-01-19T06:00+11:00', 'open'],
    ['24 hours, closed Tuesdays', WED('12:00'), '2026-01-20T00:00+11:00', 'closed'],
    ['Open 24 hours except Christmas Day', WED('12:00'), '2026-12-25T00:00+11:00', 'closed'],
    ['Open 24/7', WED('12:00'), null, null],
    ['Mon-Sun: 24 hours', WED('12:00'), null, null],
    ['Fri 10am-4pm', at('2026-01-16T15:00+11:00'), '2026-01-16T16:00+11:00', 'closed'],
    ['Fri 10am-4pm', at('2026-01-16T17:00+11:00'), '2026-01-17T00:00+11:00', 'unknown'],
  ])('%s', (text, now, until, next) => {
    const answer = openingAt(text, SYDNEY, now)
    expect(answer.until?.instant ?? null).toBe(until === null ? null : at(until))
    expect(answer.next).toBe(next)
  })
})

describe('the hours table', () => {
  test("has seven rows with the park's current day marked", () => {
    const table = hoursTable(
      'Mon-Fri: 6am-8:30pm, Sat: 7am-noon, 2pm-midnight, Sun: Closed',
      SYDNEY,
      WED('00:30'),
    )!
    expect(table.rows.map(({ day, text }) => `${day} ${text}`)).toEqual([
      'Monday 6 am – 8:30 pm',
      'Tuesday 6 am – 8:30 pm',
      'Wednesday 6 am – 8:30 pm',
      'Thursday 6 am – 8:30 pm',
      'Friday 6 am – 8:30 pm',
      'Saturday 7 am – noon, 2 pm – midnight',
      'Sunday Closed',
    ])
    expect(table.rows.filter(({ today }) => today).map(({ day }) => day)).toEqual(['Wednesday'])
  })

  test("marks the day in the park's time zone: just after midnight in Sydney is the day before in Adelaide", () => {
    const marked = (place: typeof SYDNEY) =>
      hoursTable('24 hours', place, at('2026-01-14T00:15+11:00'))!.rows.find(({ today }) => today)!.day
    expect(marked(SYDNEY)).toBe('Wednesday')
    expect(marked(ADELAIDE)).toBe('Tuesday')
    expect(marked(BRISBANE)).toBe('Tuesday')
  })

  test('shows the times of sunrise and sunset on the day', () => {
    const { rows } = hoursTable('Sunrise-sunset', HOBART, at('2026-06-21T12:00+10:00'))!
    expect(rows[6]!.text).toMatch(/^Sunrise \(7:4\d am\) – sunset \(4:4\d pm\)$/)
  })

  test('has "Not stated" for days that the text does not cover, and both readings if the day is uncertain', () => {
    const { rows, conditions } = hoursTable(
      'Mon 6am-8pm; public holidays 9am-5pm',
      SYDNEY,
      at('2032-04-25T12:00+10:00'),
    )!
    expect(rows[2]!.text).toBe('Not stated')
    expect(rows[0]!.text).toBe('9 am – 5 pm or 6 am – 8 pm')
    expect(conditions).toEqual(['Hours may differ on public holidays.'])
    expect(hoursTable('6-8pm', SYDNEY, WED('12:00'))!.rows[0]!.text).toBe('6 am or 6 pm – 8 pm')
  })

  test.each([
    ['6am-8pm summer, 6am-6pm winter', '6 am – 8 pm or 6 am – 6 pm'],
    ['6am-8pm summer', '6 am – 8 pm or Not stated'],
    ['8am-8pm; 9am-5pm in summer', '9 am – 5 pm or 8 am – 8 pm'],
  ])('has the hours of both seasons between summer and winter: "%s"', (text, hours) => {
    expect(hoursTable(text, SYDNEY, at('2026-04-15T12:00+10:00'))!.rows[2]!.text).toBe(hours)
  })
})

test.each(['Summer hours: 6am-8pm; winter hours: 7am-6pm', 'Summer hours 6am-8pm, winter hours 7am-6pm'])(
  '"summer hours" are those in summer: %s',
  (text) => {
    expect(openStateAt(text, SYDNEY, at('2026-01-14T19:00+11:00'))).toBe('open')
    expect(openStateAt(text, SYDNEY, at('2026-07-15T19:00+10:00'))).toBe('closed')
    expect(openStateAt(text, SYDNEY, at('2026-07-15T17:00+10:00'))).toBe('open')
  },
)

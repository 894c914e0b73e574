import { describe, expect, test } from 'vitest'
import { describeLeash, describeOpening, leashAt } from '../../../data/hours/index.ts'
import { nextTime } from '../../../data/hours/table.ts'
import { formatClock } from '../../../data/hours/sentences.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { ADELAIDE, at, HOBART, LORD_HOWE, PERTH, SYDNEY } from './places.ts'

const NOON = at('2026-01-14T12:00+11:00') // a Wednesday
const NIGHT = at('2026-01-14T23:00+11:00')
const SATURDAY_8 = at('2026-01-17T08:00+11:00')

test.each([
  [0, 'midnight'],
  [1, '12:01 am'],
  [60, '1 am'],
  [390, '6:30 am'],
  [720, 'noon'],
  [725, '12:05 pm'],
  [1182, '7:42 pm'],
  [1440, 'midnight'],
])('%i minutes past midnight is %s', (minute, text) => expect(formatClock(minute)).toBe(text))

describe('the opening sentence for now', () => {
  test.each<[string, number, string | null]>([
    ['Dawn to Dusk', NOON, 'Open now, until dusk (8:38 pm)'],
    ['Sunrise-sunset', NIGHT, 'Closed now, opens at sunrise tomorrow (5:59 am)'],
    // A time before or after a sun event is not that event.
    ['7am to 30 minutes before sunset', NOON, 'Open now, until 7:39 pm'],
    ['6am to 1 hour after sunset', NOON, 'Open now, until 9:09 pm'],
    ['Mo-Su (sunrise+00:30)-(sunset-00:30)', NIGHT, 'Closed now, opens 6:29 am tomorrow'],
    ['6am-8pm', NOON, 'Open now, until 8 pm'],
    ['6am-8pm', NIGHT, 'Closed now, opens 6 am tomorrow'],
    ['6am-8pm', at('2026-01-14T05:00+11:00'), 'Closed now, opens 6 am'],
    ['Open 24/7', NOON, 'Open 24 hours'],
    ['4pm-2am', NIGHT, 'Open now, until 2 am'],
    ['6am-midnight', NOON, 'Open now, until midnight'],
    ['Mon-Fri 6am-8pm; weekends closed', at('2026-01-16T21:00+11:00'), 'Closed now, opens 6 am Monday'],
    ['24 hours, closed Tuesdays', NOON, 'Open now, until the end of Monday'],
    ['Open 24 hours except Christmas Day', NOON, 'Open now, until the end of Thursday 24 December 2026'],
    ['Fri 10am-4pm', at('2026-01-16T12:00+11:00'), 'Open now, until 4 pm'],
    ['Fri 10am-4pm', at('2026-01-16T17:00+11:00'), 'Closed now'],
    ['Fri 24 hours', at('2026-01-16T17:00+11:00'), 'Open now, at least until midnight'],
    ['Seasonal', NOON, null],
  ])('%s', (text, now, sentence) => {
    expect(describeOpening(text, SYDNEY, now)).toBe(sentence)
  })
})

describe('the opening sentence for another time', () => {
  test.each<[string, number, string]>([
    ['Dawn to Dusk', SATURDAY_8, 'Saturday 8 am: open until dusk (8:37 pm)'],
    ['Mon-Fri 6am-8pm; weekends closed', SATURDAY_8, 'Saturday 8 am: closed, opens 6 am Monday'],
    ['24 hours', SATURDAY_8, 'Saturday 8 am: open 24 hours'],
    ['6am-8pm', at('2026-01-14T19:30+11:00'), 'Today 7:30 pm: open until 8 pm'],
    ['6am-8pm', at('2026-01-15T21:00+11:00'), 'Tomorrow 9 pm: closed, opens 6 am Friday'],
    ['6am-8pm', at('2026-02-21T09:00+11:00'), 'Saturday 21 February 9 am: open until 8 pm'],
  ])('%s', (text, then, sentence) => {
    expect(describeOpening(text, SYDNEY, NOON, then)).toBe(sentence)
  })
})

describe('the leash sentence', () => {
  test.each<[string | null, DogAccess, number, number, string | null]>([
    [
      'Off-leash before 9am and after 5pm only',
      'off_leash_timed',
      at('2026-01-14T07:00+11:00'),
      0,
      'Off-leash now until 9 am',
    ],
    [
      'Off-leash before 9am and after 5pm only',
      'off_leash_timed',
      NOON,
      0,
      'Leash on now; off-leash from 5 pm',
    ],
    [
      'Off-leash before 9am and after 5pm only',
      'off_leash_timed',
      NIGHT,
      0,
      'Off-leash now until 9 am tomorrow',
    ],
    [
      'Off-leash before 9am and after 5pm only',
      'off_leash_timed',
      NOON,
      SATURDAY_8,
      'Saturday 8 am: off-leash until 9 am',
    ],
    [
      'Off-leash sunrise-9.30am and 5pm-sunset',
      'off_leash_timed',
      NOON,
      at('2026-01-14T17:00+11:00'),
      'Today 5 pm: off-leash until sunset (8:09 pm)',
    ],
    [
      'Off-leash 30 minutes after sunrise to 1 hour before sunset',
      'off_leash_timed',
      NOON,
      0,
      'Off-leash now until 7:09 pm',
    ],
    [
      'No dogs 10am-6pm 1 Nov-31 Mar',
      'on_leash',
      NOON,
      0,
      'No dogs now: hours for 1 November to 31 March; leash on from 6 pm',
    ],
    [
      'No dogs 10am-6pm 1 Nov-31 Mar',
      'on_leash',
      at('2026-07-15T12:00+10:00'),
      0,
      'Leash on now; no dogs from 10 am Sunday 1 November',
    ],
    [
      'No dogs 10am-6pm 1 Dec-1 Mar; off-lead at other times',
      'off_leash_timed',
      at('2026-01-14T07:00+11:00'),
      0,
      'Off-leash now until 10 am, then no dogs',
    ],
    [
      'Off-leash 1 April-31 August; no dogs 1 September-31 March',
      'off_leash_timed',
      NOON,
      0,
      'No dogs now: hours for 1 September to 31 March; off-leash from Wednesday 1 April',
    ],
    [
      'Off-leash 1 April-31 August; no dogs 1 September-31 March',
      'off_leash_timed',
      at('2026-07-15T12:00+10:00'),
      0,
      'Off-leash now: hours for 1 April to 31 August, until the end of Monday 31 August, then no dogs',
    ],
    [
      'Off-leash all day Mon-Fri; before 9am and after 4pm Sat, Sun and public holidays',
      'off_leash_timed',
      NOON,
      0,
      'Off-leash now until 9 am Saturday',
    ],
    [
      'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days',
      'off_leash_timed',
      NOON,
      0,
      'Off-leash now, at least until 2:30 pm',
    ],
    ['Off-leash at all times', 'off_leash', NOON, 0, 'Off-leash at all times'],
    ['All times', 'off_leash', NOON, 0, 'Off-leash at all times'],
    ['On leash at all times', 'on_leash', NOON, SATURDAY_8, 'Saturday 8 am: on leash at all times'],
    // Without published times, the sentence names the kind of area and makes no statement about hours.
    [null, 'off_leash', NOON, 0, 'Off-leash area'],
    [null, 'fenced_dog_park', NOON, 0, 'Off-leash area'],
    [null, 'on_leash', NOON, 0, 'On-leash area'],
    [null, 'on_leash', NOON, SATURDAY_8, 'Saturday 8 am: on-leash area'],
    ['Open field only; not in playground area', 'off_leash', NOON, 0, 'Off-leash area'],
    ['Off-leash except during organised sport', 'off_leash', NOON, 0, 'Off-leash area'],
    ['No dogs', 'on_leash', NOON, 0, 'No dogs at any time'],
    [null, 'dogs_allowed', NOON, 0, null],
    ['Seasonal', 'off_leash_timed', NOON, 0, null],
  ])('%s (%s)', (text, access, now, then, sentence) => {
    expect(describeLeash(text, access, SYDNEY, now, then === 0 ? now : then)).toBe(sentence)
  })
})

describe('a holiday, season or date range that decides is named', () => {
  const SIRIUS_COVE = 'Off-leash all day Mon-Fri; before 9am and after 4pm Sat, Sun and public holidays'
  const BY_SEASON = 'Off-leash before 8am and after 7pm in summer; before 9am and after 4pm in winter'
  const BY_CLOCK = 'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time'
  const CHRISTMAS_DAY = at('2026-12-25T12:00+11:00') // a Friday
  const WINTER_NOON = at('2026-07-15T12:00+10:00')
  test.each<[text: string, now: number, then: number, sentence: string]>([
    [SIRIUS_COVE, CHRISTMAS_DAY, 0, 'Leash on now: public holiday hours; off-leash from 4 pm'],
    [SIRIUS_COVE, at('2026-12-25T08:00+11:00'), 0, 'Off-leash now: public holiday hours, until 9 am'],
    [
      SIRIUS_COVE,
      at('2026-12-22T12:00+11:00'),
      CHRISTMAS_DAY,
      'Friday noon: leash on (public holiday hours); off-leash from 4 pm',
    ],
    [
      SIRIUS_COVE,
      at('2026-12-22T12:00+11:00'),
      at('2026-12-25T08:00+11:00'),
      'Friday 8 am: off-leash (public holiday hours) until 9 am',
    ],
    // A weekend is not named, because it has the same hours without the holiday.
    [SIRIUS_COVE, at('2026-12-26T12:00+11:00'), 0, 'Leash on now; off-leash from 4 pm'],
    [SIRIUS_COVE, NOON, 0, 'Off-leash now until 9 am Saturday'],
    [BY_SEASON, NOON, 0, 'Leash on now: summer hours; off-leash from 7 pm'],
    [BY_SEASON, WINTER_NOON, 0, 'Leash on now: winter hours; off-leash from 4 pm'],
    [BY_CLOCK, NOON, 0, 'Leash on now: daylight saving hours; off-leash from 4 pm'],
    [BY_CLOCK, WINTER_NOON, 0, 'Leash on now: standard time hours; off-leash from 3 pm'],
    [
      'Off-leash all day; before 9am and after 5pm at Easter',
      at('2026-04-04T12:00+11:00'),
      0,
      'Leash on now: Easter hours; off-leash from 5 pm',
    ],
    [
      'Off-leash all day; before 9am and after 5pm on Christmas Day',
      CHRISTMAS_DAY,
      0,
      'Leash on now: hours for 25 December; off-leash from 5 pm',
    ],
    [
      '1 Dec-28 Feb and Easter holidays: off-leash 6pm-9am, on-leash at other times; off-leash all other dates',
      at('2026-04-05T12:00+10:00'),
      0,
      'Leash on now: Easter holiday hours; off-leash from 6 pm',
    ],
    // The rule for the season does not cover this hour.
    [
      'No dogs 10am-6pm 1 Dec-1 Mar; off-lead at other times',
      at('2026-01-14T07:00+11:00'),
      0,
      'Off-leash now until 10 am, then no dogs',
    ],
  ])('%s', (text, now, then, sentence) => {
    expect(describeLeash(text, 'off_leash_timed', SYDNEY, now, then === 0 ? now : then)).toBe(sentence)
  })

  test('the answer has the reason as data', () => {
    const reasonAt = (text: string, now: number) => leashAt(text, 'off_leash_timed', SYDNEY, now).reason
    expect(reasonAt(SIRIUS_COVE, CHRISTMAS_DAY)).toEqual({ kind: 'public-holiday' })
    expect(reasonAt(SIRIUS_COVE, NOON)).toBeNull()
    expect(reasonAt(BY_SEASON, NOON)).toEqual({ kind: 'season', season: 'summer' })
    expect(reasonAt('No dogs 10am-6pm 1 Nov-31 Mar', NOON)).toEqual({
      kind: 'dates',
      from: { month: 11, date: 1 },
      to: { month: 3, date: 31 },
    })
  })

  test('a day that is only possibly a holiday is not called one', () => {
    const schoolHolidays = 'Off-leash before 10am; before 9am school holidays'
    expect(leashAt(schoolHolidays, 'off_leash_timed', SYDNEY, at('2026-01-14T08:00+11:00'))).toMatchObject({
      state: 'off-leash',
      reason: null,
    })
  })
})

describe('times are local to the park', () => {
  test('the same instant gives different sentences in four states', () => {
    expect(describeOpening('6am-8pm', SYDNEY, at('2026-01-14T20:30+11:00'))).toBe(
      'Closed now, opens 6 am tomorrow',
    )
    expect(describeOpening('6am-8pm', ADELAIDE, at('2026-01-14T20:30+11:00'))).toBe(
      'Closed now, opens 6 am tomorrow',
    )
    expect(describeOpening('6am-8pm', PERTH, at('2026-01-14T20:30+11:00'))).toBe('Open now, until 8 pm')
    expect(describeOpening('Sunrise-sunset', HOBART, at('2026-01-14T20:30+11:00'))).toBe(
      'Open now, until sunset (8:50 pm)',
    )
  })

  test('nextTime gives the next Saturday 8 am, which may be today', () => {
    expect(nextTime(SYDNEY, NOON, 5, 480)).toBe(SATURDAY_8)
    expect(nextTime(PERTH, NOON, 5, 480)).toBe(at('2026-01-17T08:00+08:00'))
    expect(nextTime(LORD_HOWE, at('2026-07-15T12:00+10:00'), 5, 480)).toBe(at('2026-07-18T08:00+10:30'))
    expect(nextTime(SYDNEY, SATURDAY_8, 5, 480)).toBe(SATURDAY_8)
    expect(nextTime(SYDNEY, SATURDAY_8 + 1, 5, 480)).toBe(at('2026-01-24T08:00+11:00'))
  })
})

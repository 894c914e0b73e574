import { describe, expect, test } from 'vitest'
import { leashAt, openStateAt } from '../../../data/hours/index.ts'
import type { LeashState } from '../../../data/hours/leash.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { leashState } from './leash-state.ts'
import { ADELAIDE, at, MELBOURNE, SYDNEY } from './places.ts'

// Texts that must not give 'off-leash' or 'open' at a time that they exclude or do not clearly include. The
// answer is 'unknown' then, and the text is shown as published.

const opening = (text: string, time: string) => openStateAt(text, SYDNEY, at(time))

const JANUARY_NIGHT = '2026-01-14T02:00+11:00'
const JANUARY_MORNING = '2026-01-14T08:00+11:00'
const JANUARY_NOON = '2026-01-14T12:00+11:00'
const MONDAY_NOON = '2026-01-12T12:00+11:00'
const JANUARY_EVENING = '2026-01-14T18:00+11:00'
const SATURDAY_NOON = '2026-01-17T12:00+11:00'
const SUNDAY_NIGHT = '2026-01-18T02:00+11:00'
const SUNDAY_MORNING = '2026-01-18T07:30+11:00'
const SUNDAY_NOON = '2026-01-18T12:00+11:00'
const JULY_NIGHT = '2026-07-15T02:00+10:00'

describe('"until" without a start, after a range', () => {
  test.each([
    '6am-6pm, until 8pm during daylight saving',
    '6am-6pm (until 8pm during daylight saving)',
    '6am-6pm and until 8pm during daylight saving',
    '6am-8pm; Fri until 10pm',
    '6am-8pm; Wed until 10pm',
    'Mon-Thu 6am-8pm, Fri-Sun until 10pm',
    'Daylight saving: until 8pm; standard time: until 6pm',
    'Summer till 8pm; winter til 6pm',
    'Daily until 8pm',
  ])('"%s" is not open at night', (text) => {
    for (const time of [JANUARY_NIGHT, JULY_NIGHT, '2026-01-16T02:00+11:00'])
      expect(['closed', 'unknown']).toContain(opening(text, time))
  })

  test.each<[string, DogAccess]>([
    ['Off leash 6am-6pm, until 8pm during daylight saving', 'off_leash_timed'],
    ['Off leash 6am-6pm; until 8pm during daylight saving', 'off_leash_timed'],
    ['Off leash 6am-6pm, until 8pm', 'off_leash_timed'],
    ['Off leash 6am-6pm and until 8pm on Wednesdays', 'off_leash_timed'],
    ['Off leash after 5pm, until 8pm', 'off_leash_timed'],
    ['Off leash before 8am; 5pm-7pm, until 8pm during daylight saving', 'off_leash_timed'],
    ['Wed: off leash 6am-6pm; summer: until 8pm', 'off_leash_timed'],
    ['6am-6pm, until 8pm during daylight saving', 'off_leash_timed'],
  ])('"%s" gives no answer', (text, access) => {
    expect(leashState(text, access, JANUARY_NIGHT)).toBe('unknown')
    expect(leashState(text, access, JANUARY_NOON)).toBe('unknown')
  })

  test('"until" at the start of a text about the leash begins at midnight', () => {
    expect(leashState('Off leash until 9am', 'off_leash_timed', JANUARY_MORNING)).toBe('off-leash')
    expect(leashState('Off leash until 9am and after 5pm', 'off_leash_timed', JANUARY_EVENING)).toBe(
      'off-leash',
    )
    expect(leashState('Off leash until 9am, until 8am Sundays', 'off_leash_timed', JANUARY_MORNING)).toBe(
      'off-leash',
    )
  })
})

describe('"before", after a range with a start and an end', () => {
  test.each([
    '6am-6pm, before 8am on Sundays',
    '6am-6pm; before 8am on Sundays',
    'Mon-Sat 6am-6pm; Sun before 8am',
    'Mon-Sat 6am-6pm; Sun: 10am-4pm and before 8am',
    '6am-midnight; before 8am on Sundays',
  ])('"%s" is not open at night', (text) => {
    for (const time of [JANUARY_NIGHT, JULY_NIGHT, SUNDAY_NIGHT]) expect(opening(text, time)).not.toBe('open')
  })

  test.each([
    'Off leash 6am-6pm, before 8am on Sundays',
    'Off leash 6am-6pm; Sundays before 8am',
    'Off leash 6am-6pm; off leash before 8am on Sundays',
    'Off leash 6am-6pm and before 8am on Sundays',
    '6am-6pm, before 8am on Sundays',
    'Off leash 6am-6pm; no dogs 10am-11am; before 8am on Sundays off leash',
    'Mondays: off leash 6am-6pm; Sundays: before 8am',
    'Off leash after 5am, before 8am',
    'Off leash after 5am; before 8am',
    'Off leash 6am-6pm (winter) / before 8am (summer)',
    'Off leash sunrise-sunset, before 9am in summer',
  ])('"%s" gives no answer at night, and is off-leash in the morning', (text) => {
    expect(leashState(text, 'off_leash_timed', SUNDAY_NIGHT)).toBe('unknown')
    expect(leashState(text, 'off_leash_timed', JULY_NIGHT)).not.toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', SUNDAY_MORNING)).toBe('off-leash')
  })

  test.each([
    'Off leash 5pm-8pm and before 9am',
    'Off leash 5pm-8pm; before 9am',
    'Off leash 9am-5pm, before 8am on Sundays',
  ])('"%s" gives no answer, because the range begins later', (text) => {
    for (const time of [SUNDAY_NIGHT, JULY_NIGHT, SUNDAY_MORNING, SUNDAY_NOON])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
  })

  test('begins at midnight if the hours before it last until midnight, or hours after it do', () => {
    for (const text of [
      'Off leash after 5pm and before 9am',
      'Off leash after 5pm; before 9am',
      'Before 9am and after 6pm summer; before 9am and after 4pm winter',
      'No dogs 10am-4pm; off leash before 9am',
      'Off leash 6am-9am; before 9am and after 5pm in summer',
      'Off leash 5pm-9am, before 9am on Wednesdays',
    ])
      expect(leashState(text, 'off_leash_timed', JANUARY_NIGHT)).toBe('off-leash')
    expect(leashState('Off leash 6am-9pm; no dogs before 7am', 'off_leash_timed', JANUARY_NIGHT)).toBe(
      'no-dogs',
    )
    expect(opening('Before 8am', JANUARY_NIGHT)).toBe('open')
  })
})

describe('a ground that is closed at some times', () => {
  test.each<[string, DogAccess]>([
    ['Beach closed to dogs 10am-5pm Dec-Feb', 'off_leash'],
    ['Park closed 9pm-6am', 'off_leash'],
    ['Oval closed to dogs 9am-5pm; off-leash at other times', 'off_leash_timed'],
    ['Reserve closed to dogs between 9am and 5pm', 'off_leash'],
    ['Fenced area closed 8pm to 6am', 'fenced_dog_park'],
    ['Park closed to other dogs 9am-11am last Sunday of the month (greyhound sessions)', 'dog_park'],
    ['The area closed to other dogs 9am-11am last Sunday of the month (greyhound sessions)', 'dog_park'],
    ['North area closed to other dogs 9am-5pm', 'dog_park'],
    ['North area closed to other dogs 9am-5pm (greyhound sessions), off-leash at other times', 'dog_park'],
    ['North area closed to other dogs 9am-5pm, no dogs in summer (greyhound sessions)', 'dog_park'],
  ])('"%s" gives no answer', (text, access) => {
    expect(leashState(text, access, JANUARY_NIGHT)).toBe('unknown')
    expect(leashState(text, access, JANUARY_NOON)).toBe('unknown')
  })

  test('sessions for other dogs in a part of the park are a condition, and the next sentence is a rule', () => {
    const text = 'North area closed to other dogs 9am-11am Sundays (greyhound sessions). No dogs 10am-5pm'
    expect(leashState(text, 'dog_park', JANUARY_NOON)).toBe('no-dogs')
    expect(leashAt(text, 'dog_park', SYDNEY, at(JANUARY_NOON)).conditions).toContain(
      'North area closed to other dogs 9am-11am Sundays (greyhound sessions)',
    )
  })
})

describe('"under effective control"', () => {
  const DUTY = 'Dogs must be under effective control at all times'

  test.each<[DogAccess, LeashState]>([
    ['on_leash', 'on-leash'],
    ['dogs_allowed', 'unknown'],
    ['off_leash_timed', 'unknown'],
    ['off_leash', 'off-leash'],
  ])('at all times is a condition: the access (%s) decides', (access, state) => {
    for (const place of [SYDNEY, MELBOURNE, ADELAIDE]) {
      expect(leashState(DUTY, access, JANUARY_NOON, place)).toBe(state)
      expect(leashState(DUTY.replace(' at all times', ''), access, JANUARY_NOON, place)).toBe(state)
    }
    expect(leashAt(DUTY, access, SYDNEY, at(JANUARY_NOON)).conditions).toEqual(['Under effective control'])
  })

  test.each([`Off-leash 6am-9am. ${DUTY}.`, `${DUTY}. Off-leash 6am-9am.`, `${DUTY}; 6am-9am`])(
    '"%s" is off-leash only in its hours',
    (text) => {
      expect(leashState(text, 'off_leash_timed', JANUARY_MORNING)).toBe('off-leash')
      expect(leashState(text, 'off_leash_timed', JANUARY_NOON)).toBe('on-leash')
      expect(leashAt(text, 'off_leash_timed', SYDNEY, at(JANUARY_MORNING)).conditions).toContain(
        'Under effective control',
      )
    },
  )

  const SEASONS =
    'On leash at all times 1 Dec-31 Jan; on leash 10am-6pm 1 Feb-30 Apr; under effective control 1 May-30 Nov'

  test('on some days is off-leash in South Australia only, where the law says so', () => {
    const july = '2026-07-15T12:00+09:30'
    expect(leashState(SEASONS, 'off_leash_timed', july, ADELAIDE)).toBe('off-leash')
    expect(leashState(SEASONS, 'off_leash_timed', july, SYDNEY)).toBe('unknown')
    expect(leashState(SEASONS, 'on_leash', july, ADELAIDE)).toBe('unknown')
    expect(leashState('Under effective control 6am-9am', 'off_leash_timed', JANUARY_NOON, SYDNEY)).toBe(
      'unknown',
    )
    expect(leashState('Under effective control 6am-9am', 'off_leash_timed', JANUARY_MORNING, SYDNEY)).toBe(
      'unknown',
    )
    expect(
      leashState('On leash 10am-6pm; under effective control at other times', 'off_leash', JANUARY_MORNING),
    ).toBe('unknown')
  })

  test('by voice is off-leash', () => {
    expect(leashState('Under effective voice control at all times', 'dogs_allowed', JANUARY_NOON)).toBe(
      'off-leash',
    )
  })
})

describe('a season with its own dates', () => {
  test.each<[string, DogAccess, string, LeashState]>([
    ['Dogs prohibited in summer (September to April)', 'off_leash', '2026-09-15T12:00+10:00', 'no-dogs'],
    ['Dogs prohibited in summer (September to April)', 'off_leash', '2026-04-15T12:00+10:00', 'no-dogs'],
    ['Dogs prohibited in summer (September to April)', 'off_leash', '2026-06-15T12:00+10:00', 'off-leash'],
    [
      'Dogs prohibited 9am-5pm in summer (September to April)',
      'off_leash',
      '2026-09-15T12:00+10:00',
      'no-dogs',
    ],
    [
      'Dogs prohibited in summer 9am-5pm (September to April)',
      'off_leash',
      '2026-09-15T12:00+10:00',
      'no-dogs',
    ],
    ['Dogs prohibited in summer, 9am-5pm, 1 Sep to 30 Apr', 'off_leash', '2026-09-15T12:00+10:00', 'no-dogs'],
  ])('"%s" (%s) at %s', (text, access, time, state) => {
    expect(leashState(text, access, time)).toBe(state)
  })

  test.each([
    ['2026-10-20T08:00+11:00', 'off-leash'],
    ['2026-10-20T17:00+11:00', 'on-leash'],
    ['2026-04-20T17:00+10:00', 'off-leash'],
    ['2026-09-20T17:00+10:00', 'off-leash'],
  ])('the headings "Summer (October to March)" and "Winter (April to September)" at %s', (time, state) => {
    const text =
      'Summer (October to March): off-leash before 9am and after 6pm; Winter (April to September): off-leash before 10am and after 4pm'
    expect(leashState(text, 'off_leash_timed', time)).toBe(state)
    expect(leashState(text.replaceAll('off-leash ', ''), 'off_leash_timed', time)).toBe(state)
  })

  test('opening hours have the dates of the text', () => {
    const text = 'Summer (October to March): 6am-8pm; Winter (April to September): 7am-6pm'
    expect(opening(text, '2026-10-20T19:00+11:00')).toBe('open')
    expect(opening(text, '2026-04-20T19:00+10:00')).toBe('closed')
    expect(opening(text, '2026-04-20T17:00+10:00')).toBe('open')
  })

  test('a single day in a season does not replace the season', () => {
    expect(leashState('No dogs in summer (Christmas Day)', 'off_leash', '2026-01-14T12:00+11:00')).not.toBe(
      'off-leash',
    )
  })
})

describe('kinds of days next to each other that may be a list', () => {
  const MONDAY_NOON = '2026-01-19T12:00+11:00'
  const AUSTRALIA_DAY = '2026-01-26T12:00+11:00'
  const GOOD_FRIDAY = '2026-04-03T12:00+11:00'
  const CHRISTMAS_DAY = '2026-12-25T12:00+11:00'
  const DAYS = [JANUARY_NOON, SATURDAY_NOON, MONDAY_NOON, AUSTRALIA_DAY, GOOD_FRIDAY, CHRISTMAS_DAY]

  test.each([
    'Open 9am-5pm. Closed Mondays, Good Friday & Christmas Day.',
    '6am-8pm; closed weekends, Christmas Day and Good Friday',
    '7am-6pm daily; closed public holidays, Christmas Day and Good Friday',
    '7am-6pm, closed Tuesdays (25 December)',
    '6am-8pm; closed weekends public holidays',
    '6am-8pm; closed weekends (public holidays)',
    '6am-8pm; closed weekends on public holidays',
    '6am-8pm; closed Good Friday public holidays',
    '6am-8pm; closed school holidays, Easter',
    '6am-8pm; closed December (Christmas Day)',
    '6am-8pm; closed Easter summer',
    '6am-8pm; closed Mondays, July and August',
    '6am-8pm; closed weekends, winter',
    '6am-8pm except weekends, Christmas Day',
    '6am-8pm except public holidays (Good Friday)',
    '6am-8pm; weekends, Christmas Day 9am-10am',
    '6am-8pm; weekends 9am-10am public holidays',
    '6am-8pm; weekends 9am-10am Christmas Day',
  ])('"%s" gives no answer about opening', (text) => {
    for (const time of DAYS) expect(opening(text, time)).toBe('unknown')
  })

  test.each([
    'No dogs on weekends, public holidays, Easter',
    'No dogs 9am-5pm Sat & Sun (public holidays)',
    'No dogs 9am-5pm Sat & Sun (school holidays)',
    'No dogs weekends 9am-5pm public holidays',
    'No dogs weekends 9am-5pm, public holidays',
    'No dogs weekends 9am-5pm, Easter',
    'No dogs weekends 9am-5pm Christmas Day',
    'No dogs weekends 9am-5pm, summer',
    'No dogs summer 9am-5pm, weekends',
    'No dogs 9am-5pm, weekends, Easter',
    'No dogs 9am-5pm weekends, 1 Sep-30 Apr and Easter',
    'No dogs in summer (1 Dec-28 Feb and Easter)',
    'No dogs on weekends, summer',
    'No dogs on weekends, in summer',
    'No dogs on weekends, December',
    'Off-leash except weekends, Christmas Day',
    'Off-leash except weekends public holidays',
    'On leash on weekends, during Easter',
    'Off-leash Mon-Fri except public holidays, Easter',
    'Off-leash on weekends, in summer',
    'Off-leash 9am-5pm weekends, Easter',
  ])('"%s" gives no answer about the leash', (text) => {
    for (const time of DAYS) expect(leashState(text, 'off_leash', time)).toBe('unknown')
  })

  test.each<[text: string, yes: string, no: string]>([
    ['6am-8pm; closed Saturdays, Sundays and public holidays', JANUARY_NOON, AUSTRALIA_DAY],
    ['6am-8pm; closed Good Friday, Christmas Day', JANUARY_NOON, GOOD_FRIDAY],
    ['6am-8pm; closed weekends in summer', JANUARY_NOON, SATURDAY_NOON],
    ['6am-8pm; closed summer weekends', JANUARY_NOON, SATURDAY_NOON],
    ['6am-8pm; closed weekends (summer)', JANUARY_NOON, SATURDAY_NOON],
    ['6am-8pm; closed weekends, 1 Sep to 30 Apr', JANUARY_NOON, SATURDAY_NOON],
    ['6am-8pm; closed weekends and public holidays, 1 Sep to 30 Apr', JANUARY_NOON, AUSTRALIA_DAY],
    ['6am-8pm; closed weekends (Saturday and Sunday)', JANUARY_NOON, SATURDAY_NOON],
  ])('"%s" is clear', (text, yes, no) => {
    expect([opening(text, yes), opening(text, no)]).toEqual(['open', 'closed'])
    const leash = text.replace('6am-8pm; closed', 'No dogs')
    expect([leashState(leash, 'off_leash', yes), leashState(leash, 'off_leash', no)]).toEqual([
      'off-leash',
      'no-dogs',
    ])
  })

  test.each([
    'Off-leash 6am-9am summer, weekends',
    'Off-leash 6am-9am Christmas Day; Sundays',
    'Off-leash except weekends; Easter',
    'No dogs 9am-10am weekends; Easter',
  ])('"%s" gives no answer, because the last days have neither hours nor a rule', (text) => {
    for (const time of [JANUARY_NOON, SUNDAY_NOON, '2026-07-18T12:00+10:00', GOOD_FRIDAY])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
  })
})

describe('a condition that depends on the calendar', () => {
  test.each([
    'No dogs during school terms',
    'No dogs during term',
    'Off leash except during school terms',
    'Off leash except during vacation',
    'On leash on public hol',
    'No dogs at Xmas',
    'On leash during New Years',
    'Off leash except on weeknights',
    'On leash on a weeknight',
    'On leash at nighttime',
    'On leash at twilight',
    'On leash at nightfall',
    'Off leash except at daybreak',
    'Off leash except at lunchtime',
    'On leash at lunch',
    'On leash during peak use',
    'On leash during busy periods',
    'On leash during the nesting period',
    'On leash during each fortnight',
    'No dogs in midweek',
    'Not on the oval tonight',
    'No dogs during the semester',
  ])('"%s" gives no answer', (text) => {
    expect(leashState(text, 'off_leash', JANUARY_NOON)).toBe('unknown')
    expect(leashState(text, 'off_leash', JANUARY_NIGHT)).toBe('unknown')
  })
})

describe('a rule for every day next to rules for each weekday', () => {
  const TEXT = 'Off-leash before 9am Mon-Fri and before 8am Sat-Sun, after 5pm daily'

  test('gives no answer, because the rule for every day would never apply', () => {
    expect(leashState(TEXT, 'off_leash_timed', JANUARY_EVENING)).toBe('unknown')
    expect(leashState(TEXT, 'off_leash_timed', JANUARY_NOON)).toBe('unknown')
  })

  test('applies on the weekdays that no other rule names', () => {
    const text = 'Off-leash before 8am Sat-Sun, after 5pm daily'
    expect(leashState(text, 'off_leash_timed', JANUARY_EVENING)).toBe('off-leash')
  })
})

describe('hours without days that follow hours of some days', () => {
  test.each([
    'Off-leash before 9am Sat, Sun and after 5pm',
    'Off-leash before 9am on weekends and after 5pm',
    'Off-leash 6am-8am Sat-Sun; 5pm-8pm',
  ])('may be for the same days: %s', (text) => {
    for (const time of [JANUARY_EVENING, JANUARY_NOON, SUNDAY_MORNING])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
  })

  test.each([
    'Off-leash before 9am Sat, Sun and after 5pm every day',
    'Off-leash before 9am Sat, Sun; off-leash after 5pm',
    'Off-leash after 5pm; before 9am Sat, Sun',
    'Sat, Sun: off-leash before 9am, after 5pm; daily: after 5pm',
  ])('are for every day in "%s"', (text) => {
    expect(leashState(text, 'off_leash_timed', JANUARY_EVENING)).toBe('off-leash')
  })
})

describe('an entry of opening hours that never applies', () => {
  test.each([
    'Mon-Fri 6am-6pm; Sat-Sun 7am-5pm; daily 9am-9pm',
    'Sat 7am-7pm; Sun 8am-6pm; Sat-Sun 9am-5pm',
    '6am-8pm; closed weekdays; closed weekends',
    'Daylight saving 6am-8pm; standard time 6am-6pm; closed Mondays',
    'Summer 6am-8pm; winter 7am-5pm; Mon-Fri 9am-4pm',
    '6am-8pm Oct-Mar; 6am-6pm Apr-Sep; 8am-5pm Sat-Sun',
    '6am-8pm Oct-Mar; 6am-6pm Apr-Sep; 9am-5pm',
  ])('gives no answer: %s', (text) => {
    for (const time of [JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING, SUNDAY_NOON])
      expect(opening(text, time)).toBe('unknown')
  })

  test.each([
    ['Mon-Fri 6am-6pm; Sat 7am-5pm; daily 9am-4pm', 'open'],
    ['Mon-Fri 6am-6pm; Sat-Sun 7am-5pm; public holidays 9am-4pm; closed Christmas Day', 'open'],
    ['6am-8pm Oct-Mar; 6am-6pm Apr-Sep; closed Christmas Day', 'open'],
    ['6am-8pm Oct-Feb; 6am-6pm Apr-Sep; 9am-5pm', 'open'],
    ['Mon-Fri 6am-8am; Mon-Fri 10am-4pm', 'open'],
  ])('is none in "%s"', (text, state) => expect(opening(text, JANUARY_NOON)).toBe(state))
})

describe('opening hours for a part of the year next to hours for weekdays', () => {
  test.each([
    '6am-8pm; Dec-Feb 6am-9pm; Sundays 10am-4pm',
    '6am-8pm; 6am-9pm in summer; closed Sundays',
    'Mon-Fri 7am-6pm; Sat-Sun 10am-4pm; Dec-Feb 6am-9pm',
  ])('"%s" gives an answer only if both have the same', (text) => {
    expect(opening(text, SUNDAY_MORNING)).toBe('unknown')
    expect(opening(text, SUNDAY_NIGHT)).toBe('closed')
    expect(opening(text, JANUARY_MORNING)).toBe('open')
  })

  test.each([
    ['6am-8pm; closed in January; Sundays 10am-4pm', SUNDAY_NOON, 'closed'],
    ['6am-8pm; Sundays in summer 6am-9pm; Sundays 10am-4pm', SUNDAY_MORNING, 'open'],
    ['6am-8pm; 18 January 6am-9pm; Sundays 10am-4pm', SUNDAY_MORNING, 'open'],
    ['6am-8pm; closed Christmas Day; Sundays 10am-4pm', SUNDAY_NOON, 'open'],
  ])('in "%s", the order is clear', (text, time, state) => expect(opening(text, time)).toBe(state))
})

describe('a rule for days that do not exist', () => {
  test.each([
    'Monday to Friday: 9am-5pm; Sunday: off-leash; no dogs Mon-Fri 6am-6pm Sat',
    'No dogs in December 10am-4pm in June',
    'On leash Mon-Fri 6am-6pm Sundays',
    'Off-leash Mon-Fri 6am-8am Sat; off-leash 10am-4pm',
  ])('gives no answer about the leash: %s', (text) => {
    for (const time of [JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING])
      expect(leashState(text, 'off_leash', time)).toBe('unknown')
  })

  test.each(['6am-8pm; December 9am-4pm in June', '6am-8pm; closed Jan (June)'])(
    'gives no answer about opening: %s',
    (text) => expect(opening(text, JANUARY_NOON)).toBe('unknown'),
  )

  test('is none if the days or dates overlap', () => {
    expect(leashState('No dogs Dec-Feb 10am-4pm in January', 'off_leash', JANUARY_NOON)).toBe('no-dogs')
    expect(leashState('No dogs Mon-Fri 10am-4pm 1 Nov-31 Mar', 'off_leash', JANUARY_NOON)).toBe('no-dogs')
  })
})

describe('daylight saving with its months', () => {
  const OFF = 'off_leash_timed'
  // Daylight saving is from 5 October 2025 to 5 April 2026 in New South Wales.
  const [BEFORE, FIRST_DAY] = ['2025-10-03T08:00+10:00', '2025-10-05T08:00+11:00']
  const [LAST_WEEK, AFTER] = ['2026-04-03T08:00+11:00', '2026-04-15T08:00+10:00']

  test.each([
    'Daylight saving (October to April): off-leash before 9am',
    'Off-leash before 9am daylight saving (October to April)',
    'Off-leash before 9am during daylight saving (Oct-Apr)',
    'Off-leash before 9am (daylight saving, October to April)',
    'Off-leash daylight saving (1 October to 30 April) before 9am',
    'Off-leash daylight saving before 9am (October to April)',
    'Off-leash before 9am in daylight saving, October to April',
    'Off-leash before 9am daylight saving (5 October to 5 April)',
  ])('"%s" is daylight saving', (text) => {
    for (const time of [FIRST_DAY, JANUARY_MORNING, LAST_WEEK])
      expect(leashState(text, OFF, time)).toBe('off-leash')
    for (const time of [BEFORE, AFTER]) expect(leashState(text, OFF, time)).toBe('unknown')
  })

  test('a restriction applies in its months too', () => {
    const text = 'No dogs 6am-9am daylight saving (October to April)'
    for (const time of [BEFORE, FIRST_DAY, JANUARY_MORNING, LAST_WEEK, AFTER])
      expect(leashState(text, 'off_leash', time)).not.toBe('off-leash')
    expect(leashState(text, 'off_leash', JANUARY_MORNING)).toBe('no-dogs')
  })

  test('next to standard time with its months, every day has hours', () => {
    const text = 'Daylight saving (October to April) 6am-8pm; standard time (April to October) 7am-5pm'
    expect(opening(text, '2026-01-14T19:00+11:00')).toBe('open')
    expect(opening(text, '2026-04-15T19:00+10:00')).toBe('closed')
    expect(opening(text, '2026-04-15T16:00+10:00')).toBe('open')
    expect(opening(`${text}; closed Wednesdays`, JANUARY_NOON)).toBe('unknown')
  })

  test('a closure applies in its months too', () => {
    const text = '6am-8pm; closed in daylight saving (October to April)'
    for (const time of [BEFORE, FIRST_DAY, JANUARY_MORNING, LAST_WEEK, AFTER])
      expect(opening(text, time)).toBe('closed')
    expect(opening('6am-8pm; 9am-5pm in daylight saving (November to March)', JANUARY_NOON)).toBe('unknown')
  })

  test('next to other days, it is one of them', () => {
    const text = 'Off-leash before 9am in daylight saving and Easter'
    for (const time of [JANUARY_MORNING, '2026-04-06T08:00+10:00'])
      expect(leashState(text, OFF, time)).toBe('off-leash')
  })

  test.each([
    'Off-leash before 9am daylight saving (November to March)',
    'Off-leash before 9am daylight saving (September to April)',
    'Off-leash before 9am daylight saving (May to August)',
    'Off-leash before 9am daylight saving (October to March)',
    'Off-leash before 9am daylight saving (20 October to 5 April)',
    'Off-leash before 9am standard time (May to September)',
    'Off-leash before 9am standard time (October to April)',
  ])('"%s" gives no answer, because the months are others', (text) => {
    for (const time of [BEFORE, FIRST_DAY, JANUARY_MORNING, LAST_WEEK, AFTER, '2026-07-15T08:00+10:00'])
      expect(leashState(text, OFF, time)).toBe('unknown')
  })
})

describe('"or" between two ranges', () => {
  test.each([
    'Off-leash before 9am or after 5pm',
    'Off leash before 9am, or after 5pm',
    'Before 9am or after 5pm',
    'Off-leash before 9am or 5pm-9pm',
    'Off-leash 6am-9am or 5pm-9pm',
  ])('"%s" is read like "and"', (text) => {
    const withAnd = text.replace(' or ', ' and ')
    for (const time of [JANUARY_NIGHT, JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING]) {
      const state = leashState(withAnd, 'off_leash_timed', time)
      expect(state).not.toBe('unknown')
      expect(leashState(text, 'off_leash_timed', time)).toBe(state)
    }
  })

  test('is read in opening hours, too', () => {
    expect(opening('6am-9am or 5pm-8pm', JANUARY_EVENING)).toBe('open')
    expect(opening('6am-9am or 5pm-8pm', JANUARY_NOON)).toBe('closed')
  })

  test.each([
    // One of the two, depending on something that the text does not say.
    'Off-leash 6am-9am or 7am-10am',
    'Off-leash before 8am or before 9am',
    'Off-leash after 5pm or after 6pm',
    'Off-leash 6am-9am or until 10am',
    'Off-leash before 9am or in winter',
    'Off-leash or on leash before 9am',
    'Off-leash before 9am or sunrise',
  ])('"%s" gives no answer', (text) => {
    for (const time of [JANUARY_NIGHT, JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
    expect(opening(text.replace('Off-leash ', ''), JANUARY_MORNING)).toBe('unknown')
  })
})

describe('hours that do not say whether they are off the leash, next to hours that do', () => {
  test.for<[text: string, access: DogAccess]>([
    ['6am-8pm; dogs off leash before 9am', 'off_leash_timed'],
    ['6am-8pm; off-leash 6am-9am', 'off_leash_timed'],
    ['6am to 8pm daily. Dogs off-leash before 9am only', 'off_leash_timed'],
    ['Daily 6am-8pm; dogs permitted off-leash 5pm-8pm', 'off_leash_timed'],
    ['6am-8pm, off-leash before 9am', 'off_leash_timed'],
    ['Dawn to dusk; off-leash before 9am', 'off_leash_timed'],
    ['Daylight hours; dogs off leash before 9am', 'off_leash_timed'],
    ['24 hours; dogs off leash before 9am', 'off_leash_timed'],
    ['6am-8pm; off-leash all day Sundays', 'off_leash_timed'],
    ['6am-8pm; no dogs 4pm-6pm', 'off_leash_timed'],
    ['Dogs allowed 6am-8pm; off leash before 9am', 'off_leash_timed'],
    ['Dogs allowed 6am-8pm; off leash before 9am', 'off_leash'],
    ['6am-9am, 5pm-8pm; off-leash 5pm-8pm', 'off_leash_timed'],
    ['6am-9am and 5pm-8pm daily; dogs off leash 6am-8am', 'off_leash_timed'],
    ['Before 9am and after 5pm; off-leash before 8am', 'off_leash_timed'],
    ['Mon-Fri 6am-9am, 5pm-8pm; Mon-Fri off-leash 5pm-8pm', 'off_leash_timed'],
  ])('may be for something else, so there is no answer: %s', ([text, access]) => {
    for (const time of [JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING])
      expect(leashState(text, access, time)).toBe('unknown')
  })
  test.for<[text: string, time: string, state: LeashState]>([
    ['Before 9am and after 5pm; off-leash all day Sundays', JANUARY_NOON, 'on-leash'],
    ['Dogs allowed 6am-8pm; no dogs 10am-4pm', JANUARY_MORNING, 'off-leash'],
    ['Before 9am; off-leash 4pm-7pm Sundays', JANUARY_MORNING, 'off-leash'],
    ['After 5pm; off-leash before 9am on weekends', JANUARY_EVENING, 'off-leash'],
    ['5am-9am; on leash at other times', JANUARY_MORNING, 'off-leash'],
    ['5am-9am; on leash at other times', JANUARY_NOON, 'on-leash'],
    ['6am-9am, 5pm-8pm; off-leash all day Sundays', JANUARY_MORNING, 'off-leash'],
    ['Mon-Fri 6am-9am; off-leash all day Sat-Sun', JANUARY_MORNING, 'off-leash'],
    ['Before 9am and after 5pm; off-leash 11am-1pm', JANUARY_MORNING, 'off-leash'],
    ['6am-9am, 5pm-8pm; off-leash 5pm-6pm Sundays', JANUARY_MORNING, 'off-leash'],
    ['6am-9am', JANUARY_MORNING, 'off-leash'],
  ])('are hours off the leash: "%s" at %s', ([text, time, state]) => {
    expect(leashState(text, 'off_leash_timed', time)).toBe(state)
  })
})

describe('dates without an end', () => {
  test.each([
    'No dogs from 1 December',
    'No dogs from December',
    'No dogs between December',
    'No dogs from 1 December and 28 February',
    'On leash 9am-5pm from November',
    'Off-leash from April',
    'Off-leash except from 1 December',
  ])('"%s" gives no answer about the leash', (text) => {
    for (const time of [JANUARY_NOON, JULY_NIGHT, '2026-04-01T12:00+11:00', '2026-12-01T12:00+11:00'])
      expect(leashState(text, 'off_leash', time)).toBe('unknown')
  })

  test.each(['6am-8pm, closed from December', '6am-8pm from December', 'From 1 December 6am-8pm'])(
    '"%s" gives no answer about opening',
    (text) => {
      for (const time of [JANUARY_NOON, '2026-12-01T12:00+11:00']) expect(opening(text, time)).toBe('unknown')
    },
  )

  test.each([
    'from 1 December to 28 February',
    'between December and February',
    'between December to February',
  ])('are those with an end: "%s"', (dates) => {
    expect(leashState(`No dogs ${dates}`, 'off_leash', JANUARY_NOON)).toBe('no-dogs')
    expect(leashState(`No dogs ${dates}`, 'off_leash', JULY_NIGHT)).toBe('off-leash')
  })
})

describe('holidays of a season', () => {
  test.each([
    'No dogs summer holidays',
    'No dogs in the summer holidays',
    'On leash 9am-5pm January holidays',
  ])('"%s" are not public holidays, so there is no answer', (text) =>
    expect(leashState(text, 'off_leash', JANUARY_NOON)).toBe('unknown'),
  )
})

describe('"12am", which may mean noon', () => {
  test.each([
    'Off-leash 9-12am',
    'Off-leash 9:30-12am',
    'Off-leash 09:00-12:00am',
    'Off-leash 9-12:30am',
    'Off-leash 12-12am',
    'Off-leash 6-10am and 11-12am',
    'Off-leash before 12am',
    'Off-leash until 12am',
  ])('gives no answer: %s', (text) => {
    for (const time of [JANUARY_NIGHT, JANUARY_MORNING, JANUARY_NOON, JANUARY_EVENING])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
    expect(opening(text.replace('Off-leash ', ''), JANUARY_EVENING)).toBe('unknown')
  })

  test.each(['Off-leash 6am-12am', 'Off-leash 5pm-12am', 'Off-leash 17:00-12am', 'Off-leash after 12am'])(
    'is midnight in a range that says so: %s',
    (text) => expect(leashState(text, 'off_leash_timed', JANUARY_EVENING)).toBe('off-leash'),
  )
})

describe('opening hours of the same days', () => {
  const MONDAY_HOLIDAY = '2026-01-26T12:00+11:00'

  test.each([
    ['Mon 9am-5pm; closed Tue-Sun and public holidays', MONDAY_HOLIDAY, 'closed'],
    ['Mon-Wed 9am-5pm; Thu-Sun and public holidays closed', MONDAY_HOLIDAY, 'closed'],
    ['Mon-Wed 9am-5pm; closed Thu-Sun and public holidays', '2026-01-19T12:00+11:00', 'open'],
    ['Mon-Sat and public holidays 9am-5pm; closed Sundays', '2026-04-05T12:00+10:00', 'closed'],
  ])('are closed on public holidays if the text says so: "%s" at %s', (text, time, state) => {
    expect(opening(text, time)).toBe(state)
  })

  test.each([
    ['6am-8pm, 7am-6pm winter', JANUARY_EVENING, 'open'],
    ['6am-8pm, 7am-6pm winter', '2026-07-15T19:00+10:00', 'closed'],
    ['6am-8pm / 7am-6pm winter', '2026-07-15T19:00+10:00', 'closed'],
    ['Sunrise to sunset, 9am-4pm winter', '2026-07-15T16:30+10:00', 'closed'],
    ['6am-8pm/7am-6pm', JANUARY_EVENING, 'unknown'],
    ['6am-8pm; 7am-6pm', JANUARY_EVENING, 'unknown'],
    ['Summer/winter: 6am-8pm/7am-6pm', JANUARY_EVENING, 'unknown'],
    ['Mon-Fri 6am-8pm; Mon-Fri 7am-6pm', JANUARY_EVENING, 'unknown'],
  ])('are not combined if they overlap: "%s" at %s', (text, time, state) => {
    expect(opening(text, time)).toBe(state)
  })
})

describe('an exception from a rule for several days with their own hours', () => {
  test.each([
    ['Off-leash Fri 9pm-Sun 9pm except 8am-10am', '2026-01-17T09:00+11:00', 'on-leash'],
    ['Off-leash Fri 9pm-Sun 9pm except 8am-10am', '2026-01-17T12:00+11:00', 'off-leash'],
    ['Off-leash before 9am Mon-Fri / before 10am Sat-Sun except 7am-8am', SUNDAY_MORNING, 'on-leash'],
    [
      'Off-leash before 9am Mon-Fri / before 10am Sat-Sun except 7am-8am',
      '2026-01-18T08:30+11:00',
      'off-leash',
    ],
    ['Off-leash Fri 9pm-Sun 9pm except Saturdays', '2026-01-17T12:00+11:00', 'on-leash'],
    ['Off-leash Fri 9pm-Sun 9pm except Saturdays', SUNDAY_NOON, 'off-leash'],
    ['No dogs Fri 9pm-Sun 9pm except Tuesdays', SUNDAY_NOON, 'unknown'],
  ])('applies on each of them: "%s" at %s', (text, time, state) => {
    expect(leashState(text, 'off_leash_timed', time)).toBe(state)
  })
})

describe('opening hours without days, in a list with the days first', () => {
  test.each([
    ['Mon: 6am-8am; noon-2pm', MONDAY_NOON, 'open'],
    ['Mon: 6am-8am; noon-2pm', JANUARY_NOON, 'unknown'],
    ['Mon: closed; 6am-8pm', MONDAY_NOON, 'closed'],
    ['Mon: closed; 6am-8pm otherwise', JANUARY_NOON, 'open'],
  ])(
    'are for the days before them, or for others if it is closed on those: "%s" at %s',
    (text, time, state) => {
      expect(opening(text, time)).toBe(state)
    },
  )

  test.each([
    'Mon-Fri: 6am-8am except Wed; noon-2pm',
    'Mon-Fri except Wed: 6am-8am; noon-2pm',
    'Sat: 6am-8am; Sun: closed; noon-2pm',
    'Mon-Fri: 6am-8am; noon-2pm daily',
    'Mon-Fri: 6am-8am; noon-2pm otherwise',
    'Sat: 6am-8am; noon-2pm on all other days',
  ])('give no answer if they may be for more or other days: "%s"', (text) => {
    for (const time of [MONDAY_NOON, JANUARY_NOON, '2026-01-17T12:00+11:00', SUNDAY_NOON])
      expect(opening(text, time)).toBe('unknown')
  })
})

describe('"dogs allowed on leash" at some times', () => {
  test.each<[string, DogAccess]>([
    ['Dogs allowed on leash 6am-9am', 'off_leash'],
    ['Dogs permitted on lead before 9am and after 7pm', 'off_leash_timed'],
    ['Dogs welcome on leash before 9am', 'off_leash'],
    ['Dogs allowed on leash 6am-9am only', 'off_leash'],
    ['On leash permitted before 9am', 'off_leash_timed'],
    ['Dogs are allowed on leash 6am-9am', 'on_leash'],
  ])('"%s" (%s) is on-leash then, and no dogs at other times', (text, access) => {
    expect(leashState(text, access, JANUARY_MORNING)).toBe('on-leash')
    expect(leashState(text, access, JANUARY_NOON)).toBe('no-dogs')
  })

  test.each<[string, DogAccess]>([
    ['Dogs allowed on leash from May to September', 'off_leash'],
    ['Dogs on leash allowed May to September only', 'off_leash_timed'],
    ['Dogs allowed on leash on Saturdays', 'off_leash'],
  ])('"%s" (%s) gives no answer on other days', (text, access) => {
    expect(leashState(text, access, JANUARY_NOON)).toBe('unknown')
  })
})

test.each<[string, DogAccess]>([
  ['On leash except 9am-6pm in summer', 'on_leash'],
  ['On leash except in January', 'on_leash'],
  ['On leash except 9am-6pm in summer', 'dogs_allowed'],
])('"%s" (%s), where dogs are never off the leash, gives no answer', (text, access) => {
  expect(leashState(text, access, JANUARY_NOON)).toBe('unknown')
})

test.each([
  'Off-leash at all times except weekends: before 9am and after 4pm',
  'Off-leash except in summer: 6am-9am',
  'Off-leash except weekends, before 9am and after 4pm',
  'Off-leash daily except Sundays, 6am-9am',
])('"%s" does not say whether these hours are off the leash, so it gives no answer', (text) => {
  for (const time of [JANUARY_MORNING, JANUARY_NOON, SUNDAY_MORNING, SUNDAY_NOON])
    expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
})

test.each([
  ['Dogs allowed 6am-9am. Dogs must be on leash at all times', JANUARY_MORNING],
  ['On leash at all times; dogs allowed 6am-9am', JANUARY_MORNING],
  ['Dogs allowed before 10am and after 5pm, on leash', JANUARY_MORNING],
  ['Dogs allowed weekends, on leash', SUNDAY_NOON],
  ['No dogs except 6am-9am. On leash', JANUARY_MORNING],
  ['6am-9am, on leash', JANUARY_MORNING],
  ['Weekends, on leash', SUNDAY_NOON],
])('"%s" may be on the leash then, so it gives no answer', (text, time) => {
  for (const access of ['off_leash', 'off_leash_timed'] as const)
    expect(leashState(text, access, time)).toBe('unknown')
})

test('hours when dogs are allowed are clear next to "on leash at other times" and hours that need no leash', () => {
  expect(leashState('Dogs allowed 6am-9am, on leash at other times', 'off_leash', JANUARY_MORNING)).toBe(
    'off-leash',
  )
  expect(leashState('Off-leash 6am-9am, on leash', 'off_leash', JANUARY_MORNING)).toBe('off-leash')
  expect(leashState('24 hours; on leash', 'off_leash', JANUARY_MORNING)).toBe('on-leash')
})

test.each(['Off-leash except 10am-4pm, Sundays', 'Off-leash except 9am-5pm, weekends and public holidays'])(
  '"%s" may mean these hours of every day, so it gives no answer',
  (text) => {
    for (const time of [JANUARY_NOON, SUNDAY_NOON])
      expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
  },
)

test.each([
  ['Off-leash except 9am-5pm, October to April', JANUARY_NOON, 'on-leash'],
  ['Off-leash except 9am-5pm, October to April', '2026-07-15T12:00+10:00', 'off-leash'],
  ['Off-leash except 10am-4pm, Sundays on leash', JANUARY_EVENING, 'off-leash'],
  ['Off-leash except 10am-4pm, Sundays on leash', SUNDAY_MORNING, 'on-leash'],
])('"%s" is clear: %s is %s', (text, time, state) => {
  expect(leashState(text, 'off_leash_timed', time)).toBe(state)
})

test.each([
  ['On leash 9am-5pm except noon-1pm on the oval', JANUARY_NOON],
  ['On leash 9am-5pm except 8am-9am and noon-1pm near the playground', JANUARY_NOON],
  ['On leash 9am-5pm except weekends near the playground', SUNDAY_NOON],
  ['No dogs 10am-4pm except noon-1pm in the fenced area', JANUARY_NOON],
  ['On leash 9am-5pm. Part on leash in summer except noon-1pm', JANUARY_NOON],
])('"%s" may allow it in that place only, so it gives no answer', (text, time) => {
  for (const access of ['off_leash', 'off_leash_timed'] as const)
    expect(leashState(text, access, time)).toBe('unknown')
})

test.each([
  ['No dogs during events; weekends', SUNDAY_NOON],
  ['On leash during organised sport; 9am-5pm weekends', SUNDAY_NOON],
  ['No dogs near the playground; 9am-5pm', JANUARY_NOON],
  ['On leash on paths. 9am-5pm', JANUARY_NOON],
])('"%s" may forbid it at those times, so it gives no answer', (text, time) => {
  expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
})

test('hours after a restriction of place, followed by what they are for, have an answer', () => {
  const text = 'On leash on paths. Off-leash 9am-5pm; 6pm-7pm'
  expect(leashState(text, 'off_leash_timed', JANUARY_NOON)).toBe('off-leash')
  expect(leashState(text, 'off_leash_timed', JANUARY_EVENING)).toBe('off-leash')
})

describe('a comma between days and hours', () => {
  test.each<[text: string, access: DogAccess, time: string, state: LeashState]>([
    ['Off-leash 1 Apr-31 Oct, 6am-9am', 'off_leash_timed', JANUARY_MORNING, 'unknown'],
    ['Off-leash in winter, before 9am', 'off_leash_timed', JANUARY_MORNING, 'unknown'],
    ['Off-leash Mon-Fri, 6am-9am', 'off_leash_timed', SUNDAY_MORNING, 'unknown'],
    ['Off-leash Mon-Fri, 6am-9am', 'off_leash_timed', JANUARY_MORNING, 'off-leash'],
    ['Off-leash Mon-Fri, 6am-9am; Sat-Sun, 6am-7am', 'off_leash_timed', SUNDAY_MORNING, 'on-leash'],
    ['Off-leash Mon-Fri, 6am-9am, Sat-Sun, 6am-7am', 'off_leash_timed', JANUARY_MORNING, 'off-leash'],
    ['No dogs 1 Nov-30 Apr, 9am-5pm', 'off_leash', JANUARY_NOON, 'no-dogs'],
    ['No dogs 1 Nov-30 Apr, 9am-5pm', 'off_leash', JANUARY_EVENING, 'off-leash'],
    ['No dogs 1 Nov-30 Apr, 9am-5pm', 'off_leash', '2026-07-15T12:00+10:00', 'off-leash'],
    ['On leash daily, 9am-5pm', 'off_leash', JANUARY_EVENING, 'off-leash'],
    ['No dogs weekends, 9am-5pm, April to October', 'off_leash', SUNDAY_NOON, 'off-leash'],
    ['Dogs allowed on leash weekdays, 6am-9am', 'on_leash', JANUARY_NOON, 'no-dogs'],
  ])('"%s" (%s): the hours are for those days, so %s is %s', (text, access, time, state) => {
    expect(leashState(text, access, time)).toBe(state)
  })

  test('before hours for other days, it separates two rules', () => {
    const text = 'Off-leash Sundays, 6am-9am Mon-Fri'
    expect(leashState(text, 'off_leash_timed', SUNDAY_NOON)).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', JANUARY_MORNING)).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', JANUARY_NOON)).toBe('on-leash')
  })

  test.each(['No dogs Sundays, 9am-5pm in summer', 'No dogs Sundays, 9am-5pm daily'])(
    '"%s" gives no answer, because the hours may be for more days',
    (text) => {
      for (const time of [JANUARY_NOON, SUNDAY_NOON])
        expect(leashState(text, 'off_leash', time)).toBe('unknown')
    },
  )
})

describe('hours without a subject', () => {
  test.each<[string, string]>([
    ['Off leash except 9am-5pm Mon-Fri and 10am-4pm Sat-Sun', SATURDAY_NOON],
    ['Off-leash at all times except 9am-5pm Saturdays; 9am-1pm Sundays', SUNDAY_NOON],
    ['24 hours except 9am-3pm weekdays; 8am-12pm Saturdays', '2026-01-17T10:00+11:00'],
    [
      'Off-leash at all times except 9am-7pm 1 Dec-31 Jan and 10am-5pm 1 Feb-31 Mar',
      '2026-02-18T12:00+11:00',
    ],
    ['On leash except 6am-9am; weekends 6am-8am', '2026-01-17T08:30+11:00'],
    ['Off leash (on leash 9am-5pm weekdays); 10am-4pm weekends', SATURDAY_NOON],
  ])('behind an exception, as in "%s", are not the opposite of it', (text, time) => {
    expect(leashState(text, 'off_leash', time)).toBe('unknown')
  })

  test.each<[string, string]>([
    ['Weekends: no dogs. Weekdays: before 9am and after 4pm', MONDAY_NOON],
    ['On leash weekends; weekdays 6am-9am', MONDAY_NOON],
    ['Summer: no dogs. Winter: before 10am and after 4pm', '2026-07-15T12:00+10:00'],
    ['On leash Dec-Feb; 6am-10am Mar-Nov', '2026-07-15T12:00+10:00'],
    ['No dogs Christmas Day; 6am-9am', JANUARY_NOON],
    ['No dogs on Sundays. Monday to Saturday 6am-9am and 5pm-8pm', MONDAY_NOON],
    ['Off leash before 9am, on leash at other times. Weekends before 8am', '2026-01-17T08:30+11:00'],
    ['Off leash 6am-9am, on leash 9am-6pm; weekends 6am-8am', '2026-01-17T08:30+11:00'],
  ])('behind a restriction, as in "%s", do not make the other hours off-leash', (text, time) => {
    expect(leashState(text, 'off_leash_timed', time)).toBe('unknown')
  })

  test('are more hours of a restriction with hours', () => {
    const text = 'No dogs 9am-5pm summer, 10am-4pm winter'
    expect(leashState(text, 'off_leash', '2026-07-15T12:00+10:00')).toBe('no-dogs')
    expect(leashState(text, 'off_leash', '2026-07-15T09:30+10:00')).toBe('off-leash')
  })
})

test.each([
  'Off-leash before 9am; after 6pm Oct-Mar; after 4pm Apr-Sep',
  'Before 9am; after 5pm daylight saving; after 4pm standard time',
  '6am-9am; 5pm-8pm (daylight saving); 4pm-7pm (standard time)',
])('off-leash hours for every day, beside others for the whole year as in "%s", give no answer', (text) => {
  expect(leashState(text, 'off_leash_timed', JANUARY_MORNING)).toBe('unknown')
})

test('a range from 12 to a time in the afternoon begins at noon', () => {
  expect(opening('Sun 12-5pm; Mon-Sat 9am-5pm', SUNDAY_MORNING)).toBe('closed')
  expect(leashState('Off leash weekdays except 12-2pm', 'off_leash', JANUARY_MORNING)).toBe('off-leash')
})

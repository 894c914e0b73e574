import { describe, expect, test } from 'vitest'
import { leashAt, openStateAt } from '../../../data/hours/index.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { readHours } from '../../../data/import/hours.ts'
import { publishedTexts } from './corpus.ts'
import { LEASH_TEXTS, OPENING_TEXTS } from './council-texts.ts'
import { leashState } from './leash-state.ts'
import { ADELAIDE, at, BRISBANE, HOBART, SYDNEY } from './places.ts'

const INSTANTS = [
  '2026-01-14T07:00+11:00',
  '2026-01-14T12:00+11:00',
  '2026-01-14T19:00+11:00',
  '2026-07-15T07:00+10:00',
  '2026-07-15T12:00+10:00',
  '2026-07-15T18:30+10:00',
].map(at)
const CODE_OF_STATE = {
  'off-leash': 'F',
  'on-leash': 'L',
  'no-dogs': 'N',
  unknown: '?',
  open: 'O',
  closed: 'C',
} as const
/** 'Under effective control' is the wording of South Australia, where it means off-leash. */
const placeOf = (text: string) => (text.includes('effective control') ? ADELAIDE : SYDNEY)
const joinCodes = (codes: string[]) => `${codes.slice(0, 3).join('')} ${codes.slice(3).join('')}`
/** The codes of the states at the six instants. */
const codesOf = (text: string, access: DogAccess, place = SYDNEY) =>
  joinCodes(INSTANTS.map((now) => CODE_OF_STATE[leashAt(text, access, place, now).state]))

describe('the texts in the lists of the councils', () => {
  test.each(LEASH_TEXTS.map(([text, access, states]) => [text, access, states] as const))(
    '%s (%s)',
    (text, access, states) => {
      expect(codesOf(text, access, placeOf(text))).toBe(states)
    },
  )

  test.each(
    LEASH_TEXTS.flatMap(([text, access, , notes]) =>
      notes === undefined ? [] : [[text, access, notes] as const],
    ),
  )('%s (%s) keeps its conditions', (text, access, notes) => {
    expect(leashAt(text, access, placeOf(text), INSTANTS[1]!).conditions).toEqual(notes)
  })

  test.each(OPENING_TEXTS)('%s', (text, states) => {
    expect(joinCodes(INSTANTS.map((now) => CODE_OF_STATE[openStateAt(text, SYDNEY, now)]))).toBe(states)
  })

  test('include every text of the seed with its access', () => {
    const { leash, opening } = publishedTexts()
    const leashTexts = new Set(LEASH_TEXTS.map(([text, access]) => `${access} ${text}`))
    const openingTexts = new Set(OPENING_TEXTS.map(([text]) => text))
    expect(leash.filter(({ text, access }) => !leashTexts.has(`${access} ${text}`))).toEqual([])
    expect(opening.filter((text) => !openingTexts.has(text))).toEqual([])
    expect(leash.length).toBeGreaterThan(80)
  })

  test('the importer reads opening hours as opening hours, not leash hours', () => {
    for (const [text] of OPENING_TEXTS)
      expect(readHours(text)).toEqual({ openingHours: text, leashHours: null })
  })
})

describe('days and seasons', () => {
  test.each<[string, DogAccess, string, string]>([
    ['No dogs 9am-4pm Sat, Sun and public holidays', 'on_leash', '2026-01-17T12:00+11:00', 'no-dogs'],
    ['No dogs 9am-4pm Sat, Sun and public holidays', 'on_leash', '2026-01-17T16:00+11:00', 'on-leash'],
    ['No dogs 9am-4pm Sat, Sun and public holidays', 'on_leash', '2026-12-25T12:00+11:00', 'no-dogs'],
    [
      'Off-leash all day Mon-Fri; before 9am and after 4pm Sat, Sun and public holidays',
      'off_leash_timed',
      '2026-01-17T12:00+11:00',
      'on-leash',
    ],
    [
      'Off-leash 3.30pm-10.30am; no dogs 10am-8pm Sundays',
      'off_leash_timed',
      '2026-01-18T10:15+11:00',
      'no-dogs',
    ],
    [
      'Off-leash 3.30pm-10.30am; no dogs 10am-8pm Sundays',
      'off_leash_timed',
      '2026-01-18T18:00+11:00',
      'no-dogs',
    ],
    [
      'Off-leash 3.30pm-10.30am; no dogs 10am-8pm Sundays',
      'off_leash_timed',
      '2026-01-18T20:00+11:00',
      'off-leash',
    ],
    // Evenings between winter and daylight saving; the mornings stay the same in both.
    [
      'Off-leash weekdays before 9am and after 4pm (winter) / after 6pm (daylight saving)',
      'off_leash_timed',
      '2026-01-14T17:00+11:00',
      'on-leash',
    ],
    [
      'Off-leash weekdays before 9am and after 4pm (winter) / after 6pm (daylight saving)',
      'off_leash_timed',
      '2026-01-14T08:00+11:00',
      'off-leash',
    ],
    [
      'Off-leash weekdays before 9am and after 4pm (winter) / after 6pm (daylight saving)',
      'off_leash_timed',
      '2026-07-15T17:00+10:00',
      'off-leash',
    ],
    [
      'Off-leash weekdays before 9am and after 4pm (winter) / after 6pm (daylight saving)',
      'off_leash_timed',
      '2026-01-17T08:00+11:00',
      'unknown',
    ],
    [
      'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time',
      'off_leash_timed',
      '2026-01-14T15:30+11:00',
      'on-leash',
    ],
    [
      'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time',
      'off_leash_timed',
      '2026-07-15T15:30+10:00',
      'off-leash',
    ],
    // Not every weekday is a school day, so only those hours are unknown.
    [
      'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days',
      'off_leash_timed',
      '2026-02-11T08:30+11:00',
      'unknown',
    ],
    [
      'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days',
      'off_leash_timed',
      '2026-02-11T09:00+11:00',
      'off-leash',
    ],
    [
      'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days',
      'off_leash_timed',
      '2026-02-14T08:30+11:00',
      'off-leash',
    ],
    [
      'Off-leash 5am-8pm daily except 8am-9am and 2.30pm-3.30pm on school days',
      'off_leash_timed',
      '2026-02-11T20:00+11:00',
      'on-leash',
    ],
    // April may be summer or winter; the mornings and late evenings are the same in both.
    [
      'Before 9am and after 6pm summer; before 9am and after 4pm winter',
      'on_leash',
      '2026-04-15T08:00+10:00',
      'on-leash',
    ],
    [
      'Before 9am and after 6pm summer; before 9am and after 4pm winter',
      'on_leash',
      '2026-04-15T17:00+10:00',
      'unknown',
    ],
    [
      'Before 9am and after 6pm summer; before 9am and after 4pm winter',
      'on_leash',
      '2026-04-15T19:00+10:00',
      'on-leash',
    ],
    [
      'Summer: no dogs 10am-7.30pm; off-leash 7.30pm-10am',
      'off_leash_timed',
      '2026-03-15T12:00+11:00',
      'unknown',
    ],
    [
      'Part on-leash Fri 9pm-Sun 9pm and public holidays',
      'off_leash_timed',
      '2026-01-16T21:00+11:00',
      'unknown',
    ],
    [
      'Part on-leash Fri 9pm-Sun 9pm and public holidays',
      'off_leash_timed',
      '2026-01-16T20:59+11:00',
      'off-leash',
    ],
    [
      'Part on-leash Fri 9pm-Sun 9pm and public holidays',
      'off_leash_timed',
      '2026-01-18T20:59+11:00',
      'unknown',
    ],
    [
      'Part on-leash Fri 9pm-Sun 9pm and public holidays',
      'off_leash_timed',
      '2026-01-18T21:00+11:00',
      'off-leash',
    ],
    [
      'Part on-leash Fri 9pm-Sun 9pm and public holidays',
      'off_leash_timed',
      '2026-12-25T12:00+11:00',
      'unknown',
    ],
    [
      '1 Nov-31 Mar: off-leash sunrise-10am, no dogs 10am-7.30pm, then on-leash; 1 Apr-31 Oct: on-leash 11am-3pm, off-leash at other times',
      'off_leash_timed',
      '2026-01-14T20:00+11:00',
      'on-leash',
    ],
    [
      '1 Nov-31 Mar: off-leash sunrise-10am, no dogs 10am-7.30pm, then on-leash; 1 Apr-31 Oct: on-leash 11am-3pm, off-leash at other times',
      'off_leash_timed',
      '2026-01-14T04:00+11:00',
      'on-leash',
    ],
    // The stricter of two equal rules applies, whichever comes first.
    ['Off-leash 6am-10am; no dogs 9am-11am', 'off_leash_timed', '2026-01-14T09:30+11:00', 'no-dogs'],
    ['No dogs 9am-11am; off-leash 6am-10am', 'off_leash_timed', '2026-01-14T09:30+11:00', 'no-dogs'],
    ['Off-leash 6am-10am; on leash 9am-11am', 'off_leash_timed', '2026-01-14T09:30+11:00', 'on-leash'],
    // This may mean the morning of Saturday or of Sunday.
    ['Off-leash Saturdays 5pm-9am', 'off_leash_timed', '2026-01-17T08:00+11:00', 'unknown'],
    ['Off-leash Saturdays 5pm-9am', 'off_leash_timed', '2026-01-18T08:00+11:00', 'unknown'],
    ['Off-leash Saturdays 5pm-9am', 'off_leash_timed', '2026-01-17T18:00+11:00', 'off-leash'],
    ['Off-leash 6-8pm', 'off_leash_timed', '2026-01-14T12:00+11:00', 'unknown'],
    ['Off-leash 6-8pm', 'off_leash_timed', '2026-01-14T19:00+11:00', 'off-leash'],
  ])('%s (%s) on %s', (text, access, time, expected) => {
    expect(leashState(text, access, time)).toBe(expected)
  })

  test('a season begins and ends at midnight, even with hours that extend past midnight', () => {
    const text = 'Off-leash 7.30pm-10am 1 Nov-31 Mar'
    expect(leashState(text, 'off_leash_timed', '2026-10-31T23:59+11:00')).toBe('unknown')
    expect(leashState(text, 'off_leash_timed', '2026-11-01T00:00+11:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2026-03-31T23:59+11:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2026-04-01T00:00+11:00')).toBe('unknown')
  })

  test('daylight saving rules never apply in a state without daylight saving', () => {
    expect(
      leashState(
        'On leash 10am-8pm in daylight saving; off-leash at other times',
        'off_leash_timed',
        '2026-01-14T12:00+10:00',
        BRISBANE,
      ),
    ).toBe('off-leash')
    expect(
      leashState(
        'On leash 10am-8pm in daylight saving; off-leash at other times',
        'off_leash_timed',
        '2026-01-14T12:00+11:00',
        HOBART,
      ),
    ).toBe('on-leash')
  })

  test('daylight saving begins on the first Sunday of October and ends on the first Sunday of April', () => {
    const text = 'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time'
    expect(leashState(text, 'off_leash_timed', '2026-10-03T09:00+10:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2026-10-04T09:00+11:00')).toBe('on-leash')
    expect(leashState(text, 'off_leash_timed', '2026-04-04T09:00+11:00')).toBe('on-leash')
    expect(leashState(text, 'off_leash_timed', '2026-04-05T09:00+10:00')).toBe('off-leash')
  })

  test('a season to 28 February excludes 1 March, and 29 February is uncertain', () => {
    const text = 'No dogs 9am-7pm 1 Dec-28 Feb and Easter; off-leash at other times'
    expect(leashState(text, 'off_leash_timed', '2028-02-28T12:00+11:00')).toBe('no-dogs')
    expect(leashState(text, 'off_leash_timed', '2028-02-29T12:00+11:00')).toBe('unknown')
    expect(leashState(text, 'off_leash_timed', '2028-02-29T08:00+11:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2028-03-01T12:00+11:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2027-03-01T12:00+11:00')).toBe('off-leash')
  })

  test.each([
    // Easter Sundays: 31 March 2024, 20 April 2025, 5 April 2026, 28 March 2027, 16 April 2028, 25 April
    // 2038.
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2038-04-25',
  ])('Easter is from Good Friday to Easter Monday around %s', (sunday) => {
    const text = 'No dogs 9am-7pm 1 Dec-28 Feb and Easter; off-leash at other times'
    const noon = at(`${sunday}T12:00+10:00`)
    const on = (days: number) => leashAt(text, 'off_leash_timed', BRISBANE, noon + days * 86_400_000).state
    expect([-3, -2, -1, 0, 1, 2].map(on)).toEqual([
      'off-leash',
      'no-dogs',
      'no-dogs',
      'no-dogs',
      'no-dogs',
      'off-leash',
    ])
  })

  test('Easter holidays include Good Friday to Easter Monday, and are uncertain for sixteen days before and after', () => {
    const text =
      '1 Dec-28 Feb and Easter holidays: off-leash 6pm-9am, on-leash at other times; off-leash all other dates'
    expect(leashState(text, 'off_leash_timed', '2026-04-05T12:00+10:00')).toBe('on-leash')
    expect(leashState(text, 'off_leash_timed', '2026-04-10T12:00+10:00')).toBe('unknown')
    expect(leashState(text, 'off_leash_timed', '2026-04-10T20:00+10:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2026-04-22T12:00+10:00')).toBe('off-leash')
    expect(leashState(text, 'off_leash_timed', '2026-03-15T12:00+11:00')).toBe('off-leash')
  })
})

describe('other ways to write leash hours', () => {
  test.each<[text: string, states: string]>([
    ['24 hours off-leash', 'FFF FFF'],
    ['Off-leash any time of day', 'FFF FFF'],
    ['6am-9am off-leash', 'FLL FLL'],
    ['6am-9am off-leash; no dogs 9am-5pm', 'FNL FNL'],
    ['Off-leash 5am-9am and 5pm-9pm daily (on-leash at all other times)', 'FLF FLF'],
    ['On leash 9am-5pm (off-leash at other times)', 'FLF FLF'],
    ['Off-leash 6am-9am (otherwise no dogs)', 'FNN FNN'],
    ['On leash (off leash 6am-9am)', 'FLL FLL'],
    ['On leash (off leash 6am-9am), no dogs 9am-5pm', 'FNL FNL'],
    ['Off leash (on leash 9am-5pm)', 'FLF FLF'],
    ['Off leash (on leash in the playground)', 'FFF FFF'],
    ['Dog off leash area - 6am to 9am', 'FLL FLL'],
    ['Off-leash exercise area before 9am', 'FLL FLL'],
    ['Dogs may be exercised off-leash 6am-9am', 'FLL FLL'],
  ])('%s', (text, states) => {
    expect(
      joinCodes(INSTANTS.map((now) => CODE_OF_STATE[leashAt(text, 'off_leash_timed', SYDNEY, now).state])),
    ).toBe(states)
  })

  test.each([
    '6am-9am off-leash 4pm-8pm on leash',
    'Off-leash 6am-9am (4pm-8pm)',
    'Off-leash 6am-9am (on leash)',
    'Off-leash (on leash)',
    'On leash (off leash 6am-9am',
    'Off-leash 6am-9am (on leash at other times',
    'Before 9am off-leash near the lake',
    '6am-9am dogs',
  ])('%s is not understood', (text) => {
    expect(leashAt(text, 'off_leash_timed', SYDNEY, INSTANTS[0]!).state).toBe('unknown')
  })
})

describe('without leash hours, or with a text that is unclear', () => {
  test.each<[DogAccess, string]>([
    ['off_leash', 'off-leash'],
    ['fenced_dog_park', 'off-leash'],
    ['dog_park', 'off-leash'],
    ['on_leash', 'on-leash'],
    ['off_leash_timed', 'unknown'],
    ['dogs_allowed', 'unknown'],
  ])('the access %s alone gives %s without times', (access, expected) => {
    const answer = leashAt(null, access, SYDNEY, INSTANTS[0]!)
    expect(answer).toEqual({
      state: expected,
      until: null,
      next: null,
      always: false,
      implied: false,
      reason: null,
      conditions: [],
    })
  })

  test.each([
    'Off-leash 6am-8',
    'Off-leash most mornings',
    'Off-leash 5am-9am when the tide is low',
    'Except during winter',
    'Except at night',
    'Off-leash 9-5',
    'See signs',
    'Off-leash 6am-8am, except near sunrise',
    'Dogs on leash 9am-5pm during nesting season',
    'Not in summer',
    'On leash at night',
    'Off-leash (times vary)',
    'no dogs no',
    ';',
    'Off-leash;; 6am',
    'at other times',
    'then',
    'part',
    'x'.repeat(5_000),
  ])('%s is not understood and gives no answer', (text) => {
    expect(leashAt(text, 'off_leash', SYDNEY, INSTANTS[0]!)).toEqual({
      state: 'unknown',
      until: null,
      next: null,
      always: false,
      implied: false,
      reason: null,
      conditions: [],
    })
  })

  test('an exception for sport is given as a condition of the answer', () => {
    const answer = leashAt('Off-leash except during organised sport', 'off_leash', SYDNEY, INSTANTS[0]!)
    expect(answer).toMatchObject({
      state: 'off-leash',
      always: true,
      conditions: ['Except during organised sport'],
    })
  })

  test('"under effective control" is a condition only in the months it applies to', () => {
    const text =
      'On leash at all times 1 Dec-31 Jan; on leash 10am-6pm 1 Feb-30 Apr; under effective control 1 May-30 Nov'
    expect(leashAt(text, 'off_leash_timed', ADELAIDE, INSTANTS[4]!).conditions).toEqual([
      'Under effective control',
    ])
    expect(leashAt(text, 'off_leash_timed', ADELAIDE, INSTANTS[1]!).conditions).toEqual([])
  })

  test('an implied state is marked as implied', () => {
    expect(leashAt('Off-leash 5pm-10am', 'off_leash_timed', SYDNEY, INSTANTS[1]!)).toMatchObject({
      state: 'on-leash',
      implied: true,
    })
    expect(leashAt('Off-leash 5pm-10am', 'off_leash_timed', SYDNEY, INSTANTS[0]!)).toMatchObject({
      state: 'off-leash',
      implied: false,
      reason: null,
      conditions: [],
    })
  })
})

test.each<[text: string, condition: string]>([
  ['Off-leash at all times (except during organised sport)', 'Except during organised sport'],
  ['Off-leash (except during organised sport)', 'Except during organised sport'],
  ['Off-leash at all times (not during organised sport)', 'Not during organised sport'],
  ['Off-leash at all times; no off-leash during sport', 'No off-leash during sport'],
  ['Off-leash at all times, excluding organised sport', 'Excluding organised sport'],
  ['Off-leash at all times - except organised sport', 'Except organised sport'],
  ['Off-leash 24 hours a day except sporting events', 'Except sporting events'],
  ['Off-leash at any time other than when sport is being played', 'Other than when sport is being played'],
  [
    'Dogs must be on a lead whilst organised sport is in progress',
    'Dogs must be on a lead whilst organised sport is in progress',
  ],
])('the exception in "%s" is a condition', (text, condition) => {
  const { state, conditions } = leashAt(text, 'off_leash', SYDNEY, at('2026-01-14T12:00+11:00'))
  expect(state).toBe('off-leash')
  expect(conditions).toEqual([condition])
})

test.each([
  'Off-leash at all times (except organised sport on Saturdays)',
  'Off-leash at all times, excluding sports days',
  'Off-leash at all times (except sport 9am-12pm)',
  'Off-leash at all times except Easter sport',
])('an exception with a time is no condition: %s', (text) => {
  expect(leashAt(text, 'off_leash', SYDNEY, at('2026-01-14T12:00+11:00')).state).toBe('unknown')
})

test.each<[text: string, access: DogAccess, states: string]>([
  ['Off-leash - before 9am and after 5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash (before 9am and after 5pm)', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash, before 9am and after 5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash – all times', 'off_leash', 'FFF FFF'],
  ['No dogs: 9am-5pm', 'off_leash', 'FNF FNF'],
  ['No dogs, 9am-5pm', 'off_leash', 'FNF FNF'],
  ['No dogs, 9am-5pm, 1 Dec-31 Jan', 'off_leash', 'FNF FFF'],
  ['Dogs prohibited, 1 December-28 February', 'off_leash', 'NNN FFF'],
  ['Dogs allowed, 6am-9am', 'on_leash', 'LNN LNN'],
  // The comma separates two rules.
  ['Off-leash, 9am-5pm on leash', 'off_leash', 'FLF FLF'],
  ['Off-leash, weekends on leash', 'off_leash', 'FFF FFF'],
  ['Off-leash, on leash 9am-5pm', 'off_leash', 'FLF FLF'],
])('a mark between the rule and its hours is read: "%s"', (text, access, states) => {
  expect(codesOf(text, access)).toBe(states)
})

test('"off-leash under effective control" is off-leash, with a condition', () => {
  const text = 'On leash 10am-8pm during daylight saving; off-leash under effective control at other times'
  const noon = leashAt(text, 'off_leash_timed', ADELAIDE, at('2026-01-14T12:00+10:30'))
  const morning = leashAt(
    'Off-leash under effective control before 9am',
    'off_leash_timed',
    SYDNEY,
    INSTANTS[0]!,
  )
  expect(noon.state).toBe('on-leash')
  expect(leashState(text, 'off_leash_timed', '2026-01-14T09:00+10:30', ADELAIDE)).toBe('off-leash')
  expect(morning.state).toBe('off-leash')
  expect(morning.conditions).toContain('Under effective control')
  expect(leashState('Off-leash under effective control', 'off_leash', '2026-01-14T12:00+11:00')).toBe(
    'off-leash',
  )
})

test('"between the hours of" is read', () => {
  const text = 'Off-leash between the hours of 5:00pm and 9:00am, seven days a week'
  expect(leashState(text, 'off_leash_timed', '2026-01-14T07:00+11:00')).toBe('off-leash')
  expect(leashState(text, 'off_leash_timed', '2026-01-14T12:00+11:00')).toBe('on-leash')
})

test.each<[text: string, access: DogAccess, states: string]>([
  ['Timed off-leash area: 5pm-9am', 'off_leash_timed', 'FLF FLF'],
  ['Time restricted off-leash, before 10am and after 5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash dog area 5pm to 10am daily', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash beach 6am-9am', 'off_leash_timed', 'FLL FLL'],
  ['Leashed dogs 9am to 4pm. Unleashed dogs 4pm to 9am', 'off_leash_timed', 'FLF FLF'],
  // The full stop of 'Fri.' ends the sentence as well.
  ['Off-leash before 9am and after 5pm Mon to Fri. Before 10am Sat, Sun', 'off_leash_timed', 'FLF FLF'],
  ['No off-leash 9am-5pm', 'off_leash', 'FLF FLF'],
  ['Dogs not off leash 9am-5pm', 'off_leash', 'FLF FLF'],
  // It is not permitted, so other hours are not limited to dogs on the leash.
  ['No off-leash permitted 9am-5pm', 'off_leash', 'FLF FLF'],
  ['Off-leash outside (the hours) 9am-5pm', 'off_leash_timed', '??? ???'],
  ['Off-leash outside 9am-5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash permitted outside of the hours 9am-5pm in summer', 'off_leash_timed', 'FLF ???'],
  ['No dogs outside sunrise to sunset', 'off_leash', 'FFF FFN'],
  ['Off-leash outside 5pm-9am', 'off_leash_timed', 'LFL LFL'],
  ['Off-leash outside midnight to midnight', 'off_leash_timed', '??? ???'],
  ['Off-leash outside 9am-5pm and 6pm-8pm', 'off_leash_timed', '??? ???'],
  ['Off-leash prior to 9am and after 5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash at all times other than 9am-5pm', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash at all times other than before 9am in summer', 'off_leash_timed', '??? ???'],
  ['No dogs other than assistance dogs', 'off_leash_timed', '??? ???'],
  ['Off-leash from 5pm until 9am the next day', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash between 5pm and 9am the following day', 'off_leash_timed', 'FLF FLF'],
  ['Off-leash 9am-5pm the next day', 'off_leash_timed', '??? ???'],
  ['No dogs 10am-4pm from 1 December to the last day of February', 'off_leash', 'FNF FFF'],
  ['No dogs 10am-4pm between December and the end of Feb', 'off_leash', 'FNF FFF'],
  ['No dogs 10am-4pm, end of December', 'off_leash', '??? ???'],
  // They say that there are hours, and give none.
  ['Timed off-leash area', 'off_leash_timed', '??? ???'],
  ['Timed off-leash all day', 'off_leash_timed', '??? ???'],
  ['No off-leash', 'off_leash', '??? ???'],
])('the words of councils around hours are read: "%s" (%s)', (text, access, states) => {
  expect(codesOf(text, access)).toBe(states)
})

describe('an exception', () => {
  const answerOf = (text: string, access: DogAccess, index: number) =>
    leashAt(text, access, SYDNEY, INSTANTS[index]!)

  test.each<[text: string, access: DogAccess, states: string]>([
    ['On leash at all times except between 6am and 9am when dogs can be off leash', 'on_leash', 'FLL FLL'],
    ['On leash, except before 9am, when off-leash', 'off_leash_timed', 'FLL FLL'],
    ['Off-leash except 10am-4pm in summer when dogs are prohibited', 'off_leash', 'FNF FFF'],
    ['Off-leash except in summer after 10am when dogs must be on a lead', 'off_leash', 'FLL FFF'],
    ['No dogs except 6am-9am, when dogs are allowed on leash', 'dogs_allowed', 'LNN LNN'],
  ])(
    'that says what applies instead is read and not marked as implied: "%s" (%s)',
    (text, access, states) => {
      expect(codesOf(text, access)).toBe(states)
      for (const index of INSTANTS.keys()) expect(answerOf(text, access, index).implied).toBe(false)
    },
  )

  test.each([
    'Off-leash except 9am-5pm when dogs are off leash',
    'Off-leash except 9am-5pm when the gate is shut',
    'Off-leash except in summer before 9am and after 4pm',
  ])('that cannot be, or that is unclear, gives no answer: "%s"', (text) => {
    expect(answerOf(text, 'off_leash', 0).state).toBe('unknown')
  })

  test.each<[text: string, states: string]>([
    ['Off-leash at all times (except in summer)', 'LLL FFF'],
    ['Off-leash at all times (excluding 9am-5pm)', 'FLF FLF'],
    ['Off-leash 6am-9am (excluding Wednesdays)', 'LLL LLL'],
    ['Off-leash 6am-9am (excluding public holidays)', 'FLL FLL'],
  ])('in brackets is read as without them: "%s"', (text, states) => {
    for (const written of [text, text.replace(/[()]/g, '')]) {
      expect(codesOf(written, 'off_leash')).toBe(states)
    }
  })

  test('of public holidays in brackets is for those', () => {
    const text = 'Off-leash 6am-9am (excluding public holidays)'
    expect(leashState(text, 'off_leash', '2026-12-25T08:00+11:00')).toBe('on-leash')
  })
})

describe('other hours on some days in brackets', () => {
  /** The states at 8 am, 5.30 pm and 6.30 pm in January, then at 9.30 am, 5.30 pm and 6.30 pm in July. */
  const statesOf = (text: string) =>
    joinCodes(
      [
        '2026-01-14T08:00+11:00',
        '2026-01-14T17:30+11:00',
        '2026-01-14T18:30+11:00',
        '2026-07-15T09:30+10:00',
        '2026-07-15T17:30+10:00',
        '2026-07-15T18:30+10:00',
      ].map((now) => CODE_OF_STATE[leashState(text, 'off_leash_timed', now)]),
    )

  test.each([
    ['Off-leash before 9am and after 5pm (6pm during daylight saving)', 'FLF LFF'],
    ['Off-leash before 9am and after 5pm (after 6pm daylight saving)', 'FLF LFF'],
    ['Before 9am and after 5pm (6pm in daylight saving), on leash at all other times', 'FLF LFF'],
    ['Off-leash weekdays before 9am and after 5pm (6pm in summer); weekends before 8am', 'FLF LFF'],
    ['Off-leash 6am-9am and 5pm-9pm (6pm-9pm in daylight saving)', 'FLF LFF'],
    ['Off-leash before 9am (10am in winter)', 'FLL FLL'],
    ['Off-leash 6am-9am (7am-10am in winter)', 'FLL FLL'],
  ])('replace the range before them: "%s"', (text, states) => expect(statesOf(text)).toBe(states))

  test.each([
    'Off-leash before 9am and after 5pm (6 in summer)',
    'Off-leash before 9am and after 5pm (6pm)',
    'Off-leash before 9am and after 5pm (not in summer)',
    'Off-leash before 9am (10am in winter) and after 5pm (6pm in summer)',
    'Off-leash 5pm-9pm (6pm in summer)',
  ])('give no answer if it is unclear what they replace: "%s"', (text) =>
    expect(statesOf(text)).toBe('??? ???'),
  )
})

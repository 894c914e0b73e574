import Holidays from 'date-holidays'
import { describe, expect, test } from 'vitest'
import { calendarDay, dayNumber } from '../../../data/hours/day.ts'
import { publicHolidayOn } from '../../../data/hours/holidays.ts'
import { MAYBE, NO, YES } from '../../../data/hours/certainty.ts'
import { openStateAt } from '../../../data/hours/index.ts'
import { STATE_CODES } from '../../../data/model/state.ts'
import type { StateCode } from '../../../data/model/state.ts'
import { ADELAIDE, at, BRISBANE, CANBERRA, DARWIN, HOBART, MELBOURNE, PERTH, SYDNEY } from './places.ts'

const CAPITALS = {
  NSW: SYDNEY,
  VIC: MELBOURNE,
  QLD: BRISBANE,
  SA: ADELAIDE,
  WA: PERTH,
  TAS: HOBART,
  NT: DARWIN,
  ACT: CANBERRA,
}
const [FIRST, LAST] = [2024, 2032]

/** The days that date-holidays lists as public holidays of the state, whole days or evenings. */
function listed(state: StateCode): Set<string> {
  const calendar = new Holidays('AU', state)
  const days = new Set<string>()
  for (let year = FIRST; year <= LAST; year++)
    for (const { date, type } of calendar.getHolidays(year))
      if (type === 'public') days.add(date.slice(0, 10))
  return days
}

const iso = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)

function compare(state: StateCode) {
  const days = listed(state)
  const place = { ...CAPITALS[state], state }
  const found = { onlyListed: [] as string[], onlyOurs: [] as string[], maybe: [] as string[] }
  for (let day = dayNumber(FIRST, 1, 1); day <= dayNumber(LAST, 12, 31); day++) {
    const certainty = publicHolidayOn(calendarDay(day), place)
    if (certainty === MAYBE) found.maybe.push(iso(day))
    else if (certainty === YES && !days.has(iso(day))) found.onlyOurs.push(iso(day))
    else if (certainty === NO && days.has(iso(day))) found.onlyListed.push(iso(day))
  }
  return found
}

/**
 * The days on which a public holiday is uncertain, by reason. The test fails if there is one day more or
 * fewer, or if a certain day differs from date-holidays.
 */
const UNCERTAIN_DAYS: Readonly<Record<StateCode, Readonly<Record<string, string>>>> = {
  NSW: {
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    'a Monday after Anzac Day': '2032-04-26',
  },
  VIC: {
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    'the Friday before the AFL Grand Final, not proclaimed yet':
      '2027-09-24 2027-10-01 2028-09-22 2028-09-29 2028-10-06 2029-09-28 2029-10-05 2030-09-27 2030-10-04 2031-09-26 2031-10-03 2032-09-24 2032-10-01',
  },
  QLD: {
    'Royal Queensland Show, in Brisbane':
      '2024-08-14 2025-08-13 2026-08-12 2027-08-11 2028-08-16 2029-08-15 2030-08-14 2031-08-13 2032-08-11',
    'Christmas Eve, the evening only':
      '2024-12-24 2025-12-24 2026-12-24 2027-12-24 2028-12-24 2029-12-24 2030-12-24 2031-12-24 2032-12-24',
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    'Anzac Day, moved to Monday': '2027-04-25 2032-04-25',
  },
  SA: {
    'Christmas Eve, the evening only':
      '2024-12-24 2025-12-24 2026-12-24 2027-12-24 2028-12-24 2029-12-24 2030-12-24 2031-12-24 2032-12-24',
    "New Year's Eve, the evening only":
      '2024-12-31 2025-12-31 2026-12-31 2027-12-31 2028-12-31 2029-12-31 2030-12-31 2031-12-31 2032-12-31',
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    'a Monday after Anzac Day': '2027-04-26 2032-04-26',
    'Christmas Day, moved to Monday': '2027-12-25 2032-12-25',
  },
  WA: {
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    "King's Birthday, not proclaimed yet":
      '2028-09-25 2028-10-02 2029-09-24 2029-10-01 2030-09-23 2030-09-30 2030-10-07 2031-09-22 2031-09-29 2031-10-06 2032-09-27 2032-10-04',
  },
  TAS: {
    'Devonport Cup':
      '2024-01-10 2025-01-08 2026-01-07 2027-01-06 2028-01-05 2029-01-10 2030-01-09 2031-01-08 2032-01-07',
    'Royal Hobart Regatta':
      '2024-02-12 2025-02-10 2026-02-09 2027-02-08 2028-02-14 2029-02-12 2030-02-11 2031-02-10 2032-02-09',
    'Launceston Cup':
      '2024-02-28 2025-02-26 2026-02-25 2027-02-24 2028-02-23 2029-02-28 2030-02-27 2031-02-26 2032-02-25',
    'King Island Show':
      '2024-03-05 2025-03-04 2026-03-03 2027-03-02 2028-03-07 2029-03-06 2030-03-05 2031-03-04 2032-03-02',
    'Easter Tuesday, parts of the public service':
      '2024-04-02 2025-04-22 2026-04-07 2027-03-30 2028-04-18 2029-04-03 2030-04-23 2031-04-15 2032-03-30',
    Agfest:
      '2024-05-03 2025-05-02 2026-05-08 2027-05-07 2028-05-05 2029-05-04 2030-05-03 2031-05-02 2032-05-07',
    'Burnie Show':
      '2024-10-04 2025-10-03 2026-10-02 2027-10-01 2028-10-06 2029-10-05 2030-10-04 2031-10-03 2032-10-01',
    'Launceston Show':
      '2024-10-10 2025-10-09 2026-10-08 2027-10-07 2028-10-12 2029-10-11 2030-10-10 2031-10-09 2032-10-07',
    'Flinders Island Show':
      '2024-10-18 2025-10-17 2026-10-16 2027-10-15 2028-10-20 2029-10-19 2030-10-18 2031-10-17 2032-10-15',
    'Royal Hobart Show':
      '2024-10-24 2025-10-23 2026-10-22 2027-10-21 2028-10-26 2029-10-25 2030-10-24 2031-10-23 2032-10-21',
    'Recreation Day':
      '2024-11-04 2025-11-03 2026-11-02 2027-11-01 2028-11-06 2029-11-05 2030-11-04 2031-11-03 2032-11-01',
    'Devonport Show':
      '2024-11-29 2025-11-28 2026-11-27 2027-11-26 2028-12-01 2029-11-30 2030-11-29 2031-11-28 2032-11-26',
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    '26 December, moved': '2026-12-26 2027-12-26 2032-12-26',
    "New Year's Day, moved to Monday": '2028-01-01',
  },
  NT: {
    'a show day (Borroloola)':
      '2024-06-28 2025-06-27 2026-06-26 2027-06-25 2028-06-30 2029-06-29 2030-06-28 2031-06-27 2032-06-25',
    'a show day (Alice Springs, Tennant Creek, Katherine, Darwin)':
      '2024-07-05 2024-07-12 2024-07-19 2024-07-26 2025-07-04 2025-07-11 2025-07-18 2025-07-25 2026-07-03 2026-07-10 2026-07-17 2026-07-24 2026-07-31 2027-07-02 2027-07-09 2027-07-16 2027-07-23 2027-07-30 2028-07-07 2028-07-14 2028-07-21 2028-07-28 2029-07-06 2029-07-13 2029-07-20 2029-07-27 2030-07-05 2030-07-12 2030-07-19 2030-07-26 2031-07-04 2031-07-11 2031-07-18 2031-07-25 2032-07-02 2032-07-09 2032-07-16 2032-07-23 2032-07-30',
    'a show day (Borroloola, later years)':
      '2024-08-16 2025-08-15 2026-08-21 2027-08-20 2028-08-18 2029-08-17 2030-08-16 2031-08-15 2032-08-20',
    'Christmas Eve, the evening only':
      '2024-12-24 2025-12-24 2026-12-24 2027-12-24 2028-12-24 2029-12-24 2030-12-24 2031-12-24 2032-12-24',
    "New Year's Eve, the evening only":
      '2024-12-31 2025-12-31 2026-12-31 2027-12-31 2028-12-31 2029-12-31 2030-12-31 2031-12-31 2032-12-31',
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    '26 December, moved': '2026-12-26 2027-12-26 2032-12-26',
    'Anzac Day, moved to Monday': '2027-04-25 2032-04-25',
    'Christmas Day, moved to Monday': '2027-12-25 2032-12-25',
    "New Year's Day, moved to Monday": '2028-01-01',
  },
  ACT: {
    'Australia Day, moved to Monday': '2025-01-26 2030-01-26 2031-01-26',
    'Anzac Day, moved to Monday': '2026-04-25 2027-04-25 2032-04-25',
  },
}

describe('public holidays from 2024 to 2032 are those of date-holidays, or listed here as uncertain', () => {
  test.each(STATE_CODES)('%s', (state) => {
    expect(compare(state)).toEqual({
      onlyListed: [],
      onlyOurs: [],
      maybe: Object.values(UNCERTAIN_DAYS[state])
        .flatMap((days) => days.split(' '))
        .toSorted(),
    })
  })
})

describe('a text that names public holidays', () => {
  const TEXT = '6am-8pm, closed public holidays'

  test.each<[string, keyof typeof CAPITALS, string, string]>([
    ['Labour Day of New South Wales', 'NSW', '2026-10-05T12:00+11:00', 'closed'],
    ['the same Monday in Victoria', 'VIC', '2026-10-05T12:00+11:00', 'open'],
    ['the Monday after Anzac Day that New South Wales ordered', 'NSW', '2027-04-26T12:00+10:00', 'closed'],
    ['the same Monday in Victoria', 'VIC', '2027-04-26T12:00+10:00', 'open'],
    ['Anzac Day on a Sunday in New South Wales', 'NSW', '2027-04-25T12:00+10:00', 'closed'],
    ['Anzac Day on a Sunday in Queensland, which moves it', 'QLD', '2027-04-25T12:00+10:00', 'unknown'],
    ['the Monday after it in Queensland', 'QLD', '2027-04-26T12:00+10:00', 'closed'],
    ['Christmas Day on a Saturday in Victoria', 'VIC', '2027-12-25T12:00+11:00', 'closed'],
    ['Christmas Day on a Saturday in the Northern Territory', 'NT', '2027-12-25T12:00+09:30', 'unknown'],
    ['the Tuesday after 26 December on a Sunday', 'WA', '2027-12-28T12:00+08:00', 'closed'],
    ["New Year's Day on a Saturday in Queensland", 'QLD', '2028-01-01T12:00+10:00', 'closed'],
    ["New Year's Day on a Saturday in Tasmania", 'TAS', '2028-01-01T12:00+11:00', 'unknown'],
    ['Easter Saturday in New South Wales', 'NSW', '2027-03-27T12:00+11:00', 'closed'],
    ['Easter Saturday in Western Australia', 'WA', '2027-03-27T12:00+08:00', 'open'],
    ['Melbourne Cup Day in Melbourne', 'VIC', '2026-11-03T12:00+11:00', 'closed'],
    ['the Royal Queensland Show, in Brisbane only', 'QLD', '2026-08-12T12:00+10:00', 'unknown'],
    ['the Friday before a Grand Final that is not proclaimed', 'VIC', '2028-09-29T12:00+10:00', 'unknown'],
    ['the Royal Hobart Regatta, in the south of Tasmania', 'TAS', '2027-02-08T12:00+11:00', 'unknown'],
    ['Reconciliation Day in Canberra', 'ACT', '2027-05-31T12:00+10:00', 'closed'],
  ])('%s', (_, state, instant, expected) => {
    expect(openStateAt(TEXT, CAPITALS[state], at(instant))).toBe(expected)
  })

  test('Melbourne Cup Day outside Melbourne is uncertain, because councils may choose another day', () => {
    const bendigo = { state: 'VIC', city: 'Bendigo', latitude: -36.757, longitude: 144.2794 }
    expect(openStateAt(TEXT, bendigo, at('2026-11-03T12:00+11:00'))).toBe('unknown')
  })
})

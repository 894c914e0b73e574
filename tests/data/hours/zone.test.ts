import { describe, expect, test } from 'vitest'
import { openingAt, openStateAt } from '../../../data/hours/index.ts'
import { offsetsAround } from '../../../data/hours/offsets-around.ts'
import { instantOf, setKnownOffsets, offsetAt, zoneOf } from '../../../data/hours/zone.ts'
import { DAY } from '../../../data/model/constants.ts'
import {
  ADELAIDE,
  at,
  BRISBANE,
  BROKEN_HILL,
  CANBERRA,
  DARWIN,
  EUCLA,
  HOBART,
  LORD_HOWE,
  MELBOURNE,
  PERTH,
  SYDNEY,
} from './places.ts'

describe('the time zone of a park', () => {
  test.each([
    [SYDNEY, 'Australia/Sydney'],
    [CANBERRA, 'Australia/Sydney'],
    [MELBOURNE, 'Australia/Melbourne'],
    [BRISBANE, 'Australia/Brisbane'],
    [ADELAIDE, 'Australia/Adelaide'],
    [PERTH, 'Australia/Perth'],
    [HOBART, 'Australia/Hobart'],
    [DARWIN, 'Australia/Darwin'],
    [BROKEN_HILL, 'Australia/Broken_Hill'],
    [LORD_HOWE, 'Australia/Lord_Howe'],
    [EUCLA, 'Australia/Eucla'],
    [{ ...SYDNEY, city: 'Silverton', latitude: -31.885, longitude: 141.223 }, 'Australia/Broken_Hill'],
    [{ ...SYDNEY, city: 'Menindee', latitude: -32.392, longitude: 142.418 }, 'Australia/Sydney'],
    [{ ...SYDNEY, city: 'Wentworth', latitude: -34.106, longitude: 141.911 }, 'Australia/Sydney'],
    [{ ...SYDNEY, city: 'Tibooburra', latitude: -29.434, longitude: 142.01 }, 'Australia/Sydney'],
    [{ ...SYDNEY, city: 'Norfolk Island', latitude: -29.03, longitude: 167.95 }, 'Pacific/Norfolk'],
    [{ ...ADELAIDE, city: 'Border Village', latitude: -31.638, longitude: 129.003 }, 'Australia/Eucla'],
    [{ ...ADELAIDE, city: 'Ceduna', latitude: -32.126, longitude: 133.675 }, 'Australia/Adelaide'],
    [{ ...PERTH, city: 'Cocklebiddy', latitude: -32.037, longitude: 126.096 }, 'Australia/Eucla'],
    [{ ...PERTH, city: 'Caiguna', latitude: -32.27, longitude: 125.487 }, 'Australia/Perth'],
    [{ ...PERTH, city: 'Kununurra', latitude: -15.773, longitude: 128.739 }, 'Australia/Perth'],
    [{ ...PERTH, city: 'Christmas Island', latitude: -10.49, longitude: 105.63 }, 'Indian/Christmas'],
    [{ ...PERTH, city: 'Home Island', latitude: -12.118, longitude: 96.896 }, 'Indian/Cocos'],
    [{ ...SYDNEY, state: ' nsw ' }, 'Australia/Sydney'],
  ])('$city, $state', (place, zone) => {
    expect(zoneOf(place)).toBe(zone)
  })

  test('is found by the town if the position is unknown, and by the position if the town is unknown', () => {
    expect(zoneOf({ state: 'NSW', city: 'Broken Hill', latitude: NaN, longitude: NaN })).toBe(
      'Australia/Broken_Hill',
    )
    expect(zoneOf({ state: 'NSW', city: '', latitude: -31.95, longitude: 141.45 })).toBe(
      'Australia/Broken_Hill',
    )
  })

  test('is unknown for an unknown state, and so are its hours', () => {
    const nowhere = { ...SYDNEY, state: 'Victoriana' }
    expect(zoneOf(nowhere)).toBeUndefined()
    expect(openStateAt('9am-5pm', nowhere, at('2026-01-14T12:00+11:00'))).toBe('unknown')
  })

  // 9 am in eastern summer time: the local times at the same instant.
  test.each([
    [SYDNEY, 9 * 60],
    [BRISBANE, 8 * 60],
    [ADELAIDE, 8.5 * 60],
    [BROKEN_HILL, 8.5 * 60],
    [DARWIN, 7.5 * 60],
    [PERTH, 6 * 60],
    [EUCLA, 6.75 * 60],
    [LORD_HOWE, 9 * 60],
    [HOBART, 9 * 60],
  ])('in January, $city', (place, minute) => {
    expect(offsetAt(zoneOf(place)!, at('2026-01-14T09:00+11:00'))).toBe((minute - 9 * 60 + 11 * 60) * 60_000)
  })

  test.each([
    [SYDNEY, 10],
    [ADELAIDE, 9.5],
    [LORD_HOWE, 10.5],
    [PERTH, 8],
    [EUCLA, 8.75],
  ])('in July, $city', (place, hours) => {
    expect(offsetAt(zoneOf(place)!, at('2026-07-14T09:00+10:00'))).toBe(hours * 3_600_000)
  })

  test('has offsets that agree with Intl at every quarter of an hour around clock changes', () => {
    for (const place of [SYDNEY, ADELAIDE, LORD_HOWE, HOBART, BRISBANE]) {
      const zone = zoneOf(place)!
      const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
      for (const start of [at('2026-04-04T00:00Z'), at('2026-10-03T00:00Z')]) {
        for (let instant = start; instant < start + 48 * 3_600_000; instant += 900_000) {
          const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(
            format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!.value,
          )!
          expect(offsetAt(zone, instant)).toBe(
            (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000,
          )
        }
      }
    }
  })
})

describe('clock changes', () => {
  const SPRING = 20_730 // Sunday 4 October 2026
  const AUTUMN = 20_548 // Sunday 5 April 2026

  test('a skipped time is moved forward, and a time that occurs twice means the first', () => {
    expect(new Date(SPRING * 86_400_000).toISOString()).toBe('2026-10-04T00:00:00.000Z')
    expect(new Date(AUTUMN * 86_400_000).toISOString()).toBe('2026-04-05T00:00:00.000Z')
    expect(instantOf('Australia/Sydney', SPRING, 150)).toBe(at('2026-10-04T03:30+11:00'))
    expect(instantOf('Australia/Sydney', AUTUMN, 150)).toBe(at('2026-04-05T02:30+11:00'))
    expect(instantOf('Australia/Lord_Howe', SPRING, 135)).toBe(at('2026-10-04T02:45+11:00'))
    expect(instantOf('Australia/Lord_Howe', AUTUMN, 105)).toBe(at('2026-04-05T01:45+11:00'))
    expect(instantOf('Australia/Brisbane', SPRING, 150)).toBe(at('2026-10-04T02:30+10:00'))
  })

  test.each([
    // When 2 am becomes 3 am, there are seven hours between 10 pm and 6 am; in the other night there are
    // nine.
    [SYDNEY, '2026-10-03T22:00+10:00', '2026-10-04T06:00+11:00', 7],
    [SYDNEY, '2026-04-04T22:00+11:00', '2026-04-05T06:00+10:00', 9],
    [LORD_HOWE, '2026-10-03T22:00+10:30', '2026-10-04T06:00+11:00', 7.5],
    [LORD_HOWE, '2026-04-04T22:00+11:00', '2026-04-05T06:00+10:30', 8.5],
    [BRISBANE, '2026-10-03T22:00+10:00', '2026-10-04T06:00+10:00', 8],
    [PERTH, '2026-04-04T22:00+08:00', '2026-04-05T06:00+08:00', 8],
  ])('the night hours of a park in $city have the correct length', (place, opens, closes, hours) => {
    expect(at(closes) - at(opens)).toBe(hours * 3_600_000)
    expect(openStateAt('10pm-6am', place, at(opens) - 1)).toBe('closed')
    expect(openingAt('10pm-6am', place, at(opens))).toMatchObject({
      state: 'open',
      until: { instant: at(closes), kind: 'clock' },
      next: 'closed',
    })
  })

  test('a closing time that occurs twice means the first', () => {
    expect(openStateAt('6pm-2:30am', SYDNEY, at('2026-04-05T02:29+11:00'))).toBe('open')
    expect(openStateAt('6pm-2:30am', SYDNEY, at('2026-04-05T02:29+10:00'))).toBe('closed')
  })

  test('9 am is 9 am on the days before and after the change', () => {
    for (const place of [SYDNEY, ADELAIDE, HOBART, LORD_HOWE]) {
      for (const [day, offsets] of [
        ['2026-04-04', [11, 10.5]],
        ['2026-04-06', [10, 9.5, 10.5]],
        ['2026-10-03', [10, 9.5, 10.5]],
        ['2026-10-05', [11, 10.5]],
      ] as const) {
        const opens = offsets
          .map((hours) => at(`${day}T09:00Z`) - hours * 3_600_000)
          .filter((instant) => offsetAt(zoneOf(place)!, instant) === at(`${day}T09:00Z`) - instant)
        expect(opens).toHaveLength(1)
        expect(openStateAt('9am-5pm', place, opens[0]!)).toBe('open')
        expect(openStateAt('9am-5pm', place, opens[0]! - 1)).toBe('closed')
      }
    }
  })
})

describe('known offsets', () => {
  const winter = at('2026-07-14T12:00+10:00')

  test('agree with Intl, once for each zone', () => {
    const places = [SYDNEY, CANBERRA, PERTH, EUCLA, LORD_HOWE]
    const notes = offsetsAround(places, winter)
    expect(notes.map(({ zone }) => zone)).toEqual([
      'Australia/Sydney',
      'Australia/Perth',
      'Australia/Eucla',
      'Australia/Lord_Howe',
    ])
    for (const { zone, from, until, offset } of notes) {
      expect(from * DAY).toBeLessThan(winter)
      expect(until * DAY).toBeGreaterThan(winter + 7 * DAY)
      const asked = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      for (const instant of [from * DAY, winter, until * DAY]) {
        const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(asked.format(instant))!
        expect(Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000, zone).toBe(offset)
      }
    }
  })

  test('leave out a zone with a clock change around that time', () => {
    expect(offsetsAround([SYDNEY, BRISBANE], at('2026-10-01T12:00+10:00')).map(({ zone }) => zone)).toEqual([
      'Australia/Brisbane',
    ])
  })

  test('are used instead of Intl, on their days only', () => {
    const [note] = offsetsAround([DARWIN], winter)
    setKnownOffsets([{ ...note!, offset: 1 }])
    expect(offsetAt('Australia/Darwin', winter)).toBe(1)
    expect(offsetAt('Australia/Darwin', winter + 30 * DAY)).toBe(note!.offset)
    setKnownOffsets([note!])
    expect(offsetAt('Australia/Darwin', winter)).toBe(note!.offset)
  })
})

import * as fc from 'fast-check'
import { getTimes } from 'suncalc'
import { expect, test } from 'vitest'
import { openingAt, openStateAt, sunTimes } from '../../../data/hours/index.ts'
import { ADELAIDE, at, BRISBANE, DARWIN, HOBART, MELBOURNE, PERTH, SYDNEY } from './places.ts'

const DAY = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00Z`) / DAY
const minutesApart = (a: number | null, b: number) => Math.abs(a! - b) / 60_000

// Times published by Geoscience Australia and timeanddate.com, in whole minutes.
test.each([
  [SYDNEY, '2024-06-21', '07:00+10:00', '16:54+10:00'],
  [SYDNEY, '2024-12-21', '05:41+11:00', '20:05+11:00'],
  [HOBART, '2024-06-21', '07:42+10:00', '16:43+10:00'],
  [HOBART, '2024-12-21', '05:28+11:00', '20:49+11:00'],
  [DARWIN, '2024-06-21', '07:06+09:30', '18:30+09:30'],
  [DARWIN, '2024-12-21', '06:19+09:30', '19:10+09:30'],
  [MELBOURNE, '2024-06-21', '07:35+10:00', '17:08+10:00'],
  [MELBOURNE, '2024-12-21', '05:54+11:00', '20:42+11:00'],
  [BRISBANE, '2024-06-21', '06:37+10:00', '17:01+10:00'],
  [BRISBANE, '2024-12-21', '04:49+10:00', '18:42+10:00'],
  [PERTH, '2024-06-21', '07:16+08:00', '17:20+08:00'],
  [PERTH, '2024-12-21', '05:07+08:00', '19:22+08:00'],
  [ADELAIDE, '2024-06-21', '07:23+09:30', '17:11+09:30'],
  [ADELAIDE, '2024-12-21', '05:58+10:30', '20:29+10:30'],
])('sunrise and sunset in $city on %s', (place, date, sunrise, sunset) => {
  const times = sunTimes(dayOf(date), place)
  expect(minutesApart(times.sunrise, at(`${date}T${sunrise}`))).toBeLessThanOrEqual(2)
  expect(minutesApart(times.sunset, at(`${date}T${sunset}`))).toBeLessThanOrEqual(2)
})

test('all four times agree with the suncalc package within a minute and a half, everywhere in Australia, on any day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: dayOf('2000-01-01'), max: dayOf('2049-12-31') }),
      fc.double({ min: -44, max: -9, noNaN: true }),
      fc.double({ min: 112, max: 160, noNaN: true }),
      (day, latitude, longitude) => {
        const ours = sunTimes(day, { latitude, longitude })
        // suncalc uses the day with the nearest noon, so the place's mean noon is passed.
        const theirs = getTimes(new Date(day * DAY + DAY / 2 - longitude * 240_000), latitude, longitude)
        for (const event of ['dawn', 'sunrise', 'sunset', 'dusk'] as const)
          expect(minutesApart(ours[event], theirs[event]!.getTime())).toBeLessThan(1.5)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('dawn, sunrise, sunset and dusk are in this order and on the same calendar day of the park', () => {
  for (let day = dayOf('2026-01-01'); day < dayOf('2027-01-01'); day++) {
    for (const place of [DARWIN, HOBART, PERTH]) {
      const { dawn, sunrise, sunset, dusk } = sunTimes(day, place)
      expect([dawn, sunrise, sunset, dusk]).toEqual([dawn, sunrise, sunset, dusk].sort((a, b) => a! - b!))
      expect(Math.floor((dawn! + place.longitude * 240_000) / DAY)).toBe(day)
      expect(Math.floor((dusk! + place.longitude * 240_000) / DAY)).toBe(day)
    }
  }
})

test('if the sun does not rise or the position is unknown, there are no times and hours that depend on the sun are unknown', () => {
  expect(sunTimes(dayOf('2026-06-21'), { latitude: -80, longitude: 110 }).sunrise).toBeNull()
  expect(sunTimes(dayOf('2026-06-21'), { latitude: NaN, longitude: 110 }).sunrise).toBeNull()
  const lost = { ...SYDNEY, latitude: NaN, longitude: NaN }
  expect(openStateAt('sunrise to sunset', lost, at('2026-01-14T12:00+11:00'))).toBe('unknown')
  expect(openStateAt('9am to 5pm', lost, at('2026-01-14T12:00+11:00'))).toBe('open')
})

test("sunrise and sunset are those of the sun's edge, dawn and dusk are civil twilight", () => {
  const noon = at('2026-06-21T12:00+10:00')
  const sunset = openingAt('sunrise to sunset', HOBART, noon).until!
  const dusk = openingAt('dawn to dusk', HOBART, noon).until!
  expect(sunset.kind).toBe('sunset')
  expect(dusk.kind).toBe('dusk')
  // Civil twilight in Hobart lasts half an hour in midwinter.
  expect(minutesApart(dusk.instant, sunset.instant)).toBeGreaterThan(28)
  expect(minutesApart(dusk.instant, sunset.instant)).toBeLessThan(34)
  expect(openingAt('Daylight hours', HOBART, noon).until).toEqual(sunset)
})

test('"5pm to sunset" is empty on a day with an earlier sunset', () => {
  for (let minute = 0; minute < 1440; minute += 10) {
    expect(openStateAt('5pm to sunset', HOBART, at('2026-06-21T00:00+10:00') + minute * 60_000)).toBe(
      'closed',
    )
  }
  expect(openStateAt('5pm to sunset', HOBART, at('2026-12-21T19:00+11:00'))).toBe('open')
})

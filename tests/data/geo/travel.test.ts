import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localityRadius, zoomToFit } from '../../../data/geo/area.ts'
import { destinationPoint } from '../../../data/geo/earth.ts'
import { geoUri, googleMapsDirections, parkPlace } from '../../../data/geo/map-links.ts'
import { metresPerPixel } from '../../../data/geo/mercator.ts'
import { distanceText, durationRangeText, durationText, estimateSeconds } from '../../../data/geo/travel.ts'
import { readTravelMode, TRAVEL_MODES } from '../../../data/model/directions.ts'

describe('estimated durations', () => {
  test('are ranges that grow with the distance, for every mode', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRAVEL_MODES),
        fc.double({ min: 0, max: 4e6, noNaN: true }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (mode, metres, more) => {
          const [shortest, longest] = estimateSeconds(mode, metres)
          expect(shortest).toBeLessThanOrEqual(longest)
          const [laterShortest, laterLongest] = estimateSeconds(mode, metres + more)
          expect(laterShortest).toBeGreaterThanOrEqual(shortest)
          expect(laterLongest).toBeGreaterThanOrEqual(longest)
        },
      ),
    )
  })

  test('include the duration of a typical trip', () => {
    // Assumed, not measured: a trip is 1.3 times the straight line, at the mode's speed including stops, in
    // km/h. tests/server/geo/streets.test.ts compares with real streets.
    for (const [mode, metres, speed] of [
      ['walking', 1_000, 5],
      ['walking', 5_000, 5],
      ['bicycling', 5_000, 16],
      ['driving', 3_000, 30],
      ['driving', 15_000, 35],
      ['driving', 713_000, 95],
      ['transit', 10_000, 20],
    ] as const) {
      const seconds = ((1.3 * metres) / 1000 / speed) * 3600
      const [shortest, longest] = estimateSeconds(mode, metres)
      expect(seconds, `${mode} ${metres}`).toBeGreaterThan(shortest)
      expect(seconds, `${mode} ${metres}`).toBeLessThan(longest)
    }
  })

  test('are rounded to the precision of the estimate', () => {
    const rangeText = (from: number, to: number) => durationRangeText([from * 60, to * 60])
    expect([
      rangeText(0, 0.2),
      rangeText(3, 6),
      rangeText(12, 22),
      rangeText(9, 14),
      rangeText(48, 71),
      rangeText(130, 250),
      rangeText(400, 800),
      rangeText(1600, 3000),
    ]).toEqual([
      'about 1 min',
      '3 to 6 mins',
      '10 to 20 mins',
      '9 to 15 mins',
      '50 mins to 1 hour 15 mins',
      '2 hours 15 mins to 4 hours 15 mins',
      '7 hours to 13 hours',
      '1 day 3 hours to 2 days 2 hours',
    ])
  })
})

describe('formatting', () => {
  test('distanceText gives feet and miles, or metres and kilometres', () => {
    expect([0, 100, 160, 170, 1609, 16_000, 16_050, 2_000_000].map((metres) => distanceText(metres))).toEqual(
      ['0 ft', '330 ft', '520 ft', '0.1 mi', '1.0 mi', '9.9 mi', '10 mi', '1,243 mi'],
    )
    expect([0, 124, 994, 996, 1449, 9_960, 15_499].map((metres) => distanceText(metres, 'km'))).toEqual([
      '0 m',
      '120 m',
      '990 m',
      '1.0 km',
      '1.4 km',
      '10 km',
      '15 km',
    ])
  })

  test('durationText gives minutes, hours and days', () => {
    expect([0, 60, 119, 3_600, 3_661, 7_500, 86_400, 100_800].map(durationText)).toEqual([
      '1 min',
      '1 min',
      '2 mins',
      '1 hour',
      '1 hour 1 min',
      '2 hours 5 mins',
      '1 day',
      '1 day 4 hours',
    ])
  })
})

test('readTravelMode accepts the maps service names and the tab labels', () => {
  expect(
    ['driving', 'Drive', ' WALK ', 'bike', 'bicycling', 'Transit', 'fly', ''].map(readTravelMode),
  ).toEqual(['driving', 'driving', 'walking', 'bicycling', 'bicycling', 'transit', undefined, undefined])
})

describe('links to other map apps', () => {
  const park = {
    name: 'Bark & Ride (North)',
    city: 'Fitzroy',
    state: 'VIC',
    postcode: '3065',
    latitude: -37.799,
    longitude: 144.978,
  } as const

  test('use exact coordinates if known, otherwise an address text', () => {
    expect(parkPlace({ ...park, accuracy: 'exact' })).toEqual({ latitude: -37.799, longitude: 144.978 })
    expect(parkPlace({ ...park, accuracy: 'suburb' })).toEqual({
      words: 'Bark & Ride (North), Fitzroy VIC 3065, Australia',
    })
  })

  test('have correctly encoded URLs', () => {
    expect(googleMapsDirections(' 1 A St & B ', parkPlace({ ...park, accuracy: 'exact' }), 'transit')).toBe(
      'https://www.google.com/maps/dir/?api=1&origin=1%20A%20St%20%26%20B&destination=-37.799%2C144.978&travelmode=transit',
    )
    expect(geoUri(parkPlace({ ...park, accuracy: 'exact' }), park.name)).toBe(
      'geo:-37.799,144.978?q=-37.799,144.978(Bark%20%26%20Ride%20%20North%20)',
    )
    expect(geoUri(parkPlace({ ...park, accuracy: 'suburb' }), park.name)).toBe(
      'geo:0,0?q=Bark%20%26%20Ride%20(North)%2C%20Fitzroy%20VIC%203065%2C%20Australia',
    )
  })
})

describe('the circle around an approximate position', () => {
  const center = { latitude: -33.9, longitude: 151.2 }
  const at = (metres: number) => destinationPoint(center, 70, metres)

  test('scales with the distance to the nearest suburb, within limits', () => {
    expect(localityRadius(center, [center, at(100), at(3_000), at(9_000)])).toBe(1_800)
    expect(localityRadius(center, [at(400)])).toBe(600)
    expect(localityRadius(center, [at(60_000)])).toBe(5_000)
    expect(localityRadius(center, [])).toBe(5_000)
  })

  test('fits into the image at the chosen zoom, but not one zoom level closer', () => {
    const zoom = zoomToFit(center, 1_800, 240, 15, 3)
    expect(3_600 / metresPerPixel(-33.9, zoom)).toBeLessThanOrEqual(240)
    expect(3_600 / metresPerPixel(-33.9, zoom + 1)).toBeGreaterThan(240)
    expect(zoomToFit(center, 10, 240, 15, 3)).toBe(15)
    expect(zoomToFit(center, 1e9, 240, 15, 3)).toBe(3)
  })
})

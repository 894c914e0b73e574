import { describe, expect, test } from 'vitest'
import {
  closestAngle,
  facingOf,
  fromTrueNorth,
  guide,
} from '../../client/features/directions/compass-state.ts'
import { destinationPoint } from '../../data/geo/earth.ts'

const PARK = { latitude: -33.91, longitude: 151.15 }
/** A position from which the park is at this bearing and distance. */
const fixAt = (bearing: number, metres: number, { accuracy = 8, heading = null as number | null } = {}) => ({
  ...destinationPoint(PARK, bearing + 180, metres),
  accuracy,
  heading,
})

describe('the compass arrow', () => {
  test('points to the park, relative to the direction the phone is facing', () => {
    for (const [bearing, facing, side] of [
      [90, 0, 'right'],
      [90, 90, 'ahead'],
      [0, 90, 'left'],
      [10, 190, 'behind'],
      [350, 20, 'ahead'],
    ] as const) {
      const guidance = guide(fixAt(bearing, 400), PARK, facing)
      expect(guidance.turn, `bearing ${bearing}, facing ${facing}`).toBeCloseTo(
        (bearing - facing + 360) % 360,
        1,
      )
      expect(guidance.side).toBe(side)
      expect(guidance.metres).toBeCloseTo(400, 0)
    }
  })

  test('uses the direction of movement if there is no compass, and north if there is neither', () => {
    expect(guide(fixAt(90, 400, { heading: 90 }), PARK, null).side).toBe('ahead')
    const unknown = guide(fixAt(90, 400), PARK, null)
    expect(unknown.side).toBeNull()
    expect(unknown.turn).toBeCloseTo(90, 1)
    expect(unknown.point).toBe('east')
  })

  test('takes the short way round when it turns past north', () => {
    expect(closestAngle(350, 10)).toBe(370)
    expect(closestAngle(370, 350)).toBe(350)
    expect(closestAngle(-10, 340)).toBe(-20)
    expect(closestAngle(725, 5)).toBe(725)
  })
})

describe('arrival', () => {
  test('is never announced for a park that is only within about 500 m of its position', () => {
    expect(guide(fixAt(0, 5), { ...PARK, approximate: true }, null)).toMatchObject({ arrived: false })
    expect(guide(fixAt(0, 400), { ...PARK, approximate: true }, 0).metres).toBeCloseTo(400, 0)
  })

  test('is announced in the outline of a park, and not outside of it, however near the point is', () => {
    // The park is 400 m wide, and its point 10 m from its northern edge.
    const [south, east] = [destinationPoint(PARK, 180, 390), destinationPoint(PARK, 90, 200)]
    const [north, west] = [destinationPoint(PARK, 0, 10), destinationPoint(PARK, 270, 200)]
    const outline = {
      type: 'MultiPolygon' as const,
      coordinates: [
        [
          [
            [west.longitude, north.latitude],
            [east.longitude, north.latitude],
            [east.longitude, south.latitude],
            [west.longitude, south.latitude],
            [west.longitude, north.latitude],
          ] as [number, number][],
        ],
      ],
    }
    const arrived = (bearing: number, metres: number, more = {}) =>
      guide(
        { ...destinationPoint(PARK, bearing, metres), accuracy: 8, heading: null, ...more },
        { ...PARK, outline },
        null,
      ).arrived
    expect(arrived(180, 380)).toBe(true)
    expect(arrived(90, 190)).toBe(true)
    expect(arrived(0, 20)).toBe(false)
    expect(arrived(180, 380, { accuracy: 200 })).toBe(false)
    // Also for a park whose point is only known to within about 500 m.
    const near = { ...PARK, outline, approximate: true }
    expect(
      guide({ ...destinationPoint(PARK, 180, 300), accuracy: 8, heading: null }, near, null).arrived,
    ).toBe(true)
  })

  test('is announced within 25 m, and never for an inaccurate position', () => {
    expect(guide(fixAt(0, 24), PARK, null).arrived).toBe(true)
    expect(guide(fixAt(0, 27), PARK, null).arrived).toBe(false)
    expect(guide(fixAt(0, 5, { accuracy: 200 }), PARK, null).arrived).toBe(false)
  })
})

describe('the direction the phone is facing', () => {
  test('is read from the events of each browser', () => {
    expect(facingOf({ absolute: true, alpha: 90 }, 0)).toBe(270)
    expect(facingOf({ absolute: true, alpha: 0 }, 90)).toBe(90)
    expect(facingOf({ absolute: false, alpha: 12, webkitCompassHeading: 200 }, 0)).toBe(200)
  })

  test('is corrected from magnetic to true north', () => {
    // Declinations of November 2026 by another implementation of the same model (geomagnetism 0.2.0). They
    // change by less than a degree in ten years.
    for (const [place, latitude, longitude, declination] of [
      ['Sydney', -33.87, 151.21, 12.8],
      ['Hobart', -42.88, 147.33, 15.6],
      ['Darwin', -12.46, 130.84, 2.1],
      ['Perth', -31.95, 115.86, -1.5],
    ] as const)
      for (const magnetic of [0, 90, 355]) {
        const expected = (magnetic + declination + 360) % 360
        const facing = fromTrueNorth(magnetic, { latitude, longitude })
        expect(facing).toBeLessThan(360)
        expect(Math.abs(closestAngle(expected, facing) - expected), place).toBeLessThan(1)
      }
  })

  test('is unknown if the angles are not relative to north', () => {
    expect(facingOf({ absolute: false, alpha: 90 }, 0)).toBeNull()
    expect(facingOf({ absolute: true, alpha: null }, 0)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { facingOf, guide, closestAngle } from '../../client/directions/compass-state.ts'
import { destinationPoint } from '../../data/geo/earth.ts'

const PARK = { latitude: -33.91, longitude: 151.15 }
/** Someone so many metres from the park, who sees it in this direction. */
const seeing = (bearing: number, metres: number, { accuracy = 8, heading = null as number | null } = {}) => ({
  ...destinationPoint(PARK, bearing + 180, metres),
  accuracy,
  heading,
})

describe('the compass arrow', () => {
  test('points from where the person stands, against the way the phone points', () => {
    for (const [bearing, facing, side] of [
      [90, 0, 'right'],
      [90, 90, 'ahead'],
      [0, 90, 'left'],
      [10, 190, 'behind'],
      [350, 20, 'ahead'],
    ] as const) {
      const guidance = guide(seeing(bearing, 400), PARK, facing)
      expect(guidance.turn, `${bearing} seen from ${facing}`).toBeCloseTo((bearing - facing + 360) % 360, 1)
      expect(guidance.side).toBe(side)
      expect(guidance.metres).toBeCloseTo(400, 0)
    }
  })

  test('takes the direction of movement where the phone has no compass, and north where it has neither', () => {
    expect(guide(seeing(90, 400, { heading: 90 }), PARK, null).side).toBe('ahead')
    const unknown = guide(seeing(90, 400), PARK, null)
    expect(unknown.side).toBeNull()
    expect(unknown.turn).toBeCloseTo(90, 1)
    expect(unknown.point).toBe('east')
  })

  test('turns the short way round past north', () => {
    expect(closestAngle(350, 10)).toBe(370)
    expect(closestAngle(370, 350)).toBe(350)
    expect(closestAngle(-10, 340)).toBe(-20)
    expect(closestAngle(725, 5)).toBe(725)
  })
})

describe('arrival', () => {
  test('is said within 25 m, and never on a vague position', () => {
    expect(guide(seeing(0, 24), PARK, null).arrived).toBe(true)
    expect(guide(seeing(0, 27), PARK, null).arrived).toBe(false)
    expect(guide(seeing(0, 5, { accuracy: 200 }), PARK, null).arrived).toBe(false)
  })
})

describe('which way the phone points', () => {
  test('is read as each browser says it', () => {
    expect(facingOf({ absolute: true, alpha: 90 }, 0)).toBe(270)
    expect(facingOf({ absolute: true, alpha: 0 }, 90)).toBe(90)
    expect(facingOf({ absolute: false, alpha: 12, webkitCompassHeading: 200 }, 0)).toBe(200)
  })

  test('is not known from angles that count from anywhere', () => {
    expect(facingOf({ absolute: false, alpha: 90 }, 0)).toBeNull()
    expect(facingOf({ absolute: true, alpha: null }, 0)).toBeNull()
  })
})

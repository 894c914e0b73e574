import { magvar } from 'magvar'
import { bearingDegrees, compassPoint } from '../../../data/geo/earth.ts'
import type { CompassPoint } from '../../../data/geo/earth.ts'
import { isInOutline } from '../../../data/geo/outline.ts'
import type { Outline } from '../../../data/model/outline.ts'
import { distanceMetres } from '../../../data/model/point.ts'
import type { LatLng } from '../../../data/model/point.ts'

/**
 * A position fix of the device. Accuracy in metres; heading: direction of movement in degrees clockwise from
 * north, `null` if it does not move.
 */
export interface Fix extends LatLng {
  accuracy: number
  heading: number | null
}

export interface Guidance {
  metres: number
  /** Degrees clockwise from true north, from the device to the park. */
  bearing: number
  point: CompassPoint
  /** Where the device or, if that is not known, its movement points to, like `bearing`; `null` if it is not known. */
  heading: number | null
  /** Rotation of the arrow in degrees, relative to the device's heading, or to north if that is not known. */
  turn: number
  /** Side of the user that the park is on, `null` if the device's heading is not known. */
  side: 'ahead' | 'right' | 'behind' | 'left' | null
  arrived: boolean
}

/**
 * Within this distance the user has arrived. A park is larger than a point, and GPS is hardly more accurate.
 */
const ARRIVAL_RADIUS_M = 25
/** A less accurate position never counts as arrival. */
const MAX_ARRIVAL_ACCURACY_M = 60
/** Directions within this angle of the heading count as straight ahead, in degrees. */
const AHEAD_ANGLE = 45

/** A park to guide to. */
export interface Target extends LatLng {
  /** The park is not at this point, so reaching it is no arrival. */
  approximate?: boolean
  /** Where it is known, a person who is in it has arrived. */
  outline?: Outline['geometry'] | undefined
}

/** @param facing direction of the device's top edge in degrees clockwise from true north, `null` if not known */
export function guide(fix: Fix, park: Target, facing: number | null): Guidance {
  const metres = distanceMetres(fix, park)
  const bearing = bearingDegrees(fix, park)
  const heading = facing ?? fix.heading
  const turn = (bearing - (heading ?? 0) + 360) % 360
  const side =
    heading === null
      ? null
      : turn <= AHEAD_ANGLE || turn >= 360 - AHEAD_ANGLE
        ? 'ahead'
        : turn < 180 - AHEAD_ANGLE
          ? 'right'
          : turn > 180 + AHEAD_ANGLE
            ? 'left'
            : 'behind'
  return {
    metres,
    bearing,
    point: compassPoint(bearing),
    heading,
    turn,
    side,
    arrived: fix.accuracy <= MAX_ARRIVAL_ACCURACY_M && isAt(fix, park, metres),
  }
}

/** Whether a person is at the park: in its outline or, if it has none, near its point. */
function isAt(fix: Fix, { outline, approximate = false }: Target, metres: number): boolean {
  if (outline) return isInOutline(fix, outline)
  return !approximate && metres <= ARRIVAL_RADIUS_M
}

/** The fields of a `deviceorientation` event that are used. */
export interface Orientation {
  absolute: boolean
  alpha: number | null
  /** Safari only: degrees clockwise from magnetic north. */
  webkitCompassHeading?: number
}

/**
 * The direction of the screen's top edge in degrees clockwise from magnetic north; `null` if the event is not
 * relative to north. `alpha` counts counter-clockwise (https://www.w3.org/TR/orientation-event/), on Android
 * from magnetic north (https://developer.android.com/develop/sensors-and-location/sensors/sensors_motion).
 * @param screen rotation of the screen in degrees
 */
export function facingOf(event: Orientation, screen: number): number | null {
  const compass =
    event.webkitCompassHeading ?? (event.absolute && event.alpha !== null ? 360 - event.alpha : null)
  return compass === null ? null : (compass + screen + 360) % 360
}

/**
 * A direction from magnetic north as one from true north, in degrees clockwise. At this place and now, by the
 * World Magnetic Model 2025, which becomes less exact from 2030. In Sydney they differ by 13 degrees.
 */
export const fromTrueNorth = (magnetic: number, { latitude, longitude }: LatLng): number =>
  (magnetic + magvar(latitude, longitude) + 360) % 360

/**
 * The angle equivalent to `turn` that is closest to `before`, so that the arrow never spins the long way
 * round.
 */
export const closestAngle = (before: number, turn: number): number =>
  before + ((((turn - before) % 360) + 540) % 360) - 180

import { bearingDegrees, compassPoint, distanceMetres } from '../../data/geo/earth.ts'
import type { CompassPoint, LatLng } from '../../data/geo/earth.ts'

/** Where the device is. Accuracy in metres; heading in degrees clockwise from north as it moves, `null` when it stands. */
export interface Fix extends LatLng {
  accuracy: number
  heading: number | null
}

export interface Guidance {
  metres: number
  /** Degrees clockwise from true north, from the person to the park. */
  bearing: number
  point: CompassPoint
  /** Degrees to turn the arrow: against the way the device points, or against north when that is not known. */
  turn: number
  /** Where that is for the person, `null` when it is not known which way the device points. */
  side: 'ahead' | 'right' | 'behind' | 'left' | null
  arrived: boolean
}

/** As near as this is there: a park is larger than a point, and satellites are hardly finer. Metres. */
const THERE = 25
/** A position that may be off by more than this says of no place that one is there. Metres. */
const TOO_VAGUE = 60
/** Half the width, in degrees, of what counts as straight ahead. */
const AHEAD = 45

/** @param facing degrees clockwise from north that the top of the device points to, or `null` */
export function guide(fix: Fix, park: LatLng, facing: number | null): Guidance {
  const metres = distanceMetres(fix, park)
  const bearing = bearingDegrees(fix, park)
  const heading = facing ?? fix.heading
  const turn = (bearing - (heading ?? 0) + 360) % 360
  const side =
    heading === null
      ? null
      : turn <= AHEAD || turn >= 360 - AHEAD
        ? 'ahead'
        : turn < 180 - AHEAD
          ? 'right'
          : turn > 180 + AHEAD
            ? 'left'
            : 'behind'
  return {
    metres,
    bearing,
    point: compassPoint(bearing),
    turn,
    side,
    arrived: metres <= THERE && fix.accuracy <= TOO_VAGUE,
  }
}

/** What a `deviceorientation` event says, as far as it is read. */
export interface Orientation {
  absolute: boolean
  alpha: number | null
  /** Safari's own: degrees clockwise from north. */
  webkitCompassHeading?: number
}

/**
 * Degrees clockwise from north that the top of the screen points to; `null` when the event knows no north.
 * `alpha` counts counter-clockwise (https://www.w3.org/TR/orientation-event/). `screen`: degrees the screen is turned.
 */
export function facingOf(event: Orientation, screen: number): number | null {
  const compass =
    event.webkitCompassHeading ?? (event.absolute && event.alpha !== null ? 360 - event.alpha : null)
  return compass === null ? null : (compass + screen + 360) % 360
}

/** The turn nearest to the one before that means the same, so that an arrow goes the short way round past north. */
export const shortWay = (before: number, turn: number): number =>
  before + ((((turn - before) % 360) + 540) % 360) - 180

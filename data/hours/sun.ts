import { DAY } from '../model/constants.ts'
import type { SunEvent } from './rule.ts'

const RADIANS = Math.PI / 180
/** The time in which the Earth turns by one degree. Milliseconds. */
const MS_PER_DEGREE = 240_000

/**
 * Sine of the altitude of the sun's centre at sunrise and sunset: 34' of refraction and 16' of radius below
 * the horizon.
 */
const SIN_HORIZON = Math.sin(-0.8333 * RADIANS)
/** Sine of the altitude of the sun's centre at civil dawn and dusk. */
const SIN_CIVIL_TWILIGHT = Math.sin(-6 * RADIANS)

interface Sun {
  declination: number
  equation: number
}

/**
 * Declination (radians) and equation of time (milliseconds) of the sun. Source: J. Meeus, Astronomical
 * Algorithms, chapters 25 and 28, as in the solar calculator of the NOAA Global Monitoring Laboratory.
 * Accurate to 0.01° and a few seconds between 1950 and 2050.
 */
function computeSun(instant: number): Sun {
  const t = (instant / DAY + 2_440_587.5 - 2_451_545) / 36_525
  const longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * RADIANS
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * RADIANS
  const eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * Math.sin(anomaly) +
    (0.019993 - t * 0.000101) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  const node = (125.04 - 1_934.136 * t) * RADIANS
  const apparent = longitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * RADIANS
  const obliquity = (23.439291 - t * 0.0130042 + 0.00256 * Math.cos(node)) * RADIANS
  const y = Math.tan(obliquity / 2) ** 2
  const equation =
    y * Math.sin(2 * longitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * longitude) -
    0.5 * y * y * Math.sin(4 * longitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly)
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(apparent)),
    equation: (equation / RADIANS) * MS_PER_DEGREE,
  }
}

/** The sun at 0:00 UTC by day, cached because thousands of parks need the same few days. */
const suns = new Map<number, Sun>()
const MAX_CACHED_SUNS = 1_000

function sunOn(day: number): Sun {
  let sun = suns.get(day)
  if (sun === undefined) {
    if (suns.size >= MAX_CACHED_SUNS) suns.clear()
    suns.set(day, (sun = computeSun(day * DAY)))
  }
  return sun
}

/**
 * The instant of a sun event on a calendar day of the park (days since 1 January 1970); `null` if the sun
 * does not reach that altitude on that day or the position is not a number. Sunrise and sunset are those of
 * the sun's upper edge at sea level; dawn and dusk are civil twilight (6° below the horizon). Within a minute
 * of the published times for Australia, without regard to hills.
 */
export function sunEvent(event: SunEvent, day: number, latitude: number, longitude: number): number | null {
  const height = event === 'sunrise' || event === 'sunset' ? SIN_HORIZON : SIN_CIVIL_TWILIGHT
  const side = event === 'sunrise' || event === 'dawn' ? -1 : 1
  const sine = Math.sin(latitude * RADIANS)
  const cosine = Math.cos(latitude * RADIANS)
  const meanNoon = day * DAY + DAY / 2 - longitude * MS_PER_DEGREE
  let instant = meanNoon + side * (DAY / 4)
  for (let pass = 0; pass < 2; pass++) {
    const before = Math.floor(instant / DAY)
    const part = instant / DAY - before
    const a = sunOn(before)
    const b = sunOn(before + 1)
    const declination = a.declination + (b.declination - a.declination) * part
    const equation = a.equation + (b.equation - a.equation) * part
    const angle = Math.acos((height - sine * Math.sin(declination)) / (cosine * Math.cos(declination)))
    if (Number.isNaN(angle)) return null
    instant = meanNoon - equation + (side * angle * MS_PER_DEGREE) / RADIANS
  }
  return instant
}

/** All four sun events of a calendar day; see {@link sunEvent}. */
export function sunTimes(
  day: number,
  { latitude, longitude }: { latitude: number; longitude: number },
): Record<SunEvent, number | null> {
  return {
    dawn: sunEvent('dawn', day, latitude, longitude),
    sunrise: sunEvent('sunrise', day, latitude, longitude),
    sunset: sunEvent('sunset', day, latitude, longitude),
    dusk: sunEvent('dusk', day, latitude, longitude),
  }
}

import { METRES_PER_MILE } from '../model/constants.ts'
import type { DistanceUnit, TravelMode } from '../model/directions.ts'

/** Slow and fast speed in km/h along the straight line, which includes detours and stops. */
interface SpeedRange {
  slow: number
  fast: number
}

/**
 * Assumed speeds of each mode if there is no routing service: our own round figures, chosen so that the true
 * duration is usually within the range. Driving and transit are slower in the first 20 km, as in a city.
 */
const SPEED_RANGES: Readonly<Record<TravelMode, readonly { upTo: number; pace: SpeedRange }[]>> = {
  walking: [{ upTo: Infinity, pace: { slow: 3, fast: 5 } }],
  bicycling: [{ upTo: Infinity, pace: { slow: 9, fast: 18 } }],
  driving: [
    { upTo: 20_000, pace: { slow: 18, fast: 50 } },
    { upTo: Infinity, pace: { slow: 50, fast: 95 } },
  ],
  transit: [
    { upTo: 20_000, pace: { slow: 8, fast: 25 } },
    { upTo: Infinity, pace: { slow: 25, fast: 80 } },
  ],
}

const METRES_PER_KM = 1000
const SECONDS_PER_HOUR = 3600

/** Shortest and longest duration in seconds for a straight-line distance in metres. */
export function estimateSeconds(mode: TravelMode, metres: number): [shortest: number, longest: number] {
  let covered = 0
  let shortest = 0
  let longest = 0
  for (const { upTo, pace } of SPEED_RANGES[mode]) {
    const part = Math.max(0, Math.min(metres, upTo) - covered)
    shortest += (part / METRES_PER_KM / pace.fast) * SECONDS_PER_HOUR
    longest += (part / METRES_PER_KM / pace.slow) * SECONDS_PER_HOUR
    covered = Math.min(metres, upTo)
  }
  return [Math.round(shortest), Math.round(longest)]
}

const FEET_PER_METRE = 1 / 0.3048
/** Distances below this many miles are given in feet. */
const FEET_BELOW_MILES = 0.1

const decimals = (value: number) =>
  value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString('en-AU')

/**
 * A distance as text: '350 ft', '1.2 mi', '1,024 mi'; or '120 m', '1.9 km'. Feet, and metres below a
 * kilometre, are rounded to ten.
 */
export function distanceText(metres: number, unit: DistanceUnit = 'miles'): string {
  const tens = (value: number) => Math.round(value / 10) * 10
  if (unit === 'km')
    return tens(metres) < METRES_PER_KM ? `${tens(metres)} m` : `${decimals(metres / METRES_PER_KM)} km`
  const miles = metres / METRES_PER_MILE
  return miles < FEET_BELOW_MILES ? `${tens(metres * FEET_PER_METRE)} ft` : `${decimals(miles)} mi`
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** A duration as text: '1 min', '35 mins', '2 hours 5 mins', '1 day 3 hours'; at least a minute. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (hours === 0) return counted(minutes, 'min')
  const [large, small] =
    days > 0
      ? [counted(days, 'day'), hours % 24 && counted(hours % 24, 'hour')]
      : [counted(hours, 'hour'), minutes % 60 && counted(minutes % 60, 'min')]
  return small ? `${large} ${small}` : large
}

/**
 * Rounds a duration in seconds to the precision of an estimate: 1 minute below 10 minutes, 5 below an hour,
 * 15 below 5 hours, then an hour.
 */
const roundedEstimate = (seconds: number) => {
  const minutes = seconds / 60
  const step = minutes < 10 ? 1 : minutes < 60 ? 5 : minutes < 300 ? 15 : 60
  return Math.max(1, Math.round(minutes / step) * step) * 60
}

/** A duration range as text: '10 to 20 mins', '50 mins to 1 hour 15 mins'. */
export function durationRangeText([shortest, longest]: readonly [number, number]): string {
  const from = durationText(roundedEstimate(shortest))
  const to = durationText(roundedEstimate(longest))
  if (from === to) return `about ${to}`
  const minutesAlone = /^\d+ mins?$/
  return `${minutesAlone.test(from) && minutesAlone.test(to) ? from.replace(/ mins?$/, '') : from} to ${to}`
}

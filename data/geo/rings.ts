import { METRES_PER_MILE } from '../model/constants.ts'
import type { DistanceUnit } from '../model/directions.ts'

const ROUND_FACTORS = [1, 2, 5]

/**
 * The largest round distance (1, 2, 5, 10, 20, 50 … metres, or as many thousandths of a mile) that is at most
 * `metres`; in metres.
 */
export function roundDistance(metres: number, unit: DistanceUnit): number {
  const one = unit === 'km' ? 1 : METRES_PER_MILE / 1000
  const power = 10 ** Math.floor(Math.log10(metres / one))
  return one * power * ROUND_FACTORS.findLast((round) => round * power * one <= metres * (1 + 1e-9))!
}

/** The label of a distance ring or scale bar on a map. */
export function formatRoundDistance(metres: number, unit: DistanceUnit): string {
  if (unit === 'miles') return `${Number((metres / METRES_PER_MILE).toPrecision(3))} mi`
  return metres < 1000 ? `${Math.round(metres)} m` : `${Number((metres / 1000).toPrecision(3))} km`
}

import { figures, OUTAGE, runFleet, TUNNEL, type FleetOptions } from './fleet.ts'

const count = (value: number) => Math.round(value).toLocaleString('en-AU')
const pair = ({ mean, most }: { mean: number; most: number }) => `${count(mean)}, at most ${count(most)}`
const time = (milliseconds: number | null) =>
  milliseconds === null ? 'not at all' : `${count(milliseconds / 1000)} s`

const RUNS: readonly (readonly [name: string, options: FleetOptions])[] = [
  ['the product', OUTAGE],
  ['again every second', { ...OUTAGE, policy: 'every second' }],
  ['the product, out of a tunnel', TUNNEL],
  ['the same without jitter', { ...TUNNEL, policy: 'no jitter' }],
]

/** Prints how a fleet of devices behaves during and after an outage of the server, as a Markdown table. */
export function fleetBench(): void {
  const { devices, away, strength, weakStrength, weakFor, seed } = OUTAGE
  console.log(
    `\n${count(devices)} devices with the page open, one change each, made while the server was away for ${(away.to - away.from) / 60_000} min; it answers ${count(strength)} calls a second, ${count(weakStrength)} in the first ${weakFor / 60_000} min after its return, and 503 with Retry-After to the rest (seed ${seed}).\n`,
  )
  console.log(
    '| | before | away, 1st min | away, later | back, 1st min | until well | refused | half delivered | 99 % | all | not delivered, doubled |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, options] of RUNS) {
    const result = runFleet(options)
    const seen = figures(options, result)
    const cells = [
      name,
      count(seen.before),
      pair(seen.firstMinute),
      pair(seen.later),
      pair(seen.back),
      pair(seen.weak),
      count(seen.refused),
      time(seen.half),
      time(seen.nearlyAll),
      time(seen.all),
      `${count(result.made - result.arrived)}, ${count(result.doubled)}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

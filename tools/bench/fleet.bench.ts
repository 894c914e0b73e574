import { figures, OUTAGE, runFleet, TUNNEL, type FleetOptions } from '../../tests/support/fleet.ts'

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
  const { devices, away, normalCapacity, reducedCapacity, reducedForMs, seed } = OUTAGE
  console.log(
    `\n${count(devices)} devices with the page open, one change each, made while the server was away for ${(away.to - away.from) / 60_000} min; it answers ${count(normalCapacity)} calls a second, ${count(reducedCapacity)} in the first ${reducedForMs / 60_000} min after its return, and 503 with Retry-After to the rest (seed ${seed}).\n`,
  )
  console.log(
    '| | before | away, 1st min | away, later | back, 1st min | until well | refused | half delivered | 99 % | all | not delivered, doubled |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, options] of RUNS) {
    const result = runFleet(options)
    const summary = figures(options, result)
    const cells = [
      name,
      count(summary.before),
      pair(summary.firstMinute),
      pair(summary.later),
      pair(summary.back),
      pair(summary.weak),
      count(summary.refused),
      time(summary.half),
      time(summary.nearlyAll),
      time(summary.all),
      `${count(result.changes - result.arrived)}, ${count(result.duplicates)}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

import { figures, OUTAGE, runFleet, TUNNEL, type FleetOptions } from './fleet.ts'

const count = (value: number) => Math.round(value).toLocaleString('en-AU')
const pair = ({ mean, max }: { mean: number; max: number }) => `${count(mean)}, at most ${count(max)}`
const time = (milliseconds: number | null) =>
  milliseconds === null ? 'never' : `${count(milliseconds / 1000)} s`

const RUNS: readonly (readonly [name: string, options: FleetOptions])[] = [
  ['the product', OUTAGE],
  ['retry every second', { ...OUTAGE, policy: 'every second' }],
  ['the product, out of a tunnel', TUNNEL],
  ['the same without jitter', { ...TUNNEL, policy: 'no jitter' }],
]

/** Prints the load of a fleet of devices on a server after an outage, as a Markdown table. */
export function fleetBench(): void {
  const { devices, away, capacity, weakCapacity, weakFor, seed } = OUTAGE
  console.log(
    `\n${count(devices)} devices with the page open, one change each, made while the server was down for ${(away.to - away.from) / 60_000} min. It answers ${count(capacity)} calls a second, ${count(weakCapacity)} in the first ${weakFor / 60_000} min after its return, and 503 with Retry-After to the rest (seed ${seed}).\n`,
  )
  console.log(
    '| | before | down, 1st min | down, later | back, 1st min | until recovered | refused | half delivered | 99 % | all | not delivered, delivered twice |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, options] of RUNS) {
    const result = runFleet(options)
    const load = figures(options, result)
    const cells = [
      name,
      count(load.before),
      pair(load.firstMinute),
      pair(load.later),
      pair(load.back),
      pair(load.weak),
      count(load.refused),
      time(load.half),
      time(load.nearlyAll),
      time(load.all),
      `${count(result.made - result.arrived)}, ${count(result.doubled)}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

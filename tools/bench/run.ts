import { answersBench } from './answers.bench.ts'
import { apiBench } from './api.bench.ts'
import { deviceBench } from './device.bench.ts'
import { fleetBench } from './fleet.bench.ts'
import { mapBench } from './map.bench.ts'
import { searchBench } from './search.bench.ts'
import { understandingBench } from './understanding.bench.ts'

/**
 * `npm run bench [-- search|understanding|api|answers|device|fleet|map]`. A benchmark reports; it never fails
 * on a time.
 */
const BENCHES: Readonly<Record<string, () => void | Promise<void>>> = {
  search: searchBench,
  understanding: understandingBench,
  api: apiBench,
  answers: answersBench,
  device: deviceBench,
  fleet: fleetBench,
  map: mapBench,
}

const wanted = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHES))
  if (wanted.length === 0 || wanted.includes(name)) await bench()

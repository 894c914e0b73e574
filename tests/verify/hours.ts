import { corpusSection } from './hours-corpus.ts'
import { verifyOsmHours } from './hours-osm.ts'

/**
 * `npm run verify:hours`: checks that the product never says 'off-leash' or 'open' when a text says otherwise.
 * Each section prints its number of cases, the share of texts that are understood and the unsafe results; any
 * unsafe result fails the run.
 */
type Section = () => number | Promise<number>

/** Each section prints its results and returns the number of unsafe ones. */
const SECTIONS: readonly Section[] = [corpusSection, osmSection]

async function osmSection(): Promise<number> {
  const { name, cases, read, unsafe, details } = await verifyOsmHours()
  console.log(`${name}: ${cases} cases, ${(read * 100).toFixed(0)} % of values read, ${unsafe} unsafe`)
  for (const detail of details) console.log(`  ${detail}`)
  return unsafe
}

let unsafe = 0
for (const section of SECTIONS) unsafe += await section()
console.log(`unsafe results in total: ${unsafe}`)
process.exitCode = unsafe === 0 ? 0 : 1

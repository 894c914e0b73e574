import { corpusSection } from './hours-corpus.ts'
import { verifyOsmHours } from '../data/hours/osm-comparison.ts'

/**
 * `npm run verify:hours`: checks that no answer is 'off-leash' or 'open' when the text says otherwise. Each
 * section prints the number of cases, the share of texts that are understood and the unsafe answers. Any
 * unsafe answer makes the command fail.
 */
type Section = () => number | Promise<number>

/** Each section prints its figures and returns the number of unsafe answers. */
const SECTIONS: readonly Section[] = [corpusSection, osmSection]

async function osmSection(): Promise<number> {
  const { name, cases, read, unsafe, details } = await verifyOsmHours()
  console.log(`${name}: ${cases} cases, ${(read * 100).toFixed(0)} % of values read, ${unsafe} unsafe`)
  for (const detail of details) console.log(`  ${detail}`)
  return unsafe
}

let unsafe = 0
for (const section of SECTIONS) unsafe += await section()
console.log(`unsafe answers in total: ${unsafe}`)
process.exitCode = unsafe === 0 ? 0 : 1

import { corpusSection } from './hours-corpus.ts'
import { verifyOsmHours } from './hours-osm.ts'

/**
 * `npm run verify:hours`: no answer says 'off-leash' or 'open' where a text says otherwise. Each section prints its cases, the share of
 * texts that are read and the unsafe answers; any unsafe answer fails the command.
 */
type Section = () => number | Promise<number>

/** One file a section, each a function that prints its figures and gives back how many answers were unsafe. */
const SECTIONS: readonly Section[] = [corpusSection, osmSection]

async function osmSection(): Promise<number> {
  const { name, cases, read, unsafe, details } = await verifyOsmHours()
  console.log(`${name}: ${cases} cases, ${(read * 100).toFixed(0)} % of values read, ${unsafe} unsafe`)
  for (const detail of details) console.log(`  ${detail}`)
  return unsafe
}

let unsafe = 0
for (const section of SECTIONS) unsafe += await section()
console.log(`unsafe answers in all: ${unsafe}`)
process.exitCode = unsafe === 0 ? 0 : 1

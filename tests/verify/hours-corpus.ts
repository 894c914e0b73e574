import { parseArgs } from 'node:util'
import { hoursOf, judgeLeash, judgeOpening } from '../data/hours/corpus.ts'
import type { Tally } from '../data/hours/corpus.ts'
import { BROKEN_HILL, EUCLA, LORD_HOWE } from '../data/hours/places.ts'
import { ADELAIDE, BRISBANE, DARWIN, HOBART, MELBOURNE, PERTH, SYDNEY } from '../data/hours/places.ts'

/** A city for each time zone and each state's holidays. */
const CITIES = [SYDNEY, MELBOURNE, BRISBANE, ADELAIDE, PERTH, HOBART, DARWIN, BROKEN_HILL, LORD_HOWE, EUCLA]
const SHOWN = 10

const { values } = parseArgs({ options: { year: { type: 'string', default: '2026' } } })

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`

function print(what: string, { texts, read, cases, known, unsafe }: Tally, seconds: number) {
  console.log(
    `${what}: ${cases} cases (${texts} texts at ${CITIES.length} places, every hour of ${values.year}), ` +
      `${read} of ${texts} texts read (${percent(read, texts)}), ` +
      `${percent(known, cases)} of the cases answered, ${unsafe.length} unsafe (${seconds.toFixed(0)} s)`,
  )
  for (const { text, city, instant, fault } of unsafe.slice(0, SHOWN))
    console.log(`  ${city}, ${instant}: '${fault}' of '${text}'`)
}

/**
 * Every published text, at every hour of a year, in every time zone, compared with the second reader. `--year
 * 2027` for another year. Returns the number of unsafe answers.
 */
export function corpusSection(): number {
  const year = Number(values.year)
  const days = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / 86_400_000
  const hours = hoursOf(`${year}-01-01`, days)
  let unsafe = 0
  for (const [what, judge] of [
    ['leash hours', judgeLeash],
    ['opening hours', judgeOpening],
  ] as const) {
    const began = performance.now()
    const tally = judge(CITIES, hours)
    print(what, tally, (performance.now() - began) / 1_000)
    unsafe += tally.unsafe.length
  }
  return unsafe
}

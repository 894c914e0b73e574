import { milesOf, toPark } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'

/** Writes parks as the API does: the JSON of `toPark`. */
export type ParkTexts = (park: DirectoryPark, distanceMetres: number | null) => string

/** Characters beyond ASCII as JSON's escapes: a text without them is kept, joined and sent a byte a character, without being encoded again. */
const ascii = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const NO_DISTANCE = '"distance":null'

/**
 * A park is written once, when it is first asked for; after that only its distance is put in. Every list the API answers is made of the same
 * few parks, and writing them out each time costs more than finding them.
 */
export function rememberParkTexts(): ParkTexts {
  const known = new Map<number, { before: string; after: string }>()
  return (park, distanceMetres) => {
    let text = known.get(park.id)
    if (!text) {
      const whole = ascii(JSON.stringify(toPark(park)))
      // Quotation marks inside of texts are escaped, so the first one that is not is the field itself.
      const at = whole.indexOf(NO_DISTANCE)
      text = { before: whole.slice(0, at), after: whole.slice(at + NO_DISTANCE.length) }
      known.set(park.id, text)
    }
    return `${text.before}"distance":${distanceMetres === null ? 'null' : milesOf(distanceMetres)}${text.after}`
  }
}

import { milesOf } from '../../data/model/park.ts'
import { toPark } from '../../data/model/to-park.ts'
import type { DirectoryPark, Park } from '../../data/model/park.ts'
import type { JsonText } from './json-text.ts'

/** Serializes parks as the API does: the JSON of `toPark`. */
export type ParkTexts = (park: DirectoryPark, distanceMetres: number | null) => JsonText<Park>

/**
 * Escapes characters beyond ASCII, because Node joins and sends ASCII strings without encoding them again.
 */
const ascii = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const NO_DISTANCE = '"distance":null'

/**
 * Serializes a park at its first use; after that only the distance is inserted. Without this, serializing the
 * parks of a list takes longer than finding them.
 */
export function rememberParkTexts(): ParkTexts {
  const known = new Map<number, { before: string; after: string }>()
  return (park, distanceMetres) => {
    let text = known.get(park.id)
    if (!text) {
      const whole = ascii(JSON.stringify(toPark(park)))
      // Quotation marks inside texts are escaped, so this finds the field itself.
      const at = whole.indexOf(NO_DISTANCE)
      text = { before: whole.slice(0, at), after: whole.slice(at + NO_DISTANCE.length) }
      known.set(park.id, text)
    }
    const distance = distanceMetres === null ? 'null' : milesOf(distanceMetres)
    return `${text.before}"distance":${distance}${text.after}` as JsonText<Park>
  }
}

import { nameKey, wordsOf } from '../../../data/places/text.ts'
import type { RegionEntry } from '../../queries/index.ts'

export const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

export interface RegionGroup {
  letter: string
  regions: RegionEntry[]
}

/** Removes case, accents, apostrophes and hyphens, for comparison. */
const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replaceAll('-', ' ')
    .toLowerCase()

/**
 * Regions with a word in their name, or a postcode, that starts with the typed text. Grouped by first letter,
 * in the order given.
 */
export function groupRegions(regions: readonly RegionEntry[], typed: string): RegionGroup[] {
  const query = normalize(typed.trim())
  // 'Mt Gambier' is also found as Mount Gambier, and 'St. Kilda' as St Kilda.
  const words = wordsOf(typed).join(' ')
  // "O'Connor" is also found as 'o connor', and 'Dee Why' as 'deewhy'.
  const key = nameKey(typed)
  const groups = new Map<string, RegionEntry[]>()
  for (const region of regions) {
    const matches =
      query === '' ||
      ` ${normalize(region.name)}`.includes(` ${query}`) ||
      (words !== '' && ` ${wordsOf(region.name).join(' ')}`.includes(` ${words}`)) ||
      (key !== '' && nameKey(region.name).startsWith(key)) ||
      region.postcodes.some((postcode) => postcode.startsWith(query))
    if (!matches) continue
    const letter = (/^[a-z]/i.test(region.name) ? region.name : normalize(region.name))
      .charAt(0)
      .toUpperCase()
    const group = groups.get(letter)
    if (group) group.push(region)
    else groups.set(letter, [region])
  }
  return [...groups].map(([letter, group]) => ({ letter, regions: group }))
}

import type { RegionEntry } from '../queries/index.ts'

export const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

export interface RegionGroup {
  letter: string
  regions: RegionEntry[]
}

/** For comparing: without case, accents, apostrophes and hyphens. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replaceAll('-', ' ')
    .toLowerCase()

/** Regions whose name has a word that starts as typed, or, for digits, a postcode that does; by first letter, in the order given. */
export function groupRegions(regions: readonly RegionEntry[], typed: string): RegionGroup[] {
  const wanted = plain(typed.trim())
  const groups = new Map<string, RegionEntry[]>()
  for (const region of regions) {
    const fits =
      wanted === '' ||
      ` ${plain(region.name)}`.includes(` ${wanted}`) ||
      region.postcodes.some((postcode) => postcode.startsWith(wanted))
    if (!fits) continue
    const letter = (/^[a-z]/i.test(region.name) ? region.name : plain(region.name)).charAt(0).toUpperCase()
    const group = groups.get(letter)
    if (group) group.push(region)
    else groups.set(letter, [region])
  }
  return [...groups].map(([letter, group]) => ({ letter, regions: group }))
}

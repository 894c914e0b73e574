import type { Size } from '../model/park.ts'

/** Square metres per unit of area in park lists. An acre is the international one (exact, 1959). */
const SQUARE_METRES: Readonly<Record<string, number>> = {
  m2: 1,
  'm²': 1,
  sqm: 1,
  ha: 10_000,
  hectares: 10_000,
  acre: 4046.8564224,
  acres: 4046.8564224,
  km2: 1_000_000,
  'km²': 1_000_000,
}

const AREA = /^(?:about |over |approx\. )?(\d[\d,]*(?:\.\d+)?) ?(m2|m²|sqm|ha|hectares|acres?|km2|km²)$/i

/** The value of a number in a list. One or two digits after a comma are decimals: '1,2 ha' is not 12 hectares. */
export const areaNumber = (text: string) => Number(text.replace(/,(?=\d{1,2}$)/, '.').replaceAll(',', ''))

/**
 * Size categories: under one hectare Medium, from one to five hectares Large, above that Extra Large.
 * @param squareMetres area of the park
 */
export function sizeOfArea(squareMetres: number): Size {
  if (squareMetres < 10_000) return 'Medium'
  return squareMetres <= 50_000 ? 'Large' : 'Extra Large'
}

/**
 * Reads the size of a park from a list: '507 m2', '33 ha', 'about 2000 m2', '37 acres'. A length ('2.2 km',
 * '357 m of beach') is kept as text and gives no size.
 */
export function readAreaWords(words: string): { size: Size | null; text: string | null } {
  const listed = words.trim()
  if (listed === '') return { size: null, text: null }
  const area = AREA.exec(listed)
  if (!area) return { size: null, text: sentence(listed) }
  const squareMetres = areaNumber(area[1]!) * SQUARE_METRES[area[2]!.toLowerCase()]!
  return { size: sizeOfArea(squareMetres), text: `Area: ${withThousands(listed).replace(/m2$/, 'm²')}.` }
}

/** Inserts thousands separators into the first whole number: '57864 m2' to '57,864 m2'. */
const withThousands = (text: string) =>
  text.replace(/(?<![\d.,])\d{4,15}(?!\d)/, (digits) => Number(digits).toLocaleString('en-AU'))

const sentence = (text: string) => `Extent: ${withThousands(text)}.`

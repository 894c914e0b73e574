/** Words that people write short: both spellings are one word. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['street', 'st'],
  ['mount', 'mt'],
  ['road', 'rd'],
  ['avenue', 'ave'],
  ['north', 'nth'],
  ['south', 'sth'],
])

/** Words that are true of every park, or only join others: they never keep a park out, though a name that has them matches more exactly. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  'dog',
  'dogs',
  'park',
  'parks',
  'friendly',
  'near',
  'nearby',
  'nearest',
  'closest',
  'close',
  'around',
  'in',
  'at',
  'of',
  'by',
  'to',
  'for',
  'with',
  'and',
  'the',
  'a',
  'me',
  'my',
  'find',
  'cbd',
  'suburb',
  'postcode',
  'australia',
])

export const isEmptyWord = (word: string) => EMPTY_WORDS.has(word)

/** Words that make the text before a place an address: "12 Smith St, Collingwood". Already in their short spelling. */
const STREET_WORDS: ReadonlySet<string> = new Set([
  'st',
  'rd',
  'ave',
  'av',
  'lane',
  'ln',
  'drive',
  'dr',
  'court',
  'ct',
  'crescent',
  'cres',
  'parade',
  'pde',
  'terrace',
  'tce',
  'highway',
  'hwy',
  'boulevard',
  'blvd',
  'close',
  'place',
  'pl',
  'grove',
  'gr',
  'way',
  'circuit',
  'cct',
  'esplanade',
])

export const isStreetWord = (word: string) => STREET_WORDS.has(word)

const ASCII = /^[\0-\x7f]*$/
const MARKS = /\p{M}/gu
const APOSTROPHES = /['’‘ʼ`´]/g
const WORDS = /[\p{L}\p{N}]+/gu

/** Case, accents and apostrophes do not tell words apart ("O’Connor", "OCONNOR"); width and ligatures neither. */
export function fold(text: string): string {
  const bare = text.replace(APOSTROPHES, '')
  const plain = ASCII.test(bare) ? bare : bare.normalize('NFKD').replace(MARKS, '')
  return plain.toLowerCase()
}

/** The words of a text, folded and in their short spelling ("Mount St. Kilda" → mt, st, kilda). */
export function wordsOf(text: string): string[] {
  const words = plainWords(text) ?? fold(text).match(WORDS) ?? []
  for (let at = 0; at < words.length; at++) {
    const short = ABBREVIATIONS.get(words[at]!)
    if (short !== undefined) words[at] = short
  }
  return words
}

/** The folded words of an ASCII text without apostrophes, read letter by letter: the index reads a hundred thousand. `null` for others. */
function plainWords(text: string): string[] | null {
  const words: string[] = []
  const lower = text.toLowerCase()
  let start = -1
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at)
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start === -1) start = at
      continue
    }
    if (code > 127 || code === 39 || code === 96) return null
    if (start !== -1) words.push(lower.slice(start, at))
    start = -1
  }
  if (start !== -1) words.push(lower.slice(start))
  return words
}

/** The words of a text that someone may still be typing. */
export interface TypedWords {
  readonly words: readonly string[]
  /** The last word may be the beginning of a longer one: it is the last thing in the text, and no spelled-out abbreviation. */
  readonly halfTyped: boolean
}

export function typedWords(text: string): TypedWords {
  const words = wordsOf(text)
  const last = words.at(-1)
  return { words, halfTyped: last !== undefined && fold(text).endsWith(last) }
}

/** What two spellings of one name have in common: "Brighton-Le-Sands", "Brighton le Sands", "BRIGHTONLESANDS". */
export const nameKey = (name: string) => wordsOf(name).join('')

/** Short spellings that a half-typed long one stands for: "sain" → st. */
export function shortSpellings(prefix: string): string[] {
  if (prefix.length < 2) return []
  return [...ABBREVIATIONS].filter(([long]) => long.startsWith(prefix)).map(([, short]) => short)
}

const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:['’‘ʼ`´-][\p{L}\p{N}]+)+/gu
const JOINTS = /['’‘ʼ`´-]/

/**
 * Other words that a name with hyphens or apostrophes answers to: "Off-leash" also as "offleash", "O'Connor" also as "o", "connor".
 * (The words themselves, as {@link wordsOf} gives them, are not repeated.)
 */
export function compoundWords(text: string): string[] {
  if (!JOINTS.test(text)) return []
  const words = (text.match(COMPOUND) ?? []).flatMap((compound) => {
    const parts = compound.split(JOINTS)
    return [
      nameKey(compound),
      ...parts.filter((part) => part.length > 1 || parts[0] === part).flatMap(wordsOf),
      parts.map(nameKey).join(''),
    ]
  })
  return [...new Set(words)]
}

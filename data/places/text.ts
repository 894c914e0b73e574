/** Words that people abbreviate: the long and the short spelling count as the same word. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['street', 'st'],
  ['mount', 'mt'],
  ['road', 'rd'],
  ['avenue', 'ave'],
  ['north', 'nth'],
  ['south', 'sth'],
])

/**
 * Words that fit every park or only connect others. They never exclude a park, but a name that contains them
 * matches more exactly.
 */
const STOP_WORDS: ReadonlySet<string> = new Set([
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

/**
 * Words that exclude no park either, but that names of places begin with: "New Farm", "Top Ryde", "Nowra".
 */
const STOP_WORDS_OF_NAMES: ReadonlySet<string> = new Set([
  'best',
  'top',
  'good',
  'great',
  'new',
  'local',
  'nr',
  'open',
  'now',
])

export const isStopWord = (word: string) => STOP_WORDS.has(word) || STOP_WORDS_OF_NAMES.has(word)

/** Whether the word can be the beginning of a name. Also holds for some stop words. */
export const canBeginName = (word: string) => !STOP_WORDS.has(word)

/**
 * Words that mark the text before a place as an address: "12 Smith St, Collingwood". Given in their short
 * spelling.
 */
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

/**
 * Normalises a text for comparison: ignores case, accents and apostrophes ("O’Connor", "OCONNOR"), full-width
 * forms and ligatures.
 */
export function fold(text: string): string {
  const bare = text.replace(APOSTROPHES, '')
  const plain = ASCII.test(bare) ? bare : bare.normalize('NFKD').replace(MARKS, '')
  return plain.toLowerCase()
}

/** The words of a text, folded and with abbreviations applied ("Mount St. Kilda" → mt, st, kilda). */
export function wordsOf(text: string): string[] {
  const words = asciiWords(text) ?? fold(text).match(WORDS) ?? []
  for (let at = 0; at < words.length; at++) {
    const short = ABBREVIATIONS.get(words[at]!)
    if (short !== undefined) words[at] = short
  }
  return words
}

/**
 * A faster path for ASCII texts without apostrophes, because building the index reads about 100,000 texts.
 * `null` for other texts.
 */
function asciiWords(text: string): string[] | null {
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

/**
 * A key that is equal for all spellings of a name: "Brighton-Le-Sands", "Brighton le Sands",
 * "BRIGHTONLESANDS".
 */
export const nameKey = (name: string) => wordsOf(name).join('')

/** Abbreviations of the words that begin with `prefix`: "sain" → st. */
export function shortSpellings(prefix: string): string[] {
  if (prefix.length < 2) return []
  return [...ABBREVIATIONS].filter(([long]) => long.startsWith(prefix)).map(([, short]) => short)
}

const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:['’‘ʼ`´-][\p{L}\p{N}]+)+/gu
const JOINTS = /['’‘ʼ`´-]/

/**
 * Additional words under which a name with hyphens or apostrophes is found: "Off-leash" also as "offleash",
 * "O'Connor" also as "o", "connor". Does not repeat the words that {@link wordsOf} returns.
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

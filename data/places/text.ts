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

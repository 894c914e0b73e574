/**
 * Words that are lower case inside a name ("Eggs and Bacon Bay"). "By" is not among them: the register has
 * "Come By Chance".
 */
const LOWER_CASE_WORDS = new Set(['of', 'the', 'on', 'at', 'in', 'and'])

/** Initials, which stay in capitals. SE: South East (Kingston SE, as opposed to Kingston on Murray). */
const INITIALS = new Set([
  'RAAF',
  'HMAS',
  'SE',
  'CBD',
  'ACT',
  'NSW',
  'VIC',
  'QLD',
  'NT',
  'WA',
  'SA',
  'TAS',
  'RSL',
  'YMCA',
  'PCYC',
])

/**
 * Whole names with initials that are ordinary words elsewhere (Kangaroo Island's Brownlow KI, but the town of
 * Ki Ki).
 */
const NAMES = new Map(['Brownlow KI', 'MP Creek'].map((name) => [name.toUpperCase(), name] as const))

const ROMAN = /^(?:I{2,3}|I?V|VI{1,3}|I?X|XI{1,3})$/

/**
 * Words that the rules do not spell as the state registers of place names do. Names in Mc- are regular
 * (McMahons, McLaren); names in Mac- are written as one word (Macquarie, Mackay, Macgregor, Macleod, Macedon)
 * except these.
 */
const IRREGULAR_SPELLINGS = new Map(
  [
    'MacMasters',
    'MacDonnell',
    'MacGillivray',
    "K'gari",
    'Kuring-gai',
    'Ku-ring-gai',
    'Coot-tha',
    'Run-o-Waters',
    'Yalla-y-Poora',
  ].map((word) => [word.toUpperCase(), word] as const),
)

function capitalised(part: string): string {
  const lower = part.toLowerCase()
  // "McMahons", but not the postal abbreviation "Mc".
  if (/^mc[a-z]{2}/.test(lower)) return `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`
  return lower.replace(/^\(?\p{L}/u, (letter) => letter.toUpperCase())
}

/**
 * Converts "o'connor" to "O'Connor" and "peter's" to "Peter's": a letter after an apostrophe is upper case
 * unless it ends the word.
 */
function capitaliseParts(word: string): string {
  return word
    .split("'")
    .map((part, at) => (at > 0 && part.length < 3 ? part.toLowerCase() : capitalised(part)))
    .join("'")
}

/**
 * Converts a place name in capitals to the spelling of its register: 'MCMAHONS POINT' to 'McMahons Point',
 * "O'CONNOR" to "O'Connor", 'ISLE OF CAPRI' to 'Isle of Capri'. Typographic apostrophes become straight ones
 * and repeated spaces one space.
 */
export function properCase(name: string): string {
  const words = name
    .replace(/[’‘`´]/g, "'")
    .trim()
    .split(/\s+/)
  const known = NAMES.get(words.join(' ').toUpperCase())
  if (known) return known
  return words
    .map((word, at) => {
      const upper = word.toUpperCase()
      const spelled = IRREGULAR_SPELLINGS.get(upper)
      if (spelled) return spelled
      if (INITIALS.has(upper) || ROMAN.test(upper)) return upper
      if (at > 0 && LOWER_CASE_WORDS.has(word.toLowerCase())) return word.toLowerCase()
      return word
        .split('-')
        .map((part, position) =>
          position > 0 && LOWER_CASE_WORDS.has(part.toLowerCase())
            ? part.toLowerCase()
            : capitaliseParts(part),
        )
        .join('-')
    })
    .join(' ')
}

/** Words that stay small inside a name ("Eggs and Bacon Bay"). "By" is not among them: the register writes "Come By Chance". */
const SMALL = new Set(['of', 'the', 'on', 'at', 'in', 'and'])

/** Words that are no words but initials. SE: South East (Kingston SE, against Kingston on Murray). */
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

/** Whole names with initials that are words elsewhere (Kangaroo Island's Brownlow KI, and the town of Ki Ki). */
const NAMES = new Map(['Brownlow KI', 'MP Creek'].map((name) => [name.toUpperCase(), name] as const))

const ROMAN = /^(?:I{2,3}|I?V|VI{1,3}|I?X|XI{1,3})$/

/**
 * Words that no rule spells as the state registers of place names do. Names in Mc- are regular (McMahons, McLaren); names in Mac- are not:
 * they are one word (Macquarie, Mackay, Macgregor, Macleod, Macedon) but for these.
 */
const SPELLED = new Map(
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
  // "McMahons", but not the postal "Mc" alone.
  if (/^mc[a-z]{2}/.test(lower)) return `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`
  return lower.replace(/^\(?\p{L}/u, (letter) => letter.toUpperCase())
}

/** "o'connor" to "O'Connor", "peter's" to "Peter's": a letter after an apostrophe is large unless it ends the word. */
function aroundApostrophes(word: string): string {
  return word
    .split("'")
    .map((part, at) => (at > 0 && part.length < 3 ? part.toLowerCase() : capitalised(part)))
    .join("'")
}

/**
 * The name of a place as its register writes it, from one in capitals: 'MCMAHONS POINT' to 'McMahons Point', "O'CONNOR" to "O'Connor",
 * 'ISLE OF CAPRI' to 'Isle of Capri'. Typographic apostrophes become plain ones and runs of blanks one blank.
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
      const spelled = SPELLED.get(upper)
      if (spelled) return spelled
      if (INITIALS.has(upper) || ROMAN.test(upper)) return upper
      if (at > 0 && SMALL.has(word.toLowerCase())) return word.toLowerCase()
      return word
        .split('-')
        .map((part, position) =>
          position > 0 && SMALL.has(part.toLowerCase()) ? part.toLowerCase() : aroundApostrophes(part),
        )
        .join('-')
    })
    .join(' ')
}

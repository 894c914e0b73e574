import { isNo, isYes } from './cell-text.ts'
import { meansAlways, MONTHS, wordsPattern } from './header-words.ts'
import { TIME_OF_DAY } from './hours.ts'

// Columns that limit for whom or how long a rule for dogs is: 'Members only', 'Permit required', 'Trial ends'.

/** Words that limit for whom or how long, also if they stand alone. */
const LIMITING = [
  'members?|membership|permits?|licen[cs]es?|licen[cs]ed|registered|residents?|private',
  'trial|pilot|interim|temporary|temporarily',
  'conditional|conditions|restricted|restrictions?|seasonal|timed|time ?limit(?:s|ed)?|time[- ]?shar(?:e|ed|ing)|part[- ]time',
  '(?:certain|designated|limited|set|specified) (?:hours|times)|(?:hours|times) apply',
]
/** Words that limit how long if there is a date. */
const DATED = [
  'valid|validity|effective|applies|starts?|starting|begins?|commenc(?:es|ed|ing)',
  'until|till|ends?|ending|expir(?:es|ed|y)',
]
/** Words that limit for whom if others stand beside them: 'Small dogs only', 'Booking required'. */
const COMPLETING = 'only|required|needed|necessary'
/** Other words of such headings and cells. */
const OTHERS = [
  'a|an|and|apply|are|be|by|for|from|has|have|in|is|must|of|on|or|the|to|with',
  'access|area|breeds?|category|class|club|council|date|dogs?|holders?|hours|local|open|owners?|park|period|rules?',
  'times?|type|use|users?|who|zone',
  'approval|bookings?|codes?|fees?|keys?|pass|payment|registration',
  'big|large|little|medium|small|puppies|day|month|year|mornings?|afternoons?|evenings?|nights?|dawn|dusk',
]
const pattern = (...words: readonly string[]) => new RegExp(wordsPattern(...words), 'i')
const LIMITING_WORD = pattern(...LIMITING)
const DATED_WORD = pattern(...DATED)
const COMPLETING_WORD = pattern(COMPLETING)
const LAST_WORD = pattern('to|until|till|ends?|ending|expir(?:es|ed|y)')
const ANY_WORD = new RegExp(wordsPattern(...LIMITING, ...DATED, COMPLETING, ...OTHERS, MONTHS), 'gi')
const OFF_LEASH = /\boff[ -]?(?:leash|lead)\b/gi

/** Characters. Longer texts are about something else too. */
const MAX_LENGTH = 60

/** Whether a heading or a cell limits for whom or how long a rule is, and is about nothing else. */
function limitIn(text: string): 'always' | 'if-dated' | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const words = text.replaceAll('_', ' ').replace(OFF_LEASH, ' ')
  if (/[a-z]/i.test(words.replace(ANY_WORD, ''))) return undefined
  // 'Dogs only', 'Off leash only' and 'Required' alone limit nothing.
  const completed = words.replace(COMPLETING_WORD, '').replaceAll(/\bdogs?\b/gi, '')
  if (LIMITING_WORD.test(words) || (COMPLETING_WORD.test(words) && /[a-z]/i.test(completed))) return 'always'
  return DATED_WORD.test(words) ? 'if-dated' : undefined
}

/** Whether a text by itself limits for whom or how long a rule is: 'Members only', 'Trial until 2027'. */
export const isLimit = (text: string) => limitIn(text) !== undefined

/** Whether a column that is not read may limit the rule in some of its cells. */
export const mayHaveLimits = (header: string, cells: readonly string[], hasOwnLimits: boolean) =>
  limitIn(header) !== undefined || (!hasOwnLimits && cells.some(isLimit))

/** Cells under such headings that limit nothing. */
const UNLIMITED = new RegExp(
  [
    '^(?:none|nil|never|ongoing|permanent|unlimited|unrestricted|excellent|good|fair|poor|indefinite(?:ly)?|(?:until )?further notice',
    'no (?:longer|limits?|conditions?|restrictions?|permit|end(?: date)?|expiry)|not? .*(?:required|needed|necessary))$',
  ].join('|'),
  'i',
)

const DATE = new RegExp(
  String.raw`(\d{4}-\d\d-\d\d)|(\d{1,2})/(\d{1,2})/(\d{4})|((?:\d{1,2} )?(?:${MONTHS}) \d{4})|(?<!\d)((?:19|20)\d\d)(?!\d)`,
  'gi',
)

/** The dates in a text, as they are compared: '2027-06-30', '2027'. */
const datesIn = (text: string) =>
  Array.from(text.matchAll(DATE), ([, iso, day, month, year, words, yearAlone]) => {
    if (day !== undefined) return `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (words === undefined) return (iso ?? yearAlone)!
    const instant = Date.parse(`${/^\d/.test(words) ? '' : '1 '}${words} UTC`)
    return Number.isNaN(instant) ? words.slice(-4) : new Date(instant).toISOString().slice(0, 10)
  })

/** Whether a date limits a rule: not that of a beginning in the past. */
function isLimitingDate(text: string, today: string): boolean {
  const dates = datesIn(text)
  if (dates.length === 0) return /\d/.test(text) && !TIME_OF_DAY.test(text)
  return LAST_WORD.test(text) || dates.some((date) => date > today)
}

/**
 * Whether a cell limits for whom or how long a rule is: 'Yes' under 'Members only', '2027' under 'Valid from'.
 * @param today YYYY-MM-DD
 */
export function limitsWhoOrWhen(header: string, cell: string, today: string): boolean {
  if (cell === '' || isNo(cell) || UNLIMITED.test(cell) || meansAlways(cell)) return false
  const [ofHeader, ofCell] = [limitIn(header), limitIn(cell)]
  if (ofHeader === 'always' || ofCell === 'always') return true
  const dated = [ofHeader && header, (ofCell ?? (ofHeader && !isYes(cell))) && cell]
    .filter((text) => typeof text === 'string')
    .join(' ')
  return isLimitingDate(dated.replaceAll('_', ' '), today)
}

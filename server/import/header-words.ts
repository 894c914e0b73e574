import { readWhen } from '../../data/hours/read-days.ts'
import type { When } from '../../data/hours/rule.ts'
import { Cursor } from '../../data/hours/tokens.ts'
import { isNo, isYes } from './cell-text.ts'

// What the words of a header say about what is below it, whatever field it names.

/** Words of prohibitions. Not 'Banksia'. */
export const PROHIBITS = String.raw`prohibit|forbid|\bban(?:s|n?ed|ning)?\b|\bnot (?:allowed|permitted)\b`

/** Words for what is not there yet. */
export const NOT_YET = 'proposed|planned|future'

/** The texts in brackets of a header. */
export const inBrackets = (header: string) =>
  Array.from(header.matchAll(/\(([^()]*)\)/g), ([, text]) => text!.trim())

/** What a name says besides: 'on leash' in 'Rosella Run (on leash)', 'Rosella Run – on leash', 'Rosella Run: on leash'. */
export const additionsToName = (name: string) => [...inBrackets(name), ...name.split(/ [-–—] |: /).slice(1)]

/** Whether a header is about another time than now. */
export const isNotCurrent = (header: string) => NOT_CURRENT.test(header.replaceAll('_', ' '))

/** A pattern of whole words. */
export const wordsPattern = (...words: readonly string[]) => String.raw`\b(?:${words.join('|')})\b`

const NOT_CURRENT = new RegExp(
  wordsPattern(NOT_YET, 'draft|former|formerly|previous|previously|past|old'),
  'i',
)

export const MONTHS = [
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
].join('|')

/** Words for days and parts of the year. */
const NAMES_DAYS = new RegExp(
  wordsPattern(
    '(?:week)?days?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?',
    'mon|tue|wed|thu|fri|sat|sun',
    '(?:public|school)? ?holidays?|terms?',
    'season(?:al)?|summer|autumn|winter|spring|daylight|dst|standard time|easter|peak',
    MONTHS,
  ),
  'i',
)
const NAMES_TIMES = new RegExp(
  String.raw`\d ?[ap]\.?m\b|\d:\d\d|${wordsPattern(
    'before|after|until|till|during|between|time|times|hours',
    'morning|afternoon|evening|night|sunrise|sunset|dawn|dusk',
    String.raw`recommend\w*|suggest\w*|preferred`,
  )}`,
  'i',
)

/** Whether a header names days or a part of the year. */
export const namesDays = (header: string) => NAMES_DAYS.test(header.replaceAll('_', ' '))

/** Whether a header is about exceptions from a rule. */
export const namesExceptions = (header: string) => /except|exclusion/i.test(header)

/** Whether a header is about some times or an opinion: 'Before 9am', 'December - March', 'Recommendation'. */
export const isAboutTimes = (header: string) =>
  namesDays(header) || NAMES_TIMES.test(header.replaceAll('_', ' '))

/** The days or the part of the year that a text names: 'summer', 'weekends'; empty for 'daily' and the like. */
function readDays(text: string): When | undefined {
  const cursor = new Cursor(text)
  const when = readWhen(cursor)
  return cursor.isDone ? when : undefined
}

/** Whether a text is days that are not all: 'summer', 'weekends'. */
export const areSomeDays = (text: string) => (readDays(text) ?? []).length > 0

const POINT = String.raw`(?:(?:[01]\d|2[0-4])[0-5]\d|\d{1,2}(?:/\d{1,2})?)`
const RANGE = new RegExp(String.raw`^(?!20\d\d\D+20\d\d)${POINT} ?(?:-|–|to) ?${POINT}$`, 'i')

/** Characters. Longer cells are no days. */
const DAYS_MAX_LENGTH = 60

/** Whether a cell is some days or a part of the year: 'Weekdays', 'May-Sep', 'Winter only', 'Only winter'; not 'All year'. */
export const isSomeDays = (cell: string) =>
  cell.length <= DAYS_MAX_LENGTH && namesDays(cell) && areSomeDays(cell.replace(/^only | only$/gi, ''))

/** Whether a cell has hours, or dates, in numbers alone: '6-9', '0600-0900', '1/5 - 30/9'. */
export const isRange = (cell: string) => RANGE.test(cell)

/** Whether the text in brackets of a header names days or a part of the year that cannot be read. */
export const hasUnreadDays = (header: string) =>
  inBrackets(header).some((text) => namesDays(text) && readDays(text) === undefined)

/** Words of headers that have 'dog' in them and are not about where dogs may be. */
const NOT_A_RULE = new RegExp(
  String.raw`(?:\b|dogs?)(?:${[
    'id|name|number|count|bags?|bins?|bowls?|water|taps?|fountains?|waste|poo',
    'photos?|images?|pictures?|url|link|website|size|ha|hectares?|sqm|m2',
    'equipment|agility|obstacles?|pool|pond|wash|school|training|club|officer',
  ].join('|')})\b|(?<!\byes (?:or )?)\bno$`,
)

const DOG_RULE = new RegExp(
  [
    String.raw`(?:^| )dogs?|\bleash(?:ed)?\b|\b(?:on|off) lead\b|\blead (?:required|only|at all times)\b`,
    String.raw`^prohibited(?: area| zone)?$|^(?:pet|animal)s?(?:$| .*\b(?:allow|permit|prohibit))`,
  ].join('|'),
)

/** A part of a park, which does not say what the rule of the park is. */
const PART_FOR_SIZE = /\b(?:small|little|large|big)(?: dogs?)? (?:area|park|section|enclosure|run|zone)\b/

/** Whether a header seems to be about the rule for dogs: 'DOG_POLICY', 'On/Off Lead', 'Pets allowed'. */
export const mentionsDogRule = (header: string) => {
  const words = header
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  return DOG_RULE.test(words) && !NOT_A_RULE.test(words) && !PART_FOR_SIZE.test(words)
}

const ALWAYS = /^(?:(?:at )?(?:all|any) times?|24 hours|24\/7|all (?:day|year)|year round|every day|daily)$/i

/** Whether a text says that something is at all times: 'At all times', 'All year'. */
export const meansAlways = (text: string) => ALWAYS.test(text)

/** Whether the text in brackets of a header limits what is below it: 'Dog access (winter)', 'Dogs (beach only)'. */
export const isLimitedInBrackets = (header: string) =>
  inBrackets(header).some(
    (text) =>
      (isAboutTimes(text) && !meansAlways(text)) || /\b(?:only|part(?:s|ly|ial)?|sections?)\b/i.test(text),
  )

const LIMITED = new RegExp(
  [
    '^(?:is )?(?:timed?|time ?(?:limit(?:s|ed)?|share|sharing)|seasonal|conditional|partial|part)',
    '(?: (?:area|access|use|off.?(?:leash|lead)|restrictions?|closures?|times?|only|park|dog.*))?',
    String.raw`\??$`,
  ].join(''),
  'i',
)
const WHOLE = /^(?:is )?(?:the )?(?:whole|entire) (?:park|reserve|area|site|beach|oval|place)\b/i

/**
 * Whether a column says that a rule is not for all times or places: 'Yes' under 'Seasonal', 'No' under 'Whole park?'.
 * `undefined`: it does not answer that.
 */
export function saysLimited(header: string, cell: string): boolean | undefined {
  const words = header.replaceAll('_', ' ')
  if (!isYes(cell) && !isNo(cell)) return undefined
  if (LIMITED.test(words) || (/ only\??$/i.test(words) && isSomeDays(words.replace('?', ''))))
    return isYes(cell)
  return WHOLE.test(words) ? isNo(cell) : undefined
}

import { PERMITS } from '../../data/hours/leash-subject.ts'
import { readLeash } from '../../data/hours/read-leash.ts'
import { outerMinute } from '../../data/hours/read-clock.ts'
import { readOpening } from '../../data/hours/read-opening.ts'
import type { Span } from '../../data/hours/rule.ts'
import { mentionsDogs, readHours } from '../../data/import/hours.ts'
import type { Hours } from '../../data/import/hours.ts'
import { capitalised } from '../../data/model/text.ts'
import { isAboutTimes, isSomeDays, PROHIBITS } from './header-words.ts'

/** Whether a text has the form in which lists of dog parks give off-leash times without mentioning dogs. */
const looksLikeOffLeashTimes = (text: string) => /^(?:before|after|all (?:year|times|day))\b/i.test(text)

/** Whether a text gives opening hours with times; 'All times' of a dog area is about dogs. */
const hasOpeningTimes = (text: string) =>
  !looksLikeOffLeashTimes(text) && readOpening(text) !== null && !readOpening(text)!.always

const NOON = 12 * 60

const containsNoon = ({ from, to, overnight }: Span) => {
  const [isBefore, isAfter] = [outerMinute(from, 1) <= NOON, outerMinute(to, 0) >= NOON]
  return overnight ? isBefore || isAfter : isBefore && isAfter
}

/** Whether hours cannot be those of a park, which is open at noon: '5pm-9am', 'before 8.30am and after 4.30pm'. */
export const excludesNoon = (text: string) =>
  readLeash(text)?.rules.some(({ subject, spans }) => subject === 'times' && !spans.some(containsNoon)) ??
  false

/** Whether a column of hours without further words has off-leash times, in a list that says where dogs are off it. */
export const areOffLeashTimes = (cells: readonly string[]) =>
  cells.some(excludesNoon) && !cells.some((cell) => mentionsDogs(cell) || saysClosed(cell))

/** Whether a clause says that the place is closed, and not only to dogs. 'Off' is OpenStreetMap's word. */
const saysClosed = (clause: string) =>
  /\b(?:closed|closes|shut)\b(?! to (?:other )?(?:dogs|pets))|\boff\b(?![ -](?:the |a )?(?:leash|lead))/i.test(
    clause,
  )

export const TIME_OF_DAY = /\d ?[ap]\.?m\b|\d:\d\d/i

/** What makes a sentence with a time a rule for dogs, and not 'Dog training on Sundays at 9am'. */
const WORDS_OF_RULES = /\b(?:leash|lead|leads|(?:un)?leashed|allowed|permitted|prohibited|banned|no dogs)\b/i

/** Characters. Longer ones are stories rather than rules. */
const MAX_SENTENCE_LENGTH = 150

/** What other rules are about, such as 'Parking restrictions 8am-6pm'. */
export const OTHER_SUBJECTS = new RegExp(
  [
    String.raw`park(?:ed|ing)\b|\bopening\b|\bwalking\b|\bcars?\b|\bfires?\b`,
    'vehicle|alcohol|fish|camp|bbq|drone|horse|bike|cycl|smok|toilet|swim',
    'market|playground|construct|maint',
  ].join('|'),
  'i',
)
const RESTRICTIVE = new RegExp(
  [
    String.raw`\b(?:on|no off|not off)[ -]?(?:a |the )?(?:leash|lead)\b|\bleashed\b`,
    String.raw`\bno dogs\b|restrict|${PROHIBITS}`,
  ].join('|'),
  'i',
)
/** '9 to 5' has no am or pm. */
const SHORT_TIME = /\b(?:from|between|before|after|until|till) \d{1,2}(?!\d)/i

/** 'See sign for times', 'off leash during the hours signed'. */
const ON_SIGNS = /\b(?:hours|times)\b.*\bsign|\bsign.*\b(?:hours|times)\b/i
const ALL_TIMES = /\b(?:at )?(?:all|any) times?\b/gi

/** Whether a text names some times or days. */
const isAtTimes = (text: string) => {
  const limited = text.replace(ALL_TIMES, '')
  return isAboutTimes(limited) || SHORT_TIME.test(limited)
}

/** Whether a text restricts dogs at some times, in any words: 'On leash from 9 to 5 in summer', 'Restricted hours apply'. */
export const restrictsAtTimes = (text: string) =>
  text.length <= MAX_SENTENCE_LENGTH &&
  ((RESTRICTIVE.test(text) && isAtTimes(text)) || ON_SIGNS.test(text)) &&
  (mentionsDogs(text) || !OTHER_SUBJECTS.test(text))

/** The first words of a sentence that only limits what is said elsewhere: 'Not on weekends', 'Only before 9am'. */
const LIMITS_FIRST =
  /^(?:except|excluding|(?:only|not)(?: (?:permitted|allowed|available))? (?:on|in|at|from|before|after|between|during|until|till|for|\d))\b/i

/** Whether a sentence only limits what is said elsewhere; also 'Weekdays only', 'Before 9am only'. */
const isLimitation = (sentence: string) =>
  !OTHER_SUBJECTS.test(sentence) &&
  ((LIMITS_FIRST.test(sentence) && isAtTimes(sentence)) ||
    (/^only\b|\bonly$/i.test(sentence) && isSomeDays(sentence)) ||
    (/\bonly$/i.test(sentence) && readLeash(sentence) !== null))

/** Words before an occasion, such as 'during sport', 'when children are present'. */
const OCCASION = /\b(?:during|when|while|whilst|unless)\b/i

/** Whether a sentence restricts dogs on some occasions: 'No off leash during sport', 'On lead when games are on'. */
const restrictsOnOccasions = (sentence: string) =>
  OCCASION.test(sentence) &&
  (onlyRestricts(asCondition(sentence)) || (mentionsDogs(sentence) && RESTRICTIVE.test(sentence)))

/** Whether a sentence only restricts dogs, at some times or on some occasions. */
const isRestriction = (sentence: string) =>
  restrictsOnOccasions(sentence) ||
  (restrictsAtTimes(sentence) && (onlyRestricts(sentence) || readLeash(sentence) === null))

/** The sentences of a description that may be rules. */
export const sentencesOf = (description: string): string[] =>
  description
    // Also the points of a list and the tags of HTML.
    .split(/(?<=[.!?])\s+|[;•·]|<\/?[a-z][^<>]*>/i)
    .map((sentence) => sentence.replace(/(?<![.!?])[.!?]+$/, '').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE_LENGTH)

/**
 * Whether a sentence of a description says when dogs are allowed or off the leash: 'Off leash before 9am', 'No dogs'.
 * Not one about a part of the park.
 */
export const isRuleInDescription = (sentence: string): boolean =>
  restrictsAtTimes(sentence) ||
  restrictsOnOccasions(sentence) ||
  isLimitation(sentence) ||
  (mentionsDogs(sentence) &&
    ((TIME_OF_DAY.test(sentence) && WORDS_OF_RULES.test(sentence)) || limitsDogs(readLeash(sentence))))

/** Whether a rule is more than 'Off leash'. */
const limitsDogs = (leash: ReturnType<typeof readLeash>) =>
  leash !== null &&
  leash.rules.some(
    ({ subject, scope }) => subject === 'no-dogs' || scope !== 'all-times' || leash.notes.length > 0,
  )

/** Whether a rule in a description counts beside leash hours: a ban, or what limits them. */
export const limitsLeashHours = (rule: string) => bansDogs(rule) || isLimitation(rule) || isRestriction(rule)

/** Whether a text says that dogs are not allowed at some times. */
const bansDogs = (text: string): boolean =>
  readLeash(text)?.rules.some(({ subject }) => subject === 'no-dogs') ?? false

/** Whether a text says that dogs are not allowed at any time. */
export const forbidsDogs = (text: string): boolean =>
  readLeash(text)?.rules.some(({ subject, scope }) => subject === 'no-dogs' && scope === 'all-times') ?? false

/** A condition in the words that are read: 'Not permitted when sport is played' is 'Not when sport is played'. */
export const asCondition = (text: string) =>
  text.replace(/^not (?:permitted|allowed|available) (?=when|while|during)/i, 'Not ')

/** Texts as clauses of one, without those that are empty; `null` if all are. */
export const joined = (...texts: (string | null)[]) =>
  texts.filter((text) => text !== null && text !== '').join('; ') || null

/** Hours with the days in the header of their column: 'Summer: 6am-9am'. */
export const withDays = ({ column: { days }, text }: { column: { days?: string }; text: string }) =>
  days === undefined ? text : `${capitalised(days)}: ${text}`

/**
 * Splits a cell that may contain opening hours and leash hours. Clauses that mention dogs are leash hours;
 * clauses that can be read as opening hours are opening hours. A clause that is neither belongs to the dogs
 * if the cell mentions them, because it may be a condition, and otherwise to the opening hours. Both are
 * shown as published.
 * @param timed the park's rule for dogs has times, so times without further words are leash hours
 */
function readMixedHours(text: string, timed: boolean): Hours {
  const isAboutDogs = mentionsDogs(text)
  if (!timed && !isAboutDogs && hasOpeningTimes(text)) return { openingHours: text, leashHours: null }
  const { openingHours, leashHours } = readHours(text)
  const opening = openingHours === null ? [] : [openingHours]
  const leash: string[] = []
  let followsDogs = false
  for (const clause of leashHours?.split('; ') ?? []) {
    if (mentionsDogs(clause)) {
      followsDogs = true
      leash.push(clause)
      // 'Closed Tuesdays for dog training': without it, the place would be open on Tuesdays.
      if (saysClosed(clause) && opening.length > 0) opening.push(clause)
      continue
    }
    // In 'no dogs 10am-4pm; 6pm-8pm', both are about dogs.
    const isOpening =
      hasOpeningTimes(clause) && (!timed || readLeash(clause) === null)
        ? !followsDogs || /^(?:open|clos)/i.test(clause)
        : !isAboutDogs && !looksLikeOffLeashTimes(clause) && readLeash(clause) === null
    ;(isOpening ? opening : leash).push(clause)
  }
  return { openingHours: joined(...opening), leashHours: joined(...leash) }
}

/**
 * Splits such a cell in a row that has leash hours in another column. If those say when dogs may be off the leash,
 * times at which a park may be open are its opening hours: 'All day' beside 'before 9am'.
 */
export function readHoursBeside(leash: string | null, text: string, timed: boolean): Hours {
  const saysWhen =
    leash !== null && (readLeash(leash)?.rules.some(({ subject }) => PERMITS.has(subject)) ?? true)
  const areOpening =
    !mentionsDogs(text) &&
    !/^(?:before|after)\b/i.test(text) &&
    readOpening(text) !== null &&
    !excludesNoon(text)
  return saysWhen && areOpening ? { openingHours: text, leashHours: null } : readMixedHours(text, timed)
}

/** Splits a cell of a column of opening hours: only a cell that mentions dogs has leash hours. */
export const readOpeningCell = (text: string): Hours =>
  mentionsDogs(text) ? readMixedHours(text, false) : { openingHours: text || null, leashHours: null }

/**
 * Joins leash hours from a column of opening hours with those of other columns. If the texts would be read
 * differently together ('summer: off-leash before 9am' and 'no dogs 10am-4pm'), the result says where the
 * first is from, and no rule is read from it.
 */
export function joinLeash(fromOpening: string | null, leash: string | null): string | null {
  if (fromOpening === null || leash === null) return fromOpening ?? leash
  return isReadAlike(fromOpening, leash)
    ? `${fromOpening}; ${leash}`
    : `${fromOpening} (opening hours); ${leash}`
}

/** Whether two texts have the same rules together as each by itself. */
function isReadAlike(first: string, second: string): boolean {
  const [a, b, together] = [first, second, `${first}; ${second}`].map((text) => readLeash(text)?.rules)
  return a !== undefined && b !== undefined && JSON.stringify(together) === JSON.stringify([...a, ...b])
}

/** Whether a text only says where, on which occasions or when dogs may not be off the leash. */
const onlyRestricts = (text: string) => {
  const leash = readLeash(text)
  return (
    leash !== null &&
    !leash.vague &&
    leash.rules.every(
      ({ subject, scope }) => (subject === 'on-leash' || subject === 'no-dogs') && scope === 'own',
    )
  )
}

/**
 * Whether leash hours say no times at which dogs may be off the leash or allowed, but only limit those that are said
 * elsewhere: 'No dogs in summer', 'Weekdays only'.
 */
export const onlyLimit = (hours: string) =>
  hours
    .split('; ')
    .every(
      (clause) =>
        isRestriction(clause) || (isLimitation(clause) && !TIME_OF_DAY.test(clause)) || onlyRestricts(clause),
    )

/**
 * Adds other texts of a list about dogs to its leash hours. Permissions of two columns must not be read as one, so
 * where they would be, the result says where the second is from, and no rule is read from it.
 */
export const withTexts = (
  hours: string | null,
  texts: readonly string[],
  from: 'dog rule' | 'description' | 'another list',
) =>
  texts.reduce<string | null>((before, text) => {
    if (before === null) return text
    const together = `${before}; ${text}`
    const isAdded = onlyRestricts(text) && isReadAlike(before, text)
    return isAdded || (readLeash(together)?.vague ?? true) ? together : `${together} (${from})`
  }, hours)

/** Whether hours can be evaluated; true if there is no text. */
export const isReadableOpening = (text: string | null) => text === null || readOpening(text) !== null
export const isReadableLeash = (text: string | null) => text === null || readLeash(text) !== null

import { readLeash } from '../../data/hours/read-leash.ts'
import { additionsToName, isAboutTimes, NOT_YET, PROHIBITS, wordsPattern } from './header-words.ts'
import { OTHER_SUBJECTS } from './hours.ts'
import { isClosedOnSomeDays, sentenceSaysNotOpen } from './not-open.ts'
import { isLimit } from './rule-limits.ts'

// Sentences of a description, and names, that do not fit a column that says dogs may always be off the leash, in words
// that are not read as a rule. A wrong guess costs an answer; a missed one would let a dog off the leash where it may not be.

const NO_DOGS = /\bno (?:dogs|pets|animals)\b/i
const DOGS = String.raw`\b(?:dogs?|pets?|animals?)\b`
const HELPING = '(?:assistance|guide|service)'
/** 'Strictly no dogs', 'Dog free zone', 'Dogs must be kept out', 'Pets aren’t allowed', 'Assistance dogs only'. */
const BAN = new RegExp(
  [
    String.raw`${NO_DOGS.source}|\bdog[ -]free\b|(?:${PROHIBITS}).*${DOGS}|\bnot (?:accessible|open) to dogs\b`,
    String.raw`\bonly ${HELPING} |\b${HELPING} (?:dogs|animals) only\b`,
    String.raw`${DOGS}.*(?:${PROHIBITS}|\bexclu|\bkept out\b|\bat home\b|\bnot welcome\b|\bcan ?not (?:enter|be)\b`,
    String.raw`n['’]t (?:be )?(?:allowed|permitted|welcome|enter|walked))`,
  ].join('|'),
  'i',
)
const ON_LEASH = /\bon[ -](?:an? |the |their |short |fixed )*(?:leash|lead)\b|\bleashed\b/gi
/** 'A leash must be used', 'Leads required', 'Leash your dog'; not 'A leash must be carried'. */
const LEASH_REQUIRED = new RegExp(
  [
    String.raw`\b(?:leash|lead)(?:es|s)? (?:is |are )?(?:required|compulsory|mandatory|must be (?:used|worn|kept on))`,
    String.raw`\b(?:use|leash) (?:an?|your) (?:leash|lead|dogs?)\b`,
  ].join('|'),
  'i',
)
/** 'Keep dogs on a lead', 'This reserve is on-leash', 'Dogs must be restrained', 'Restrictions apply'. */
const restrictsDogs = (sentence: string) =>
  LEASH_REQUIRED.test(sentence) ||
  /\bis (?:an? )?on[ -]?(?:leash|lead)\b/i.test(sentence) ||
  (/\bdogs?\b/i.test(sentence) &&
    (sentence.match(ON_LEASH) !== null || /\brestrained\b|\brestrict/i.test(sentence))) ||
  /^(?:some )?restrictions (?:may )?apply$/i.test(sentence)

const OFF_LEASH = String.raw`\b(?:off[ -]?(?:leash|lead)|leash[ -]free|unleashed)\b`
/** 'No longer off leash', 'Timed off leash', 'Proposed off-leash area'. */
const LIMIT_BEFORE = [
  'former|formerly|previously|no longer|not(?: an?)?|no|never|timed|seasonal|limited|restricted|temporary',
  `can['’]t be|cannot be|can not be|${NOT_YET}`,
]
/** 'Off-leash area closed', 'Off-leash trial ended', 'Off leash for members'. */
const LIMIT_AFTER = [
  'closed|ended|ceased|removed|revoked|suspended|withdrawn|trial|coming|temporarily|restricted|restrictions',
  `members?|permits?|residents?|unless|subject to|under review|to be confirmed|tb[ac]|${NOT_YET}`,
  '(?:if|provided) (?:dogs?|it|no|not|that|the|there|they|under)',
  String.raw`outside (?:of )?\w+ (?:hours|times)|(?:part|half|section)s? (?:of \w+ \w+ )?only`,
]
const LIMITED_OFF_LEASH = new RegExp(
  [
    String.raw`${wordsPattern(...LIMIT_BEFORE)} (?:\w+ )?${OFF_LEASH}`,
    String.raw`${OFF_LEASH}.*(?:${wordsPattern(...LIMIT_AFTER)}|${PROHIBITS})`,
    String.raw`^(?:part(?:ly|ially)?(?: of (?:the|this) \w+(?: is)?)?|only the [\w ]+ is) ${OFF_LEASH}`,
  ].join('|'),
  'i',
)
/** '6 to 9'; not '2 to 3 ha'. */
const HOUR_TO_HOUR = String.raw`\d{1,2} ?(?:to|-|–|and) ?\d{1,2}\b(?! ?(?:k?m|met|ha|hectares|acres|%))`
const PART_OF_DAY = 'mornings?|afternoons?|evenings?|nights?|dawn|dusk'
/** What is between 'off leash' and its times: 'area is open daily from'. */
const BEFORE_TIMES = [
  'areas?|beach|dogs?|exercise|oval|park|reserve|zone|is|open|daily|only|permitted|allowed',
  'at|between|during|for|from|in|on|early|late|the',
].join('|')
const OFF_LEASH_THEN = new RegExp(`${OFF_LEASH}(?:[ :,-]+(?:${BEFORE_TIMES})\\b)*[ :,-]+(\\S.*)$`, 'i')
const THEN_OFF_LEASH = new RegExp(String.raw`\b(?:${PART_OF_DAY})(?: only)?[ :,-]+${OFF_LEASH}`, 'i')
const STARTS_WITH_TIMES = new RegExp(String.raw`^(?:(?:${PART_OF_DAY})\b|${HOUR_TO_HOUR})`, 'i')

/** Whether a sentence says at which times dogs may be off the leash: 'Off leash at dawn', 'Mornings: off leash'. */
function hasOffLeashTimes(sentence: string): boolean {
  const times = OFF_LEASH_THEN.exec(sentence)?.[1]
  return (
    THEN_OFF_LEASH.test(sentence) ||
    (times !== undefined && (STARTS_WITH_TIMES.test(times) || isAboutTimes(times.split(' ', 1)[0]!)))
  )
}

/** 'Mornings', 'Timed' or 'Part' alone. */
const LIMITED_ALONE = new RegExp(
  `^(?:${PART_OF_DAY}|time(?:d|s)?|seasonal|part(?:ial|ly)?|former(?:ly)?)(?: only)?$`,
  'i',
)
/** Words that stand for the whole park or for all times. */
const EVERYWHERE =
  /\b(?:at (?:all|any) times?|(?:in|at|to|from) (?:this|the) (?:dog )?(?:park|reserve|area|oval|beach)|at home|to dogs)\b/gi
const PART = new RegExp(
  wordsPattern(
    'within|near|around|beside|adjacent|outside|inside|beyond|in|at|on|along|between|from|to|into|when|while|other',
  ),
  'i',
)
/** Whether a sentence is about a part of the park or some moments: 'On lead within 10 m of the playground'. */
const isAboutPart = (sentence: string) => PART.test(sentence.replace(ON_LEASH, '').replace(EVERYWHERE, ''))

/** 'Small dogs only', 'Permit required'; not 'Dogs must be registered'. */
const isLimitAlone = (sentence: string) =>
  isLimit(sentence) && /\b(?:only|required|needed|private|trial|temporary)\b/i.test(sentence)

/** Whether a sentence says in any words that dogs are not allowed. */
const isBan = (sentence: string) =>
  BAN.test(sentence) && (NO_DOGS.test(sentence) || !OTHER_SUBJECTS.test(sentence)) && !isAboutPart(sentence)

/** The same of a sentence that is not read as a rule. */
export const mayForbidDogs = (sentence: string) => readLeash(sentence) === null && isBan(sentence)

/** 'Not an off-leash area', 'No longer off leash'. */
const NO_OFF_LEASH = new RegExp(
  [
    String.raw`^(?:(?:this|it) is )?(?:not|no longer|formerly|previously|a former)(?: an?| a designated)?`,
    String.raw` (?:dog )?off[ -]?(?:leash|lead)(?: (?:dog )?(?:area|park|beach|reserve|oval))?$`,
  ].join(''),
  'i',
)

/** Whether a rule says that dogs may never be off the leash: 'Dogs on lead at all times'. */
const requiresLeash = ({ vague, rules }: NonNullable<ReturnType<typeof readLeash>>) =>
  !vague &&
  rules.length > 0 &&
  rules.every(({ subject, scope }) => subject === 'on-leash' && scope === 'all-times')

/** Whether a sentence may say that dogs may not always be off the leash: 'Off leash at dawn', 'Keep dogs on a lead'. */
export function mayDenyOffLeash(sentence: string): boolean {
  if (NO_OFF_LEASH.test(sentence)) return true
  const leash = readLeash(sentence)
  if (leash !== null) return requiresLeash(leash)
  if (sentenceSaysNotOpen(sentence) || isBan(sentence)) return true
  if (OTHER_SUBJECTS.test(sentence)) return false
  return (
    LIMITED_OFF_LEASH.test(sentence) ||
    hasOffLeashTimes(sentence) ||
    LIMITED_ALONE.test(sentence) ||
    isClosedOnSomeDays(sentence) ||
    isLimitAlone(sentence) ||
    (!isAboutPart(sentence) && restrictsDogs(sentence))
  )
}

const ON_LEASH_NAME = /\bon[ -]?(?:leash|lead)\b/i

/** What the name of a park says that may not fit: 'timed' of 'Rosella Run (timed)', 'Rosella Run On-Leash Area'. */
export function denialInName(name: string): string | undefined {
  const addition = additionsToName(name).find((text) => mayDenyOffLeash(text) || isLimit(text))
  if (addition !== undefined) return addition
  const isOnLeash = ON_LEASH_NAME.test(name) && !/\boff\b|unleashed/i.test(name)
  return isOnLeash || BAN.test(name) ? name : undefined
}

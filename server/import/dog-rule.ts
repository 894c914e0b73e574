import { readLeash } from '../../data/hours/read-leash.ts'
import type { Subject } from '../../data/hours/leash-subject.ts'
import { mentionsDogs } from '../../data/import/hours.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { DogAccess } from '../../data/model/park.ts'
import { beginningOf } from '../../data/model/text.ts'
import { isAlwaysOffLeash, OFF_LEASH, PERMISSION, readAccess } from './access.ts'
import type { AccessReading } from './access.ts'
import { denialInName, mayDenyOffLeash, mayForbidDogs } from './contradiction.ts'
import { columnName, isNo, isYes, quoted, uncapitalised } from './cell-text.ts'
import { isOffLeashTimes } from './column-names.ts'
import {
  areSomeDays,
  additionsToName,
  isAboutTimes,
  isNotCurrent,
  isRange,
  isSomeDays,
  mentionsDogRule,
  namesExceptions,
  PROHIBITS,
  saysLimited,
} from './header-words.ts'
import type { Column } from './headers.ts'
import {
  asCondition,
  excludesNoon,
  forbidsDogs,
  isReadableLeash,
  isRuleInDescription,
  joined,
  onlyLimit,
  sentencesOf,
  withDays,
} from './hours.ts'
import { isLimit } from './rule-limits.ts'

export const DOGS_NOT_ALLOWED = 'Dogs are not allowed there'

/** A cell of a row and its column. */
export interface Cell {
  column: Column
  /** '' if the cell is empty or says that there is no value. */
  text: string
  /** Whether there is anything in the cell, also if it says that there is no value. */
  isFilled: boolean
}

/** The text of a field, and its column if the list has one. */
export interface FieldText {
  column: Column | undefined
  text: string
}

/** What a column says about the rule for dogs. `differs`: another column says otherwise. */
interface StatedRule extends Cell {
  reading: AccessReading
  differs?: true
}

/** Whether 'No' means that dogs are not allowed: under 'Access' or 'Leash' it may be about something else. */
const isAboutDogs = ({ column, text }: StatedRule) =>
  /dog|prohibit|forbid|allow|permit/i.test(`${column.header} ${text}`)

/** Whether a text that is not a known rule is about dogs, or limits a rule: 'Public' under 'Access' does not. */
const isAboutRule = ({ column: { header }, text }: StatedRule) =>
  /dog|leash|\blead\b/i.test(text) ||
  isLimit(text) ||
  (/dog|leash|lead/i.test(header) && restricts(header, text))

/** Of rules that allow dogs off the leash at all times, the one that says least. */
const leastOf = (a: DogAccess, b: DogAccess) =>
  OFF_LEASH[Math.max(OFF_LEASH.indexOf(a), OFF_LEASH.indexOf(b))]!

/**
 * The rule of two columns. `dogs_allowed` does not say whether on or off the leash, so it gives way. A later column
 * with a stricter rule is for some times or areas, so both cannot be read.
 */
function stricterRule(first: StatedRule | undefined, other: StatedRule): StatedRule {
  if (first === undefined) return other
  const [a, b] = [first.reading, other.reading]
  if (b.kind === 'forbidden') return isAboutDogs(other) ? other : first
  if (b.kind === 'unknown' && !isAboutRule(other)) return first
  if (a.kind === 'unknown' && !isAboutRule(first)) return other
  if (b.kind === 'known' && b.access === 'dogs_allowed') return first
  if (a.kind === 'known' && a.access === 'dogs_allowed') return other
  if (a.kind !== 'known') return first
  if (b.kind === 'known') {
    if (isAlwaysOffLeash(a.access) && isAlwaysOffLeash(b.access))
      return { ...first, reading: { kind: 'known', access: leastOf(a.access, b.access) } }
    if (PERMISSION[b.access] >= PERMISSION[a.access]) return first
  }
  return { ...other, reading: { kind: 'unknown' }, ...(b.kind === 'known' && { differs: true }) }
}

/** Headers of prohibitions, and of duties to keep dogs on the leash. */
const FORBIDS = new RegExp(String.raw`${PROHIBITS}|restrict|exclu|except|\bno\b|\bdogs?[ -]?free\b`, 'i')
/** Words of what is stricter than that dogs are on the leash. */
const STRICTER_THAN_LEASH = new RegExp(String.raw`${PROHIBITS}|exclu|no dogs`, 'i')
const REQUIRES_LEASH = new RegExp(
  [
    String.raw`\bon[ -]?(?:leash|lead)\b|\bleashed\b|\bnot off\b|requir.*\b(?:leash|lead)\b`,
    String.raw`(?<!\boff[ -]?)\b(?:leash|lead)\b.*(?:requir|\b(?:only|must|all times)\b)`,
  ].join('|'),
  'i',
)
/** Cells of restrictions if there are none. Under 'Off-leash times', 'None' means something else. */
export const NO_RESTRICTIONS = /^(?:none|nil|no restrictions?)\.?$/i
/** Other cells that limit nothing. */
const UNLIMITED =
  /^(?:https?:\/\/\S+|24 hours|(?:at )?all times|all days|every ?day|daily|always|all year|year round)\.?$/i
/** Words of cells that limit where or when dogs may be off the leash, or at all. */
const LIMITS = new RegExp(
  [
    String.raw`\bon[ -]?(?:leash|lead)\b|\bleashed\b|${PROHIBITS}|restrict|exclu`,
    String.raw`\b(?:no|not|only|part|partial|partially|partly|half|except)\b`,
    String.raw`\b(?:until|till|before|after|between|during)\b`,
    String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun|week(?:day|end)s?)\b`,
    String.raw`\b(?:jan\w*|feb\w*|march|april|june|july|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*)\b`,
    String.raw`\b(?:summer|autumn|winter|spring|season\w*|holidays?|school)\b`,
    String.raw`\d ?[ap]\.?m\b|\d:\d\d`,
  ].join('|'),
  'i',
)

/** Whether a column about dogs may restrict the rule that another column states, by its header or its text. */
function restricts(header: string, text: string): boolean {
  const words = header.replaceAll('_', ' ')
  if (FORBIDS.test(words)) return !NO_RESTRICTIONS.test(text)
  if (REQUIRES_LEASH.test(words)) return true
  const isLimited = saysLimited(header, text)
  if (isLimited !== undefined) return isLimited
  if (isNo(text) || isSomeDays(text) || isRange(text)) return true
  if (NO_RESTRICTIONS.test(text) || UNLIMITED.test(text)) return false
  // Opening hours of a dog park.
  if (
    /\b(?:open(?:s|ing)?|clos(?:es?|ing)|gates?|park hours)\b/i.test(words) &&
    !/dog|leash|\blead\b/i.test(text) &&
    !/summer|winter|season|saving/i.test(words) &&
    !excludesNoon(text)
  )
    return /leash|lead/i.test(words)
  return LIMITS.test(text) || /\b(?:rules?|polic\w*|status|conditions?|regulations?)\b/i.test(words)
}

/** Whether a cell of a column about dogs, or of hours on some days, may restrict the rule. */
const mayRestrict = ({ column: { header, days }, text }: Cell) =>
  text !== '' && (days !== undefined || restricts(header, text))

/** Whether a column about dogs agrees with the rule that another column states. */
function agreesWith(rule: DogAccess, header: string, text: string): boolean {
  const words = header.replaceAll('_', ' ')
  // On the leash, dogs may be restricted further only by a prohibition.
  if (rule === 'on_leash' && !STRICTER_THAN_LEASH.test(`${words} ${text}`)) return true
  if (FORBIDS.test(words)) return isNo(text)
  if (REQUIRES_LEASH.test(words) && isNo(text)) return rule !== 'on_leash'
  if (REQUIRES_LEASH.test(words) && isYes(text)) return false
  const reading = readAccess(text)
  if (reading.kind !== 'known') return false
  return (
    reading.access === rule ||
    (reading.access === 'dogs_allowed' && /allow|permit|friendly|welcome/i.test(words))
  )
}

/** The features of a row: those that are said of the whole park, and those that it does not have. */
interface RuleFeatures {
  whole: ReadonlySet<FeatureId>
  absent: ReadonlySet<FeatureId>
  /** Texts that name no known feature. */
  other: readonly Pick<Cell, 'column' | 'text'>[]
}

/** The rule for dogs that the features of a list state for the whole park; `null` if they state none. */
function ruleOfFeatures({ whole }: RuleFeatures): DogAccess | null {
  const [offLeash, onLeash] = [whole.has('off-leash'), whole.has('on-leash')]
  if (offLeash && onLeash) return 'dogs_allowed'
  if (offLeash) return 'off_leash'
  return onLeash ? 'on_leash' : null
}

/** Whether they say that there is no fence, or not all around the park: 'Fenced: Partially', 'Partly fenced'. */
const denyFence = ({ absent, other }: RuleFeatures) =>
  absent.has('fenced') ||
  other.some(
    ({ column, text }) =>
      (column.feature === 'fenced' &&
        /\b(?:part|partial|partially|partly|planned|proposed|future|\d sides?)\b/i.test(text)) ||
      /\b(?:half|mostly|not|part|partial|partially|partly)[ -](?:fenced|enclosed)\b/i.test(text),
  )

/** Whether the features of the whole park say that dogs may not be off the leash. */
const denyOffLeash = ({ whole, absent }: RuleFeatures) =>
  absent.has('off-leash') || (whole.has('on-leash') && !whole.has('off-leash'))

/**
 * The rule of the times in a column such as 'Off-leash times', whose cells say only 'before 9am'. `undefined`: the
 * column has another name or no times.
 */
function ruleOfTimes({ column, text }: FieldText): DogAccess | undefined {
  if (column === undefined || !isOffLeashTimes(column.header)) return undefined
  const rules = readLeash(text)?.rules ?? []
  if (!rules.some(({ subject }) => subject === 'times')) return undefined
  return rules.every(({ subject, scope }) => subject === 'times' && scope === 'all-times')
    ? 'off_leash'
    : 'off_leash_timed'
}

/**
 * The rule of a sentence with times or conditions, such as 'Off leash before 9am, on leash at other times', which are
 * then the leash hours. `undefined`: it says only when dogs are not allowed or on the leash, or cannot be read.
 */
function ruleOfSentence(text: string): DogAccess | undefined {
  const leash = readLeash(text)
  if (leash === null || leash.vague) return undefined
  const { rules } = leash
  if (rules.some(({ subject }) => subject === 'control' || subject === 'unknown')) return undefined
  // 'On leash at all times except 9am-5pm' does not say what the exception is.
  const about = (wanted: Subject) =>
    rules.filter(({ subject, scope }) => subject === wanted && scope !== 'exception')
  const offLeash = about('off-leash')
  if (offLeash.length > 0) {
    const isAlways = offLeash.length === rules.length && offLeash.some(({ scope }) => scope === 'all-times')
    return isAlways ? 'off_leash' : 'off_leash_timed'
  }
  if (about('on-leash').some(({ scope, allows }) => scope === 'all-times' || allows)) return 'on_leash'
  return about('allowed').length > 0 ? 'dogs_allowed' : undefined
}

/** Whether a text is a rule for dogs, in a word or a sentence. */
export const isReadableRule = (text: string) =>
  readAccess(text).kind === 'known' || ruleOfSentence(text) !== undefined

/** Whether a cell has the off-leash times of some days, in a list that says where they are timed: 'Summer hours'. */
const areTimesOnSomeDays = ({ column, text }: Cell, rule: DogAccess) =>
  rule === 'off_leash_timed' &&
  column.days !== undefined &&
  (readLeash(text)?.rules.every(({ subject }) => subject === 'times') ?? false)

/** What a cell about restrictions says: 'Organised sport' under 'Exceptions' is 'Except organised sport'. */
function asRestriction(cell: Cell): Cell {
  const { column, text: published } = cell
  const text = asCondition(published)
  const exception = `Except ${uncapitalised(text)}`
  const isException = namesExceptions(column.header) && !isReadableLeash(text) && isReadableLeash(exception)
  return { ...cell, text: isException ? exception : withDays({ column, text }) }
}

/**
 * Whether a cell about restrictions can be added to the leash hours of a park: 'No dogs 9am-5pm in summer', 'Not during
 * sport', and 'Off leash except during sport' if that is the rule. Not '9am-5pm', which may be hours of either, and not
 * the text of a column such as 'Summer conditions', which is for a part of the year.
 */
function isRestriction({ column: { header }, text }: Cell, rule: DogAccess): boolean {
  const leash = readLeash(text)
  return (
    leash !== null &&
    !leash.vague &&
    (/restrict|condition|rule/i.test(header) || namesExceptions(header)) &&
    !/summer|winter|autumn|spring|saving|peak|\d/i.test(header) &&
    leash.rules.every(
      ({ subject, scope }) =>
        ['off-leash', 'on-leash', 'no-dogs'].includes(subject) &&
        (scope !== 'all-times' || (subject === 'off-leash' && isAlwaysOffLeash(rule))),
    )
  )
}

/** Whether a rule is not stricter than another. 'Dogs allowed' leaves the leash open. */
const permitsAtLeast = (rule: DogAccess, other: DogAccess) =>
  rule === 'dogs_allowed' || PERMISSION[rule] >= PERMISSION[other]

/** Whether what a column says leaves the rule of another column as it is. */
const isCompatible = (stated: StatedRule, rule: DogAccess) =>
  stated.reading.kind === 'known' ? permitsAtLeast(stated.reading.access, rule) : !isAboutRule(stated)

/**
 * The rule of the columns with that of the off-leash times: 'Dogs allowed: yes' leaves the leash open, and dogs that
 * must be on the leash may be off it at some times, but not at all times.
 */
function withTimes(byColumns: DogAccess | null, byTimes: DogAccess | undefined): DogAccess | null {
  if (byTimes === undefined) return byColumns
  const isLeashOpen = byColumns === null || byColumns === 'dogs_allowed'
  return isLeashOpen || (byColumns === 'on_leash' && byTimes === 'off_leash_timed') ? byTimes : byColumns
}

const isAlways = (said: DogAccess | null) => said !== null && isAlwaysOffLeash(said)

/** Whether a text limits a rule to some days or times: 'winter only', 'before 9am'. */
const limitsRule = (text: string) => (readLeash(text)?.rules ?? []).some(({ scope }) => scope !== 'all-times')

/**
 * Whether a column that is not read says that dogs are not allowed, or not always off the leash as the rule says:
 * 'Strictly no dogs' under 'Signage'.
 */
function deniesRule({ column: { header, field, alsoRule }, text }: Cell, said: DogAccess | null): boolean {
  if (field !== null || alsoRule || isNotCurrent(header) || !mentionsDogs(text)) return false
  return sentencesOf(text).some(
    (sentence) =>
      forbidsDogs(sentence) ||
      mayForbidDogs(sentence) ||
      (isAlways(said) && (mayDenyOffLeash(sentence) || limitsRule(sentence))),
  )
}

/** What a row says about dogs. */
export interface RowRule {
  access: DogAccess | null
  /** The list has no column for the rule, and its features state none. */
  accessAssumed: boolean
  /** The row has a rule that cannot be read, or two that cannot both be true. */
  ruleUnread: boolean
  noDogs: boolean
  /** Times that the row has instead of a rule, such as 'Off leash before 9am'. */
  leashHours: string | null
  /** Texts that cannot be read and may limit where or when dogs are allowed, or off the leash. */
  unread: readonly string[]
  /** What limits for whom or how long the rule is, besides `unread`. */
  limits: readonly Cell[]
}

/** The parts of a row that may say something about dogs. */
export interface RuleCells {
  /** The name of the park. */
  name: string
  cells: readonly Cell[]
  /** The leash hours. */
  times: FieldText
  features: RuleFeatures
  /** The sentences of the description. */
  sentences: readonly string[]
  /** What limits for whom or how long the rule is. */
  limits: readonly Cell[]
}

/** What the columns about the rule say, first those that are about nothing else. */
const statedRules = (cells: readonly Cell[]): StatedRule[] =>
  cells
    .filter(({ column, text }) => (column.field === 'access' || column.alsoRule) && text !== '')
    .toSorted((a, b) => Number(b.column.field === 'access') - Number(a.column.field === 'access'))
    .map((cell) => ({ ...cell, reading: readAccess(cell.text) }))

/** The days that a column is for, by its header: 'Winter', 'Daylight saving time', 'December - March'. */
const daysOfColumn = ({ header, days }: Column) => days ?? (areSomeDays(header) ? header : undefined)

/**
 * Joins columns with the rules of some days, such as 'Summer' and 'Winter', to one with a sentence: 'Summer: No dogs;
 * Winter: Off leash'. They stay as they are beside a column with the rule.
 */
function joinRulesOfDays(cells: readonly Cell[]): readonly Cell[] {
  if (cells.some(({ column, text }) => (column.field === 'access' || column.alsoRule) && text !== ''))
    return cells
  const ofDays = cells.flatMap((cell) => {
    const days = cell.column.mayBeRule && daysOfColumn(cell.column)
    return days ? [{ ...cell, column: { ...cell.column, days } }] : []
  })
  const [first] = ofDays
  if (first === undefined || ofDays.length < 2) return cells
  const text = joined(...ofDays.map(withDays))
  // Times alone, such as 'Weekday' and 'Weekend' have, limit the rule that is said elsewhere.
  if (text === null || !isReadableRule(text)) return cells
  const joinedColumns = new Set(ofDays.map(({ column }) => column.at))
  const { days: _, mayBeRule: __, ...column } = first.column
  return [
    { column: { ...column, field: 'access' }, text, isFilled: true },
    ...cells.filter((cell) => !joinedColumns.has(cell.column.at)),
  ]
}

/** The rule of the columns about it and of the features. */
interface RuleOfColumns {
  access: DogAccess | null
  /** A column whose rule cannot be read, or is another one than that of a column before it. */
  unread: StatedRule | undefined
  leashHours: string | null
}

/** @param stated what `rules` say together, which is not that dogs are not allowed */
function ruleOfColumns(
  stated: StatedRule | undefined,
  rules: readonly StatedRule[],
  { times, features }: RuleCells,
): RuleOfColumns {
  const byFeatures = ruleOfFeatures(features)
  if (stated?.reading.kind === 'known')
    return { access: stated.reading.access, unread: undefined, leashHours: null }
  if (stated === undefined || (byFeatures !== null && !isAboutRule(stated)))
    return { access: byFeatures, unread: undefined, leashHours: null }
  if (stated.differs || times.text !== '') return { access: byFeatures, unread: stated, leashHours: null }
  const sentence = ruleOfSentence(stated.text)
  const isTheRule =
    sentence !== undefined &&
    rules.every((rule) => rule.column === stated.column || isCompatible(rule, sentence)) &&
    (byFeatures === null || permitsAtLeast(byFeatures, sentence)) &&
    !(features.absent.has('off-leash') && PERMISSION[sentence] > PERMISSION.dogs_allowed)
  return {
    access: isTheRule ? sentence : byFeatures,
    unread: isTheRule ? undefined : stated,
    leashHours: isTheRule ? stated.text : null,
  }
}

/** What the columns beside the rule limit. */
interface Limits {
  /** The leash hours with the limits; `null` if there are none. */
  leashHours: string | null
  /** Columns about dogs that cannot be read. */
  unreadCells: readonly Cell[]
}

/**
 * Reads columns that may limit the rule, such as 'Seasonal restrictions'. Their limits are leash hours if all of them can
 * be read together.
 * @param said the rule of the other columns; without one, all columns that may be about it are unread
 * @param limits what limits for whom or how long it is
 */
function readLimits(
  said: DogAccess | null,
  { cells, times, limits }: RuleCells,
  leashHours: string | null,
): Limits {
  const limiting = cells.filter(
    (cell) =>
      limits.includes(cell) ||
      (cell.column.mayBeRule &&
        (said === null || (mayRestrict(cell) && !agreesWith(said, cell.column.header, cell.text)))) ||
      (times.text === '' && leashHours === null && deniesRule(cell, said)),
  )
  const restrictions = limiting.map(asRestriction)
  const together = joined(leashHours, ...restrictions.map(({ text }) => text))
  const areHours =
    said !== null &&
    limiting.length > 0 &&
    restrictions.every((cell) => isRestriction(cell, said) || areTimesOnSomeDays(cell, said)) &&
    isReadableLeash(joined(times.text, together))
  return areHours ? { leashHours: together, unreadCells: [] } : { leashHours, unreadCells: limiting }
}

/** A note about a column whose rule is not that of the park. */
function noteOfUnread(unread: StatedRule): string {
  const { column, text, differs } = unread
  if (differs) return `${quoted(columnName(column))} states another rule for dogs.`
  return `${quoted(text)} is not a known rule for dogs.${mayLimit(unread) ? ' It is kept as the leash hours.' : ''}`
}

/** Texts that give no rule, or only say where to find one. */
const NO_ANSWER = new RegExp(
  [
    '^(?:please |to be )?(?:ask|call|check|confirm|contact|refer|see|visit)(?:ed)?\\b(?!.*\\b(?:sign|times|hours))',
    '^(?:no|not) (?:yet )?(?:answer|assessed|available|data|details?|information)\\b',
    '^not (?:yet )?(?:known|listed|recorded|specified|stated)\\b',
  ].join('|'),
  'i',
)
/** Other words that limit a rule, also if they stand alone, or the two rules of a text such as 'On/off leash'. */
const OTHER_LIMITS =
  /\b(?:morning|afternoon|evening|night|condition|limit|trial|varie|vary)|\bon\b.*\boff\b|\boff\b.*\bon\b/i
/** Words of rules for dogs that limit nothing. */
const WORDS_OF_RULE = new RegExp(
  String.raw`\b(?:${[
    'allowed|and|are|be|designated|exercise|free|friendly|is|lead|leash|may|must|off|on|permitted|the|welcome|yes',
    'areas?|beach|dogs?|park|pets?|reserve|run|zone',
  ].join('|')})\b`,
  'gi',
)

/**
 * Whether a text that is not a known rule may limit where or when dogs are allowed, or off the leash: 'Only in the
 * fenced area', 'No longer off leash'. Not 'See website', 'Off leash?' or a code.
 */
function mayLimit({ column: { header }, text }: StatedRule): boolean {
  if (isReadableLeash(text) || isLimit(text)) return true
  if (NO_ANSWER.test(text)) return false
  if (LIMITS.test(text) || OTHER_LIMITS.test(text) || isAboutTimes(text)) return true
  const isAboutDogs = /dog|leash|\blead\b/i.test(text)
  const more = text.replace(WORDS_OF_RULE, '')
  return /[a-z]{2}/i.test(more) && (isAboutDogs || (mentionsDogRule(header) && /[a-z]\W+[a-z]/i.test(more)))
}

/** Characters of such a text that are kept. */
const MAX_UNREAD = 300

/** The text of a column from which no rule is read: that is so for texts with quotation marks. */
const unevaluated = (column: Column, text: string) => `${quoted(columnName(column))}: ${text}`

/**
 * The texts of a row that are not read and may limit the rule that an administrator finds out.
 * @param contradicted whether another column or a feature may deny what they permit
 */
const unreadTexts = (
  rules: readonly StatedRule[],
  cells: readonly Cell[],
  {
    ofName,
    limits,
    contradicted,
  }: { ofName: string | undefined; limits: readonly Cell[]; contradicted: boolean },
) =>
  [
    ...rules
      .filter((rule) => rule.reading.kind === 'unknown' && mayLimit(rule))
      .map(({ column, text }) => (contradicted && !onlyLimit(text) ? unevaluated(column, text) : text)),
    ...cells
      .filter((cell) => limits.includes(cell) || mayRestrict(cell) || !cell.column.mayBeRule)
      .map(({ column, text }) => unevaluated(column, text)),
    ...(ofName === undefined ? [] : [ofName]),
  ].map((text) => beginningOf(text, MAX_UNREAD))

/** The rule that the columns, the features and the times state, and whether it is assumed that there is none. */
type FoundRule = Pick<RowRule, 'accessAssumed'> & { said: DogAccess | null }

/** The sentence of the description that forbids dogs, if no column states a rule, or to let them off the leash. */
function contradictingSentence({ sentences, times }: RuleCells, { said, accessAssumed }: FoundRule) {
  if (accessAssumed)
    return sentences.find(
      (sentence) => (isRuleInDescription(sentence) && forbidsDogs(sentence)) || mayForbidDogs(sentence),
    )
  return isAlways(said) && times.text === '' ? sentences.find(mayDenyOffLeash) : undefined
}

/** What the name says besides that limits the rule: 'on leash' in 'Rosella Run (on leash)'. */
const ruleInName = (name: string, { said, accessAssumed }: FoundRule) =>
  additionsToName(name).find(
    (text) =>
      ((said !== null || accessAssumed) && (forbidsDogs(text) || mayForbidDogs(text))) ||
      (said !== null && limitsRule(text)),
  ) ?? (isAlways(said) ? denialInName(name) : undefined)

/**
 * Reads the rule for dogs from all columns about it and from the features. Adds to `notes`.
 * @returns the reason why the row is not imported, if a column that may be about something else says 'No'
 */
export function readRule(row: RuleCells, notes: string[]): RowRule | { reason: string } {
  const { name, times, features } = row
  const cells = joinRulesOfDays(row.cells)
  const rules = statedRules(cells)
  const stated = rules.reduce<StatedRule | undefined>(stricterRule, undefined)
  if (stated?.reading.kind === 'forbidden') {
    // 'No' under 'Access' or 'Leash' may be about something else, so it changes no park.
    if (!isAboutDogs(stated)) return { reason: DOGS_NOT_ALLOWED }
    notes.push('The list says that dogs are not allowed there.')
    return {
      access: null,
      accessAssumed: false,
      ruleUnread: false,
      noDogs: true,
      leashHours: null,
      unread: [],
      limits: row.limits,
    }
  }
  const { access: byColumns, unread, leashHours: ofSentence } = ruleOfColumns(stated, rules, row)
  const hasColumn = cells.some(
    ({ column: { field, alsoRule, mayBeRule } }) => field === 'access' || alsoRule || mayBeRule,
  )
  const said = features.absent.has('off-leash') ? byColumns : withTimes(byColumns, ruleOfTimes(times))
  const accessAssumed = !hasColumn && said === null
  // Where dogs are on the leash, what only some people may do is described.
  const limits = said === null || said === 'on_leash' ? [] : row.limits
  const { leashHours, unreadCells } = readLimits(said, { ...row, cells, limits }, ofSentence)
  const found = { said, accessAssumed }
  const contradicting = contradictingSentence(row, found)
  const ofName = ruleInName(name, found)
  const [unreadCell] = unreadCells
  const isDenied = isAlways(said) && denyOffLeash(features)
  const doubts = [
    isDenied && 'The list says that dogs may be off the leash there and that they may not.',
    contradicting && `The description says “${contradicting}”.`,
    ofName && `The name says “${ofName}”.`,
    unreadCell && `${quoted(columnName(unreadCell.column))} is about dogs and cannot be read.`,
    unread && noteOfUnread(unread),
  ].filter((doubt) => typeof doubt === 'string')
  const isWithoutFence = said === 'fenced_dog_park' && denyFence(features)
  if (isWithoutFence) notes.push('The list says that it is fenced and that it is not: without the fence.')
  notes.push(...doubts)
  const access = isWithoutFence ? 'dog_park' : (said ?? (hasColumn ? null : 'dogs_allowed'))
  return {
    access: doubts.length > 0 ? null : access,
    accessAssumed,
    ruleUnread:
      isDenied ||
      unread !== undefined ||
      ofName !== undefined ||
      contradicting !== undefined ||
      (unreadCell?.isFilled ?? false),
    noDogs: false,
    leashHours,
    unread: unreadTexts(unread ? rules : [], unreadCells, {
      ofName,
      limits,
      contradicted: rules.length > 1 || ruleOfFeatures(features) !== null || features.absent.has('off-leash'),
    }),
    limits: row.limits.filter((cell) => !limits.includes(cell)),
  }
}

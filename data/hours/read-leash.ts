import { uncertainDaysIn } from './calendar.ts'
import type { Leash, LeashRule } from './leash-rule.ts'
import { CONTROL_NOTE, OPPOSITE, PERMITS, readOther, readSubject, startsRule } from './leash-subject.ts'
import type { ReadSubject, Subject } from './leash-subject.ts'
import { readTimings, readTimingsInBrackets, readWeekTimings, NO_HOURS } from './leash-timings.ts'
import type { Timing } from './leash-timings.ts'
import { isImpossible } from './possible-days.ts'
import { hasStart, mayContain, readSpans } from './read-clock.ts'
import { areRanges, readWhen, withoutMonthsOfSeason } from './read-days.ts'
import { readLimit, readException, readNote } from './read-note.ts'
import { isSeasonal, pairSeasons, namesPublicHolidays } from './read-opening.ts'
import type { Anchor, When } from './rule.ts'
import { DAY_END, isAllDay } from './rule.ts'
import { Cursor, TEXT_MAX_LENGTH } from './tokens.ts'
import { capitalised } from '../model/text.ts'

const LEASH_HOLIDAY_NOTE = 'May differ on public holidays.'

/**
 * What has been read of a text. `header`: days that the following rules are for. `subject`: that of the last rule, which
 * a rule without one continues; 'unknown' if none may.
 */
interface LeashDraft {
  readonly rules: readonly LeashRule[]
  readonly notes: readonly string[]
  readonly vague: boolean
  readonly header: When | null
  readonly subject: Subject
}

const EMPTY_DRAFT: LeashDraft = { rules: [], notes: [], vague: false, header: null, subject: 'times' }

const withNote = (draft: LeashDraft, note: string): LeashDraft => ({
  ...draft,
  notes: [...draft.notes, note],
})

const withRules = (draft: LeashDraft, rules: readonly LeashRule[], subject: Subject): LeashDraft => ({
  ...draft,
  rules: [...draft.rules, ...rules],
  subject,
})

const hasDates = (when: When) => when.some((group) => group.every(({ kind }) => kind !== 'weekdays'))

const withHeader = (header: When | null, when: When): When =>
  header === null || hasDates(when) ? when : [...header, ...when]

function createRule(
  { subject, note, allows = false }: ReadSubject,
  { when, spans }: Timing,
  fields: Partial<LeashRule> = {},
): LeashRule {
  const isAlways = when.length === 0 && spans.every(({ span }) => isAllDay(span))
  return {
    subject,
    when,
    spans: spans.map(({ span }) => span),
    doubts: spans.flatMap(({ doubt }) => doubt ?? []),
    hours: spans !== NO_HOURS,
    scope: isAlways ? 'all-times' : 'own',
    only: false,
    allows,
    note,
    ...fields,
  }
}

/**
 * 'Dogs must be under effective control at all times' is the duty of everyone with a dog, on and off the
 * leash, so it is a condition. On some days or at some times it is a rule.
 */
const isDuty = ({ subject, scope }: LeashRule) => subject === 'control' && scope === 'all-times'

const isMidnight = (anchor: Anchor) => anchor.kind === 'clock' && anchor.minute % 1440 === 0

/**
 * 'Off-leash except in summer before 9am and after 4pm', 'except public holidays 6am-9am', 'except weekends:
 * before 9am': it is unclear whether these are hours on or off the leash. Only 'except 9am-5pm in summer', with a
 * range first, is clear. 'Except 9am-5pm, weekends' may be a list.
 */
const isAmbiguousException = (cursor: Cursor): boolean =>
  cursor.lookAhead(() => {
    const days = readWhen(cursor)
    cursor.acceptMark(':', ',')
    const hours = readSpans(cursor)
    if (hours === undefined) return false
    if (days !== undefined) return days.length > 0
    const comma = cursor.acceptMark(',')
    const daysBehind = readWhen(cursor)
    if (!daysBehind?.length) return false
    return comma
      ? cursor.isAtClauseEnd && !areRanges(daysBehind)
      : hours.some(({ span }) => !isAllDay(span) && (isMidnight(span.from) || isMidnight(span.to)))
  })

/** Adds the exceptions that follow rules about one subject, some with their own times. */
function withExceptions(cursor: Cursor, draft: LeashDraft, rules: readonly LeashRule[]): LeashDraft {
  const note = readException(cursor, startsRule)
  if (note !== undefined) return withExceptions(cursor, withNote(draft, note), rules)
  const exceptions = readTimedException(cursor, draft, rules)
  return exceptions === undefined
    ? draft
    : withExceptions(cursor, withRules(draft, exceptions, draft.subject), rules)
}

/**
 * Reads an exception at some days or times: 'except 6am-9am', '(excluding public holidays)', 'except 6am-9am, when
 * dogs can be off leash'. What applies then is the opposite of the rules, if the text does not say.
 */
const readTimedException = (cursor: Cursor, draft: LeashDraft, rules: readonly LeashRule[]) =>
  cursor.attempt(() => {
    const { subject } = rules[0]!
    const inBrackets = cursor.acceptMark('(')
    if (!inBrackets) cursor.acceptMark(',')
    if (!cursor.acceptWord('except', 'excluding') && !cursor.acceptPhrase('but not', 'other than'))
      return undefined
    const isAmbiguous = PERMITS.has(subject) && isAmbiguousException(cursor)
    const timings = readTimings(cursor, draft.rules, OPPOSITE[subject])
    const stated = timings && readStatedException(cursor)
    if (timings === undefined || (stated ? stated.subject === subject : isAmbiguous)) return undefined
    if (inBrackets && !cursor.acceptMark(')')) return undefined
    const exceptions = timings.flatMap(({ when, spans }) =>
      rules.map((rule) =>
        createRule(
          stated ?? { subject: OPPOSITE[subject], note: null },
          { when: [...rule.when, ...when], spans },
          { scope: stated ? 'stated-exception' : 'exception' },
        ),
      ),
    )
    // 'Fri 9pm-Sun 9pm except Saturdays' is an exception on one of the three days.
    const possible = exceptions.filter(({ when }) => !isImpossible(when))
    return possible.length > 0 ? possible : exceptions
  })

const readStatedException = (cursor: Cursor) =>
  cursor.attempt(() => {
    cursor.acceptMark(',')
    return cursor.acceptWord('when') ? readSubject(cursor) : undefined
  })

/**
 * Accepts the comma in 'no dogs, 9am-5pm'. In 'off-leash, 9am-5pm on leash' it separates two rules.
 */
function acceptCommaBeforeTimings(cursor: Cursor, rules: readonly LeashRule[], subject: Subject) {
  if (cursor.peek()?.text !== ',') return
  const isSeparate = cursor.lookAhead(() => {
    cursor.position += 1
    return readTimings(cursor, rules, subject) === undefined || readSubject(cursor) !== undefined
  })
  if (!isSeparate) cursor.position += 1
}

/** Reads a rule: what it is about and when it applies, in either order, or only one of them. */
function readRule(cursor: Cursor, draft: LeashDraft): LeashDraft | undefined {
  const start = cursor.position
  const isForPart = cursor.acceptWord('part', 'parts')
  const isThen = cursor.acceptWord('then')
  const otherBefore = readOther(cursor)
  if (otherBefore !== undefined) cursor.acceptMark(':', ',')
  const subject = readSubject(cursor)
  const other = otherBefore ?? (subject && readOther(cursor)) ?? (isThen ? 'times' : undefined)
  const timings = other === undefined ? readRuleTimings(cursor, draft.rules, subject) : undefined
  if (timings !== undefined) return readTimedRule(cursor, draft, subject, timings, start, isForPart)
  if (subject === undefined || isForPart) return undefined
  return other === undefined
    ? readUntimedRule(cursor, draft, subject, start)
    : withRules(draft, [ruleForOther(other, subject, draft.header)], subject.subject)
}

/** The rule for what no other rule names. Below a heading, 'other times' are those of its days. */
function ruleForOther(other: 'times' | 'dates', subject: ReadSubject, header: When | null): LeashRule {
  const isForHeader = other === 'times' && header !== null && header.length > 0
  return createRule(
    subject,
    { when: isForHeader ? header : [], spans: NO_HOURS },
    { scope: isForHeader ? 'other-times' : other === 'times' ? 'all-other-times' : 'all-other-dates' },
  )
}

function readRuleTimings(
  cursor: Cursor,
  rules: readonly LeashRule[],
  subject: ReadSubject | undefined,
): Timing[] | undefined {
  if (subject !== undefined) acceptCommaBeforeTimings(cursor, rules, subject.subject)
  return (
    readWeekTimings(cursor) ??
    (subject && readTimingsInBrackets(cursor, rules, subject.subject)) ??
    readTimings(cursor, rules, subject?.subject ?? 'times')
  )
}

/** Reads the rest of a rule without days and hours: 'on leash', 'on leash near the shared trail'. */
function readUntimedRule(
  cursor: Cursor,
  draft: LeashDraft,
  subject: ReadSubject,
  start: number,
): LeashDraft | undefined {
  // 'On leash near the shared trail' and 'Off-leash trial when not in use' are conditions of place or occasion,
  // not rules for the whole park.
  const limit = cursor.attempt(() => {
    cursor.acceptWord('trial')
    return readLimit(cursor, startsRule)
  })
  if (limit !== undefined && !(subject.needsHours && PERMITS.has(subject.subject))) {
    const noted = withNote(draft, capitalised(cursor.slice(start, cursor.position)))
    if (draft.rules.length > 0) return { ...noted, subject: subject.subject }
    // In 'no dogs during events; weekends', the days may be those of the events.
    return { ...noted, subject: PERMITS.has(subject.subject) ? 'times' : 'unknown' }
  }
  if (subject.needsHours) return undefined
  return withRulesAndExceptions(cursor, draft, subject, [{ when: [], spans: NO_HOURS }])
}

/** Reads the rest of a rule after its days and hours: '(off-leash 6am-9am) except Mondays'. */
function readTimedRule(
  cursor: Cursor,
  draft: LeashDraft,
  subjectBefore: ReadSubject | undefined,
  timings: readonly Timing[],
  start: number,
  isForPart: boolean,
): LeashDraft | undefined {
  if (subjectBefore?.needsHours && !haveHours(timings)) return undefined
  const stated = subjectBefore ?? readSubjectBehind(cursor)
  const subject = stated ?? { subject: draft.subject, note: null }
  if (subject.subject === 'unknown') return undefined
  const isPermit = PERMITS.has(subject.subject)
  if (stated === undefined && isUnclear(draft, timings)) return undefined
  const complete = withRulesAndExceptions(cursor, draft, subject, timings)
  if (!isForPart && readLimit(cursor, startsRule) === undefined) return complete
  // A rule that allows dogs off the leash only in a part of the park, or on some occasions, says nothing
  // about the rest. The place in 'on leash except noon-1pm on the oval' may be that of the exception.
  const first = draft.rules.length
  if (isPermit || complete.rules.length > first + timings.length) return undefined
  // The rule applies to an unknown part of the park, so the state of the whole park is unknown.
  const rules = complete.rules.map((rule, index) =>
    index < first ? rule : { ...rule, subject: 'unknown' as const },
  )
  return withNote({ ...complete, rules }, capitalised(cursor.slice(start, cursor.position)))
}

/** Whether each has hours that are not the whole day. */
const haveHours = (timings: readonly Timing[]) =>
  timings.every(({ spans }) => spans.some(({ span }) => !isAllDay(span)))

/** Whether it is unclear what days and hours without a subject mean behind the rule before them. */
function isUnclear({ rules, subject, header }: LeashDraft, timings: readonly Timing[]): boolean {
  const last = rules.at(-1)
  if (last === undefined) return false
  // The last hours of 'off-leash except 9am-5pm Saturdays; 9am-1pm Sundays' may be a further exception.
  if (last.subject !== subject && last.scope !== 'all-times') return true
  const isPermit = PERMITS.has(subject)
  // In 'off-leash 6am-9am summer, weekends' it is unclear what applies on the last days.
  if (timings.every(({ spans }) => spans === NO_HOURS)) return last.hours || isPermit
  if (isPermit) return header === null && mayShareDays(last, timings)
  return !continuesRestriction(rules, last, timings)
}

/**
 * Whether hours without days may be for the days of the rule before them: 'before 9am Sat, Sun and after 5pm'. They
 * may be for every day, too.
 */
const mayShareDays = (before: LeashRule, timings: readonly Timing[]) =>
  before.when.length > 0 && timings.some(({ undated }) => undated)

/**
 * Whether hours without a subject are more hours of the restriction before them, as in 'no dogs 9am-5pm summer, 10am-4pm
 * winter'. In 'no dogs on weekends; weekdays before 9am' and 'off-leash 6am-9am, on leash 9am-6pm; weekends 6am-8am' they
 * are off-leash hours.
 */
const continuesRestriction = (
  rules: readonly LeashRule[],
  before: LeashRule,
  timings: readonly Timing[],
): boolean =>
  before.scope === 'own' &&
  before.hours &&
  haveHours(timings) &&
  !rules.some(({ subject, spans }) => PERMITS.has(subject) && !spans.every(isAllDay))

/** Reads the subject of '6am-9am off-leash'. */
const readSubjectBehind = (cursor: Cursor) =>
  cursor.attempt(() => {
    const subject = readSubject(cursor)
    return cursor.isAtClauseEnd || cursor.peek()?.text === 'only' ? subject : undefined
  })

/** Adds a rule for each of the timings, with 'only' and the exceptions that may follow. */
function withRulesAndExceptions(
  cursor: Cursor,
  draft: LeashDraft,
  subject: ReadSubject,
  timings: readonly Timing[],
): LeashDraft {
  const only = cursor.acceptWord('only')
  const rules = timings.map(({ when, spans }) =>
    createRule(subject, { when: withHeader(draft.header, when), spans }, { only }),
  )
  const ofLastRule = rules.every(isDuty) ? draft.subject : subject.subject
  return withExceptions(cursor, withRules(draft, rules, ofLastRule), rules)
}

/**
 * Reads what may follow a rule in brackets: '(on leash at all other times)', '(off leash before 9am)', '(except during
 * sport)'.
 */
function readInBrackets(cursor: Cursor, draft: LeashDraft): LeashDraft | undefined {
  if (cursor.lookAhead(() => readOther(cursor) ?? readSubject(cursor)) !== undefined) {
    const read = readRule(cursor, draft)
    // Of 'off-leash 6am-9am (on leash)', one half must be wrong.
    return read?.rules.slice(draft.rules.length).every(({ scope }) => scope !== 'all-times')
      ? { ...read, subject: draft.subject }
      : undefined
  }
  const readCondition = cursor.peek()?.text === 'not' ? readNote : readException
  const note = readCondition(cursor, startsRule)
  return note === undefined ? undefined : withNote(draft, note)
}

/** Reads a note, 'seasonal' or a rule, with what follows it in brackets. */
function readStatement(cursor: Cursor, draft: LeashDraft): LeashDraft | undefined {
  const note = readNote(cursor, startsRule)
  const read =
    note !== undefined
      ? withNote(draft, note)
      : cursor.acceptWord('seasonal', 'seasonally')
        ? { ...withNote(draft, 'Seasonal'), vague: true }
        : readRule(cursor, draft)
  if (read === undefined || !cursor.acceptMark('(')) return read
  const inBrackets = readInBrackets(cursor, read)
  return cursor.acceptMark(')') ? inBrackets : undefined
}

function readClause(cursor: Cursor, draft: LeashDraft): LeashDraft | undefined {
  const header = cursor.attempt(() => {
    const when = readWhen(cursor)
    return when !== undefined && cursor.acceptMark(':') ? when : undefined
  })
  let read = header === undefined ? draft : { ...draft, header }
  for (;;) {
    const start = cursor.position
    const next = readStatement(cursor, read)
    if (next === undefined || cursor.position === start) return undefined
    read = next
    const joined = cursor.attempt(() => {
      const comma = cursor.acceptMark(',')
      const and = cursor.acceptWord('and', 'but') || cursor.acceptMark('&')
      return (comma || and) && !cursor.isDone ? true : undefined
    })
    if (joined === undefined) return read
  }
}

/** Hours without a subject that may be opening hours: '6am-8pm', but not 'before 9am and after 5pm'. */
const mayBeOpeningHours = ({ spans: [span, ...others] }: LeashRule) =>
  others.length === 0 && hasStart(span!) !== (span!.to === DAY_END)

/**
 * Whether hours off the leash add nothing to hours without a subject on the same days, so that those must be
 * for something else: '6am-9am, 5pm-8pm; off-leash 5pm-8pm'.
 */
const addsNothing = (named: LeashRule, { spans, when }: LeashRule) =>
  named.subject === 'off-leash' &&
  (named.when.length === 0 || JSON.stringify(named.when) === JSON.stringify(when)) &&
  named.spans.every((inner) => spans.some((outer) => mayContain(outer, inner)))

/**
 * Whether the hours of one rule may be for something else than those of another on the same day: in '6am-8pm;
 * off-leash before 9am' the first may be opening hours, and in 'dogs allowed 6am-8pm; off-leash before 9am'
 * they are not off the leash.
 */
const mayDiffer = (one: LeashRule, named: LeashRule) =>
  named.scope === 'own' &&
  named.hours &&
  (one.subject === 'allowed'
    ? one.hours && named.subject === 'off-leash'
    : one.subject === 'times' &&
      named.subject !== 'times' &&
      (mayBeOpeningHours(one) || addsNothing(named, one))) &&
  !isImpossible([...one.when, ...named.when])

/**
 * Whether dogs may have to be on the leash in hours that do not say so: 'dogs allowed 6am-9am, on leash', 'weekends, on
 * leash'.
 */
const mayBeOnLeash = (one: LeashRule, named: LeashRule) =>
  named.scope === 'all-times' &&
  named.subject === 'on-leash' &&
  one.scope !== 'all-times' &&
  (one.subject === 'allowed' || one.subject === 'times')

/** Reads all clauses of a text; `undefined` if any word is not understood. */
function readClauses(cursor: Cursor): LeashDraft | undefined {
  let draft = EMPTY_DRAFT
  while (!cursor.isDone) {
    const read = readClause(cursor, draft)
    if (read === undefined) return undefined
    if (!cursor.isDone && !cursor.acceptMark(';', '.') && !cursor.isAfterFullStop) return undefined
    draft = read
  }
  return draft
}

/** Reads a text about leash hours; `null` if any word is not understood or a rule is for no day at all. */
export function readLeash(text: string): Leash | null {
  if (text.length > TEXT_MAX_LENGTH) return null
  const draft = readClauses(new Cursor(text))
  if (draft === undefined || (draft.rules.length === 0 && draft.notes.length === 0)) return null
  const rules: LeashRule[] = []
  for (const rule of draft.rules) {
    const when = withoutMonthsOfSeason(rule.when, !PERMITS.has(rule.subject))
    if (when === null) return null
    if (!isDuty(rule)) rules.push({ ...rule, when })
  }
  const whens = rules.map(({ when }) => when)
  if (whens.some(isImpossible)) return null
  if (rules.some((one) => rules.some((other) => mayDiffer(one, other) || mayBeOnLeash(one, other))))
    return null
  pairSeasons(whens)
  const notes = [
    ...draft.notes,
    ...(rules.length < draft.rules.length ? [CONTROL_NOTE] : []),
    ...(whens.some(namesPublicHolidays) ? [LEASH_HOLIDAY_NOTE] : []),
  ]
  return {
    rules,
    notes: [...new Set(notes)],
    vague: draft.vague,
    seasonal: whens.some(isSeasonal),
    uncertainDays: uncertainDaysIn(whens),
  }
}

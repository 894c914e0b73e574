import { uncertainDaysIn } from './calendar.ts'
import type { Leash, LeashRule } from './leash-rule.ts'
import { CONTROL_NOTE, OPPOSITE, PERMITS, readOther, readSubject, startsRule } from './leash-subject.ts'
import type { ReadSubject, Subject } from './leash-subject.ts'
import { readTimings, readTimingsInBrackets, readWeekRange, NO_HOURS } from './leash-timings.ts'
import type { Timing } from './leash-timings.ts'
import { isImpossible } from './possible-days.ts'
import type { ReadSpan } from './read-clock.ts'
import { hasStart, mayContain, readSpans } from './read-clock.ts'
import { readWhen, withoutMonthsOfSeason } from './read-days.ts'
import { readLimit, readException, readNote } from './read-note.ts'
import { isSeasonal, pairSeasons, namesPublicHolidays } from './read-opening.ts'
import type { Anchor, When } from './rule.ts'
import { DAY_END, isAllDay } from './rule.ts'
import { Cursor, TEXT_MAX_LENGTH } from './tokens.ts'
import { capitalised } from '../model/text.ts'

const LEASH_HOLIDAY_NOTE = 'May differ on public holidays.'

/** What has been read of a text. `header`: days that the following rules are for. `subject`: that of the last rule. */
interface LeashDraft {
  rules: LeashRule[]
  notes: string[]
  vague: boolean
  header: When | null
  subject: Subject | null
}

const hasDates = (when: When) => when.some((group) => group.every(({ kind }) => kind !== 'weekdays'))

function withHeader(draft: LeashDraft, when: When): When {
  if (draft.header === null || hasDates(when)) return when
  return [...draft.header, ...when]
}

function addRule(
  draft: LeashDraft,
  { subject, note, allows = false }: ReadSubject,
  when: When,
  spans: readonly ReadSpan[],
  fields: Partial<LeashRule> = {},
) {
  const isAlways = when.length === 0 && spans.every(({ span }) => isAllDay(span))
  draft.rules.push({
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
  })
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
 * range first, is clear.
 */
function isAmbiguousException(cursor: Cursor): boolean {
  const { days, hours, daysBehind } = cursor.lookAhead(() => {
    const days = readWhen(cursor)
    cursor.acceptMark(':', ',')
    const hours = readSpans(cursor)
    return { days, hours, daysBehind: days ?? (hours && readWhen(cursor)) }
  })
  if (hours === undefined) return false
  if (days !== undefined && days.length > 0) return true
  const open = hours.some(({ span }) => !isAllDay(span) && (isMidnight(span.from) || isMidnight(span.to)))
  return open && daysBehind !== undefined && daysBehind.length > 0
}

/** Reads what may follow a rule: 'only', exceptions with their own times, notes. */
function readTail(cursor: Cursor, draft: LeashDraft, subject: Subject, when: When): { only: boolean } {
  const only = cursor.acceptWord('only')
  for (;;) {
    const note = readException(cursor, startsRule)
    if (note !== undefined) {
      draft.notes.push(note)
      continue
    }
    const exception = readTimedException(cursor, draft, subject)
    if (exception === undefined) return { only }
    for (const timing of exception.timings) {
      addRule(draft, exception.subject, [...when, ...timing.when], timing.spans, { scope: exception.scope })
    }
  }
}

/**
 * Reads an exception at some days or times: 'except 6am-9am', '(excluding public holidays)', 'except 6am-9am, when
 * dogs can be off leash'. What applies then is the opposite of the rule, if the text does not say.
 */
const readTimedException = (cursor: Cursor, draft: LeashDraft, subject: Subject) =>
  cursor.attempt(() => {
    const inBrackets = cursor.acceptMark('(')
    if (!inBrackets) cursor.acceptMark(',')
    if (!cursor.acceptWord('except', 'excluding') && !cursor.acceptPhrase('but not', 'other than'))
      return undefined
    const isAmbiguous = PERMITS.has(subject) && isAmbiguousException(cursor)
    const timings = readTimings(cursor, draft.rules, OPPOSITE[subject])
    const stated = timings && readStatedException(cursor)
    if (timings === undefined || (stated ? stated.subject === subject : isAmbiguous)) return undefined
    if (inBrackets && !cursor.acceptMark(')')) return undefined
    return {
      timings,
      subject: stated ?? { subject: OPPOSITE[subject], note: null },
      scope: stated ? ('stated-exception' as const) : ('exception' as const),
    }
  })

const readStatedException = (cursor: Cursor) =>
  cursor.attempt(() => {
    cursor.acceptMark(',')
    return cursor.acceptWord('when') ? readSubject(cursor) : undefined
  })

/**
 * Accepts the comma in 'no dogs, 9am-5pm'. In 'off-leash, 9am-5pm on leash' it separates two rules.
 */
function acceptCommaBeforeTimings(cursor: Cursor, draft: LeashDraft, subject: Subject) {
  if (cursor.peek()?.text !== ',') return
  const isSeparate = cursor.lookAhead(() => {
    cursor.position += 1
    return readTimings(cursor, draft.rules, subject) === undefined || readSubject(cursor) !== undefined
  })
  if (!isSeparate) cursor.position += 1
}

function readRule(cursor: Cursor, draft: LeashDraft): true | undefined {
  const first = cursor.position
  const part = cursor.acceptWord('part', 'parts')
  const then = cursor.acceptWord('then')
  const leadingOther = readOther(cursor)
  if (leadingOther !== undefined) cursor.acceptMark(':', ',')
  const read = readSubject(cursor)
  const subjectBefore = draft.subject
  if (read !== undefined) draft.subject = read.subject
  const subject = read ?? { subject: draft.subject ?? 'times', note: null }
  const other =
    leadingOther ?? (read === undefined ? undefined : readOther(cursor)) ?? (then ? 'times' : undefined)
  if (other !== undefined) {
    if (read === undefined || part) return undefined
    const inHeader = other === 'times' && draft.header !== null && draft.header.length > 0
    addRule(draft, subject, inHeader ? draft.header! : [], NO_HOURS, {
      scope: inHeader ? 'other-times' : other === 'times' ? 'all-other-times' : 'all-other-dates',
    })
    return true
  }
  if (read !== undefined) acceptCommaBeforeTimings(cursor, draft, read.subject)
  const week = readWeekRange(cursor)
  const joined =
    week !== undefined &&
    cursor.attempt(() =>
      cursor.acceptWord('and') || cursor.acceptMark('&', ',') ? readWhen(cursor) : undefined,
    )
  const timings: Timing[] | undefined =
    week === undefined
      ? ((read && readTimingsInBrackets(cursor, draft.rules, read.subject)) ??
        readTimings(cursor, draft.rules, read?.subject ?? 'times'))
      : [
          ...week.map(({ when, span }) => ({ when, spans: [{ span, doubt: null }] })),
          ...(joined ? [{ when: joined, spans: NO_HOURS }] : []),
        ]
  if (timings === undefined) {
    if (read === undefined || part) return undefined
    // 'On leash near the shared trail' and 'Off-leash trial when not in use' are conditions of place or occasion,
    // not rules for the whole park.
    const limit = cursor.attempt(() => {
      cursor.acceptWord('trial')
      return readLimit(cursor, startsRule)
    })
    if (limit !== undefined && !(read.needsHours && PERMITS.has(read.subject))) {
      draft.notes.push(capitalised(cursor.slice(first, cursor.position)))
      if (draft.rules.length === 0) draft.subject = null
      return true
    }
    if (read.needsHours) return undefined
    addRule(draft, subject, withHeader(draft, []), NO_HOURS)
    const rule = draft.rules.at(-1)!
    rule.only = readTail(cursor, draft, subject.subject, withHeader(draft, [])).only
    if (isDuty(rule)) draft.subject = subjectBefore
    return true
  }
  if (read?.needsHours && !timings.every(({ spans }) => spans.some(({ span }) => !isAllDay(span))))
    return undefined
  // '6am-9am off-leash': the subject follows the times.
  const subjectAfter =
    read === undefined
      ? cursor.attempt(() => {
          const named = readSubject(cursor)
          return named !== undefined && (cursor.isAtClauseEnd || cursor.peek()?.text === 'only')
            ? named
            : undefined
        })
      : undefined
  if (subjectAfter !== undefined) draft.subject = subjectAfter.subject
  const ruleSubject = subjectAfter ?? subject
  // In 'off-leash 6am-9am summer, weekends' it is unclear what applies on the last days.
  const last = draft.rules.at(-1)
  if (
    last !== undefined &&
    (last.hours || PERMITS.has(ruleSubject.subject)) &&
    (read ?? subjectAfter) === undefined &&
    timings.every(({ spans }) => spans === NO_HOURS)
  )
    return undefined
  const ownTimings = timings.map((timing) => ({ ...timing, when: withHeader(draft, timing.when) }))
  const before = draft.rules.length
  for (const { when, spans } of ownTimings) addRule(draft, ruleSubject, when, spans)
  const made = draft.rules.slice(before)
  if (made.every(isDuty)) draft.subject = subjectBefore
  const { only } = readTail(
    cursor,
    draft,
    ruleSubject.subject,
    ownTimings.length === 1 ? ownTimings[0]!.when : [],
  )
  const limited = part || readLimit(cursor, startsRule) !== undefined
  // A rule that allows dogs off the leash only in a part of the park, or on some occasions, says nothing
  // about the rest.
  if (limited && ruleSubject.subject !== 'on-leash' && ruleSubject.subject !== 'no-dogs') return undefined
  for (const rule of made) {
    rule.only = only
    // The rule applies to an unknown part of the park, so the state of the whole park is unknown.
    if (limited) rule.subject = 'unknown'
  }
  if (limited) draft.notes.push(capitalised(cursor.slice(first, cursor.position)))
  return true
}

/**
 * Reads what may follow a rule in brackets: '(on leash at all other times)', '(off leash before 9am)', '(except during
 * sport)'.
 */
function readInBrackets(cursor: Cursor, draft: LeashDraft): boolean {
  if (cursor.lookAhead(() => readOther(cursor) ?? readSubject(cursor)) !== undefined) {
    const { subject } = draft
    const count = draft.rules.length
    const isRead = readRule(cursor, draft) !== undefined
    draft.subject = subject
    // Of 'off-leash 6am-9am (on leash)', one half must be wrong.
    return isRead && draft.rules.slice(count).every(({ scope }) => scope !== 'all-times')
  }
  const read = cursor.peek()?.text === 'not' ? readNote : readException
  const note = read(cursor, startsRule)
  if (note !== undefined) draft.notes.push(note)
  return note !== undefined
}

function readClause(cursor: Cursor, draft: LeashDraft): true | undefined {
  const header = cursor.attempt(() => {
    const when = readWhen(cursor)
    return when !== undefined && cursor.acceptMark(':') ? when : undefined
  })
  if (header !== undefined) draft.header = header
  for (;;) {
    const start = cursor.position
    const note = readNote(cursor, startsRule)
    if (note !== undefined) draft.notes.push(note)
    else if (cursor.acceptWord('seasonal', 'seasonally')) {
      draft.vague = true
      draft.notes.push('Seasonal')
    } else if (readRule(cursor, draft) === undefined) return undefined
    if (cursor.position === start) return undefined
    if (cursor.acceptMark('(') && !(readInBrackets(cursor, draft) && cursor.acceptMark(')'))) return undefined
    const joined = cursor.attempt(() => {
      const comma = cursor.acceptMark(',')
      const and = cursor.acceptWord('and', 'but') || cursor.acceptMark('&')
      return (comma || and) && !cursor.isDone ? true : undefined
    })
    if (joined === undefined) return true
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

/** Reads a text about leash hours; `null` if any word is not understood or a rule is for no day at all. */
export function readLeash(text: string): Leash | null {
  if (text.length > TEXT_MAX_LENGTH) return null
  const cursor = new Cursor(text)
  const draft: LeashDraft = { rules: [], notes: [], vague: false, header: null, subject: null }
  while (!cursor.isDone) {
    if (readClause(cursor, draft) === undefined) return null
    if (!cursor.isDone && !cursor.acceptMark(';', '.') && !cursor.isAfterFullStop) return null
  }
  if (draft.rules.length === 0 && draft.notes.length === 0) return null
  const rules: LeashRule[] = []
  for (const rule of draft.rules) {
    const when = withoutMonthsOfSeason(rule.when, !PERMITS.has(rule.subject))
    if (when === null) return null
    if (!isDuty(rule)) rules.push({ ...rule, when })
  }
  if (rules.length < draft.rules.length) draft.notes.push(CONTROL_NOTE)
  const whens = rules.map(({ when }) => when)
  if (whens.some(isImpossible)) return null
  if (rules.some((one) => rules.some((other) => mayDiffer(one, other)))) return null
  pairSeasons(whens)
  const holidays = whens.some(namesPublicHolidays)
  return {
    rules,
    notes: [...new Set(holidays ? [...draft.notes, LEASH_HOLIDAY_NOTE] : draft.notes)],
    vague: draft.vague,
    seasonal: whens.some(isSeasonal),
    uncertainDays: uncertainDaysIn(whens),
  }
}

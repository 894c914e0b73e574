import type { UncertainDay } from './calendar.ts'
import { uncertainDaysIn } from './calendar.ts'
import type { ReadSpan } from './read-clock.ts'
import { hasStart, mayContain, readClock, readSpans } from './read-clock.ts'
import { isImpossible } from './possible-days.ts'
import { areRanges, combineDays, readWeekday, readWhen, withoutMonthsOfSeason } from './read-days.ts'
import { readLimit, readException, readNote } from './read-note.ts'
import { isSeasonal, pairSeasons, namesPublicHolidays } from './read-opening.ts'
import type { Anchor, Span, When } from './rule.ts'
import { ALL_DAY, DAY_END, isAllDay, MIDNIGHT } from './rule.ts'
import { Cursor, TEXT_MAX_LENGTH } from './tokens.ts'

/**
 * What a rule is about. 'allowed': dogs are allowed, on or off the leash depending on the park's access.
 * 'times': only times are given. 'control': dogs must be under effective control, which means off the leash in
 * some states only.
 */
export type Subject = 'off-leash' | 'on-leash' | 'no-dogs' | 'allowed' | 'times' | 'control' | 'unknown'

/**
 * What a rule covers: 'exception' is an exception from another rule, 'stated-exception' one that says what applies
 * instead, 'own' its own days and hours, 'other-times' the other hours of some days, 'all-times' everything,
 * 'all-other-times' and 'all-other-dates' what no other rule names.
 */
export type RuleScope =
  | 'exception'
  | 'stated-exception'
  | 'own'
  | 'other-times'
  | 'all-times'
  | 'all-other-times'
  | 'all-other-dates'

/** Subjects that allow dogs off the leash, or at all. */
export const PERMITS: ReadonlySet<Subject> = new Set(['off-leash', 'allowed', 'times', 'control'])

export interface LeashRule {
  subject: Subject
  when: When
  /** Never empty; {@link ALL_DAY} for whole days. */
  spans: readonly Span[]
  doubts: readonly Span[]
  /** Whether the text gives hours, even 'all day'. Otherwise {@link spans} is the whole day. */
  hours: boolean
  scope: RuleScope
  /** Whether 'only' follows the rule, which implies something else for other times. */
  only: boolean
  /** Whether the rule says when dogs are allowed, on the leash. */
  allows: boolean
  /** A condition of this rule. */
  note: string | null
}

/** A completely understood text about leash hours. */
export interface Leash {
  rules: readonly LeashRule[]
  notes: readonly string[]
  /** The text only says that the hours vary. */
  vague: boolean
  seasonal: boolean
  uncertainDays: readonly UncertainDay[]
}

const LEASH_HOLIDAY_NOTE = 'May differ on public holidays.'
const CONTROL_NOTE = 'Under effective control'

interface LeashDraft {
  rules: LeashRule[]
  notes: string[]
  vague: boolean
  header: When | null
  subject: Subject | null
}
interface ReadSubject {
  subject: Subject
  note: string | null
  /** Whether the text says that dogs are allowed: 'dogs allowed on leash'. */
  allows?: boolean
  /** Whether it is a rule only with hours: 'timed off-leash', 'no off-leash'. */
  needsHours?: boolean
}

const OFF = [
  'off leash',
  'off lead',
  'offleash',
  'off the leash',
  'off the lead',
  'leash free',
  'lead free',
  'unleashed',
  'off a leash',
  'off a lead',
]
const ON = [
  'on leash',
  'on lead',
  'onleash',
  'on a leash',
  'on a lead',
  'on the leash',
  'on the lead',
  'leashed',
  'leash required',
  'leashes required',
]
/** What may follow 'off leash' and says no more. */
const AFTER_LEASH = ['dog', 'dogs', 'exercise', 'access', 'area', 'areas', 'park', 'beach']
const NONE = [
  'no dogs allowed',
  'no dogs permitted',
  'no dogs',
  'no dog access',
  'dogs not allowed',
  'dogs not permitted',
  'dogs prohibited',
  'dogs banned',
  'dogs are prohibited',
  'dogs are not allowed',
  'dogs are not permitted',
  'dogs are banned',
  'dog prohibited',
  'prohibited',
]
const ALLOWED = [
  'open to dogs',
  'dogs allowed',
  'dogs permitted',
  'dogs welcome',
  'dogs are allowed',
  'dogs are permitted',
  'dogs are welcome',
]
const CONTROL = 'under effective control'
const VOICE_CONTROL = 'under effective voice control'

function readSubject(cursor: Cursor): ReadSubject | undefined {
  const subject = readSubjectWords(cursor)
  if (subject !== undefined) cursor.acceptMark(':', '-')
  return subject
}

function readSubjectWords(cursor: Cursor): ReadSubject | undefined {
  return cursor.attempt(() => {
    if (cursor.acceptPhrase(...NONE)) return { subject: 'no-dogs', note: null }
    const timed = cursor.acceptPhrase('timed', 'time restricted', 'timeshare')
    const open = cursor.acceptPhrase(...ALLOWED)
    if (open) cursor.acceptPhrase('to be')
    else if (cursor.acceptWord('dogs', 'dog', 'they')) {
      cursor.acceptPhrase('must be kept', 'must be', 'may be', 'can be', 'to be', 'are', 'kept')
      cursor.acceptWord('exercised')
    }
    const negated = cursor.acceptWord('no', 'not')
    const subject: Subject | undefined = cursor.acceptPhrase(...OFF)
      ? negated
        ? 'on-leash'
        : 'off-leash'
      : !negated && cursor.acceptPhrase(...ON)
        ? 'on-leash'
        : undefined
    if (subject !== undefined) {
      while (cursor.acceptWord(...AFTER_LEASH));
      const allowed = cursor.acceptWord('allowed', 'permitted')
      if (!allowed) cursor.acceptWord('times', 'hours')
      const controlled = subject === 'off-leash' && cursor.acceptPhrase(VOICE_CONTROL, CONTROL)
      return {
        subject,
        note: controlled ? CONTROL_NOTE : null,
        allows: !negated && (open || allowed),
        needsHours: timed || negated,
      }
    }
    if (timed || negated) return undefined
    if (cursor.acceptPhrase(VOICE_CONTROL)) return { subject: 'off-leash', note: CONTROL_NOTE }
    if (cursor.acceptPhrase(CONTROL)) return { subject: 'control', note: CONTROL_NOTE }
    return open ? { subject: 'allowed', note: null } : undefined
  })
}

/** What `read` returns at the position of the cursor, which stays there. */
function lookAhead<T>(cursor: Cursor, read: () => T): T {
  const start = cursor.position
  const result = read()
  cursor.position = start
  return result
}

const startsRule = (cursor: Cursor) =>
  lookAhead(cursor, () => {
    cursor.position += 1
    cursor.acceptWord('and', 'but', 'then')
    return readSubject(cursor) !== undefined
  })

const atEnd = (cursor: Cursor) => {
  const token = cursor.peek()
  return token === undefined || /^[;.,/)]$/.test(token.text)
}

const OTHER_TIMES = [
  'at other times',
  'at all other times',
  'all other times',
  'other times',
  'otherwise',
  'outside these times',
  'outside these hours',
  'outside of these hours',
]
const OTHER_DATES = [
  'all other dates',
  'at all other dates',
  'on all other dates',
  'other dates',
  'all other days',
  'on all other days',
  'on other days',
  'rest of the year',
  'the rest of the year',
  'for the rest of the year',
  'all other months',
  'other months',
]

function readOther(cursor: Cursor): 'times' | 'dates' | undefined {
  return cursor.acceptPhrase(...OTHER_TIMES)
    ? 'times'
    : cursor.acceptPhrase(...OTHER_DATES)
      ? 'dates'
      : undefined
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
    hours: spans !== WHOLE,
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

const WHOLE: readonly ReadSpan[] = [{ span: ALL_DAY, doubt: null }]

/**
 * Reads 'Fri 9pm-Sun 9pm' as the evening of the first day, the whole days in between and the morning of the
 * last day.
 */
function readWeekRange(cursor: Cursor): { when: When; span: Span }[] | undefined {
  return cursor.attempt(() => {
    const firstDay = readWeekday(cursor)
    const from = firstDay === undefined ? undefined : readClock(cursor, false)
    if (from === undefined || !cursor.acceptTo()) return undefined
    const lastDay = readWeekday(cursor)
    const to = lastDay === undefined ? undefined : readClock(cursor, true)
    if (to === undefined || firstDay === lastDay) return undefined
    const part = (mask: number, start: Anchor, end: Anchor) => ({
      when: [[{ kind: 'weekdays' as const, mask }]],
      span: { from: start, to: end, overnight: false },
    })
    let between = 0
    for (let day = (firstDay! + 1) % 7; day !== lastDay; day = (day + 1) % 7) between |= 1 << day
    return [
      part(1 << firstDay!, from, DAY_END),
      ...(between === 0 ? [] : [part(between, MIDNIGHT, DAY_END)]),
      part(1 << lastDay!, MIDNIGHT, to),
    ]
  })
}

interface Timing {
  when: When
  spans: readonly ReadSpan[]
}

/** Reads the days and times of a rule; several if alternatives are separated by '/'. */
function readTimings(cursor: Cursor, { rules }: LeashDraft, subject: Subject): Timing[] | undefined {
  const permitted = rules.filter((rule) => PERMITS.has(rule.subject)).flatMap(({ spans }) => spans)
  // A restriction from midnight is the stricter reading.
  const options = PERMITS.has(subject) ? { earlier: permitted } : {}
  return cursor.attempt(() => {
    // 'Off leash 6am-6pm; until 8pm in summer' is a later end, so 'until' is no range of its own.
    const untilFromMidnight = !rules.some(({ spans }) => spans.some(hasStart))
    const before = readWhen(cursor)
    const beforeComma = cursor.position
    const comma = before !== undefined && !cursor.acceptMark(':') && cursor.acceptMark(',')
    const spans = readSpans(cursor, { ...options, separateOverlapping: true, untilFromMidnight })
    const withoutHours = () => {
      cursor.position = beforeComma
      return before === undefined ? undefined : [{ when: before, spans: WHOLE }]
    }
    if (spans === undefined) return withoutHours()
    const readAllDays = () => combineDays([...(before ?? []), ...(readLaterWhen(cursor, before) ?? [])])
    const next = cursor.peek()
    const when = readAllDays()
    if (when === undefined) return undefined
    // In 'Sundays, 6am-9am Mon-Fri' the hours are for other days than Sundays. In 'Sundays, 6am-9am in summer' that
    // is unclear.
    if (comma && cursor.peek() !== next && next?.text !== ',')
      return isImpossible(when) ? withoutHours() : undefined
    const first: Timing = { when, spans }
    const timings = [first]
    const readAlternative = () =>
      readSpans(cursor, {
        ...(options.earlier && { earlier: [...permitted, ...spans.map(({ span }) => span)] }),
        separateOverlapping: true,
        untilFromMidnight: untilFromMidnight && !spans.some(({ span }) => hasStart(span)),
      })
    // 'before 9am and after 4pm (winter) / after 6pm (daylight saving)': the alternative replaces the last
    // range; the mornings remain.
    const add = (alternative: readonly ReadSpan[], days: When) => {
      const kept = first.spans.slice(0, Math.max(0, first.spans.length - alternative.length))
      timings.push({ when: days, spans: [...kept, ...alternative] })
    }
    const inBrackets = readHoursInBrackets(cursor, spans.at(-1)!, readAlternative)
    const daysInBrackets = inBrackets && combineDays([...(before ?? []), ...inBrackets.when])
    if (daysInBrackets) add(inBrackets.spans, daysInBrackets)
    while (cursor.acceptMark('/')) {
      const alternative = readAlternative()
      const days = alternative && readAllDays()
      if (days === undefined) return undefined
      add(alternative!, days)
    }
    return timings
  })
}

/**
 * Reads the other hours of some days in brackets: '(after 6pm in summer)', '(6pm in summer)'. `undefined` if the hours
 * go on behind them: in 'before 9am (10am in winter) and after 5pm', those are for winter too.
 * @param last the range before the brackets
 * @param readAlternative reads ranges instead of that one
 */
const readHoursInBrackets = (
  cursor: Cursor,
  last: ReadSpan,
  readAlternative: () => ReadSpan[] | undefined,
): Timing | undefined =>
  cursor.attempt(() => {
    if (!cursor.acceptMark('(')) return undefined
    const spans = readAlternative() ?? readTimeInstead(cursor, last)
    const when = spans && readWhen(cursor)
    if (when === undefined || !cursor.acceptMark(')')) return undefined
    const end = cursor.position
    const isJoined = cursor.acceptMark(',', '&') || cursor.acceptWord('and')
    if (isJoined && readAlternative() !== undefined) return undefined
    cursor.position = end
    return { when, spans: spans! }
  })

/** Reads the time that a range without an end, or without a start, has instead on other days: '(6pm in summer)'. */
const readTimeInstead = (cursor: Cursor, { span }: ReadSpan): ReadSpan[] | undefined => {
  const isAfter = hasStart(span) && span.to === DAY_END
  const isBefore = !hasStart(span) && span.to !== DAY_END
  const time = isAfter || isBefore ? readClock(cursor, isBefore) : undefined
  return time && [{ span: { ...span, ...(isAfter ? { from: time } : { to: time }) }, doubt: null }]
}

/**
 * Reads days after the times; after a comma only if nothing follows that they could belong to, and if they
 * cannot be the next item of a list that begins with the days `before` the times.
 */
function readLaterWhen(cursor: Cursor, before: When = []): When | undefined {
  return (
    readWhen(cursor) ??
    cursor.attempt(() => {
      if (!cursor.acceptMark(',')) return undefined
      const when = readWhen(cursor)
      const isClear = when !== undefined && (before.length === 0 || areRanges(when))
      return isClear && (atEnd(cursor) || cursor.peek()?.text === 'only') ? when : undefined
    })
  )
}

const OPPOSITE: Readonly<Record<Subject, Subject>> = {
  'off-leash': 'on-leash',
  'on-leash': 'off-leash',
  'no-dogs': 'allowed',
  allowed: 'no-dogs',
  times: 'unknown',
  control: 'unknown',
  unknown: 'unknown',
}

const isMidnight = (anchor: Anchor) => anchor.kind === 'clock' && anchor.minute % 1440 === 0

/**
 * 'Off-leash except in summer before 9am and after 4pm', 'except public holidays 6am-9am', 'except weekends:
 * before 9am': it is unclear whether these are hours on or off the leash. Only 'except 9am-5pm in summer', with a
 * range first, is clear.
 */
function isAmbiguousException(cursor: Cursor): boolean {
  const { days, hours, daysBehind } = lookAhead(cursor, () => {
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
    const timings = readTimings(cursor, draft, OPPOSITE[subject])
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
  const isSeparate = lookAhead(cursor, () => {
    cursor.position += 1
    return readTimings(cursor, draft, subject) === undefined || readSubject(cursor) !== undefined
  })
  if (!isSeparate) cursor.position += 1
}

/** Reads hours in brackets: 'off-leash (before 9am and after 5pm)'. */
const readTimingsInBrackets = (cursor: Cursor, draft: LeashDraft, subject: Subject) =>
  cursor.attempt(() => {
    const timings = cursor.acceptMark('(') ? readTimings(cursor, draft, subject) : undefined
    return timings?.every(({ spans }) => spans !== WHOLE) && cursor.acceptMark(')') ? timings : undefined
  })

function readRule(cursor: Cursor, draft: LeashDraft): true | undefined {
  const first = cursor.position
  const part = cursor.acceptWord('part', 'parts')
  const then = cursor.acceptWord('then')
  const leadingOther = readOther(cursor)
  if (leadingOther !== undefined) cursor.acceptMark(':', ',')
  const read = readSubject(cursor)
  const subjectBefore = draft.subject
  if (read !== undefined) draft.subject = read.subject
  const subject =
    read ??
    (draft.subject === null
      ? { subject: 'times' as const, note: null }
      : { subject: draft.subject, note: null })
  const other =
    leadingOther ?? (read === undefined ? undefined : readOther(cursor)) ?? (then ? 'times' : undefined)
  if (other !== undefined) {
    if (read === undefined || part) return undefined
    const inHeader = other === 'times' && draft.header !== null && draft.header.length > 0
    addRule(draft, subject, inHeader ? draft.header! : [], WHOLE, {
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
      ? ((read && readTimingsInBrackets(cursor, draft, read.subject)) ??
        readTimings(cursor, draft, read?.subject ?? 'times'))
      : [
          ...week.map(({ when, span }) => ({ when, spans: [{ span, doubt: null }] })),
          ...(joined ? [{ when: joined, spans: WHOLE }] : []),
        ]
  if (read?.needsHours && !timings?.every(({ spans }) => spans.some(({ span }) => !isAllDay(span))))
    return undefined
  if (timings === undefined) {
    if (read === undefined || part) return undefined
    // 'On leash near the shared trail' and 'Off-leash trial when not in use' are conditions of place or occasion,
    // not rules for the whole park.
    const limit = cursor.attempt(() => {
      cursor.acceptWord('trial')
      return readLimit(cursor, startsRule)
    })
    if (limit !== undefined) {
      const text = cursor.slice(first, cursor.position)
      draft.notes.push(`${text[0]!.toUpperCase()}${text.slice(1)}`)
      if (draft.rules.length === 0) draft.subject = null
      return true
    }
    addRule(draft, subject, withHeader(draft, []), WHOLE)
    const rule = draft.rules.at(-1)!
    rule.only = readTail(cursor, draft, subject.subject, withHeader(draft, [])).only
    if (isDuty(rule)) draft.subject = subjectBefore
    return true
  }
  // '6am-9am off-leash': the subject follows the times.
  const subjectAfter =
    read === undefined
      ? cursor.attempt(() => {
          const named = readSubject(cursor)
          return named !== undefined && (atEnd(cursor) || cursor.peek()?.text === 'only') ? named : undefined
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
    timings.every(({ spans }) => spans === WHOLE)
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
  const text = cursor.slice(first, cursor.position)
  for (const rule of made) {
    rule.only = only
    // The rule applies to an unknown part of the park, so the state of the whole park is unknown.
    if (limited) rule.subject = 'unknown'
  }
  if (limited) draft.notes.push(`${text[0]!.toUpperCase()}${text.slice(1)}`)
  return true
}

/**
 * Reads what may follow a rule in brackets: '(on leash at all other times)', '(off leash before 9am)', '(except during
 * sport)'.
 */
function readInBrackets(cursor: Cursor, draft: LeashDraft): boolean {
  if (lookAhead(cursor, () => readOther(cursor) ?? readSubject(cursor)) !== undefined) {
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

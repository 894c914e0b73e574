import type { Cursor } from './tokens.ts'

/**
 * What a rule is about. 'allowed': dogs are allowed, on or off the leash depending on the park's access.
 * 'times': only times are given. 'control': dogs must be under effective control, which means off the leash in
 * some states only.
 */
export type Subject = 'off-leash' | 'on-leash' | 'no-dogs' | 'allowed' | 'times' | 'control' | 'unknown'

/** Subjects that allow dogs off the leash, or at all. */
export const PERMITS: ReadonlySet<Subject> = new Set(['off-leash', 'allowed', 'times', 'control'])

/** What applies in an exception from a rule, if the text does not say. */
export const OPPOSITE: Readonly<Record<Subject, Subject>> = {
  'off-leash': 'on-leash',
  'on-leash': 'off-leash',
  'no-dogs': 'allowed',
  allowed: 'no-dogs',
  times: 'unknown',
  control: 'unknown',
  unknown: 'unknown',
}

/** The words at the beginning of a rule. */
export interface ReadSubject {
  subject: Subject
  note: string | null
  /** Whether the text says that dogs are allowed: 'dogs allowed on leash'. */
  allows?: boolean
  /** Whether it is a rule only with hours, or else a condition: 'timed off-leash', 'no off-leash'. */
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

export const CONTROL_NOTE = 'Under effective control'

/** Reads what a rule is about: 'dogs must be on leash', 'off-leash area'. */
export function readSubject(cursor: Cursor): ReadSubject | undefined {
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

/** Whether a rule begins after the next token. */
export const startsRule = (cursor: Cursor) =>
  cursor.lookAhead(() => {
    cursor.position += 1
    cursor.acceptWord('and', 'but', 'then')
    return readSubject(cursor) !== undefined
  })

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

/** Reads 'at all other times' or 'on all other days'. */
export function readOther(cursor: Cursor): 'times' | 'dates' | undefined {
  return cursor.acceptPhrase(...OTHER_TIMES)
    ? 'times'
    : cursor.acceptPhrase(...OTHER_DATES)
      ? 'dates'
      : undefined
}

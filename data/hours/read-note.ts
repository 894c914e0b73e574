import { readSpan } from './read-clock.ts'
import type { Cursor, Token } from './tokens.ts'

/**
 * Limits of place or event ('except during organised sport', 'not in playground area'): they cannot be known from a date, so they are kept
 * as the source words them. One that speaks of times is no note: it must be read as a rule, or the whole text is not understood.
 */

const TIME_WORDS = new Set([
  'day',
  'days',
  'daily',
  'night',
  'nights',
  'evening',
  'evenings',
  'morning',
  'mornings',
  'afternoon',
  'afternoons',
  'hour',
  'hours',
  'hrs',
  'time',
  'times',
  'date',
  'dates',
  'week',
  'weeks',
  'weekly',
  'weekday',
  'weekdays',
  'weekend',
  'weekends',
  'month',
  'months',
  'year',
  'holiday',
  'holidays',
  'season',
  'seasons',
  'seasonal',
  'seasonally',
  'summer',
  'winter',
  'autumn',
  'spring',
  'easter',
  'christmas',
  'daylight',
  'dark',
  'daytime',
  'overnight',
  'sunrise',
  'sunset',
  'dawn',
  'dusk',
  'sunup',
  'sundown',
  'noon',
  'midday',
  'midnight',
  'am',
  'pm',
  'before',
  'after',
  'until',
  'till',
  'from',
  'between',
  'otherwise',
  'other',
  'mon',
  'tue',
  'tues',
  'wed',
  'thu',
  'thur',
  'thurs',
  'fri',
  'sat',
  'sun',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'mondays',
  'tuesdays',
  'wednesdays',
  'thursdays',
  'fridays',
  'saturdays',
  'sundays',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'jan',
  'feb',
  'mar',
  'apr',
  'jun',
  'jul',
  'aug',
  'sep',
  'sept',
  'oct',
  'nov',
  'dec',
])
/** Days of these say nothing of the calendar. */
const EVENTS = new Set(['match', 'game', 'race', 'event', 'market', 'show', 'competition', 'training'])
const LEASH_WORDS = new Set([
  'leash',
  'lead',
  'leashed',
  'unleashed',
  'offleash',
  'dogs',
  'dog',
  'prohibited',
  'except',
  'unless',
])

const GROUNDS = new Set([
  'area',
  'areas',
  'field',
  'fields',
  'oval',
  'ovals',
  'park',
  'reserve',
  'section',
  'sections',
  'side',
  'end',
  'half',
  'sector',
  'zone',
  'zones',
  'ground',
  'grounds',
  'beach',
  'playground',
  'trail',
  'trails',
  'path',
  'paths',
  'paddock',
  'enclosure',
  'wetlands',
  'bushland',
  'foreshore',
  'lawn',
  'sand',
])

const EXCEPTIONS = ['except', 'unless', 'excluding']
const AFTER_EXCEPTION = [
  'during',
  'when',
  'while',
  'if',
  'for',
  'where',
  'in',
  'on',
  'near',
  'within',
  'at',
  'around',
  'booked',
]
const PLACES = ['near', 'on', 'in', 'within', 'around', 'along', 'at', 'inside', 'beside']
const OCCASIONS = ['during', 'when', 'while', 'if', 'where']

const endsClause = (token: Token | undefined) =>
  token === undefined || token.text === ';' || token.text === '.' || token.text === ')'

/** Moves over the words of a note up to the end of its clause. `undefined` when something among them speaks of times or of another rule. */
function skipNoteWords(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): true | undefined {
  const first = cursor.place
  let previous = ''
  for (let token = cursor.peek(); !endsClause(token); token = cursor.peek()) {
    if (token!.text === ',' && startsRule(cursor)) break
    if (token!.kind === 'half' || LEASH_WORDS.has(token!.text)) return undefined
    if (TIME_WORDS.has(token!.text) && !(/^days?$/.test(token!.text) && EVENTS.has(previous)))
      return undefined
    if (
      token!.kind === 'number' &&
      !(previous === 'within' && /^(m|metres?|meters?)$/.test(cursor.peek(1)?.text ?? ''))
    )
      return undefined
    if (token!.kind === 'mark' && !/^[,&'/-]$/.test(token!.text)) return undefined
    previous = token!.text
    cursor.place += 1
  }
  return cursor.place > first ? true : undefined
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** 'except during …', 'unless in use for …'; `startsRule`: whether a rule begins behind the next token. */
export function readException(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): string | undefined {
  const first = cursor.place
  return cursor.attempt(() => {
    cursor.acceptMark(',')
    if (!cursor.acceptWord(...EXCEPTIONS) && !cursor.acceptPhrase('but not')) return undefined
    if (!cursor.acceptWord(...AFTER_EXCEPTION)) return undefined
    // 'within 30 m': the distance needs its word before it.
    cursor.place -= 1
    if (readSpanHere(cursor) || skipNoteWords(cursor, startsRule) === undefined) return undefined
    const text = cursor.slice(first, cursor.place).replace(/^, ?/, '')
    return sentence(text)
  })
}

const readSpanHere = (cursor: Cursor) => {
  const place = cursor.place
  const found = readSpan(cursor) !== undefined
  cursor.place = place
  return found
}

/** What stands behind a rule and binds it to a place or an occasion: 'near the shared trail', 'during organised sport'. */
export function readCircumstance(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): true | undefined {
  return cursor.attempt(() => {
    if (!cursor.acceptWord(...PLACES, ...OCCASIONS)) return undefined
    cursor.place -= 1
    return skipNoteWords(cursor, startsRule)
  })
}

/** A clause that is a note as a whole. */
export function readNote(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): string | undefined {
  const first = cursor.place
  const whole = () => sentence(cursor.slice(first, cursor.place))
  return (
    readException(cursor, startsRule) ??
    cursor.attempt(() => {
      if (!cursor.acceptWord('not') || !cursor.acceptWord(...PLACES)) return undefined
      return skipNoteWords(cursor, startsRule) && whole()
    }) ??
    cursor.attempt(() => {
      if (!cursor.acceptPhrase('part of the', 'parts of the', 'part of')) return undefined
      return skipNoteWords(cursor, startsRule) && whole()
    }) ??
    readGround(cursor, startsRule, whole)
  )
}

/** 'Designated areas only', 'Ovals except during games', 'North area closed to other dogs …'. */
function readGround(
  cursor: Cursor,
  startsRule: (cursor: Cursor) => boolean,
  whole: () => string,
): string | undefined {
  return cursor.attempt(() => {
    let ground = false
    for (let words = 0; words < 6; words++) {
      const token = cursor.peek()
      if (token?.kind !== 'word') return undefined
      if (ground && token.text === 'only') {
        cursor.place += 1
        return endsClause(cursor.peek()) ? whole() : undefined
      }
      if (ground && token.text === 'except')
        return readException(cursor, startsRule) === undefined ? undefined : whole()
      if (ground && token.text === 'closed') {
        while (!endsNote(cursor.peek())) cursor.place += 1
        return whole()
      }
      if (TIME_WORDS.has(token.text) || LEASH_WORDS.has(token.text)) return undefined
      ground ||= GROUNDS.has(token.text)
      cursor.place += 1
    }
    return undefined
  })
}

const endsNote = (token: Token | undefined) => token === undefined || token.text === ';'

import { MONTH_WORDS, WEEKDAY_WORDS } from './day-words.ts'
import { readSpan } from './read-clock.ts'
import type { Cursor, Token } from './tokens.ts'
import { capitalised } from '../model/text.ts'

/**
 * Conditions of place or event ('except during organised sport', 'not in playground area') do not depend on
 * the date, so they are kept in the words of the source. A condition that mentions times is not a note:
 * either it is read as a rule, or the whole text is not understood.
 */

const TIME_WORDS = new Set([
  ...[
    'day daily midweek fortnight night nighttime tonight weeknight twilight nightfall daybreak evening',
    'morning afternoon lunch lunchtime hour hrs time period peak date week weekly weekday weekend month year',
    'holiday hol vacation term semester season seasonal seasonally summer winter autumn spring easter',
    'christmas xmas daylight dark daytime overnight sunrise sunset dawn dusk sunup sundown noon midday',
    'midnight am pm before after until till from between otherwise other',
  ].flatMap((line) => line.split(' ')),
  ...MONTH_WORDS.keys(),
  // The abbreviations of two characters are words of other meanings too: 'we', 'th', 'su'.
  ...[...WEEKDAY_WORDS.keys()].filter((word) => word.length > 2),
])
/** After these words, 'days' does not refer to the calendar ('match days'). */
const EVENTS = new Set('match game race event market show competition training'.split(' '))
const LEASH_WORDS = new Set(
  'leash lead leashed unleashed offleash dogs dog prohibited except unless'.split(' '),
)

/** The grounds that are a part of a park. */
const PARTS = new Set('area section side end half sector zone paddock enclosure'.split(' '))
const GROUNDS = new Set([
  ...PARTS,
  ...'field oval park reserve part ground beach playground trail path wetlands bushland foreshore lawn sand'.split(
    ' ',
  ),
])
const WHOLE_PARK = new Set(['', 'the', 'this', 'whole', 'entire', 'fenced', 'exercise'])

const EXCEPTIONS = ['except', 'unless', 'excluding']
const AFTER_EXCEPTION = [
  ...'during when while whilst if for where in on near within at around'.split(' '),
  ...'booked organised organized formal sport sports sporting'.split(' '),
]
const PLACES = ['near', 'on', 'in', 'within', 'around', 'along', 'at', 'inside', 'beside']
const DIRECTIONS = ['north', 'south', 'east', 'west']
const OCCASIONS = ['during', 'when', 'while', 'whilst', 'if', 'where']

/** Whether the set has the word or its singular. */
const isOneOf = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || words.has(word.replace(/s$/, ''))

const endsClause = (token: Token | undefined) =>
  token === undefined || token.text === ';' || token.text === '.' || token.text === ')'

/**
 * Skips the words of a note up to the end of its clause. `undefined` if they mention times or another rule.
 */
function skipNoteWords(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): true | undefined {
  const first = cursor.position
  let previous = ''
  for (let token = cursor.peek(); !endsClause(token); token = cursor.peek()) {
    if (token!.text === ',' && startsRule(cursor)) break
    if (token!.kind === 'day-period' || LEASH_WORDS.has(token!.text)) return undefined
    if (isOneOf(TIME_WORDS, token!.text) && !(/^days?$/.test(token!.text) && EVENTS.has(previous)))
      return undefined
    if (
      token!.kind === 'number' &&
      !(previous === 'within' && /^(m|metres?|meters?)$/.test(cursor.peek(1)?.text ?? ''))
    )
      return undefined
    if (token!.kind === 'mark' && !/^[,&'/-]$/.test(token!.text)) return undefined
    previous = token!.text
    cursor.position += 1
  }
  return cursor.position > first ? true : undefined
}

/**
 * Reads 'except during …', 'unless in use for …'. `startsRule`: whether a rule begins after the next token.
 */
export function readException(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): string | undefined {
  const first = cursor.position
  return cursor.attempt(() => {
    cursor.acceptMark(',', '-')
    if (!cursor.acceptWord(...EXCEPTIONS) && !cursor.acceptPhrase('but not', 'other than')) return undefined
    if (!cursor.acceptWord(...AFTER_EXCEPTION)) return undefined
    // Goes back one word, because a distance ('within 30 m') is recognised by the word before it.
    cursor.position -= 1
    if (isFollowedBySpan(cursor) || skipNoteWords(cursor, startsRule) === undefined) return undefined
    const text = cursor.slice(first, cursor.position).replace(/^[,-] ?/, '')
    return capitalised(text)
  })
}

const isFollowedBySpan = (cursor: Cursor) => cursor.lookAhead(() => readSpan(cursor) !== undefined)

/** Accepts 'south of'. */
const acceptDirection = (cursor: Cursor) => cursor.acceptWord(...DIRECTIONS) && cursor.acceptWord('of')

/** Accepts the words before a place ('near', 'between', 'south of'); {@link skipNoteWords} reads the place. */
function acceptPreposition(cursor: Cursor): boolean {
  if (!cursor.acceptWord(...PLACES)) return cursor.acceptWord('between') || acceptDirection(cursor)
  // Goes back one word, because a distance ('within 30 m') is recognised by the word before it.
  cursor.position -= 1
  return true
}

/** Reads the place or occasion that limits a rule: 'near the shared trail', 'during organised sport'. */
export function readLimit(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): true | undefined {
  return cursor.attempt(() => {
    if (!cursor.acceptWord(...OCCASIONS) && !acceptPreposition(cursor)) return undefined
    return skipNoteWords(cursor, startsRule)
  })
}

/** Reads a clause that is a note as a whole. */
export function readNote(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): string | undefined {
  const first = cursor.position
  const whole = () => capitalised(cursor.slice(first, cursor.position))
  return (
    readException(cursor, startsRule) ??
    cursor.attempt(() => {
      const isLimit = cursor.acceptWord('not')
        ? cursor.acceptWord('the', ...OCCASIONS) || acceptPreposition(cursor)
        : acceptDirection(cursor)
      return isLimit && skipNoteWords(cursor, startsRule) ? whole() : undefined
    }) ??
    cursor.attempt(() => {
      if (!cursor.acceptPhrase('part of the', 'parts of the', 'part of')) return undefined
      return skipNoteWords(cursor, startsRule) && whole()
    }) ??
    readGround(cursor, startsRule, whole)
  )
}

/**
 * Reads a note about a part of the park: 'Designated areas only', 'Ovals except during games', 'North area
 * closed to other dogs …'.
 */
function readGround(
  cursor: Cursor,
  startsRule: (cursor: Cursor) => boolean,
  whole: () => string,
): string | undefined {
  return cursor.attempt(() => {
    let hasGround = false
    // Whether the words so far name a part of the park: 'North area', but not 'Park' or 'The area'.
    let isPart = false
    let previous = ''
    for (let words = 0; words < 6; words++) {
      // 'South-western area'
      if (words > 0) cursor.acceptMark('-')
      const token = cursor.peek()
      if (token?.kind !== 'word') return undefined
      if (hasGround && token.text === 'only') {
        cursor.position += 1
        // 'South area only, not the fields'
        cursor.attempt(() => {
          if (!cursor.acceptMark(',') || cursor.peek()?.text !== 'not') return undefined
          return readNote(cursor, startsRule)
        })
        return endsClause(cursor.peek()) ? whole() : undefined
      }
      if (hasGround && token.text === 'except')
        return readException(cursor, startsRule) === undefined ? undefined : whole()
      if (token.text === 'closed') return isPart ? readSession(cursor, startsRule) && whole() : undefined
      if (isOneOf(TIME_WORDS, token.text) || LEASH_WORDS.has(token.text)) return undefined
      hasGround ||= isOneOf(GROUNDS, token.text)
      isPart ||= PARTS.has(token.text) && !WHOLE_PARK.has(previous)
      previous = token.text
      cursor.position += 1
    }
    return undefined
  })
}

/**
 * Reads 'closed to other dogs 9am-11am last Sunday of the month (greyhound sessions)', up to the end of the
 * sentence. Any other closure is a rule about the times when dogs are not allowed, so it is not a note.
 */
function readSession(cursor: Cursor, startsRule: (cursor: Cursor) => boolean): true | undefined {
  if (!cursor.acceptPhrase('closed to other dogs')) return undefined
  for (let token = cursor.peek(); token !== undefined; token = cursor.peek()) {
    if (token.text === ';' || token.text === '.' || LEASH_WORDS.has(token.text) || startsRule(cursor))
      return undefined
    cursor.position += 1
    if (token.text !== '(') continue
    const named = cursor.peek()?.kind === 'word' && !LEASH_WORDS.has(cursor.peek()!.text)
    cursor.position += 1
    const closes = named && cursor.acceptWord('session', 'sessions') && cursor.acceptMark(')')
    return closes && endsClause(cursor.peek()) ? true : undefined
  }
  return undefined
}

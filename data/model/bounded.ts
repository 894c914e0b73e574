import * as z from 'zod/mini'

// What every text, list and number that is read from outside is made of: each has a maximum.

/** The largest id of a row that is read: that of a 32-bit signed integer, far beyond what any table here has. */
export const ID_MAX = 2_147_483_647
/** The last instant a Date can hold (ECMA-262, section 21.4.1.1), in milliseconds since 1970; the first one is its negative. */
export const INSTANT_MAX = 8.64e15
/** Most rows that can be left out or asked for by an address. */
export const ROWS_MAX = 10_000_000

export const CONTROL_CHARACTERS = 'Please remove characters that cannot be shown'

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Whether a text has a control character of ASCII: 0 to 31 and 127. `ofLines`: tabs and line ends are none. */
function hasControlCharacter(text: string, ofLines: boolean): boolean {
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code >= 32 && code !== 127) continue
    if (!ofLines || (code !== TAB && code !== LINE_FEED && code !== CARRIAGE_RETURN)) return true
  }
  return false
}

/** Refuses every control character, as in a name. */
export const withoutControls = z.refine<string>(
  (text) => !hasControlCharacter(text, false),
  CONTROL_CHARACTERS,
)
/** Refuses control characters other than tabs and line ends, as in a message. */
export const withoutControlsButLines = z.refine<string>(
  (text) => !hasControlCharacter(text, true),
  CONTROL_CHARACTERS,
)

/** One line of text of at most `most` UTF-16 code units. */
export const lineText = (most: number, tooLong?: string) =>
  z.string().check(z.maxLength(most, tooLong), withoutControls)

/** Text of at most `most` UTF-16 code units, which may have several lines. */
export const linesText = (most: number, tooLong?: string) =>
  z.string().check(z.maxLength(most, tooLong), withoutControlsButLines)

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))

/**
 * A list of at most `most` items. Zod reads all items before it looks at the length, and notes each that is wrong: half a million of them
 * stop the event loop. A list that is too long is refused here before any item is read. To be used as it is: `check` and `clone` make a copy
 * without this rule.
 */
export function list<Item extends z.core.$ZodType>(item: Item, most: number) {
  const schema = z.array(item).check(z.maxLength(most))
  const { _zod: internals } = schema
  const { parse } = internals
  internals.parse = (payload, context) => {
    const { value } = payload
    if (!Array.isArray(value) || value.length <= most) return parse(payload, context)
    payload.issues.push({
      code: 'too_big',
      origin: 'array',
      maximum: most,
      inclusive: true,
      input: value,
      inst: schema,
    })
    return payload
  }
  return schema
}

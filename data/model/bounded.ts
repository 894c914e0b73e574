import * as z from 'zod/mini'

// Building blocks for texts and lists from outside. Each has a maximum. Those for numbers are in numbers.ts, because the
// code of every start needs them.

export const CONTROL_CHARACTERS = 'Please remove characters that cannot be shown'

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Whether a text has an ASCII control character: 0 to 31 or 127. `allowLines`: except tabs and line ends. */
function hasControlCharacter(text: string, allowLines: boolean): boolean {
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code >= 32 && code !== 127) continue
    if (!allowLines || (code !== TAB && code !== LINE_FEED && code !== CARRIAGE_RETURN)) return true
  }
  return false
}

/** Rejects all control characters, as in a name. */
export const withoutControls = z.refine<string>(
  (text) => !hasControlCharacter(text, false),
  CONTROL_CHARACTERS,
)
/** Rejects control characters other than tabs and line ends, as in a message. */
export const withoutControlsButLines = z.refine<string>(
  (text) => !hasControlCharacter(text, true),
  CONTROL_CHARACTERS,
)

/** One line of text of at most `most` characters (Unicode code points). */
export const lineText = (most: number, tooLong?: string) =>
  z.string().check(z.maxLength(most, tooLong), withoutControls)

/** Text of at most `most` characters (Unicode code points), which may have several lines. */
export const linesText = (most: number, tooLong?: string) =>
  z.string().check(z.maxLength(most, tooLong), withoutControlsButLines)

/**
 * A list of at most `most` items. Zod parses all items before it checks the length, and records every invalid
 * one: half a million of them block the event loop. This schema rejects a list that is too long before
 * parsing any item. Do not call `check` or `clone` on it, because the copy would not have this rule.
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

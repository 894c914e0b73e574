import { capitalised } from '../../data/model/text.ts'
import { sentencesOf } from './hours.ts'

/** Characters of a park's description (specification 13.16). */
export const DESCRIPTION_MAX_LENGTH = 5_000

/** The fields of a description in JSON (specification 13.16); `undefined` for plain text. */
function fieldsOf(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // Plain text that starts with a brace.
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The sentences of a description that may be rules: in JSON those of its overview and its features. */
export function sentencesOfDescription(text: string): string[] {
  const fields = fieldsOf(text)
  if (fields === undefined) return sentencesOf(text)
  const { overview, features } = fields
  return [overview, ...(Array.isArray(features) ? features : [])].map(textOf).flatMap(sentencesOf)
}

/** A text and another sentence. */
function followedBy(text: string, added: string): string {
  if (text === '' || added === '') return text + added
  return `${text}${/[.!?]$/.test(text) ? '' : '.'} ${added}`
}

/** Texts of several columns as one. */
const together = ([first = '', ...further]: readonly string[]) =>
  further.reduce((before, text) => `${before}${/[.!?]$/.test(before) ? '' : ';'} ${text}`, first)

/** Shortens a text. The cut may leave half of a character, which PostgreSQL refuses. */
const cut = (text: string, length: number) => text.slice(0, Math.max(0, length)).toWellFormed()

/** Plain text, of which `added` is kept if not everything fits. */
function plainDescription(text: string, added: string): string {
  const room = DESCRIPTION_MAX_LENGTH - (added === '' ? 0 : '. '.length + added.length)
  return cut(followedBy(cut(text, room), added), DESCRIPTION_MAX_LENGTH)
}

/** A description in JSON with another overview; `undefined` if its other fields leave no room for that. */
function withOverview(fields: Record<string, unknown>, text: string, added: string): string | undefined {
  const write = (overview: string) => JSON.stringify({ ...fields, overview: followedBy(overview, added) })
  const whole = write(text)
  const excess = whole.length - DESCRIPTION_MAX_LENGTH
  const shortened = excess <= 0 ? whole : write(cut(text, text.length - excess - '.'.length))
  return shortened.length <= DESCRIPTION_MAX_LENGTH ? shortened : undefined
}

/**
 * The description of a park: the texts of its columns and what the row says besides. One of the texts may be JSON
 * (specification 13.16), whose overview then has the others.
 * @param other what is in no other fact, such as limits of a rule
 */
export function descriptionOf(
  texts: readonly string[],
  other: readonly string[],
  ...more: readonly (string | null)[]
): string | null {
  const words = other.join('; ')
  const added = [words === '' ? null : `${capitalised(words)}.`, ...more]
    .filter((part) => part !== null)
    .join(' ')
  const json = texts.find((text) => fieldsOf(text) !== undefined)
  if (json === undefined) return plainDescription(together(texts), added) || null
  if (texts.length === 1 && added === '') return json
  const fields = fieldsOf(json)!
  const overview = textOf(fields['overview'])
  const text = together([...(overview === '' ? [] : [overview]), ...texts.filter((text) => text !== json)])
  return withOverview(fields, text, added) ?? plainDescription(text, added)
}

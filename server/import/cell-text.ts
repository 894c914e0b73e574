import { beginningOf } from '../../data/model/text.ts'

/** Characters that lists from websites name in their texts (HTML's character references). */
const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** The text with the characters that it names. In JSON, a quote would end a value. */
function withNamedCharacters(text: string): string {
  if (/^\s*[{[]/.test(text)) return text
  return text.replace(/&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED_CHARACTERS[String(name).toLowerCase()] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

/** One line of plain text: no control or bidirectional characters, straight apostrophes, single spaces. */
export function clean(text: string): string {
  return withNamedCharacters(text)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What lists, and the programs that write them, put in a cell without a value. */
const BLANK = /^(?:[-–—.]*|n\/?a|n\.a\.?|not applicable|<?null>?|\(blank\)|undefined|nan)$/i
/** What they put in a cell whose value is not known. */
export const UNKNOWN = /^(?:\?+|unknown|tb[ac]|#(?:n\/a|ref!|value!|name\?|div\/0!|num!|null!))$/i
export const isNothing = (text: string) => BLANK.test(text) || UNKNOWN.test(text)

export const isYes = (text: string) => /^(?:yes|y|true|1(?:\.0+)?|[x✓✔☑])$/i.test(text)
export const isNo = (text: string) => /^(?:no|n|false|0(?:\.0+)?|[✗✘☐])$/i.test(text)

export const uncapitalised = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** Characters of a text that a note quotes. */
const MAX_QUOTED = 60
export const quoted = (text: string) => `“${beginningOf(text, MAX_QUOTED)}”`

/** The header of a column or, if it has none, its letters in a spreadsheet: 'Column AB'. @param at from 0 */
export function columnName({ at, header }: { at: number; header: string }): string {
  if (header !== '') return header
  let letters = ''
  for (let rest = at; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCodePoint(65 + (rest % 26)) + letters
  return `Column ${letters}`
}

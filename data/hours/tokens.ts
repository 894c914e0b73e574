/**
 * Longer texts are not read, which limits the time for imported texts. Seven days with three ranges each fit,
 * and no known sign has more. Characters.
 */
export const TEXT_MAX_LENGTH = 600

/** `text` is lower case. `start` and `end` are positions in the normalised text. */
export type Token =
  | { kind: 'word'; text: string; start: number; end: number }
  | { kind: 'day-period'; text: 'am' | 'pm'; start: number; end: number }
  | { kind: 'number'; text: string; start: number; end: number }
  | { kind: 'mark'; text: string; start: number; end: number }

/** Replaces the various spaces, dashes and apostrophes of a text with one of each. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u301c~]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\r?\n/g, ';')
    .replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, ' ')
    .trim()
}

const SPACE = / +/y
const NUMBER = /\d+(?:[:.]\d\d(?!\d))?/y
const DAY_PERIOD = /([ap])\.? ?m(?![\p{L}\p{N}])/iuy
const WORD = /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/uy

/**
 * Splits a normalised text into words, numbers, am/pm and marks. Every character except spaces is part of a
 * token.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = position
    return pattern.exec(text)
  }
  while (position < text.length) {
    const space = take(SPACE)
    if (space !== null) position += space[0].length
    if (position >= text.length) break
    const start = position
    const previous = tokens.at(-1)
    const dayPeriod = previous?.kind === 'number' ? take(DAY_PERIOD) : null
    if (dayPeriod !== null) {
      position += dayPeriod[0].length
      // The full stop of 'a.m.' belongs to the abbreviation.
      if (dayPeriod[0].includes('.') && text[position] === '.') position += 1
      tokens.push({
        kind: 'day-period',
        text: dayPeriod[1]!.toLowerCase() === 'a' ? 'am' : 'pm',
        start,
        end: position,
      })
      continue
    }
    const number = take(NUMBER)
    const word = number === null ? take(WORD) : null
    const found = number ?? word
    const raw = found === null ? String.fromCodePoint(text.codePointAt(position)!) : found[0]
    position += raw.length
    const kind = number !== null ? 'number' : word !== null ? 'word' : 'mark'
    if (kind === 'mark' && raw === '-' && previous?.kind === 'mark' && previous.text === '-')
      previous.end = position
    else tokens.push({ kind, text: raw.toLowerCase(), start, end: position })
  }
  return tokens
}

/** Reads tokens from left to right. The `accept…` methods advance only if they find what they look for. */
export class Cursor {
  readonly text: string
  readonly tokens: readonly Token[]
  position = 0

  constructor(text: string) {
    this.text = normalise(text)
    this.tokens = tokenize(this.text)
  }

  get isDone() {
    return this.position >= this.tokens.length
  }

  /** Whether a clause may end here: a mark that separates clauses follows, or nothing. */
  get isAtClauseEnd() {
    const token = this.peek()
    return token === undefined || /^[;.,/)]$/.test(token.text)
  }

  /** Whether a full stop was read last, as in 'Mon-Fri.', where it may also end the sentence. */
  get isAfterFullStop() {
    return this.tokens[this.position - 1]?.text === '.'
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.position + ahead]
  }

  /** Accepts one of these words. */
  acceptWord(...words: string[]): boolean {
    const token = this.peek()
    if (token?.kind !== 'word' || !words.includes(token.text)) return false
    this.position += 1
    return true
  }

  acceptMark(...marks: string[]): boolean {
    const token = this.peek()
    if (token?.kind !== 'mark' || !marks.includes(token.text)) return false
    this.position += 1
    return true
  }

  /** Accepts the mark or word between the start and the end of a range. */
  acceptTo(): boolean {
    return this.acceptMark('-') || this.acceptWord('to', 'until', 'till', 'til', 'through', 'thru')
  }

  /**
   * Accepts one of these phrases: words and numbers separated by spaces. A hyphen between the words is
   * optional.
   */
  acceptPhrase(...phrases: string[]): boolean {
    return phrases.some(
      (phrase) =>
        this.attempt(
          () =>
            phrase.split(' ').every((part, index) => {
              if (index > 0) this.acceptMark('-')
              const token = this.peek()
              if (token === undefined || token.text !== part) return false
              this.position += 1
              return true
            }) || undefined,
        ) !== undefined,
    )
  }

  /** Runs a reader, and returns to the start if it finds nothing (`undefined`). */
  attempt<T>(reader: () => T | undefined): T | undefined {
    const position = this.position
    const result = reader()
    if (result === undefined) this.position = position
    return result
  }

  /** What a reader returns here, without advancing. */
  lookAhead<T>(reader: () => T): T {
    const position = this.position
    const result = reader()
    this.position = position
    return result
  }

  /** The text of the tokens from `first` up to, but not including, `last`. */
  slice(first: number, last: number): string {
    return first >= last ? '' : this.text.slice(this.tokens[first]!.start, this.tokens[last - 1]!.end)
  }
}

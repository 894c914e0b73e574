/** Longer texts are not read: seven days with three ranges each fit, no sign says more, and time stays bounded whatever is imported. */
export const TEXT_MAX_LENGTH = 600

/** `text` is lower case. `start` and `end` are places in the tidied text. */
export type Token =
  | { kind: 'word'; text: string; start: number; end: number }
  | { kind: 'half'; text: 'am' | 'pm'; start: number; end: number }
  | { kind: 'number'; text: string; start: number; end: number }
  | { kind: 'mark'; text: string; start: number; end: number }

/** One spelling for every space, dash and apostrophe. */
export function tidy(text: string): string {
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
const HALF = /([ap])\.? ?m(?![\p{L}\p{N}])/iuy
const WORD = /\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/uy

/** Cuts a tidied text into words, numbers, am/pm and marks in one pass. Every character is part of a token, or a space. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let place = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = place
    return pattern.exec(text)
  }
  while (place < text.length) {
    const space = take(SPACE)
    if (space !== null) place += space[0].length
    if (place >= text.length) break
    const start = place
    const previous = tokens.at(-1)
    const half = previous?.kind === 'number' ? take(HALF) : null
    if (half !== null) {
      place += half[0].length
      // 'a.m.' ends with a full stop of its own.
      if (half[0].includes('.') && text[place] === '.') place += 1
      tokens.push({ kind: 'half', text: half[1]!.toLowerCase() === 'a' ? 'am' : 'pm', start, end: place })
      continue
    }
    const number = take(NUMBER)
    const word = number === null ? take(WORD) : null
    const found = number ?? word
    const raw = found === null ? String.fromCodePoint(text.codePointAt(place)!) : found[0]
    place += raw.length
    const kind = number !== null ? 'number' : word !== null ? 'word' : 'mark'
    if (kind === 'mark' && raw === '-' && previous?.kind === 'mark' && previous.text === '-')
      previous.end = place
    else tokens.push({ kind, text: raw.toLowerCase(), start, end: place })
  }
  return tokens
}

/** Reads tokens from left to right; every `accept…` moves on only when it finds what it looks for. */
export class Cursor {
  readonly text: string
  readonly tokens: readonly Token[]
  place = 0

  constructor(text: string) {
    this.text = tidy(text)
    this.tokens = tokenize(this.text)
  }

  get done() {
    return this.place >= this.tokens.length
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.place + ahead]
  }

  /** The next token is one of these words. */
  acceptWord(...words: string[]): boolean {
    const token = this.peek()
    if (token?.kind !== 'word' || !words.includes(token.text)) return false
    this.place += 1
    return true
  }

  acceptMark(...marks: string[]): boolean {
    const token = this.peek()
    if (token?.kind !== 'mark' || !marks.includes(token.text)) return false
    this.place += 1
    return true
  }

  /** The next tokens are these, words and numbers separated by spaces; a hyphen between words may be there or not. */
  acceptPhrase(...phrases: string[]): boolean {
    return phrases.some(
      (phrase) =>
        this.attempt(
          () =>
            phrase.split(' ').every((part, index) => {
              if (index > 0) this.acceptMark('-')
              const token = this.peek()
              if (token === undefined || token.text !== part) return false
              this.place += 1
              return true
            }) || undefined,
        ) !== undefined,
    )
  }

  /** Runs a reader; when it finds nothing (`undefined`), goes back to where it began. */
  attempt<T>(reader: () => T | undefined): T | undefined {
    const place = this.place
    const result = reader()
    if (result === undefined) this.place = place
    return result
  }

  /** The text of tokens from `first` up to `last`. */
  slice(first: number, last: number): string {
    return first >= last ? '' : this.text.slice(this.tokens[first]!.start, this.tokens[last - 1]!.end)
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Longer words are not corrected: few people mistype them, and the number of edits grows with the length. */
const MAX_CORRECTED_LENGTH = 40

/**
 * Calls `visit` with every text one edit away from `word`: a letter left out, inserted, replaced, or swapped
 * with its neighbour (Damerau–Levenshtein distance 1). Looking each one up is cheaper than comparing with
 * every name.
 */
export function forEachEdit(word: string, visit: (text: string) => void): void {
  if (word.length > MAX_CORRECTED_LENGTH) return
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at)
    const after = word.slice(at)
    if (after !== '') {
      const tail = after.slice(1)
      visit(before + tail)
      if (tail !== '') visit(before + tail[0]! + after[0]! + tail.slice(1))
      for (const letter of ALPHABET) if (letter !== after[0]) visit(before + letter + tail)
    }
    for (const letter of ALPHABET) visit(before + letter + after)
  }
}

/** The first letter of a direction in the text, spelled out or short. */
const directionIn = (text: string) => /[ns](?:or|ou)?th|east|west/.exec(text)?.[0][0]

/** Whether the texts have two directions in them, such as "western suburbs" and "eastern suburbs". */
function haveOtherDirections(a: string, b: string): boolean {
  const [first, second] = [directionIn(a), directionIn(b)]
  return first !== undefined && second !== undefined && first !== second
}

/**
 * Whether `typed` may be corrected to `meant`. Not when both are shorter than five characters, where the
 * result is as likely a different word, and never for numbers, nor to another direction.
 */
export const mayCorrect = (typed: string, meant: string) =>
  Math.max(typed.length, meant.length) >= 5 &&
  !/^\d+$/.test(typed) &&
  !/^\d+$/.test(meant) &&
  !haveOtherDirections(typed, meant)

/**
 * Whether two texts, from positions `from` and `at`, differ by at most `maxEdits` edits, with no part of the
 * text edited twice (optimal string alignment distance).
 */
export function withinEdits(a: string, b: string, maxEdits: number, from = 0, at = 0): boolean {
  if (Math.abs(a.length - from - (b.length - at)) > maxEdits) return false
  while (from < a.length && at < b.length && a.charCodeAt(from) === b.charCodeAt(at)) {
    from++
    at++
  }
  if (from === a.length && at === b.length) return true
  if (maxEdits === 0) return false
  return (
    (from < a.length && at < b.length && withinEdits(a, b, maxEdits - 1, from + 1, at + 1)) ||
    (from < a.length && withinEdits(a, b, maxEdits - 1, from + 1, at)) ||
    (at < b.length && withinEdits(a, b, maxEdits - 1, from, at + 1)) ||
    (from + 1 < a.length &&
      at + 1 < b.length &&
      a[from] === b[at + 1] &&
      a[from + 1] === b[at] &&
      withinEdits(a, b, maxEdits - 1, from + 2, at + 2))
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Longest word that is corrected; longer ones are no words people mistype. */
const LONGEST = 40

/**
 * Calls `visit` with every text one slip away from `word`: a letter left out, put in, changed, or swapped with its neighbour
 * (Damerau–Levenshtein distance 1). Looking each up costs less than comparing with every name there is.
 */
export function forEachEdit(word: string, visit: (text: string) => void): void {
  if (word.length > LONGEST) return
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at)
    const after = word.slice(at)
    if (after !== '') {
      const tail = after.slice(1)
      visit(before + tail)
      if (tail !== '') visit(before + tail[0]! + after[0]! + tail.slice(1))
      for (const letter of LETTERS) if (letter !== after[0]) visit(before + letter + tail)
    }
    for (const letter of LETTERS) visit(before + letter + after)
  }
}

/** A word this short, corrected to one as short, is as likely another word altogether. */
export const mayCorrect = (typed: string, meant: string) =>
  Math.max(typed.length, meant.length) >= 5 && !/^\d+$/.test(typed) && !/^\d+$/.test(meant)

/** Whether two texts are at most so many slips apart, each stretch of the text being changed once (optimal string alignment). */
export function withinEdits(a: string, b: string, slips: number, from = 0, at = 0): boolean {
  if (Math.abs(a.length - from - (b.length - at)) > slips) return false
  while (from < a.length && at < b.length && a.charCodeAt(from) === b.charCodeAt(at)) {
    from++
    at++
  }
  if (from === a.length && at === b.length) return true
  if (slips === 0) return false
  return (
    (from < a.length && at < b.length && withinEdits(a, b, slips - 1, from + 1, at + 1)) ||
    (from < a.length && withinEdits(a, b, slips - 1, from + 1, at)) ||
    (at < b.length && withinEdits(a, b, slips - 1, from, at + 1)) ||
    (from + 1 < a.length &&
      at + 1 < b.length &&
      a[from] === b[at + 1] &&
      a[from + 1] === b[at] &&
      withinEdits(a, b, slips - 1, from + 2, at + 2))
  )
}

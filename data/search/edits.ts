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
export const mayCorrect = (typed: string, meant: string) => Math.max(typed.length, meant.length) >= 5 && !/^\d+$/.test(typed) && !/^\d+$/.test(meant)

/** Whether two texts are at most two slips apart (optimal string alignment). Linear in their length: only the five middle diagonals count. */
export function withinTwoEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const now: number[] = Array.from({ length: b.length + 1 }, () => 3)
    if (row <= 2) now[0] = row
    let least = now[0]!
    for (let column = Math.max(1, row - 2); column <= Math.min(b.length, row + 2); column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(old[column]! + 1, now[column - 1]! + 1, old[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) cost = Math.min(cost, older[column - 2]! + 1)
      now[column] = cost
      if (cost < least) least = cost
    }
    if (least > 2) return false
    older = old
    old = now
  }
  return old[b.length]! <= 2
}

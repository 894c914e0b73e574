/**
 * Number of edits between two words: letters left out, inserted, replaced, or neighbours swapped (optimal
 * string alignment distance, computed with the full table).
 */
export function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const changed = table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      let least = Math.min(table[row - 1]![column]! + 1, table[row]![column - 1]! + 1, changed)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, table[row - 2]![column - 2]! + 1)
      table[row]![column] = least
    }
  }
  return table[a.length]![b.length]!
}

/** A file cannot be read as what it is said to be. The message is for the person who chose it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A row of a file: its number as spreadsheets count, from 1, and its cells as text. */
export interface TableRow {
  row: number
  cells: string[]
}

/** A sheet of a workbook, or a whole text file. Rows without any text are left out; the headers are still among the rows. */
export interface Sheet {
  name: string
  rows: TableRow[]
}

export interface SheetFile {
  sheets: Sheet[]
  /** How it was read, for people: 'UTF-8, separated by commas'. */
  readAs: string
}

/** A list with its headers found. */
export interface Table {
  header: string[]
  rows: TableRow[]
  readAs: string
}

/** Rows of a file that are read at most, in all its sheets; the directory of the whole country has a third of that. */
export const MOST_ROWS = 50_000
export const MOST_COLUMNS = 300
/** Characters of a cell that are kept. More is no fact about a park; the row is refused for it later. */
export const LONGEST_CELL = 8_000

/** Collects rows within the limits. @throws UnreadableFile beyond them. */
export function rowCollector() {
  let total = 0
  return {
    /** @returns the row; `undefined` when it has no text. */
    take(row: number, cells: readonly string[]): TableRow | undefined {
      let width = cells.length
      while (width > 0 && cells[width - 1]!.trim() === '') width -= 1
      if (width === 0) return undefined
      if (width > MOST_COLUMNS)
        throw new UnreadableFile(`Row ${row} has ${width} columns; at most ${MOST_COLUMNS} are read.`)
      total += 1
      if (total > MOST_ROWS)
        throw new UnreadableFile(`The file has more than ${MOST_ROWS.toLocaleString('en')} rows. Divide it.`)
      return { row, cells: cells.slice(0, width).map((cell) => cell.slice(0, LONGEST_CELL).toWellFormed()) }
    },
  }
}

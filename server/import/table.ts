import { withoutFormulaMark } from '../../data/export/csv.ts'
import type { ListedOutline } from './outline.ts'

/** A file cannot be read as the chosen type. The message is for the user who chose it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A row of a file: its number as in a spreadsheet, from 1, and its cells as text. */
export interface TableRow {
  row: number
  cells: string[]
  /** Whether the workbook does not show it, or a filter leaves it out. */
  hidden?: boolean | undefined
  /** The area of a row of a map file. */
  outline?: ListedOutline | undefined
}

/** A sheet of a workbook, or a whole text file. Empty rows are left out; the header row is included. */
export interface Sheet {
  name: string
  rows: TableRow[]
  /** Whether the workbook does not show it. */
  hidden?: boolean
}

export interface SheetFile {
  sheets: Sheet[]
  /** The names of further sheets, which are beyond the limit. */
  unread?: string[]
  /** How it was read, as a text for the user: 'UTF-8, separated by commas'. */
  readAs: string
}

/** A list with its header row. */
export interface Table {
  header: string[]
  rows: TableRow[]
  readAs: string
}

/** Maximum number of rows in all sheets of a file; the directory of the whole country has a third of that. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 300
/** Maximum length of a cell in characters. Longer cells are cut off here, and the row is rejected later. */
const MAX_CELL_LENGTH = 8_000

/**
 * Collects rows within the limits.
 * @throws UnreadableFile if a limit is exceeded
 */
export function rowCollector() {
  let total = 0
  return {
    /** @returns the row; `undefined` if it has no text */
    take(row: number, cells: readonly string[]): TableRow | undefined {
      let width = cells.length
      while (width > 0 && cells[width - 1]!.trim() === '') width -= 1
      if (width === 0) return undefined
      if (width > MAX_COLUMNS)
        throw new UnreadableFile(`Row ${row} has ${width} columns; at most ${MAX_COLUMNS} are read.`)
      total += 1
      if (total > MAX_ROWS)
        throw new UnreadableFile(`The file has more than ${MAX_ROWS.toLocaleString('en')} rows. Split it.`)
      return {
        row,
        // A list may come from a report of failed rows.
        cells: cells
          .slice(0, width)
          .map((cell) => withoutFormulaMark(cell).slice(0, MAX_CELL_LENGTH).toWellFormed()),
      }
    },
  }
}

import type { ImportField } from '../../data/model/import.ts'
import { clean, isNothing } from './cell-text.ts'
import { NO_RESTRICTIONS } from './dog-rule.ts'
import type { Cell, FieldText } from './dog-rule.ts'
import type { Column } from './headers.ts'
import { joined, withDays } from './hours.ts'

/** The texts of a row by the fields of its columns. */
export interface RowTexts {
  /** All columns. */
  cells: readonly Cell[]
  /** What the columns of a field say together. */
  of(field: ImportField): FieldText
  /** What each column of a field says, without repetitions and columns that say nothing. */
  each(field: ImportField): Cell[]
  /** The text of {@link RowTexts.of}; '' if the columns say that there is no value. */
  valueOf(field: ImportField): string
  /** The cells of the columns of a field as they are, also if they say that there is no value. */
  writtenIn(field: ImportField): string[]
}

export function rowTexts(columns: readonly Column[], cells: readonly string[]): RowTexts {
  const writtenAt = ({ at }: Column) => clean(cells[at] ?? '')
  const textAt = (column: Column) => {
    const text = writtenAt(column)
    const isUnrestricted =
      column.field === 'leashHours' && /restrict/i.test(column.header) && NO_RESTRICTIONS.test(text)
    return isNothing(text) || isUnrestricted ? '' : text
  }
  const cellAt = (column: Column): Cell => ({
    column,
    text: textAt(column),
    isFilled: (cells[column.at] ?? '').trim() !== '',
  })
  const each = (field: ImportField): Cell[] => {
    const byText = new Map<string, Cell>()
    for (const cell of columnsOf(columns, field).map(cellAt))
      if (cell.text !== '' && !byText.has(withDays(cell))) byText.set(withDays(cell), cell)
    return [...byText.values()]
  }
  const of = (field: ImportField): FieldText => {
    const filled = each(field)
    return { column: filled[0]?.column ?? columnsOf(columns, field)[0], text: together(field, filled) }
  }
  return {
    cells: columns.map(cellAt),
    of,
    each,
    valueOf: (field) => of(field).text,
    writtenIn: (field) => columnsOf(columns, field).map(writtenAt),
  }
}

/** The columns of a field, first those that are not for some days only. */
const columnsOf = (columns: readonly Column[], field: ImportField): Column[] =>
  columns
    .filter((column) => column.field === field)
    .toSorted((a, b) => Number(a.days !== undefined) - Number(b.days !== undefined))

/** The texts of several columns as one. */
function together(field: ImportField, cells: readonly Cell[]): string {
  const [ofSomeDays, others] = [
    cells.filter(({ column }) => column.days !== undefined),
    cells.filter(({ column }) => column.days === undefined),
  ]
  // In 'weekends; 6am-9am', both would be times. Texts with a bar are not read.
  const first =
    field === 'hours' ? others.map(({ text }) => text).join(' | ') : joined(...others.map(withDays))
  return joined(first, ...ofSomeDays.map(withDays)) ?? ''
}

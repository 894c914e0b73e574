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
  /** What the columns of a field say: one, and those of its hours on other days. */
  of(field: ImportField): FieldText
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
  const of = (field: ImportField): FieldText => {
    const listed = columnsOf(columns, field).map((column) => ({ column, text: textAt(column) }))
    const filled = listed.filter(({ text }) => text !== '')
    return { column: (filled[0] ?? listed[0])?.column, text: joined(...filled.map(withDays)) ?? '' }
  }
  return {
    cells: columns.map((column) => ({
      column,
      text: textAt(column),
      isFilled: (cells[column.at] ?? '').trim() !== '',
    })),
    of,
    valueOf: (field) => of(field).text,
    writtenIn: (field) => columnsOf(columns, field).map(writtenAt),
  }
}

/** The columns of a field: one, and those of its hours on other days. */
function columnsOf(columns: readonly Column[], field: ImportField): Column[] {
  const all = columns.filter((column) => column.field === field)
  const first = all.find(({ days }) => days === undefined)
  return [...(first ? [first] : []), ...all.filter(({ days }) => days !== undefined)]
}

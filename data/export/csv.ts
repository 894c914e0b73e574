/**
 * Writes a table as CSV (RFC 4180, CRLF, with a byte order mark so that spreadsheets read it as UTF-8). A
 * cell that a spreadsheet would evaluate as a formula is prefixed with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(
  header: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
): string {
  return `\uFEFF${toCsvLines([header])}${toCsvLines(rows)}`
}

/** The lines of rows, each with its end, to write a file in pieces after `toCsv(header, [])`. */
export function toCsvLines(rows: Iterable<readonly (string | number | null)[]>): string {
  return Array.from(rows, (cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')
}

/** Full-width signs are included because spreadsheets in some languages evaluate them. */
const FORMULA = /^\s*[=+\-@\t\r\n|%＝＋－＠]/

function formatCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell that was written by {@link toCsv}, or by another program that marks formulas like it. */
export const withoutFormulaMark = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

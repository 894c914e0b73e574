/**
 * A table as CSV (RFC 4180, CRLF, with a byte order mark so that spreadsheets take it for UTF-8) in which nothing is a formula: a cell that a
 * spreadsheet would calculate begins with an apostrophe, which it shows as text (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(
  header: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
): string {
  const lines = [header, ...rows].map((cells) => cells.map(cellOf).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // Full-width signs count: spreadsheets of some languages calculate with them, too.
  const text = /^\s*[=+\-@\t\r\n|%＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

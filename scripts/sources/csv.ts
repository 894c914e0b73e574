/** Parses CSV (RFC 4180) into objects with the names of the first line as keys. */
export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = []
  let line: string[] = []
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    line.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (line.length > 1 || line[0] !== '') lines.push(line)
    line = []
  }
  const [names = [], ...rows] = lines
  return rows.map((cells) => Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])))
}

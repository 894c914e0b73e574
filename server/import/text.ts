import { parse } from 'csv-parse/sync'
import { MOST_ROWS, rowCollector, UnreadableFile } from './table.ts'
import type { SheetFile, TableRow } from './table.ts'

/** Beginnings of files that are something else, whatever their name says. */
const NO_TEXT: readonly (readonly [magic: string, what: string])[] = [
  ['504b0304', 'a zip archive or an Excel workbook'],
  ['d0cf11e0a1b11ae1', 'an old Excel workbook'],
  ['25504446', 'a PDF document'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['47494638', 'a picture'],
  ['1f8b', 'a compressed file'],
  ['7f454c46', 'a program'],
  ['4d5a90', 'a program'],
]

/** Characters of the beginning by which encoding and separator are recognised. */
const BEGINNING = 65_536
/** Characters a record may have: a quote that is never closed makes one of the whole file. */
const LONGEST_RECORD = 500_000

/** Rows, empty ones included, that are looked at. */
const MOST_RECORDS = 4 * MOST_ROWS

const utf16be = (bytes: Buffer) => new TextDecoder('utf-16be', { fatal: true }).decode(bytes)
const utf16le = (bytes: Buffer) => new TextDecoder('utf-16le', { fatal: true }).decode(bytes)

/** Which bytes of each pair are zero in most of the text: that is how Latin letters look in UTF-16. */
function zeroes(bytes: Buffer): { even: number; odd: number } {
  const beginning = bytes.subarray(0, 2_000)
  const count = { even: 0, odd: 0 }
  for (const [at, byte] of beginning.entries()) if (byte === 0) count[at % 2 === 0 ? 'even' : 'odd'] += 1
  const pairs = Math.max(1, beginning.length / 2)
  return { even: count.even / pairs, odd: count.odd / pairs }
}

/**
 * The text of a file, by its byte order mark, else by what its bytes can be. What is not UTF-8 is taken for Windows-1252, which councils' older
 * programs write and which has a character for nearly every byte.
 * @throws UnreadableFile for what is no text.
 */
export function decodeText(bytes: Buffer): { text: string; encoding: string } {
  const magic = NO_TEXT.find(([magic]) => bytes.toString('hex', 0, magic.length / 2) === magic)
  if (magic) throw new UnreadableFile(`This is not a CSV file: it is ${magic[1]}.`)
  const decoded = decode(bytes)
  // Text has tabs and line ends below the blank, and nothing else.
  // oxlint-disable-next-line no-control-regex -- looked for on purpose
  if (/[\0-\x08\x0e-\x1f]/.test(decoded.text.slice(0, BEGINNING)) || decoded.text.includes('\0'))
    throw new UnreadableFile('This is not a CSV file: it is not text.')
  return decoded
}

function decode(bytes: Buffer): { text: string; encoding: string } {
  const { even, odd } = zeroes(bytes)
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: utf16le(bytes), encoding: 'UTF-16' }
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: utf16be(bytes), encoding: 'UTF-16' }
    if (odd > 0.5 && even < 0.2) return { text: utf16le(bytes), encoding: 'UTF-16' }
    if (even > 0.5 && odd < 0.2) return { text: utf16be(bytes), encoding: 'UTF-16' }
  } catch {
    throw new UnreadableFile(
      'This is not a CSV file: it begins as UTF-16 text and goes on as something else.',
    )
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Delimiter = keyof typeof DELIMITERS

/** Quotes inside a cell that does not begin with one are part of it; rows may be of any width. */
const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: LONGEST_RECORD,
}

/** The separator that parts the first rows into the same number of cells, and into most. */
function detectDelimiter(text: string): Delimiter {
  const lines = text.slice(0, BEGINNING)
  const score = (delimiter: Delimiter) => {
    const widths: number[] = []
    try {
      parse(lines, {
        ...OPTIONS,
        delimiter,
        to: 30,
        on_record: (record: string[]) => void widths.push(record.length),
      })
    } catch {
      // The beginning may end within quotes; what came before counts.
    }
    const wide = widths.filter((width) => width > 1)
    const usual =
      wide.toSorted(
        (a, b) => wide.filter((width) => width === b).length - wide.filter((width) => width === a).length,
      )[0] ?? 1
    return wide.filter((width) => width === usual).length * (usual - 1)
  }
  const scored = (Object.keys(DELIMITERS) as Delimiter[]).map((delimiter) => ({
    delimiter,
    score: score(delimiter),
  }))
  return scored.toSorted((a, b) => b.score - a.score)[0]!.delimiter
}

/** Reads separated values, whatever their encoding and separator. @throws UnreadableFile */
export function readText(bytes: Buffer): SheetFile {
  const { text: whole, encoding } = decodeText(bytes)
  if (whole.trim() === '') throw new UnreadableFile('The file is empty.')
  // Excel's own first line, which names the separator.
  const told = /^sep=(.)\r?\n/i.exec(whole)
  // Spreadsheets that were once longer end with thousands of empty rows.
  const text = (told ? whole.slice(told[0].length) : whole).trimEnd()
  const delimiter =
    told && Object.hasOwn(DELIMITERS, told[1]!) ? (told[1] as Delimiter) : detectDelimiter(text)
  const { take } = rowCollector()
  const rows: TableRow[] = []
  let number = told ? 1 : 0
  try {
    parse(text, {
      ...OPTIONS,
      delimiter,
      on_record: (record: string[]) => {
        number += 1
        if (number > MOST_RECORDS)
          throw new UnreadableFile(
            `The file has more than ${MOST_RECORDS.toLocaleString('en')} rows, most of them empty.`,
          )
        const row = take(number, record)
        if (row) rows.push(row)
      },
    })
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const { code } = error as { code?: string }
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw new UnreadableFile(
        `Row ${number + 1} is longer than any row should be. A quote may be missing there.`,
      )
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw new UnreadableFile(`Row ${number + 1} has a quote that is never closed.`)
    if (code?.startsWith('CSV_')) throw new UnreadableFile(`Row ${number + 1} cannot be read.`)
    throw error
  }
  return { sheets: [{ name: '', rows }], readAs: `${encoding}, separated by ${DELIMITERS[delimiter]}` }
}

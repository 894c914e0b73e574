import { parse } from 'csv-parse/sync'
import { MAX_ROWS, rowCollector, UnreadableFile } from './table.ts'
import type { SheetFile, TableRow } from './table.ts'

/** Magic numbers of other file types, which are detected whatever the file name says. */
const OTHER_FILE_TYPES: readonly (readonly [magic: string, what: string])[] = [
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

/** Number of characters used to detect encoding and separator. */
const DETECTION_LENGTH = 65_536
/**
 * Maximum length of a record: a missing closing quote would turn the whole file into one record. Characters.
 */
const MAX_RECORD_LENGTH = 500_000

/** Maximum number of rows including empty ones. */
const MAX_RECORDS = 4 * MAX_ROWS

const utf16be = (bytes: Buffer) => new TextDecoder('utf-16be', { fatal: true }).decode(bytes)
const utf16le = (bytes: Buffer) => new TextDecoder('utf-16le', { fatal: true }).decode(bytes)

/** Share of zero bytes at even and odd positions: Latin letters in UTF-16 have a zero in each pair. */
function zeroByteShares(bytes: Buffer): { even: number; odd: number } {
  const beginning = bytes.subarray(0, 2_000)
  const count = { even: 0, odd: 0 }
  for (const [at, byte] of beginning.entries()) if (byte === 0) count[at % 2 === 0 ? 'even' : 'odd'] += 1
  const pairs = Math.max(1, beginning.length / 2)
  return { even: count.even / pairs, odd: count.odd / pairs }
}

/**
 * Decodes a file by its byte order mark, or else by its bytes. What is not UTF-8 is read as Windows-1252, which
 * older software of councils writes and which defines a character for nearly every byte.
 * @throws UnreadableFile if the file is not text
 */
export function decodeText(bytes: Buffer): { text: string; encoding: string } {
  const magic = OTHER_FILE_TYPES.find(([magic]) => bytes.toString('hex', 0, magic.length / 2) === magic)
  if (magic) throw new UnreadableFile(`This is not a CSV file: it is ${magic[1]}.`)
  const decoded = decode(bytes)
  // The only control characters in text are tabs and line ends.
  // oxlint-disable-next-line no-control-regex -- looked for on purpose
  if (/[\0-\x08\x0e-\x1f]/.test(decoded.text.slice(0, DETECTION_LENGTH)) || decoded.text.includes('\0'))
    throw new UnreadableFile('This is not a CSV file: it is not text.')
  return decoded
}

function decode(bytes: Buffer): { text: string; encoding: string } {
  const { even, odd } = zeroByteShares(bytes)
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: utf16le(bytes), encoding: 'UTF-16' }
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: utf16be(bytes), encoding: 'UTF-16' }
    if (odd > 0.5 && even < 0.2) return { text: utf16le(bytes), encoding: 'UTF-16' }
    if (even > 0.5 && odd < 0.2) return { text: utf16be(bytes), encoding: 'UTF-16' }
  } catch {
    throw new UnreadableFile('This is not a CSV file: it starts as UTF-16 text but contains something else.')
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return decodeMixed(bytes)
  }
}

/** A character of UTF-8 that has several bytes, or a single byte that is none of ASCII. As Latin-1. */
const CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/** Decodes Windows-1252, or UTF-8 in which some lines are Windows-1252, as when two lists were joined. */
function decodeMixed(bytes: Buffer): { text: string; encoding: string } {
  const windows1252 = new TextDecoder('windows-1252')
  const latin1 = bytes.toString('latin1')
  let [ofUtf8, others] = [0, 0]
  for (const [{ length }] of latin1.matchAll(CHARACTER))
    if (length > 1) ofUtf8 += 1
    else others += 1
  if (ofUtf8 <= others) return { text: windows1252.decode(bytes), encoding: 'Windows-1252' }
  const text = latin1.replace(CHARACTER, (character) => {
    const own = Buffer.from(character, 'latin1')
    return character.length > 1 ? own.toString('utf8') : windows1252.decode(own)
  })
  return { text: text.replace(/^\uFEFF/, ''), encoding: 'UTF-8 and Windows-1252' }
}

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
type Delimiter = keyof typeof DELIMITERS

/** Quotes inside a cell that does not start with one are literal; rows may have any width. */
const CSV_OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: MAX_RECORD_LENGTH,
}

/**
 * The separator that splits the first rows into the same number of cells most often, and into the most cells.
 */
function detectDelimiter(text: string): Delimiter {
  const lines = text.slice(0, DETECTION_LENGTH)
  const score = (delimiter: Delimiter) => {
    const widths: number[] = []
    try {
      parse(lines, {
        ...CSV_OPTIONS,
        delimiter,
        to: 30,
        on_record: (record: string[]) => void widths.push(record.length),
      })
    } catch {
      // The excerpt may end inside quotes; the rows before count.
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

/**
 * Reads separated values in any encoding and with any separator.
 * @throws UnreadableFile
 */
export function readText(bytes: Buffer): SheetFile {
  const { text: fullText, encoding } = decodeText(bytes)
  if (fullText.trim() === '') throw new UnreadableFile('The file is empty.')
  // Excel may write a first line that names the separator.
  const separatorLine = /^sep=(.)\r?\n/i.exec(fullText)
  // Spreadsheets that once had more rows end with thousands of empty ones.
  const text = (separatorLine ? fullText.slice(separatorLine[0].length) : fullText).trimEnd()
  const delimiter =
    separatorLine && Object.hasOwn(DELIMITERS, separatorLine[1]!)
      ? (separatorLine[1] as Delimiter)
      : detectDelimiter(text)
  const { take } = rowCollector()
  const rows: TableRow[] = []
  let number = separatorLine ? 1 : 0
  try {
    parse(text, {
      ...CSV_OPTIONS,
      delimiter,
      on_record: (record: string[]) => {
        number += 1
        if (number > MAX_RECORDS)
          throw new UnreadableFile(
            `The file has more than ${MAX_RECORDS.toLocaleString('en')} rows, most of them empty.`,
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

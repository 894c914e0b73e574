import { fromBufferPromise } from 'yauzl'
import type { CFB, Range, read as Read, SSF, WorkBook, WorkSheet } from '@e965/xlsx'
import { MAX_COLUMNS, MAX_ROWS, rowCollector, UnreadableFile } from './table.ts'
import type { Sheet, SheetFile } from './table.ts'

/**
 * Maximum total size of an unpacked workbook in bytes. The largest known list of parks unpacks to a tenth of
 * that.
 */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** Maximum number of files in a workbook. */
const MAX_ENTRIES = 500
const MAX_SHEETS = 20
/** Maximum length of what merged cells add to a workbook, in characters. */
const MAX_REPEATED_LENGTH = 16 * 1024 * 1024
/** Maximum number of further sheets that are named. */
const MAX_UNREAD_SHEETS = 1_000

const NOT_A_WORKBOOK = 'This is not an Excel workbook.'
const TOO_LARGE = 'This workbook is too large for a list of parks.'

/** Parts of a workbook that contain no tables. */
const IGNORED_PARTS = /^(xl\/(media|embeddings|printerSettings)\/|docProps\/thumbnail)|\/vbaProject\.bin$/i

/**
 * Unpacks the parts with tables, counting the actual bytes instead of trusting the declared sizes. The parser
 * never sees the archive itself, because two readers of one archive may find different content in it.
 * @throws UnreadableFile
 */
async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  let remainingBytes = MAX_UNPACKED_BYTES
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  if (archive.entryCount > MAX_ENTRIES) throw new UnreadableFile(TOO_LARGE)
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry
    if (IGNORED_PARTS.test(fileName)) continue
    if (entry.isEncrypted()) throw new UnreadableFile('This workbook is locked with a password.')
    if (found.has(fileName)) throw new UnreadableFile(NOT_A_WORKBOOK)
    if (entry.uncompressedSize > remainingBytes) throw new UnreadableFile(TOO_LARGE)
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      remainingBytes -= (chunk as Buffer).length
      if (remainingBytes < 0) throw new UnreadableFile(TOO_LARGE)
      chunks.push(chunk as Buffer)
    }
    found.set(fileName, Buffer.concat(chunks))
  }
  return found
}

interface Cell {
  t?: string
  v?: unknown
  w?: string
  z?: unknown
}

/** The parts of a number format that are no codes: quoted text, [conditions], escaped characters and spaces. */
const FORMAT_TEXTS = /"[^"]*"|\[[^\]]*\]|[\\_*]./g
/** The code of a year or of a day of the month; 'ddd' is a weekday. */
const YEAR_OR_DAY = /y|(?<!d)d{1,2}(?!d)/i

/** The text of a cell with an error: its value is not known, which is not the same as an empty cell. */
const ERROR = '#N/A'

/**
 * A cell as text: numbers with all digits, every error as {@link ERROR}. Dates are YYYY-MM-DD, because displayed ones often
 * have no century; times of day and weekdays are as displayed.
 */
function textOf(
  cell: Cell | undefined,
  { is_date: isDate, format }: Pick<typeof SSF, 'is_date' | 'format'>,
  date1904: boolean,
): string {
  if (cell?.t === 'e') return ERROR
  if (!cell || cell.v === undefined || cell.v === null) return ''
  if (cell.t === 'n') {
    if (typeof cell.z !== 'string' || !isDate(cell.z)) return String(cell.v)
    if (YEAR_OR_DAY.test(cell.z.replaceAll(FORMAT_TEXTS, '')))
      return format('yyyy-mm-dd', cell.v, { date1904 })
    return cell.w ?? String(cell.v)
  }
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE'
  return String(cell.v)
}

/** A merged cell that covers several rows: the first and the last of them, counted from 0, and its text. */
interface TallCell {
  first: number
  last: number
  text: string
}

/**
 * The merged cells that cover several rows, by their first column, the last one first. The file may state any
 * number of ranges, of any size.
 */
function tallCells(ranges: readonly Range[], textAt: (row: number, column: number) => string) {
  const byColumn = new Map<number, TallCell[]>()
  for (const { s: start, e: end } of ranges) {
    if (end.r <= start.r || start.c >= MAX_COLUMNS) continue
    const text = textAt(start.r, start.c)
    if (text.trim() === '') continue
    const cells = byColumn.get(start.c) ?? []
    cells.push({ first: start.r, last: end.r, text })
    byColumn.set(start.c, cells)
  }
  for (const cells of byColumn.values()) cells.sort((a, b) => b.first - a.first)
  return byColumn
}

/**
 * Writes the texts of merged cells that began in a row above into the empty cells of a row. Not into those beside
 * them: the title of a list is often merged over all columns. Rows must be given in order.
 * @returns the number of characters written
 */
function fillFromAbove(texts: string[], row: number, tall: Map<number, TallCell[]>): number {
  let written = 0
  for (const [column, cells] of tall) {
    while (cells.length > 0 && cells.at(-1)!.last < row) cells.pop()
    const cell = cells.at(-1)
    if (cell === undefined || cell.first >= row || (texts[column] ?? '').trim() !== '') continue
    texts[column] = cell.text
    written += cell.text.length
  }
  return written
}

/** A zipped workbook written again from its parts, whose sizes are limited. @throws UnreadableFile */
async function safeCopy(bytes: Buffer, { utils, write }: typeof CFB): Promise<Buffer> {
  const parts = await unpack(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('This workbook is damaged.')
  })
  if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /^xl\/workbook/i.test(name)))
    throw new UnreadableFile(NOT_A_WORKBOOK)
  const copy = utils.cfb_new()
  for (const [name, content] of parts) utils.cfb_add(copy, `/${name}`, content)
  const options = { type: 'buffer', fileType: 'zip', compression: false } as never
  return write(copy, options) as unknown as Buffer
}

/** @throws UnreadableFile */
function parseBook(bytes: Buffer, read: typeof Read): WorkBook {
  try {
    return read(bytes, {
      // Which rows are hidden is read with the styles, and with those a cell for each empty one that has a style.
      cellStyles: true,
      get sheetStubs() {
        return false
      },
      set sheetStubs(_) {},
      type: 'buffer',
      dense: true,
      sheetRows: MAX_ROWS + 2,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      dateNF: 'yyyy-mm-dd',
      bookVBA: false,
      sheets: Array.from({ length: MAX_SHEETS }, (_, at) => at),
    })
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error))
    throw new UnreadableFile(
      isLocked ? 'This workbook is locked with a password.' : 'This workbook is damaged.',
    )
  }
}

/**
 * Reads a workbook, .xlsx or .xls, by its content and not by its name. Formulas are never evaluated; their
 * stored results are used.
 * @throws UnreadableFile
 */
export async function readWorkbook(bytes: Buffer): Promise<SheetFile> {
  const magic = bytes.toString('hex', 0, 8)
  const isZip = magic.startsWith('504b0304')
  if (!isZip && magic !== 'd0cf11e0a1b11ae1') {
    throw new UnreadableFile(
      bytes.subarray(0, 1000).includes(0)
        ? NOT_A_WORKBOOK
        : `${NOT_A_WORKBOOK} It is text: choose CSV and give it a name that ends in .csv.`,
    )
  }
  const xlsx = await import('@e965/xlsx')
  const book = parseBook(isZip ? await safeCopy(bytes, xlsx.CFB) : bytes, xlsx.read)
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false
  const { take } = rowCollector()
  const sheets: Sheet[] = []
  let repeated = 0
  for (const [index, name] of book.SheetNames.slice(0, MAX_SHEETS).entries()) {
    const sheet = book.Sheets[name] as (WorkSheet & { '!data'?: (Cell[] | undefined)[] }) | undefined
    const data = sheet?.['!data']
    if (!data) continue
    const tall = tallCells(sheet?.['!merges'] ?? [], (row, column) =>
      textOf(data[row]?.[column], xlsx.SSF, date1904),
    )
    const rows: Sheet['rows'] = []
    // Sparse, because a sheet may declare a million rows.
    // oxlint-disable-next-line unicorn/no-array-for-each -- visits only existing rows
    data.forEach((cells, at) => {
      if (!cells) return
      const texts: string[] = []
      // oxlint-disable-next-line unicorn/no-array-for-each -- visits only existing cells
      cells.forEach((cell, column) => {
        if (column <= MAX_COLUMNS) texts[column] = textOf(cell, xlsx.SSF, date1904)
      })
      // A row that only continues merged cells is a part of the one above, and formulas may go on below the list.
      if (texts.every((text) => text === undefined || text.trim() === '' || text === ERROR)) return
      repeated += fillFromAbove(texts, at, tall)
      if (repeated > MAX_REPEATED_LENGTH) throw new UnreadableFile(TOO_LARGE)
      const row = take(
        at + 1,
        Array.from(texts, (text) => text ?? ''),
      )
      if (row) rows.push(sheet?.['!rows']?.[at]?.hidden ? { ...row, hidden: true } : row)
    })
    const hidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0
    if (rows.length > 0) sheets.push({ name, rows, hidden })
  }
  if (sheets.length === 0) throw new UnreadableFile('The workbook is empty.')
  const unread = book.SheetNames.slice(MAX_SHEETS, MAX_SHEETS + MAX_UNREAD_SHEETS)
  return { sheets, ...(unread.length > 0 && { unread }), readAs: isZip ? '.xlsx' : '.xls' }
}

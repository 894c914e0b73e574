import { fromBufferPromise } from 'yauzl'
import type { WorkSheet } from '@e965/xlsx'
import { MOST_COLUMNS, MOST_ROWS, rowCollector, UnreadableFile } from './table.ts'
import type { Sheet, SheetFile } from './table.ts'

/** Bytes a workbook may unpack to, all in all. The largest list of parks there is unpacks to a tenth of that. */
const UNPACKED = 64 * 1024 * 1024
/** Files a workbook may hold. */
const MOST_ENTRIES = 500
const SHEETS = 20

const NO_WORKBOOK = 'This is not an Excel workbook.'
const TOO_MUCH = 'This workbook unpacks to more than a list of parks could be.'

/** What no table is made of. */
const LEFT_OUT = /^(xl\/(media|embeddings|printerSettings)\/|docProps\/thumbnail)|\/vbaProject\.bin$/i

/**
 * Unpacks what a table is made of, counting as it comes out, whatever the archive says of its sizes. The parser never sees the archive
 * itself: two readers of one archive may find different things in it.
 * @throws UnreadableFile
 */
async function unpack(bytes: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  let left = UNPACKED
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  if (archive.entryCount > MOST_ENTRIES) throw new UnreadableFile(TOO_MUCH)
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry
    if (LEFT_OUT.test(fileName)) continue
    if (entry.isEncrypted()) throw new UnreadableFile('This workbook is locked with a password.')
    if (found.has(fileName)) throw new UnreadableFile(NO_WORKBOOK)
    if (entry.uncompressedSize > left) throw new UnreadableFile(TOO_MUCH)
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      left -= (chunk as Buffer).length
      if (left < 0) throw new UnreadableFile(TOO_MUCH)
      chunks.push(chunk as Buffer)
    }
    found.set(fileName, Buffer.concat(chunks))
  }
  return found
}

/** A cell as text: as a person sees it where it is a date or an error, with every digit where it is a number. */
function textOf(
  cell: { t?: string; v?: unknown; w?: string; z?: unknown } | undefined,
  isDate: (format: string) => boolean,
): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (cell.t === 'n')
    return typeof cell.z === 'string' && isDate(cell.z) ? (cell.w ?? String(cell.v)) : String(cell.v)
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE'
  return String(cell.v)
}

/** Reads a workbook, .xlsx or .xls, by what it is and not by its name. Formulas are never calculated: their stored results are read. @throws UnreadableFile */
export async function readWorkbook(bytes: Buffer): Promise<SheetFile> {
  const magic = bytes.toString('hex', 0, 8)
  const isZip = magic.startsWith('504b0304')
  if (!isZip && magic !== 'd0cf11e0a1b11ae1') {
    throw new UnreadableFile(
      bytes.subarray(0, 1000).includes(0)
        ? NO_WORKBOOK
        : `${NO_WORKBOOK} It is text: choose CSV and give it a name that ends in .csv.`,
    )
  }
  const { CFB, read, SSF } = await import('@e965/xlsx')
  let safe = bytes
  if (isZip) {
    const parts = await unpack(bytes).catch((error: unknown) => {
      throw error instanceof UnreadableFile ? error : new UnreadableFile('This workbook is damaged.')
    })
    if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /^xl\/workbook/i.test(name)))
      throw new UnreadableFile(NO_WORKBOOK)
    const copy = CFB.utils.cfb_new()
    for (const [name, content] of parts) CFB.utils.cfb_add(copy, `/${name}`, content)
    safe = CFB.write(copy, {
      type: 'buffer',
      fileType: 'zip',
      compression: false,
    } as never) as unknown as Buffer
  }
  const book = (() => {
    try {
      return read(safe, {
        type: 'buffer',
        dense: true,
        sheetRows: MOST_ROWS + 2,
        cellFormula: false,
        cellHTML: false,
        cellNF: true,
        dateNF: 'yyyy-mm-dd',
        bookVBA: false,
        sheets: Array.from({ length: SHEETS }, (_, at) => at),
      })
    } catch (error) {
      if (/password|encrypt/i.test(String(error)))
        throw new UnreadableFile('This workbook is locked with a password.')
      throw new UnreadableFile('This workbook is damaged.')
    }
  })()
  const { take } = rowCollector()
  const sheets: Sheet[] = []
  for (const name of book.SheetNames.slice(0, SHEETS)) {
    const data = (
      book.Sheets[name] as
        | (WorkSheet & { '!data'?: ({ t?: string; v?: unknown }[] | undefined)[] })
        | undefined
    )?.['!data']
    if (!data) continue
    const rows: Sheet['rows'] = []
    // Sparse: a sheet may say that it has a million rows.
    // oxlint-disable-next-line unicorn/no-array-for-each -- visits what is there
    data.forEach((cells, at) => {
      if (!cells) return
      const texts: string[] = []
      // oxlint-disable-next-line unicorn/no-array-for-each -- visits what is there
      cells.forEach((cell, column) => {
        if (column <= MOST_COLUMNS) texts[column] = textOf(cell, SSF.is_date)
      })
      const row = take(
        at + 1,
        Array.from(texts, (text) => text ?? ''),
      )
      if (row) rows.push(row)
    })
    if (rows.length > 0) sheets.push({ name, rows })
  }
  if (sheets.length === 0) throw new UnreadableFile('The workbook is empty.')
  return { sheets, readAs: isZip ? '.xlsx' : '.xls' }
}

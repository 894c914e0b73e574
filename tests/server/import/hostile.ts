import { deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { IMPORT_MAX_BYTES } from '../../../data/model/import.ts'
import type { ImportFileType } from '../../../data/model/import.ts'

/** A file made to harm its reader. */
export interface Hostile {
  what: string
  type: ImportFileType
  /** Created on demand, because some unpack to hundreds of megabytes. */
  make: () => Buffer
}

interface Entry {
  name: string
  content: Buffer
  /** False metadata in the archive. */
  stated?: { size?: number; compressed?: number; method?: number; crc?: number; flags?: number }
}

/** A ZIP archive with the given, possibly false metadata. */
function archive(entries: readonly Entry[], count = entries.length): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, stated = {} } of entries) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    const fields = (header: Buffer, at: number) => {
      header.writeUInt16LE(stated.flags ?? 0, at)
      header.writeUInt16LE(stated.method ?? 8, at + 2)
      header.writeUInt32LE(stated.crc ?? 0, at + 8)
      header.writeUInt32LE(stated.compressed ?? packed.length, at + 12)
      header.writeUInt32LE(stated.size ?? content.length, at + 16)
      header.writeUInt16LE(name.length, at + 20)
    }
    fields(local, 6)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    fields(central, 8)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
const BOOK =
  '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Parks" sheetId="1" r:id="rId1"/></sheets></workbook>'
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
const sheet = (inner: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inner}</worksheet>`
const HEADERS = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'

const workbook = (sheetXml: string | Buffer, more: readonly Entry[] = [], stated?: Entry['stated']) =>
  archive([
    { name: '[Content_Types].xml', content: Buffer.from(TYPES) },
    { name: 'xl/workbook.xml', content: Buffer.from(BOOK) },
    { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(RELATIONS) },
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheetXml), ...(stated && { stated }) },
    ...more,
  ])

/** Pseudo-random bytes; the same seed gives the same ones. */
function noise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed * 2_654_435_761 + 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    bytes[at] = state >>> 24
  }
  return bytes
}

const MB = 1024 * 1024
const fill = (text: string, length: number) => Buffer.alloc(length, text)

/** More than 200 hostile files. */
export function* hostileFiles(): Generator<Hostile> {
  const csv = (what: string, content: () => Buffer | string): Hostile => ({
    what,
    type: 'csv',
    make: () => Buffer.from(content()),
  })
  const excel = (what: string, content: () => Buffer | string): Hostile => ({
    what,
    type: 'excel',
    make: () => Buffer.from(content()),
  })
  const real = (bookType: 'xlsx' | 'xls') => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['name', 'suburb', 'state'],
        ...Array.from({ length: 50 }, (_, row) => [`Park ${row}`, 'Atlantis', 'NSW']),
      ]),
      'Parks',
    )
    return write(book, { type: 'buffer', bookType }) as Buffer
  }
  // Archive bombs.
  yield excel('a sheet of 600 MB of zeros in less than 1 MB', () =>
    workbook(Buffer.concat([Buffer.from(sheet('').slice(0, -12)), Buffer.alloc(600 * MB, ' ')])),
  )
  yield excel('a sheet of 60 MB of cells', () =>
    workbook(sheet(`<sheetData>${HEADERS}${'<row><c><v>1</v></c></row>'.repeat(2.3 * MB)}</sheetData>`)),
  )
  yield excel('a bomb with a small stated size', () =>
    workbook(Buffer.alloc(200 * MB, 'a'), [], { size: 100 }),
  )
  yield excel('shared strings that are a bomb', () =>
    workbook(sheet(HEADERS), [
      { name: 'xl/sharedStrings.xml', content: Buffer.alloc(300 * MB, '<si><t>a</t></si>') },
    ]),
  )
  yield excel('a picture that is a bomb', () =>
    workbook(sheet(`<sheetData>${HEADERS}</sheetData>`), [
      { name: 'xl/media/image1.png', content: Buffer.alloc(300 * MB) },
    ]),
  )
  yield excel('an archive of 60,000 entries', () =>
    archive(
      Array.from({ length: 60_000 }, (_, at) => ({
        name: `xl/worksheets/sheet${at}.xml`,
        content: Buffer.from('a'),
      })),
      60_000,
    ),
  )
  yield excel('an XML bomb of entities', () =>
    workbook(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]>${sheet(`<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&m;</t></is></c></row></sheetData>`).slice(21)}`,
    ),
  )
  yield excel('an external entity', () =>
    workbook(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheet('<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row></sheetData>').slice(21)}`,
    ),
  )
  yield excel('a sheet with a stated size of a million rows of 16,000 cells', () =>
    workbook(
      sheet(
        `<dimension ref="A1:XFD1048576"/><sheetData>${HEADERS}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>`,
      ),
    ),
  )
  yield excel('thousands of merged ranges over the whole sheet', () =>
    workbook(
      sheet(
        `<sheetData>${HEADERS}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(5000)}</mergeCells>`,
      ),
    ),
  )
  yield excel('merged ranges over all rows in every column, with long texts', () => {
    const columns = Array.from({ length: 300 }, (_, at) => utils.encode_col(at))
    const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
    const cell = (address: string, text: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
    const first = columns.map((column) => cell(`${column}1`, `name ${'x'.repeat(7_000)}`)).join('')
    const others = Array.from({ length: 5_000 }, (_, at) => row(at + 2, cell(`KN${at + 2}`, 'y')))
    const merged = columns.map((column) => `<mergeCell ref="${column}1:${column}1048576"/>`.repeat(10))
    return workbook(
      sheet(
        `<sheetData>${row(1, first)}${others.join('')}</sheetData><mergeCells>${merged.join('')}</mergeCells>`,
      ),
    )
  })
  yield excel('cell references that are prototype names', () =>
    workbook(
      sheet(
        '<sheetData><row r="1"><c r="__proto__"><v>1</v></c><c r="constructor1" t="inlineStr"><is><t>name</t></is></c></row></sheetData>',
      ),
    ),
  )
  yield excel('a path outside the archive', () =>
    archive([
      { name: '../../etc/passwd', content: Buffer.from('x') },
      { name: '[Content_Types].xml', content: Buffer.from(TYPES) },
    ]),
  )
  yield excel('two entries with one name', () =>
    workbook(sheet(HEADERS), [
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(sheet('<sheetData/>')) },
    ]),
  )
  yield excel('an encrypted entry', () => workbook(sheet(HEADERS), [], { flags: 1 }))
  yield excel('an unknown compression method', () => workbook(sheet(HEADERS), [], { method: 99 }))
  yield excel('a directory with a wrong count', () =>
    archive([{ name: '[Content_Types].xml', content: Buffer.from(TYPES) }], 500),
  )
  yield excel('an archive within the archive', () => archive([{ name: 'a.xlsx', content: real('xlsx') }]))
  yield excel('a document of another program', () =>
    archive([
      { name: 'word/document.xml', content: Buffer.from('<w:document/>') },
      { name: '[Content_Types].xml', content: Buffer.from(TYPES) },
    ]),
  )
  // Texts.
  yield csv('10 MB of quotes', () => fill('"', IMPORT_MAX_BYTES))
  yield csv('10 MB of commas', () => fill(',', IMPORT_MAX_BYTES))
  yield csv('10 MB of lines', () =>
    Buffer.concat([Buffer.from('name\nx\n'), fill('\n', IMPORT_MAX_BYTES - 20), Buffer.from('y\n')]),
  )
  yield csv('10 MB of one cell', () =>
    Buffer.concat([Buffer.from('name\n'), fill('a', IMPORT_MAX_BYTES - 5)]),
  )
  yield csv('10 MB of doubled quotes', () =>
    Buffer.concat([Buffer.from('name\n"'), fill('""', IMPORT_MAX_BYTES - 8)]),
  )
  yield csv('2.5 million rows', () => fill('a,b\n', IMPORT_MAX_BYTES))
  yield csv('a quote in every line', () => fill('a,"b\n', IMPORT_MAX_BYTES))
  yield csv('a hundred thousand columns', () => `${'name,'.repeat(100_000)}\nx\n`)
  yield csv('10 MB of zeros', () => Buffer.alloc(IMPORT_MAX_BYTES))
  yield csv('10 MB of noise', () => noise(IMPORT_MAX_BYTES, 1))
  yield csv('UTF-16 with half a character', () =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('name\n', 'utf16le'),
      Buffer.from([0x00, 0xd8, 0x41]),
    ]),
  )
  yield csv('an empty file', () => '')
  yield csv('one byte', () => 'a')
  yield csv('a byte order mark only', () => '\uFEFF')
  yield csv('headers only', () => 'name,lat,long\n')
  yield csv('headers that are prototype names', () => '__proto__,constructor,name,toString\na,b,c,d\n')
  for (const [what, magic] of [
    ['a PDF', '%PDF-1.7\n'],
    ['a GIF', 'GIF89a'],
    ['a program', '\x7fELF'],
    ['HTML', '<html><script>alert(1)</script>'],
    ['JSON', '{"name": 1}'],
  ] as const) {
    yield csv(what, () => magic)
    yield excel(what, () => magic)
  }
  // Texts that are slow for careless regular expressions.
  for (const cell of [
    '('.repeat(7000),
    `${' '.repeat(7000)}x`,
    `${'1,'.repeat(3000)}x`,
    `POINT(${'1'.repeat(7000)}`,
    `${"33°52'".repeat(1000)}`,
    `[${'['.repeat(7000)}`,
    `${'a-'.repeat(3500)}!`,
    '-'.repeat(7000),
    `${'Mon-Fri '.repeat(900)}`,
    `{"coordinates":[${'1,'.repeat(3000)}`,
  ]) {
    for (const column of ['name', 'coordinates', 'features', 'hours', 'address', 'dog access']) {
      yield csv(
        `${cell.slice(0, 12)}… under ${column}`,
        () =>
          `name,suburb,state,${column === 'name' ? 'notes' : column}\n"x","Bondi","NSW","${cell.replaceAll('"', '""')}"\n`,
      )
    }
  }
  // Real workbooks, cut off or with noise in them.
  for (const type of ['xlsx', 'xls'] as const) {
    const whole = real(type)
    for (let part = 1; part <= 24; part += 1)
      yield excel(`${part}/25 of an .${type}`, () =>
        whole.subarray(0, Math.floor((whole.length * part) / 25)),
      )
    for (let seed = 1; seed <= 24; seed += 1) {
      const broken = Buffer.from(whole)
      for (const [at, byte] of noise(24, seed).entries())
        broken[8 + ((seed * 7919 + at * 104_729) % (broken.length - 8))] = byte
      yield excel(`an .${type} with noise in it, ${seed}`, () => broken)
    }
  }
  for (let seed = 1; seed <= 12; seed += 1)
    yield excel(`a workbook's first bytes and noise, ${seed}`, () =>
      Buffer.concat([
        Buffer.from(seed % 2 ? '504b0304' : 'd0cf11e0a1b11ae1', 'hex'),
        noise(20_000 * seed, seed),
      ]),
    )
  for (let seed = 1; seed <= 6; seed += 1)
    yield csv(`noise as text, ${seed}`, () => noise(50_000, seed).toString('latin1').replaceAll('\0', ' '))
}

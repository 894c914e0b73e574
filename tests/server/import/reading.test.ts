import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { utils, write } from '@e965/xlsx'
import type { BookType } from '@e965/xlsx'
import { localities } from '../../../data/sources/localities.ts'
import { readLeash } from '../../../data/hours/read-leash.ts'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { readAccess } from '../../../server/import/access.ts'
import { readDegrees, readPosition, parseNumberPair } from '../../../server/import/coordinates.ts'
import { readGeoJson } from '../../../server/import/geojson.ts'
import { findHeaders, mapHeaders } from '../../../server/import/headers.ts'
import { nearestLocality, place } from '../../../server/import/placing.ts'
import type { ListedLocation } from '../../../server/import/placing.ts'
import { readFile } from '../../../server/import/read-file.ts'
import { readRow } from '../../../server/import/row.ts'
import { readText } from '../../../server/import/text.ts'
import { readWorkbook } from '../../../server/import/workbook.ts'
import { temporaryFolder } from '../harness.ts'
import { listOf } from './kill-import.ts'

const ROWS = [
  ['Park Name', 'Suburb', 'Notes'],
  ['Café Green', 'Bondi', 'first line\nsecond line'],
  ['Rosella “Run”', 'Fitzroy', 'a, b; c\td'],
]
const written = (delimiter: string) =>
  ROWS.map((row) => row.map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell}"` : cell)).join(delimiter)).join(
    '\r\n',
  )
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
/** Windows-1252 has typographic quotes at 0x93 and 0x94; the other characters here are Latin-1. */
const windows1252 = (text: string) =>
  Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')

describe('a text file', () => {
  test.each([
    ['UTF-8 with commas', Buffer.from(written(',')), 'UTF-8, separated by commas'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${written(',')}`), 'UTF-8, separated by commas'],
    [
      'UTF-16, little end first',
      Buffer.from(`\uFEFF${written('\t')}`, 'utf16le'),
      'UTF-16, separated by tabs',
    ],
    ['UTF-16, big end first', utf16be(written(';')), 'UTF-16, separated by semicolons'],
    ['UTF-16 without a mark', Buffer.from(written(','), 'utf16le'), 'UTF-16, separated by commas'],
    ['Windows-1252 with semicolons', windows1252(written(';')), 'Windows-1252, separated by semicolons'],
    ['tabs', Buffer.from(written('\t')), 'UTF-8, separated by tabs'],
    ['bars', Buffer.from(written('|')), 'UTF-8, separated by bars'],
    ["Excel's own first line", Buffer.from(`sep=;\r\n${written(';')}`), 'UTF-8, separated by semicolons'],
    ['old line ends', Buffer.from(written(',').replaceAll('\r\n', '\r')), 'UTF-8, separated by commas'],
  ])('in %s is the same list', (_, bytes, readAs) => {
    const table = findHeaders(readText(bytes))
    expect({
      readAs: table.readAs,
      header: table.header,
      rows: table.rows.map(({ cells }) => cells),
    }).toEqual({ readAs, header: ROWS[0], rows: ROWS.slice(1) })
  })

  test('in UTF-8 with some lines in Windows-1252, as when two lists were joined, is read as both', () => {
    const utf8 = Buffer.from('Name,Suburb\nCafé Park – north,Bondi\nO’Brien’s Reserve,Bondi\n')
    const table = findHeaders(readText(Buffer.concat([utf8, windows1252('“Élan” Oval,Bondi\n')])))
    expect(table.rows.map(({ cells }) => cells[0])).toEqual([
      'Café Park – north',
      'O’Brien’s Reserve',
      '“Élan” Oval',
    ])
    expect(table.readAs).toBe('UTF-8 and Windows-1252, separated by commas')
  })

  test('in Windows-1252 that has two letters which UTF-8 would write one with is read as it is', () => {
    const bytes = windows1252('Name,Suburb\nCafé Park,Bondi\nÉlan Oval,Bondi\nÃ© Oval,Bondi\n')
    expect(readText(bytes).sheets[0]!.rows.at(-1)!.cells[0]).toBe('Ã© Oval')
  })

  test('has its headers in the row with most known ones, and rows numbered as in a spreadsheet', () => {
    const table = findHeaders(
      readText(
        Buffer.from(
          'Dog parks of the shire;;\nAs at 30 June 2025;;\n;;\nReserve Name;Lat;Long\n\nA;1;2\n;;\nB;3;4\n',
        ),
      ),
    )
    expect(table).toMatchObject({
      header: ['Reserve Name', 'Lat', 'Long'],
      rows: [
        { row: 6, cells: ['A', '1', '2'] },
        { row: 8, cells: ['B', '3', '4'] },
      ],
    })
  })

  test('with a title over columns for some days has both in their headers', () => {
    const headerOf = (above: string, own = 'Name,Weekdays,Weekends,Dogs') =>
      findHeaders(readText(Buffer.from(`${above}\n${own}\nx,6am-8pm,8am-6pm,Off leash\n`))).header
    expect(headerOf(',Opening hours,,Rules')).toEqual([
      'Name',
      'Opening hours Weekdays',
      'Opening hours Weekends',
      'Dogs',
    ])
    const columns = mapHeaders(headerOf(',Off-leash times,,'))
    expect(columns.map(({ field, days }) => [field, days])).toEqual([
      ['name', undefined],
      ['leashHours', 'Weekdays'],
      ['leashHours', 'Weekends'],
      ['access', undefined],
    ])
    for (const above of ['Dog parks of the shire', ',Opening hours,,\n', ',Toilets,,'])
      expect(headerOf(above)).toEqual(['Name', 'Weekdays', 'Weekends', 'Dogs'])
    expect(headerOf(',Opening hours,,', 'Name,Suburb,Phone,Dogs')).toEqual([
      'Name',
      'Suburb',
      'Phone',
      'Dogs',
    ])
  })

  test('without a name column is refused with a list of its columns', () => {
    expect(() => findHeaders(readText(Buffer.from('Colour,Taste\nred,sweet\n')))).toThrow(
      'No column for the name of a park was found. The first row has: Colour, Taste.',
    )
  })

  test('has no headers in a row of values, even if one of them is a header of names', () => {
    const list = 'Area,Suburb,State,Category,Lat,Long\nThe Oval,Parap,NT,Dog park,Y,-12.4\n'
    expect(() => findHeaders(readText(Buffer.from(list)))).toThrow('The first row has: Area, Suburb, State')
    expect(findHeaders(readText(Buffer.from(list)), { nameRequired: false }).header[0]).toBe('Area')
  })

  test('with quotes inside cells keeps them', () => {
    expect(readText(Buffer.from('name,x\nThe "Old" Oval,y\n')).sheets[0]!.rows[1]!.cells).toEqual([
      'The "Old" Oval',
      'y',
    ])
  })
})

describe('a workbook', () => {
  const book = (rows: unknown[][], bookType: BookType, before: [string, unknown[][]][] = []) => {
    const made = utils.book_new()
    for (const [name, cells] of [...before, ['Parks', rows] as const])
      utils.book_append_sheet(made, utils.aoa_to_sheet(cells as unknown[][]), name)
    return write(made, { type: 'buffer', bookType }) as Buffer
  }

  test.each<BookType>(['xlsx', 'xls', 'xlsb'])(
    '.%s is read with full numbers, dates, results of formulas, and the sheet with the parks',
    async (type) => {
      const cells = [
        ['Park Name', 'Lat', 'Checked', 'Formula'],
        ['Rosella Run', -33.123456789, new Date(Date.UTC(2021, 4, 3)), { t: 'n', v: 3, f: '1+2' }],
        ['=1+1', true, null, 'x'],
      ]
      const table = findHeaders(
        await readWorkbook(book(cells, type, [['Read me', [['About this list'], ['It is long']]]])),
      )
      expect(table.readAs).toBe(`Sheet “Parks”, ${type === 'xls' ? '.xls' : '.xlsx'}`)
      expect(table.rows[0]!.cells).toEqual([
        'Rosella Run',
        '-33.123456789',
        expect.stringMatching(/2021/),
        '3',
      ])
      expect(table.rows[1]!.cells).toEqual(['=1+1', 'TRUE', '', 'x'])
    },
  )

  test.each<BookType>(['xlsx', 'xls'])(
    '.%s has the errors of its formulas, but no rows of nothing else',
    async (type) => {
      const [REFERENCE, NOT_AVAILABLE] = [0x17, 0x2a]
      const error = (v: number) => ({ t: 'e', v })
      const { sheets } = await readWorkbook(
        book(
          [
            ['Park Name', 'Off-leash times'],
            ['Rosella Run', error(REFERENCE)],
            [error(NOT_AVAILABLE), error(NOT_AVAILABLE)],
          ],
          type,
        ),
      )
      expect(sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
        ['Park Name', 'Off-leash times'],
        ['Rosella Run', '#N/A'],
      ])
    },
  )

  test.each([
    ['d-mmm-yy', '2014-12-27'],
    ['dd/mm/yy hh:mm', '2014-12-27'],
    ['mmm-yy', '2014-12-27'],
    ['d mmm', '2014-12-27'],
    ['[$-C09]dd-mmm-yy;@', '2014-12-27'],
    ['"Year "yyyy', '2014-12-27'],
    ['h:mm AM/PM', '6:00 PM'],
    ['[h]:mm', '1008018:00'],
    ['h" o\'clock daily"', "18 o'clock daily"],
    ['dddd', 'Saturday'],
    ['General', '42000.75'],
  ])('has the full date of a cell in the format %s, and the displayed text of a time', async (z, text) => {
    const made = utils.book_new()
    const sheet = utils.aoa_to_sheet([['Park Name'], [{ t: 'n', v: 42_000.75, z }]])
    utils.book_append_sheet(made, sheet, 'Parks')
    const read = async () => {
      const { sheets } = await readWorkbook(write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
      return sheets[0]!.rows[1]!.cells
    }
    expect(await read()).toEqual([text])
    // Workbooks of old Macs count the days from 1904.
    made.Workbook = { WBProps: { date1904: true } }
    expect(await read()).toEqual([text.replace('2014-12-27', '2018-12-28').replace('Saturday', 'Friday')])
  })

  test('has headers without control and bidirectional characters, which notes and published texts quote', async () => {
    const header = ['Name', 'Dogs', 'Rule for\0 dogs\u202e', ' Dogs’  access\n(winter) ']
    const { header: read } = findHeaders(
      await readWorkbook(book([header, ['x', 'Off leash', 'Not on Sundays', '']], 'xlsx')),
    )
    expect(read).toEqual(['Name', 'Dogs', 'Rule for dogs', "Dogs' access (winter)"])
    const properties = Object.fromEntries(header.map((key) => [key, 'x']))
    const map = readGeoJson(JSON.stringify({ type: 'Feature', geometry: null, properties }))
    expect(map.header.slice(0, 4)).toEqual(read)
    expect(map.rows[0]!.cells.slice(0, 4)).toEqual(['x', 'x', 'x', 'x'])
  })

  test('has the columns behind its headers, which may be below a merged one', async () => {
    const rowsBelow = async (...last: string[]) => {
      const { header, rows } = findHeaders(
        await readWorkbook(
          book(
            [
              ['Name', ...last],
              ['x', 'Off leash', '6am-8pm', 'Closed Mondays'],
              ['y', 'Off leash', '6am-8pm', null, 'No dogs before 9am'],
            ],
            'xlsx',
          ),
        ),
      )
      const columns = mapHeaders(header, rows)
      return rows.map((row) => readRow(row, columns, { source: '', today: '2026-05-01' }))
    }
    expect(await rowsBelow('Dogs', 'Opening hours')).toMatchObject([
      { facts: { access: 'off_leash', openingHours: '6am-8pm; Closed Mondays' } },
      { facts: { access: 'off_leash', openingHours: '6am-8pm', leashHours: 'No dogs before 9am' } },
    ])
    expect((await rowsBelow('Dogs', 'Phone'))[1]).toMatchObject({
      facts: { access: null },
      notes: expect.arrayContaining(['“Column E” is about dogs and cannot be read.']),
    })
  })

  test('with several lists says which of its sheets are not read', async () => {
    const list = (name: string) => [
      ['Park Name', 'Suburb'],
      [name, 'Chermside'],
    ]
    const file = book(list('Rosella Run'), 'xlsx', [
      ['Read me', [['About this list'], ['It is long']]],
      [
        'North',
        [
          ['Park Name', 'Suburb', 'State'],
          ['Magpie Meadow', 'Aspley', 'QLD'],
        ],
      ],
      ['South', list('Kookaburra Corner')],
    ])
    const table = findHeaders(await readWorkbook(file))
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Magpie Meadow'])
    expect(table.readAs).toBe('Sheet “North”, .xlsx. Not read: “South”, “Parks”')
  })

  test.each<BookType>(['xlsx', 'xls'])(
    'reads no hidden sheet of a .%s if another one has a list',
    async (type) => {
      const made = utils.book_new()
      const hidden = ['Old', 'Very old']
      for (const name of [...hidden, 'Parks'])
        utils.book_append_sheet(
          made,
          utils.aoa_to_sheet([
            ['Park Name', 'Suburb', 'State', ...(name === 'Old' ? ['Postcode'] : [])],
            [`Park of ${name}`, 'Chermside', 'QLD'],
          ]),
          name,
        )
      const readAs = async (hiddenSheets: readonly string[]) => {
        made.Workbook = {
          Sheets: made.SheetNames.map((name) => ({
            name,
            Hidden: hiddenSheets.includes(name) ? (name === 'Old' ? 1 : 2) : 0,
          })),
        }
        const path = join(temporaryFolder(), 'list')
        writeFileSync(path, write(made, { type: 'buffer', bookType: type }) as Buffer)
        return findHeaders(await readFile(path, 'excel')).readAs
      }
      expect(await readAs(hidden)).toBe(`Sheet “Parks”, .${type}. Not read: “Old”, “Very old”`)
      // As workbooks may be that were written by a program.
      expect(await readAs([...hidden, 'Parks'])).toBe(`Sheet “Old”, .${type}. Not read: “Very old”, “Parks”`)
    },
  )

  test.each<BookType>(['xlsx', 'xlsb'])('with hidden rows refuses them (.%s)', async (type) => {
    const made = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['Park Name', 'Suburb', 'State'],
      ['Rosella Run', 'Chermside', 'QLD'],
      ['Magpie Meadow', 'Chermside', 'QLD'],
    ])
    sheet['!rows'] = [{}, { hidden: true }, { hpt: 30 }]
    utils.book_append_sheet(made, sheet, 'Parks')
    const path = join(temporaryFolder(), 'list')
    writeFileSync(path, write(made, { type: 'buffer', bookType: type }) as Buffer)
    const { header, rows } = findHeaders(await readFile(path, 'excel'))
    const columns = mapHeaders(header, rows)
    expect(rows.map((row) => readRow(row, columns, { source: '', today: '2026-05-01' }))).toMatchObject([
      { reason: 'The row is hidden in the workbook. If it belongs to the list, show it there' },
      { said: { name: 'Magpie Meadow' } },
    ])
  })

  test('with more sheets than are read names the others, or counts them', async () => {
    const list = [
      ['Park Name', 'Suburb'],
      ['Rosella Run', 'Chermside'],
    ]
    const fileOf = (sheets: number) =>
      book([['Notes']], 'xlsx', [
        ['List', list],
        ...Array.from({ length: sheets - 2 }, (_, at): [string, unknown[][]] => [
          `Notes ${at + 2}`,
          [['Notes']],
        ]),
      ])
    const readAs = async (sheets: number) => findHeaders(await readWorkbook(fileOf(sheets))).readAs
    expect(await readAs(20)).toBe('Sheet “List”, .xlsx')
    expect(await readAs(22)).toBe('Sheet “List”, .xlsx. Not read: “Notes 21”, “Parks”')
    // In a process of its own, as by the server.
    const path = join(temporaryFolder(), 'list.xlsx')
    writeFileSync(path, fileOf(40))
    expect(findHeaders(await readFile(path, 'excel')).readAs).toBe(
      `Sheet “List”, .xlsx. Not read: ${Array.from({ length: 10 }, (_, at) => `“Notes ${at + 21}”`).join(', ')} and 10 more`,
    )
  })

  test.each<BookType>(['xlsx', 'xls', 'xlsb'])(
    '.%s has the text of a merged cell in each of its rows',
    async (type) => {
      const made = utils.book_new()
      const sheet = utils.aoa_to_sheet([
        ['Parks of the council', null, null, null],
        ['Park Name', 'Place', null, 'Access'],
        [null, 'Suburb', 'State', null],
        ['Rosella Run', 'Chermside', 'QLD', 'Off leash'],
        ['Magpie Meadow', null, null, null],
        [null, null, null, null],
        ['Kookaburra Corner', 'Aspley', null, null],
        ['Wattle Walk', null, 'QLD', null],
      ])
      sheet['!merges'] = ['A1:D1', 'A2:A3', 'B2:C2', 'D2:D3', 'B4:B6', 'C4:C7', 'D4:D5', 'A5:A6'].map(
        (range) => utils.decode_range(range),
      )
      utils.book_append_sheet(made, sheet, 'Parks')
      const table = findHeaders(await readWorkbook(write(made, { type: 'buffer', bookType: type }) as Buffer))
      expect(table.header).toEqual(['Park Name', 'Suburb', 'State', 'Access'])
      expect(table.rows).toEqual([
        { row: 4, cells: ['Rosella Run', 'Chermside', 'QLD', 'Off leash'] },
        { row: 5, cells: ['Magpie Meadow', 'Chermside', 'QLD', 'Off leash'] },
        { row: 7, cells: ['Kookaburra Corner', 'Aspley', 'QLD'] },
        { row: 8, cells: ['Wattle Walk', '', 'QLD'] },
      ])
    },
  )

  test('is refused if merged cells make it too large', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Park Name', 'Notes'],
      ['Rosella Run', 'x'.repeat(30_000)],
      ...Array.from({ length: 600 }, (_, at) => [`Park ${at}`]),
    ])
    const made = utils.book_new()
    utils.book_append_sheet(made, sheet, 'Parks')
    const read = () => readWorkbook(write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    sheet['!merges'] = [utils.decode_range('B2:B500')]
    expect((await read()).sheets[0]!.rows).toHaveLength(602)
    sheet['!merges'] = [utils.decode_range('B2:B1048576')]
    await expect(read()).rejects.toThrow('too large')
  })

  test('that is not a workbook is refused with the reason', async () => {
    await expect(readWorkbook(Buffer.from('name,lat\n'))).rejects.toThrow('It is text: choose CSV')
    await expect(readWorkbook(Buffer.from('PK\x03\x04 and nothing more'))).rejects.toThrow(
      'This workbook is damaged.',
    )
  })
})

test.each([
  ['Park Name', 'name'],
  ['PARK_NAME', 'name'],
  ['parkName*', 'name'],
  ['Reserve name', 'name'],
  ['LATITUDE', 'latitude'],
  ['lat', 'latitude'],
  ['Lat.', 'latitude'],
  ['Y', 'latitude'],
  ['Longitude (WGS84)', 'longitude'],
  ['Name of Reserve', 'name'],
  ['zone_name', 'name'],
  ['Designated Dog Off Lead Areas', 'name'],
  ['LNG', 'longitude'],
  ['Suburb', 'suburb'],
  ['Locality', 'suburb'],
  ['Council Area', 'city'],
  ['State/Territory', 'state'],
  ['Post Code', 'postcode'],
  ['Dog access', 'access'],
  ['On/Off Leash', 'access'],
  ['Facilities', 'features'],
  ['Opening hours', 'openingHours'],
  ['Off-leash times', 'leashHours'],
  ['Area (ha)', 'size'],
  ['Geo Point 2D', 'coordinates'],
  ['Photo URL', 'imageUrl'],
  ['Asset ID', 'sourceId'],
  ['Last updated', 'asOf'],
  ['Favourite colour', null],
] as const)("the header '%s' means %s", (header, field) => {
  const value = field === 'size' ? '2.5' : ''
  expect(mapHeaders([header], [{ cells: [value] }])[0]!.field).toBe(field)
})

test.each([
  ['Off Leash Y/N', 'off-leash'],
  ['offLeash', 'off-leash'],
  ['Has Toilets?', 'toilets'],
  ['TOILETS_YN', 'toilets'],
  ['Fenced (Yes/No)', 'fenced'],
  ['waste-bins', 'waste-bins'],
  ['BBQs', 'bbq'],
  ['Poop Bags Provided', 'bags'],
  ['Drinking fountain', 'water'],
  ['Lighting', 'safe'],
] as const)("the header '%s' is the feature %s", (header, feature) => {
  expect(mapHeaders([header])[0]).toMatchObject({ field: 'feature', feature })
})

test('the more likely of two columns for one field is read', () => {
  const columns = mapHeaders(['Park', 'Name', 'id', 'Park ID'])
  expect(columns.map(({ field }) => field)).toEqual([null, 'name', null, 'sourceId'])
})

test("the header 'Off-leash Area' is the name of a park, or a feature beside another name", () => {
  const read = (...header: string[]) =>
    mapHeaders(header).map(({ field, feature }) => (feature ? `${field} ${feature}` : field))
  expect(read('Off-leash Area', 'Suburb')).toEqual(['name', 'suburb'])
  expect(read('Off-leash Area', 'Name', 'Park')).toEqual(['feature off-leash', 'name', null])
  expect(read('Name', 'City', 'Council')).toEqual(['name', 'city', null])
})

test("the meaning of the header 'Location' depends on its cells", () => {
  const read = (value: string) => mapHeaders(['name', 'Location'], [{ cells: ['x', value] }])[1]!.field
  expect([read('12 Smith St'), read('(-33.8, 151.2)')]).toEqual(['address', 'coordinates'])
})

test.each([
  [['Dogs prohibited', 'Prohibited', 'Off leash'], 'access'],
  [['Prohibited', 'Shared', 'Dog park'], 'access'],
  [['Dogs prohibited', 'Oval', 'Reserve'], null],
  // Nothing says that it is about dogs.
  [['Prohibited', 'Shared', 'Yes'], null],
  [['Open', 'Dogs welcome by arrangement'], null],
] as const)("the header 'Type' with the cells %j means %s", (cells, field) => {
  const rows = cells.map((cell) => ({ cells: ['x', cell] }))
  expect(mapHeaders(['name', 'Type'], rows)[1]!.field).toBe(field)
})

describe('coordinates', () => {
  test.each([
    ['-33.8688', -33.8688],
    ['-33,8688', -33.8688],
    ['33.8688 S', -33.8688],
    ['S33.8688°', -33.8688],
    ['33°52\'07.7"S', -33.86881],
    ['151 12 33.5 E', 151.20931],
    ['−33.5', -33.5],
    ['33', 33],
    ['here', undefined],
    ['', undefined],
    ['1.2.3', undefined],
    ['-33.8688, 151.2', undefined],
  ])("are read from '%s'", (text, degrees) => {
    const read = readDegrees(text)
    expect(read === undefined ? undefined : Math.round(read * 1e5) / 1e5).toBe(degrees)
  })

  test.each([
    '-33.8, 151.2',
    '(-33.8,151.2)',
    '[-33.8 151.2]',
    '-33.8;151.2',
    '33°48\'00"S, 151°12\'00"E',
    '-33.8, 151.2, 12',
  ])("are read from '%s' as two numbers", (text) =>
    expect(parseNumberPair(text)!.map((value) => Math.round(value * 10) / 10)).toEqual([-33.8, 151.2]),
  )

  test.each([
    'POINT (151.2 -33.8)',
    '{"type":"Point","coordinates":[151.2,-33.8]}',
    'SRID=4326;POINT(151.2 -33.8)',
  ])("are read from '%s', which has the longitude first", (text) =>
    expect(parseNumberPair(text)).toEqual([-33.8, 151.2]),
  )

  test('are read in the order that is in Australia and near the suburb', () => {
    const bondi = [{ latitude: -33.89, longitude: 151.27 }]
    for (const [a, b] of [
      [-33.89, 151.28],
      [151.28, -33.89],
      [33.89, 151.28],
      [151.28, 33.89],
    ] as const) {
      expect(readPosition(a, b, bondi), `${a} ${b}`).toMatchObject({
        kind: 'position',
        position: { latitude: -33.89, longitude: 151.28 },
      })
    }
    expect(
      readPosition(151.28, -33.89, []).kind === 'position' && readPosition(151.28, -33.89, []),
    ).toMatchObject({ notes: ['Latitude and longitude were the wrong way round.'] })
    expect(readPosition(0, 0, bondi)).toEqual({ kind: 'none' })
    expect(readPosition(51.5, -0.1, bondi)).toEqual({
      kind: 'wrong',
      reason: 'The coordinates are not in Australia',
    })
    expect(readPosition(334_000, 6_250_000, bondi)).toMatchObject({
      reason: 'The coordinates are metres of a map grid, not degrees',
    })
  })
})

describe('a place', () => {
  const places = { known: localityLookup(localities()), nearest: nearestLocality(localities()) }
  const said = (change: Partial<ListedLocation>): ListedLocation => ({
    name: 'Rosella Run',
    address: '',
    suburb: '',
    city: '',
    state: '',
    postcode: '',
    coordinates: null,
    accuracy: 'exact',
    ...change,
  })
  const at = (change: Partial<ListedLocation>) => place(said(change), places, [])

  test('without coordinates gets the approximate position of the suburb', () => {
    expect(at({ suburb: 'Bondi', state: 'NSW' })).toMatchObject({
      place: { city: 'Bondi', state: 'NSW', postcode: '2026', accuracy: 'suburb' },
      notes: ['Position filled from the suburb, approximate.'],
    })
  })

  test('without a state is found by postcode, by position, or by the name alone', () => {
    expect(at({ suburb: 'Richmond', postcode: '3121' })).toMatchObject({ place: { state: 'VIC' } })
    // A spreadsheet has dropped the first zero.
    expect(at({ suburb: 'Bayview', postcode: '820' })).toMatchObject({
      place: { state: 'NT', postcode: '0820' },
    })
    expect(at({ suburb: 'Richmond', coordinates: [-33.601, 150.751] })).toMatchObject({
      place: { state: 'NSW', accuracy: 'exact' },
    })
    expect(at({ suburb: 'Marrickville' })).toMatchObject({ place: { state: 'NSW', postcode: '2204' } })
    expect(at({ suburb: 'Richmond' })).toMatchObject({
      reason: expect.stringMatching(/^“Richmond” is in NSW, VIC, .*: add the state$/),
    })
  })

  test('is read from the end of an address', () => {
    expect(at({ address: '12 Smith St, Marrickville NSW 2204' })).toMatchObject({
      place: { city: 'Marrickville', state: 'NSW', postcode: '2204' },
    })
    expect(at({ address: '1 The Mall, Darwin City NT 800' })).toMatchObject({
      place: { city: 'Darwin City', state: 'NT', postcode: '0800' },
    })
  })

  test('with coordinates only gets the nearest suburb, with a note', () => {
    expect(at({ coordinates: [-33.911, 151.157] })).toMatchObject({
      place: { city: 'Marrickville', accuracy: 'exact' },
      notes: ['Marrickville, the nearest suburb to the coordinates.'],
    })
    expect(at({ coordinates: [-25.501, 105.001] })).toEqual({
      reason: 'There is no suburb near these coordinates',
    })
    expect(at({ coordinates: [-33.911, 151.157], state: 'WA' })).toEqual({
      reason: 'The coordinates are not in WA',
    })
  })

  test('with coordinates and a postcode gets the nearest suburb of that postcode, if it is near', () => {
    const coordinates = [-33.66074, 151.30576] as const
    expect(at({ coordinates })).toMatchObject({ place: { city: 'Newport', postcode: '2106' } })
    expect(at({ coordinates, postcode: '2104' })).toMatchObject({
      place: { city: 'Bayview', state: 'NSW', postcode: '2104', accuracy: 'exact' },
      notes: ['Bayview, the nearest suburb in 2104 to the coordinates.'],
    })
    expect(at({ coordinates, postcode: '3000' })).toMatchObject({
      place: { city: 'Newport', postcode: '2106' },
    })
  })

  test('without a state has the suburb of that name only near the coordinates', () => {
    const coordinates = [-31.6601, 115.7001] as const
    expect(at({ suburb: 'Brighton', coordinates })).toMatchObject({
      place: { city: 'Quinns Rocks', state: 'WA', accuracy: 'exact' },
      notes: ['“Brighton” is far away; Quinns Rocks is nearest to the coordinates.'],
    })
    expect(at({ suburb: 'Brighton', postcode: '6036', coordinates })).toMatchObject({
      place: { city: 'Jindalee', state: 'WA', postcode: '6036', accuracy: 'exact' },
      notes: ['“Brighton” is far away; Jindalee is nearest in 6036 to the coordinates.'],
    })
    // A postcode that the suburb has, or its state, says more than wrong coordinates.
    for (const said of [{ postcode: '5048' }, { state: 'SA' }])
      expect(at({ suburb: 'Brighton', coordinates, ...said })).toMatchObject({
        place: { city: 'Brighton', state: 'SA', accuracy: 'suburb' },
      })
    // In the sea there is no suburb.
    expect(at({ name: 'Park', suburb: 'Chermside', coordinates: [-25.501, 105.001] })).toMatchObject({
      place: { city: 'Chermside', state: 'QLD', accuracy: 'suburb' },
    })
  })

  test('is as exact as the decimals of its coordinates', () => {
    const bondi = { suburb: 'Bondi', state: 'NSW' }
    expect(at({ ...bondi, coordinates: [-33.892, 151.265] })).toMatchObject({
      place: { accuracy: 'exact' },
      notes: [],
    })
    expect(at({ ...bondi, coordinates: [-33.89, 151.26] })).toMatchObject({
      place: { latitude: -33.89, longitude: 151.26, accuracy: 'near' },
      notes: ['The coordinates have only two decimals: within about 500 m.'],
    })
    expect(at({ ...bondi, coordinates: [-33.9, 151.3] })).toMatchObject({
      place: { city: 'Bondi', accuracy: 'suburb' },
      notes: [
        'The coordinates have fewer than two decimals: left out.',
        'Position filled from the suburb, approximate.',
      ],
    })
    expect(at({ coordinates: [-33.9, 151.3] })).toEqual({
      reason: 'The coordinates have fewer than two decimals',
    })
    // Far away, they are as wrong as exact ones.
    expect(at({ ...bondi, coordinates: [-37.81, 145.12] })).toMatchObject({
      place: { city: 'Bondi', accuracy: 'suburb', latitude: expect.closeTo(-33.89, 1) },
    })
  })

  test('with coordinates far from the suburb gets the approximate position of the suburb', () => {
    const { place: found, notes } = at({
      suburb: 'Bondi',
      state: 'NSW',
      coordinates: [-37.801, 145.001],
    }) as {
      place: object
      notes: string[]
    }
    expect(found).toMatchObject({ city: 'Bondi', accuracy: 'suburb' })
    expect(notes).toEqual(['The coordinates are far from Bondi: the centre of Bondi is used, approximate.'])
  })

  test.each([
    ['North Fitzroy', 'Fitzroy North'],
    ['Fitzroy Nth.', 'Fitzroy North'],
    ['W Brunswick', 'Brunswick West'],
    ['Melbourne East', 'East Melbourne'],
    ['Plenty Lower', 'Lower Plenty'],
  ])('in “%s” is in %s', (suburb, name) =>
    expect(at({ suburb, state: 'VIC' })).toMatchObject({ place: { city: name, accuracy: 'suburb' } }),
  )

  test.each(['NSW, Australia', 'New South Wales Australia', 'N.S.W.', ' nsw,AUSTRALIA '])(
    'in the state “%s”',
    (state) =>
      expect(at({ suburb: 'Bondi', state })).toMatchObject({ place: { city: 'Bondi', state: 'NSW' } }),
  )

  test('in South Australia is not in another state', () =>
    expect(at({ suburb: 'Glenelg', state: 'South Australia' })).toMatchObject({ place: { state: 'SA' } }))

  test.each([
    [{ suburb: 'Atlantis', state: 'NSW' }, 'The gazetteer has no Atlantis in NSW'],
    [{ state: 'XX', suburb: 'Bondi' }, '“XX” is not a state or territory'],
    [{}, 'It has neither coordinates nor a suburb with its state'],
    [{ state: 'NT', postcode: '0800' }, 'It has neither coordinates nor a suburb'],
    [{ state: 'NSW', suburb: 'North Bondi Junction' }, 'The gazetteer has no North Bondi Junction in NSW'],
    [{ coordinates: [51.5, -0.1] as const }, 'The coordinates are not in Australia'],
  ])('from %j is refused with the reason', (change, reason) => expect(at(change)).toEqual({ reason }))
})

describe('a row', () => {
  const read = (header: string[], cells: string[]) =>
    readRow({ row: 2, cells }, mapHeaders(header, [{ cells }]), {
      source: 'example.nsw.gov.au',
      today: '2026-05-01',
    })

  test.each([
    ['words', ['Facilities'], ['Toilets; BBQ Facilities; dog waste bags; frisbee golf']],
    ['words between commas', ['Facilities'], ['toilet, bbq, dog waste bags, frisbee golf']],
    ['ids', ['features'], ['toilets,bbq,bags,frisbee golf']],
    ['JSON', ['features'], ['["Toilets/Restrooms", "BBQ Facilities", "Poop Bags Provided", "frisbee golf"]']],
    [
      'yes and no',
      ['Toilets', 'BBQ', 'Dog bags', 'Facilities', 'Fenced'],
      ['Yes', '2', 'TRUE', 'frisbee golf', 'N'],
    ],
  ])('has features from %s', (kind, header, cells) => {
    expect(read(['name', ...header], ['x', ...cells])).toMatchObject({
      facts: {
        features: ['toilets', 'council', 'bbq', 'bags'],
        lacks: kind === 'yes and no' ? ['fenced'] : [],
        description: 'Frisbee golf.',
      },
    })
  })

  test('keeps the words of a list of features', () => {
    expect(
      read(['name', 'Facilities', 'Tap'], ['x', '2 BBQs; bubbler; fence', 'Dog bowl & tap']),
    ).toMatchObject({
      facts: { description: '2 BBQs; bubbler; fence; Dog bowl & tap.' },
    })
  })

  test.each([
    [{ Facilities: '2 BBQs, Public toilets, poo bag dispensers, Poo bags' }, ['toilets', 'bbq', 'bags']],
    [{ Facilities: 'Tap; bubbler; Seats; Car park (proposed)' }, ['water', 'seating']],
    [{ Facilities: 'Shade sail, Walking trail, lights' }, ['shade', 'walk', 'safe']],
    [{ DrinkingWater: 'Dog bowl & tap' }, ['water']],
    [{ Toilets: 'Public toilets' }, ['toilets']],
    [{ 'Fenced status': 'Fully fenced' }, ['fenced']],
    [{ Fenced: 'Full' }, ['fenced']],
    [{ Fenced: 'Partial', Shade: 'Full' }, []],
    // These do not show what they seem to say.
    [{ Facilities: 'Fence, off leash area, no tap, toilets nearby' }, []],
    [{ Fenced: 'Fence', Water: 'No tap' }, []],
  ])('has features from the words of %j', (cells, features: readonly string[]) => {
    const row = read(['name', ...Object.keys(cells)], ['x', ...Object.values(cells)])
    expect(row).toMatchObject({
      facts: { features: FEATURE_IDS.filter((id) => id === 'council' || features.includes(id)) },
    })
  })

  test.each([
    ['Toilets; No dogs from the pier to the point', '', 'No dogs from the pier to the point', true],
    ['on leash during sport', '', 'On leash during sport', false],
    ['no dogs on the jetty', 'Before 9am', 'Before 9am; no dogs on the jetty', false],
    ['No dogs on the jetty', 'No dogs on the jetty', 'No dogs on the jetty', false],
    [
      'no dogs from the pier to the point',
      'Before 9am',
      'Before 9am; no dogs from the pier to the point',
      true,
    ],
  ])(
    'has leash hours from features that state a rule: %s (%s)',
    (facilities, hours, leashHours, isReported) => {
      expect(read(['name', 'Facilities', 'Leash hours'], ['x', facilities, hours])).toMatchObject({
        facts: { leashHours, description: null },
        notUnderstood: isReported ? [{ column: 'Facilities', text: leashHours }] : [],
      })
    },
  )

  test('quotes the beginning of a long text, with an ellipsis', () => {
    const text = 'Off leash 7am–9am & 4pm–7pm (Sat/Sun all day) excl. match days'
    expect(read(['name', 'dogs'], ['x', text])).toMatchObject({
      notes: [
        '“Off leash 7am–9am & 4pm–7pm (Sat/Sun all day) excl. match da…” is not a known rule for dogs. It is kept as the leash hours.',
      ],
    })
  })

  test.each(['Off leash', 'off leash'])('names the column %s of a rule that stands in it', (column) => {
    const text = 'Off leash: no dogs from the pier to the point'
    expect(read(['name', column], ['x', 'no dogs from the pier to the point'])).toMatchObject({
      facts: { leashHours: text },
      notUnderstood: [{ column, text }],
    })
  })

  test('names the column of a rule that stands beside a column of features', () => {
    const cells = ['x', 'Toilets', 'no dogs from the pier to the point']
    expect(read(['name', 'Facilities', 'Off leash'], cells)).toMatchObject({
      notUnderstood: [{ column: 'Off leash', text: 'Off leash: no dogs from the pier to the point' }],
    })
  })

  test.each([
    ['off leash', 'off_leash'],
    ['Off-Leash', 'off_leash'],
    ['Leash-free zone', 'off_leash'],
    ['On leash*', 'on_leash'],
    ['off_leash_timed', 'off_leash_timed'],
    ['On leash only', 'on_leash'],
    ['YES', 'dogs_allowed'],
    ['Fenced dog park', 'fenced_dog_park'],
  ])("the rule '%s' is %s", (text, access) => expect(readAccess(text)).toEqual({ kind: 'known', access }))

  test.each([
    'Off leash?',
    'Off leash*',
    'Yes †',
    'Fenced dog park (?)',
    'Off leash¹',
    'Off leash #',
    'Off leash^',
  ])("the rule '%s' is in doubt", (text) => expect(readAccess(text)).toEqual({ kind: 'unknown' }))

  test('with a footnote to its off-leash area is in doubt', () => {
    expect(read(['name', 'Off leash'], ['x', 'Yes*'])).toMatchObject({
      facts: { access: 'dogs_allowed', description: 'Off leash: Yes*.' },
    })
  })

  test.each([
    ['North Beach (winter only)', null],
    ['North Beach (before 9am)', null],
    ['North Beach (May to September)', null],
    ['North Beach (off-lead section)', 'off_leash'],
    ['Sunday Creek Reserve', 'off_leash'],
    ['All Day Park (all year)', 'off_leash'],
  ])('whose park is called “%s” has the rule %s', (name, access) => {
    expect(read(['name', 'dog access'], [name, 'off leash'])).toMatchObject({
      said: { name },
      facts: { access, ...(access === null && { ruleUnread: true }) },
    })
  })

  test('without a rule in the rule column is not public; a list without that column is of dog-friendly parks', () => {
    expect(read(['name', 'dog access'], ['x', ''])).toMatchObject({
      facts: { access: null, accessAssumed: false },
    })
    expect(read(['name', 'dog access'], ['x', 'ask the ranger'])).toMatchObject({
      facts: { access: null },
      notes: ['“ask the ranger” is not a known rule for dogs.'],
    })
    expect(read(['name'], ['x'])).toMatchObject({ facts: { access: 'dogs_allowed', accessAssumed: true } })
    expect(read(['name', 'Off leash Y/N'], ['x', 'Y'])).toMatchObject({
      facts: { access: 'off_leash', accessAssumed: false, features: ['off-leash', 'council'] },
    })
    expect(read(['name', 'dogs'], ['x', 'No dogs'])).toMatchObject({
      facts: { access: null, noDogs: true },
      notes: ['The list says that dogs are not allowed there.'],
    })
    // This may be about people.
    expect(read(['name', 'access'], ['x', 'No'])).toEqual({ reason: 'Dogs are not allowed there' })
  })

  test.each([
    [
      'a rule that is not understood',
      { 'Dog rules': 'Dogs prohibited Nov-Mar; on leash at other times except 5pm-9am', 'Off leash': 'Yes' },
      { access: null, features: ['off-leash', 'council'] },
    ],
    [
      'a rule with an exception, beside a part of the park',
      { 'Dog rules': 'On leash except in fenced area', Facilities: 'off-leash section; Toilets' },
      { access: 'on_leash', features: ['on-leash', 'off-leash', 'toilets', 'council'] },
    ],
    ['an empty rule', { 'Dog rules': '', 'Off leash': 'Yes' }, { access: 'off_leash' }],
    [
      'an empty rule, beside a part of the park',
      { Dogs: '', Facilities: 'off-leash section' },
      { access: null },
    ],
    [
      'a rule for the park and one for a part of it',
      { Facilities: 'dogs on leash; off-leash section' },
      { access: 'on_leash', accessAssumed: false, features: ['on-leash', 'off-leash', 'council'] },
    ],
    [
      'a rule for a part of the park only',
      { Facilities: 'off-leash section' },
      { access: 'dogs_allowed', accessAssumed: true, features: ['off-leash', 'council'] },
    ],
    ['a cell about a part of the park', { 'Off leash': 'Off-leash section' }, { access: 'dogs_allowed' }],
    [
      'both rules',
      { 'Off leash': 'Yes', 'On leash': 'Yes' },
      { access: 'dogs_allowed', accessAssumed: false, features: ['on-leash', 'off-leash', 'council'] },
    ],
  ] as const)('with %s is off-leash only if that is said of the whole park', (_, cells, facts) => {
    expect(read(['name', ...Object.keys(cells)], ['x', ...Object.values(cells)])).toMatchObject({ facts })
  })

  test('keeps opening hours and leash hours apart', () => {
    expect(read(['name', 'Opening hours'], ['x', '24 hours; off-leash before 9am'])).toMatchObject({
      facts: { openingHours: '24 hours', leashHours: 'off-leash before 9am' },
    })
    expect(read(['name', 'Opening hours'], ['x', '6am - 8pm'])).toMatchObject({
      facts: { openingHours: '6am - 8pm', leashHours: null },
    })
    // Also in a park with leash hours, because the header says that they are opening hours.
    expect(read(['name', 'Opening hours', 'dogs'], ['x', '6am - 8am', 'off leash timed'])).toMatchObject({
      facts: { openingHours: '6am - 8am', leashHours: null },
    })
    expect(read(['name', 'Off-leash times', 'dogs'], ['x', '6am - 8am', 'off leash timed'])).toMatchObject({
      facts: { openingHours: null, leashHours: '6am - 8am' },
      notUnderstood: [],
    })
  })

  test.each([
    ['Daily 6am-8pm except Christmas Day', true],
    ['Sunrise to sunset except public holidays', true],
    ['Open 6am; closes at dusk', true],
    ['Mo-Fr 08:00-12:00, We 14:00-18:00', true],
    ['Temporarily closed', true],
    ['whenever the ranger is here', false],
    ['Daily 6am-8pm except during floods', false],
    ['Seasonal', false],
    ['All times except during organised sport', false],
  ])('never takes opening hours for leash hours: %s', (text, understood) => {
    for (const access of ['off leash', 'off leash timed', 'on leash', '']) {
      expect(read(['name', 'Opening hours', 'dogs'], ['x', text, access])).toMatchObject({
        facts: { openingHours: text, leashHours: null },
        notUnderstood: understood ? [] : [{ column: 'Opening hours', text }],
      })
    }
  })

  test('splits a column for both: texts about dogs are leash hours', () => {
    const hours = (text: string, access = 'off leash') => {
      const row = read(['name', 'Hours', 'dogs'], ['x', text, access])
      return 'reason' in row ? row : [row.facts.openingHours, row.facts.leashHours]
    }
    expect(hours('Daily 6am-8pm except Christmas Day')).toEqual(['Daily 6am-8pm except Christmas Day', null])
    expect(hours('Open 6am; closes at dusk')).toEqual(['Open 6am; closes at dusk', null])
    expect(hours('whenever the ranger is here')).toEqual(['whenever the ranger is here', null])
    expect(hours('24 hours; off-leash before 9am')).toEqual(['24 hours', 'off-leash before 9am'])
    expect(hours('Sunrise-sunset; no dogs 9am-5pm')).toEqual(['Sunrise-sunset', 'no dogs 9am-5pm'])
    expect(hours('Except during organised sport')).toEqual([null, 'Except during organised sport'])
    expect(hours('All times')).toEqual([null, 'All times'])
    expect(hours('6am - 8am', 'off leash timed')).toEqual([null, '6am - 8am'])
  })

  test.each([
    ['24hrs', '', ['24hrs', null]],
    ['24hrs', 'Not before 7am', ['24hrs', 'Not before 7am']],
    ['24 Hrs', 'before 9am', ['24 Hrs', 'before 9am']],
    ['All day', 'before 9am', ['All day', 'before 9am']],
    ['6am-9pm', 'before 9am', ['6am-9pm', 'before 9am']],
    // Those of a park include noon, and restrictions do not say when dogs may be off the leash.
    ['6am-9am', '5pm-8pm', [null, '6am-9am; 5pm-8pm']],
    ['6am-9pm', 'no dogs 10am-4pm', [null, '6am-9pm; no dogs 10am-4pm']],
    ['Except during sport', 'before 9am', [null, 'Except during sport; before 9am']],
  ])('splits a column for both beside one of off-leash times: %s, %s', (hours, times, expected) => {
    const header = ['name', 'Hours', 'Off-leash times', 'dogs']
    expect(read(header, ['x', hours, times, 'off leash timed'])).toMatchObject({
      facts: { openingHours: expected[0], leashHours: expected[1] },
    })
  })

  test.each([
    'Open 24 hours, off-leash before 10am and after 4pm',
    'Open daily 6am to 8pm. Dogs on leash 9am-5pm',
    'Open daily (dogs prohibited 10am-5pm in summer)',
  ])('keeps a clause that mentions dogs as leash hours, as it is: %s', (text) => {
    expect(read(['name', 'Hours', 'dogs'], ['x', text, 'off leash'])).toMatchObject({
      facts: { openingHours: null, leashHours: text },
      notUnderstood: [{ column: 'Hours', text }],
    })
  })

  /** Reads the first row of a list in which few cells of opening hours mention dogs. */
  const fromOpeningColumn = (text: string, leash = '', access = 'off leash') => {
    const header = ['name', 'Opening hours', 'Off-leash times', 'dogs']
    const others = ['6am-8pm', '24 hours', 'dawn to dusk'].map((hours) => ({
      cells: ['y', hours, '', access],
    }))
    const cells = ['x', text, leash, access]
    const columns = mapHeaders(header, [{ cells }, ...others])
    expect(columns[1]!.field).toBe('openingHours')
    const row = readRow({ row: 2, cells }, columns, { source: '', today: '2026-05-01' })
    return 'reason' in row ? row : [row.facts.openingHours, row.facts.leashHours]
  }

  test.each([
    ['Open 24 hours; no dogs 10am-4pm', ['Open 24 hours', 'no dogs 10am-4pm']],
    [
      '6am-8pm; closed Christmas Day; no dogs 10am-4pm',
      ['6am-8pm; closed Christmas Day', 'no dogs 10am-4pm'],
    ],
    ['No dogs 10am-4pm; open 6am-8pm', ['open 6am-8pm', 'No dogs 10am-4pm']],
    ['Open 24 hours, no dogs 10am-4pm', [null, 'Open 24 hours, no dogs 10am-4pm']],
    ['Open 24 hours. No dogs 10am-4pm.', [null, 'Open 24 hours. No dogs 10am-4pm.']],
    // The last clause may be about dogs, too.
    ['No dogs 10am-4pm; 6pm-8pm', [null, 'No dogs 10am-4pm; 6pm-8pm']],
    ['Off-leash 6am-9am; when no game is on', [null, 'Off-leash 6am-9am; when no game is on']],
    ['Off-leash; daylight hours', [null, 'Off-leash; daylight hours']],
    // Without the last clause, the park would be open on Tuesdays.
    [
      'Open 6am-8pm; closed Tuesdays for dog training',
      ['Open 6am-8pm; closed Tuesdays for dog training', 'closed Tuesdays for dog training'],
    ],
    [
      'Mo-Su 06:00-20:00; Sa off "dog training"',
      ['Mo-Su 06:00-20:00; Sa off "dog training"', 'Sa off "dog training"'],
    ],
    ['6am-8pm; park closed to dogs 10am-4pm', ['6am-8pm', 'park closed to dogs 10am-4pm']],
  ])('takes clauses that mention dogs out of a column of opening hours: %s', (text, hours) => {
    expect(fromOpeningColumn(text)).toEqual(hours)
  })

  test('leash hours from two columns keep their meaning', () => {
    expect(fromOpeningColumn('6am-8pm; no dogs 10am-4pm', 'Off-leash before 9am')).toEqual([
      '6am-8pm',
      'no dogs 10am-4pm; Off-leash before 9am',
    ])
    // The heading must not make the restriction one for summer only.
    const [, leash] = fromOpeningColumn(
      '6am-8pm; summer: off-leash before 9am',
      'no dogs 10am-4pm',
    ) as string[]
    expect(leash).toContain('summer: off-leash before 9am')
    expect(leash).toContain('no dogs 10am-4pm')
    expect(readLeash(leash!)).toBeNull()
  })

  test('reads a column as both kinds of hours if a third of its cells mention dogs', () => {
    const field = (...cells: string[]) =>
      mapHeaders(
        ['name', 'opening_hours'],
        cells.map((cell) => ({ cells: ['x', cell] })),
      )[1]!.field
    expect(field('6am-8pm', 'Off-leash before 9am', '24 hours')).toBe('hours')
    expect(field('6am-8pm', 'Off-leash before 9am', '24 hours', 'dawn to dusk')).toBe('openingHours')
    expect(field('6am-8pm', '')).toBe('openingHours')
    expect(field('')).toBe('openingHours')
  })

  test('gets its size from an area with a unit in the cell or header', () => {
    expect(read(['name', 'Size'], ['x', '3.2 ha'])).toMatchObject({ facts: { size: 'Large' } })
    expect(read(['name', 'Area (ha)'], ['x', '12'])).toMatchObject({ facts: { size: 'Extra Large' } })
    expect(read(['name', 'Area (ha)'], ['x', '1,2'])).toMatchObject({
      facts: { size: 'Large', description: 'Area: 1.2 ha.' },
    })
    expect(read(['name', 'Area (m2)'], ['x', '12,000'])).toMatchObject({
      facts: { size: 'Large', description: 'Area: 12,000 m².' },
    })
    expect(read(['name', 'Size'], ['x', '12'])).toMatchObject({ facts: { size: null, description: null } })
  })

  test.each([
    ['395992000', '0395992000'],
    ['395992000.0', '0395992000'],
    ['412345678', '0412345678'],
    ['61395992000', '+61395992000'],
    ['1300123456', '1300123456'],
    ['131450', '131450'],
    ['9599 2000', '9599 2000'],
    ['(03) 9599 2000', '(03) 9599 2000'],
  ])('with the phone number %s has %s, which can be called', (listed, phone) =>
    expect(read(['name', 'phone'], ['x', listed])).toMatchObject({ facts: { phone } }),
  )

  test.each(['—', '--', '.', '<Null>', '(blank)', 'Not applicable', 'TBA', '#VALUE!'])(
    'with %s in a cell has nothing there',
    (nothing) =>
      expect(
        read(
          ['name', 'dog access', 'opening hours', 'hours', 'address', 'phone', 'toilets', 'notes'],
          ['x', 'off leash', ...Array.from({ length: 6 }, () => nothing)],
        ),
      ).toMatchObject({
        said: { address: '' },
        facts: {
          openingHours: null,
          phone: null,
          features: ['off-leash', 'council'],
          lacks: [],
          description: null,
        },
        notes: [],
        notUnderstood: [],
      }),
  )

  test('leaves out implausible values, with a note', () => {
    expect(
      read(
        ['name', 'rating', 'phone', 'photo', 'lat', 'long', 'as of'],
        ['x', '11', 'call us', 'C:\\dog.jpg', 'here', 'there', 'June 2052'],
      ),
    ).toMatchObject({
      facts: { rating: null, phone: null, asOf: null },
      pictureUrl: null,
      notes: expect.arrayContaining([
        'The rating is not between 0 and 5: left out.',
        'The phone number is not valid: left out.',
        'The picture has no web address: left out.',
        'The coordinates could not be read.',
        'The year 2052 is in the future: left out.',
      ]),
    })
  })

  test.each([
    ['OPERATIONAL', []],
    [
      'CLOSED_PERMANENTLY',
      ['The description says “CLOSED_PERMANENTLY”, so the park is published as closed.'],
    ],
    [
      'FUTURE_OPENING',
      ['“FUTURE_OPENING” is not a known business status, so the opening hours are shown but not evaluated.'],
    ],
  ])('with the business status %s in its description has these notes: %j', (businessStatus, notes) => {
    const description = JSON.stringify({ overview: 'A park.', businessStatus })
    expect(read(['name', 'Opening hours', 'description'], ['x', 'Open 24/7', description])).toMatchObject({
      facts: { openingHours: 'Open 24/7', description },
      notes,
    })
  })

  test.each([
    [['6am-9am', '5pm-8pm', 'No', 'Open'], true],
    [['6am-9am', 'No', 'Bring water', '', ' '], false],
    [['6am-9am'], false],
  ])('with more cells than the header is refused, unless they are empty: %j', (cells, isRefused) => {
    const row = read(['name', 'Off-leash times', 'Fully fenced', 'Notes'], ['x', ...cells])
    expect(row).toMatchObject(
      isRefused
        ? { reason: 'The row has more cells than the header, so its values may be under the wrong columns' }
        : { said: { name: 'x' } },
    )
  })

  test.each(['Total', 'Grand total:', 'TOTAL PARKS: 12', 'Subtotal 4', 'Total number of off-leash areas'])(
    'that is the total of the list, “%s”, is refused',
    (name) =>
      expect(read(['name', 'access'], [name, 'off leash'])).toEqual({ reason: `“${name}” is not a park` }),
  )

  test.each(['Total Sports Reserve', 'Totalisator Park'])('of a park called “%s” is read', (name) =>
    expect(read(['name', 'access'], [name, 'off leash'])).toMatchObject({ said: { name } }),
  )

  test.each([
    ['Status', 'Proposed'],
    ['Asset Status', 'Under construction'],
    ['PARK_STATUS', 'closed'],
    ['Status', 'Temporarily closed'],
    ['Status', 'Temporarily closed - upgrade'],
    ['Status', 'Closed until March'],
    ['Status', 'Closed (flood damage)'],
    ['Status', 'Decommissioned 2019'],
    ['Status', 'Decommissioned in 2019'],
    ['Status', 'Inactive since 2020'],
    ['Closed', 'Yes'],
    ['Temporarily closed?', 'Y'],
    ['DECOMMISSIONED', 'TRUE'],
    ['Deleted', 'Yes'],
    ['Retired', 'Y'],
    ['Status', 'Pending approval'],
    ['Status', 'Opening soon'],
    ['Public access', 'No'],
    ['Available', 'No'],
    ['Date closed', '30/06/2020'],
    ['REMOVAL_YEAR', '2020'],
    ['Open to public', 'No'],
    ['Is open', 'N'],
    ['Active', '0'],
    ['Status', 'Revoked'],
    ['Status', 'Not in use'],
    ['Status', 'Off-leash trial ended'],
    ['Status', 'Off-leash area closed'],
    ['Lifecycle', 'Decommissioned'],
    ['Existing/Proposed', 'Proposed'],
    ['Open/Closed', 'Closed'],
    ['Alert', 'Closed due to flooding'],
    ['Proposed', 'Yes'],
    ['In use', 'No'],
    ['Approved', '☐'],
  ])('that is not open, by its %s “%s”, is refused', (header, status) =>
    expect(read(['name', 'dog access', header], ['x', 'off leash', status])).toEqual({
      reason: `“${header}” says “${status}”`,
    }),
  )

  test.each(['Active', 'Open', 'Existing', 'Approved', 'Closed at night', 'Off leash', ''])(
    'with the status “%s” is imported',
    (status) =>
      expect(read(['name', 'dog access', 'Status'], ['x', 'off leash', status])).toMatchObject({
        facts: { access: 'off_leash' },
      }),
  )

  test.each([
    ['Rosella Run (proposed)', 'proposed'],
    ['Rosella Run - Closed', 'Closed'],
    ['Rosella Run (Under construction)', 'Under construction'],
  ])('called “%s” is refused, because it is not open', (name, text) =>
    expect(read(['name', 'dog access'], [name, 'off leash'])).toEqual({ reason: `The name says “${text}”` }),
  )

  test.each([
    'Planned Parkland',
    'Closed Loop Reserve',
    'Rosella Run (future dog park)',
    'Lake - removed weir',
  ])('called “%s” is read', (name) =>
    expect(read(['name', 'dog access'], [name, 'off leash'])).toMatchObject({ said: { name } }),
  )

  test.each([
    ['Closed', 'No'],
    ['Closed', ''],
    ['Open to public', 'Yes'],
    ['Active', ''],
    ['Closed', 'Mondays'],
    ['Date closed', ''],
    ['Date closed', 'n/a'],
  ])('with “%s” and “%s” is imported', (header, cell) =>
    expect(read(['name', 'dog access', header], ['x', 'off leash', cell])).toMatchObject({
      said: { name: 'x' },
    }),
  )

  test('has the characters that its cells name as HTML does', () => {
    expect(
      read(
        ['name', 'dog access', 'opening hours', 'description'],
        ['Tom&#39;s &amp; Rex&rsquo;s', 'Off&nbsp;leash', '6am&ndash;9pm', 'AT&T; &unknown; &#x110000;'],
      ),
    ).toMatchObject({
      said: { name: "Tom's & Rex's" },
      facts: { access: 'off_leash', openingHours: '6am–9pm', description: 'AT&T; &unknown; &#x110000;' },
      notUnderstood: [],
    })
    const json = '{"overview":"&quot;Rex&quot;"}'
    expect(read(['name', 'description'], ['x', json])).toMatchObject({ facts: { description: json } })
  })

  test('contains only single lines of plain text', () => {
    expect(read(['name', 'notes'], ['<b>Rex\u202e\u0000\nOval</b>', '=HYPERLINK("http://x")'])).toMatchObject(
      { said: { name: '<b>Rex Oval</b>' }, facts: { description: '=HYPERLINK("http://x")' } },
    )
    expect(read(['name'], ['x'.repeat(201)])).toEqual({ reason: 'The name has more than 200 characters' })
  })
})

test('a workbook of ten thousand parks is read within the limits of the reader', async () => {
  const path = join(temporaryFolder(), 'large.xlsx')
  const book = utils.book_new()
  const { header, rows } = listOf(10_000)
  utils.book_append_sheet(book, utils.aoa_to_sheet([header, ...rows.map(({ cells }) => cells)]), 'Parks')
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
  expect((await readFile(path, 'excel')).sheets[0]!.rows).toHaveLength(10_001)
})

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { toCsv, withoutFormulaMark } from '../../../data/export/csv.ts'

const read = (csv: string) => parse(csv, { bom: true }) as string[][]

test('what goes into a table comes out of it: quotes, commas, line ends and blanks at the edges', () => {
  const rows = [
    ['x, "y"', 'two\nlines', ' edged '],
    ['', 'semi;colon', 'tab\tin'],
  ]
  expect(read(toCsv(['a', 'b', 'c'], rows))).toEqual([['a', 'b', 'c'], ...rows])
  expect(read(toCsv(['n', 'm'], [[-3.5, null]]))).toEqual([
    ['n', 'm'],
    ['-3.5', ''],
  ])
})

test('no cell is a formula, in a spreadsheet of any language', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '|calc',
    '%0',
    '＝1',
    '＋1',
    '－1',
    '＠A',
  ]
  const cells = read(
    toCsv(
      ['f'],
      formulas.map((formula) => [formula]),
    ),
  )
    .slice(1)
    .map(([cell]) => cell)
  expect(cells).toEqual(formulas.map((formula) => `'${formula}`))
  expect(cells.map((cell) => withoutFormulaMark(cell!))).toEqual(formulas)
  for (const text of ["'", "''-1", "'tis here", '-1', "O'Brien"]) expect(withoutFormulaMark(text)).toBe(text)
})

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CHECKLIST } from './checklist.ts'
import { citationsIn, itemLines, readStatements, STATEMENTS } from './specification.ts'
import { findTests, testsOf } from './written-tests.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const numbers = STATEMENTS.map(({ number }) => number)
const references = [...CHECKLIST].flatMap(([number, entry]) =>
  'untested' in entry ? [] : entry.map((reference) => [number, reference] as const),
)

describe('the specification', () => {
  test('has a statement in every list item and table row', () => {
    expect(numbers.length).toBeGreaterThan(500)
    expect(itemLines.filter((line) => readStatements(line).length !== 1)).toEqual([])
  })

  test('has each number once, in the section the number begins with', () => {
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    expect(STATEMENTS.filter(({ number, section }) => !number.startsWith(`${section}.`))).toEqual([])
  })

  test('has every statement cited in code, tests and documents', () => {
    const known = new Set(numbers)
    const files = globSync('{client,data,docs,scripts,server,sw,tests}/**/*.{ts,tsx,mjs,md,css}', {
      cwd: ROOT,
    })
    const cited = files.flatMap((file) =>
      citationsIn(readFileSync(`${ROOT}${file}`, 'utf8')).map((number) => `${file}: ${number}`),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(cited.filter((citation) => !known.has(citation.slice(citation.lastIndexOf(' ') + 1)))).toEqual([])
  })

  test('is cited by one or more numbers', () => {
    expect(citationsIn('see specification 4.12, 4.13 and 13.2; section 5.1')).toEqual([
      '4.12',
      '4.13',
      '13.2',
    ])
  })
})

describe('the checklist', () => {
  test('has an entry for every statement', () => {
    expect(numbers.filter((number) => !CHECKLIST.has(number))).toEqual([])
  })

  test('has no entry for a number that the specification does not have', () => {
    const known = new Set(numbers)
    expect([...CHECKLIST.keys()].filter((number) => !known.has(number))).toEqual([])
  })

  test('names only tests that exist', () => {
    expect(references.filter(([, reference]) => findTests(reference).length === 0)).toEqual([])
  })

  test('names each test at most once per statement', () => {
    const listed = references.map((reference) => reference.join(' '))
    expect(listed.filter((reference, index) => listed.indexOf(reference) !== index)).toEqual([])
  })

  test('says why a statement has no test', () => {
    const reasons = [...CHECKLIST].flatMap(([number, entry]) =>
      'untested' in entry ? [[number, entry.untested]] : [],
    )
    expect(reasons.filter(([, reason]) => reason!.trim().length < 10)).toEqual([])
  })
})

describe('a reference', () => {
  test('finds a test by its title, a table row by its title, and a group by its title', () => {
    const file = 'checklist/checklist'
    expect(findTests(`${file}: names only tests that exist`)).toHaveLength(1)
    expect(findTests(`${file}: the checklist`).map(({ title }) => title)).toContain(
      'has an entry for every statement',
    )
    expect(findTests('store/api: status 503 is retried')).toHaveLength(1)
  })

  test('to a missing file or title finds nothing', () => {
    expect(testsOf('checklist/no-such-file')).toBeNull()
    expect(findTests('checklist/no-such-file: has an entry for every statement')).toEqual([])
    expect(findTests('checklist/checklist: no such title')).toEqual([])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.ts'

/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section (https://github.com/OWASP/ASVS,
 * 5.0/docs_en).
 */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1-1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1-1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1-1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1-1',
  '8.4': '1-1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1-1',
  '11.6': '1-1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1-1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1-1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1-1',
  '17.2': '1-4',
  '17.3': '1-2',
}

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
const lines = [...page.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, ids, how, by]) => ({ ids: ids!.split(', '), how: how!.trim(), by: by! }),
)

test('every requirement has one line in docs/security.md', () => {
  const required = Object.entries(REQUIREMENTS).flatMap(([section, range]) => {
    const [first, last] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, at) => `${section}.${first! + at}`)
  })
  const listed = lines.flatMap(({ ids }) => ids)
  expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
  expect(listed.toSorted()).toEqual(required.toSorted())
  const count = (how: string) => lines.filter((line) => line.how === how).flatMap(({ ids }) => ids).length
  console.log(
    `ASVS 5.0.0 level 2: ${required.length} requirements; ${['Test', 'Here', 'n/a', 'Operator', 'Exception'].map((how) => `${how} ${count(how)}`).join(', ')}`,
  )
})

/** Files of the project, in code quotes. */
const FILE = /`((?:tests|server|client|data|docs|scripts)\/[\w./-]+\.(?:tsx?|md)|[\w-]+\.config\.ts)`/g

test('every line says how it is met, and every file it names exists', () => {
  expect(lines.filter(({ how }) => !['Test', 'Here', 'n/a', 'Operator', 'Exception'].includes(how))).toEqual(
    [],
  )
  for (const { ids, how, by } of lines) {
    const tests = [...by.matchAll(/`(tests\/[^`]+)`/g)].map(([, path]) => path!)
    const files = [...tests, ...[...by.matchAll(FILE)].map(([, path]) => path!)]
    expect([ids, files.filter((path) => !existsSync(join(root, path)))]).toEqual([ids, []])
    // Every line says more than its category: a reason, or the file that meets the requirement.
    expect([ids, by.replaceAll(/[\s|.]/g, '').length > 3]).toEqual([ids, true])
    expect([ids, how !== 'Test' || tests.length > 0]).toEqual([ids, true])
  }
})

const unwrapped = page.replaceAll(/\n {2}(?=\S)/g, ' ')

/** Claims of the page: list items, and rows of tables that are neither a header nor a requirement. */
const claims = unwrapped
  .split('\n')
  .filter(
    (line, at, all) =>
      line.startsWith('- ') ||
      (line.startsWith('| ') && !all[at + 1]?.startsWith('|---') && !/^\| \d+\.\d+\.\d+/.test(line)),
  )

/** Claims that no test can check. */
const NOT_TESTABLE: ReadonlySet<string> = new Set(['- They do not expire.'])

/** The tests named in a text, with the title if it is given. */
const testsIn = (text: string) =>
  [...text.matchAll(/`(tests\/[^`]+\.ts)`(?: \("(.+?)"\))?/g)].map(([, path, title]) => ({
    path: path!,
    title,
  }))

/** Whether a file has a test with this title, found as the quoted first argument of a call. */
function hasTitle(path: string, title: string): boolean {
  const text = readFileSync(join(root, path), 'utf8')
  return ["'", '"', '`'].some((quote) =>
    new RegExp(`\\(\\s*${RegExp.escape(quote + title + quote)}\\s*,`).test(text),
  )
}

test('every claim names a test', () => {
  expect(claims.length).toBeGreaterThan(60)
  expect(
    claims.filter(
      (claim) => !NOT_TESTABLE.has(claim) && !testsIn(claim).some(({ title }) => title !== undefined),
    ),
  ).toEqual([])
})

test('every requirement met by a test names its title', () => {
  expect(
    lines
      .filter(({ how, by }) => how === 'Test' && !testsIn(by).every(({ title }) => title !== undefined))
      .map(({ ids }) => ids),
  ).toEqual([])
})

test('every named test exists under the named title', () => {
  const named = testsIn(unwrapped)
  expect(named.length).toBeGreaterThan(150)
  expect(
    named.filter(
      ({ path, title }) => !existsSync(join(root, path)) || (title !== undefined && !hasTitle(path, title)),
    ),
  ).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { quoted, section, specification, statements } from './specification.ts'
import { NO_TEXTS, TEXTS, type Text } from './texts.ts'
import { findTest } from './written-tests.ts'

const textOf = (text: Text): string => (typeof text === 'string' ? text : text[0])
const shownOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : text.slice(1))

/** Shorter words stand in many others. */
const TELLING = 8

/** Whether a test waits for these words: by themselves, or, when they are telling, with more. */
const meets = (said: readonly string[], words: string) =>
  said.some((one) => one === words || (words.length >= TELLING && one.includes(words)))

test.each(Object.entries(TEXTS))('%s', (reference, texts) => {
  const said = findTest(reference)?.texts
  expect(said).toBeDefined()
  expect(texts.flatMap(shownOf).filter((words) => !meets(said!, words))).toEqual([])
})

/** Sentences that list texts without quotes, by how they begin. */
const LISTS: readonly (readonly [section: number, begins: string])[] = [
  [2, 'Travel-mode tabs: '],
  [2, 'Tabs: '],
  [2, 'User menu, logged out: '],
  [2, 'Secondary nav tabs: '],
  [2, 'Four tabs: '],
  [2, 'Header toggles: '],
  [2, "'Or continue with' buttons for "],
  [3, 'size: '],
  [3, 'Submission feature options (id: label): '],
]

function listed(number: number, begins: string): string[] {
  const sentences = statements(section(number)).filter((sentence) => sentence.startsWith(begins))
  return sentences.flatMap((sentence) =>
    sentence
      .slice(begins.length)
      .replaceAll(/ ?\([^)]*\)/g, '')
      .replace(/\.$/, '')
      .split(/, |; | and | or /)
      .map((item) => item.replace(/^[a-z-]+: /, '')),
  )
}

/** Labels of the filters and names of the tags, which have a table and a sentence of their own. */
function labels(): string[] {
  const all = statements(section(3))
  const rows = all.flatMap((sentence) => /^[a-z-]+ \| ([A-Z][^(]*?)(?: \(.*)?$/.exec(sentence)?.[1] ?? [])
  const tags = all.find((sentence) => sentence.startsWith('Off-leash Area, On-leash Area, '))!
  return [...rows, ...tags.replace(/\.$/, '').split(', ')]
}

describe.runIf(specification)('the specification', () => {
  const met = new Set(Object.values(TEXTS).flat().map(textOf))
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const inQuotes = () => numbers.flatMap((number) => quoted(section(number)))
  const inLists = () => [...LISTS.flatMap(([number, begins]) => listed(number, begins)), ...labels()]

  test('has no text that no test meets', () => {
    expect(inQuotes().length).toBeGreaterThan(150)
    expect(
      [...new Set([...inQuotes(), ...inLists()])].filter((text) => !met.has(text) && !(text in NO_TEXTS)),
    ).toEqual([])
  })

  test.each(LISTS)('section %i lists texts after “%s”', (number, begins) => {
    expect(listed(number, begins).length).toBeGreaterThan(1)
  })

  test('has every text that is said to be its own', () => {
    const all = new Set([...inQuotes(), ...inLists()])
    // Named in a sentence, without quotes and in no list.
    for (const text of ['Email', 'Password', 'Confirm Password', 'Admin Dashboard', 'Logout', 'Sign Up'])
      if (specification.includes(text)) all.add(text)
    expect([...met, ...Object.keys(NO_TEXTS)].filter((text) => !all.has(text))).toEqual([])
  })
})

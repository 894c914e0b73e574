import { describe, expect, test } from 'vitest'
import { quotedIn, STATEMENTS } from './specification.ts'
import { TEXTS, type Text } from './texts.ts'
import { findTests } from './written-tests.ts'

const textOf = (text: Text): string => (typeof text === 'string' ? text : text[0])
const expectedTextsOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : text.slice(1))

/** A text shorter than this may be part of many others, so a test must contain it as a literal of its own. */
const DISTINCTIVE_LENGTH = 8

const containsText = (literals: readonly string[], text: string) =>
  literals.some(
    (literal) => literal === text || (text.length >= DISTINCTIVE_LENGTH && literal.includes(text)),
  )

describe('the texts listed for a test are asserted by it', () => {
  test.each(Object.entries(TEXTS))('%s', (reference, texts) => {
    const literals = findTests(reference).flatMap((found) => found.texts)
    expect(literals).not.toEqual([])
    expect(texts.flatMap(expectedTextsOf).filter((text) => !containsText(literals, text))).toEqual([])
  })
})

describe('the texts quoted by the specification', () => {
  const quoted = new Set(STATEMENTS.flatMap(({ text }) => quotedIn(text)))
  const listed = Object.values(TEXTS).flat().map(textOf)

  test('are each listed with a test', () => {
    expect(quoted.size).toBeGreaterThan(150)
    expect([...quoted].filter((text) => !listed.includes(text))).toEqual([])
  })

  test('are the only texts listed', () => {
    expect(listed.filter((text) => !quoted.has(text))).toEqual([])
  })

  test('are each listed once', () => {
    expect(listed.filter((text, index) => listed.indexOf(text) !== index)).toEqual([])
  })
})

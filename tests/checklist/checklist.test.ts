import { describe, expect, test } from 'vitest'
import { CHECKLIST } from './checklist.ts'
import { decisions, section, specification, statements } from './specification.ts'
import { findTest } from './written-tests.ts'

const isDecision = (held: string) => held.startsWith('decision ')
const isNothing = (held: string) => held.startsWith('nothing: ')

describe.each([...CHECKLIST])('section %i', (number, entries) => {
  test('every test it names is there', () => {
    const named = entries.flatMap(([, ...held]) => held.filter((one) => !isDecision(one) && !isNothing(one)))
    expect(named.filter((one) => findTest(one) === undefined)).toEqual([])
  })

  test('every sentence is held by a test, or says nothing of the product', () => {
    const loose = entries.filter(([, ...held]) =>
      held.some(isNothing) ? held.length > 1 : held.every(isDecision),
    )
    expect(loose).toEqual([])
  })

  test.runIf(specification)(
    'has every sentence of the specification, in its words and its order, and no other',
    () => {
      expect(entries.map(([sentence]) => sentence)).toEqual(statements(section(number)))
    },
  )

  test.runIf(decisions.size > 0)('every decision it names is written down', () => {
    const named = entries.flatMap(([, ...held]) => held.filter(isDecision))
    expect(named.filter((one) => !decisions.has(Number(one.slice('decision '.length))))).toEqual([])
  })
})

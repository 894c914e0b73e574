import { describe, expect, test } from 'vitest'
import { hoursOf, judgeLeash, judgeOpening, publishedTexts } from './corpus.ts'
import { ADELAIDE, BRISBANE, HOBART, LORD_HOWE, PERTH, SYDNEY } from './places.ts'
import { OPEN, readAgain } from './second-reader.ts'

/**
 * Days around changes of rules, holidays and clocks, and an ordinary week. `npm run verify:hours` tests every
 * hour of a year at more places.
 */
const HOURS = (
  [
    ['2025-12-30', 5],
    ['2026-01-24', 4],
    ['2026-02-27', 4],
    ['2026-03-30', 9],
    ['2026-04-19', 9],
    ['2026-04-29', 4],
    ['2026-06-06', 3],
    ['2026-07-13', 7],
    ['2026-07-30', 4],
    ['2026-08-30', 3],
    ['2026-09-29', 8],
    ['2026-10-30', 4],
    ['2026-11-29', 3],
    ['2026-12-23', 7],
  ] as const
).flatMap(([from, days]) => hoursOf(from, days))

/** 11 and 24 have no common divisor, so every hour of the day is included. */
const SOME_HOURS = HOURS.filter((_, index) => index % 11 === 0)
const ELSEWHERE = [BRISBANE, ADELAIDE, PERTH, HOBART, LORD_HOWE]

describe('every published text about hours', () => {
  test('is in the table of the second reader', () => {
    const { leash, opening } = publishedTexts()
    expect(leash.filter(({ text, access }) => readAgain(text, access) === undefined)).toEqual([])
    expect(opening.filter((text) => !Object.hasOwn(OPEN, text))).toEqual([])
    expect(leash.length).toBeGreaterThan(80)
  })

  test('never gives "off-leash" when the second reader disagrees', () => {
    const tally = judgeLeash([SYDNEY], HOURS)
    expect(tally.unsafe).toEqual([])
    expect(judgeLeash(ELSEWHERE, SOME_HOURS).unsafe).toEqual([])
    // An engine that always answers 'unknown' would be safe as well.
    expect(tally.known / tally.cases).toBeGreaterThan(0.85)
  })

  test('never gives "open" when the second reader disagrees', () => {
    const tally = judgeOpening([SYDNEY], HOURS)
    expect(tally.unsafe).toEqual([])
    expect(judgeOpening(ELSEWHERE, SOME_HOURS).unsafe).toEqual([])
    expect(tally.known / tally.cases).toBeGreaterThan(0.99)
  })
})

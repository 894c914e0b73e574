import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plausibleTime, coarse, distinctSearches, searchEvent } from '../../../data/model/history.ts'
import { changesAfter, readCursor, writeCursor } from '../../../data/sync/cursor.ts'
import { isSaved, mergeFavourite, UNTOUCHED } from '../../../data/sync/favourite.ts'
import type { FavouriteChoice } from '../../../data/sync/favourite.ts'
import { isSearchKept, learnClearing, mergeClearing } from '../../../data/sync/history.ts'
import type { ClearingState } from '../../../data/sync/history.ts'

const NEVER_CLEARED: ClearingState = { current: null, known: [] }

const save = (opId: string): FavouriteChoice => ({ opId, args: { saved: true }, baseRev: [] })
const remove = (opId: string, ...seen: string[]): FavouriteChoice => ({
  opId,
  args: { saved: false },
  baseRev: seen,
})
const after = (...choices: FavouriteChoice[]) => choices.reduce(mergeFavourite, UNTOUCHED)

test('a removal cancels the saves it has seen, and no others', () => {
  expect(isSaved(after(save('a'), remove('r', 'a')))).toBe(false)
  expect(isSaved(after(save('a'), save('b'), remove('r', 'a')))).toBe(true)
  expect(isSaved(after(save('a'), remove('r')))).toBe(true)
})

test('a save that arrives after its own removal has no effect', () => {
  expect(isSaved(after(remove('r', 'a'), save('a')))).toBe(false)
})

test('a choice that changes nothing returns the same state object', () => {
  const state = after(save('a'), remove('r', 'b'))
  for (const choice of [save('a'), save('b'), remove('s', 'b'), remove('t')])
    expect(mergeFavourite(state, choice)).toBe(state)
})

test('choices have the same result in any order and when repeated', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const choice = fc.oneof(
    name.map(save),
    fc.tuple(name, fc.array(name)).map(([opId, seen]) => remove(`r${opId}`, ...seen)),
  )
  const choicesTwice = fc
    .array(choice, { maxLength: 12 })
    .chain((choices) =>
      fc.tuple(
        fc.constant(choices),
        fc.shuffledSubarray([...choices, ...choices], { minLength: choices.length * 2 }),
      ),
    )
  fc.assert(
    fc.property(choicesTwice, ([choices, again]) => {
      const [one, other] = [after(...choices), after(...again)]
      expect([...other.held].sort()).toEqual([...one.held].sort())
      expect([...other.removed].sort()).toEqual([...one.removed].sort())
    }),
  )
})

test('a search counts only if its device knew of the current clearing', () => {
  const once = mergeClearing(NEVER_CLEARED, { opId: 'c1', baseRev: [] })
  expect(isSearchKept(NEVER_CLEARED, [])).toBe(true)
  expect(isSearchKept(once, [])).toBe(false)
  expect(isSearchKept(once, ['c1'])).toBe(true)
  const twice = mergeClearing(once, { opId: 'c2', baseRev: ['c1'] })
  expect(isSearchKept(twice, ['c1'])).toBe(false)
})

test('a clearing that arrives again, or after one that has seen it, has no effect', () => {
  const state = mergeClearing(NEVER_CLEARED, { opId: 'c2', baseRev: ['c1'] })
  expect(mergeClearing(state, { opId: 'c1', baseRev: [] })).toBe(state)
  expect(mergeClearing(state, { opId: 'c2', baseRev: ['c1'] })).toBe(state)
})

test('a missing clearing is restored from the searches that name it', () => {
  const state = learnClearing(NEVER_CLEARED, ['c1'])
  expect(isSearchKept(state, ['c1'])).toBe(true)
  expect(isSearchKept(state, [])).toBe(false)
  expect(learnClearing(state, ['c1'])).toBe(state)
  expect(learnClearing(state, [])).toBe(state)
})

test('a cursor is valid only in its own epoch and up to the current revision', () => {
  const epoch = 'e'.repeat(32)
  const now = { epoch, revision: 9 }
  expect(readCursor(writeCursor(now))).toEqual(now)
  expect(changesAfter(writeCursor({ epoch, revision: 4 }), now)).toBe(4)
  expect(changesAfter(writeCursor(now), now)).toBe(9)
  for (const none of [
    null,
    '',
    'x.1',
    `${epoch}.-1`,
    writeCursor({ epoch, revision: 10 }),
    writeCursor({ epoch: 'f'.repeat(32), revision: 4 }),
  ]) {
    expect(changesAfter(none, now)).toBeUndefined()
  }
})

test('an instant from a device is accepted only within the last 30 days', () => {
  const now = Date.UTC(2026, 3, 10)
  const days = (count: number) => now + count * 86_400_000
  expect(plausibleTime(days(-29), now)).toBe(days(-29))
  for (const wrong of [days(-3653), days(3653), now + 1]) expect(plausibleTime(wrong, now)).toBe(now)
})

test('places are rounded to a tenth of a degree', () => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (degrees) => {
      expect(Math.abs(coarse(degrees) - degrees)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(coarse(degrees) * 10).toBeCloseTo(Math.round(coarse(degrees) * 10), 9)
    }),
  )
})

test('a search is recorded with its region, or without one if half of the position is missing', () => {
  const search = { term: ' Bondi ', features: ['fenced'] as const, resultCount: 2 }
  expect(searchEvent({ ...search, latitude: -33.8915, longitude: 151.2767 }, 5)).toEqual({
    term: 'Bondi',
    features: ['fenced'],
    resultCount: 2,
    latitude: -33.9,
    longitude: 151.3,
    at: 5,
  })
  expect(searchEvent({ ...search, latitude: -33.8915 }, 5)).toMatchObject({ latitude: null, longitude: null })
})

test('repeated searches are listed once, at the latest one', () => {
  expect(distinctSearches([{ query: 'Beach' }, { query: 'park' }, { query: ' beach' }], 5)).toEqual([
    { query: 'Beach' },
    { query: 'park' },
  ])
})

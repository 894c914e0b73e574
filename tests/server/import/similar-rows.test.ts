import { expect, test } from 'vitest'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { localities } from '../../../data/sources/localities.ts'
import { mapHeaders } from '../../../server/import/headers.ts'
import { ParkIndex } from '../../../server/import/matching.ts'
import type { ParkData } from '../../../server/import/matching.ts'
import { mergeRow } from '../../../server/import/merging.ts'
import { nearestLocality } from '../../../server/import/placing.ts'
import { planImport } from '../../../server/import/plan.ts'
import { UnreadableFile } from '../../../server/import/table.ts'
import { PARKS } from '../parks.ts'

const MANY = 3_000
const HEADER = ['name', 'suburb', 'state', 'postcode', 'latitude', 'longitude']
const letters = (at: number) =>
  [17_576, 676, 26].map((size) => String.fromCodePoint(97 + Math.floor((at % size) / (size / 26)))).join('')

/** Lists whose rows are hard to tell apart, by what makes them similar. */
const LISTS: Readonly<Record<string, (at: number) => string[]>> = {
  'numbers in one suburb, without positions': (at) => [
    `Wattle Park Reserve ${at}`,
    'Fitzroy',
    'VIC',
    '3065',
    '',
    '',
  ],
  'numbers at one spot': (at) => [`Wattle Park Reserve ${at}`, 'Fitzroy', 'VIC', '3065', '-37.8', '144.978'],
  'letters in one suburb, without positions': (at) => [
    `Wattle Park Reserve ${letters(at)} x`,
    'Fitzroy',
    'VIC',
    '3065',
    '',
    '',
  ],
  'one name, 200 m from each other': (at) => [
    'Wattle Park Reserve',
    'Fitzroy',
    'VIC',
    '3065',
    String(-37.7 - (at % 110) * 0.002),
    String(144.9 + Math.floor(at / 110) * 0.0025),
  ],
  'one name, half of them without a position': (at) => [
    'Wattle Park Reserve',
    'Fitzroy',
    'VIC',
    '3065',
    ...(at % 2
      ? [String(-37.7 - (at % 110) * 0.002), String(144.9 + Math.floor(at / 110) * 0.0025)]
      : ['', '']),
  ],
}

function plan(rowOf: (at: number) => string[], count: number, shouldContinue?: () => boolean) {
  const rows = Array.from({ length: count }, (_, at) => ({ row: at + 2, cells: rowOf(at) }))
  const table = { header: HEADER, rows, readAs: 'test' } as unknown as Parameters<typeof planImport>[0]
  const all = localities()
  return planImport(
    table,
    mapHeaders(table.header, table.rows),
    { parks: [], removed: [], formerPlaces: new Map(), numbers: new Map(), pictures: new Map() },
    { known: localityLookup(all), nearest: nearestLocality(all) },
    { source: 'Test', createdAt: '2026-01-01T00:00:00Z', ...(shouldContinue && { shouldContinue }) },
  )
}

test.each(Object.keys(LISTS))(`${MANY} similar rows are planned without losing one: %s`, (name) => {
  const start = performance.now()
  const { total, changed, merged, failed } = plan(LISTS[name]!, MANY)
  console.log(
    `planning ${MANY} rows, ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s, ${changed.length} parks, ${merged.length} named twice`,
  )
  expect([total, failed.length, changed.length + merged.length]).toEqual([MANY, 0, MANY])
})

test('a row is compared only with parks of a similar name, not with all of its suburb', () => {
  let comparisons = 0
  const facts = (name: string, at: number, accuracy: 'exact' | 'suburb') =>
    ({
      ...PARKS[0]!,
      name,
      city: 'Fitzroy',
      state: 'VIC',
      latitude: -37.8 - at / 1000,
      longitude: 145,
      accuracy,
      outline: null,
    }) as ParkData
  for (const accuracy of ['exact', 'suburb'] as const) {
    const index = new ParkIndex<{ current: ParkData }>()
    for (let at = 0; at < 2000; at += 1) {
      const current = facts(`Wattle Park Reserve ${at}`, 0, accuracy)
      index.add({
        get current() {
          comparisons += 1
          return current
        },
      })
    }
    comparisons = 0
    expect(index.find(facts('The Wattle Pk Reserve 1234', 0, accuracy))?.current.name).toBe(
      'Wattle Park Reserve 1234',
    )
    expect(index.find(facts('Watle Park Reserve 77', 0, accuracy))?.current.name).toBe(
      'Wattle Park Reserve 77',
    )
    expect(index.find(facts('Wattle Park Rezerve 78', 0, accuracy))?.current.name).toBe(
      'Wattle Park Reserve 78',
    )
    expect(index.find(facts('Wattle Park Reserves 79', 0, accuracy))?.current.name).toBe(
      'Wattle Park Reserve 79',
    )
    expect(index.find(facts('Wattle Park Reserve 9999', 0, accuracy))).toBeUndefined()
    expect(comparisons).toBeLessThan(30)
  }
})

test('planning that takes too long ends with an error', () => {
  let checks = 0
  expect(() => plan(LISTS['numbers at one spot']!, 100, () => (checks += 1) < 50)).toThrow(UnreadableFile)
  expect(checks).toBe(50)
})

test('a park with a different source in every row keeps a limited number of sources', () => {
  let park: ParkData = { ...PARKS[0]!, sources: [], outline: null }
  for (let at = 0; at < 1000; at += 1) {
    const row = { ...park, phone: `02 ${at}`, sources: [{ publisher: `List number ${at}`, year: null }] }
    park = mergeRow(park, row, { accessAssumed: false, sameNumber: false })
  }
  expect(park.sources).toHaveLength(40)
  expect(park.sources.slice(0, 2).map(({ publisher }) => publisher)).toEqual([
    'List number 0',
    'List number 1',
  ])
})

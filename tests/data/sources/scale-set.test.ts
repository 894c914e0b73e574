import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bundleParks } from '../../../data/directory/bundle.ts'
import { decodeParks, encodeParks } from '../../../data/directory/parks.ts'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { DirectoryPark, DogAccess } from '../../../data/model/park.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { mulberry32, scaleSet } from '../../support/scale-set.ts'

const set = scaleSet(20_000, 1, localities())
const compressed = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

describe('the scale set', () => {
  test('is the same for the same count and seed, and differs for another seed', () => {
    expect(scaleSet(500, 7, localities())).toEqual(scaleSet(500, 7, localities()))
    expect(scaleSet(500, 8, localities())).not.toEqual(scaleSet(500, 7, localities()))
    expect(scaleSet(0, 1, localities())).toEqual([])
  })

  test('has valid directory parks, numbered from 1', () => {
    expect(set.filter((park) => !DirectoryPark.safeParse(park).success)).toEqual([])
    expect(set.map((park) => park.id)).toEqual(set.map((_, row) => row + 1))
  })

  test('has features and kinds of access about as often as the seed', () => {
    const seed = seedParks()
    const share = (rows: readonly DirectoryPark[], has: (park: DirectoryPark) => boolean) =>
      rows.filter(has).length / rows.length
    const gap = (has: (park: DirectoryPark) => boolean) => Math.abs(share(set, has) - share(seed, has))
    expect(FEATURE_IDS.filter((id) => gap((park) => park.features.includes(id)) > 0.05)).toEqual([])
    expect(DogAccess.options.filter((access) => gap((park) => park.access === access) > 0.02)).toEqual([])
    const columns = ['address', 'openingHours', 'leashHours', 'asOf', 'description', 'size'] as const
    expect(columns.filter((column) => gap((park) => Boolean(park[column])) > 0.03)).toEqual([])
    expect(gap((park) => park.accuracy === 'exact')).toBeLessThan(0.02)
  })

  test('has many different names, some of them common', () => {
    const names = Map.groupBy(set, (park) => park.name)
    expect(names.size).toBeGreaterThan(10_000)
    expect(Math.max(...[...names.values()].map((rows) => rows.length))).toBeGreaterThan(10)
  })

  test('has rows about as long as the seed', () => {
    const length = (rows: readonly DirectoryPark[]) => JSON.stringify(rows).length / rows.length
    expect(Math.abs(length(set) / length(seedParks()) - 1)).toBeLessThan(0.1)
  })

  test('uses mulberry32 with its published numbers', () => {
    const random = mulberry32(1)
    expect([random(), random()].map((number) => Math.floor(number * 4_294_967_296))).toEqual([
      2_693_262_067, 11_749_833,
    ])
  })
})

describe('the directory on the wire', () => {
  test('takes at most 600 kB for 20,000 parks', async () => {
    const { parts } = await bundleParks(set)
    const sizes = parts.map((part) => compressed(part.bytes))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000)
  })

  test('takes at most 10 kB for a change of one park in a hundred', () => {
    const changed = set.filter((park) => park.id % 100 === 7)
    expect(changed).toHaveLength(200)
    expect(compressed(new TextEncoder().encode(JSON.stringify(encodeParks(changed))))).toBeLessThanOrEqual(
      10_000,
    )
  })

  test('decodes columns to the original rows', () => expect(decodeParks(encodeParks(set))).toEqual(set))
})

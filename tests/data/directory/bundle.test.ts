import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleChangedParks, bundleParks } from '../../../data/directory/bundle.ts'
import { seedParks } from '../../../data/sources/parks.ts'

const [model] = seedParks()
const park = (id: number, name: string) => ({ ...model!, id, name })
/** Ids of six parts. */
const id = fc.integer({ min: 1, max: 6 * 2048 - 1 })
const parksOf = (rows: ReadonlyMap<number, string>) =>
  [...rows].sort(([a], [b]) => a - b).map(([id, name]) => park(id, name))
const hashesOf = async (parks: Parameters<typeof bundleParks>[0]) =>
  (await bundleParks(parks)).parts.map((part) => part.sha256)

test('the bundle after changes is that of all parks, and has only encoded the parts that changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(id, { maxLength: 40 }),
      fc.array(id, { maxLength: 8 }),
      fc.array(id, { maxLength: 8 }),
      async (present, written, removed) => {
        const rows = new Map(present.map((id) => [id, `Reserve ${id}`]))
        const before = parksOf(rows)
        for (const id of written) rows.set(id, `Renamed ${id}`)
        for (const id of removed) rows.delete(id)
        const after = parksOf(rows)
        const parts = await hashesOf(before)
        const changed = [...written, ...removed]
        const {
          sha256,
          count,
          parts: now,
          changedParts,
        } = await bundleChangedParks({ parks: before, parts }, after, changed)
        const all = await bundleParks(after)
        expect({ sha256, count, parts: now }).toEqual({
          sha256: all.sha256,
          count: all.count,
          parts: all.parts.map((part) => part.sha256),
        })
        const ranges = new Set(changed.map((id) => Math.floor(id / 2048)))
        expect(changedParts).toEqual(
          all.parts.filter(({ bytes }) => {
            const [first] = (JSON.parse(new TextDecoder().decode(bytes)) as { id: number[] }).id
            return ranges.has(Math.floor(first! / 2048))
          }),
        )
      },
    ),
  )
})

test('parks whose stored parts are fewer than theirs are all encoded', async () => {
  const parks = parksOf(new Map([1, 3000, 5000].map((id) => [id, `Reserve ${id}`])))
  const { parts, changedParts } = await bundleChangedParks({ parks, parts: [] }, parks, [])
  expect(parts).toEqual(await hashesOf(parks))
  expect(changedParts).toHaveLength(3)
})

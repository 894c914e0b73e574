import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader, ByteWriter } from '../../../data/map/bytes.ts'
import {
  BASE_LEVELS,
  cellsOfCircles,
  decodePack,
  encodePack,
  packCellOf,
  STREET_LEVELS,
  tilesInPack,
} from '../../../data/map/pack.ts'
import { destinationPoint } from '../../../data/geo/earth.ts'
import { project } from '../../../data/geo/mercator.ts'

const MARRICKVILLE = { latitude: -33.911, longitude: 151.155 }

describe('bytes', () => {
  test('numbers and texts are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.maxSafeNat()),
        fc.array(fc.integer()),
        fc.array(fc.string({ unit: 'binary' })),
        (unsigned, signed, texts) => {
          const writer = new ByteWriter()
          for (const value of unsigned) writer.unsigned(value)
          for (const value of signed) writer.signed(value)
          for (const value of texts) writer.text(value)
          const reader = new ByteReader(writer.finish())
          expect(unsigned.map(() => reader.unsigned())).toEqual(unsigned)
          expect(signed.map(() => reader.signed())).toEqual(signed)
          expect(texts.map(() => reader.text())).toEqual(texts)
          expect(reader.at).toBe(reader.end)
        },
      ),
    )
  })

  test('texts are UTF-8', () => {
    const writer = new ByteWriter()
    writer.text('Café 🐕')
    expect(Array.from(writer.finish()).slice(1)).toEqual([...new TextEncoder().encode('Café 🐕')])
  })

  test('reading beyond the end throws a RangeError', () => {
    expect(() => new ByteReader(Uint8Array.of(0x80)).unsigned()).toThrow(RangeError)
    expect(() => new ByteReader(Uint8Array.of(5, 1)).text()).toThrow(RangeError)
  })
})

describe('a pack', () => {
  test('is decoded as it was encoded', () => {
    const pack = {
      tiles: [
        { z: 13, x: 7535, y: 4917, bytes: Uint8Array.of(1, 2, 3) },
        { z: 14, x: 15071, y: 9834, bytes: Uint8Array.of(4) },
      ],
      walking: Uint8Array.of(9, 8),
    }
    expect(decodePack(encodePack(pack))).toEqual(pack)
    expect(() => decodePack(encodePack(pack).slice(0, -1))).toThrow(RangeError)
    expect(() => decodePack(Uint8Array.of(7))).toThrow('unknown format 7')
  })

  test.each([
    ['streets', STREET_LEVELS, 8, 14],
    ['base', BASE_LEVELS, 0, 8],
  ] as const)('of the %s has each tile of its cell, and no other pack has it', (_, levels, from, to) => {
    for (let z = from; z <= to; z++) {
      const { x, y } = project(MARRICKVILLE, z)
      const tile = { z, x: Math.floor(x / 256), y: Math.floor(y / 256) }
      const cell = packCellOf(tile, levels)!
      expect([...tilesInPack(cell, levels)]).toContainEqual(tile)
      for (const other of tilesInPack(cell, levels)) expect(packCellOf(other, levels)).toEqual(cell)
    }
    expect(packCellOf({ z: to + 1, x: 0, y: 0 }, levels)).toBeUndefined()
  })
})

test('the cells of 10 km around a suburb cover every place in it, in at most 60 packs', () => {
  const cells = cellsOfCircles([{ ...MARRICKVILLE, radius: 10_000 }], STREET_LEVELS)
  expect(cells.length).toBeLessThanOrEqual(60)
  const keys = new Set(cells.map(({ z, x, y }) => `${z}/${x}/${y}`))
  for (const metres of [0, 5_000, 9_990])
    for (let bearing = 0; bearing < 360; bearing += 5) {
      const place = destinationPoint(MARRICKVILLE, bearing, metres)
      for (const { from } of STREET_LEVELS) {
        const { x, y } = project(place, from)
        expect(keys).toContain(`${from}/${Math.floor(x / 256)}/${Math.floor(y / 256)}`)
      }
    }
})

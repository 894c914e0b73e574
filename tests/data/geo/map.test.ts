import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isEverLabelled, namedPlaces, thinLabels } from '../../../data/geo/labels.ts'
import type { LabelCandidate, PlaceRank } from '../../../data/geo/labels.ts'
import { TOWNS } from '../../../data/geo/towns.ts'
import { CAPITALS } from '../../../data/model/state.ts'
import columns from '../../../data/sources/coastline.gen.json' with { type: 'json' }
import { decodeCoastline } from '../../../data/sources/coastline.ts'
import type { CoastlineColumns, Shape } from '../../../data/sources/coastline.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { coastlineFile } from '../../../scripts/sources/coastline.ts'

const coastline = decodeCoastline(columns as CoastlineColumns)

/** Whether a position is on land: inside an odd number of rings. */
function isOnLand(latitude: number, longitude: number): boolean {
  let inside = false
  for (const { line, west, south, east, north } of coastline.land) {
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue
    for (let at = 0, before = line.length - 2; at < line.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [line[before]!, line[before + 1]!, line[at]!, line[at + 1]!]
      if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1))
        inside = !inside
    }
  }
  return inside
}

describe('the built-in base map', () => {
  test('can be regenerated from its sources, byte for byte', () => {
    expect(
      coastlineFile() ===
        readFileSync(new URL('../../../data/sources/coastline.gen.json', import.meta.url), 'utf8'),
    ).toBe(true)
  })

  test('has known places on land and known seas at sea', () => {
    for (const [name, latitude, longitude] of [
      ['Alice Springs', -23.7, 133.88],
      ['Canberra', -35.31, 149.13],
      ['Launceston', -41.43, 147.14],
      ['Kangaroo Island', -35.8, 137.2],
      ['Port Moresby', -9.4, 147.25],
      ['Auckland', -36.95, 174.8],
      ['Java', -7.3, 110.0],
    ] as const)
      expect(isOnLand(latitude, longitude), name).toBe(true)
    for (const [name, latitude, longitude] of [
      ['Tasman Sea', -36, 157],
      ['Great Australian Bight', -34, 130],
      ['Bass Strait', -39.9, 145.6],
      ['Gulf of Carpentaria', -14.5, 139],
      ['Indian Ocean', -30, 105],
      ['Coral Sea', -17, 153],
      ['Pacific, past the date line', -25, 179.5],
    ] as const)
      expect(isOnLand(latitude, longitude), name).toBe(false)
  })

  test('has nearly every park and suburb on land', () => {
    const share = (places: readonly { latitude: number; longitude: number }[]) =>
      places.filter(({ latitude, longitude }) => isOnLand(latitude, longitude)).length / places.length
    expect(share(seedParks())).toBeGreaterThan(0.94)
    expect(share(localities().filter((_, row) => row % 10 === 0))).toBeGreaterThan(0.96)
  })

  test('has no lines across the whole map', () => {
    for (const { line } of coastline.land) {
      for (let at = 2; at < line.length; at += 2) {
        // The ring of Antarctica is closed along the southern edge.
        if (line[at + 1]! < -80) continue
        expect(Math.abs(line[at]! - line[at - 2]!)).toBeLessThan(30)
      }
    }
  })

  test('has the correct bounding box of each shape', () => {
    const boxed = ({ line, west, south, east, north }: Shape) =>
      line.every((value, at) =>
        at % 2 === 0 ? value >= west && value <= east : value >= south && value <= north,
      )
    expect([...coastline.land, ...coastline.borders].every(boxed)).toBe(true)
  })

  test('has the state borders at their legal longitudes and latitudes', () => {
    // Western Australia begins at 129° E, Queensland's western border is 138° E, South Australia's northern
    // one 26° S.
    const vertices = coastline.borders.flatMap(({ line }) =>
      Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at]!, line[2 * at + 1]!] as const),
    )
    expect(vertices.filter(([longitude]) => Math.abs(longitude - 129) < 0.03).length).toBeGreaterThanOrEqual(
      2,
    )
    expect(vertices.filter(([longitude]) => Math.abs(longitude - 138) < 0.03).length).toBeGreaterThanOrEqual(
      2,
    )
    expect(vertices.filter(([, latitude]) => Math.abs(latitude + 26) < 0.03).length).toBeGreaterThanOrEqual(2)
  })
})

describe('map labels', () => {
  const places = namedPlaces(localities())

  test('every capital and town chosen by hand is in the gazetteer', () => {
    const named = new Set(
      places.filter((place) => place.rank <= 1).map((place) => `${place.name} ${place.state}`),
    )
    const wanted = [
      ...Object.entries(CAPITALS).map(([state, name]) => `${name} ${state}`),
      ...Object.entries(TOWNS).flatMap(([state, names]) => names.map((name) => `${name} ${state}`)),
    ]
    expect(wanted.filter((key) => !named.has(key))).toEqual([])
    expect(named.size).toBe(wanted.length)
  })

  test('a place with several postcodes is listed once; distant places of the same name are listed separately', () => {
    expect(places.filter((place) => place.name === 'Melbourne' && place.state === 'VIC')).toHaveLength(1)
    const [hobart, ...others] = places.filter((place) => place.name === 'Hobart')
    expect(hobart).toMatchObject({ rank: 0, postcode: '7000' })
    expect(others.every((place) => place.rank === 3)).toBe(true)
  })

  const candidate = (
    place: string,
    rank: PlaceRank,
    x: number,
    y: number,
    rest: Partial<LabelCandidate<string>> = {},
  ): LabelCandidate<string> => ({
    place,
    rank,
    x,
    y,
    width: 60,
    height: 16,
    ...rest,
  })
  const names = (chosen: readonly LabelCandidate<string>[]) => chosen.map(({ place }) => place)

  test('of two overlapping labels the one with the higher rank is chosen', () => {
    expect(
      names(
        thinLabels(
          [candidate('hamlet', 3, 100, 100), candidate('town', 1, 110, 104), candidate('far', 3, 300, 100)],
          { zoom: 12, most: 10 },
        ),
      ),
    ).toEqual(['town', 'far'])
  })

  test('a place is labelled once, at the first of its positions that is free', () => {
    const spots = [
      candidate('town', 1, 100, 100),
      candidate('town', 1, 100, 140),
      candidate('town', 1, 100, 180),
    ]
    expect(
      thinLabels(spots, { zoom: 8, most: 10, taken: [{ x: 100, y: 100, width: 40, height: 40 }] }).map(
        ({ y }) => y,
      ),
    ).toEqual([140])
  })

  test("no label covers another place's dot", () => {
    const first = candidate('first', 1, 100, 100, { dot: { x: 60, y: 100, width: 6, height: 6 } })
    const onDot = candidate('second', 1, 30, 104, { dot: { x: -10, y: 104, width: 6, height: 6 } })
    expect(names(thinLabels([first, onDot], { zoom: 8, most: 10 }))).toEqual(['first'])
  })

  test('small places are labelled on country maps only in empty areas, and never on the smallest maps', () => {
    const lonely = candidate('lonely', 3, 300, 300)
    const crowded = candidate('crowded', 3, 100, 140)
    const town = candidate('town', 1, 100, 100)
    expect(names(thinLabels([town, crowded, lonely], { zoom: 6, most: 10 }))).toEqual(['town', 'lonely'])
    expect(names(thinLabels([town, crowded, lonely], { zoom: 5, most: 10 }))).toEqual(['town'])
    expect(names(thinLabels([town, crowded, lonely], { zoom: 12, most: 10 }))).toEqual([
      'town',
      'crowded',
      'lonely',
    ])
    expect([isEverLabelled(3, 5), isEverLabelled(1, 5), isEverLabelled(3, 6)]).toEqual([false, true, true])
  })

  test('there are at most as many labels as requested', () => {
    const many = Array.from({ length: 50 }, (_, at) => candidate(`${at}`, 3, at * 100, 0))
    expect(thinLabels(many, { zoom: 12, most: 7 })).toHaveLength(7)
  })
})

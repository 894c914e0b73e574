import * as z from 'zod/mini'
import { decodePolyline, encodePolyline } from '../geo/polyline.ts'
import type { Outline } from '../model/outline.ts'
import { packDeltas, unpackDeltas } from './columns.ts'
import { packPositionSources, PositionSourceColumn, unpackPositionSources } from './position-sources.ts'

/** The outline of the park with this id. */
export interface OutlineRow {
  id: number
  outline: Outline
}

/** Outlines by column: the format in which they are transferred and stored on the device. */
export const OutlineColumns = z.object({
  id: z.array(z.int()),
  /**
   * Each ring as a polyline of 5 decimals without its last point, which is its first. The rings of a polygon are
   * separated by spaces, polygons by semicolons; a polyline contains neither.
   */
  shape: z.array(z.string()),
  squareMetres: z.array(z.int()),
  source: PositionSourceColumn,
})
export type OutlineColumns = z.infer<typeof OutlineColumns>

/** Decimals of a degree; the same as COORDINATE_SCALE. */
const PRECISION = 5
const RING_SEPARATOR = ' '
const POLYGON_SEPARATOR = ';'

const encodeShape = ({ coordinates }: Outline['geometry']) =>
  coordinates
    .map((rings) => rings.map((ring) => encodePolyline(ring.slice(0, -1), PRECISION)).join(RING_SEPARATOR))
    .join(POLYGON_SEPARATOR)

const decodeShape = (shape: string): Outline['geometry'] => ({
  type: 'MultiPolygon',
  coordinates: shape.split(POLYGON_SEPARATOR).map((polygon) =>
    polygon.split(RING_SEPARATOR).map((ring) => {
      const line = decodePolyline(ring, PRECISION)
      if (line.length < 3) throw new RangeError(`outline: a ring of ${line.length} points`)
      return [...line, line[0]!]
    }),
  ),
})

/** Equal outlines always give equal columns, whatever their order. */
export function encodeOutlines(outlines: readonly OutlineRow[]): OutlineColumns {
  const rows = [...outlines].sort((a, b) => a.id - b.id)
  return {
    id: packDeltas(rows.map(({ id }) => id)),
    shape: rows.map(({ outline }) => encodeShape(outline.geometry)),
    squareMetres: rows.map(({ outline }) => outline.squareMetres),
    source: packPositionSources(rows.map(({ outline }) => outline.source)),
  }
}

/**
 * The inverse of {@link encodeOutlines}. Each outline is decoded when it is asked for, because a device shows few
 * of them.
 * @throws RangeError if a column does not have a value for each row; and the function, if a shape is unreadable
 */
export function decodeOutlines({ id, shape, squareMetres, source }: OutlineColumns): {
  id: number
  outline(): Outline
}[] {
  const sources = unpackPositionSources(source)
  for (const column of [shape, squareMetres, sources])
    if (column.length !== id.length)
      throw new RangeError(`outlines: ${column.length} values for ${id.length} rows`)
  return unpackDeltas(id).map((parkId, row) => ({
    id: parkId,
    outline() {
      const known = sources[row]
      if (!known) throw new RangeError(`outlines: no source at ${row}`)
      return { geometry: decodeShape(shape[row]!), squareMetres: squareMetres[row]!, source: known }
    },
  }))
}

import { unpackDeltas } from '../directory/columns.ts'

/**
 * The built-in base map: coasts of Australia (and, coarser, of the rest of the world, so that no land near the frame is drawn as sea) and
 * the borders of the states. Made by scripts/sources/coastline.ts.
 */
export interface CoastlineColumns {
  /** To be shown wherever the map is. */
  attribution: string
  /** Size of a step of the grid, in degrees of longitude and latitude. */
  step: { longitude: number; latitude: number }
  /** Rings of land: columns and rows of the grid by turns, each as the difference from the one before. Holes are rings too. */
  land: number[][]
  borders: number[][]
}

/** A ring or line as longitude, latitude, longitude, latitude, … in degrees, with the box around it. */
export interface Shape {
  line: Float64Array
  west: number
  south: number
  east: number
  north: number
}

export interface Coastline {
  attribution: string
  /** Rings to be filled together by the even-odd rule. True to about 500 m in Australia, 10 km elsewhere. */
  land: Shape[]
  /** Borders of the states and territories, true to about 2 km. */
  borders: Shape[]
}

function decodeShape(deltas: readonly number[], step: CoastlineColumns['step']): Shape {
  const columns = unpackDeltas(deltas.filter((_, at) => at % 2 === 0)).map(
    (column) => column * step.longitude,
  )
  const rows = unpackDeltas(deltas.filter((_, at) => at % 2 === 1)).map((row) => row * step.latitude)
  const line = new Float64Array(deltas.length)
  const shape: Shape = { line, west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [at, longitude] of columns.entries()) {
    const latitude = rows[at]!
    line[2 * at] = longitude
    line[2 * at + 1] = latitude
    shape.west = Math.min(shape.west, longitude)
    shape.east = Math.max(shape.east, longitude)
    shape.south = Math.min(shape.south, latitude)
    shape.north = Math.max(shape.north, latitude)
  }
  return shape
}

export function decodeCoastline({ attribution, step, land, borders }: CoastlineColumns): Coastline {
  return {
    attribution,
    land: land.map((deltas) => decodeShape(deltas, step)),
    borders: borders.map((deltas) => decodeShape(deltas, step)),
  }
}

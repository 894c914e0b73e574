import type { PackageRow } from './package-row.ts'

interface Position {
  latitude: number
  longitude: number
}

/** South, north, west and east bounds of the states with half a degree to spare, in degrees; islands far out by their own. */
const BOUNDS: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  NSW: [
    [-38, -27.6, 140.5, 154.2],
    [-32, -31, 158.5, 159.6],
    [-29.5, -28.5, 167.5, 168.5],
  ],
  VIC: [[-39.7, -33.5, 140.5, 150.5]],
  QLD: [[-29.7, -9, 137.5, 154.2]],
  SA: [[-38.6, -25.5, 128.5, 141.5]],
  WA: [
    [-35.7, -13, 112.4, 129.5],
    [-10.7, -10.2, 105.3, 105.9],
    [-12.4, -11.7, 96.6, 97.1],
  ],
  TAS: [
    [-44.2, -39, 143.3, 149],
    [-55.2, -54.2, 158.5, 159.3],
  ],
  NT: [[-26.5, -10.5, 128.5, 138.5]],
  ACT: [
    [-36.2, -34.9, 148.5, 149.7],
    [-35.3, -35, 150.4, 150.9],
  ],
}

function isIn(state: string, at: Position): boolean {
  return BOUNDS[state]!.some(
    ([south, north, west, east]) =>
      at.latitude > south && at.latitude < north && at.longitude > west && at.longitude < east,
  )
}

/** Kilometres on a plane around the first point: good to a percent within a state, which is all that is asked. */
function kilometres(a: Position, b: Position): number {
  const eastward = (b.longitude - a.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(eastward, b.latitude - a.latitude) * 111.2
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** Their precise position is in the sea, 9 km from the city that the package's row for its boxes (0801) gives. */
const MISPLACED = new Set(['DARWIN', 'DARWIN CITY'])

const precise = (row: PackageRow): Position =>
  MISPLACED.has(row.locality) ? plain(row) : { latitude: row.Lat_precise, longitude: row.Long_precise }
const plain = (row: PackageRow): Position => ({ latitude: row.lat, longitude: row.long })

/** Where the places of a postcode are, and how far from there half of them lie, in kilometres. */
interface Postcode {
  middle: Position
  spread: number
}

function postcodes(rows: readonly PackageRow[]): Map<string, Postcode> {
  const found = new Map<string, Postcode>()
  for (const [key, group] of Map.groupBy(rows, (row) => row.state + row.postcode)) {
    const known = group.filter((row) => isIn(row.state, precise(row)))
    const delivered = known.filter((row) => row.type === 'Delivery Area')
    const basis = (delivered.length >= 3 ? delivered : known).map(precise)
    if (basis.length === 0) continue
    const middle = {
      latitude: median(basis.map((at) => at.latitude)),
      longitude: median(basis.map((at) => at.longitude)),
    }
    found.set(key, { middle, spread: median(basis.map((at) => kilometres(middle, at))) })
  }
  return found
}

/**
 * Where each row is. The package's precise position is taken unless it cannot be right: it is zero or outside the state; it is the position
 * of a namesake elsewhere; or it is far from everything else with the postcode, for its kind of row. Then the plain position serves if that
 * fits the postcode, else the middle of the postcode where the place is an ordinary one. `undefined`: no position can be trusted.
 */
export function positions(rows: readonly PackageRow[]): (row: PackageRow) => Position | undefined {
  const codes = postcodes(rows)
  const namesakes = Map.groupBy(rows, (row) => row.locality)
  return (row) => {
    const code = codes.get(row.state + row.postcode)
    const exact = precise(row)
    const rough = plain(row)
    const roughFits =
      isIn(row.state, rough) && (!code || kilometres(code.middle, rough) < Math.max(50, 4 * code.spread))
    if (isIn(row.state, exact)) {
      const away = code ? kilometres(code.middle, exact) : 0
      const spread = code?.spread ?? 0
      const isNamesakes = () =>
        namesakes.get(row.locality)!.some((other) => {
          const theirs = codes.get(other.state + other.postcode)
          return (
            other.postcode !== row.postcode && theirs && kilometres(theirs.middle, exact) < Math.min(away, 50)
          )
        })
      const far =
        row.type === 'Delivery Area' ? away > 100 && away > 25 * spread : away > Math.max(30, 12 * spread)
      const doubtful = far || (away > Math.max(30, 4 * spread) && isNamesakes())
      if (!doubtful) return exact
      // Stations and islands share a far town's postcode; a place beyond this is not one of them.
      if (!roughFits && away < 1000) return exact
    }
    return roughFits ? rough : code?.middle
  }
}

import type { PackageRow } from './package-row.ts'

interface Position {
  latitude: number
  longitude: number
}

/**
 * South, north, west and east bounds of the states in degrees, with a margin of half a degree; remote islands
 * have their own.
 */
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

/** Distance in kilometres on a plane around the first point, accurate to about a percent within a state. */
function kilometres(a: Position, b: Position): number {
  const eastward = (b.longitude - a.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(eastward, b.latitude - a.latitude) * 111.2
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/**
 * Places whose precise position is wrong and whose plain one is right: Darwin's is in the sea, 9 km from the city
 * as given by the row for its post office boxes (0801), and Yarrunga's is that of Yarrunga in New South Wales.
 * The others are 88 to 177 km from their council area, and have too few neighbours in their postcode to be found
 * out by them.
 */
const MISPLACED = new Set(['DARWIN', 'DARWIN CITY', 'WINTER VALLEY', 'TELFER', 'JIGALONG', 'YARRUNGA 3415'])

const precise = (row: PackageRow): Position =>
  MISPLACED.has(row.locality) || MISPLACED.has(`${row.locality} ${row.postcode}`)
    ? plain(row)
    : { latitude: row.Lat_precise, longitude: row.Long_precise }
const plain = (row: PackageRow): Position => ({ latitude: row.lat, longitude: row.long })

/** The median position of a postcode's places, and their median distance from it in kilometres. */
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
 * Chooses a position for each row. The package's precise position is used unless it is implausible: zero or
 * outside the state; the position of a place with the same name elsewhere; or too far from the other places
 * of the postcode for its type of row. Then the plain position is used if it fits the postcode, otherwise the
 * centre of the postcode. `undefined` if no position can be trusted.
 */
export function positions(rows: readonly PackageRow[]): (row: PackageRow) => Position | undefined {
  const codes = postcodes(rows)
  const namesakes = Map.groupBy(rows, (row) => row.locality)
  return (row) => {
    const code = codes.get(row.state + row.postcode)
    const exact = precise(row)
    const plainPosition = plain(row)
    const plainFits =
      isIn(row.state, plainPosition) &&
      (!code || kilometres(code.middle, plainPosition) < Math.max(50, 4 * code.spread))
    if (isIn(row.state, exact)) {
      const distance = code ? kilometres(code.middle, exact) : 0
      const spread = code?.spread ?? 0
      const isOfOtherPlace = () =>
        namesakes.get(row.locality)!.some((other) => {
          const otherPostcode = codes.get(other.state + other.postcode)
          return (
            other.postcode !== row.postcode &&
            otherPostcode &&
            kilometres(otherPostcode.middle, exact) < Math.min(distance, 50)
          )
        })
      const far =
        row.type === 'Delivery Area'
          ? distance > 100 && distance > 25 * spread
          : distance > Math.max(30, 12 * spread)
      const doubtful = far || (distance > Math.max(30, 4 * spread) && isOfOtherPlace())
      if (!doubtful) return exact
      // Stations and islands may share the postcode of a distant town, up to this distance in kilometres.
      if (!plainFits && distance < 1000) return exact
    }
    return plainFits ? plainPosition : code?.middle
  }
}

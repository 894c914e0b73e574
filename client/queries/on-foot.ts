import { destinationPoint } from '../../data/geo/earth.ts'
import { project, TILE_SIZE } from '../../data/geo/mercator.ts'
import type { Directions, DirectionsEnd, DistanceUnit } from '../../data/model/directions.ts'
import { distanceMetres } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { decodeCell, WALKING_ZOOM } from '../../data/routing/cell.ts'
import { directionsOnFoot } from '../../data/routing/directions.ts'
import { openPacks } from '../store/map-packs.ts'
import { AREAS_CACHE } from '../store/names.ts'

/**
 * The walking graphs of the downloaded areas come from OpenStreetMap
 * (https://www.openstreetmap.org/copyright).
 */
const ATTRIBUTION = '© OpenStreetMap contributors'
/** Straight-line distance up to which a walk is calculated: a long day's walk. Metres. */
const MAX_DISTANCE = 25_000
/** Ways this far around the straight line are used: a fifth of its length, but at least this. Metres. */
const MARGIN = { share: 0.2, least: 1_500 }

/** The cells under the straight line are looked up at points this far from each other. Metres. */
const LINE_STEP = 100

interface Cell {
  x: number
  y: number
}

const cellAt = (place: LatLng): Cell => {
  const { x, y } = project(place, WALKING_ZOOM)
  return { x: Math.floor(x / TILE_SIZE), y: Math.floor(y / TILE_SIZE) }
}

/** The cells under the straight line between two places, each at least once. */
function cellsBetween(origin: LatLng, destination: LatLng): Cell[] {
  const steps = Math.ceil(distanceMetres(origin, destination) / LINE_STEP) + 1
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = at / steps
    return cellAt({
      latitude: origin.latitude + share * (destination.latitude - origin.latitude),
      longitude: origin.longitude + share * (destination.longitude - origin.longitude),
    })
  })
}

/** A walk, and whether the streets of all cells around it were known: otherwise there may be a shorter one. */
interface DeviceWalk {
  directions: Directions
  isWhole: boolean
}

/**
 * Directions on foot from the walking graphs of the downloaded areas, without a network.
 * @returns `undefined` if the straight line is not in downloaded areas with streets, or there is no way in them
 */
export async function walkOnDevice(
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  unit: DistanceUnit,
): Promise<DeviceWalk | undefined> {
  const metres = distanceMetres(origin, destination)
  if (metres > MAX_DISTANCE || typeof caches === 'undefined') return undefined
  const packs = openPacks('streets', [AREAS_CACHE])
  const stored = (await packs.cells()).filter(({ z }) => z === WALKING_ZOOM)
  const isStored = (cell: Cell) => stored.some(({ x, y }) => x === cell.x && y === cell.y)
  if (!cellsBetween(origin, destination).every(isStored)) return undefined

  const margin = Math.max(MARGIN.least, metres * MARGIN.share)
  const corners = [origin, destination].flatMap((place) =>
    [0, 90, 180, 270].map((bearing) => cellAt(destinationPoint(place, bearing, margin))),
  )
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const
  const [west, east] = range(corners.map(({ x }) => x))
  const [north, south] = range(corners.map(({ y }) => y))
  const around = stored.filter(({ x, y }) => x >= west && x <= east && y >= north && y <= south)
  const contents = await Promise.all(around.map((cell) => packs.pack(cell)))
  const graphs = contents.flatMap((pack) =>
    pack && pack.walking.length > 0 ? [decodeCell(pack.walking)] : [],
  )
  const directions = directionsOnFoot(graphs, origin, destination, unit, ATTRIBUTION)
  return directions && { directions, isWhole: around.length === (east - west + 1) * (south - north + 1) }
}

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

const cellAt = (place: LatLng) => {
  const { x, y } = project(place, WALKING_ZOOM)
  return { x: Math.floor(x / TILE_SIZE), y: Math.floor(y / TILE_SIZE) }
}

/**
 * Directions on foot from the walking graphs of the downloaded areas, without a network.
 * @returns `undefined` if the places are not in a downloaded area with streets, or there is no way in it
 */
export async function walkOnDevice(
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  unit: DistanceUnit,
): Promise<Directions | undefined> {
  const metres = distanceMetres(origin, destination)
  if (metres > MAX_DISTANCE || typeof caches === 'undefined') return undefined
  const packs = openPacks('streets', [AREAS_CACHE])
  const stored = (await packs.cells()).filter(({ z }) => z === WALKING_ZOOM)
  const isStored = (place: LatLng) => {
    const cell = cellAt(place)
    return stored.some(({ x, y }) => x === cell.x && y === cell.y)
  }
  if (!isStored(origin) || !isStored(destination)) return undefined

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
  return directionsOnFoot(graphs, origin, destination, unit, ATTRIBUTION)
}

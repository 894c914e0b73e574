import type { Feature } from 'protomaps-leaflet'
import { bearingDegrees } from '../geo/earth.ts'
import { project, tilesCovering, TILE_SIZE, unproject, metresPerPixel } from '../geo/mercator.ts'
import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import { STREET_ZOOMS } from './schema.ts'
import type { openView } from './tiles.ts'

type View = ReturnType<typeof openView>

/** What a walker looks for near a park, in the order of a list. */
const NEARBY_KINDS = ['water', 'toilets', 'gate', 'parking', 'bin', 'bags'] as const
type NearbyKind = (typeof NEARBY_KINDS)[number]

export interface NearbyThing {
  kind: NearbyKind
  name: string | undefined
  metres: number
  /** Degrees clockwise from north. */
  bearing: number
}

const isNearbyKind = (kind: unknown): kind is NearbyKind =>
  (NEARBY_KINDS as readonly unknown[]).includes(kind)

/** The features of some layers within a distance, with their tile. */
async function* featuresAround(view: View, center: LatLng, radius: number, layers: readonly string[]) {
  const z = STREET_ZOOMS.max
  const { x, y } = project(center, z)
  const pixels = radius / metresPerPixel(center.latitude, z)
  for (const tile of tilesCovering(x - pixels, y - pixels, 2 * pixels, 2 * pixels, z)) {
    const data = await view.tileCache.get({ z, x: tile.x, y: tile.y })
    for (const layer of layers)
      for (const feature of data.get(layer) ?? []) yield { feature, layer, tile: { z, x: tile.x, y: tile.y } }
  }
}

/**
 * Taps, toilets, gates, car parks and bins within `radius` metres of a place, nearest first.
 * @param view the streets
 * @throws Error if a tile cannot be read
 */
export async function thingsNear(view: View, center: LatLng, radius: number): Promise<NearbyThing[]> {
  const found: NearbyThing[] = []
  const size = view.tileCache.tileSize
  for await (const { feature, tile } of featuresAround(view, center, radius, ['poi', 'barrier'])) {
    const { kind, name } = feature.props
    const point = feature.geom[0]?.[0]
    if (!isNearbyKind(kind) || feature.geom[0]?.length !== 1 || point === undefined) continue
    // A point beside the edge of a tile is in two tiles.
    if (point.x < 0 || point.y < 0 || point.x >= size || point.y >= size) continue
    const place = unproject(
      { x: (tile.x + point.x / size) * TILE_SIZE, y: (tile.y + point.y / size) * TILE_SIZE },
      tile.z,
    )
    const metres = distanceMetres(center, place)
    if (metres <= radius)
      found.push({
        kind,
        name: typeof name === 'string' ? name : undefined,
        metres,
        bearing: bearingDegrees(center, place),
      })
  }
  return found.sort((one, other) => one.metres - other.metres)
}

/** Most things of a kind in the list: the nearest. */
const MAX_OF_KIND = 3

/** The nearest things of each kind, in the order of kinds. */
export function nearestOfEachKind(
  things: readonly NearbyThing[],
): { kind: NearbyKind; things: NearbyThing[] }[] {
  return NEARBY_KINDS.map((kind) => ({
    kind,
    things: things.filter((thing) => thing.kind === kind).slice(0, MAX_OF_KIND),
  })).filter(({ things: found }) => found.length > 0)
}

function isInside({ geom }: Feature, x: number, y: number): boolean {
  let inside = false
  for (const ring of geom)
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1]!, ring[at]!]
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
        inside = !inside
    }
  return inside
}

/** Areas that can be a park of the directory. */
const PARK_KINDS: ReadonlySet<unknown> = new Set(['park', 'reserve', 'dog_park', 'golf', 'wood', 'pitch'])

/**
 * The name of the smallest named park area that a place is in; `undefined` if it is in none.
 * @param view the streets
 * @throws Error if a tile cannot be read
 */
export async function parkAreaAt(view: View, place: LatLng): Promise<string | undefined> {
  const z = STREET_ZOOMS.max
  const { x, y } = project(place, z)
  const tile = { z, x: Math.floor(x / TILE_SIZE), y: Math.floor(y / TILE_SIZE) }
  const scale = view.tileCache.tileSize / TILE_SIZE
  const [left, top] = [(x - tile.x * TILE_SIZE) * scale, (y - tile.y * TILE_SIZE) * scale]
  const extent = ({ bbox }: Feature) => (bbox.maxX - bbox.minX) * (bbox.maxY - bbox.minY)
  const areas = ((await view.tileCache.get(tile)).get('green') ?? [])
    .filter(({ props }) => PARK_KINDS.has(props['kind']) && typeof props['name'] === 'string')
    .filter((feature) => isInside(feature, left, top))
    .sort((one, other) => extent(one) - extent(other))
  return areas[0]?.props['name'] as string | undefined
}

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { localityRadius, zoomToFit } from '../../data/geo/area.ts'
import { tilesCovering } from '../../data/geo/mercator.ts'
import { outlineRadius } from '../../data/geo/outline.ts'
import { DAY } from '../../data/model/constants.ts'
import type { LatLng } from '../../data/model/point.ts'
import { NEAR_METRES } from '../../data/model/park.ts'
import { singleFlight } from '../single-flight.ts'
import type { DiskCache } from './disk-cache.ts'
import type { TileGround } from './picture/paint.ts'
import type { Painter } from './picture/painter.ts'
import { viewOf } from './picture/view.ts'
import type { PictureRequest } from './picture/view.ts'
import type { TileSource } from './tiles.ts'
import { vectorGround } from './vector-ground.ts'
import type { Archives } from './vector-ground.ts'

export const MIN_MAP_ZOOM = 3
export const MAX_MAP_ZOOM = 18

/**
 * A map to draw. With `approximate`, the place is only known to be in the suburb around `center`; with `near`, it
 * is within about 500 m. `zoom` is then the highest zoom that may be shown.
 */
interface StaticMapRequest extends Omit<PictureRequest, 'areaRadius'> {
  approximate: boolean
  near: boolean
}

interface StaticMap {
  bytes: Buffer
  type: 'image/webp' | 'image/png'
  /** Strong ETag, from the content. */
  etag: string
  /**
   * False if the map tiles failed and the built-in map was drawn instead; such an image must not be cached.
   */
  isCacheable: boolean
}

export interface StaticMaps {
  /**
   * @param client the client that the tiles under the picture count for
   * @throws PainterBusy, PaintFailed
   */
  picture(request: StaticMapRequest, client?: string): Promise<StaticMap>
}

const CACHE_BYTES = 32 * 2 ** 20
/** How long an image on disk counts as fresh: a week, as long as devices cache it. */
const IMAGE_MAX_AGE_MS = 7 * DAY
/** Maximum diameter of a suburb's circle, as a share of the image's shorter side. */
const AREA_SHARE = 0.8
/** How much farther away a large outline may be shown, in zoom levels. */
const MAX_ZOOM_OUT = 2

export interface StaticMapOptions {
  painter: Painter
  /** The current archives of the built-in map and of the streets. */
  archives: () => Promise<Archives>
  /** Raster tiles, which are drawn instead of them. */
  tiles: TileSource | undefined
  /** All localities, to determine the size of an approximate place; called when first needed. */
  localities: () => readonly LatLng[]
  /** Cache that survives a restart. `ground` identifies the map that is drawn on. */
  disk?: { cache: DiskCache; ground: string; clock: () => number } | undefined
  /** Called if tiles fail and the built-in map is drawn instead. */
  onTileError: (error: unknown) => void
}

export function openStaticMaps({
  painter,
  archives,
  tiles,
  localities,
  disk,
  onTileError,
}: StaticMapOptions): StaticMaps {
  const cache = new LRUCache<string, StaticMap>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const once = singleFlight<StaticMap>()

  const resolve = ({ approximate, near, ...request }: StaticMapRequest): PictureRequest => {
    if (!approximate && !near) {
      if (!request.outline) return { ...request, areaRadius: null }
      const lowest = Math.max(MIN_MAP_ZOOM, request.zoom - MAX_ZOOM_OUT)
      const radius = outlineRadius(request.center, request.outline.geometry)
      const zoom = zoomToFit(
        request.center,
        radius,
        Math.min(request.width, request.height),
        request.zoom,
        lowest,
      )
      return { ...request, areaRadius: null, zoom }
    }
    const areaRadius = near ? NEAR_METRES : localityRadius(request.center, localities())
    const pixels = Math.min(request.width, request.height) * AREA_SHARE
    return {
      ...request,
      areaRadius,
      zoom: zoomToFit(request.center, areaRadius, pixels, request.zoom, MIN_MAP_ZOOM),
    }
  }

  /** The zoom of the tiles that fit to an image: one higher for double density. */
  const tileZoomOf = ({ zoom, scale }: PictureRequest) => zoom + scale - 1

  /** The tiles under an image, enlarged beyond the highest zoom of their source. */
  const tilesOf = async (
    request: PictureRequest,
    source: TileSource,
    client: string,
  ): Promise<TileGround> => {
    const z = Math.min(source.maxZoom, tileZoomOf(request))
    const factor = 2 ** (z - request.zoom)
    const { origin } = viewOf(request)
    const covering = tilesCovering(
      origin.x * factor,
      origin.y * factor,
      request.width * factor,
      request.height * factor,
      z,
    )
    const placed = await Promise.all(
      covering.map(async ({ left, top, ...tile }) => ({
        image: (await source.tile(tile, client))?.bytes,
        left: left / factor,
        top: top / factor,
        size: 256 / factor,
      })),
    )
    // A missing tile is left blank; without any tiles there is no map.
    const available = placed.filter(
      (tile): tile is typeof tile & { image: Buffer } => tile.image !== undefined,
    )
    if (available.length === 0) throw new Error('the tile source has no tiles here')
    return { tiles: available, attribution: source.attribution }
  }

  const toMap = ({ format }: PictureRequest, bytes: Buffer, isCacheable: boolean): StaticMap => ({
    bytes,
    type: format === 'png' ? 'image/png' : 'image/webp',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isCacheable,
  })

  const draw = async (request: PictureRequest, vector: Archives, client: string): Promise<StaticMap> => {
    let bytes: Buffer | undefined
    let isCacheable = true
    // An image of a large area would need thousands of tiles of a map that begins at a high zoom.
    if (tiles && tileZoomOf(request) >= tiles.minZoom) {
      try {
        bytes = await painter.paint(request, await tilesOf(request, tiles, client))
      } catch (error) {
        onTileError(error)
        isCacheable = false
      }
    }
    bytes ??= await painter.paint(request, await vectorGround(request, vector))
    return toMap(request, bytes, isCacheable)
  }

  const loadOrDraw = async (
    request: PictureRequest,
    key: string,
    vector: Archives,
    client: string,
  ): Promise<StaticMap> => {
    const name = `${disk?.ground} ${key}`
    const entry = await disk?.cache.get(name)
    // Entries expire, because a later version of the product may draw the same place differently.
    if (entry && disk && entry.freshUntil > disk.clock()) return toMap(request, entry.bytes, true)
    const map = await draw(request, vector, client)
    if (disk && map.isCacheable)
      void disk.cache.set(name, { bytes: map.bytes, freshUntil: disk.clock() + IMAGE_MAX_AGE_MS })
    return map
  }

  return {
    async picture(request, client = '') {
      const picture = resolve(request)
      const vector = await archives()
      const key = JSON.stringify([picture, vector.base?.version, vector.streets?.version])
      return (
        cache.get(key) ??
        once(key, async () => {
          const map = await loadOrDraw(picture, key, vector, client)
          if (map.isCacheable) cache.set(key, map)
          return map
        })
      )
    },
  }
}

import { createHash } from 'node:crypto'
import { suburbRadius, zoomToFit } from '../../data/geo/area.ts'
import { tilesCovering } from '../../data/geo/mercator.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import { byteCache } from './byte-cache.ts'
import type { DiskCache } from './disk-cache.ts'
import type { TileGround } from './picture/paint.ts'
import type { Painter } from './picture/painter.ts'
import { viewOf } from './picture/view.ts'
import type { PictureRequest } from './picture/view.ts'
import type { TileSource } from './tiles.ts'

export const SMALLEST_ZOOM = 3
export const LARGEST_ZOOM = 18

/** A map to draw. With `approximate`, the place is only known to be in the suburb around `center`, and `zoom` is the closest that may be shown. */
export interface StaticMapRequest extends Omit<PictureRequest, 'areaRadius'> {
  approximate: boolean
}

export interface StaticMap {
  bytes: Buffer
  type: 'image/webp' | 'image/png'
  /** Strong, by content. */
  etag: string
  /** False when the map tiles could not be had and the built-in map stands in: not to be kept. */
  lasting: boolean
}

export interface StaticMaps {
  /**
   * @param client whose turns the tiles under the picture take
   * @throws PainterBusy, PaintFailed
   */
  picture(request: StaticMapRequest, client?: string): Promise<StaticMap>
}

const CACHE_BYTES = 32 * 2 ** 20
/** Milliseconds a picture on disk is taken for what would be drawn: a week, as long as a device keeps it. */
const KEEP_DRAWN = 7 * 86_400_000
/** Share of the picture's shorter side that a suburb's circle takes up at most. */
const AREA_SHARE = 0.8

export interface StaticMapOptions {
  painter: Painter
  /** `undefined`: the built-in map. */
  tiles: TileSource | undefined
  /** All suburbs, for the size of an approximate place; asked for when it is needed first. */
  suburbs: () => readonly LatLng[]
  /** Outlives the process. `ground` tells one map from another. */
  disk?: { cache: DiskCache; ground: string; clock: () => number } | undefined
  /** Told when tiles fail and the built-in map stands in. */
  onTileTrouble: (error: unknown) => void
}

export function openStaticMaps({
  painter,
  tiles,
  suburbs,
  disk,
  onTileTrouble,
}: StaticMapOptions): StaticMaps {
  const cache = byteCache<StaticMap>(CACHE_BYTES, ({ bytes }) => bytes.length)
  const coming = new Map<string, Promise<StaticMap>>()

  const resolve = ({ approximate, ...request }: StaticMapRequest): PictureRequest => {
    if (!approximate) return { ...request, areaRadius: null }
    const areaRadius = suburbRadius(request.center, suburbs())
    const pixels = Math.min(request.width, request.height) * AREA_SHARE
    return {
      ...request,
      areaRadius,
      zoom: zoomToFit(request.center, areaRadius, pixels, request.zoom, SMALLEST_ZOOM),
    }
  }

  /** The tiles under a picture, at the nearest zoom that the source has; the next finer one for a picture of double density. */
  const tilesOf = async (
    request: PictureRequest,
    source: TileSource,
    client: string,
  ): Promise<TileGround> => {
    const z = Math.max(source.minZoom, Math.min(source.maxZoom, request.zoom + request.scale - 1))
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
    // A tile that a source does not have is blank ground; with none of them there is no map.
    const there = placed.filter((tile): tile is typeof tile & { image: Buffer } => tile.image !== undefined)
    if (there.length === 0) throw new Error('the tile source has nothing here')
    return { tiles: there, attribution: source.attribution }
  }

  const asMap = ({ format }: PictureRequest, bytes: Buffer, lasting: boolean): StaticMap => ({
    bytes,
    type: format === 'png' ? 'image/png' : 'image/webp',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    lasting,
  })

  const draw = async (request: PictureRequest, client: string): Promise<StaticMap> => {
    let bytes: Buffer | undefined
    let lasting = true
    if (tiles) {
      try {
        bytes = await painter.paint(request, await tilesOf(request, tiles, client))
      } catch (error) {
        onTileTrouble(error)
        lasting = false
      }
    }
    bytes ??= await painter.paint(request, null)
    return asMap(request, bytes, lasting)
  }

  const drawnOrKept = async (request: PictureRequest, key: string, client: string): Promise<StaticMap> => {
    const name = `${disk?.ground} ${key}`
    const kept = await disk?.cache.get(name)
    // Not for ever: with a later version of the product the same place may be drawn otherwise.
    if (kept && disk && kept.freshUntil > disk.clock()) return asMap(request, kept.bytes, true)
    const map = await draw(request, client)
    if (disk && map.lasting)
      void disk.cache.set(name, { bytes: map.bytes, freshUntil: disk.clock() + KEEP_DRAWN })
    return map
  }

  return {
    picture(request, client = '') {
      const picture = resolve(request)
      const key = JSON.stringify(picture)
      const known = cache.get(key)
      if (known) return Promise.resolve(known)
      const underway = coming.get(key)
      if (underway) return underway
      const drawing = drawnOrKept(picture, key, client)
        .then((map) => {
          if (map.lasting) cache.set(key, map)
          return map
        })
        .finally(() => coming.delete(key))
      coming.set(key, drawing)
      return drawing
    },
  }
}

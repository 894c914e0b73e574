import { VectorTile } from '@mapbox/vector-tile'
import Protobuf from 'pbf'
import { TileCache, View, type Feature } from 'protomaps-leaflet'
import type { Tile } from '../geo/mercator.ts'

/**
 * Data tiles are drawn 512 CSS pixels wide, one zoom level below the display zoom: a quarter as many requests
 * as with 256 pixels.
 */
const LEVEL_DIFFERENCE = 1
const TILE_PIXELS = 256 << LEVEL_DIFFERENCE

export type TileFeatures = Map<string, Feature[]>

/** Decodes a vector tile (Mapbox Vector Tile 2.1, not compressed) into features in CSS pixels. */
function decodeTile(bytes: ArrayBuffer | Uint8Array): TileFeatures {
  const layers: TileFeatures = new Map()
  for (const [name, layer] of Object.entries(new VectorTile(new Protobuf(bytes)).layers)) {
    const scale = TILE_PIXELS / layer.extent
    const features: Feature[] = []
    for (let at = 0; at < layer.length; at++) {
      const feature = layer.feature(at)
      const geom = feature.loadGeometry()
      const bbox = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
      let numVertices = 0
      for (const line of geom) {
        numVertices += line.length
        for (const point of line) {
          point.x *= scale
          point.y *= scale
          bbox.minX = Math.min(bbox.minX, point.x)
          bbox.minY = Math.min(bbox.minY, point.y)
          bbox.maxX = Math.max(bbox.maxX, point.x)
          bbox.maxY = Math.max(bbox.maxY, point.y)
        }
      }
      features.push({ geomType: feature.type as Feature["geomType"], geom, bbox, numVertices, props: feature.properties })
    }
    layers.set(name, features)
  }
  return layers
}

export interface VectorTileSource {
  minZoom: number
  /** Above this zoom, the tiles of this zoom are drawn larger. */
  maxZoom: number
  /**
   * Reads a tile, not compressed; `undefined` if there is none. Not called outside the zoom levels of the
   * source.
   */
  read(tile: Tile): Promise<ArrayBuffer | Uint8Array | undefined>
}

/** Decoded tiles of a source: at most 64, the least recently used are dropped. */
export function openView({ minZoom, maxZoom, read }: VectorTileSource): View {
  const source = {
    async get({ z, x, y }: Tile): Promise<TileFeatures> {
      const bytes = z < minZoom ? undefined : await read({ z, x, y })
      return bytes === undefined || bytes.byteLength === 0 ? new Map() : decodeTile(bytes)
    },
  }
  return new View(new TileCache(source, TILE_PIXELS), maxZoom, LEVEL_DIFFERENCE)
}

import { VectorTile } from '@mapbox/vector-tile'
import Protobuf from 'pbf'
import { TileCache, View, type Bbox, type Feature } from 'protomaps-leaflet'
import type { Tile } from '../geo/mercator.ts'
import { cutFeatures } from './cut.ts'

/**
 * Data tiles are drawn 512 CSS pixels wide, one zoom level below the display zoom: a quarter as many requests
 * as with 256 pixels.
 */
const LEVEL_DIFFERENCE = 1
const TILE_PIXELS = 256 << LEVEL_DIFFERENCE

type TileFeatures = Map<string, Feature[]>

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
      features.push({
        geomType: feature.type as Feature['geomType'],
        geom,
        bbox,
        numVertices,
        props: feature.properties,
      })
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
  /** Zooms whose tiles are divided instead if a more detailed one cannot be read, in the order to try. */
  substituteZooms?: readonly number[]
}

/** Tiles of a source that are not as detailed as the display are divided up to this zoom. */
const MAX_CUT_ZOOM = 14
/** Decoded tiles of the highest zoom that are kept to be divided. */
const MAX_PARENTS = 16

/**
 * Decoded tiles of a source: at most 64, the least recently used are dropped. Above the source's highest
 * zoom, its tiles are divided.
 */
export function openView({ minZoom, maxZoom, read, substituteZooms = [] }: VectorTileSource): View {
  const decoded = async (tile: Tile): Promise<TileFeatures> => {
    const bytes = tile.z < minZoom ? undefined : await read(tile)
    return bytes === undefined || bytes.byteLength === 0 ? new Map() : decodeTile(bytes)
  }
  const parents = new Map<string, Promise<TileFeatures>>()
  const parentOf = (tile: Tile): Promise<TileFeatures> => {
    const key = `${tile.z} ${tile.x} ${tile.y}`
    const known = parents.get(key) ?? decoded(tile)
    known.catch(() => parents.delete(key))
    // Added again, so that it counts as the newest.
    parents.delete(key)
    parents.set(key, known)
    if (parents.size > MAX_PARENTS) parents.delete(parents.keys().next().value!)
    return known
  }
  /** The features of a tile, from the tile of this zoom that it is a part of. */
  async function partOf({ z, x, y }: Tile, zoom: number): Promise<TileFeatures> {
    if (z === zoom) return decoded({ z, x, y })
    const factor = 2 ** (z - zoom)
    const column = Math.floor(x / factor)
    const row = Math.floor(y / factor)
    const layers = await parentOf({ z: zoom, x: column, y: row })
    return new Map(
      [...layers].map(([name, features]) => [
        name,
        cutFeatures(features, TILE_PIXELS, factor, x - column * factor, y - row * factor),
      ]),
    )
  }
  const source = {
    async get(tile: Tile): Promise<TileFeatures> {
      const zoom = Math.min(tile.z, maxZoom)
      try {
        return await partOf(tile, zoom)
      } catch (error) {
        for (const coarser of substituteZooms.filter((other) => other < zoom)) {
          const part = await partOf(tile, coarser).catch(() => undefined)
          if (part) return part
        }
        throw error
      }
    },
  }
  return new View(new TileCache(source, TILE_PIXELS), Math.max(maxZoom, MAX_CUT_ZOOM), LEVEL_DIFFERENCE)
}

const NO_TILES = { get: () => Promise.resolve(new Map()) }

/** The tiles of a source that are needed to draw a rectangle of world pixels at an integer zoom. */
export function tilesUnder(
  { minZoom, maxZoom }: Pick<VectorTileSource, 'minZoom' | 'maxZoom'>,
  zoom: number,
  box: Bbox,
): Tile[] {
  return new View(new TileCache(NO_TILES, TILE_PIXELS), maxZoom, LEVEL_DIFFERENCE)
    .dataTilesForBounds(zoom, box)
    .map(({ dataTile: { z, x, y } }) => ({ z, x, y }))
    .filter(({ z, y }) => z >= minZoom && y >= 0 && y < 2 ** z)
}

import { tilesUnder } from '../../data/map/tiles.ts'
import type { MapSource } from '../../data/map/style.ts'
import type { Tile } from '../../data/geo/mercator.ts'
import { viewOf } from './picture/view.ts'
import type { PictureRequest } from './picture/view.ts'
import type { VectorArchive } from './vector-archive.ts'

export type Archives = Readonly<Record<MapSource, VectorArchive | undefined>>

/** The vector tiles under an image, for the drawing thread. */
export interface VectorGround {
  attribution: string
  sources: {
    source: MapSource
    version: string
    minZoom: number
    maxZoom: number
    tiles: (Tile & { bytes: Uint8Array })[]
  }[]
}

/** @throws Error if a tile cannot be read */
export async function vectorGround(request: PictureRequest, archives: Archives): Promise<VectorGround> {
  const { origin, width, height, zoom } = viewOf(request)
  const box = { minX: origin.x, minY: origin.y, maxX: origin.x + width, maxY: origin.y + height }
  const sources: VectorGround['sources'] = []
  const attributions: string[] = []
  for (const source of ['streets', 'base'] as const) {
    const archive = archives[source]
    if (archive === undefined) continue
    const { version, minZoom, maxZoom, attribution } = archive
    const read = await Promise.all(
      tilesUnder(archive, zoom, box).map(async (tile) => ({ ...tile, bytes: await archive.tile(tile) })),
    )
    const tiles = read.filter((tile): tile is typeof tile & { bytes: Uint8Array } => tile.bytes !== undefined)
    sources.push({ source, version, minZoom, maxZoom, tiles })
    if (tiles.length > 0 && !attributions.includes(attribution)) attributions.push(attribution)
  }
  return { attribution: attributions.join(', '), sources }
}

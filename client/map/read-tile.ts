import type { PreparedTile } from 'protomaps-leaflet'
import type { MapViews } from '../../data/map/frame.ts'
import type { Tile } from '../../data/geo/mercator.ts'
import type { MapSource } from '../../data/map/style.ts'

export interface TileData {
  /** The sources that were read. */
  data: Map<string, PreparedTile[]>
  /** Those that could not be read. */
  failed: ReadonlySet<MapSource>
}

/** How long the first source that was read waits for the others. */
const MAX_WAIT_MS = 1_000

/**
 * Reads the data under a display tile from all sources.
 * @param onPartial called once with what was read so far, if other sources take long
 */
export async function readTile(
  views: MapViews,
  tile: Tile,
  onPartial: (data: TileData['data']) => void,
): Promise<TileData> {
  const data: TileData['data'] = new Map()
  const failed = new Set<MapSource>()
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.all(
    [...views].map(async ([source, view]) => {
      try {
        data.set(source, [await view.getDisplayTile(tile)])
        timer ??= setTimeout(onPartial, MAX_WAIT_MS, data)
      } catch {
        failed.add(source)
      }
    }),
  )
  clearTimeout(timer)
  return { data, failed }
}

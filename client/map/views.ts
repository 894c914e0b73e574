import { isInBounds, type MapViews } from '../../data/map/frame.ts'
import { BASE_LEVELS } from '../../data/map/pack.ts'
import { openView } from '../../data/map/tiles.ts'
import type { MapSource } from '../../data/map/style.ts'
import type { MapOffer, VectorTiles } from '../../data/model/map.ts'
import type { LatLng } from '../../data/model/point.ts'
import { readVectorTile } from '../queries/map.ts'

/** The typeface of names on maps; the same file as that of the pages. */
export const MAP_FONT = 'Atkinson Hyperlegible Next Variable'

type View = ReturnType<typeof openView>

/** One view for each address, so that all maps of the page share their decoded tiles. */
const views = new Map<string, View>()

/** A map that was drawn without details because there was no network gets them when it is opened again. */
addEventListener('online', () => views.clear())

const outdatedListeners = new Set<() => void>()

/**
 * Calls `listener` when a tile shows that the server has other maps than it offered.
 * @returns a function that stops it
 */
export function watchOutdated(listener: () => void): () => void {
  outdatedListeners.add(listener)
  return () => outdatedListeners.delete(listener)
}

function reportOutdated() {
  for (const listener of outdatedListeners) listener()
}

function viewOf(
  { url, minZoom, maxZoom }: VectorTiles,
  { bounds, substituteZooms = [] }: { bounds?: readonly number[]; substituteZooms?: readonly number[] },
): View {
  let view = views.get(url)
  if (view === undefined) {
    view = openView({
      minZoom,
      maxZoom,
      async read(tile) {
        if (bounds && !isInBounds(tile, bounds)) return undefined
        return readVectorTile(url, tile, reportOutdated)
      },
      substituteZooms,
    })
    views.set(url, view)
  }
  return view
}

/**
 * The last zooms of the packs of the built-in map, most detailed first: which of them are on the device
 * differs.
 */
const STORED_ZOOMS = BASE_LEVELS.map(({ to }) => to).toReversed()

/** The vector tiles that the server offers. */
export function viewsOf({ base, streets }: Pick<MapOffer, 'base' | 'streets'>): MapViews {
  const found = new Map<MapSource, View>()
  if (base) found.set('base', viewOf(base, { substituteZooms: STORED_ZOOMS }))
  if (streets) found.set('streets', viewOf(streets, { bounds: streets.bounds }))
  // Versions that are no longer offered.
  for (const url of views.keys()) if (url !== base?.url && url !== streets?.url) views.delete(url)
  return found
}

/** Loads the weights of the typeface that names are measured with. Without it, the system's is used. */
export async function loadMapFont(): Promise<void> {
  await Promise.all(
    [500, 600, 700].map((weight) => document.fonts.load(`${weight} 12px "${MAP_FONT}"`)),
  ).catch(() => undefined)
}

/** Whether the streets cover a place. */
export function hasStreetsAt({ streets }: MapOffer, { latitude, longitude }: LatLng): boolean {
  if (!streets) return false
  const [west, south, east, north] = streets.bounds
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

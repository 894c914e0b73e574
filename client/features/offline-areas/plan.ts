import { tilesOfArea } from '../../../data/geo/area-tiles.ts'
import type { Circle } from '../../../data/geo/area-tiles.ts'
import type { MapOffer } from '../../../data/model/map.ts'
import { ownPicture, type Park } from '../../../data/model/park.ts'
import type { AreaPacks } from '../../queries/areas.ts'
import { staticMapUrl, type StaticMapLook } from '../../map/static-map.tsx'

/** Zoom levels of downloaded tiles: from a region to streets, limited by {@link MAX_TILES}. */
const TILE_ZOOM = { from: 8, to: 16 }
const MAX_TILES = 3_000
/** Files of each kind that are fetched to estimate the total size. */
const SAMPLE_COUNT = 4

/** The files of an area, as URLs on our origin. */
export interface AreaPlan {
  circles: Circle[]
  parks: number
  /** Static maps and photographs of parks. */
  pictures: string[]
  tiles: string[]
  packs: AreaPacks
}

export const NO_PACKS: AreaPacks = { streets: [], base: [] }

/**
 * Lists the files of an area.
 * @param tiles the server's raster tiles, included only if their owner allows offline use
 * @param packs the packs of the built-in map and of the streets
 */
export function planArea(
  circles: Circle[],
  parks: readonly Park[],
  tiles: MapOffer['tiles'],
  look: StaticMapLook,
  packs: AreaPacks = NO_PACKS,
): AreaPlan {
  const pictures = parks
    .flatMap((park) => [staticMapUrl(park, look), ownPicture(park.imageUrl)])
    .filter((address) => address !== null)
  const range = tiles?.offlineAllowed
    ? {
        from: Math.max(TILE_ZOOM.from, tiles.minZoom),
        to: Math.min(TILE_ZOOM.to, tiles.maxZoom),
        most: MAX_TILES,
      }
    : null
  const taken = tiles && range ? tilesOfArea(circles, range) : []
  return {
    circles,
    parks: parks.length,
    pictures: [...new Set(pictures)],
    packs,
    tiles: taken.map(({ z, x, y }) =>
      tiles!.url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)),
    ),
  }
}

export const filesOf = ({ pictures, tiles, packs }: AreaPlan): string[] => [
  ...pictures,
  ...tiles,
  ...packs.base,
  ...packs.streets.map(({ url }) => url),
]

/** The part of a plan that is not on the device yet. */
export function missingFrom(plan: AreaPlan, stored: ReadonlySet<string>): AreaPlan {
  const isMissing = (url: string) => !stored.has(url)
  return {
    ...plan,
    pictures: plan.pictures.filter(isMissing),
    tiles: plan.tiles.filter(isMissing),
    packs: {
      streets: plan.packs.streets.filter(({ url }) => isMissing(url)),
      base: plan.packs.base.filter(isMissing),
    },
  }
}

/** Up to `count` items, evenly spaced over the list. */
const sample = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / count)]!)

/**
 * Estimates the size of an area in bytes from a sample of its files. The size of the streets is known.
 * @throws what `fetch` rejects with
 */
export async function estimateBytes(
  plan: AreaPlan,
  fetch: (url: string) => Promise<Response>,
): Promise<number> {
  let total = plan.packs.streets.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const files of [plan.pictures, plan.tiles, plan.packs.base]) {
    const sizes = await Promise.all(
      sample(files, SAMPLE_COUNT).map(async (url) => {
        const response = await fetch(url)
        return response.ok ? (await response.blob()).size : 0
      }),
    )
    if (sizes.length > 0) total += (sizes.reduce((sum, size) => sum + size, 0) / sizes.length) * files.length
  }
  return Math.round(total)
}

import { tilesOfArea } from '../../data/geo/area-tiles.ts'
import type { Circle } from '../../data/geo/area-tiles.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { ownPicture, type Park } from '../../data/model/park.ts'
import { staticMapUrl, type StaticMapLook } from '../map/static-map.tsx'

/** Zooms of tiles that are taken along: from a region down to streets, as far as {@link MOST_TILES} allow. */
const TILES = { from: 8, to: 16 }
const MOST_TILES = 3_000
/** Files of each kind that are fetched to tell the size of them all. */
const SAMPLES = 4

/** What an area is made of: addresses on our origin. */
export interface AreaPlan {
  circles: Circle[]
  parks: number
  /** Static maps and photographs of parks. */
  pictures: string[]
  tiles: string[]
}

/** @param tiles the server's tiles; taken along only where their owner allows it */
export function planArea(
  circles: Circle[],
  parks: readonly Park[],
  tiles: MapOffer['tiles'],
  look: StaticMapLook,
): AreaPlan {
  const pictures = parks
    .flatMap((park) => [staticMapUrl(park, look), ownPicture(park.imageUrl)])
    .filter((address) => address !== null)
  const range = tiles?.offlineAllowed
    ? { from: Math.max(TILES.from, tiles.minZoom), to: Math.min(TILES.to, tiles.maxZoom), most: MOST_TILES }
    : null
  const taken = tiles && range ? tilesOfArea(circles, range) : []
  return {
    circles,
    parks: parks.length,
    pictures: [...new Set(pictures)],
    tiles: taken.map(({ z, x, y }) =>
      tiles!.url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)),
    ),
  }
}

export const filesOf = ({ pictures, tiles }: AreaPlan): string[] => [...pictures, ...tiles]

/** Some of a list, evenly spread over it. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / count)]!)

/**
 * About how large an area is, bytes: some files of each kind are looked at. What the device has already is not asked of the server again.
 * @throws what `fetch` rejects with
 */
export async function estimateBytes(
  plan: AreaPlan,
  fetch: (url: string) => Promise<Response>,
): Promise<number> {
  let total = 0
  for (const files of [plan.pictures, plan.tiles]) {
    const sizes = await Promise.all(
      spread(files, SAMPLES).map(async (url) => {
        const response = await fetch(url)
        return response.ok ? (await response.blob()).size : 0
      }),
    )
    if (sizes.length > 0) total += (sizes.reduce((sum, size) => sum + size, 0) / sizes.length) * files.length
  }
  return Math.round(total)
}

import { copyFileSync, mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TileType, zxyToTileId } from 'pmtiles'
import { tilesAround } from '../../../data/geo/area-tiles.ts'
import type { Tile } from '../../../data/geo/mercator.ts'
import { writePmtiles } from '../../../scripts/map/pmtiles-writer.ts'
import { streetFiles } from '../../../server/geo/street-map.ts'
import { openVectorArchive } from '../../../server/geo/vector-archive.ts'
import type { VectorArchive } from '../../../server/geo/vector-archive.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/map/${name}`, import.meta.url))

export const MARRICKVILLE_PBF = fixture('marrickville.osm.pbf')
export const SOUTH_BRISBANE_GZ = fixture('south-brisbane.osm.gz')

/** Puts the built street map of Marrickville into a data folder. A running server offers it within a second. */
export function addStreets(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  const { tiles, packs } = streetFiles(dataDir)
  replaceFile(fixture('map-packs.pmtiles'), packs)
  replaceFile(fixture('map.pmtiles'), tiles)
}

/** Copies a file so that a running server sees either the old file or the whole new one. */
function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}

/**
 * Puts a street map into a data folder that has streets for a wider area than Marrickville, of which only the
 * tiles and packs of Marrickville exist.
 * @param version by default that of the packs, without which a server offers none
 */
export async function addStreetsWith(
  dataDir: string,
  { bounds, version }: { bounds?: VectorArchive['bounds']; version?: string },
): Promise<void> {
  addStreets(dataDir)
  const archive = await openVectorArchive(fixture('map.pmtiles'))
  const path = streetFiles(dataDir).tiles
  const tiles = []
  for (let z = archive.minZoom; z <= archive.maxZoom; z++)
    for (const tile of tilesAround({ latitude: -33.91, longitude: 151.165, radius: 2_000 }, z)) {
      const bytes = await archive.compressed(tile)
      if (bytes) tiles.push({ ...tile, bytes })
    }
  const idOf = ({ z, x, y }: Tile) => zxyToTileId(z, x, y)
  tiles.sort((one, other) => idOf(one) - idOf(other))
  await writePmtiles(
    `${path}.new`,
    {
      metadata: () => ({ attribution: archive.attribution, version: version ?? archive.version }),
      minZoom: archive.minZoom,
      maxZoom: archive.maxZoom,
      bounds: bounds ?? archive.bounds,
      type: TileType.Mvt,
    },
    tiles,
  )
  renameSync(`${path}.new`, path)
  await archive.close()
}

/** The tile of Marrickville at each zoom of the streets. */
export const MARRICKVILLE_TILES = [
  { z: 8, x: 235, y: 153 },
  { z: 9, x: 470, y: 307 },
  { z: 10, x: 941, y: 614 },
  { z: 11, x: 1883, y: 1229 },
  { z: 12, x: 3767, y: 2458 },
  { z: 13, x: 7535, y: 4917 },
  { z: 14, x: 15071, y: 9834 },
]

import { copyFileSync, mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
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

interface Rewriting {
  bounds?: VectorArchive['bounds'] | undefined
  version?: string | undefined
  /** The bytes to write for a tile. */
  change?(tile: Tile, bytes: Buffer): Buffer
}

/** Writes the tiles or packs of Marrickville in an archive again, and no others. */
async function rewrite(path: string, { bounds, version, change = (_, bytes) => bytes }: Rewriting) {
  const archive = await openVectorArchive(path)
  const tiles = []
  for (let z = archive.minZoom; z <= archive.maxZoom; z++)
    for (const tile of tilesAround({ latitude: -33.91, longitude: 151.165, radius: 5_000 }, z)) {
      const bytes = await archive.compressed(tile)
      if (bytes) tiles.push({ ...tile, bytes: change(tile, bytes) })
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
  await archive.close()
  renameSync(`${path}.new`, path)
}

/**
 * Puts a street map into a data folder that has streets for a wider area than Marrickville, of which only the
 * tiles and packs of Marrickville exist.
 * @param version by default that of the packs, without which a server offers none
 */
export async function addStreetsWith(
  dataDir: string,
  { bounds, version }: Omit<Rewriting, 'change'>,
): Promise<void> {
  addStreets(dataDir)
  await rewrite(streetFiles(dataDir).tiles, { bounds, version })
}

/** The cell whose pack {@link buildStreetsAgain} changes. */
export const CHANGED_CELL = '13/7535/4917'

/**
 * Replaces the street map in a data folder by one of another version. One pack has other bytes, with the same streets in
 * them.
 */
export async function buildStreetsAgain(dataDir: string): Promise<void> {
  const version = 'built-again'
  const { tiles, packs } = streetFiles(dataDir)
  await rewrite(packs, {
    version,
    change: ({ z, x, y }, bytes) =>
      `${z}/${x}/${y}` === CHANGED_CELL ? gzipSync(gunzipSync(bytes), { level: 1 }) : bytes,
  })
  await rewrite(tiles, { version })
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

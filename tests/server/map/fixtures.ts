import { copyFileSync, mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { streetFiles } from '../../../server/geo/street-map.ts'

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

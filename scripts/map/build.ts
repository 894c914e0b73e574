import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { TileType, zxyToTileId } from 'pmtiles'
import { STREET_ZOOMS } from '../../data/map/schema.ts'
import { WALKING_ZOOM } from '../../data/routing/cell.ts'
import { openVectorMbtiles } from '../../server/repositories/mbtiles.ts'
import { convertXml } from './osm-xml.ts'
import { writePmtiles } from './pmtiles-writer.ts'
import { makeTiles, TILE_RULES } from './tilemaker.ts'
import { walkingGraph } from './walking-graph.ts'
import type { GraphCell, GraphSize } from './walking-graph.ts'

export interface BuildOptions {
  inputs: readonly string[]
  /** The archive of streets, and beside it the one of the walking graph. */
  streets: string
  walking: string
  /** For intermediate files; a build with the same input continues with the ones that are complete. */
  folder: string
  /** Called with what is being done, and the part of the whole build that is done, 0 to 1. */
  progress: (step: string, part: number) => void
}

export interface BuildResult {
  tiles: number
  streetBytes: number
  walkingBytes: number
  graph: GraphSize
}

/** An empty tile, compressed, is at most this large. */
const EMPTY_TILE_BYTES = 24
/** The part of the whole build that is done after each step. */
const DONE_AFTER = { converting: 0.02, tiles: 0.6, streets: 0.7, walking: 1 }

/** Identifies inputs, rules and the format of the result. */
function buildKey(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  for (const path of TILE_RULES) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Runs a step unless its result is complete from an earlier run. */
async function once(path: string, make: (partial: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return
  const partial = `${path}.partial`
  rmSync(partial, { recursive: true, force: true })
  await make(partial)
  renameSync(partial, path)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}

/**
 * Builds the archives of streets and of the walking graph from OpenStreetMap extracts (.osm.pbf or .osm), and
 * puts them in place of the old ones.
 * @throws TilemakerError, PbfError, XmlError
 */
export async function buildMap({
  inputs,
  streets,
  walking,
  folder,
  progress,
}: BuildOptions): Promise<BuildResult> {
  const work = join(folder, buildKey(inputs))
  if (existsSync(folder) && !existsSync(work)) rmSync(folder, { recursive: true })
  mkdirSync(work, { recursive: true })

  progress('Converting', 0)
  const extracts: { path: string; bytes: number }[] = []
  for (const [index, input] of inputs.entries()) {
    let path = input
    if (input.toLowerCase().endsWith('.osm')) {
      path = join(work, `${index}.osm.pbf`)
      await once(path, (partial) => convertXml(input, partial))
    }
    extracts.push({ path, bytes: statSync(path).size })
  }

  const mbtiles = join(work, 'streets.mbtiles')
  const between = (from: number, to: number, step: string) => (part: number) =>
    progress(step, from + part * (to - from))
  const drawing = between(DONE_AFTER.converting, DONE_AFTER.tiles, 'Drawing tiles')
  await once(mbtiles, async (partial) => {
    // tilemaker recognises the format by the ending.
    const output = `${partial}.mbtiles`
    rmSync(output, { force: true })
    await makeTiles(extracts, output, work, drawing)
    renameSync(output, partial)
  })
  rmSync(join(work, 'store'), { recursive: true, force: true })

  const streetsPartial = `${streets}.partial`
  const walkingPartial = `${walking}.partial`
  const written = await writeStreets(
    mbtiles,
    streetsPartial,
    between(DONE_AFTER.tiles, DONE_AFTER.streets, 'Writing tiles'),
  )
  const graph: GraphSize = { ways: 0, vertices: 0, edges: 0, kilometres: 0, cells: 0 }
  const cells = walkingGraph(
    extracts,
    between(DONE_AFTER.streets, DONE_AFTER.walking, 'Building the walking graph'),
    graph,
  )
  const walkingArchive = await writePmtiles(
    walkingPartial,
    {
      metadata: () => ({ name: 'Offlead walking graph', streets: written.version }),
      minZoom: WALKING_ZOOM,
      maxZoom: WALKING_ZOOM,
      bounds: written.bounds,
      type: TileType.Unknown,
    },
    compressed(cells),
  )

  // A server uses a walking graph only with the streets that it names, so the order does not matter.
  renameSync(walkingPartial, walking)
  renameSync(streetsPartial, streets)
  await syncFolder(dirname(streets))
  rmSync(folder, { recursive: true })
  return { tiles: written.tiles, streetBytes: written.bytes, walkingBytes: walkingArchive.bytes, graph }
}

async function* compressed(cells: AsyncIterable<GraphCell>) {
  for await (const cell of cells) yield { ...cell, bytes: gzipSync(cell.bytes, { level: 9 }) }
}

async function writeStreets(from: string, to: string, progress: (part: number) => void) {
  const source = openVectorMbtiles(from)
  try {
    const tiles = [...source.tiles()]
      .map((tile) => ({ ...tile, tileId: zxyToTileId(tile.z, tile.x, tile.y) }))
      .sort((one, other) => one.tileId - other.tileId)
    const full = function* () {
      for (const [done, { z, x, y, id }] of tiles.entries()) {
        if (done % 1_000 === 0) progress(done / tiles.length)
        const bytes = source.bytes(id)
        if (bytes.length > EMPTY_TILE_BYTES) yield { z, x, y, bytes }
      }
    }
    const archive = await writePmtiles(
      to,
      {
        metadata: (version) => ({ name: 'Offlead streets', attribution: source.attribution, version }),
        minZoom: STREET_ZOOMS.min,
        maxZoom: STREET_ZOOMS.max,
        bounds: source.bounds,
        type: TileType.Mvt,
      },
      full(),
    )
    return { ...archive, bounds: source.bounds }
  } finally {
    source.close()
  }
}

/** The names of the archives in the data folder. */
export const archivesIn = (dataDir: string) => ({
  streets: join(dataDir, 'map.pmtiles'),
  walking: join(dataDir, 'map-walking.pmtiles'),
  folder: join(dataDir, 'map-build'),
})

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import { TileType, zxyToTileId } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'
import { encodePack, packCellOf, STREET_LEVELS, tilesInPack } from '../../data/map/pack.ts'
import { STREET_ZOOMS } from '../../data/map/schema.ts'
import { streetFiles } from '../../server/geo/street-map.ts'
import { openVectorMbtiles } from '../../server/repositories/mbtiles.ts'
import type { VectorMbtiles } from '../../server/repositories/mbtiles.ts'
import { convertXml } from './osm-xml.ts'
import { writePmtiles } from './pmtiles-writer.ts'
import { makeTiles, TILE_RULES } from './tilemaker.ts'
import { walkingGraph } from './walking-graph.ts'
import type { GraphCell, GraphSize } from './walking-graph.ts'

export interface BuildOptions {
  inputs: readonly string[]
  /** The result is put there. A build with the same input continues with the steps that are complete. */
  dataDir: string
  /** Called with what is being done, and the part of the whole build that is done, 0 to 1. */
  progress: (step: string, part: number) => void
}

export interface BuildResult {
  tiles: number
  tileBytes: number
  packs: number
  packBytes: number
  graph: GraphSize
}

const compress = promisify(gzip)

/** An empty tile, compressed, is at most this large. */
const EMPTY_TILE_BYTES = 24
/** The part of the whole build that is done after each step. */
const DONE_AFTER = { converting: 0.02, drawing: 0.6, writing: 0.65, graph: 0.85 }
/** Tiles or packs. */
const PROGRESS_EVERY = 1_000

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
 * Builds the street map from OpenStreetMap extracts (.osm.pbf or .osm): its tiles, and the packs of tiles and
 * walking graph that offline areas download. Puts both in place of the old ones.
 * @throws TilemakerError, PbfError, XmlError
 */
export async function buildMap({ inputs, dataDir, progress: report }: BuildOptions): Promise<BuildResult> {
  let furthest = 0
  // The graph's cells are built while packs are written; only the later step is reported.
  const progress = (step: string, part: number) => {
    if (part < furthest) return
    furthest = part
    report(step, part)
  }
  const files = streetFiles(dataDir)
  const folder = files.building
  const work = join(folder, buildKey(inputs))
  if (existsSync(folder) && !existsSync(work)) rmSync(folder, { recursive: true })
  mkdirSync(work, { recursive: true })

  progress('Converting', 0)
  const extracts: { path: string; bytes: number }[] = []
  for (const [index, input] of inputs.entries()) {
    let path = resolve(input)
    if (input.toLowerCase().endsWith('.osm')) {
      path = join(work, `${index}.osm.pbf`)
      await once(path, (partial) => convertXml(input, partial))
    }
    extracts.push({ path, bytes: statSync(path).size })
  }

  const mbtiles = join(work, 'streets.mbtiles')
  const between = (from: number, to: number, step: string) => (part: number) =>
    progress(step, from + part * (to - from))
  await once(mbtiles, async (partial) => {
    // tilemaker recognises the format by the ending.
    const output = `${partial}.mbtiles`
    rmSync(output, { force: true })
    await makeTiles(
      extracts,
      output,
      work,
      between(DONE_AFTER.converting, DONE_AFTER.drawing, 'Drawing tiles'),
    )
    renameSync(output, partial)
  })
  rmSync(join(work, 'store'), { recursive: true, force: true })

  const graph: GraphSize = { ways: 0, vertices: 0, edges: 0, kilometres: 0, cells: 0 }
  const source = openVectorMbtiles(mbtiles)
  try {
    const tiles = sortedTiles(source)
    const archive = { bounds: source.bounds, type: TileType.Mvt }
    const written = await writePmtiles(
      `${files.tiles}.partial`,
      {
        ...archive,
        metadata: (version) => ({ name: 'Offlead streets', attribution: source.attribution, version }),
        minZoom: STREET_ZOOMS.min,
        maxZoom: STREET_ZOOMS.max,
      },
      storedTiles(source, tiles, between(DONE_AFTER.drawing, DONE_AFTER.writing, 'Writing tiles')),
    )
    const cells = walkingGraph(
      extracts,
      between(DONE_AFTER.writing, DONE_AFTER.graph, 'Building the walking graph'),
      graph,
    )
    const packs = await writePmtiles(
      `${files.packs}.partial`,
      {
        ...archive,
        metadata: () => ({ name: 'Offlead street packs', version: written.version }),
        minZoom: STREET_LEVELS[0]!.from,
        maxZoom: STREET_LEVELS.at(-1)!.from,
        type: TileType.Unknown,
      },
      packsOf(source, tiles, cells, between(DONE_AFTER.graph, 1, 'Writing packs')),
    )
    // A server uses packs only with the tiles of the same version, so the order does not matter.
    renameSync(`${files.packs}.partial`, files.packs)
    renameSync(`${files.tiles}.partial`, files.tiles)
    await syncFolder(dataDir)
    rmSync(folder, { recursive: true })
    progress('Done', 1)
    return {
      tiles: written.tiles,
      tileBytes: written.bytes,
      packs: packs.tiles,
      packBytes: packs.bytes,
      graph,
    }
  } finally {
    source.close()
  }
}

interface ListedTile extends Tile {
  id: number
  tileId: number
}

/** All tiles, in the order of an archive. */
const sortedTiles = (source: VectorMbtiles): ListedTile[] =>
  Array.from(source.tiles(), (tile) => ({ ...tile, tileId: zxyToTileId(tile.z, tile.x, tile.y) })).sort(
    (one, other) => one.tileId - other.tileId,
  )

function* storedTiles(source: VectorMbtiles, tiles: readonly ListedTile[], progress: (part: number) => void) {
  for (const [done, { z, x, y, id }] of tiles.entries()) {
    if (done % PROGRESS_EVERY === 0) progress(done / tiles.length)
    const bytes = source.bytes(id)
    if (bytes.length > EMPTY_TILE_BYTES) yield { z, x, y, bytes }
  }
}

/** Packs are compressed on the thread pool, this many ahead. */
const PACKS_AHEAD = 8

/** The packs of all cells that have tiles or a walking graph, in the order of an archive. */
async function* packsOf(
  source: VectorMbtiles,
  tiles: readonly ListedTile[],
  walkingCells: AsyncIterator<GraphCell>,
  progress: (part: number) => void,
): AsyncGenerator<Tile & { bytes: Uint8Array }> {
  const idOf = new Map(tiles.map(({ tileId, id }) => [tileId, id]))
  const cells = new Map<number, Tile>()
  for (const tile of tiles) {
    const cell = packCellOf(tile, STREET_LEVELS)
    if (cell) cells.set(zxyToTileId(cell.z, cell.x, cell.y), cell)
  }
  const sorted = [...cells].sort(([one], [other]) => one - other)
  let walking = await walkingCells.next()
  const pending: Promise<Tile & { bytes: Uint8Array }>[] = []
  for (const [done, [cellId, cell]] of sorted.entries()) {
    if (done % PROGRESS_EVERY === 0) progress(done / sorted.length)
    const inPack: (Tile & { bytes: Uint8Array })[] = []
    for (const { z, x, y } of tilesInPack(cell, STREET_LEVELS)) {
      const id = idOf.get(zxyToTileId(z, x, y))
      const stored = id === undefined ? undefined : source.bytes(id)
      if (stored && stored.length > EMPTY_TILE_BYTES) inPack.push({ z, x, y, bytes: gunzipSync(stored) })
    }
    // Both come in the same order. A street beyond the last tile has nowhere to be shown.
    const idOfWalking = () =>
      walking.done ? Infinity : zxyToTileId(walking.value.z, walking.value.x, walking.value.y)
    while (idOfWalking() < cellId) walking = await walkingCells.next()
    const graph = idOfWalking() === cellId && !walking.done ? walking.value.bytes : new Uint8Array(0)
    if (inPack.length === 0 && graph.length === 0) continue
    const content = encodePack({ tiles: inPack, walking: graph })
    pending.push(compress(content, { level: 9 }).then((bytes) => ({ ...cell, bytes })))
    if (pending.length >= PACKS_AHEAD) yield await pending.shift()!
  }
  for (const pack of pending) yield await pack
  // Counts what is left.
  while (!walking.done) walking = await walkingCells.next()
}

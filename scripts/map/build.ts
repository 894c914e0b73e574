import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import { TileType, tileIdToZxy, zxyToTileId } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'
import { encodePack, packCellOf, STREET_LEVELS, tilesInPack } from '../../data/map/pack.ts'
import { STREET_ZOOMS } from '../../data/map/schema.ts'
import { lowerBound } from '../../data/search/lower-bound.ts'
import { streetFiles } from '../../server/geo/street-map.ts'
import { openVectorMbtiles } from '../../server/repositories/mbtiles.ts'
import type { VectorMbtiles } from '../../server/repositories/mbtiles.ts'
import { Numbers, sortedDistinct } from './numbers.ts'
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
      work,
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

/** All tiles in the order of an archive, as columns: a country has a million. */
interface TileList {
  /** PMTiles ids, ascending. */
  ids: Float64Array
  /** The rows of the tiles in the MBTiles file. */
  rows: Float64Array
}

function sortedTiles(source: VectorMbtiles): TileList {
  const ids = new Numbers()
  const rows = new Numbers()
  for (const { z, x, y, id } of source.tiles()) {
    ids.push(zxyToTileId(z, x, y))
    rows.push(id)
  }
  const order = Uint32Array.from({ length: ids.length }, (_, at) => at)
  const unsorted = ids.values
  order.sort((one, other) => unsorted[one]! - unsorted[other]!)
  const inOrder = (values: Float64Array) => Float64Array.from(order, (at) => values[at]!)
  return { ids: inOrder(unsorted), rows: inOrder(rows.values) }
}

const tileOf = (tileId: number): Tile => {
  const [z, x, y] = tileIdToZxy(tileId)
  return { z, x, y }
}

function* storedTiles(source: VectorMbtiles, { ids, rows }: TileList, progress: (part: number) => void) {
  for (const [done, tileId] of ids.entries()) {
    if (done % PROGRESS_EVERY === 0) progress(done / ids.length)
    const bytes = source.bytes(rows[done]!)
    if (bytes.length > EMPTY_TILE_BYTES) yield { ...tileOf(tileId), bytes }
  }
}

/** PMTiles ids of the cells whose packs have these tiles, ascending. */
function cellsWith({ ids }: TileList): Float64Array {
  const cells = new Numbers()
  for (const tileId of ids) {
    const cell = packCellOf(tileOf(tileId), STREET_LEVELS)
    if (cell) cells.push(zxyToTileId(cell.z, cell.x, cell.y))
  }
  return sortedDistinct(cells.values)
}

/** Packs are compressed on the thread pool, this many ahead. */
const PACKS_AHEAD = 8

/** The packs of all cells that have tiles or a walking graph, in the order of an archive. */
async function* packsOf(
  source: VectorMbtiles,
  tiles: TileList,
  walkingCells: AsyncIterator<GraphCell>,
  progress: (part: number) => void,
): AsyncGenerator<Tile & { bytes: Uint8Array }> {
  const cells = cellsWith(tiles)
  let walking = await walkingCells.next()
  const pending: Promise<Tile & { bytes: Uint8Array }>[] = []
  for (const [done, cellId] of cells.entries()) {
    if (done % PROGRESS_EVERY === 0) progress(done / cells.length)
    const cell = tileOf(cellId)
    const inPack: (Tile & { bytes: Uint8Array })[] = []
    for (const { z, x, y } of tilesInPack(cell, STREET_LEVELS)) {
      const tileId = zxyToTileId(z, x, y)
      const at = lowerBound(tiles.ids, tileId)
      if (tiles.ids[at] !== tileId) continue
      const stored = source.bytes(tiles.rows[at]!)
      if (stored.length > EMPTY_TILE_BYTES) inPack.push({ z, x, y, bytes: gunzipSync(stored) })
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

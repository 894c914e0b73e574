import { join } from 'node:path'
import { project, TILE_SIZE } from '../../data/geo/mercator.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { encodeCell, VERTEX_SCALE, WALKING_ZOOM } from '../../data/routing/cell.ts'
import type { WalkingEdge, WalkingVertex } from '../../data/routing/cell.ts'
import { lowerBound } from '../../data/search/lower-bound.ts'
import { zxyToTileId, tileIdToZxy } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'
import { readPbfFile } from '../../server/import/osm-pbf.ts'
import type { BlockKinds } from '../../server/import/osm-pbf.ts'
import { IdFilter } from './id-filter.ts'
import { Numbers, sortedDistinct } from './numbers.ts'
import { simplifyLine } from './simplify-line.ts'
import { Spill } from './spill.ts'
import { barrierAt, walkingWay } from './walking-tags.ts'
import type { WalkingWay } from './walking-tags.ts'

/** Bends may be moved by this much. Metres, and the same in units of 1e-7 degrees of latitude. */
const BEND_TOLERANCE_METRES = 1
const BEND_TOLERANCE = (BEND_TOLERANCE_METRES / 111_195) * VERTEX_SCALE

/** Marks of a node of the graph. */
const GATE = 1
const CLOSED = 2
/** Used by two ways, or at the end of one. */
const JUNCTION = 4
const LOCATED = 8

const SHARES = { ways: 0.35, nodes: 0.3, places: 0.1, edges: 0.15, cells: 0.1 }

/** A cell of the graph, in the order of PMTiles ids. */
export interface GraphCell extends Tile {
  bytes: Uint8Array
}

/** Counts of what was found. */
export interface GraphSize {
  ways: number
  vertices: number
  edges: number
  kilometres: number
  cells: number
}

/** Parts that the ids of nodes are divided into by a hash; one part is in memory at a time. */
const ID_PARTS = 64
const partOf = (id: number) => Math.floor(((id * 0.618_033_988_749_894_9) % 1) * ID_PARTS)
/** Refs whose ways become edges together. */
const REFS_IN_RUN = 2 ** 20
/** Edges are sorted by cells of this zoom on the disk, and then in memory: about 65 km. */
const SORT_ZOOM = 9
/** Bytes of an extract for each node that is part of a walking way, at least. */
const BYTES_PER_NODE = 16

interface Extract {
  path: string
  bytes: number
}

/**
 * The walking ways of some extracts. Refs are numbered through all ways: a ref's number is its place.
 */
interface Ways {
  kinds: WalkingWay[]
  /** By run: kind and number of refs of each way. */
  ways: Spill
  /** By part of the ids: id, place and whether it is at an end of its way (0 or 1). */
  refs: Spill
  /** The place at which each run begins. */
  runs: number[]
  used: IdFilter
  blockKinds: BlockKinds[]
  count: number
}

async function readWays(
  files: readonly Extract[],
  { ways, refs }: Pick<Ways, 'ways' | 'refs'>,
  progress: (bytes: number) => void,
): Promise<Ways> {
  const found: Ways = {
    kinds: [],
    ways,
    refs,
    runs: [0],
    used: new IdFilter(files.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_NODE),
    blockKinds: [],
    count: 0,
  }
  const kindNumbers = new Map<string, number>()
  let place = 0
  let before = 0
  /** Ids of the ways of earlier files, ascending. */
  let seen: Float64Array = new Float64Array(0)
  for (const { path, bytes } of files) {
    const ids = new Numbers()
    found.blockKinds.push(
      await readPbfFile(path, {
        progress: (read) => progress(before + read),
        way(id, nodes, tags) {
          if (nodes.length < 2) return
          const way = walkingWay(tags)
          if (!way || seen[lowerBound(seen, id)] === id) return
          if (files.length > 1) ids.push(id)
          const key = `${way.kind} ${way.noDogs} ${way.name}`
          let kind = kindNumbers.get(key)
          if (kind === undefined) {
            kind = found.kinds.length
            kindNumbers.set(key, kind)
            found.kinds.push(way)
          }
          found.count++
          if (place - found.runs.at(-1)! >= REFS_IN_RUN) found.runs.push(place)
          ways.push(found.runs.length - 1, kind, nodes.length)
          for (const [at, ref] of nodes.entries()) {
            found.used.add(ref)
            refs.push(partOf(ref), ref, place++, at === 0 || at === nodes.length - 1 ? 1 : 0)
          }
        },
      }),
    )
    before += bytes
    const all = new Float64Array(seen.length + ids.length)
    all.set(seen)
    all.set(ids.values, seen.length)
    seen = sortedDistinct(all)
  }
  return found
}

/** The nodes that walking ways use, by part of the ids: id, marks, latitude and longitude. */
async function readNodes(
  files: readonly Extract[],
  { used, blockKinds }: Ways,
  nodes: Spill,
  progress: (bytes: number) => void,
): Promise<void> {
  let before = 0
  for (const [index, { path, bytes }] of files.entries()) {
    await readPbfFile(
      path,
      {
        progress: (read) => progress(before + read),
        node(id, latitude, longitude, tags) {
          if (!used.mayHave(id)) return
          let marks = LOCATED
          const { gate, closed } = tags === undefined ? NO_BARRIER : barrierAt(tags())
          // A barrier is a vertex of its own, so that routes can mention it or stop at it.
          if (gate || closed) marks |= JUNCTION | (gate ? GATE : 0) | (closed ? CLOSED : 0)
          nodes.push(partOf(id), id, marks, latitude, longitude)
        },
      },
      blockKinds[index],
    )
    before += bytes
  }
}
const NO_BARRIER = { gate: false, closed: false }

/** Numbers of a record in each list. */
const REF = 3
const NODE = 4
const PLACED = 5

/**
 * Joins the refs of a part of the ids with their nodes. Adds to `placed`, by run: place, id, marks, latitude
 * and longitude of each ref that has a node.
 */
function locate(part: number, { refs, runs }: Ways, nodes: Spill, placed: Spill): void {
  const known = nodes.take(part)
  const ids = new Float64Array(known.length / NODE)
  for (let at = 0; at < ids.length; at++) ids[at] = known[at * NODE]!
  const distinct = sortedDistinct(ids)
  const recordOf = new Uint32Array(distinct.length)
  for (let at = 0; at < known.length; at += NODE) recordOf[lowerBound(distinct, known[at]!)] = at
  const wanted = refs.take(part)
  const positions = new Int32Array(wanted.length / REF).fill(-1)
  const uses = new Uint8Array(distinct.length)
  for (let at = 0; at < positions.length; at++) {
    const id = wanted[at * REF]!
    const position = lowerBound(distinct, id)
    if (distinct[position] !== id) continue
    positions[at] = position
    // At the end of a way, or used twice: a junction.
    uses[position] = Math.min(2, uses[position]! + (wanted[at * REF + 2] ? 2 : 1))
  }
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at]!
    if (position < 0) continue
    const record = recordOf[position]!
    const place = wanted[at * REF + 1]!
    placed.push(
      runOf(runs, place),
      place,
      known[record]!,
      known[record + 1]! | (uses[position]! > 1 ? JUNCTION : 0),
      known[record + 2]!,
      known[record + 3]!,
    )
  }
}

function runOf(runs: readonly number[], place: number): number {
  const next = lowerBound(runs, place)
  return runs[next] === place ? next : next - 1
}

const degrees = (latitude: number, longitude: number) => ({
  latitude: latitude / VERTEX_SCALE,
  longitude: longitude / VERTEX_SCALE,
})

const FIRST_ID = zxyToTileId(WALKING_ZOOM, 0, 0)

/**
 * Divides the ways of a run into edges. Adds to `edges`, by cell of {@link SORT_ZOOM}: the number of numbers
 * that follow, tile id, kind, metres, both ends (id, marks, latitude, longitude) and the bends.
 */
function findEdges(run: number, { ways, runs }: Ways, placed: Spill, edges: Spill, size: GraphSize): void {
  const first = runs[run]!
  const list = ways.take(run)
  let count = 0
  for (let at = 1; at < list.length; at += 2) count += list[at]!
  const ids = new Float64Array(count)
  const marks = new Uint8Array(count)
  const latitudes = new Int32Array(count)
  const longitudes = new Int32Array(count)
  const records = placed.take(run)
  for (let at = 0; at < records.length; at += PLACED) {
    const ref = records[at]! - first
    ids[ref] = records[at + 1]!
    marks[ref] = records[at + 2]!
    latitudes[ref] = records[at + 3]!
    longitudes[ref] = records[at + 4]!
  }
  const addEdge = (start: number, end: number, kind: number) => {
    const from = degrees(latitudes[start]!, longitudes[start]!)
    let metres = 0
    const line: number[] = []
    // Degrees of longitude are shorter than those of latitude, so the line is simplified in equal units.
    const squeeze = Math.cos(from.latitude * (Math.PI / 180))
    for (let at = start; at <= end; at++) {
      line.push(latitudes[at]!, longitudes[at]! * squeeze)
      if (at > start)
        metres += distanceMetres(
          degrees(latitudes[at - 1]!, longitudes[at - 1]!),
          degrees(latitudes[at]!, longitudes[at]!),
        )
    }
    const bends = simplifyLine(line, BEND_TOLERANCE)
      .slice(2, -2)
      .map((value, index) => (index % 2 === 0 ? value : value / squeeze))
    size.kilometres += metres / 1000
    const { x, y } = project(from, WALKING_ZOOM)
    const column = Math.floor(x / TILE_SIZE)
    const row = Math.floor(y / TILE_SIZE)
    const factor = 2 ** (WALKING_ZOOM - SORT_ZOOM)
    edges.push(
      zxyToTileId(SORT_ZOOM, Math.floor(column / factor), Math.floor(row / factor)),
      3 + 2 * 4 + bends.length,
      zxyToTileId(WALKING_ZOOM, column, row) - FIRST_ID,
      kind,
      metres,
      ids[start]!,
      marks[start]!,
      latitudes[start]!,
      longitudes[start]!,
      ids[end]!,
      marks[end]!,
      latitudes[end]!,
      longitudes[end]!,
      ...bends,
    )
  }
  let from = 0
  for (let way = 0; way < list.length; way += 2) {
    const kind = list[way]!
    const after = from + list[way + 1]!
    // Nodes outside the extract are not located: the edge ends before them.
    let start = -1
    for (let at = from; at < after; at++) {
      if (!(marks[at]! & LOCATED)) {
        if (start >= 0 && at - 1 > start) addEdge(start, at - 1, kind)
        start = -1
      } else if (start < 0) start = at
      else if (marks[at]! & JUNCTION || at === after - 1) {
        addEdge(start, at, kind)
        start = at
      }
    }
    from = after
  }
}

/** The cells of a list of edges, in the order of their tile ids. */
function* cellsOf(edges: Float64Array, kinds: readonly WalkingWay[], size: GraphSize): Generator<GraphCell> {
  const starts: number[] = []
  for (let at = 0; at < edges.length; at += 1 + edges[at]!) starts.push(at)
  // Sorting is stable: edges of a cell stay in the order of their ways.
  starts.sort((one, other) => edges[one + 1]! - edges[other + 1]!)
  let cell: WalkingEdge[] = []
  let vertices: WalkingVertex[] = []
  let positions = new Map<number, number>()
  const vertexAt = (at: number) => {
    const id = edges[at]!
    const known = positions.get(id)
    if (known !== undefined) return known
    const mark = edges[at + 1]!
    positions.set(id, vertices.length)
    vertices.push({
      latitude: edges[at + 2]!,
      longitude: edges[at + 3]!,
      gate: (mark & GATE) !== 0,
      closed: (mark & CLOSED) !== 0,
    })
    return vertices.length - 1
  }
  for (const [index, start] of starts.entries()) {
    const tileId = edges[start + 1]!
    cell.push({
      from: vertexAt(start + 4),
      to: vertexAt(start + 8),
      ...kinds[edges[start + 2]!]!,
      metres: edges[start + 3]!,
      bends: [...edges.subarray(start + 12, start + 1 + edges[start]!)],
    })
    const next = starts[index + 1]
    if (next !== undefined && edges[next + 1] === tileId) continue
    size.vertices += vertices.length
    size.edges += cell.length
    size.cells++
    const [, x, y] = tileIdToZxy(tileId + FIRST_ID)
    yield { z: WALKING_ZOOM, x, y, bytes: encodeCell({ vertices, edges: cell }) }
    cell = []
    vertices = []
    positions = new Map()
  }
}

/**
 * Builds the walking graph of some extracts, which may overlap. Reads each file twice: first the ways, then
 * the nodes that they use. What grows with the extracts is kept in temporary files; only the different names
 * of streets stay in memory.
 * @param folder for the temporary files
 * @param progress called with the part that is done, 0 to 1
 * @param size filled in while the cells are taken
 * @throws PbfError
 */
export async function* walkingGraph(
  files: readonly Extract[],
  folder: string,
  progress: (part: number) => void,
  size: GraphSize,
): AsyncGenerator<GraphCell> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const spills: Spill[] = []
  const open = (name: string) => {
    const spill = new Spill(join(folder, name))
    spills.push(spill)
    return spill
  }
  const close = (spill: Spill) => {
    spills.splice(spills.indexOf(spill), 1)
    spill.close()
  }
  try {
    const ways = await readWays(files, { ways: open('ways'), refs: open('refs') }, (read) =>
      progress((read / total) * SHARES.ways),
    )
    size.ways = ways.count
    const nodes = open('nodes')
    await readNodes(files, ways, nodes, (read) => progress(SHARES.ways + (read / total) * SHARES.nodes))
    const done = SHARES.ways + SHARES.nodes
    const placed = open('placed')
    for (let part = 0; part < ID_PARTS; part++) {
      locate(part, ways, nodes, placed)
      progress(done + (part / ID_PARTS) * SHARES.places)
    }
    close(ways.refs)
    close(nodes)
    const edges = open('edges')
    for (const run of ways.runs.keys()) {
      findEdges(run, ways, placed, edges, size)
      progress(done + SHARES.places + (run / ways.runs.length) * SHARES.edges)
    }
    close(ways.ways)
    close(placed)
    const buckets = edges.buckets()
    for (const [index, bucket] of buckets.entries()) {
      progress(1 - (1 - index / buckets.length) * SHARES.cells)
      yield* cellsOf(edges.take(bucket), ways.kinds, size)
    }
    progress(1)
  } finally {
    for (const spill of spills) spill.close()
  }
}

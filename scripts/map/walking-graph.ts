import { project, TILE_SIZE } from '../../data/geo/mercator.ts'
import { simplifyLine } from './simplify-line.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { encodeCell, VERTEX_SCALE, WALKING_ZOOM } from '../../data/routing/cell.ts'
import type { WalkingEdge, WalkingVertex } from '../../data/routing/cell.ts'
import { lowerBound } from '../../data/search/lower-bound.ts'
import { zxyToTileId, tileIdToZxy } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'
import { readPbfFile } from '../../server/import/osm-pbf.ts'
import type { BlockKinds } from '../../server/import/osm-pbf.ts'
import { barrierAt, walkingWay } from './walking-tags.ts'
import type { WalkingWay } from './walking-tags.ts'

/** A growing list of numbers that takes 8 bytes for each. */
class Numbers {
  values = new Float64Array(2 ** 16)
  length = 0
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.values.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }
}

/** Bends may be moved by this much. Metres, and the same in units of 1e-7 degrees of latitude. */
const BEND_TOLERANCE_METRES = 1
const BEND_TOLERANCE = (BEND_TOLERANCE_METRES / 111_195) * VERTEX_SCALE

/** Marks of a node of the graph. */
const GATE = 1
const CLOSED = 2
/** Used by two ways, or at the end of one. */
const JUNCTION = 4
const LOCATED = 8

/** The position of `id` in a sorted list, or -1. */
function positionOf(ids: Float64Array, id: number): number {
  const at = lowerBound(ids, id)
  return ids[at] === id ? at : -1
}

interface Ways {
  kinds: WalkingWay[]
  /** The kind of each way, and where its refs start; one more for the end. */
  kindOf: Numbers
  starts: Numbers
  refs: Numbers
}

const SHARES = { ways: 0.35, nodes: 0.35, cells: 0.3 }

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

/**
 * Builds the walking graph of some extracts, which may overlap. Reads each file twice: first the ways, then
 * the nodes that they use.
 * @param progress called with the part that is done, 0 to 1
 * @param size filled in while the cells are taken
 * @throws PbfError
 */
export async function* walkingGraph(
  files: readonly { path: string; bytes: number }[],
  progress: (part: number) => void,
  size: GraphSize,
): AsyncGenerator<GraphCell> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const ways: Ways = { kinds: [], kindOf: new Numbers(), starts: new Numbers(), refs: new Numbers() }
  const kindNumbers = new Map<string, number>()
  const seenWays = files.length > 1 ? new Set<number>() : undefined
  const blockKinds: BlockKinds[] = []
  let before = 0
  for (const { path, bytes } of files) {
    blockKinds.push(
      await readPbfFile(path, {
        progress: (read) => progress(((before + read) / total) * SHARES.ways),
        way(id, refs, tags) {
          if (refs.length < 2) return
          const way = walkingWay(tags)
          if (!way || seenWays?.has(id)) return
          seenWays?.add(id)
          const key = `${way.kind} ${way.noDogs} ${way.name}`
          let kind = kindNumbers.get(key)
          if (kind === undefined) {
            kind = ways.kinds.length
            kindNumbers.set(key, kind)
            ways.kinds.push(way)
          }
          ways.kindOf.push(kind)
          ways.starts.push(ways.refs.length)
          for (const ref of refs) ways.refs.push(ref)
        },
      }),
    )
    before += bytes
  }
  ways.starts.push(ways.refs.length)
  size.ways = ways.kindOf.length

  const ids = sortedDistinct(ways.refs)
  // From here on, refs are positions in `ids`.
  const refs = new Uint32Array(ways.refs.length)
  for (let at = 0; at < refs.length; at++) refs[at] = positionOf(ids, ways.refs.values[at]!)
  ways.refs = new Numbers()
  const marks = new Uint8Array(ids.length)
  markJunctions(refs, ways.starts, marks)

  const latitudes = new Int32Array(ids.length)
  const longitudes = new Int32Array(ids.length)
  before = 0
  for (const [index, { path, bytes }] of files.entries()) {
    let next = 0
    let lastId = -Infinity
    await readPbfFile(
      path,
      {
        progress: (read) => progress(SHARES.ways + ((before + read) / total) * SHARES.nodes),
        node(id, latitude, longitude, tags) {
          // Files are usually sorted by id, so that both lists are walked through together.
          if (id < lastId) next = 0
          lastId = id
          if (next === 0) next = lowerBound(ids, id)
          while (next < ids.length && ids[next]! < id) next++
          if (ids[next] !== id) return
          latitudes[next] = latitude
          longitudes[next] = longitude
          marks[next]! |= LOCATED
          if (tags === undefined) return
          const { gate, closed } = barrierAt(tags())
          // A barrier is a vertex of its own, so that routes can mention it or stop at it.
          if (gate || closed) marks[next]! |= JUNCTION | (gate ? GATE : 0) | (closed ? CLOSED : 0)
        },
      },
      blockKinds[index],
    )
    before += bytes
  }

  yield* cellsOf({ ways, refs, marks, latitudes, longitudes }, progress, size)
}

function sortedDistinct({ values, length }: Numbers): Float64Array {
  const sorted = values.slice(0, length).sort()
  let count = 0
  for (let at = 0; at < length; at++)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at]!
  return sorted.slice(0, count)
}

function markJunctions(refs: Uint32Array, starts: Numbers, marks: Uint8Array): void {
  const used = new Uint8Array(marks.length)
  for (let way = 0; way + 1 < starts.length; way++) {
    const start = starts.values[way]!
    const end = starts.values[way + 1]!
    marks[refs[start]!]! |= JUNCTION
    marks[refs[end - 1]!]! |= JUNCTION
    for (let at = start; at < end; at++) {
      const node = refs[at]!
      if (used[node]) marks[node]! |= JUNCTION
      used[node] = 1
    }
  }
}

interface Located {
  ways: Ways
  refs: Uint32Array
  marks: Uint8Array
  latitudes: Int32Array
  longitudes: Int32Array
}

/** More than the edges of a continent; with a tile id below 2^27 it fits into the 53 bits of a number. */
const MAX_EDGES = 2 ** 26

function* cellsOf(
  { ways, refs, marks, latitudes, longitudes }: Located,
  progress: (part: number) => void,
  size: GraphSize,
): Generator<GraphCell> {
  const degrees = (node: number) => ({
    latitude: latitudes[node]! / VERTEX_SCALE,
    longitude: longitudes[node]! / VERTEX_SCALE,
  })
  const tileIdAt = (node: number) => {
    const { x, y } = project(degrees(node), WALKING_ZOOM)
    return zxyToTileId(WALKING_ZOOM, Math.floor(x / TILE_SIZE), Math.floor(y / TILE_SIZE))
  }
  const firstId = zxyToTileId(WALKING_ZOOM, 0, 0)

  // The edges: where each one starts and ends in `refs`, and its way. Sorted by cell through one number.
  const edgeStarts = new Numbers()
  const edgeEnds = new Numbers()
  const edgeWays = new Numbers()
  const order = new Numbers()
  const addEdge = (start: number, end: number, way: number) => {
    order.push((tileIdAt(refs[start]!) - firstId) * MAX_EDGES + edgeStarts.length)
    edgeStarts.push(start)
    edgeEnds.push(end)
    edgeWays.push(way)
  }
  for (let way = 0; way < ways.kindOf.length; way++) {
    const end = ways.starts.values[way + 1]!
    // Nodes outside the extract are not located: the edge ends before them.
    let start = -1
    for (let at = ways.starts.values[way]!; at < end; at++) {
      const mark = marks[refs[at]!]!
      if (!(mark & LOCATED)) {
        if (start >= 0 && at - 1 > start) addEdge(start, at - 1, way)
        start = -1
      } else if (start < 0) start = at
      else if (mark & JUNCTION || at === end - 1) {
        addEdge(start, at, way)
        start = at
      }
    }
  }
  const sorted = order.values.slice(0, order.length).sort()

  let vertices: WalkingVertex[] = []
  let edges: WalkingEdge[] = []
  let positions = new Map<number, number>()
  let current = -1
  const vertexOf = (node: number) => {
    const known = positions.get(node)
    if (known !== undefined) return known
    const mark = marks[node]!
    positions.set(node, vertices.length)
    vertices.push({
      latitude: latitudes[node]!,
      longitude: longitudes[node]!,
      gate: (mark & GATE) !== 0,
      closed: (mark & CLOSED) !== 0,
    })
    return vertices.length - 1
  }
  const finishCell = (): GraphCell => {
    const [, x, y] = tileIdToZxy(current + firstId)
    const cell = { z: WALKING_ZOOM, x, y, bytes: encodeCell({ vertices, edges }) }
    size.vertices += vertices.length
    size.edges += edges.length
    size.cells++
    vertices = []
    edges = []
    positions = new Map()
    return cell
  }
  for (const [done, key] of sorted.entries()) {
    const tileId = Math.floor(key / MAX_EDGES)
    if (tileId !== current && edges.length > 0) {
      progress(SHARES.ways + SHARES.nodes + (done / sorted.length) * SHARES.cells)
      yield finishCell()
    }
    current = tileId
    const edge = key % MAX_EDGES
    const start = edgeStarts.values[edge]!
    const end = edgeEnds.values[edge]!
    let metres = 0
    const line: number[] = []
    // Degrees of longitude are shorter than those of latitude, so the line is simplified in equal units.
    const squeeze = Math.cos(degrees(refs[start]!).latitude * (Math.PI / 180))
    for (let at = start; at <= end; at++) {
      const node = refs[at]!
      line.push(latitudes[node]!, longitudes[node]! * squeeze)
      if (at > start) metres += distanceMetres(degrees(refs[at - 1]!), degrees(node))
    }
    const bends = simplifyLine(line, BEND_TOLERANCE)
      .slice(2, -2)
      .map((value, index) => (index % 2 === 0 ? value : value / squeeze))
    size.kilometres += metres / 1000
    edges.push({
      from: vertexOf(refs[start]!),
      to: vertexOf(refs[end]!),
      ...ways.kinds[ways.kindOf.values[edgeWays.values[edge]!]!]!,
      metres,
      bends,
    })
  }
  if (edges.length > 0) yield finishCell()
  progress(1)
}

import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import type { WayKind } from './cell.ts'
import { MinHeap } from './heap.ts'
import type { NetworkEdge, WalkingNetwork } from './network.ts'

/** A part of a walk along one edge of the network. */
export interface WalkPart {
  kind: WayKind
  name: string
  noDogs: boolean
  metres: number
  /** Latitude and longitude in degrees, alternating, in walking direction. */
  points: readonly number[]
  /** Whether there is a gate at its start. */
  gate: boolean
  /** Number of ways that meet at its start; 0 at the start of the walk. */
  ways: number
}

export interface Walk {
  /** Along ways: without what is left between them and the two places. */
  metres: number
  parts: readonly WalkPart[]
  /** The point of the first way that is nearest to the start, and of the last way nearest to the destination. */
  from: LatLng
  to: LatLng
}

export interface WalkOptions {
  /** Cost factor of ways where dogs are forbidden: they are used only if there is no other way. */
  noDogsFactor: number
  /** A place farther than this from every way cannot be reached. Metres. */
  maxOffset: number
}

const DEFAULTS: WalkOptions = { noDogsFactor: 10, maxOffset: 400 }
/** Ways near the nearest one count too, because the nearest may lead nowhere. Metres, and how many. */
const NEAR_METRES = 40
const MAX_SNAPS = 12
/** Nearest points of several edges count as one if they are this close, because of rounding. */
const SAME_POINT_METRES = 0.1
/**
 * A metre farther from the place than the nearest way costs this much: another way is only used if the
 * nearest one leads nowhere or far around.
 */
const OFFSET_FACTOR = 20
/**
 * The distance on the sphere is multiplied by this before it serves as a lower bound, because the metres of
 * edges are rounded.
 */
const BOUND_FACTOR = 0.998

/** The nearest point of an edge to a place. */
interface Snap {
  edge: number
  /** Metres from the edge's first vertex, along the edge. */
  along: number
  /** Metres from the place. */
  distance: number
  /** Metres from the place, beyond those of the nearest edge. */
  offset: number
}

const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** The points of the network nearest to a place, nearest first. */
function snapsOf({ edges, closed }: WalkingNetwork, place: LatLng, maxOffset: number): Snap[] {
  const squeeze = Math.cos(place.latitude * RADIANS)
  const snaps: Omit<Snap, 'offset'>[] = []
  for (const [index, { points, metres }] of edges.entries()) {
    // No point of an edge is farther from its first one than its length.
    if (Math.abs(points[0]! - place.latitude) * METRES_PER_DEGREE > maxOffset + metres) continue
    if (Math.abs(points[1]! - place.longitude) * squeeze * METRES_PER_DEGREE > maxOffset + metres) continue
    let best = Infinity
    let bestAlong = 0
    let along = 0
    let total = 0
    for (let at = 0; at + 3 < points.length; at += 2) {
      const ax = (points[at + 1]! - place.longitude) * squeeze * METRES_PER_DEGREE
      const ay = (points[at]! - place.latitude) * METRES_PER_DEGREE
      const dx = (points[at + 3]! - points[at + 1]!) * squeeze * METRES_PER_DEGREE
      const dy = (points[at + 2]! - points[at]!) * METRES_PER_DEGREE
      const length = Math.hypot(dx, dy)
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (length * length)))
      const offset = Math.hypot(ax + share * dx, ay + share * dy)
      if (offset < best) {
        best = offset
        bestAlong = along + share * length
      }
      along += length
      total += length
    }
    if (best > maxOffset) continue
    snaps.push({ edge: index, along: total === 0 ? 0 : (bestAlong / total) * metres, distance: best })
  }
  snaps.sort((one, other) => one.distance - other.distance)
  const nearest = snaps[0]?.distance ?? 0
  const isClosed = ({ edge: index, along }: Pick<Snap, 'edge' | 'along'>) => {
    const { from, to, metres } = edges[index]!
    return (along === 0 && closed[from]!) || (along === metres && closed[to]!)
  }
  return (
    snaps
      .map((snap) => ({ ...snap, offset: snap.distance - nearest }))
      .filter(({ offset }) => offset <= NEAR_METRES)
      // The other side of a closed gate is not near.
      .filter((snap) => snap.offset < SAME_POINT_METRES || !isClosed(snap))
      .slice(0, MAX_SNAPS)
  )
}

const reversedPoints = (points: readonly number[]): number[] => {
  const result: number[] = []
  for (let at = points.length - 2; at >= 0; at -= 2) result.push(points[at]!, points[at + 1]!)
  return result
}

/** The points of an edge between two distances from its start, in this order. */
function slice({ points, metres }: NetworkEdge, from: number, to: number): number[] {
  const [low, high] = from <= to ? [from, to] : [to, from]
  const lengths: number[] = []
  let total = 0
  for (let at = 0; at + 3 < points.length; at += 2) {
    const length = distanceMetres(
      { latitude: points[at]!, longitude: points[at + 1]! },
      { latitude: points[at + 2]!, longitude: points[at + 3]! },
    )
    lengths.push(length)
    total += length
  }
  // The line is simplified, so its length differs a little from the edge's.
  const scale = metres === 0 ? 0 : total / metres
  const result: number[] = []
  let along = 0
  const pointAt = (segment: number, share: number) => {
    const at = 2 * segment
    result.push(
      points[at]! + share * (points[at + 2]! - points[at]!),
      points[at + 1]! + share * (points[at + 3]! - points[at + 1]!),
    )
  }
  for (const [segment, length] of lengths.entries()) {
    const end = along + length
    const isLast = segment === lengths.length - 1
    if (result.length === 0 && (low * scale < end || isLast))
      pointAt(segment, length === 0 ? 0 : Math.min(1, Math.max(0, (low * scale - along) / length)))
    if (result.length > 0) {
      if (high * scale <= end || isLast) {
        pointAt(segment, length === 0 ? 0 : Math.min(1, Math.max(0, (high * scale - along) / length)))
        break
      }
      result.push(points[2 * segment + 2]!, points[2 * segment + 3]!)
    }
    along = end
  }
  return from <= to ? result : reversedPoints(result)
}

/**
 * Finds the shortest walk between two places (A* with the distance on the sphere as the lower bound), from
 * the points of the ways that are nearest to them. Locked and private gates are not passed.
 * @returns `undefined` if a place is too far from every way, or no way leads there
 */
export function findWalk(
  network: WalkingNetwork,
  origin: LatLng,
  destination: LatLng,
  options: Partial<WalkOptions> = {},
): Walk | undefined {
  const { noDogsFactor, maxOffset } = { ...DEFAULTS, ...options }
  const { edges, edgesAt, latitudes, longitudes, closed } = network
  const factor = (edge: NetworkEdge) => (edge.noDogs ? noDogsFactor : 1)
  const starts = snapsOf(network, origin, maxOffset)
  const ends = snapsOf(network, destination, maxOffset)
  if (starts.length === 0 || ends.length === 0) return undefined

  const count = latitudes.length
  const costs = new Map<number, number>()
  /** The edge that leads to a vertex; -1 - start for the first. */
  const cameBy = new Map<number, number>()
  const cameFrom = new Map<number, number>()
  const heap = new MinHeap()
  // The walk ends at a way, which is up to this far from the destination.
  const farthestEnd = Math.max(...ends.map(({ distance }) => distance))
  const bound = (vertex: number) => {
    const place = { latitude: latitudes[vertex]!, longitude: longitudes[vertex]! }
    return Math.max(0, BOUND_FACTOR * distanceMetres(place, destination) - farthestEnd)
  }
  const reach = (vertex: number, cost: number, by: number, from: number) => {
    if (cost >= (costs.get(vertex) ?? Infinity)) return
    costs.set(vertex, cost)
    cameBy.set(vertex, by)
    cameFrom.set(vertex, from)
    heap.push(vertex, cost + bound(vertex))
  }

  /** What it costs to get from a vertex to the destination. */
  const exits = new Map<number, { cost: number; snap: number }[]>()
  for (const [snap, { edge: index, along, offset }] of ends.entries()) {
    const edge = edges[index]!
    const addExit = (vertex: number, metres: number) => {
      // One may walk up to a closed gate, but not through it.
      if (closed[vertex] && metres > 0) return
      const list = exits.get(vertex) ?? []
      list.push({ cost: metres * factor(edge) + offset * OFFSET_FACTOR, snap })
      exits.set(vertex, list)
    }
    addExit(edge.from, along)
    addExit(edge.to, edge.metres - along)
  }

  let best: { cost: number; vertex: number; start: number; end: number } | undefined
  for (const [start, { edge: index, along, offset }] of starts.entries()) {
    const edge = edges[index]!
    const entry = offset * OFFSET_FACTOR
    reach(edge.from, entry + along * factor(edge), -1 - start, -1)
    reach(edge.to, entry + (edge.metres - along) * factor(edge), -1 - start, -1)
    for (const [end, snap] of ends.entries()) {
      if (snap.edge !== index) continue
      const cost = entry + Math.abs(along - snap.along) * factor(edge) + snap.offset * OFFSET_FACTOR
      if (!best || cost < best.cost) best = { cost, vertex: -1, start, end }
    }
  }

  const done = new Uint8Array(count)
  for (let vertex = heap.pop(); vertex !== undefined; vertex = heap.pop()) {
    if (done[vertex]) continue
    done[vertex] = 1
    const cost = costs.get(vertex)!
    if (best && cost + bound(vertex) >= best.cost) break
    for (const exit of exits.get(vertex) ?? []) {
      if (!best || cost + exit.cost < best.cost)
        best = { cost: cost + exit.cost, vertex, start: -1, end: exit.snap }
    }
    if (closed[vertex]) continue
    for (const index of edgesAt[vertex]!) {
      const edge = edges[index]!
      const next = edge.from === vertex ? edge.to : edge.from
      if (!done[next]) reach(next, cost + edge.metres * factor(edge), index, vertex)
    }
  }
  if (!best) return undefined
  return walkOf(network, starts, ends, best, cameBy, cameFrom)
}

function walkOf(
  { edges, edgesAt, gates }: WalkingNetwork,
  starts: readonly Snap[],
  ends: readonly Snap[],
  best: { vertex: number; start: number; end: number },
  cameBy: ReadonlyMap<number, number>,
  cameFrom: ReadonlyMap<number, number>,
): Walk {
  const parts: WalkPart[] = []
  const add = (index: number, from: number, to: number, vertex: number | undefined) => {
    const edge = edges[index]!
    const { kind, name, noDogs } = edge
    const metres = Math.abs(to - from)
    if (metres === 0) return
    const isWhole = metres === edge.metres
    const points = isWhole ? (from === 0 ? edge.points : reversedPoints(edge.points)) : slice(edge, from, to)
    parts.push({
      kind,
      name,
      noDogs,
      metres,
      points,
      gate: vertex !== undefined && gates[vertex]!,
      ways: vertex === undefined ? 0 : edgesAt[vertex]!.length,
    })
  }
  const end = ends[best.end]!
  let start: Snap
  if (best.vertex < 0) {
    start = starts[best.start]!
    add(end.edge, start.along, end.along, undefined)
  } else {
    const path: { index: number; from: number; to: number }[] = []
    let vertex = best.vertex
    let by = cameBy.get(vertex)!
    while (by >= 0) {
      const from = cameFrom.get(vertex)!
      path.push({ index: by, from, to: vertex })
      vertex = from
      by = cameBy.get(vertex)!
    }
    start = starts[-1 - by]!
    const first = edges[start.edge]!
    add(start.edge, start.along, toEnd(first, vertex, start.along), undefined)
    for (const { index, from } of path.toReversed()) {
      const edge = edges[index]!
      const isForward = edge.from === from
      add(index, isForward ? 0 : edge.metres, isForward ? edge.metres : 0, from)
    }
    const last = edges[end.edge]!
    const fromStart = last.from === best.vertex && (last.to !== best.vertex || end.along <= last.metres / 2)
    add(end.edge, fromStart ? 0 : last.metres, end.along, best.vertex)
  }
  return {
    metres: parts.reduce((sum, { metres }) => sum + metres, 0),
    parts,
    from: pointOn(edges[start.edge]!, start.along),
    to: pointOn(edges[end.edge]!, end.along),
  }
}

function pointOn(edge: NetworkEdge, along: number): LatLng {
  const [latitude, longitude] = slice(edge, along, along)
  return { latitude: latitude!, longitude: longitude! }
}

/** The end of an edge at a vertex, in metres from its start; the nearer one if it is a loop. */
function toEnd(edge: NetworkEdge, vertex: number, along: number): number {
  if (edge.from !== edge.to) return edge.from === vertex ? 0 : edge.metres
  return along <= edge.metres / 2 ? 0 : edge.metres
}

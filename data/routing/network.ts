import type { WalkingCell, WalkingEdge } from './cell.ts'
import { VERTEX_SCALE } from './cell.ts'

/** An edge with vertices of the whole network. */
export interface NetworkEdge extends Omit<WalkingEdge, 'bends'> {
  /** Latitude and longitude of all points in degrees, alternating, both vertices included. */
  points: readonly number[]
}

/** The walking graphs of some cells, joined. Vertices are numbered. */
export interface WalkingNetwork {
  /** Degrees. */
  latitudes: readonly number[]
  longitudes: readonly number[]
  gates: readonly boolean[]
  closed: readonly boolean[]
  edges: readonly NetworkEdge[]
  /** The edges at each vertex. */
  edgesAt: readonly (readonly number[])[]
}

/** Joins cells where they share vertices. The same cell twice counts once. */
export function joinCells(cells: Iterable<WalkingCell>): WalkingNetwork {
  const latitudes: number[] = []
  const longitudes: number[] = []
  const gates: boolean[] = []
  const closed: boolean[] = []
  const edges: NetworkEdge[] = []
  const edgesAt: number[][] = []
  /** By latitude, then longitude: one number cannot hold both exactly. */
  const numbers = new Map<number, Map<number, number>>()
  for (const cell of new Set(cells)) {
    const numberOf = cell.vertices.map((vertex) => {
      let row = numbers.get(vertex.latitude)
      if (row === undefined) numbers.set(vertex.latitude, (row = new Map()))
      let number = row.get(vertex.longitude)
      if (number === undefined) {
        number = latitudes.length
        row.set(vertex.longitude, number)
        latitudes.push(vertex.latitude / VERTEX_SCALE)
        longitudes.push(vertex.longitude / VERTEX_SCALE)
        gates.push(vertex.gate)
        closed.push(vertex.closed)
        edgesAt.push([])
      }
      return number
    })
    for (const { from: first, to: last, kind, name, noDogs, metres, bends } of cell.edges) {
      const from = numberOf[first]!
      const to = numberOf[last]!
      edgesAt[from]!.push(edges.length)
      if (to !== from) edgesAt[to]!.push(edges.length)
      const points = [latitudes[from]!, longitudes[from]!]
      for (const value of bends) points.push(value / VERTEX_SCALE)
      points.push(latitudes[to]!, longitudes[to]!)
      edges.push({ from, to, kind, name, noDogs, metres, points })
    }
  }
  return { latitudes, longitudes, gates, closed, edges, edgesAt }
}

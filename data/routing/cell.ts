import { ByteReader, ByteWriter } from '../map/bytes.ts'
import { distanceMetres } from '../model/point.ts'

/**
 * The walking graph of one cell, a tile at zoom {@link WALKING_ZOOM}. An edge is in the cell of its first
 * vertex. A vertex is identified by its exact coordinates, so edges of neighbouring cells meet without
 * further ids.
 */

/** 4 km wide at the latitude of Sydney. */
export const WALKING_ZOOM = 13

const WAY_KINDS = ['street', 'service', 'path', 'footway', 'cycleway', 'track', 'steps', 'crossing'] as const
export type WayKind = (typeof WAY_KINDS)[number]

/** Coordinates are integers in units of 1e-7 degrees, as in OpenStreetMap. */
export const VERTEX_SCALE = 1e7
/** The bends of an edge are stored in units of 1e-6 degrees (0.1 m). */
const BEND_STEP = 10
const DECIMETRES = 10

export interface WalkingVertex {
  latitude: number
  longitude: number
  /** There is a gate here. */
  gate: boolean
  /** The way is closed to the public here, for example by a locked or private gate. */
  closed: boolean
}

export interface WalkingEdge {
  /** Positions in the list of vertices. */
  from: number
  to: number
  kind: WayKind
  name: string
  /** Whether dogs are forbidden. */
  noDogs: boolean
  metres: number
  /** Latitude and longitude of the points between the vertices, alternating. */
  bends: readonly number[]
}

export interface WalkingCell {
  vertices: readonly WalkingVertex[]
  edges: readonly WalkingEdge[]
}

/** Latitude and longitude of all points of an edge, alternating, in units of 1e-7 degrees. */
const pointsOf = (
  vertices: readonly WalkingVertex[],
  { from, to, bends }: Pick<WalkingEdge, 'from' | 'to' | 'bends'>,
): number[] => [
  vertices[from]!.latitude,
  vertices[from]!.longitude,
  ...bends,
  vertices[to]!.latitude,
  vertices[to]!.longitude,
]

/** The length of a line of alternating latitudes and longitudes, in decimetres. */
function decimetresOf(points: readonly number[]): number {
  let metres = 0
  for (let at = 2; at < points.length; at += 2)
    metres += distanceMetres(
      { latitude: points[at - 2]! / VERTEX_SCALE, longitude: points[at - 1]! / VERTEX_SCALE },
      { latitude: points[at]! / VERTEX_SCALE, longitude: points[at + 1]! / VERTEX_SCALE },
    )
  return Math.round(metres * DECIMETRES)
}

const FORMAT = 1
const GATE = 1
const CLOSED = 2
const NO_DOGS = 1

export function encodeCell({ vertices, edges }: WalkingCell): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.unsigned(FORMAT)
  const names = new Map([['', 0]])
  for (const { name } of edges) if (!names.has(name)) names.set(name, names.size)
  writer.unsigned(names.size - 1)
  for (const name of names.keys()) if (name !== '') writer.text(name)
  writer.unsigned(vertices.length)
  let latitude = 0
  let longitude = 0
  for (const vertex of vertices) {
    writer.signed(vertex.latitude - latitude)
    writer.signed(vertex.longitude - longitude)
    ;({ latitude, longitude } = vertex)
  }
  const marked = [...vertices.entries()].filter(([, { gate, closed }]) => gate || closed)
  writer.unsigned(marked.length)
  let last = 0
  for (const [at, { gate, closed }] of marked) {
    writer.unsigned(at - last)
    writer.unsigned((gate ? GATE : 0) + (closed ? CLOSED : 0))
    last = at
  }
  writer.unsigned(edges.length)
  let lastFrom = 0
  for (const { from, to, kind, name, noDogs, metres, bends } of edges) {
    writer.signed(from - lastFrom)
    writer.signed(to - from)
    lastFrom = from
    writer.unsigned(WAY_KINDS.indexOf(kind) * 2 + (noDogs ? NO_DOGS : 0))
    writer.unsigned(names.get(name)!)
    writer.unsigned(bends.length / 2)
    const stored: number[] = []
    let y = vertices[from]!.latitude
    let x = vertices[from]!.longitude
    for (let at = 0; at < bends.length; at += 2) {
      const dy = Math.round((bends[at]! - y) / BEND_STEP)
      const dx = Math.round((bends[at + 1]! - x) / BEND_STEP)
      writer.signed(dy)
      writer.signed(dx)
      y += dy * BEND_STEP
      x += dx * BEND_STEP
      stored.push(y, x)
    }
    // The line was longer before it was simplified, usually by less than a metre.
    writer.signed(
      Math.round(metres * DECIMETRES) - decimetresOf(pointsOf(vertices, { from, to, bends: stored })),
    )
  }
  return writer.finish()
}

/** @throws RangeError if the bytes are not a cell in this format */
export function decodeCell(bytes: Uint8Array): WalkingCell {
  const reader = new ByteReader(bytes)
  const format = reader.unsigned()
  if (format !== FORMAT) throw new RangeError(`a walking graph in the unknown format ${format}`)
  const list = <T>(read: () => T): T[] => Array.from({ length: reader.unsigned() }, read)
  const names = ['', ...list(() => reader.text())]
  let latitude = 0
  let longitude = 0
  const vertices = list((): WalkingVertex => {
    latitude += reader.signed()
    longitude += reader.signed()
    return { latitude, longitude, gate: false, closed: false }
  })
  let marked = 0
  list(() => {
    marked += reader.unsigned()
    const flags = reader.unsigned()
    const vertex = vertices[marked]
    if (!vertex) throw new RangeError('a walking graph refers to a vertex that it does not have')
    vertex.gate = (flags & GATE) !== 0
    vertex.closed = (flags & CLOSED) !== 0
  })
  let lastFrom = 0
  const edges = list((): WalkingEdge => {
    const from = lastFrom + reader.signed()
    const to = from + reader.signed()
    lastFrom = from
    const flags = reader.unsigned()
    const kind = WAY_KINDS[flags >> 1]
    const name = names[reader.unsigned()]
    let y = vertices[from]?.latitude ?? Number.NaN
    let x = vertices[from]?.longitude ?? Number.NaN
    const bends = list(() => {
      y += reader.signed() * BEND_STEP
      x += reader.signed() * BEND_STEP
      return [y, x]
    }).flat()
    if (!vertices[from] || !vertices[to] || kind === undefined || name === undefined)
      throw new RangeError('a walking graph refers to something that it does not have')
    const metres = (decimetresOf(pointsOf(vertices, { from, to, bends })) + reader.signed()) / DECIMETRES
    return { from, to, kind, name, noDogs: (flags & NO_DOGS) !== 0, metres, bends }
  })
  return { vertices, edges }
}

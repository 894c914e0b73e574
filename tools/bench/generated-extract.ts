import { statSync } from 'node:fs'
import { BLOCK_ELEMENTS, createPbfFile } from '../../scripts/map/osm-pbf-write.ts'
import type { OsmNode, OsmRelation, OsmWay } from '../../scripts/map/osm-pbf-write.ts'
import { readPbfFile } from '../../server/import/osm-pbf.ts'
import type { LatLng } from '../../data/model/point.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'
import { FAUNA, FLORA, LANDFORMS, STREET_TYPES, SURNAMES } from '../../tests/support/scale-words.ts'

/**
 * Extracts of any size from a small real one. Its district is repeated, each time turned, mirrored, with its
 * nodes moved by a few metres and with other names, so that copies do not compress each other.
 */

const METRES_PER_DEGREE = 111_195
/** Nodes are moved by at most this much. Metres. */
const JITTER_METRES = 3

/** A real district, in metres around its centre. */
export interface District {
  x: Float64Array
  y: Float64Array
  tags: ReadonlyMap<string, string>[]
  ways: { refs: Uint32Array; tags: ReadonlyMap<string, string>; isClosed: boolean }[]
  /** Length of the sides of a square with the district's area, in metres. */
  side: number
}

/** Where a copy of a district is put. */
export interface Placement extends LatLng {
  district: District
  /** How much larger it is than the original. */
  scale: number
}

/** @param bounds west, south, east, north, in degrees: what is outside is cut off */
export async function readDistrict(
  path: string,
  bounds: readonly [number, number, number, number],
): Promise<District> {
  const [west, south, east, north] = bounds
  const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const squeeze = Math.cos((centre.latitude * Math.PI) / 180)
  const positions = new Map<number, number>()
  const x: number[] = []
  const y: number[] = []
  const tagsOfNodes: ReadonlyMap<string, string>[] = []
  const ways: District['ways'] = []
  const none: ReadonlyMap<string, string> = new Map()
  await readPbfFile(path, {
    node(id, latitude, longitude, tags) {
      const [lat, lng] = [latitude / 1e7, longitude / 1e7]
      if (lat < south || lat > north || lng < west || lng > east) return
      positions.set(id, x.length)
      x.push((lng - centre.longitude) * METRES_PER_DEGREE * squeeze)
      y.push((lat - centre.latitude) * METRES_PER_DEGREE)
      tagsOfNodes.push(tags?.() ?? none)
    },
    way(_, refs, tags) {
      const isClosed = refs[0] === refs.at(-1)
      if (isClosed) {
        const ring = refs.slice(1).flatMap((ref) => positions.get(ref) ?? [])
        if (ring.length > 2) ways.push({ refs: Uint32Array.from([...ring, ring[0]!]), tags, isClosed })
        return
      }
      let part: number[] = []
      for (const ref of [...refs, Number.NaN]) {
        const position = positions.get(ref)
        if (position !== undefined) part.push(position)
        else {
          if (part.length > 1) ways.push({ refs: Uint32Array.from(part), tags, isClosed })
          part = []
        }
      }
    },
  })
  const width = (east - west) * METRES_PER_DEGREE * squeeze
  const height = (north - south) * METRES_PER_DEGREE
  return {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    tags: tagsOfNodes,
    ways,
    side: Math.sqrt(width * height),
  }
}

/** The same district with `parts - 1` more nodes in each stretch of a way, beside the straight line. */
export function withBends(district: District, parts: number, seed: number): District {
  const random = mulberry32(seed)
  const x = [...district.x]
  const y = [...district.y]
  const tags = [...district.tags]
  const none: ReadonlyMap<string, string> = new Map()
  const ways = district.ways.map((way) => {
    const refs: number[] = [way.refs[0]!]
    for (let at = 1; at < way.refs.length; at++) {
      const from = way.refs[at - 1]!
      const to = way.refs[at]!
      const [dx, dy] = [x[to]! - x[from]!, y[to]! - y[from]!]
      for (let part = 1; part < parts; part++) {
        const side = (random() - 0.5) * 0.16
        refs.push(x.length)
        x.push(x[from]! + (dx * part) / parts - dy * side)
        y.push(y[from]! + (dy * part) / parts + dx * side)
        tags.push(none)
      }
      refs.push(to)
    }
    return { ...way, refs: Uint32Array.from(refs) }
  })
  return { x: Float64Array.from(x), y: Float64Array.from(y), tags, ways, side: district.side }
}

const STREET_TYPE_NAMES = STREET_TYPES.map(([type]) => type)
const FIRST_WORDS = [...SURNAMES, ...FLORA, ...FAUNA, ...LANDFORMS]

/** A large reserve or lake: a ring of many nodes. */
export interface Reserve extends LatLng {
  /** Metres. */
  radius: number
  nodes: number
  tags: ReadonlyMap<string, string>
}

export interface ExtractSize {
  nodes: number
  ways: number
  relations: number
  bytes: number
}

/** OpenStreetMap's ids have gaps: Australia's 0.1 billion nodes are among 12 billion. */
const ID_STEP = 90

/** Writes elements in blocks of at most {@link BLOCK_ELEMENTS}, which must be given in the order of their ids. */
function blocks<T>(save: (block: T[]) => Promise<void>) {
  const pending: T[] = []
  return {
    pending,
    async flush(isLast = false) {
      while (pending.length >= (isLast ? 1 : BLOCK_ELEMENTS)) await save(pending.splice(0, BLOCK_ELEMENTS))
    },
  }
}

/**
 * Writes an extract with copies of districts, with a name of its own for each name of the original, a
 * multipolygon for each copy, and large reserves. The same seed gives the same extract.
 */
export async function writeExtract(
  to: string,
  {
    placements,
    reserves = [],
    seed,
  }: { placements: readonly Placement[]; reserves?: readonly Reserve[]; seed: number },
): Promise<ExtractSize> {
  const corners = [...placements, ...reserves]
  const file = await createPbfFile(
    to,
    {
      west: Math.min(...corners.map(({ longitude }) => longitude)) - 1,
      east: Math.max(...corners.map(({ longitude }) => longitude)) + 1,
      south: Math.min(...corners.map(({ latitude }) => latitude)) - 1,
      north: Math.max(...corners.map(({ latitude }) => latitude)) + 1,
    },
    1,
  )
  const size = { nodes: 0, ways: 0, relations: 0 }
  const none: ReadonlyMap<string, string> = new Map()

  const nodes = blocks<OsmNode>(file.nodes)
  const random = mulberry32(seed)
  for (const { district, scale, latitude, longitude } of placements) {
    const angle = random() * 2 * Math.PI
    const mirror = random() < 0.5 ? -1 : 1
    const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
    const perMetre = 1e7 / METRES_PER_DEGREE
    const perMetreEast = perMetre / Math.cos((latitude * Math.PI) / 180)
    for (let at = 0; at < district.x.length; at++) {
      const x = district.x[at]! * mirror + (random() - 0.5) * 2 * JITTER_METRES
      const y = district.y[at]! + (random() - 0.5) * 2 * JITTER_METRES
      nodes.pending.push({
        id: ++size.nodes * ID_STEP,
        latitude: Math.round(latitude * 1e7 + (x * sin + y * cos) * perMetre),
        longitude: Math.round(longitude * 1e7 + (x * cos - y * sin) * perMetreEast),
        tags: district.tags[at]!,
      })
    }
    await nodes.flush()
  }
  for (const { latitude, longitude, radius, nodes: count } of reserves) {
    let distance = 1
    for (let at = 0; at < count; at++) {
      distance = Math.max(0.6, Math.min(1.4, distance + (random() - 0.5) * 0.01))
      const angle = (at / count) * 2 * Math.PI
      const metres = radius * distance
      nodes.pending.push({
        id: ++size.nodes * ID_STEP,
        latitude: Math.round((latitude + (Math.sin(angle) * metres) / METRES_PER_DEGREE) * 1e7),
        longitude: Math.round(
          (longitude +
            (Math.cos(angle) * metres) / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)) *
            1e7,
        ),
        tags: none,
      })
    }
    await nodes.flush()
  }
  await nodes.flush(true)

  const ways = blocks<OsmWay>(file.ways)
  const relations: OsmRelation[] = []
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  let before = 0
  for (const { district } of placements) {
    const names = new Map<string, string>()
    const renamed = (tags: ReadonlyMap<string, string>) => {
      const name = tags.get('name')
      if (name === undefined) return tags
      let other = names.get(name)
      if (other === undefined) {
        other = `${pick(FIRST_WORDS)} ${tags.has('highway') ? pick(STREET_TYPE_NAMES) : name.split(' ').at(-1)}`
        names.set(name, other)
      }
      return new Map(tags).set('name', other)
    }
    const rings: number[] = []
    for (const { refs, tags, isClosed } of district.ways) {
      const id = ++size.ways * ID_STEP
      ways.pending.push({
        id,
        refs: Array.from(refs, (ref) => (before + ref + 1) * ID_STEP),
        tags: renamed(tags),
      })
      if (isClosed && tags.has('landuse')) rings.push(id)
    }
    if (rings.length > 0)
      relations.push({
        id: ++size.relations * ID_STEP,
        members: rings.slice(0, 2).map((ref) => ({ type: 'way', ref, role: 'outer' })),
        tags: new Map([
          ['type', 'multipolygon'],
          ['landuse', 'forest'],
        ]),
      })
    before += district.x.length
    await ways.flush()
  }
  for (const { nodes: count, tags } of reserves) {
    const refs = Array.from({ length: count }, (_, at) => (before + at + 1) * ID_STEP)
    ways.pending.push({ id: ++size.ways * ID_STEP, refs: [...refs, refs[0]!], tags })
    before += count
    await ways.flush()
  }
  await ways.flush(true)
  for (let start = 0; start < relations.length; start += BLOCK_ELEMENTS)
    await file.relations(relations.slice(start, start + BLOCK_ELEMENTS))
  await file.close()
  return { ...size, bytes: statSync(to).size }
}

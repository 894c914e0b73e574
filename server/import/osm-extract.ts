import { lowerBound } from '../../data/search/lower-bound.ts'
import { isForDogs, placeOf, tableOf } from './osm.ts'
import type { Element, Furniture, Tags } from './osm.ts'
import { PbfError, readPbfFile } from './osm-pbf.ts'
import type { BlockKinds, Member, OsmReader } from './osm-pbf.ts'
import { insideOf, ringsOf } from './shape.ts'
import type { LngLat, Ring } from './shape.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

/** Coordinates of an extract per degree. */
const UNITS = 1e7
/** What is mapped in a larger area says little about the part where dogs may be. Square metres. */
const MAX_FURNISHED_AREA = 1_000_000
/** Degrees. */
const MAX_FURNISHED_SPAN = 0.1
/** Side of a cell of the grid of outlines. Degrees. */
const CELL = 0.01

/** Tags of elements that count for the park which they are in, and the column of the table. */
const FURNITURE: readonly (readonly [column: string, is: (tags: ReadonlyMap<string, string>) => boolean])[] =
  [
    [
      'water',
      (tags) =>
        tags.get('amenity') === 'drinking_water' ||
        (tags.get('man_made') === 'water_tap' && tags.get('drinking_water') === 'yes'),
    ],
    ['toilets', (tags) => tags.get('amenity') === 'toilets'],
    ['seating', (tags) => tags.get('amenity') === 'bench'],
    ['bins', (tags) => ['waste_basket', 'waste_disposal'].includes(tags.get('amenity') ?? '')],
    ['bbq', (tags) => tags.get('amenity') === 'bbq'],
    ['lighting', (tags) => tags.get('highway') === 'street_lamp'],
    [
      'bags',
      (tags) =>
        (tags.get('vending') ?? '').includes('excrement_bags') || tags.get('waste') === 'dog_excrement',
    ],
  ]
const columnOf = (tags: ReadonlyMap<string, string>) => FURNITURE.findIndex(([, is]) => is(tags))

const GATES = new Set(['gate', 'kissing_gate', 'swing_gate', 'wicket_gate', 'lift_gate'])
const FENCES = new Set(['fence', 'wall'])

interface Found {
  kind: Element['kind']
  id: number
  tags: Tags
  edited: string | undefined
  /** Of a node. */
  point?: LngLat
  /** Ids of the nodes of a way. */
  refs?: readonly number[]
  /** Ids of the ways of a relation's outline. */
  lines?: readonly number[]
  /** Ids of the ways of its holes. */
  holes?: readonly number[]
}

/** A thing in a park: a column of {@link FURNITURE}. */
interface Thing {
  column: number
  point: LngLat
}

/**
 * The positions of chosen nodes: 16 bytes for each, so that their number hardly matters. Ids are looked up
 * in turn if they are asked for in ascending order, as in sorted files.
 */
class Points {
  readonly #ids: Float64Array
  readonly #coordinates: Int32Array
  readonly #isKnown: Uint8Array
  #next = 0

  constructor(ids: Iterable<number>) {
    this.#ids = Float64Array.from(new Set(ids)).toSorted()
    this.#coordinates = new Int32Array(this.#ids.length * 2)
    this.#isKnown = new Uint8Array(this.#ids.length)
  }

  get count(): number {
    return this.#ids.length
  }

  #positionOf(id: number): number {
    const ids = this.#ids
    const next = this.#next
    if (ids[next] === id) return next
    // Between the last id and the next one there is none.
    if (next > 0 && id > ids[next - 1]! && (next === ids.length || id < ids[next]!)) return -1
    const at = lowerBound(ids, id)
    this.#next = at
    return ids[at] === id ? at : -1
  }

  set(id: number, latitude: number, longitude: number): void {
    const at = this.#positionOf(id)
    if (at === -1) return
    this.#coordinates[at * 2] = latitude
    this.#coordinates[at * 2 + 1] = longitude
    this.#isKnown[at] = 1
    this.#next = at + 1
  }

  get(id: number): LngLat | undefined {
    const at = this.#positionOf(id)
    if (at === -1 || this.#isKnown[at] === 0) return undefined
    return [this.#coordinates[at * 2 + 1]! / UNITS, this.#coordinates[at * 2]! / UNITS]
  }
}

const isoOf = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()

const waysOf = (members: readonly Member[], isHole: boolean) =>
  members.filter(({ type, role }) => type === 'way' && (role === 'inner') === isHole).map(({ ref }) => ref)

/** The places for dogs in a file. Blocks that do not mention dogs are skipped. */
async function findPlaces(read: (reader: OsmReader) => Promise<void>): Promise<Found[]> {
  const found: Found[] = []
  await read({
    mention: 'dog',
    node(id, latitude, longitude, tagsOf, edited) {
      const tags = tagsOf && Object.fromEntries(tagsOf())
      if (tags && isForDogs(tags))
        found.push({
          kind: 'node',
          id,
          tags,
          edited: isoOf(edited()),
          point: [longitude / UNITS, latitude / UNITS],
        })
    },
    way(id, refs, tagMap, edited) {
      const tags = Object.fromEntries(tagMap)
      if (isForDogs(tags)) found.push({ kind: 'way', id, tags, edited: isoOf(edited()), refs: [...refs] })
    },
    relation(id, members, tagMap, edited) {
      const tags = Object.fromEntries(tagMap)
      if (!isForDogs(tags)) return
      const all = members()
      const [lines, holes] = [waysOf(all, false), waysOf(all, true)]
      found.push({ kind: 'relation', id, tags, edited: isoOf(edited()), lines, holes })
    },
  })
  return found
}

/**
 * Reads an extract (.osm.pbf) in three passes: for places for dogs; for the lines of relations, fences and
 * toilets; and for the points of all of them and what is mapped in the places. What is kept in memory grows
 * with the number of places and of things like benches, not with the size of the file.
 * @param onProgress called with the number of the pass (1 to 3) and the bytes that it has read
 * @throws UnreadableFile
 */
export async function readPbf(
  path: string,
  onProgress: (pass: number, bytes: number) => void = () => undefined,
): Promise<Table> {
  let kinds: BlockKinds | undefined
  let pass = 0
  const read = async (reader: OsmReader) => {
    pass += 1
    try {
      kinds = await readPbfFile(path, { ...reader, progress: (bytes) => onProgress(pass, bytes) }, kinds)
    } catch (error) {
      if (!(error instanceof PbfError)) throw error
      throw new UnreadableFile(`This is not an OpenStreetMap extract: the file ${error.message}.`)
    }
  }
  const found = await findPlaces(read)

  const lines = new Map<number, readonly number[]>(
    found.flatMap(({ id, refs }) => (refs ? [[id, refs] as const] : [])),
  )
  const edges = new Set([...lines.values()].flat())
  const members = new Set(found.flatMap(({ lines = [], holes = [] }) => [...lines, ...holes]))
  const fenced = new Set<number>()
  const buildings: { column: number; ref: number }[] = []
  await read({
    way(id, refs, tags) {
      if (members.has(id)) lines.set(id, [...refs])
      if (tags.size === 0) return
      if (FENCES.has(tags.get('barrier') ?? '')) for (const ref of refs) if (edges.has(ref)) fenced.add(ref)
      const column = columnOf(tags)
      if (column !== -1 && refs.length > 0) buildings.push({ column, ref: refs[0]! })
    },
  })

  for (const refs of lines.values()) for (const ref of refs) edges.add(ref)
  const points = new Points([...edges, ...buildings.map(({ ref }) => ref)])
  const gates = new Set<number>()
  const things: Thing[] = []
  await read({
    node(id, latitude, longitude, tagsOf) {
      points.set(id, latitude, longitude)
      if (!tagsOf) return
      const tags = tagsOf()
      if (GATES.has(tags.get('barrier') ?? '') && edges.has(id)) gates.add(id)
      const column = columnOf(tags)
      if (column !== -1) things.push({ column, point: [longitude / UNITS, latitude / UNITS] })
    },
  })
  for (const { column, ref } of buildings) {
    const point = points.get(ref)
    if (point) things.push({ column, point })
  }

  const lineOf = (id: number): Ring =>
    (lines.get(id) ?? []).map((ref) => points.get(ref)).filter((point) => point !== undefined)
  const elements: Element[] = []
  const outlines: { element: Element; rings: readonly Ring[]; refs: readonly number[] }[] = []
  for (const { kind, id, tags, edited, point, lines: ways = [id], holes = [] } of found) {
    const base = { kind, id, tags, edited }
    if (point) {
      elements.push({ ...base, place: { point } })
      continue
    }
    const parts = ways.map(lineOf)
    const element: Element = { ...base, place: placeOf(parts, { holes: holes.map(lineOf) }) }
    elements.push(element)
    if ((element.place?.area ?? Infinity) <= MAX_FURNISHED_AREA)
      outlines.push({ element, rings: ringsOf(parts), refs: ways.flatMap((way) => lines.get(way) ?? []) })
  }
  const has = thingsIn(
    outlines.map(({ rings }) => rings),
    things,
  )
  for (const [index, { element, refs }] of outlines.entries()) {
    const nodes = new Set(refs)
    element.furniture = {
      has: has[index]!,
      gates: [...nodes].filter((ref) => gates.has(ref)).length,
      fenced: nodes.size > 2 && [...nodes].every((ref) => fenced.has(ref)),
    }
  }
  return tableOf(elements, '.osm.pbf')
}

/** The columns of the things that are in each of some outlines. */
function thingsIn(outlines: readonly (readonly Ring[])[], things: readonly Thing[]): Furniture['has'][] {
  const grid = new Map<string, { has: Set<string>; inside: NonNullable<ReturnType<typeof insideOf>> }[]>()
  const cell = (degrees: number) => Math.floor(degrees / CELL)
  const result = outlines.map((rings) => {
    const has = new Set<string>()
    const inside = insideOf(rings)
    if (!inside) return has
    const [west, south, east, north] = inside.box
    // A self-intersecting line may have a small area and span the country.
    if (Math.max(east - west, north - south) > MAX_FURNISHED_SPAN) return has
    for (let x = cell(west); x <= cell(east); x += 1)
      for (let y = cell(south); y <= cell(north); y += 1) {
        const key = `${x} ${y}`
        const others = grid.get(key)
        if (others) others.push({ has, inside })
        else grid.set(key, [{ has, inside }])
      }
    return has
  })
  for (const { column, point } of things) {
    const name = FURNITURE[column]![0]
    for (const { has, inside } of grid.get(`${cell(point[0])} ${cell(point[1])}`) ?? [])
      if (!has.has(name) && inside.has(point)) has.add(name)
  }
  return result
}

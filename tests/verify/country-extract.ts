import { localities } from '../../data/sources/localities.ts'
import { BLOCK_ELEMENTS, createPbfFile } from '../../scripts/map/osm-pbf-write.ts'
import type { OsmNode, OsmRelation, OsmWay } from '../../scripts/map/osm-pbf-write.ts'

/** Elements of a generated extract. */
export interface ExtractSize {
  nodes: number
  ways: number
  /** Places for dogs; a tenth of them are relations, the others ways. */
  places: number
}

/**
 * About the numbers of OpenStreetMap in Australia; the file has about 850 MB, as Geofabrik's. The dog parks
 * are more than OpenStreetMap has (about 3,500).
 */
export const AUSTRALIA: ExtractSize = { nodes: 118_000_000, ways: 9_000_000, places: 6_000 }

const BOUNDS = { west: 112, south: -44, east: 154, north: -9 }
const NO_TAGS: ReadonlyMap<string, string> = new Map()
/** Nodes of a place: four corners, a gate, a drinking fountain and a bench. */
const NODES_PER_PLACE = 7
const SIDE = 4_000

/** A deterministic number below `below` (the final steps of MurmurHash3). */
function noise(index: number, below: number): number {
  let bits = index | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) % below
}
/** Seconds since 1970, between 2010 and 2026; neighbours are often edited together. */
const editedAt = (index: number) => 1_262_304_000 + noise(index >> 3, 16_000_000) * 31
/** Ids have gaps, as in an extract of a part of the world. */
const nodeId = (index: number) => index * 100 + noise(index, 97)

const SCATTERED: readonly ReadonlyMap<string, string>[] = [
  new Map([['natural', 'tree']]),
  new Map([['highway', 'crossing']]),
  new Map([['highway', 'street_lamp']]),
  new Map([['amenity', 'bench']]),
  new Map([['barrier', 'gate']]),
  new Map([['power', 'pole']]),
]
const WAYS: readonly ReadonlyMap<string, string>[] = [
  new Map([['building', 'yes']]),
  new Map([['highway', 'residential']]),
  new Map([['highway', 'footway']]),
  new Map([['barrier', 'fence']]),
  new Map([['leisure', 'park']]),
  new Map([['waterway', 'stream']]),
]

/**
 * Writes an extract of the size of a country: nodes along lines around real localities, ways between them,
 * and in the middle of them places for dogs with fence, gate, fountain and bench. The same size gives the
 * same bytes.
 */
export async function writeExtract(path: string, { nodes, ways, places }: ExtractSize): Promise<void> {
  const around = localities()
  const file = await createPbfFile(path, BOUNDS, 1)
  const firstOfPlaces = nodes >> 1
  const placeAt = (place: number) => {
    const { latitude, longitude } = around[(place * 7) % around.length]!
    // Far enough from each other that they are not taken for one park.
    const turn = Math.floor((place * 7) / around.length) + 1
    return [Math.round(latitude * 1e7) + turn * 70_000, Math.round(longitude * 1e7) + turn * 70_000] as const
  }
  const placeNode = (index: number): OsmNode => {
    const [latitude, longitude] = placeAt(Math.floor(index / NODES_PER_PLACE))
    const part = index % NODES_PER_PLACE
    const [dy, dx, tags] = (
      [
        [0, 0, NO_TAGS],
        [0, SIDE, NO_TAGS],
        [SIDE, SIDE, NO_TAGS],
        [SIDE, 0, NO_TAGS],
        [SIDE / 2, 0, new Map([['barrier', 'gate']])],
        [SIDE / 2, SIDE / 2, new Map([['amenity', 'drinking_water']])],
        [SIDE / 2, SIDE / 4, new Map([['amenity', 'bench']])],
      ] as const
    )[part]!
    const edited = editedAt(index)
    return {
      id: nodeId(firstOfPlaces + index),
      latitude: latitude + dy,
      longitude: longitude + dx,
      tags,
      edited,
    }
  }

  let [latitude, longitude] = placeAt(0)
  for (let start = 0; start < nodes; start += BLOCK_ELEMENTS) {
    const block: OsmNode[] = []
    for (let index = start; index < Math.min(nodes, start + BLOCK_ELEMENTS); index += 1) {
      if (index >= firstOfPlaces && index < firstOfPlaces + places * NODES_PER_PLACE) {
        block.push(placeNode(index - firstOfPlaces))
        continue
      }
      if (index % 500 === 0) {
        const at = around[noise(index, around.length)]!
        latitude = Math.round(at.latitude * 1e7) + noise(index + 1, 400_000) - 200_000
        longitude = Math.round(at.longitude * 1e7) + noise(index + 2, 400_000) - 200_000
      }
      latitude += noise(index * 3, 10_001) - 5_000
      longitude += noise(index * 5 + 1, 10_001) - 5_000
      const tags = noise(index, 40) === 0 ? SCATTERED[noise(index + 7, SCATTERED.length)]! : NO_TAGS
      block.push({ id: nodeId(index), latitude, longitude, tags, edited: editedAt(index) })
    }
    await file.nodes(block)
  }

  const isRelation = (place: number) => place % 10 === 0
  const corner = (place: number, part: number) => nodeId(firstOfPlaces + place * NODES_PER_PLACE + part)
  const outline = (place: number) => [0, 1, 2, 3, 4, 0].map((part) => corner(place, part))
  const tagsOf = (place: number): ReadonlyMap<string, string> =>
    new Map(
      [
        ['name', `Park ${place} ${around[(place * 7) % around.length]!.name}`],
        ...(place % 3 === 0
          ? [
              ['leisure', 'park'],
              ['dog', place % 2 === 0 ? 'leashed' : 'unleashed'],
            ]
          : [['leisure', 'dog_park']]),
        ['opening_hours', place % 5 === 0 ? '06:00-20:00' : ''],
        ['surface', place % 4 === 0 ? 'grass' : ''],
        ['lit', place % 6 === 0 ? 'yes' : ''],
      ].filter(([, value]) => value !== '') as [string, string][],
    )
  const placeWays: OsmWay[] = []
  for (let place = 0; place < places; place += 1) {
    const id = ways * 10 + place * 3
    const refs = outline(place)
    if (isRelation(place))
      placeWays.push(
        { id, refs: refs.slice(0, 3), tags: NO_TAGS },
        { id: id + 1, refs: refs.slice(2), tags: NO_TAGS },
      )
    else placeWays.push({ id, refs, tags: tagsOf(place) })
    if (place % 2 === 1) placeWays.push({ id: id + 2, refs, tags: WAYS[3]! })
  }
  for (let start = 0; start < ways; start += BLOCK_ELEMENTS) {
    const block: OsmWay[] = []
    for (let way = start; way < Math.min(ways, start + BLOCK_ELEMENTS); way += 1) {
      const first = Math.floor((way / ways) * (nodes - 20))
      const refs = Array.from({ length: 4 + noise(way, 12) }, (_, at) => nodeId(first + at))
      const tags = WAYS[noise(way + 3, WAYS.length)]!
      block.push({
        id: way * 10,
        refs,
        tags: noise(way, 9) === 0 ? new Map([...tags, ['name', `Way ${way % 50_000}`]]) : tags,
      })
    }
    await file.ways(block)
  }
  for (let start = 0; start < placeWays.length; start += BLOCK_ELEMENTS)
    await file.ways(placeWays.slice(start, start + BLOCK_ELEMENTS))
  const relations: OsmRelation[] = []
  for (let place = 0; place < places; place += 10) {
    const ref = ways * 10 + place * 3
    relations.push({
      id: 1_000 + place,
      members: [
        { type: 'way', ref, role: 'outer' },
        { type: 'way', ref: ref + 1, role: 'outer' },
      ],
      tags: new Map([...tagsOf(place), ['type', 'multipolygon']]),
    })
  }
  await file.relations(relations)
  await file.close()
}

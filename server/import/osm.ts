import { createOSMStream } from 'osm-pbf-parser-node'
import * as z from 'zod/mini'
import { ofPolygons, ringsOf } from './shape.ts'
import type { LngLat, Ring } from './shape.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

/**
 * The attribution that the licence requires wherever the facts are shown
 * (https://www.openstreetmap.org/copyright).
 */
export const OSM_SOURCE = '© OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)'

type Tags = Readonly<Record<string, string>>
type Kind = 'node' | 'way' | 'relation'

/** A tagged element and its position. */
interface Element {
  kind: Kind
  id: number
  tags: Tags
  /** ISO 8601 instant of the last edit, if the extract has it. */
  edited: string | undefined
  place: { point: LngLat; area?: number } | undefined
}

const isOpenSpace = (tags: Tags) =>
  [
    'dog_park',
    'park',
    'recreation_ground',
    'nature_reserve',
    'garden',
    'common',
    'pitch',
    'playground',
  ].includes(tags.leisure ?? '') ||
  ['recreation_ground', 'village_green', 'grass', 'forest', 'meadow'].includes(tags.landuse ?? '') ||
  ['beach', 'wood', 'grassland', 'heath', 'scrub', 'sand'].includes(tags.natural ?? '') ||
  ['national_park', 'protected_area'].includes(tags.boundary ?? '')

/** Whether it is a place to walk a dog: a dog park, or an open space tagged as allowing dogs. */
export function isForDogs(tags: Tags): boolean {
  if (['private', 'no'].includes(tags.access ?? '') || tags.dog === 'no') return false
  return (
    tags.leisure === 'dog_park' ||
    (['yes', 'leashed', 'unleashed'].includes(tags.dog ?? '') && isOpenSpace(tags))
  )
}

function accessOf(tags: Tags): string {
  if (tags.leisure === 'dog_park') return isFenced(tags) === 'yes' ? 'fenced_dog_park' : 'dog_park'
  return { unleashed: 'off_leash', leashed: 'on_leash' }[tags.dog ?? ''] ?? 'dogs_allowed'
}

const isFenced = (tags: Tags) => tags.fenced ?? (['fence', 'wall'].includes(tags.barrier ?? '') ? 'yes' : '')

const COLUMNS: readonly (readonly [
  header: string,
  of: (tags: Tags, element: Element) => string | undefined,
])[] = [
  ['name', (tags) => tags.name],
  [
    'address',
    (tags) => tags['addr:full'] ?? [tags['addr:housenumber'], tags['addr:street']].filter(Boolean).join(' '),
  ],
  ['suburb', (tags) => tags['addr:suburb']],
  ['state', (tags) => tags['addr:state']],
  ['postcode', (tags) => tags['addr:postcode']],
  ['latitude', (_, { place }) => place && String(place.point[1])],
  ['longitude', (_, { place }) => place && String(place.point[0])],
  ['dog access', accessOf],
  ['size', (_, { place }) => (place?.area === undefined ? undefined : `${Math.round(place.area)} m2`)],
  ['opening hours', (tags) => tags.opening_hours],
  ['fenced', isFenced],
  ['water', (tags) => tags.drinking_water],
  ['toilets', (tags) => tags.toilets],
  ['seating', (tags) => tags.bench],
  ['bins', (tags) => tags.bin ?? tags.waste_basket],
  ['bbq', (tags) => tags.bbq],
  ['lighting', (tags) => tags.lit],
  ['shade', (tags) => tags.shade],
  ['parking', (tags) => tags.parking],
  ['beach', (tags) => (tags.natural === 'beach' ? 'yes' : undefined)],
  ['description', (tags) => tags['description:en'] ?? tags.description],
  ['phone', (tags) => tags['contact:phone'] ?? tags.phone],
  ['website', (tags) => tags['contact:website'] ?? tags.website],
  ['image', (tags) => (/^https?:\S+\.(?:jpe?g|png|webp)$/i.test(tags.image ?? '') ? tags.image : undefined)],
  ['source', () => OSM_SOURCE],
  ['source id', (_, { kind, id }) => `${kind}/${id}`],
  ['as of', (tags, { edited }) => tags.check_date ?? tags['survey:date'] ?? edited?.slice(0, 4)],
]

function tableOf(elements: readonly Element[], readAs: string): Table {
  return {
    header: COLUMNS.map(([header]) => header),
    rows: elements.map((element, at) => ({
      row: at + 2,
      cells: COLUMNS.map(([, of]) => of(element.tags, element) ?? ''),
    })),
    readAs,
  }
}

const Tagged = z.record(z.string(), z.string())
const At = z.object({ lat: z.number(), lon: z.number() })
const Members = z.array(
  z.object({
    type: z.string(),
    ref: z.number(),
    role: z.optional(z.string()),
    geometry: z.optional(z.array(z.nullable(At))),
  }),
)
const OverpassElement = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('node'),
    id: z.number(),
    lat: z.number(),
    lon: z.number(),
    tags: z.optional(Tagged),
    timestamp: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('way'),
    id: z.number(),
    nodes: z.optional(z.array(z.number())),
    geometry: z.optional(z.array(z.nullable(At))),
    center: z.optional(At),
    tags: z.optional(Tagged),
    timestamp: z.optional(z.string()),
  }),
  z.object({
    type: z.literal('relation'),
    id: z.number(),
    members: z.optional(Members),
    center: z.optional(At),
    tags: z.optional(Tagged),
    timestamp: z.optional(z.string()),
  }),
])
const Overpass = z.object({ elements: z.array(OverpassElement) })

/** Whether JSON is a reply of the Overpass API. */
export const isOverpass = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'elements' in value

const pointOf = ({ lat, lon }: { lat: number; lon: number }): LngLat => [lon, lat]
const lineOf = (geometry: readonly ({ lat: number; lon: number } | null)[] | undefined): Ring =>
  (geometry ?? []).filter((at) => at !== null).map(pointOf)

/** The area enclosed by lines; if they enclose none, the centre or else the middle of the first line. */
function placeOf(lines: readonly Ring[], centre?: { lat: number; lon: number }): Element['place'] {
  const area = ofPolygons(ringsOf(lines).map((ring) => [ring]))
  if (area) return area
  if (centre) return { point: pointOf(centre) }
  const line = lines.find((each) => each.length > 0)
  return line && { point: line[line.length >> 1]! }
}

/**
 * Reads a reply of the Overpass API, with geometry, centres, or nodes listed beside the ways.
 * @throws UnreadableFile
 */
export function readOverpass(value: unknown): Table {
  const read = Overpass.safeParse(value)
  if (!read.success) throw new UnreadableFile('This is not a reply of the Overpass API.')
  const { elements } = read.data
  const nodes = new Map<number, LngLat>()
  const ways = new Map<number, Ring>()
  for (const element of elements) if (element.type === 'node') nodes.set(element.id, pointOf(element))
  for (const element of elements) {
    if (element.type === 'way')
      ways.set(
        element.id,
        element.geometry
          ? lineOf(element.geometry)
          : (element.nodes ?? []).map((id) => nodes.get(id)).filter((point) => point !== undefined),
      )
  }
  const found = elements
    .filter(({ tags }) => tags && isForDogs(tags))
    .map((element): Element => {
      const base = { kind: element.type, id: element.id, tags: element.tags!, edited: element.timestamp }
      if (element.type === 'node') return { ...base, place: { point: pointOf(element) } }
      if (element.type === 'way') return { ...base, place: placeOf([ways.get(element.id)!], element.center) }
      const outer = (element.members ?? []).filter(({ type, role }) => type === 'way' && role !== 'inner')
      return {
        ...base,
        place: placeOf(
          outer.map(({ ref, geometry }) => (geometry ? lineOf(geometry) : (ways.get(ref) ?? []))),
          element.center,
        ),
      }
    })
  return tableOf(found, 'Overpass JSON')
}

const Info = z.optional(z.object({ timestamp: z.optional(z.union([z.string(), z.number()])) }))
const PbfItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('node'),
    id: z.number(),
    lat: z.number(),
    lon: z.number(),
    tags: z.optional(Tagged),
    info: Info,
  }),
  z.object({
    type: z.literal('way'),
    id: z.number(),
    refs: z.array(z.number()),
    tags: z.optional(Tagged),
    info: Info,
  }),
  z.object({
    type: z.literal('relation'),
    id: z.number(),
    tags: z.optional(Tagged),
    info: Info,
    members: z.array(z.object({ type: z.string(), ref: z.number(), role: z.optional(z.string()) })),
  }),
])
type PbfItem = z.infer<typeof PbfItem>

async function* itemsOf(path: string): AsyncGenerator<PbfItem> {
  for await (const item of createOSMStream(path, { withInfo: true })) {
    // The first item is the header, which has no type.
    if (Object.hasOwn(item, 'type')) yield item as PbfItem
  }
}

/**
 * Reads an extract (.osm.pbf) in three passes: for places for dogs, for the lines of relations, and for the
 * points of lines. Everything else is skipped, so that a whole country fits into memory.
 * @throws UnreadableFile
 */
export async function readPbf(
  path: string,
  onItem: (count: number) => void = () => undefined,
): Promise<Table> {
  let count = 0
  const each = async (visit: (item: PbfItem) => void) => {
    try {
      for await (const item of itemsOf(path)) {
        visit(item)
        count += 1
        if (count % 100_000 === 0) onItem(count)
      }
    } catch (error) {
      throw new UnreadableFile(
        `This is not an OpenStreetMap extract: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
  }
  const found: PbfItem[] = []
  await each((item) => item.tags && isForDogs(item.tags) && found.push(PbfItem.parse(item)))
  const lines = new Map<number, readonly number[]>(
    found.flatMap((item) => (item.type === 'way' ? [[item.id, item.refs] as const] : [])),
  )
  const members = new Set(
    found.flatMap((item) =>
      item.type === 'relation'
        ? item.members.filter(({ type, role }) => type === 'way' && role !== 'inner').map(({ ref }) => ref)
        : [],
    ),
  )
  if (members.size > 0)
    await each((item) => item.type === 'way' && members.has(item.id) && lines.set(item.id, item.refs))
  const points = new Map<number, LngLat | null>([...lines.values()].flat().map((id) => [id, null]))
  await each((item) => item.type === 'node' && points.has(item.id) && points.set(item.id, pointOf(item)))
  const line = (id: number): Ring =>
    (lines.get(id) ?? []).map((ref) => points.get(ref) ?? null).filter((point) => point !== null)
  const elements = found.map((item): Element => {
    const { timestamp } = item.info ?? {}
    const base = {
      kind: item.type,
      id: item.id,
      tags: item.tags!,
      edited: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    }
    if (item.type === 'node') return { ...base, place: { point: pointOf(item) } }
    const ids =
      item.type === 'way'
        ? [item.id]
        : item.members.filter(({ type, role }) => type === 'way' && role !== 'inner').map(({ ref }) => ref)
    return { ...base, place: placeOf(ids.map(line)) }
  })
  return tableOf(elements, '.osm.pbf')
}

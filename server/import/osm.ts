import * as z from 'zod/mini'
import type { ListedOutline } from './outline.ts'
import { ofPolygons, polygonsOf, ringsOf } from './shape.ts'
import type { LngLat, Ring } from './shape.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

/**
 * The attribution that the licence requires wherever the facts are shown
 * (https://www.openstreetmap.org/copyright).
 */
export const OSM_SOURCE = '© OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)'

export type Tags = Readonly<Record<string, string>>
type Kind = 'node' | 'way' | 'relation'

/** What is mapped in a park or on its edge, as elements of its own. */
export interface Furniture {
  /** Columns of the table whose answer is yes. */
  has: ReadonlySet<string>
  /** Gates on its outline. */
  gates: number
  /** Its whole outline is part of fences or walls. */
  fenced: boolean
}

/** A tagged element and its position. */
export interface Element {
  kind: Kind
  id: number
  tags: Tags
  /** ISO 8601 instant of the last edit, if the extract has it. */
  edited: string | undefined
  place: ({ point: LngLat } & Partial<ListedOutline>) | undefined
  furniture?: Furniture | undefined
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

/** Values of `access` by which not everyone may enter, such as the clients of a dog school. */
const NOT_PUBLIC = new Set(['private', 'no', 'customers', 'members', 'permit', 'residents', 'military'])

/** Whether it is a place to walk a dog: a dog park, or an open space tagged as allowing dogs. */
export function isForDogs(tags: Tags): boolean {
  if (NOT_PUBLIC.has(tags.access ?? '') || tags.dog === 'no') return false
  return (
    tags.leisure === 'dog_park' ||
    (['yes', 'leashed', 'unleashed'].includes(tags.dog ?? '') && isOpenSpace(tags))
  )
}

/** The rule for dogs. With a condition that is not read, it is the condition's text, which is no known rule. */
function accessOf(tags: Tags, element: Element): string {
  const hours = leashHoursOf(tags)
  if (tags['dog:conditional'] && !hours) return `dog:conditional=${tags['dog:conditional']}`
  if (tags.dog === 'leashed') return hours ? 'off_leash_timed' : 'on_leash'
  if (tags.leisure === 'dog_park') return isFenced(tags, element) === 'yes' ? 'fenced_dog_park' : 'dog_park'
  return tags.dog === 'unleashed' ? 'off_leash' : 'dogs_allowed'
}

const isFenced = (tags: Tags, { furniture }: Element) =>
  tags.fenced ?? (['fence', 'wall'].includes(tags.barrier ?? '') || furniture?.fenced ? 'yes' : '')

/** The opening hours. Conditions of access, such as 'no @ (22:00-06:00)', are not read, so that they are unknown. */
function openingHoursOf(tags: Tags): string | undefined {
  const conditions = tags['access:conditional']
  return tags.opening_hours ?? (conditions && `Access: ${conditions}`)
}

/** The hours of `dog:conditional`, if they are hours of a day only. Other conditions are not read. */
function leashHoursOf(tags: Tags): string | undefined {
  const [, from, to] =
    /^unleashed @ \(?(\d\d:\d\d)-(\d\d:\d\d)\)?$/.exec(tags['dog:conditional']?.trim() ?? '') ?? []
  return from && `Off-leash ${from}-${to}`
}

/** What a park has is what its own tags say, otherwise what is mapped in it. */
const fromTag =
  (column: string, ...keys: readonly string[]) =>
  (tags: Tags, { furniture }: Element) =>
    keys.map((key) => tags[key]).find(Boolean) ?? (furniture?.has.has(column) ? 'yes' : undefined)

/** Facts that are no feature of the catalogue; they are kept as words. */
function otherFacts(tags: Tags, { furniture }: Element): string {
  const gates = furniture?.gates ?? 0
  return [
    tags.surface && `Surface: ${tags.surface.replace(/[_;|]+/g, ' ')}`,
    gates > 0 && (gates === 1 ? 'one gate' : `${gates} gates`),
  ]
    .filter(Boolean)
    .join('; ')
}

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
  ['opening hours', openingHoursOf],
  ['off-leash hours', leashHoursOf],
  ['fenced', isFenced],
  ['water', fromTag('water', 'drinking_water')],
  ['toilets', fromTag('toilets', 'toilets')],
  ['seating', fromTag('seating', 'bench')],
  ['bins', fromTag('bins', 'bin', 'waste_basket')],
  ['bbq', fromTag('bbq', 'bbq')],
  ['lighting', fromTag('lighting', 'lit')],
  ['bags', fromTag('bags')],
  ['features', otherFacts],
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

export function tableOf(elements: readonly Element[], readAs: string): Table {
  return {
    header: COLUMNS.map(([header]) => header),
    rows: elements.map((element, at) => {
      const { polygons, area } = element.place ?? {}
      return {
        row: at + 2,
        cells: COLUMNS.map(([, of]) => of(element.tags, element) ?? ''),
        ...(polygons && area !== undefined && { outline: { polygons, area } }),
      }
    }),
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

/**
 * The area enclosed by lines, without that enclosed by the lines of its holes; if they enclose none, the centre or
 * else the middle of the first line.
 */
export function placeOf(
  lines: readonly Ring[],
  { centre, holes = [] }: { centre?: { lat: number; lon: number } | undefined; holes?: readonly Ring[] } = {},
): Element['place'] {
  const area = ofPolygons(polygonsOf(ringsOf(lines), ringsOf(holes)))
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
      const { center: centre } = element
      if (element.type === 'way') return { ...base, place: placeOf([ways.get(element.id)!], { centre }) }
      const linesOf = (isHole: boolean) =>
        (element.members ?? [])
          .filter(({ type, role }) => type === 'way' && (role === 'inner') === isHole)
          .map(({ ref, geometry }) => (geometry ? lineOf(geometry) : (ways.get(ref) ?? [])))
      return { ...base, place: placeOf(linesOf(false), { centre, holes: linesOf(true) }) }
    })
  return tableOf(found, 'Overpass JSON')
}

import * as z from 'zod/mini'
import { featureBits, featuresOf } from './feature-bits.ts'
import type { DirectoryPark } from '../model/park.ts'
import { publishersText, Source, UNNAMED_PUBLISHER } from '../model/source.ts'
import {
  packDegrees,
  packDeltas,
  packTexts,
  packValues,
  TextColumn,
  unpackDegrees,
  unpackDeltas,
  unpackTexts,
  unpackValues,
} from './columns.ts'
import { packPositionSources, PositionSourceColumn, unpackPositionSources } from './position-sources.ts'

const integers = z.array(z.int())

/** Columns that both formats of the directory have. */
const baseColumns = {
  id: integers,
  name: TextColumn,
  address: TextColumn,
  city: TextColumn,
  area: TextColumn,
  state: TextColumn,
  postcode: TextColumn,
  latitude: integers,
  longitude: integers,
  accuracy: TextColumn,
  access: TextColumn,
  features: integers,
  lacks: integers,
  size: TextColumn,
  openingHours: TextColumn,
  leashHours: TextColumn,
  rating: TextColumn,
  imageUrl: TextColumn,
  phone: TextColumn,
  description: TextColumn,
  asOf: TextColumn,
  createdAt: TextColumn,
}

const WireSource = z.extend(Source, { year: z.optional(z.nullable(z.string())) })
type WireSource = z.infer<typeof WireSource>

/**
 * Parks by column: the format in which they are transferred and stored on the device. A later version may add
 * columns, which this one ignores.
 */
export const ParkColumns = z.object({
  ...baseColumns,
  /**
   * The distinct lists of sources in order of first appearance, and the position of each row's list. A source
   * without a year has that of the row's `asOf`.
   */
  sources: z.object({ distinct: z.array(z.array(WireSource)), at: integers }),
  position: PositionSourceColumn,
  council: TextColumn,
})
export type ParkColumns = z.infer<typeof ParkColumns>

/** The first format, which devices store until their next update, and installed apps of that time fetch. */
export const FirstParkColumns = z.strictObject({ ...baseColumns, source: TextColumn })
export type FirstParkColumns = z.infer<typeof FirstParkColumns>

const TEXTS = [
  'name',
  'address',
  'city',
  'area',
  'state',
  'postcode',
  'accuracy',
  'access',
  'size',
  'openingHours',
  'leashHours',
  'imageUrl',
  'phone',
  'description',
  'asOf',
  'createdAt',
] as const

const byId = (parks: readonly DirectoryPark[]) => [...parks].sort((a, b) => a.id - b.id)

function encodeBase(rows: readonly DirectoryPark[]) {
  const texts = (name: (typeof TEXTS)[number]) => packTexts(rows.map((row) => row[name]))
  return {
    id: packDeltas(rows.map((row) => row.id)),
    name: texts('name'),
    address: texts('address'),
    city: texts('city'),
    area: texts('area'),
    state: texts('state'),
    postcode: texts('postcode'),
    latitude: packDegrees(rows.map((row) => row.latitude)),
    longitude: packDegrees(rows.map((row) => row.longitude)),
    accuracy: texts('accuracy'),
    access: texts('access'),
    features: rows.map((row) => featureBits(row.features)),
    lacks: rows.map((row) => featureBits(row.lacks)),
    size: texts('size'),
    openingHours: texts('openingHours'),
    leashHours: texts('leashHours'),
    rating: packTexts(rows.map((row) => (row.rating === null ? null : String(row.rating)))),
    imageUrl: texts('imageUrl'),
    phone: texts('phone'),
    description: texts('description'),
    asOf: texts('asOf'),
    createdAt: texts('createdAt'),
  }
}

/** The keys in one order, because equal sources must give equal bytes. */
const orderedSource = ({ publisher, title, page, year, copy }: Source, asOf: string | null): WireSource => ({
  publisher,
  ...(title === undefined ? {} : { title }),
  ...(page === undefined ? {} : { page }),
  ...(year === asOf ? {} : { year }),
  ...(copy === undefined ? {} : { copy }),
})

/**
 * Equal rows always give equal columns, whatever their order, so hashes of the encoded form can be compared.
 */
export function encodeParks(parks: readonly DirectoryPark[]): ParkColumns {
  const rows = byId(parks)
  return {
    ...encodeBase(rows),
    sources: packValues(rows.map((row) => row.sources.map((source) => orderedSource(source, row.asOf)))),
    position: packPositionSources(rows.map((row) => row.position)),
    council: packTexts(rows.map((row) => row.council)),
  }
}

/**
 * {@link encodeParks} in the first format, for installed apps that know no other. They know no `near`
 * positions, which become suburbs, the safe side.
 */
export function encodeFirstParks(parks: readonly DirectoryPark[]): FirstParkColumns {
  const rows = byId(parks).map((park) =>
    park.accuracy === 'near' ? { ...park, accuracy: 'suburb' as const } : park,
  )
  const { asOf, createdAt, ...columns } = encodeBase(rows)
  return { ...columns, source: packTexts(rows.map((row) => publishersText(row.sources))), asOf, createdAt }
}

/** The sources of a row in the first format, which has one text for all of them. */
function firstSources(text: string, year: string | null): Source[] {
  // A repository's address names the copy, not the publisher.
  const publisher = /(?:github|gitlab|bitbucket)\.(?:com|org)\//i.test(text) ? UNNAMED_PUBLISHER : text
  return text === '' ? [] : [{ publisher, year }]
}

/**
 * The inverse of {@link encodeParks} and {@link encodeFirstParks}; rows are returned by ascending id.
 * @throws RangeError if a column does not have a value for each row
 */
export function decodeParks(columns: ParkColumns | FirstParkColumns): DirectoryPark[] {
  const ids = unpackDeltas(columns.id)
  const texts = Object.fromEntries(TEXTS.map((name) => [name, unpackTexts(columns[name])])) as Record<
    (typeof TEXTS)[number],
    (string | null)[]
  >
  const ratings = unpackTexts(columns.rating)
  const latitudes = unpackDegrees(columns.latitude)
  const longitudes = unpackDegrees(columns.longitude)
  const added = 'sources' in columns ? decodeAdded(columns, texts.asOf) : decodeFirst(columns, texts.asOf)
  for (const [name, length] of [
    ...Object.entries(texts).map(([name, values]) => [name, values.length] as const),
    ['rating', ratings.length] as const,
    ['latitude', latitudes.length] as const,
    ['longitude', longitudes.length] as const,
    ['features', columns.features.length] as const,
    ['lacks', columns.lacks.length] as const,
    ...Object.entries(added).map(([name, values]) => [name, values.length] as const),
  ]) {
    if (length !== ids.length)
      throw new RangeError(`parks: ${length} values of ${name} for ${ids.length} rows`)
  }
  return ids.map((id, row) => {
    const rating = ratings[row]!
    return {
      id,
      name: texts.name[row]!,
      address: texts.address[row]!,
      city: texts.city[row]!,
      area: texts.area[row]!,
      state: texts.state[row]! as DirectoryPark['state'],
      postcode: texts.postcode[row]!,
      latitude: latitudes[row]!,
      longitude: longitudes[row]!,
      accuracy: texts.accuracy[row]! as DirectoryPark['accuracy'],
      position: added.position[row]!,
      council: added.council[row]!,
      access: texts.access[row]! as DirectoryPark['access'],
      features: featuresOf(columns.features[row]!),
      lacks: featuresOf(columns.lacks[row]!),
      size: texts.size[row]! as DirectoryPark['size'],
      openingHours: texts.openingHours[row]!,
      leashHours: texts.leashHours[row]!,
      rating: rating === null ? null : Number(rating),
      imageUrl: texts.imageUrl[row]!,
      phone: texts.phone[row]!,
      description: texts.description[row]!,
      sources: added.sources[row]!,
      asOf: texts.asOf[row]!,
      createdAt: texts.createdAt[row]!,
    }
  })
}

type Added = { [K in 'sources' | 'position' | 'council']: DirectoryPark[K][] }

function decodeAdded({ sources, position, council }: ParkColumns, years: readonly (string | null)[]): Added {
  return {
    sources: unpackValues(sources).map((list, row) =>
      (list ?? []).map(({ year, ...source }) => ({
        ...source,
        year: year === undefined ? (years[row] ?? null) : year,
      })),
    ),
    position: unpackPositionSources(position),
    council: unpackTexts(council),
  }
}

function decodeFirst({ source }: FirstParkColumns, years: readonly (string | null)[]): Added {
  const texts = unpackTexts(source)
  return {
    sources: texts.map((text, row) => firstSources(text!, years[row] ?? null)),
    position: texts.map(() => null),
    council: texts.map(() => null),
  }
}

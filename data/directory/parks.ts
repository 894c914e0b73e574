import * as z from 'zod/mini'
import { featureBits, featuresOf } from '../model/feature.ts'
import type { DirectoryPark } from '../model/park.ts'
import {
  packDegrees,
  packDeltas,
  packTexts,
  TextColumn,
  unpackDegrees,
  unpackDeltas,
  unpackTexts,
} from './columns.ts'

const integers = z.array(z.int())

/** Parks by column: the format in which they are transferred and stored on the device. */
export const ParkColumns = z.strictObject({
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
  source: TextColumn,
  asOf: TextColumn,
  createdAt: TextColumn,
})
export type ParkColumns = z.infer<typeof ParkColumns>

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
  'source',
  'asOf',
  'createdAt',
] as const

/**
 * Equal rows always give equal columns, whatever their order, so hashes of the encoded form can be compared.
 */
export function encodeParks(parks: readonly DirectoryPark[]): ParkColumns {
  const rows = [...parks].sort((a, b) => a.id - b.id)
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
    source: texts('source'),
    asOf: texts('asOf'),
    createdAt: texts('createdAt'),
  }
}

/**
 * The inverse of {@link encodeParks}; rows are returned by ascending id.
 * @throws RangeError if a column does not have a value for each row
 */
export function decodeParks(columns: ParkColumns): DirectoryPark[] {
  const ids = unpackDeltas(columns.id)
  const texts = Object.fromEntries(TEXTS.map((name) => [name, unpackTexts(columns[name])])) as Record<
    (typeof TEXTS)[number],
    (string | null)[]
  >
  const ratings = unpackTexts(columns.rating)
  const latitudes = unpackDegrees(columns.latitude)
  const longitudes = unpackDegrees(columns.longitude)
  for (const [name, length] of [
    ...Object.entries(texts).map(([name, values]) => [name, values.length] as const),
    ['rating', ratings.length] as const,
    ['latitude', latitudes.length] as const,
    ['longitude', longitudes.length] as const,
    ['features', columns.features.length] as const,
    ['lacks', columns.lacks.length] as const,
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
      source: texts.source[row]!,
      asOf: texts.asOf[row]!,
      createdAt: texts.createdAt[row]!,
    }
  })
}

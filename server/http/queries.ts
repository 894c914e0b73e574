import * as z from 'zod'
import { INSTANT_MAX, lineText, ROWS_MAX, withoutControlsButLines } from '../../data/model/bounded.ts'
import { QUERY_MAX_LENGTH } from '../../data/model/constants.ts'
import { readFeature } from '../../data/model/feature.ts'
import { ParkId, SIZES } from '../../data/model/park.ts'
import { SearchRequest } from '../../data/model/search.ts'
import { readState } from '../../data/model/state.ts'

// What an address can say, as the model's own schemas. A parameter with an empty value counts as one that is not given.

const unlessBlank = (read: (text: string) => unknown) => (value: unknown) =>
  typeof value !== 'string' ? value : value.trim() === '' ? undefined : read(value.trim())

const readNumber = (text: string) =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
export const readFlag = (text: string) =>
  ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()] ?? text

type Schema = z.core.$ZodType

export const read = <S extends Schema>(reading: (text: string) => unknown, schema: S) =>
  z.optional(z.preprocess(unlessBlank(reading), z.optional(schema)))

export const numeric = <S extends Schema>(schema: S) => read(readNumber, schema)
export const textual = <S extends Schema>(schema: S) => read((text) => text, schema)

/** A list: the parameter repeated, its values separated by commas, or both. */
const list = <S extends Schema>(readItem: (text: string) => unknown, schema: S) =>
  z.optional(
    z.preprocess((value) => {
      const texts = typeof value === 'string' ? [value] : value
      if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return value
      const items = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
      return [...new Set(items.filter((text) => text !== '').map(readItem))]
    }, schema),
  )

const { shape } = SearchRequest

const Page = {
  offset: numeric(shape.offset).describe('How many to leave out at the beginning.'),
  limit: numeric(shape.limit).describe('How many to answer at most; all when it is not given.'),
}

const bothOrNeither =
  (first: string, second: string) => (value: Record<string, unknown>, context: z.RefinementCtx) => {
    const missing = value[first] === undefined ? first : second
    if ((value[first] === undefined) !== (value[second] === undefined)) {
      context.addIssue({
        code: 'custom',
        path: [missing],
        message: `is missing: ${first} and ${second} go together.`,
      })
    }
  }

const miles = read(
  (text) => (text.toLowerCase() === 'all' ? undefined : readNumber(text)),
  shape.distance,
).describe("Farthest distance in miles; 'all' or nothing for any.")

/** The whole of `GET /api/search`. */
export const SearchQuery = z
  .strictObject({
    query: textual(shape.query).describe('A place, words of a park, or both.'),
    latitude: numeric(shape.latitude),
    longitude: numeric(shape.longitude),
    distance: miles,
    features: list((text) => readFeature(text) ?? text, shape.features).describe(
      'Repeated, or separated by commas. Every spelling the product has used is read.',
    ),
    size: read((text) => SIZES.find((size) => size.toLowerCase() === text.toLowerCase()) ?? text, shape.size),
    rating: numeric(shape.rating).describe('Lowest rating. A park without one is kept.'),
    crowdLevel: textual(shape.crowdLevel).describe('Accepted; unknown of every park, so it leaves none out.'),
    state: read((text) => readState(text) ?? text, shape.state).describe('A code in any case, or a name.'),
    city: textual(shape.city),
    postcode: textual(shape.postcode),
    postcodes: list((text) => text, shape.postcodes).describe('Repeated, or separated by commas.'),
    now: numeric(z.int().min(0).max(INSTANT_MAX)).describe(
      "The instant opening hours are judged at, milliseconds since 1970; this moment when only 'open' is given.",
    ),
    open: textual(shape.open).describe(
      "'last': parks known to be closed come last. 'only': parks known to be open only.",
    ),
    unsure: read(readFlag, shape.unsure).describe(
      'Also parks of which what is asked is unknown, after those that are sure.',
    ),
    ...Page,
  })
  .superRefine(bothOrNeither('latitude', 'longitude'))

export const ListQuery = z.strictObject(Page)
export const NothingElse = z.strictObject({})
/** A page of a list of which one answer has at most so many. */
export const pageOf = (most: number) =>
  z.strictObject({
    offset: numeric(z.int().min(0).max(ROWS_MAX)),
    limit: numeric(z.int().min(1).max(most)),
  })
/** A page of what administrators read. */
export const PageQuery = pageOf(500)

/** A query of one text that must be there. */
export const TextQuery = <Name extends string>(name: Name) =>
  z.strictObject({
    [name]: z.string().trim().min(1).max(QUERY_MAX_LENGTH).check(withoutControlsButLines),
  } as Record<Name, z.ZodString>)

export const latitude = z.preprocess(unlessBlank(readNumber), z.number().min(-90).max(90))
export const longitude = z.preprocess(unlessBlank(readNumber), z.number().min(-180).max(180))
export const PositionQuery = z.strictObject({ lat: latitude, lng: longitude })
export const NearbyQuery = z.strictObject({ lat: latitude, lng: longitude, distance: miles, ...Page })

export const ParkParams = z.strictObject({ id: z.preprocess(unlessBlank(readNumber), ParkId) })
export const StateParams = z.strictObject({ state: lineText(40) })
export const CityParams = z.strictObject({ state: lineText(40), city: lineText(100) })
